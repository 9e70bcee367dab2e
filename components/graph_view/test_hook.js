// For the tests: globalThis.__gesncd_graph counts mounts and reads what is on the canvas of the
// view mounted last, __gesncd_graphs[key] that of each view. It changes nothing.

function expose(view) {
  const mounts = (globalThis.__gesncd_graph?.mounts || 0) + 1;
  const hook = { mounts };
  globalThis.__gesncd_graph = hook;
  (globalThis.__gesncd_graphs ||= {})[view.data.key] = hook;
  hook.positions = () => view.places();
  // An edge's label is what is to be written on it; `marks` tells what is drawn, and where.
  hook.edges = () => view.edges.get().map(
    (edge) => ({ ...edge, from: edge.source, to: edge.target, label: edge.text }),
  );
  hook.marks = () => view.laid || [];
  hook.shownBoxes = () => Object.values(view.shownBoxes());
  hook.labels = () => view.nodes.get().map((node) => node.label);
  hook.visible = () => view.nodes.get().filter((node) => !node.hidden).map((node) => node.id);
  hook.focus = () => view.choice.focus;
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
