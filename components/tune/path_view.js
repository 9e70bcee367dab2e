// The τ-path over log τ: edges, S_g and statements, with a line to drag. What τ means is read
// here at once, and where the graphs were sent ahead, the graph view is turned to that of τ; the
// server is told where the line came to rest. Where there are too many graphs for that, the server
// is asked for each, one question at a time, the newest first.
// This file knows the path and the line, and hands them to the others, each of which has one idea.
// Names are data: they reach textContent only.

const views = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = new PathView(freshRoot(parentElement, ".path"));
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
    this.questions = new Questions({
      drawn: () => (hasFrames(this.data.graph, this.data.id) ? this.data.id : ""),
      send: (value) => this.send(value),
    });
    this.scale = new Scale();
    const head = add(root, "div", "head");
    this.value = add(head, "div", "value");
    this.auto = this.button(head, "Automatic", () => this.take(this.data.auto, true));
    this.best = this.button(head, "Proposed", () => this.take(this.data.best.tau, true));
    this.stage = add(root, "div", "stage");
    const svg = add(this.stage, "svg");
    // What it shows is read from the slider and from the list below.
    svg.setAttribute("aria-hidden", "true");
    this.sheet = new Sheet(svg, this.scale);
    this.handle = add(this.stage, "div", "handle");
    set(this.handle, { role: "slider", tabindex: "0", "aria-label": "Threshold τ",
      "aria-orientation": "horizontal" });
    this.tip = new Tip(this.stage);
    this.key = add(root, "div", "key");
    this.spoken = add(root, "ul", "hidden-text");
    this.hand = new Hand(this.stage, this.handle, {
      scale: this.scale,
      now: () => this.tau,
      take: (tau, final, hasty) => this.take(tau, final, hasty),
      point: (event) => this.tip.point(event),
    });
    // Whatever is pressed next shall find the server where the line is.
    this.onPress = () => this.questions.rest();
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
    this.scale.cover(data);
    if (fresh) {
      this.questions.begin(data.seq);
      this.hand.held = false;
    }
    this.questions.answer(data.seq);
    if (!this.busy()) this.tau = this.scale.clamp(data.tau);
    this.theme();
    if (same) this.place();
    else this.draw();
    this.questions.goOn();
    exposePath(this);
  }

  busy() { return this.hand.held || this.questions.isOpen(); }

  theme() {
    const background = getComputedStyle(this.root).getPropertyValue("--st-background-color").trim();
    const c = this.data.palettes[isDark(background) ? "dark" : "light"];
    for (const name of ["ink", "muted", "line", "accent", "noise"]) {
      this.root.style.setProperty(`--${name}`, c[name]);
    }
    this.root.style.setProperty("--met", c.forward);
    this.root.style.setProperty("--broken", c.backward);
  }

  draw() {
    const width = this.stage.clientWidth;
    if (!width) return;
    const { data, sheet } = this;
    // Statements that have words between their names need more room than signs do.
    const worded = data.strips.some(({ parts }) => parts && parts[1].length > 1);
    this.scale.lay(Math.min(Math.max((worded ? 0.36 : 0.22) * width, 84), 190), width - RIGHT);
    const at = this.levels = levels(data);
    sheet.begin(width, at.height);
    this.bands = drawBands(sheet, data, at);
    drawEdges(sheet, data, at);
    if (at.hasScore) drawScore(sheet, data, at);
    drawMarks(sheet, data.marks, at);
    drawAxis(sheet, at.axis);
    data.strips.forEach((strip, k) => drawStrip(sheet, strip, data.plateaus, at.strips + k * ROW));
    if (data.sums) drawSums(sheet, data, at);
    this.stage.style.height = `${at.height}px`;
    drawKey(this.key, data);
    this.speak();
    this.place();
  }

  // For those who do not see the strips.
  speak() {
    this.spoken.replaceChildren();
    for (const text of this.data.strips.map((strip) => stripText(strip, this.data.plateaus))) {
      add(this.spoken, "li", "", text);
    }
    if (this.data.best) add(this.spoken, "li", "", this.data.best.text);
  }

  // The line, and what τ means there.
  place() {
    if (!this.bands) return;
    const { data, tau: now } = this;
    const at = this.scale.index(now);
    turnTo(data.graph, data.id, at);
    const plateau = data.plateaus[at];
    this.bands.forEach((band, k) => band.classList.toggle("here", data.plateaus[k] === plateau));
    this.handle.style.left = `${this.scale.x(now)}px`;
    const isAuto = data.auto !== null && Math.abs(Math.log(now / data.auto)) < 1e-9;
    const tau = `τ ${isAuto ? data.autoText : show(now)}`;
    const edges = `${plateau.edges} edge${plateau.edges === 1 ? "" : "s"}`;
    const score = plateau.sg === null ? "" : ` · S_g\u00a0${show(plateau.sg)}`;
    const agreed = data.sums ? ` · agreement ${percent(data.sums.values[at])}` : "";
    const rest = `, ${plateau.directed} directed${score}${agreed}`;
    this.value.replaceChildren();
    add(this.value, "b", "", tau);
    const low = data.auto !== null && now < data.auto && !isAuto;
    this.value.append(` · ${edges}${rest}${low ? " · below the noise floor" : ""}`);
    this.value.title = `The same graph for ${between(plateau.low, plateau.high)}`;
    set(this.handle, { "aria-valuemin": data.low, "aria-valuemax": data.high,
      "aria-valuenow": now,
      "aria-valuetext": `${tau}, ${edges}${rest}${low ? ", below the noise floor" : ""}` });
    this.auto.hidden = data.auto === null;
    this.auto.disabled = isAuto;
    this.best.hidden = !data.best;
  }

  take(tau, final, hasty = false) {
    this.tau = this.scale.clamp(tau);
    this.place();
    this.questions.want({ tau: this.tau, final }, hasty);
  }

  destroy() {
    this.watch.disconnect();
    globalThis.removeEventListener("pointerdown", this.onPress, true);
    this.questions.stop();
  }
}
