// What of the scrubber is seen: buttons, the slider with its ticks, and what the ticks mean. It
// knows how they look; what they do is given to it: `go` to a moment, `move` by some, to the `end`,
// `play` and `fill` the screen.

const SECONDS = [0.5, 1, 2, 4];

class Controls {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    const row = add(root, "div", "row");
    this.first = icon(row, "first", "First (Home)", () => acts.go(0));
    this.back = icon(row, "back", "Back (left arrow)", () => acts.move(-1));
    this.forward = icon(row, "forward", "Forward (right arrow)", () => acts.move(1));
    this.last = icon(row, "last", "Last (End)", () => acts.end());
    this.player = button(row, "Play", "Play or pause (space)", () => acts.play());
    this.player.className = "play";
    this.speed = add(row, "select");
    this.speed.setAttribute("aria-label", "Seconds for each moment");
    this.speed.title = "Seconds for each moment";
    for (const seconds of SECONDS) add(this.speed, "option", "", `${seconds} s`).value = seconds;
    this.speed.value = 2;
    this.text = add(row, "span", "text");
    this.text.setAttribute("aria-live", "polite");
    this.link = button(row, "Copy link", "Copy link to this moment", () => this.copyLink());
    this.full = button(row, "Full screen", "Full screen with large type", () => acts.fill());
    const track = add(root, "div", "track");
    this.ticks = add(track, "div", "ticks");
    this.input = add(track, "input");
    Object.assign(this.input, { type: "range", min: 0, step: 1 });
    this.input.setAttribute("aria-label", "Moment of the search");
    this.input.addEventListener("input", () => acts.go(Number(this.input.value)));
    this.foot = add(root, "div", "foot");
  }

  seconds() { return Number(this.speed.value); }

  cover(n) { this.input.max = n - 1; }

  tell({ at, chapter, text, isFirst, isLast, isHeld, playing, filled }) {
    if (this.text.textContent !== text) this.text.textContent = text;
    this.input.value = at;
    this.input.setAttribute("aria-valuetext", text);
    this.first.disabled = this.back.disabled = isFirst;
    this.last.disabled = isLast;
    this.forward.disabled = isHeld;
    this.player.textContent = playing ? "Pause" : "Play";
    this.player.setAttribute("aria-pressed", playing);
    this.full.textContent = filled ? "Leave full screen" : "Full screen";
    this.full.title = filled ? "Leave full screen" : "Full screen with large type";
    this.full.setAttribute("aria-label", this.full.title);
    [...this.ticks.children].forEach((tick, i) => tick.classList.toggle("now", i === chapter));
  }

  drawTicks({ chapters, n }) {
    const sparse = Math.ceil(chapters.length / 24);
    this.ticks.replaceChildren(...chapters.map((chapter, k) => {
      const tick = document.createElement("div");
      tick.className = `tick ${chapter.phase} ${chapter.step ? "" : "stop"}`;
      const span = Math.max(1, n - 1);
      tick.style.left = `calc(8px + ${chapter.at / span} * (100% - 16px))`;
      if (chapter.step && (chapters.length <= 24 || k % sparse === 0)) {
        tick.textContent = chapter.step;
      }
      tick.title = chapter.label;
      tick.addEventListener("click", () => this.acts.go(chapter.at));
      return tick;
    }));
    const phases = new Set(chapters.filter((c) => c.step).map((c) => c.phase));
    this.foot.replaceChildren(
      ...(phases.has("forward") ? [keyItem("forward", "forward: an edge comes")] : []),
      ...(phases.has("backward") ? [keyItem("backward", "backward: an edge goes")] : []),
      keyItem("stop", "end of a phase, result"),
      keyItem("hint", "← → one moment · Shift + ← → one step · Home, End: start, result · Space plays"),
    );
  }

  // Over plain http, as in a classroom's network, browsers keep the clipboard to themselves.
  async copyLink() {
    const link = globalThis.location.href;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      const field = add(this.root, "textarea");
      field.value = link;
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    this.link.textContent = "Copied";
    setTimeout(() => { this.link.textContent = "Copy link"; }, 2000);
  }
}

function keyItem(name, text) {
  const item = document.createElement("span");
  if (name !== "hint") add(item, "i", name);
  item.append(text);
  return item;
}

// Drawn, as fonts that ship with a page have no such signs.
const SHAPES = {
  first: "M3 3 h2 v10 h-2 z M13 3 v10 l-7 -5 z",
  back: "M12 3 v10 l-8 -5 z",
  forward: "M4 3 v10 l8 -5 z",
  last: "M11 3 h2 v10 h-2 z M3 3 v10 l7 -5 z",
};

function icon(parent, shape, title, act) {
  const node = button(parent, "", title, act);
  const svg = add(node, "svg");
  set(svg, { viewBox: "0 0 16 16", width: "1.15em", height: "1.15em", "aria-hidden": "true" });
  set(add(svg, "path"), { d: SHAPES[shape], fill: "currentColor" });
  node.className = "icon";
  return node;
}

function button(parent, text, title, act) {
  const node = add(parent, "button", "", text);
  node.type = "button";
  node.title = title;
  node.setAttribute("aria-label", title.replace(/ \(.*/, ""));
  node.addEventListener("click", act);
  return node;
}
