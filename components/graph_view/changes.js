// What just happened to edges: they glow for a while, and those that went stay as ghosts until
// then. This knows how long, not how it looks.

const GLOW_MS = 2000;

class Changes {
  // `onFrame` is called while something glows, `onEnd` before it when something has glowed out.
  constructor({ onEnd, onFrame }) {
    this.onEnd = onEnd;
    this.onFrame = onFrame;
    this.marks = new Map();
    this.ghosts = new Map();
  }

  clear() {
    this.marks.clear();
    this.ghosts.clear();
    this.stamp = undefined;
  }

  take({ stamp, changes, hold }) {
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const until = hold ? Infinity : performance.now() + GLOW_MS;
    if (hold) {
      this.marks.clear();
      this.ghosts.clear();
    }
    // Settled pages (a finished run opened again) send no changes: nothing lights up.
    for (const change of changes) {
      this.marks.set(change.id, { ...change, until });
      if (change.change === "removed") {
        this.ghosts.set(change.id, { from: change.from, to: change.to, directed: change.directed });
      } else {
        this.ghosts.delete(change.id);
      }
    }
    if (changes.length === 0) {
      this.marks.clear();
      this.ghosts.clear();
    }
    this.animate();
  }

  animate() {
    cancelAnimationFrame(this.frame);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let last = 0;
    const tick = (now) => {
      let ended = false;
      for (const [id, mark] of this.marks) {
        if (now >= mark.until) {
          this.marks.delete(id);
          this.ghosts.delete(id);
          ended = true;
        }
      }
      if (ended) this.onEnd();
      if (ended || (!still && now - last > 40)) {
        last = now;
        this.onFrame();
      }
      const running = [...this.marks.values()].some((mark) => mark.until !== Infinity);
      if (running) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop() { cancelAnimationFrame(this.frame); }
}

// How much of its glow a mark has left, from 1 to 0.
function glowLeft(mark, now) { return Math.min(1, Math.max(0, (mark.until - now) / GLOW_MS)); }

// All lines to draw, by their id: the graph's edges, ghosts, and what a page adds. A ghost whose
// edge is back is none any more.
function wantedEdges(edges, ghosts, extra) {
  const wanted = new Map(edges.map((edge) => [edge.id, edge]));
  for (const [id, ghost] of ghosts) {
    if (wanted.has(id)) ghosts.delete(id);
    else wanted.set(id, { id, ...ghost, title: "removed", ghost: true });
  }
  for (const { from, to, directed, remark } of extra) {
    const id = pairId(from, to);
    if (!wanted.has(id)) wanted.set(id, { id, from, to, directed, title: remark, extra: true });
  }
  return wanted;
}
