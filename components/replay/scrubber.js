// The scrubber: a slider over all moments with a tick for each step, four buttons, play, and
// keys. It moves at once and asks for the newest moment; answers to older questions are skipped.

const scrubbers = new WeakMap();
const SECONDS = [0.5, 1, 2, 4];

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let scrubber = scrubbers.get(parentElement);
  if (!scrubber) {
    scrubber = new Scrubber(parentElement.querySelector(".scrubber"));
    scrubbers.set(parentElement, scrubber);
  }
  scrubber.send = (name, value) => setTriggerValue(name, value);
  scrubber.show(data);
  return () => {
    scrubber.destroy();
    scrubbers.delete(parentElement);
  };
}

class Scrubber {
  constructor(root) {
    this.root = root;
    const row = add(root, "div", "row");
    this.first = icon(row, "first", "First (Home)", () => this.go(0));
    this.back = icon(row, "back", "Back (left arrow)", () => this.go(this.at - 1));
    this.forward = icon(row, "forward", "Forward (right arrow)", () => this.go(this.at + 1));
    this.last = icon(row, "last", "Last (End)", () => this.go(this.data.n - 1));
    this.player = button(row, "Play", "Play or pause (space)", () => this.toggle());
    this.player.className = "play";
    this.speed = add(row, "select");
    this.speed.setAttribute("aria-label", "Seconds for each moment");
    this.speed.title = "Seconds for each moment";
    for (const seconds of SECONDS) {
      const option = add(this.speed, "option", "", `${seconds} s`);
      option.value = seconds;
    }
    this.speed.value = 2;
    this.text = add(row, "span", "text");
    this.text.setAttribute("aria-live", "polite");
    this.link = button(row, "Copy link", "Copy link to this moment", () => this.copyLink());
    this.full = button(row, "Full screen", "Full screen with large type", () => this.fill());
    const track = add(root, "div", "track");
    this.ticks = add(track, "div", "ticks");
    this.input = add(track, "input");
    Object.assign(this.input, { type: "range", min: 0, step: 1 });
    this.input.setAttribute("aria-label", "Moment of the search");
    this.input.addEventListener("input", () => this.go(Number(this.input.value)));
    this.foot = add(root, "div", "foot");
    // Before the widgets see it: one that was clicked would take arrows for its own.
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey, true);
    this.onPointer = () => { this.pointed = true; };
    document.addEventListener("pointerdown", this.onPointer, true);
    this.onFull = () => {
      if (!document.fullscreenElement) this.leaveFull();
      this.speak();
    };
    document.addEventListener("fullscreenchange", this.onFull);
    this.onResize = () => this.fit();
    globalThis.addEventListener("resize", this.onResize);
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(root);
    this.wanted = null;
    this.asked = null;
    this.playing = false;
  }

  show(data) {
    const drawn = this.data && JSON.stringify(this.data.chapters) === JSON.stringify(data.chapters);
    this.data = data;
    this.root.classList.toggle("large", data.large);
    this.dress();
    this.input.max = data.n - 1;
    if (!drawn) this.drawTicks();
    clearTimeout(this.patience);
    this.asked = null;
    if (this.wanted !== null && this.wanted !== data.at) {
      this.ask(this.wanted);
    } else {
      this.wanted = null;
      this.at = data.at;
    }
    this.speak();
    if (this.playing && this.wanted === null) this.schedule();
  }

  go(moment) {
    const to = Math.min(Math.max(moment, 0), this.data.n - 1);
    // A step that waits for a prediction does not let one pass.
    if (this.data.waiting && to > this.at && this.chapterOf(to) === this.chapterOf(this.at)) {
      this.input.value = this.at;
      this.speak();
      return;
    }
    if (to === this.at) return;
    this.at = to;
    this.speak();
    if (this.asked === null) this.ask(to);
    else this.wanted = to;
  }

  ask(moment) {
    this.asked = moment;
    this.wanted = null;
    this.send("go", { moment });
    // An answer that never comes must not stop the scrubber for good.
    this.patience = setTimeout(() => { this.asked = null; }, 4000);
  }

  chapterOf(moment) {
    const { chapters } = this.data;
    let k = chapters.length - 1;
    while (k > 0 && chapters[k].at > moment) k -= 1;
    return k;
  }

  step(move) {
    const k = this.chapterOf(this.at);
    const { chapters } = this.data;
    if (move < 0 && this.at > chapters[k].at) this.go(chapters[k].at);
    else if (move < 0) this.go(k > 0 ? chapters[k - 1].at : 0);
    else this.go(k + 1 < chapters.length ? chapters[k + 1].at : this.data.n - 1);
  }

  key(event) {
    if (event.key === "Tab") this.pointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target !== this.input && typing(event.composedPath(), this.pointed)) return;
    const acts = {
      ArrowRight: () => (event.shiftKey ? this.step(1) : this.go(this.at + 1)),
      ArrowLeft: () => (event.shiftKey ? this.step(-1) : this.go(this.at - 1)),
      Home: () => this.go(0),
      End: () => this.go(this.data.n - 1),
    };
    // Space presses a button and ticks a box; on the slider it has nothing else to do.
    const pressed = ["BUTTON", "A", "INPUT", "SELECT"].includes(target.tagName)
      && target !== this.input;
    if (event.key === " " && !pressed) {
      acts[" "] = () => this.toggle();
    }
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== " ") this.pause();
    acts[event.key]();
  }

  toggle() {
    if (this.playing) this.pause();
    else {
      this.playing = true;
      if (this.at >= this.data.n - 1) this.go(0);
      else this.schedule(0.2);
      this.speak();
    }
  }

  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.speak();
  }

  schedule(seconds) {
    clearTimeout(this.timer);
    if (this.data.waiting || this.at >= this.data.n - 1) {
      this.pause();
      return;
    }
    this.timer = setTimeout(() => {
      if (this.playing) this.go(this.at + 1);
    }, 1000 * (seconds || Number(this.speed.value)));
  }

  speak() {
    const k = this.chapterOf(this.at);
    const chapter = this.data.chapters[k];
    const part = this.at - chapter.at;
    let text = chapter.label + place(chapter, part);
    if (this.data.waiting && k === this.chapterOf(this.data.at)) text += ": your prediction";
    if (this.text.textContent !== text) this.text.textContent = text;
    this.input.value = this.at;
    this.input.setAttribute("aria-valuetext", text);
    this.first.disabled = this.back.disabled = this.at === 0;
    this.last.disabled = this.at === this.data.n - 1;
    this.forward.disabled = this.last.disabled || (this.data.waiting && this.at === this.data.at);
    this.player.textContent = this.playing ? "Pause" : "Play";
    this.player.setAttribute("aria-pressed", this.playing);
    this.full.textContent = this.filled ? "Leave full screen" : "Full screen";
    this.full.title = this.filled ? "Leave full screen" : "Full screen with large type";
    this.full.setAttribute("aria-label", this.full.title);
    [...this.ticks.children].forEach((tick, i) => tick.classList.toggle("now", i === k));
  }

  drawTicks() {
    const { chapters, n } = this.data;
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
      tick.addEventListener("click", () => this.go(chapter.at));
      return tick;
    }));
    const phases = new Set(chapters.filter((c) => c.step).map((c) => c.phase));
    this.foot.replaceChildren(
      ...(phases.has("forward") ? [key("forward", "forward: an edge comes")] : []),
      ...(phases.has("backward") ? [key("backward", "backward: an edge goes")] : []),
      key("stop", "end of a phase, result"),
      key("hint", "← → one moment · Shift + ← → one step · Home, End: start, result · Space plays"),
    );
  }

  fill() {
    if (this.filled) {
      if (document.fullscreenElement) document.exitFullscreen();
      this.leaveFull();
      return;
    }
    this.filled = true;
    this.largeBefore = this.data.large;
    document.documentElement.classList.add("gesncd-full");
    // From wherever one had scrolled to: full screen begins with the lesson.
    this.root.getRootNode().host.closest("[data-testid=stMain]")?.scrollTo(0, 0);
    // Refused where the page is embedded without leave: it fills what it has all the same.
    document.documentElement.requestFullscreen?.().catch(() => {});
    if (!this.data.large) this.send("large", { on: true });
    this.dress();
    this.speak();
  }

  // By the button, or by Escape or F11, which the browser answers itself.
  leaveFull() {
    if (!this.filled) return;
    this.filled = false;
    document.documentElement.classList.remove("gesncd-full");
    if (!this.largeBefore) this.send("large", { on: false });
    this.dress();
    this.speak();
  }

  // What the graph and the panel beside it shall know: they inherit it from around them.
  dress() {
    const stage = this.root.getRootNode().host?.closest(".st-key-replay-stage");
    if (!stage) return;
    this.stage = stage;
    const set = (name, value) => (value
      ? stage.style.setProperty(name, value) : stage.style.removeProperty(name));
    set("--gesncd-type", this.data?.large ? "17px" : "");
    set("--gesncd-chrome", this.filled ? "none" : "");
    this.fit();
  }

  // For a projector, graph and panel are as high as the window leaves room for.
  fit() {
    if (!this.stage || !this.data) return;
    const least = this.filled ? 240 : 300;
    if (!this.filled && !this.data.large) {
      this.stage.style.removeProperty("--gesncd-height");
      return;
    }
    const at = this.root.getBoundingClientRect();
    if (!at.height) return;
    const pane = this.root.getRootNode().host.closest("[data-testid=stMain]");
    const top = this.stage.getBoundingClientRect().top + (pane ? pane.scrollTop : 0);
    const room = globalThis.innerHeight - top - at.height - 28;
    this.stage.style.setProperty("--gesncd-height", `${Math.max(least, Math.floor(room))}px`);
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

  destroy() {
    this.leaveFull();
    this.sizes.disconnect();
    globalThis.removeEventListener("resize", this.onResize);
    document.removeEventListener("pointerdown", this.onPointer, true);
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("fullscreenchange", this.onFull);
  }
}

// Whether a key belongs to something that is typed into or has arrows of its own. Focus stays
// where one clicked: what was chosen with the pointer, and is closed, leaves the arrows to us.
function typing(path, pointed) {
  return path.some((node) => {
    if (!node.tagName) return false;
    const role = node.getAttribute("role");
    const chosen = pointed && (node.tagName === "SELECT" || role === "radio" || role === "tab"
      || (node.tagName === "INPUT" && node.type === "radio") || isShut(node, role));
    if (chosen) return false;
    const edited = ["TEXTAREA", "SELECT"].includes(node.tagName) || node.isContentEditable;
    if (edited || (node.tagName === "INPUT" && node.type !== "checkbox")) return true;
    return ["slider", "radio", "tab", "option", "combobox", "listbox", "grid", "dialog"]
      .includes(role);
  });
}

// A box to choose from whose list is not open; whoever types into one opens it.
function isShut(node, role) {
  return role === "combobox" && node.getAttribute("aria-expanded") !== "true";
}

// Moments are counted as the panel lists them: the look at the graph before them is none.
function place(chapter, part) {
  if (chapter.n === 1) return "";
  if (part === 0) return ", before";
  return chapter.n === 2 && chapter.step ? ", applied" : `, moment ${part} of ${chapter.n - 1}`;
}

function key(name, text) {
  const item = document.createElement("span");
  if (name !== "hint") {
    const mark = document.createElement("i");
    mark.className = name;
    item.append(mark);
  }
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
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 16 16", width: "1.15em", height: "1.15em", "aria-hidden": "true",
  })) svg.setAttribute(name, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[shape]);
  path.setAttribute("fill", "currentColor");
  svg.append(path);
  node.append(svg);
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

function add(parent, tag, name = "", text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text) node.textContent = text;
  parent.appendChild(node);
  return node;
}
