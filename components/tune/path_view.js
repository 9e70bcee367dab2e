// The τ-path over log τ: edges, S_g and statements, with a line to drag. What τ means is read
// here at once, and where the graphs were sent ahead, the graph view is turned to that of τ; the
// server is told where the line came to rest. Where there are too many graphs for that, the server
// is asked for each, one question at a time, the newest first.
// Names are data: they reach textContent only.

const views = new WeakMap();
const SVG = "http://www.w3.org/2000/svg";
const TOP = 30, EDGES_HIGH = 140, SCORE_HIGH = 76, GAP = 14, AXIS = 26, ROW = 22, SUM_HIGH = 92;
const RIGHT = 14;
const ANSWER_MS = 1500;
const REST_MS = 150;
const STATES = {
  s: { word: "satisfied", sign: "✓", style: "met" },
  v: { word: "violated", sign: "✕", style: "broken" },
  u: { word: "undecided", sign: "?", style: "open" },
};

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = new PathView(parentElement.querySelector(".path"));
    views.set(parentElement, view);
  }
  view.send = (value) => setTriggerValue("tau", value);
  view.show(data);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}

class PathView {
  constructor(root) {
    this.root = root;
    this.seq = 0;
    this.answered = 0;
    const head = add(root, "div", "head");
    this.value = add(head, "div", "value");
    this.auto = this.button(head, "Automatic", () => this.take(this.data.auto, true));
    this.best = this.button(head, "Proposed", () => this.take(this.data.best.tau, true));
    this.stage = add(root, "div", "stage");
    this.svg = add(this.stage, "svg");
    // What it shows is read from the slider and from the list below.
    this.svg.setAttribute("aria-hidden", "true");
    this.handle = add(this.stage, "div", "handle");
    for (const [name, value] of [["role", "slider"], ["tabindex", "0"],
      ["aria-label", "Threshold τ"], ["aria-orientation", "horizontal"]]) {
      this.handle.setAttribute(name, value);
    }
    this.tip = add(this.stage, "div", "tip");
    this.tip.hidden = true;
    this.key = add(root, "div", "key");
    this.spoken = add(root, "ul", "hidden-text");
    this.stage.addEventListener("pointerdown", (event) => this.grab(event));
    this.stage.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.stage.addEventListener(end, (event) => this.drop(event));
    }
    this.stage.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.handle.addEventListener("keydown", (event) => this.press(event));
    // Whatever is pressed next shall find the server where the line is.
    this.onPress = () => this.rest();
    globalThis.addEventListener("pointerdown", this.onPress, true);
    this.handle.addEventListener("blur", this.onPress);
    this.watch = new ResizeObserver(() => this.data && this.draw());
    this.watch.observe(this.stage);
  }

  button(parent, text, act) {
    const button = add(parent, "button", "", text);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  show(data) {
    const fresh = !this.data || this.data.id !== data.id;
    const picture = JSON.stringify({ ...data, tau: 0, seq: 0 });
    const same = picture === this.picture;
    this.picture = picture;
    this.data = data;
    if (fresh) {
      // A mount of its own: numbers that an earlier one sent say nothing here.
      this.seq = data.seq;
      this.waiting = undefined;
      this.held = false;
    }
    if (data.seq >= this.seq) clearTimeout(this.patience);
    this.answered = data.seq;
    if (!this.busy()) this.tau = this.clamp(data.tau);
    this.theme();
    if (same) this.place();
    else this.draw();
    if (data.seq >= this.seq && this.waiting !== undefined) this.ask();
    expose(this);
  }

  busy() { return this.held || this.waiting !== undefined || this.answered < this.seq; }

  theme() {
    const background = getComputedStyle(this.root).getPropertyValue("--st-background-color").trim();
    const [r, g, b] = rgb(background);
    const c = this.data.palettes[0.299 * r + 0.587 * g + 0.114 * b < 128 ? "dark" : "light"];
    for (const name of ["ink", "muted", "line", "accent", "noise"]) {
      this.root.style.setProperty(`--${name}`, c[name]);
    }
    this.root.style.setProperty("--met", c.forward);
    this.root.style.setProperty("--broken", c.backward);
  }

  // --- where things lie

  range() { return [Math.log(this.data.low), Math.log(this.data.high)]; }

  x(tau) {
    const [low, high] = this.range();
    const share = (Math.log(Math.min(Math.max(tau, this.data.low), this.data.high)) - low) / (high - low);
    return this.left + share * (this.right - this.left);
  }

  tauAt(x) {
    const [low, high] = this.range();
    const share = Math.min(Math.max((x - this.left) / (this.right - this.left), 0), 1);
    return this.clamp(Math.exp(low + share * (high - low)));
  }

  clamp(tau) { return Math.min(Math.max(tau, this.data.low), this.data.high); }

  index(tau) {
    const found = this.data.plateaus.findLastIndex((plateau) => plateau.low <= tau);
    return Math.max(found, 0);
  }

  span(plateau) {
    return [this.x(plateau.low), plateau.high === null ? this.right : this.x(plateau.high)];
  }

  // As high as the graph beside it, where the strips leave room.
  room() { return Math.min(Math.max(innerHeight - 256, 380), this.data.height) - 80; }

  // --- drawing

  draw() {
    const width = this.stage.clientWidth;
    if (!width) return;
    // Statements that have words between their names need more room than signs do.
    const worded = this.data.strips.some(({ parts }) => parts && parts[1].length > 1);
    this.left = Math.min(Math.max((worded ? 0.36 : 0.22) * width, 84), 190);
    this.right = width - RIGHT;
    const { strips, sums } = this.data;
    const score = this.data.plateaus.some((plateau) => plateau.sg !== null);
    const rest = TOP + AXIS + strips.length * ROW + (strips.length ? 8 : 0) + (sums ? SUM_HIGH : 0);
    const spare = Math.max(0, this.room() - rest - EDGES_HIGH - SCORE_HIGH - GAP);
    this.bottomOfEdges = TOP + EDGES_HIGH + (score ? 0.62 : 1) * spare;
    const scoreTop = this.bottomOfEdges + (score ? GAP : 0);
    const axisAt = scoreTop + (score ? SCORE_HIGH + 0.38 * spare : 0);
    const stripsTop = axisAt + AXIS;
    const sumTop = stripsTop + strips.length * ROW + (strips.length ? 8 : 0);
    const height = sumTop + (sums ? SUM_HIGH : 0) + 2;
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.replaceChildren();
    this.patterns();
    this.drawBands(TOP, axisAt);
    this.drawEdges();
    if (score) this.drawScore(scoreTop, axisAt);
    this.drawMarks(TOP, axisAt);
    this.drawAxis(axisAt);
    strips.forEach((strip, k) => this.drawStrip(strip, stripsTop + k * ROW));
    if (sums) this.drawSums(sumTop, stripsTop);
    this.stage.style.height = `${height}px`;
    this.drawKey();
    this.speak();
    this.place();
  }

  patterns() {
    const defs = add(this.svg, "defs");
    for (const [id, colour, gap] of [["path-noise", "var(--noise)", 5], ["path-open", "var(--noise)", 4]]) {
      const pattern = add(defs, "pattern");
      set(pattern, { id, width: gap, height: gap, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)" });
      set(add(pattern, "line"), { x1: 0, y1: 0, x2: 0, y2: gap, stroke: colour, "stroke-width": 2 });
    }
  }

  drawBands(top, bottom) {
    this.bands = this.data.plateaus.map((plateau, k) => {
      const [from, to] = this.span(plateau);
      return this.rect(from, top, to - from, bottom - top, `band${k % 2 ? " odd" : ""}`);
    });
    if (this.data.auto !== null) {
      this.rect(this.left, top, this.x(this.data.auto) - this.left, bottom - top, "noise");
    }
  }

  drawEdges() {
    const most = Math.max(1, ...this.data.plateaus.map((plateau) => plateau.edges));
    const y = (value) => this.bottomOfEdges - (value / most) * (this.bottomOfEdges - TOP - 8);
    this.panel("Edges", TOP, ticks(most, true).map((value) => [y(value), String(value)]));
    this.steps(this.data.plateaus.map((plateau) => y(plateau.edges)));
    this.data.plateaus.forEach((plateau, k) => {
      if (k === 0) return;
      const dot = add(this.svg, "circle", "dot");
      const above = y(this.data.plateaus[k - 1].edges);
      set(dot, { cx: this.x(plateau.low), cy: above, r: 3.2 });
      this.hint(dot, `Score ${show(plateau.low)}: below it, ${plateau.note}`);
    });
  }

  drawScore(top, bottom) {
    const values = this.data.plateaus.map((plateau) => plateau.sg);
    const most = Math.max(...values.filter((value) => value !== null), 1e-6) * 1.05;
    const y = (value) => bottom - (value / most) * (bottom - top - 4);
    this.panel("S_g", top, ticks(most, false).map((value) => [y(value), show(value)]));
    this.steps(values.map((value) => (value === null ? null : y(value))));
  }

  panel(title, top, lines) {
    this.text(0, top + 10, title, "title");
    for (const [y, label] of lines) {
      set(add(this.svg, "line", "grid"), { x1: this.left, x2: this.right, y1: y, y2: y });
      set(this.text(this.left - 6, y + 4, label), { "text-anchor": "end" });
    }
  }

  steps(heights) {
    let path = "";
    this.data.plateaus.forEach((plateau, k) => {
      if (heights[k] === null) return;
      const [from, to] = this.span(plateau);
      path += `${k && heights[k - 1] !== null ? "L" : "M"}${from} ${heights[k]}H${to}`;
    });
    add(this.svg, "path", "curve").setAttribute("d", path);
  }

  drawMarks(top, bottom) {
    let last = -Infinity;
    const marks = [...this.data.marks].sort((a, b) => a.tau - b.tau);
    for (const { tau, text } of marks) {
      const x = this.x(tau);
      set(add(this.svg, "line", "mark"), { x1: x, x2: x, y1: top - 12, y2: bottom });
      const label = this.text(x + 6, top - 5, text);
      const size = label.getComputedTextLength ? label.getComputedTextLength() : 0;
      if (x + 6 < last + 6 || x + 6 + size > this.right) {
        set(label, { x: x - 6, "text-anchor": "end" });
      } else {
        last = x + 6 + size;
      }
    }
  }

  drawAxis(y) {
    set(add(this.svg, "line", "axis"), { x1: this.left, x2: this.right, y1: y, y2: y });
    this.text(0, y + 16, "τ, log scale", "name");
    let last = -Infinity;
    for (const value of logTicks(this.data.low, this.data.high)) {
      const x = this.x(value);
      if (x < last + 34) continue;
      last = x;
      set(add(this.svg, "line", "axis"), { x1: x, x2: x, y1: y, y2: y + 4 });
      set(this.text(x, y + 16, show(value)), { "text-anchor": "middle" });
    }
  }

  drawStrip(strip, y) {
    const label = this.text(0, y + 14, "", "name");
    this.name(label, strip, this.left - 8);
    this.hint(label, `${strip.label}${strip.enforced ? "\nEnforced: no evidence" : ""}`);
    const group = add(this.svg, "g");
    for (const piece of this.pieces(strip.states)) {
      const { word, sign, style } = STATES[piece.state];
      const box = this.rect(piece.from, y + 3, piece.to - piece.from, ROW - 6, style, group);
      if (strip.enforced) box.setAttribute("opacity", "0.4");
      this.hint(box, `${strip.label}\n${word} for ${piece.text}`);
      if (piece.to - piece.from > 15) {
        const text = this.text((piece.from + piece.to) / 2, y + 15, sign, "sign");
        text.style.pointerEvents = "none";
      }
    }
    this.rect(this.left, y + 3, this.right - this.left, ROW - 6, "rim");
  }

  // Neighbouring plateaus in one state, put together.
  pieces(states) {
    const pieces = [];
    this.data.plateaus.forEach((plateau, k) => {
      const last = pieces.at(-1);
      if (last && last.state === states[k]) last.high = plateau.high;
      else pieces.push({ state: states[k], low: plateau.low, high: plateau.high });
    });
    return pieces.map((piece) => {
      const [from, to] = this.span(piece);
      return { ...piece, from, to, text: between(piece.low, piece.high) };
    });
  }

  drawSums(top, stripsTop) {
    const { values } = this.data.sums;
    const bottom = top + SUM_HIGH - 20;
    const [low, high] = tenths(values);
    const y = (value) => bottom - 4 - (value - low) / (high - low) * (bottom - top - 18);
    // Between two labels of the axis.
    this.text(0, y(low + 0.75 * (high - low)) + 4, "Agreement", "title");
    for (const value of [low, (low + high) / 2, high]) {
      set(add(this.svg, "line", "grid"), { x1: this.left, x2: this.right, y1: y(value), y2: y(value) });
      set(this.text(this.left - 6, y(value) + 4, percent(value)), { "text-anchor": "end" });
    }
    set(add(this.svg, "line", "axis"), { x1: this.left, x2: this.right, y1: bottom, y2: bottom });
    this.steps(values.map(y));
    this.drawAgreements(y, top);
    this.data.plateaus.forEach((plateau, k) => {
      const [from, to] = this.span(plateau);
      const area = this.rect(from, top, to - from, bottom - top, "band");
      this.hint(area, this.data.sums.notes[k]);
    });
    const { best } = this.data;
    if (!best) return;
    const from = this.x(best.low), to = best.high === null ? this.right : this.x(best.high);
    this.rect(from, bottom, to - from, 5, "best");
    const box = this.rect(from, stripsTop, to - from, bottom - stripsTop, "best-box");
    box.style.pointerEvents = "none";
    const label = this.text(from, bottom + 17, "proposed", "best-text");
    if (from + 54 > this.right) set(label, { x: to, "text-anchor": "end" });
  }

  // What the automatic and the proposed τ agree with, to be compared.
  drawAgreements(y, top) {
    const { best, auto, sums } = this.data;
    let taken = -Infinity;
    for (const tau of [best ? best.tau : null, auto]) {
      if (tau === null) continue;
      const x = this.x(tau), value = sums.values[this.index(tau)], at = y(value);
      set(add(this.svg, "circle", "point"), { cx: x, cy: at, r: 3.2 });
      if (Math.abs(x - taken) < 40) continue;
      taken = x;
      const label = this.text(x, at - 7 < top + 8 ? at + 15 : at - 7, percent(value), "amount");
      if (x + 18 > this.right) label.style.textAnchor = "end";
    }
  }

  drawKey() {
    const parts = [["○", "breakpoint: the score at which the graph changes"],
      ["▮", "band: τ with one and the same graph, tinted where the line is"]];
    if (this.data.auto !== null) parts.push(["▨", "noise floor: below it expect false edges"]);
    if (this.data.strips.length) {
      for (const { sign, word } of Object.values(STATES)) parts.push([sign, word]);
    }
    this.key.replaceChildren();
    for (const [sign, text] of parts) add(this.key, "span", "", text).dataset.sign = sign;
  }

  // For those who do not see the strips.
  speak() {
    this.spoken.replaceChildren();
    for (const strip of this.data.strips) {
      const parts = this.pieces(strip.states).map(({ state, text }) => `${STATES[state].word} for ${text}`);
      const label = `${strip.label}${strip.enforced ? " (enforced, no evidence)" : ""}`;
      add(this.spoken, "li", "", `${label}: ${parts.join("; ")}.`);
    }
    if (this.data.best) add(this.spoken, "li", "", this.data.best.text);
  }

  place() {
    if (!this.bands) return;
    const at = this.index(this.tau);
    turnTo(this.data.graph, this.data.id, at);
    const plateau = this.data.plateaus[at];
    this.bands.forEach((band, k) => band.classList.toggle("here", this.data.plateaus[k] === plateau));
    this.handle.style.left = `${this.x(this.tau)}px`;
    const isAuto = this.data.auto !== null && Math.abs(Math.log(this.tau / this.data.auto)) < 1e-9;
    const tau = `τ ${isAuto ? this.data.autoText : show(this.tau)}`;
    const edges = `${plateau.edges} edge${plateau.edges === 1 ? "" : "s"}`;
    const score = plateau.sg === null ? "" : ` · S_g\u00a0${two(plateau.sg)}`;
    const agreed = this.data.sums ? ` · agreement ${percent(this.data.sums.values[at])}` : "";
    const rest = `, ${plateau.directed} directed${score}${agreed}`;
    this.value.replaceChildren();
    add(this.value, "b", "", tau);
    this.value.append(` · ${edges}${rest}`);
    this.value.title = `The same graph for ${between(plateau.low, plateau.high)}`;
    const low = this.data.auto !== null && this.tau < this.data.auto && !isAuto;
    set(this.handle, { "aria-valuemin": this.data.low, "aria-valuemax": this.data.high,
      "aria-valuenow": this.tau,
      "aria-valuetext": `${tau}, ${edges}${rest}${low ? ", below the noise floor" : ""}` });
    this.auto.hidden = this.data.auto === null;
    this.auto.disabled = isAuto;
    this.best.hidden = !this.data.best;
  }

  // --- moving τ

  take(tau, final) {
    this.tau = this.clamp(tau);
    this.place();
    clearTimeout(this.resting);
    const drawn = hasFrames(this.data.graph, this.data.id);
    if (drawn && !final) return;
    this.waiting = { tau: this.tau, final };
    // A key that is held down draws graph after graph; the server needs the last one only.
    if (drawn && this.hasty) this.resting = setTimeout(() => this.rest(), REST_MS);
    else if (this.answered >= this.seq) this.ask();
  }

  rest() {
    clearTimeout(this.resting);
    this.ask();
  }

  ask() {
    if (this.waiting === undefined) return;
    const { tau, final } = this.waiting;
    this.waiting = undefined;
    this.seq += 1;
    const drawn = hasFrames(this.data.graph, this.data.id) ? this.data.id : "";
    this.send({ tau, final, drawn, seq: this.seq });
    // An answer that got lost must not end the dragging.
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.answered = this.seq;
      this.ask();
    }, ANSWER_MS);
  }

  grab(event) {
    if (event.button) return;
    const x = this.at(event);
    if (x < this.left - 12) return;
    this.held = true;
    this.stage.setPointerCapture(event.pointerId);
    this.handle.focus({ preventScroll: true });
    this.take(this.tauAt(x), false);
    event.preventDefault();
  }

  drag(event) {
    if (this.held) this.take(this.tauAt(this.at(event)), false);
    else this.point(event);
  }

  drop(event) {
    if (!this.held) return;
    this.held = false;
    // A gesture that became a scroll has no place of its own.
    this.take(event.type === "pointerup" ? this.tauAt(this.at(event)) : this.tau, true);
  }

  at(event) { return event.clientX - this.stage.getBoundingClientRect().x; }

  press(event) {
    const now = this.index(this.tau);
    const near = (k) => {
      const { low, high } = this.data.plateaus[Math.min(Math.max(k, 0), this.data.plateaus.length - 1)];
      return Math.sqrt(low * Math.min(high === null ? this.data.high : high, this.data.high));
    };
    const moves = {
      ArrowRight: () => this.tau * 10 ** (1 / 40), ArrowUp: () => this.tau * 10 ** (1 / 40),
      ArrowLeft: () => this.tau / 10 ** (1 / 40), ArrowDown: () => this.tau / 10 ** (1 / 40),
      PageUp: () => near(now + 1), PageDown: () => near(now - 1),
      Home: () => this.data.low, End: () => this.data.high,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.hasty = true;
    this.take(moves[event.key](), true);
    this.hasty = false;
  }

  // --- small things

  hint(node, text) { node.dataset.hint = text; }

  point(event) {
    const text = event.target.dataset ? event.target.dataset.hint : "";
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    const box = this.stage.getBoundingClientRect();
    const x = event.clientX - box.x;
    this.tip.style.left = `${Math.max(0, Math.min(x + 12, box.width - 290))}px`;
    this.tip.style.top = `${event.clientY - box.y + 14}px`;
  }

  rect(x, y, width, height, name, parent = this.svg) {
    const rect = add(parent, "rect", name);
    set(rect, { x, y, width: Math.max(width, 0), height });
    return rect;
  }

  text(x, y, content, name = "") {
    const text = add(this.svg, "text", name, content);
    set(text, { x, y });
    return text;
  }

  // The whole statement; else its names with what is between them, which is kept whatever is cut.
  name(node, strip, width) {
    node.textContent = strip.label;
    if (node.getComputedTextLength() <= width) return;
    if (!strip.parts) {
      this.cut(node, strip.label, width);
      return;
    }
    const [a, sign, b] = strip.parts;
    for (let n = Math.max(a.length, b.length); n > 2; n -= 1) {
      node.textContent = `${shortened(a, n)} ${sign} ${shortened(b, n)}`;
      if (node.getComputedTextLength() <= width) return;
    }
    this.cut(node, strip.label, width);
  }

  cut(node, text, width) {
    node.textContent = text;
    for (let n = text.length - 1; n > 3 && node.getComputedTextLength() > width; n -= 1) {
      node.textContent = `${text.slice(0, n).trimEnd()}…`;
    }
  }

  destroy() {
    this.watch.disconnect();
    globalThis.removeEventListener("pointerdown", this.onPress, true);
    clearTimeout(this.resting);
    clearTimeout(this.patience);
  }
}

// For the tests: globalThis.__gesncd_path reads what is shown.
function expose(view) {
  globalThis.__gesncd_path = {
    tau: () => view.tau,
    edges: () => view.data.plateaus[view.index(view.tau)].edges,
    settled: () => !view.busy(),
    onPage: (tau) => {
      const box = view.stage.getBoundingClientRect();
      return { x: box.x + view.x(tau), y: box.y + (TOP + view.bottomOfEdges) / 2 };
    },
    spans: () => [...view.svg.querySelectorAll("rect.met, rect.broken, rect.open")].map((rect) => [
      rect.getAttribute("class"), Number(rect.getAttribute("x")), Number(rect.getAttribute("width")),
    ]),
    labels: () => [...view.svg.querySelectorAll("text.name")].map((text) => text.textContent),
    amounts: () => [...view.svg.querySelectorAll("text.amount")].map((text) => text.textContent),
    breaks: () => view.data.plateaus.map((plateau) => view.x(plateau.low)),
  };
}

function add(parent, tag, name = "", text = "") {
  const drawn = parent.namespaceURI === SVG || tag === "svg";
  const node = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (name) node.setAttribute("class", name);
  if (text) node.textContent = text;
  parent.appendChild(node);
  return node;
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// Three significant digits, without exponents where people can read the number.
function show(value) {
  if (value === 0) return "0";
  const digits = Number(value.toPrecision(3));
  return Math.abs(digits) < 1e-5 ? digits.toExponential() : plain(digits);
}

function percent(value) { return `${Math.round(100 * value)} %`; }

function shortened(name, most) {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

// The tenths around some shares, two apart at least, so that small differences can be seen.
function tenths(values) {
  let low = Math.floor(10 * Math.min(...values) + 1e-6), high = Math.ceil(10 * Math.max(...values) - 1e-6);
  if (high - low < 2) [low, high] = high < 10 ? [low, low + 2] : [high - 2, high];
  return [low / 10, high / 10];
}

function two(value) { return value === 0 ? "0" : plain(Number(value.toPrecision(2))); }

function plain(value) {
  const text = String(value);
  return text.includes("e") ? value.toFixed(10).replace(/0+$/, "") : text;
}

function between(low, high) {
  return high === null ? `τ from ${show(low)} on` : `τ ${show(low)} to ${show(high)}`;
}

function ticks(most, whole) {
  const raw = most / 3;
  const unit = 10 ** Math.floor(Math.log10(raw));
  let step = [1, 2, 5, 10].map((k) => k * unit).find((each) => each >= raw);
  if (whole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let k = 0; k * step <= most * 1.0001; k += 1) found.push(k * step);
  return found;
}

function logTicks(low, high) {
  const found = [];
  for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade += 1) {
    for (const digit of [1, 2, 5]) {
      const value = digit * 10 ** decade;
      if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
    }
  }
  return found;
}

function rgb(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const numbers = colour.match(/[\d.]+/g);
  return numbers ? numbers.slice(0, 3).map(Number) : [255, 255, 255];
}
