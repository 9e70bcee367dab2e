// Shows one graph with vis-network. Streamlit calls the default export at every change of data or
// theme with the same parent; the view is built at the first call and only updated afterwards.
// Labels and titles are data: they reach the canvas or textContent, never innerHTML.

const views = new WeakMap();
const GLOW_MS = 2000;
const NEARBY_ABOVE = 60;
const MARGIN = 8;
const CROWD_ABOVE = 15;
const [TEXT_SIZE, LEAST_TEXT_PIXELS] = [12, 10];
const BENDS = [0, 0.14, -0.14, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5];
const SCORES_TITLE = "Write each edge's score on it where there is room; point at an edge for others";
const KNOWN_WORDS = {
  by: "directed by knowledge",
  follows: "follows from knowledge",
  either: "directed by, or following from, knowledge",
};
const SVG = "http://www.w3.org/2000/svg";

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(parentElement.querySelector(".graph-view"));
    views.set(parentElement, view);
  }
  view.send = (nodes) => setTriggerValue("click", { nodes });
  view.sendPlaces = (layout, places) => setTriggerValue("moved", { layout, places });
  view.show(data);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}

class GraphView {
  constructor(root) {
    this.root = root;
    this.focus = [];
    this.unanswered = [];
    this.marks = new Map();
    this.ghosts = new Map();
    this.bends = new Map();
    this.scores = false;
    this.forbidden = false;
    this.nearby = null;
    this.tools = element("div", "tools", root);
    this.canvas = element("div", "canvas", root);
    this.wait = element("div", "wait", this.canvas);
    this.wait.textContent = "Loading the graph view";
    this.legend = element("div", "legend", root);
    this.spoken = element("div", "hidden-text", root);
    this.spoken.setAttribute("role", "img");
    this.buildTools();
  }

  buildTools() {
    this.search = element("input", "", this.tools);
    this.search.type = "search";
    this.search.placeholder = "Find a variable";
    this.search.setAttribute("aria-label", "Find a variable");
    this.found = element("datalist", "", this.tools);
    this.found.id = `variables-${Math.random().toString(36).slice(2)}`;
    this.search.setAttribute("list", this.found.id);
    this.search.addEventListener("change", () => this.find(this.search.value));
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.find(this.search.value);
    });
    element("div", "space", this.tools);
    this.arrangeBox = element("select", "", this.tools);
    this.arrangeBox.setAttribute("aria-label", "Arrange the variables");
    this.arrangeBox.addEventListener("change", () => {
      this.arrange(this.arrangeBox.value);
      this.arrangeBox.value = "";
    });
    for (const [value, text] of [["", "Arrange"], ["layers", "In layers, causes on top"],
      ["circle", "In a circle"], ["default", "As at the start"]]) {
      const option = element("option", "", this.arrangeBox);
      option.value = value;
      option.textContent = text;
    }
    this.scoresButton = this.toggle("Scores", SCORES_TITLE, (on) => {
      this.scores = on;
      this.restyle(true);
    });
    this.forbiddenButton = this.toggle("Forbidden", "Draw what knowledge forbids", (on) => {
      this.forbidden = on;
      this.network.redraw();
    });
    this.nearbyButton = this.toggle(
      "Nearby only", "Show only the chosen variable and its Markov blanket", (on) => {
        this.nearby = on;
        this.restyle();
        this.fitToFocus();
      });
    this.button("PNG", "Save the graph as it is shown as a PNG picture", () => this.savePng());
    this.button("Fit", "Show the whole graph", () => this.fit(true));
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.focus.length) this.choose([]);
    });
    this.onTurn = (event) => this.turn(event.detail);
    globalThis.addEventListener(TURN, this.onTurn);
  }

  button(text, title, act) {
    const button = element("button", "", this.tools);
    button.type = "button";
    button.textContent = text;
    button.title = title;
    button.addEventListener("click", act);
    return button;
  }

  toggle(text, title, act) {
    const button = this.button(text, title, () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      act(on);
    });
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  show(sent) {
    this.sent = sent;
    const data = this.data = turned(sent);
    this.spoken.setAttribute("aria-label", data.summary);
    // As high as the graph needs, but what stands below it shall be on the screen too.
    // A page that knows better, as Replay does for a projector, sets a height around this view.
    const height = `clamp(380px, calc(100vh - 256px), ${data.height}px)`;
    this.root.style.height = `var(--gesncd-height, ${height})`;
    if (!globalThis.vis || !globalThis.vis.Network) {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.show(this.sent), 50);
      return;
    }
    if (!this.network) this.build();
    const sameNodes = this.layout === data.layout;
    this.readTheme();
    if (!sameNodes) this.replaceNodes();
    this.markChanges();
    this.syncEdges();
    const refocused = this.takeFocus(data.focus);
    this.arrangeBox.hidden = !data.arrangements;
    this.forbiddenButton.hidden = data.forbidden.length === 0;
    this.restyle();
    if (refocused && sameNodes) this.fitToFocus();
    this.drawLegend();
    const painted = JSON.stringify(data.paint);
    if (painted !== this.painted) this.network.redraw();
    this.painted = painted;
    if (!sameNodes) this.fit(false);
  }

  // Another of the graphs that were sent ahead was turned to, here in the browser.
  turn(key) {
    if (!this.network || this.sent.key !== key || this.layout !== this.sent.layout) return;
    this.data = turned(this.sent);
    this.syncEdges();
    this.restyle();
    this.drawLegend();
    this.painted = JSON.stringify(this.data.paint);
    this.network.redraw();
    this.spoken.setAttribute("aria-label", this.data.summary);
  }

  // The server answers each choice with the choice itself. An answer that comes after the next
  // choice was made here must not undo that; anything else was chosen elsewhere on the page.
  takeFocus(focus) {
    const told = focus.join();
    if (told === this.toldFocus) {
      // Choices that came too fast to be told apart are answered by the last of them.
      if (this.unanswered.at(-1) === told) this.unanswered = [];
      return false;
    }
    this.toldFocus = told;
    const answered = this.unanswered.lastIndexOf(told);
    if (answered >= 0) {
      this.unanswered.splice(0, answered + 1);
      return false;
    }
    this.unanswered = [];
    this.focus = focus;
    return true;
  }

  build() {
    this.nodes = new vis.DataSet();
    this.edges = new vis.DataSet();
    this.network = new vis.Network(
      this.canvas,
      { nodes: this.nodes, edges: this.edges },
      {
        physics: false,
        layout: { improvedLayout: false },
        interaction: { hover: true, tooltipDelay: 250, zoomSpeed: 0.6, selectConnectedEdges: false },
        nodes: {
          shape: "box",
          borderWidth: 1.2,
          borderWidthSelected: 2,
          labelHighlightBold: false,
          shapeProperties: { borderRadius: 6 },
          margin: { top: 8, bottom: 8, left: 11, right: 11 },
        },
        edges: { smooth: false, arrowStrikethrough: false, selectionWidth: 0, hoverWidth: 0.6 },
      },
    );
    this.network.on("beforeDrawing", (pen) => this.drawPairs(pen));
    this.network.on("afterDrawing", (pen) => this.drawMarks(pen));
    this.network.on("click", (event) => this.clicked(event));
    this.network.on("hoverEdge", ({ edge }) => { this.pointed = edge; });
    this.network.on("blurEdge", () => { this.pointed = undefined; });
    this.network.on("dragEnd", (event) => event.nodes.length && this.moved());
    // A view whose container grows keeps its centre, but a first, tiny container needs a fit.
    // In the next frame, as vis-network scales the view by its width after this event.
    this.network.on("resize", () => {
      cancelAnimationFrame(this.refit);
      this.refit = requestAnimationFrame(() => this.untouched && this.fit(false));
    });
    for (const touch of ["zoom", "dragStart"]) {
      this.network.on(touch, () => { this.untouched = false; });
    }
    // A pointer that leaves the canvas in one leap would leave its tooltip behind.
    this.canvas.addEventListener("pointerleave", () => {
      const tip = this.canvas.querySelector(".vis-tooltip");
      if (tip) tip.style.visibility = "hidden";
    });
    this.wait.remove();
    expose(this);
  }

  replaceNodes() {
    this.layout = this.data.layout;
    this.marks.clear();
    this.ghosts.clear();
    this.stamp = undefined;
    this.focus = [];
    this.toldFocus = "";
    this.unanswered = [];
    this.bends.clear();
    this.edges.clear();
    this.nodes.clear();
    const moved = this.storedPositions();
    this.nodes.add(
      this.data.nodes.map((node) => ({
        ...node, ...(moved[node.name] || {}), title: node.label.includes("…") ? node.name : undefined,
      })),
    );
    this.found.replaceChildren(...this.data.nodes.map((node) => {
      const option = document.createElement("option");
      option.value = node.name;
      return option;
    }));
    this.nearby = this.data.nodes.length > NEARBY_ABOVE;
    this.nearbyButton.setAttribute("aria-pressed", String(this.nearby));
    this.untouched = true;
    if (Object.keys(moved).length) this.reportPlaces();
  }

  // What was dragged stays where it was put, also after a reload of the page.
  storageKey() { return `gesncd-positions-${this.layout}`; }

  storedPositions() {
    try {
      const stored = JSON.parse(localStorage.getItem(this.storageKey()) || "[]");
      const usable = stored.filter((p) => Number.isFinite(p[1]) && Number.isFinite(p[2]));
      return Object.fromEntries(usable.map(([name, x, y]) => [name, { x, y }]));
    } catch {
      return {};
    }
  }

  moved() {
    this.bends.clear();
    this.restyle(true);
    this.rememberPositions();
  }

  rememberPositions() {
    const at = this.places();
    const list = this.data.nodes.map((node) => [node.name, at[node.id].x, at[node.id].y]);
    try {
      localStorage.setItem(this.storageKey(), JSON.stringify(list));
    } catch {
      // Storage may be full or forbidden; the positions then last as long as the page.
    }
    this.reportPlaces();
  }

  // Pictures that the server draws shall look as the graph does here.
  reportPlaces() {
    const at = this.places();
    this.sendPlaces(this.layout, this.data.nodes.map(({ id }) => [at[id].x, at[id].y]));
  }

  // Unlike vis-network's getPositions, hidden nodes included.
  places(ids = this.data.nodes.map((node) => node.id)) {
    return Object.fromEntries(ids.map((id) => [id, this.network.getPosition(id)]));
  }

  arrange(how) {
    if (how === "default") this.resetPositions();
    const places = (this.data.arrangements || {})[how];
    if (!places) return;
    this.nodes.update(this.data.nodes.map(({ id }) => ({ id, x: places[id][0], y: places[id][1] })));
    this.moved();
    this.fit(true);
  }

  find(name) {
    const wanted = name.trim().toLowerCase();
    if (!wanted) return;
    const named = (test) => this.data.nodes.find((node) => test(node.name.toLowerCase()));
    const node = named((n) => n === wanted) || named((n) => n.startsWith(wanted))
      || named((n) => n.includes(wanted));
    this.search.setAttribute("aria-invalid", String(!node));
    if (!node) return;
    this.search.value = "";
    this.choose([node.id]);
    if (!this.nearby) this.bringIntoView(node.id);
  }

  // From the boxes as they were laid out: vis-network measures its own only while it draws.
  extent(nodes) {
    const at = this.places(nodes.map(({ id }) => id));
    const sides = (low, axis, size) => nodes.map(
      (node) => at[node.id][axis] + (low ? -1 : 1) * node[size] / 2,
    );
    return {
      left: Math.min(...sides(true, "x", "w")), right: Math.max(...sides(false, "x", "w")),
      top: Math.min(...sides(true, "y", "h")), bottom: Math.max(...sides(false, "y", "h")),
    };
  }

  bringIntoView(id) {
    const { x, y } = this.network.canvasToDOM(this.network.getPosition(id));
    const inside = x > 40 && y > 20
      && x < this.canvas.clientWidth - 40 && y < this.canvas.clientHeight - 20;
    if (!inside) this.network.focus(id, { scale: this.network.getScale(), animation: false });
  }

  fitToFocus() {
    const lit = this.nearby ? this.lit() : null;
    if (!lit) {
      if (this.nearby !== null && this.narrowed) this.fit(false);
      this.narrowed = false;
      return;
    }
    this.narrowed = true;
    this.network.fit({
      nodes: [...lit], animation: false, minZoomLevel: 0.6, maxZoomLevel: 1.15,
    });
  }

  savePng() {
    const source = this.canvas.querySelector("canvas");
    const copy = document.createElement("canvas");
    copy.width = source.width;
    copy.height = source.height;
    const pen = copy.getContext("2d");
    pen.fillStyle = this.colours.background;
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(source, 0, 0);
    copy.toBlob((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "graph.png";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
  }

  resetPositions() {
    try {
      localStorage.removeItem(this.storageKey());
    } catch {
      // As above.
    }
    this.nodes.update(this.data.nodes.map(({ id, x, y }) => ({ id, x, y })));
    this.bends.clear();
    this.restyle(true);
    this.reportPlaces();
    this.fit(true);
  }

  fit(animated) {
    const { least, tight, size, most = 1.15, air = 0 } = this.data.font;
    const { left, right, top, bottom } = this.extent(this.data.nodes);
    const whole = Math.min(
      most, (this.canvas.clientWidth - 2 * MARGIN) / (right - left + 2 * air),
      (this.canvas.clientHeight - 2 * MARGIN) / (bottom - top + 2 * air),
    );
    // Smaller letters are worth it where all then fits; else names shall be readable.
    const scale = whole * size >= tight ? whole : least / size;
    const position = { x: (left + right) / 2, y: (top + bottom) / 2 };
    this.network.moveTo({ position, scale, animation: false });
    this.untouched = true;
    if (animated) this.network.redraw();
  }

  readTheme() {
    const style = getComputedStyle(this.root);
    const [r, g, b] = rgb(style.backgroundColor);
    const dark = 0.299 * r + 0.587 * g + 0.114 * b < 128;
    this.colours = this.data.palettes[dark ? "dark" : "light"];
    this.fontFace = style.fontFamily || "sans-serif";
  }

  markChanges() {
    const { stamp, changes, hold } = this.data;
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

  syncEdges() {
    const wanted = new Map(this.data.edges.map((edge) => [edge.id, edge]));
    for (const [id, ghost] of this.ghosts) {
      if (wanted.has(id)) this.ghosts.delete(id);
      else wanted.set(id, { id, ...ghost, title: "removed", ghost: true });
    }
    for (const { from, to, directed, remark } of this.data.paint.extra) {
      const id = from < to ? `${from}-${to}` : `${to}-${from}`;
      if (!wanted.has(id)) wanted.set(id, { id, from, to, directed, title: remark, extra: true });
    }
    this.wanted = wanted;
    const gone = this.edges.getIds().filter((id) => !wanted.has(id));
    if (gone.length) this.edges.remove(gone);
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
      if (ended) this.syncEdges();
      if (ended || (!still && now - last > 40)) {
        last = now;
        this.restyle(true);
      }
      const running = [...this.marks.values()].some((mark) => mark.until !== Infinity);
      if (running) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  // Nodes near the focus stay, the rest fades.
  lit() {
    if (this.focus.length === 0) return null;
    const nodes = new Set(this.focus);
    if (this.focus.length === 1) this.data.blankets[this.focus[0]].forEach((id) => nodes.add(id));
    return nodes;
  }

  restyle(edgesOnly = false) {
    const lit = this.lit();
    const focus = new Set(this.focus);
    if (!edgesOnly) {
      const styled = this.data.nodes.map((node) => this.nodeStyle(node.id, lit, focus));
      this.nodes.update(styled.filter((style) => changed(this.nodes, style)));
    }
    const now = performance.now();
    const styled = [...this.wanted.values()].map((edge) => this.edgeStyle(edge, lit, focus, now));
    this.edges.update(styled.filter((style) => changed(this.edges, style)));
  }

  nodeStyle(id, lit, focus) {
    const c = this.colours;
    const faded = lit !== null && !lit.has(id);
    const hidden = faded && this.nearby === true;
    const chosen = focus.has(id);
    const fill = chosen ? mix(c.accent, c.background, 0.16) : c.surface;
    const border = chosen ? c.accent : faded ? mix(c.muted, c.background, 0.25) : c.muted;
    const colour = { background: faded ? c.background : fill, border };
    return {
      id,
      hidden,
      color: { ...colour, hover: { ...colour, border: c.accent }, highlight: colour },
      borderWidth: chosen ? 2.2 : 1.2,
      font: {
        size: this.data.font.size,
        face: this.fontFace,
        color: faded ? mix(c.ink, c.background, 0.3) : c.ink,
        multi: false,
      },
    };
  }

  edgeStyle(edge, lit, focus, now) {
    const c = this.colours;
    const mark = this.marks.get(edge.id);
    // A co-parent belongs to the blanket through its arrow to the common child.
    const near = lit === null || (lit.has(edge.from) && lit.has(edge.to)
      && (focus.has(edge.from) || focus.has(edge.to)
        || (edge.directed && this.isChild(edge.to) && !focus.has(edge.to))));
    // Marks that are held have a colour, but only those that just came glow.
    const glows = mark && mark.until !== Infinity;
    // Many edges hide each other and the names where they are as strong as a few may be.
    const thin = this.data.nodes.length > CROWD_ABOVE ? 0.7 : 1;
    const left = glows ? Math.min(1, Math.max(0, (mark.until - now) / GLOW_MS)) : 0;
    const style = {
      id: edge.id, from: edge.from, to: edge.to, directed: edge.directed, title: edge.title,
      smooth: this.bend(edge), dashes: false, width: (edge.width || 1.8) * thin,
      shadow: { enabled: false },
      arrows: {
        to: { enabled: edge.directed, scaleFactor: 0.75 * thin, type: "arrow" },
      },
      hidden: this.nearby === true && lit !== null && !(lit.has(edge.from) && lit.has(edge.to)),
      signs: [edge.locked && "lock", edge.known].filter(Boolean),
      text: this.scores && edge.score ? edge.score : "",
    };
    let colour = c.ink;
    if (mark && mark.change === "added") {
      colour = c[mark.phase];
      style.width = Math.max(style.width, 2.4) + 1.6 * left;
      if (glows) style.shadow = { enabled: true, color: colour, size: 4 + 14 * left, x: 0, y: 0 };
    } else if (mark && mark.change === "removed") {
      colour = mix(c[mark.phase], c.background, glows ? 0.2 + 0.7 * left : 0.6);
      style.dashes = [6, 6];
    } else if (mark) {
      colour = c.accent;
      style.width = Math.max(style.width, 2.4);
      style.arrows.to.scaleFactor = 0.75 + 0.35 * left;
    }
    const paint = edge.ghost ? undefined : this.paintOf(edge);
    if (paint) {
      if (!mark) colour = c[paint.ink];
      if (paint.dashed) style.dashes = [7, 5];
      if (paint.width !== null) style.width = paint.width;
      if (paint.label) style.text = paint.label;
      if (paint.remark && !edge.extra) style.title = `${edge.title}\n${paint.remark}`;
    }
    if (!near) {
      colour = mix(colour, c.background, 0.15);
      style.text = "";
    }
    if (this.focus.length === 2 && near) {
      colour = c.accent;
      style.width = Math.max(style.width, 3);
    }
    style.color = { color: colour, highlight: colour, hover: near ? c.accent : colour };
    return style;
  }

  paintOf(edge) {
    const { edges, extra } = this.data.paint;
    if (!edge.extra) return edges[edge.id];
    return extra.find(({ from, to }) => from === edge.from && to === edge.to);
  }

  // An edge that would run behind a third box bends around it, the same way at every step.
  bend(edge) {
    const [low, high] = edge.from < edge.to ? [edge.from, edge.to] : [edge.to, edge.from];
    const key = `${low}-${high}`;
    if (!this.bends.has(key)) this.bends.set(key, this.leastCrossing(low, high));
    const bend = this.bends.get(key) * (edge.from === low ? 1 : -1);
    if (bend === 0) return { enabled: false };
    return { enabled: true, type: bend > 0 ? "curvedCW" : "curvedCCW", roundness: Math.abs(bend) };
  }

  leastCrossing(low, high) {
    const at = this.places();
    const boxes = this.data.nodes
      .filter((node) => node.id !== low && node.id !== high)
      .map((node) => ({ ...at[node.id], w: node.w / 2 + 4, h: node.h / 2 + 4 }));
    let best = { bend: 0, hits: Infinity };
    for (const bend of BENDS) {
      const path = curve(at[low], at[high], bend);
      const hits = boxes.filter((box) => path.some(
        (p) => Math.abs(p.x - box.x) < box.w && Math.abs(p.y - box.y) < box.h,
      )).length;
      if (hits < best.hits) best = { bend, hits };
      if (hits === 0) break;
    }
    return best.bend;
  }

  isChild(id) {
    return this.focus.length === 1 && this.data.edges.some(
      (edge) => edge.directed && edge.from === this.focus[0] && edge.to === id,
    );
  }

  // Under the edges: a chosen pair that no edge joins, and what knowledge forbids.
  drawPairs(pen) {
    const c = this.colours;
    this.drawUnderlay(pen);
    if (this.focus.length === 2 && !this.edges.get(`${this.focus[0]}-${this.focus[1]}`)) {
      this.dotted(pen, this.focus[0], this.focus[1], c.accent, 0);
    }
    if (!this.forbidden) return;
    for (const { from, to, both } of this.data.forbidden) {
      // An edge that points the other way says it already.
      if (this.edges.get(from < to ? `${from}-${to}` : `${to}-${from}`)) continue;
      this.dotted(pen, from, to, c.muted, both ? 0.5 : 0.7);
    }
  }

  // What a page puts under its graph: another graph as a halo, a pattern, a trail.
  drawUnderlay(pen) {
    const c = this.colours;
    const { halo, pattern, patternEdges, path } = this.data.paint;
    // Between two data sets the canvas is drawn without nodes once.
    if (this.nodes.length !== this.data.nodes.length) return;
    pen.save();
    pen.lineCap = "round";
    for (const { from, to, directed } of halo || []) {
      this.trace(pen, from, to, mix(c.accent, c.background, 0.3), 13);
      if (directed) this.haloHead(pen, from, to, mix(c.accent, c.background, 0.42));
    }
    for (const [low, high] of patternEdges) {
      this.trace(pen, low, high, mix(c.accent, c.background, 0.3), 15);
    }
    pen.setLineDash([0.1, 15]);
    for (let k = 1; k < path.length; k += 1) {
      this.trace(pen, path[k - 1], path[k], mix(c.accent, c.background, 0.75), 9);
    }
    pen.setLineDash([6, 4]);
    pen.strokeStyle = c.accent;
    pen.lineWidth = 2;
    const at = this.places();
    for (const node of this.data.nodes.filter(({ id }) => pattern.includes(id))) {
      const [w, h] = [node.w + 16, node.h + 14];
      pen.beginPath();
      pen.roundRect(at[node.id].x - w / 2, at[node.id].y - h / 2, w, h, 11);
      pen.stroke();
    }
    pen.restore();
  }

  pathOf(from, to, count = 40) {
    const [low, high] = from < to ? [from, to] : [to, from];
    const key = `${low}-${high}`;
    if (!this.bends.has(key)) this.bends.set(key, this.leastCrossing(low, high));
    const at = this.places([low, high]);
    const ends = from === low ? 1 : -1;
    return curve(at[from], at[to], this.bends.get(key) * ends, count);
  }

  trace(pen, from, to, colour, width) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    this.pathOf(from, to).forEach(({ x, y }, k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
  }

  // The last point outside the target's box, with a head as wide as a halo needs.
  haloHead(pen, from, to, colour) {
    const path = this.pathOf(from, to);
    const box = this.data.nodes.find((node) => node.id === to);
    const at = this.places([to])[to];
    const outside = path.filter(({ x, y }) => Math.abs(x - at.x) > box.w / 2 + 2
      || Math.abs(y - at.y) > box.h / 2 + 2);
    if (outside.length < 2) return;
    const [a, b] = [outside[outside.length - 2], outside[outside.length - 1]];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(b.x, b.y);
    for (const side of [-1, 1]) {
      pen.lineTo(b.x - 24 * Math.cos(angle + side * 0.5), b.y - 24 * Math.sin(angle + side * 0.5));
    }
    pen.fill();
  }

  dotted(pen, from, to, colour, cross) {
    const at = this.places([from, to]);
    const [a, b] = [at[from], at[to]];
    pen.save();
    pen.strokeStyle = colour;
    pen.lineWidth = 1.4;
    pen.setLineDash([2, 5]);
    pen.beginPath();
    pen.moveTo(a.x, a.y);
    pen.lineTo(b.x, b.y);
    pen.stroke();
    if (cross) {
      const [x, y] = [a.x + cross * (b.x - a.x), a.y + cross * (b.y - a.y)];
      pen.setLineDash([]);
      pen.lineWidth = 2;
      pen.beginPath();
      for (const side of [-1, 1]) {
        pen.moveTo(x - 4, y - 4 * side);
        pen.lineTo(x + 4, y + 4 * side);
      }
      pen.stroke();
    }
    pen.restore();
  }

  // Over the boxes and edges: signs of knowledge, and scores or what a page writes on edges.
  drawMarks(pen) {
    // As for what lies under the edges: a canvas is drawn before its nodes are there.
    if (this.nodes.length !== this.data.nodes.length) return;
    // Letters keep a size that can be read when the graph is seen from afar.
    const size = Math.max(TEXT_SIZE, LEAST_TEXT_PIXELS / this.network.getScale());
    const look = { ...this.colours, face: this.fontFace, size };
    pen.font = `${size}px ${this.fontFace}`;
    const boxes = this.shownBoxes();
    const edges = this.edges.get().filter((edge) => !edge.hidden && boxes[edge.from] && boxes[edge.to]);
    this.laid = layEdgeMarks(edges.map((edge) => ({
      id: edge.id,
      points: this.pathOf(edge.from, edge.to, 120),
      from: boxes[edge.from],
      to: boxes[edge.to],
      head: edge.directed ? headLength(edge.arrows.to.scaleFactor, edge.width) : 0,
      colour: edge.color.color,
      signs: edge.signs,
      text: edge.text
        ? { text: edge.text, width: pen.measureText(edge.text).width + 4, height: size + 2 } : null,
      forced: edge.id === this.pointed || edge.id === this.focus.join("-"),
    })), Object.values(boxes));
    drawEdgeMarks(pen, this.laid, look);
  }

  // Centre and half size of each box that is shown, as vis-network has measured it.
  shownBoxes() {
    const at = this.places();
    const shown = this.data.nodes.filter(({ id }) => !this.nodes.get(id).hidden);
    return Object.fromEntries(shown.map(({ id, w, h }) => {
      const { left, right, top, bottom } = this.network.getBoundingBox(id);
      const [width, height] = right - left > 1 ? [right - left, bottom - top] : [w, h];
      return [id, { ...at[id], w: width / 2, h: height / 2 }];
    }));
  }

  clicked(event) {
    let nodes = [];
    const keys = event.event.srcEvent || {};
    const second = keys.ctrlKey || keys.metaKey || keys.shiftKey;
    if (event.nodes.length) {
      const node = event.nodes[0];
      const pair = second && this.focus.length === 1 && this.focus[0] !== node;
      nodes = pair ? [this.focus[0], node].sort((a, b) => a - b) : [node];
    } else if (event.edges.length) {
      const edge = this.edges.get(event.edges[0]);
      if (edge) nodes = [edge.from, edge.to].sort((a, b) => a - b);
    }
    const same = nodes.join() === this.focus.join();
    if (same && nodes.length === 0) return;
    this.choose(same ? [] : nodes);
  }

  choose(nodes) {
    this.focus = nodes;
    // What the server was last told of may come twice in a row, and is then not answered.
    if (this.unanswered.length > 20) this.unanswered.shift();
    this.unanswered.push(nodes.join());
    this.network.unselectAll();
    this.restyle();
    this.fitToFocus();
    this.network.redraw();
    this.send(nodes);
  }

  drawLegend() {
    const c = this.colours;
    const known = Object.keys(KNOWN_WORDS).filter(
      (kind) => this.data.edges.some((edge) => edge.known === kind),
    );
    const locked = this.data.edges.some((edge) => edge.locked);
    const forbidden = this.data.forbidden.length > 0;
    const { legend, halo, haloText } = this.data.paint;
    const content = JSON.stringify([c.ink, known, locked, forbidden, legend, halo && haloText]);
    if (this.legendContent === content) return;
    this.legendContent = content;
    const items = legend ? legend.map(({ text, ink, dashed, wide, arrow }) => legendItem(
      text, c[ink], { dash: dashed ? "5 4" : undefined, wide, head: arrow ? c[ink] : undefined },
    )) : [
      legendItem("directed", c.ink, { head: c.ink }),
      legendItem("undirected", c.ink, {}),
      legendItem("higher score", c.ink, { wide: true }),
      legendItem("added", c.forward, { wide: true }),
      legendItem("removed", c.backward, { dash: "5 4" }),
      legendItem("re-oriented", c.accent, { head: c.accent }),
    ];
    for (const kind of known) {
      const hollow = kind === "follows" ? c.background : c.ink;
      items.push(legendItem(KNOWN_WORDS[kind], c.ink, { head: c.ink, diamond: hollow }));
    }
    if (locked) items.push(legendItem("required by knowledge", c.ink, { wide: true, lock: c.background }));
    if (forbidden) items.push(legendItem("forbidden by knowledge", c.muted, { dash: "2 3", cross: true }));
    if (halo) items.push(legendItem(haloText, mix(c.accent, c.background, 0.35), { broad: true }));
    this.legend.replaceChildren(...items);
  }

  destroy() {
    globalThis.removeEventListener(TURN, this.onTurn);
    clearTimeout(this.retry);
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.refit);
    if (this.network) this.network.destroy();
  }
}

// For the tests: globalThis.__gesncd_graph counts mounts and reads what is on the canvas of the
// view mounted last, __gesncd_graphs[key] that of each view.
function expose(view) {
  const mounts = (globalThis.__gesncd_graph?.mounts || 0) + 1;
  const hook = { mounts };
  globalThis.__gesncd_graph = hook;
  (globalThis.__gesncd_graphs ||= {})[view.data.key] = hook;
  hook.positions = () => view.places();
  // An edge's label is what is to be written on it; `marks` tells what is drawn, and where.
  hook.edges = () => view.edges.get().map((edge) => ({ ...edge, label: edge.text }));
  hook.marks = () => view.laid || [];
  hook.shownBoxes = () => Object.values(view.shownBoxes());
  hook.labels = () => view.nodes.get().map((node) => node.label);
  hook.visible = () => view.nodes.get().filter((node) => !node.hidden).map((node) => node.id);
  hook.focus = () => view.focus;
  hook.paint = () => view.data.paint;
  hook.ink = () => view.colours.ink;
  hook.scale = () => view.network.getScale();
  // Edges of the boxes, and the size of the canvas they stand on, in pixels.
  hook.boxes = () => {
    const { left, right, top, bottom } = view.extent(view.data.nodes);
    const [low, high] = [[left, top], [right, bottom]].map(
      ([x, y]) => view.network.canvasToDOM({ x, y }),
    );
    const { clientWidth: width, clientHeight: height } = view.canvas;
    return { left: low.x, top: low.y, right: high.x, bottom: high.y, width, height };
  };
  hook.onPage = (id) => {
    const { x, y } = view.network.canvasToDOM(view.network.getPosition(id));
    const box = view.canvas.getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  };
}

function element(tag, name, parent) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  parent.appendChild(node);
  return node;
}

function legendItem(text, colour, { head, diamond, dash, wide, broad, lock, cross }) {
  const item = document.createElement("span");
  const svg = document.createElementNS(SVG, "svg");
  const width = diamond || lock ? 34 : 22;
  svg.setAttribute("width", width);
  svg.setAttribute("height", "10");
  svg.setAttribute("aria-hidden", "true");
  const shape = (kind, attributes) => {
    const node = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    svg.appendChild(node);
  };
  shape("line", {
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
  item.append(svg, document.createTextNode(text));
  return item;
}

function rgb(colour) {
  if (colour.startsWith("#")) {
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }
  const numbers = colour.match(/[\d.]+/g);
  return numbers ? numbers.slice(0, 3).map(Number) : [255, 255, 255];
}

function mix(colour, ground, share) {
  const [a, b] = [rgb(colour), rgb(ground)];
  const parts = a.map((part, k) => Math.round(share * part + (1 - share) * b[k]));
  return `rgb(${parts.join(",")})`;
}

// An update without effect would still redraw the canvas.
function changed(dataset, style) {
  const now = dataset.get(style.id);
  return !now || Object.keys(style).some(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(style[name]),
  );
}
