// The legend under the graph: which signs are in use, or a page's own ones. It knows the data and
// the colours, and is drawn anew only where something else is to be said.

const SIGN_WORDS = {
  lock: "required by knowledge",
  by: "directed by knowledge",
  follows: "follows from knowledge",
  either: "directed by, or following from, knowledge",
};

class Legend {
  constructor(root) { this.root = root; }

  // Signs that are not there but may come keep their room: else the graph above would move.
  draw({ edges, forbidden, paint }, c) {
    const { legend, halo, haloText, pattern, patternText, roomFor, roomForFrame } = paint;
    const used = usedSigns(edges);
    const signs = Object.keys(SIGN_WORDS)
      .filter((kind) => used.includes(kind) || roomFor.includes(kind))
      .map((kind) => [kind, used.includes(kind)]);
    const forbids = forbidden.length > 0;
    const frames = pattern.length > 0;
    const content = JSON.stringify([
      c.ink, signs, forbids, legend, halo && haloText, frames && patternText, roomFor,
      roomForFrame,
    ]);
    if (this.content === content) return;
    this.content = content;
    this.root.replaceChildren();
    const say = (text, colour, signs) => addLegendItem(this.root, text, colour, signs);
    const sayOrKeep = (isThere, ...item) => say(...item).classList.toggle("kept", !isThere);
    if (legend) {
      for (const { text, ink, dashed, wide, arrow } of legend) {
        say(text, c[ink], { dash: dashed ? "5 4" : undefined, wide, head: arrow ? c[ink] : undefined });
      }
    } else {
      say("directed", c.ink, { head: c.ink });
      say("undirected", c.ink, {});
      say("higher score", c.ink, { wide: true });
      say("added", c.forward, { wide: true });
      say("removed", c.backward, { dash: "5 4" });
      say("re-oriented", c.accent, { head: c.accent });
    }
    if (forbids) say("forbidden by knowledge", c.muted, { dash: "2 3", cross: true });
    if (halo) say(haloText, mix(c.muted, c.background, 0.35), { broad: true });
    for (const [kind, isThere] of signs) {
      const fill = kind === "follows" ? c.background : c.ink;
      const shape = kind === "lock" ? { lock: c.background } : { head: c.ink, diamond: fill };
      sayOrKeep(isThere, SIGN_WORDS[kind], c.ink, shape);
    }
    if (frames || roomForFrame) {
      sayOrKeep(frames, frames ? patternText : roomForFrame, c.accent, { frame: true, room: roomForFrame });
    }
  }
}

// In the order of the legend.
function usedSigns(edges) {
  return Object.keys(SIGN_WORDS).filter((kind) => edges.some((e) => signsOf(e).includes(kind)));
}

function addLegendItem(parent, text, colour, signs) {
  const { head, diamond, dash, wide, broad, lock, cross, frame, room } = signs;
  const item = add(parent, "span");
  const svg = add(item, "svg");
  const width = diamond || lock ? 34 : 22;
  set(svg, { width, height: 10, "aria-hidden": "true" });
  const shape = (kind, attributes) => set(add(svg, kind), attributes);
  if (frame) {
    shape("rect", {
      x: 1, y: 1, width: width - 2, height: 8, rx: 3, fill: "none", stroke: colour,
      "stroke-width": 1.6, "stroke-dasharray": "4 2.5",
    });
  } else shape("line", {
    x1: 1, y1: 5, x2: head ? width - 8 : width - 1, y2: 5, stroke: colour,
    "stroke-width": broad ? 8 : wide ? 3.4 : 1.8,
    ...(dash ? { "stroke-dasharray": dash } : {}),
  });
  if (head) shape("path", { d: `M${width - 10} 1 L${width - 1} 5 L${width - 10} 9 Z`, fill: head });
  if (diamond) {
    shape("path", { d: "M7 5 L12 .8 L17 5 L12 9.2 Z", fill: diamond, stroke: colour, "stroke-width": 1.4 });
  }
  if (cross) shape("path", { d: "M8 2 L14 8 M14 2 L8 8", stroke: colour, "stroke-width": 1.6 });
  if (lock) {
    shape("circle", { cx: 17, cy: 5, r: 6.5, fill: lock });
    shape("rect", { x: 13, y: 4, width: 8, height: 6, rx: 1, fill: colour });
    shape("path", { d: "M15 4 v-1 a2 2 0 0 1 4 0 v1", fill: "none", stroke: colour });
  }
  const words = add(item, "div", "words", text);
  if (room) words.dataset.room = room;
  return item;
}
