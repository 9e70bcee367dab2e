// Where the boxes stand: what was dragged stays where it was put, also after a reload of the page,
// and the server is told. This knows of boxes and places, not of edges.

class Places {
  // `onMove` is called when boxes stand elsewhere, before the server is told by `send`.
  constructor(network, boxes, { onMove, send }) {
    this.network = network;
    this.boxes = boxes;
    this.onMove = onMove;
    this.send = send;
  }

  list({ nodes }) {
    return nodes.map(({ id }) => this.network.getPosition(id)).map(({ x, y }) => [x, y]);
  }

  moved(data) {
    this.onMove();
    const list = this.list(data).map(([x, y], k) => [data.nodes[k].name, x, y]);
    try {
      localStorage.setItem(storageKey(data.layout), JSON.stringify(list));
    } catch {
      // Storage may be full or forbidden; the positions then last as long as the page.
    }
    this.report(data);
  }

  // Pictures that the server draws shall look as the graph does here.
  report(data) { this.send(data.layout, this.list(data)); }

  // Whether there is such an arrangement.
  arrange(how, data) {
    if (how === "default") {
      this.reset(data);
      return true;
    }
    const places = (data.arrangements || {})[how];
    if (!places) return false;
    this.boxes.update(data.nodes.map(({ id }) => ({ id, x: places[id][0], y: places[id][1] })));
    this.moved(data);
    return true;
  }

  reset(data) {
    try {
      localStorage.removeItem(storageKey(data.layout));
    } catch {
      // As above.
    }
    this.boxes.update(data.nodes.map(({ id, x, y }) => ({ id, x, y })));
    this.onMove();
    this.report(data);
  }
}

function storageKey(layout) { return `gesncd-positions-${layout}`; }

function storedPositions(layout) {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(layout)) || "[]");
    const usable = stored.filter((p) => Number.isFinite(p[1]) && Number.isFinite(p[2]));
    return Object.fromEntries(usable.map(([name, x, y]) => [name, { x, y }]));
  } catch {
    return {};
  }
}
