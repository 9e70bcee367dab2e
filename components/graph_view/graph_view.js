// Shows one graph with vis-network. Streamlit calls the default export at every change of data or
// theme with the same parent; the view is built at the first call and only updated afterwards.
// This file knows what is shown and hands it to the others, each of which has one idea and is told
// what it needs. Labels and titles are data: they reach the canvas or textContent, never innerHTML.

const views = new WeakMap();
const NEARBY_ABOVE = 60;

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(freshRoot(parentElement, ".graph-view"));
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
    this.choice = new Choice();
    this.changes = new Changes({
      onEnd: () => this.syncEdges(), onFrame: () => this.restyle(true),
    });
    this.routes = new Routes(() => this.data.nodes, (ids) => this.places(ids));
    this.scores = false;
    this.forbidden = false;
    this.nearby = null;
    this.tools = new Tools(add(root, "div", "tools"), {
      find: (wanted) => this.find(wanted),
      arrange: (how) => this.arrange(how),
      scores: (on) => this.showScores(on),
      forbidden: (on) => this.showForbidden(on),
      nearby: (on) => this.showNearby(on),
      save: () => savePng(this),
      fit: () => this.fitAll(),
    });
    this.canvas = add(root, "div", "canvas");
    this.wait = add(this.canvas, "div", "wait", "Loading the graph view");
    this.legend = new Legend(add(root, "div", "legend"));
    this.spoken = add(root, "div", "hidden-text");
    this.spoken.setAttribute("role", "img");
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.choice.focus.length) this.choose([]);
    });
    this.onTurn = (event) => this.turn(event.detail);
    globalThis.addEventListener(TURN, this.onTurn);
  }

  build() {
    this.nodes = new vis.DataSet();
    this.edges = new vis.DataSet();
    this.network = newNetwork(this.canvas, this.nodes, this.edges);
    this.placing = new Places(this.network, this.nodes, {
      onMove: () => this.redrawLines(),
      send: (layout, places) => this.sendPlaces(layout, places),
    });
    this.sight = new Sight(this.network, this.canvas, () => this.fit());
    this.network.on("beforeDrawing", (pen) => this.drawUnder(pen));
    this.network.on("afterDrawing", (pen) => this.drawOver(pen));
    this.network.on("click", (event) => this.clicked(event));
    this.network.on("hoverEdge", ({ edge }) => { this.pointed = edge; });
    this.network.on("blurEdge", () => { this.pointed = undefined; });
    this.network.on("dragEnd", (event) => event.nodes.length && this.placing.moved(this.data));
    this.wait.remove();
    expose(this);
  }

  // --- what is shown

  show(sent) {
    this.sent = sent;
    const data = this.data = turned(sent);
    this.spoken.setAttribute("aria-label", data.summary);
    this.tools.offer({ arrangements: data.arrangements, forbidden: data.forbidden.length > 0 });
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
    this.changes.take(data);
    this.syncEdges();
    const refocused = this.choice.take(data.focus);
    this.restyle();
    if (refocused && sameNodes) this.fitToFocus();
    this.legend.draw(data, this.colours);
    const painted = JSON.stringify(data.paint);
    if (painted !== this.painted) this.network.redraw();
    this.painted = painted;
    if (!sameNodes) this.fit();
  }

  // Another of the graphs that were sent ahead was turned to, here in the browser.
  turn(key) {
    if (!this.network || this.sent.key !== key || this.layout !== this.sent.layout) return;
    this.data = turned(this.sent);
    this.syncEdges();
    this.restyle();
    this.legend.draw(this.data, this.colours);
    this.painted = JSON.stringify(this.data.paint);
    this.network.redraw();
    this.spoken.setAttribute("aria-label", this.data.summary);
  }

  readTheme() {
    const style = getComputedStyle(this.root);
    this.colours = this.data.palettes[isDark(style.backgroundColor) ? "dark" : "light"];
    this.fontFace = style.fontFamily || "sans-serif";
  }

  replaceNodes() {
    this.layout = this.data.layout;
    this.changes.clear();
    this.choice.clear();
    this.routes.clear();
    this.edges.clear();
    this.nodes.clear();
    const moved = storedPositions(this.layout);
    this.nodes.add(
      this.data.nodes.map((node) => ({
        ...node, ...(moved[node.name] || {}), title: node.label.includes("…") ? node.name : undefined,
      })),
    );
    this.nearby = this.data.nodes.length > NEARBY_ABOVE;
    this.tools.begin(this.data.nodes, this.nearby);
    this.sight.untouched = true;
    this.all = false;
    if (Object.keys(moved).length) this.placing.report(this.data);
  }

  syncEdges() {
    this.wanted = wantedEdges(this.data.edges, this.changes.ghosts, this.data.paint.extra);
    const gone = this.edges.getIds().filter((id) => !this.wanted.has(id));
    if (gone.length) this.edges.remove(gone);
  }

  // --- how it looks

  lit() {
    return this.data.fades ? litNodes(this.choice.focus, this.data.blankets, this.data.paint)
      : null;
  }

  restyle(edgesOnly = false) {
    this.routes.drawing(this.data.edges);
    const look = {
      data: this.data, colours: this.colours, fontFace: this.fontFace, focus: this.choice.focus,
      lit: this.lit(), nearby: this.nearby, scores: this.scores, marks: this.changes.marks,
      routes: this.routes,
    };
    if (!edgesOnly) {
      const styled = this.data.nodes.map((node) => nodeStyle(node.id, look));
      this.nodes.update(styled.filter((style) => changed(this.nodes, style)));
    }
    const now = performance.now();
    const styled = [...this.wanted.values()].map((edge) => edgeStyle(edge, look, now));
    this.edges.update(styled.filter((style) => changed(this.edges, style)));
  }

  // What the drawings under and over the graph go by.
  scene() {
    return {
      nodes: this.data.nodes, edges: this.edges, colours: this.colours, fontFace: this.fontFace,
      scale: this.network.getScale(), at: (id) => this.network.getPosition(id),
      pathOf: (from, to, count) => this.routes.path(from, to, count),
    };
  }

  // Between two data sets the canvas is drawn without nodes once.
  isWhole() { return this.nodes.length === this.data.nodes.length; }

  drawUnder(pen) {
    const scene = this.scene();
    if (this.isWhole()) drawUnderlay(pen, scene, this.data.paint);
    drawPair(pen, scene, this.choice.focus);
    if (this.forbidden) drawForbidden(pen, scene, this.data.forbidden);
  }

  drawOver(pen) {
    if (!this.isWhole()) return;
    const chosen = this.choice.focus.join("-");
    this.laid = drawOverlay(
      pen, this.scene(), this.shownBoxes(), (id) => id === this.pointed || id === chosen,
    );
  }

  shownBoxes() {
    const shown = this.data.nodes.filter(({ id }) => !this.nodes.get(id).hidden);
    return boxesOf(this.network, shown, this.places());
  }

  // --- where it stands

  // Unlike vis-network's getPositions, hidden nodes included.
  places(ids = this.data.nodes.map((node) => node.id)) {
    return Object.fromEntries(ids.map((id) => [id, this.network.getPosition(id)]));
  }

  extent(nodes) { return extentOf(nodes, this.places(nodes.map(({ id }) => id))); }

  redrawLines() {
    this.routes.clear();
    this.restyle(true);
  }

  arrange(how) {
    if (!this.placing.arrange(how, this.data)) return;
    this.fit();
    this.network.redraw();
  }

  fitAll() {
    this.all = true;
    this.fit();
    this.network.redraw();
  }

  fit() {
    const lines = this.edges.get().filter(({ hidden }) => !hidden)
      .flatMap(({ from, to }) => this.routes.path(from, to));
    this.sight.fit(widened(this.extent(this.data.nodes), lines), this.data.font, this.all);
  }

  fitToFocus() {
    const lit = this.nearby ? this.lit() : null;
    if (lit) this.sight.narrow([...lit]);
    else if (this.sight.widen()) this.fit();
  }

  // --- what is pressed

  showScores(on) {
    this.scores = on;
    this.restyle(true);
  }

  showForbidden(on) {
    this.forbidden = on;
    this.network.redraw();
  }

  showNearby(on) {
    this.nearby = on;
    this.restyle();
    this.fitToFocus();
  }

  find(wanted) {
    const node = namedNode(this.data.nodes, wanted);
    if (!node) return false;
    this.choose([node.id]);
    if (!this.nearby) this.sight.bring(node.id);
    return true;
  }

  clicked(event) {
    const nodes = this.choice.after(event, this.edges);
    if (nodes) this.choose(nodes);
  }

  choose(nodes) {
    this.choice.make(nodes);
    this.network.unselectAll();
    this.restyle();
    this.fitToFocus();
    this.network.redraw();
    this.send(nodes);
  }

  destroy() {
    globalThis.removeEventListener(TURN, this.onTurn);
    clearTimeout(this.retry);
    this.changes.stop();
    if (!this.network) return;
    this.sight.stop();
    this.network.destroy();
  }
}
