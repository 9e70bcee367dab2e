// A pattern in a graph, framed: a Meek rule's, a collider, or nodes that are no clique. Functions of
// a pen and of what there is, also for a saved page; they change nothing.

// Of a pattern's lines from the edge that they frame: a halo has room between them.
const FRAME_AWAY = 11;

// A dashed frame around nodes, and along edges on both their sides: it leaves room for the arrow
// and for a halo under it.
function drawPattern(pen, nodes, { pattern, patternEdges }, at, pathOf, colour) {
  pen.lineCap = "butt";
  pen.setLineDash([6, 4]);
  const framed = nodes.filter(({ id }) => pattern.includes(id)).map((node) => boxOf(node, at, 8));
  for (const [low, high] of patternEdges) {
    const points = pathOf(low, high);
    for (const side of [-FRAME_AWAY, FRAME_AWAY]) {
      trace(pen, outsideOf(framed, beside(points, side)), colour, 2);
    }
  }
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  for (const { x, y, w, h } of framed) {
    pen.beginPath();
    pen.roundRect(x - w, y - h, 2 * w, 2 * h, 11);
    pen.stroke();
  }
}

// Half its width and height, with some room around it.
function boxOf(node, at, room) {
  return { ...at(node.id), w: node.w / 2 + room, h: node.h / 2 + room };
}

// A way so far to the left of another, or to its right.
function beside(points, away) {
  return points.map(({ x, y }, k) => {
    const [a, b] = [points[Math.max(k - 1, 0)], points[Math.min(k + 1, points.length - 1)]];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: x + (away * (b.y - a.y)) / length, y: y - (away * (b.x - a.x)) / length };
  });
}

function outsideOf(boxes, points) {
  return points.filter(({ x, y }) => !boxes.some(
    (box) => Math.abs(x - box.x) < box.w && Math.abs(y - box.y) < box.h,
  ));
}

function trace(pen, points, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach(({ x, y }, k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}
