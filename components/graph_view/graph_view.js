// Shows one graph with vis-network. Streamlit calls the default export at every change of data or
// theme with the same parent; the view is built at the first call and only updated afterwards.
// Labels and titles are data: they reach the canvas or textContent, never innerHTML.

const views = new WeakMap();
const GLOW_MS = 2000;
const BENDS = [0, 0.14, -0.14, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5];
const SVG = "http://www.w3.org/2000/svg";

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(parentElement.querySelector(".graph-view"));
    views.set(parentElement, view);
  }
  view.send = (nodes) => setTriggerValue("click", { nodes });
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
    this.marks = new Map();
    this.ghosts = new Map();
    this.bends = new Map();
    this.canvas = element("div", "canvas", root);
    this.wait = element("div", "wait", root);
    this.wait.textContent = "Loading the graph view";
    const bar = element("div", "bar", root);
    this.legend = element("div", "legend", bar);
    this.tools = element("div", "tools", bar);
    this.spoken = element("div", "hidden-text", root);
    this.spoken.setAttribute("role", "img");
    this.button("Fit", "Show the whole graph", () => this.fit(true));
    this.button("Reset", "Put all variables back to where they were before dragging", () => this.resetPositions());
  }

  button(text, title, act) {
    const button = element("button", "", this.tools);
    button.type = "button";
    button.textContent = text;
    button.title = title;
    button.addEventListener("click", act);
  }

  show(data) {
    this.data = data;
    this.root.style.height = `${data.height}px`;
    if (!globalThis.vis || !globalThis.vis.Network) {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.show(this.data), 50);
      return;
    }
    if (!this.network) this.build();
    const sameNodes = this.layout === data.layout;
    if (!sameNodes) this.replaceNodes();
    this.readTheme();
    this.markChanges();
    this.syncEdges();
    if (data.focus.join() !== this.sentFocus) {
      this.sentFocus = data.focus.join();
      this.focus = data.focus;
    }
    this.restyle();
    this.drawLegend();
    this.spoken.setAttribute("aria-label", data.summary);
    if (!sameNodes) this.fit(false);
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
    this.network.on("click", (event) => this.clicked(event));
    this.network.on("dragEnd", (event) => event.nodes.length && this.moved());
    // A view whose container grows keeps its centre, but a first, tiny container needs a fit.
    this.network.on("resize", () => this.untouched && this.fit(false));
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
    this.bends.clear();
    this.edges.clear();
    this.nodes.clear();
    const moved = this.storedPositions();
    this.nodes.add(
      this.data.nodes.map((node) => ({ ...node, ...(moved[node.name] || {}), title: node.name })),
    );
    this.untouched = true;
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
    const at = this.network.getPositions();
    const list = this.data.nodes.map((node) => [node.name, at[node.id].x, at[node.id].y]);
    try {
      localStorage.setItem(this.storageKey(), JSON.stringify(list));
    } catch {
      // Storage may be full or forbidden; the positions then last as long as the page.
    }
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
    this.fit(true);
  }

  fit(animated) {
    const least = this.data.font.least / this.data.font.size;
    this.network.fit({ animation: false, minZoomLevel: least, maxZoomLevel: 1.15 });
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
    if (this.focus.length === 1) {
      for (const edge of this.data.edges) {
        if (edge.from === this.focus[0]) nodes.add(edge.to);
        if (edge.to === this.focus[0]) nodes.add(edge.from);
      }
    }
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
    const chosen = focus.has(id);
    const fill = chosen ? mix(c.accent, c.background, 0.16) : c.surface;
    const border = chosen ? c.accent : faded ? mix(c.muted, c.background, 0.25) : c.muted;
    const colour = { background: faded ? c.background : fill, border };
    return {
      id,
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
    const near = lit === null || (lit.has(edge.from) && lit.has(edge.to)
      && (focus.has(edge.from) || focus.has(edge.to)));
    // Marks that are held have a colour, but only those that just came glow.
    const glows = mark && mark.until !== Infinity;
    const left = glows ? Math.min(1, Math.max(0, (mark.until - now) / GLOW_MS)) : 0;
    const style = {
      id: edge.id, from: edge.from, to: edge.to, directed: edge.directed, title: edge.title,
      smooth: this.bend(edge), dashes: false, width: 1.8, shadow: { enabled: false },
      arrows: { to: { enabled: edge.directed, scaleFactor: 0.75, type: "arrow" } },
    };
    let colour = c.ink;
    if (mark && mark.change === "added") {
      colour = c[mark.phase];
      style.width = 2.4 + 1.6 * left;
      if (glows) style.shadow = { enabled: true, color: colour, size: 4 + 14 * left, x: 0, y: 0 };
    } else if (mark && mark.change === "removed") {
      colour = mix(c[mark.phase], c.background, glows ? 0.2 + 0.7 * left : 0.6);
      style.dashes = [6, 6];
    } else if (mark) {
      colour = c.accent;
      style.width = 2.4;
      style.arrows.to.scaleFactor = 0.75 + 0.35 * left;
    }
    if (!near) colour = mix(colour, c.background, 0.15);
    if (this.focus.length === 2 && near) {
      colour = c.accent;
      style.width = 3;
    }
    style.color = { color: colour, highlight: colour, hover: near ? c.accent : colour };
    return style;
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
    const at = this.network.getPositions();
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

  clicked(event) {
    let nodes = [];
    if (event.nodes.length) {
      nodes = [event.nodes[0]];
    } else if (event.edges.length) {
      const edge = this.edges.get(event.edges[0]);
      if (edge) nodes = [edge.from, edge.to].sort((a, b) => a - b);
    }
    const same = nodes.join() === this.focus.join();
    if (same && nodes.length === 0) return;
    this.focus = same ? [] : nodes;
    this.sentFocus = this.focus.join();
    this.network.unselectAll();
    this.restyle();
    this.send(this.focus);
  }

  drawLegend() {
    const c = this.colours;
    if (this.legendColours === c) return;
    this.legendColours = c;
    this.legend.replaceChildren(
      legendItem("directed", c.ink, { head: c.ink }),
      legendItem("undirected", c.ink, {}),
      legendItem("added", c.forward, { wide: true }),
      legendItem("removed", c.backward, { dash: true }),
      legendItem("re-oriented", c.accent, { head: c.accent }),
    );
  }

  destroy() {
    clearTimeout(this.retry);
    cancelAnimationFrame(this.frame);
    if (this.network) this.network.destroy();
  }
}

// For the tests: globalThis.__gesncd_graph counts mounts and reads what is on the canvas.
function expose(view) {
  const hook = (globalThis.__gesncd_graph ||= { mounts: 0 });
  hook.mounts += 1;
  hook.positions = () => view.network.getPositions();
  hook.edges = () => view.edges.get();
  hook.labels = () => view.nodes.get().map((node) => node.label);
  hook.scale = () => view.network.getScale();
  hook.onPage = (id) => {
    const { x, y } = view.network.canvasToDOM(view.network.getPositions([id])[id]);
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

function legendItem(text, colour, { head, dash, wide }) {
  const item = document.createElement("span");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", "22");
  svg.setAttribute("height", "10");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  const attributes = {
    x1: 1, y1: 5, x2: head ? 14 : 21, y2: 5, stroke: colour, "stroke-width": wide ? 3.4 : 1.8,
  };
  if (dash) attributes["stroke-dasharray"] = "5 4";
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, value);
  svg.appendChild(line);
  if (head) {
    const tip = document.createElementNS(SVG, "path");
    tip.setAttribute("d", "M12 1 L21 5 L12 9 Z");
    tip.setAttribute("fill", head);
    svg.appendChild(tip);
  }
  item.append(svg, document.createTextNode(text));
  return item;
}

// Points on the curve that vis-network draws for curvedCW (bend > 0) or curvedCCW.
function curve(from, to, bend) {
  const reach = 0.5 + Math.abs(bend) / 2;
  const angle = Math.atan2(from.y - to.y, to.x - from.x) + (0.5 + bend / 2) * Math.PI;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const via = {
    x: from.x + reach * length * Math.sin(angle),
    y: from.y + reach * length * Math.cos(angle),
  };
  return Array.from({ length: 40 }, (_, k) => {
    const t = (k + 0.5) / 40;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * from.x + b * via.x + c * to.x, y: a * from.y + b * via.y + c * to.y };
  });
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
