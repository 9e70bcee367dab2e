// What is drawn under the edges: what a page puts there, a chosen pair that no edge joins, and what
// knowledge forbids. Functions of a pen, the scene (nodes, edges, places, paths, colours) and what
// to draw; they change nothing.

// Another graph as a halo, a pattern, a trail.
function drawUnderlay(pen, { nodes, at, pathOf, colours: c }, { halo, pattern, patternEdges, path }) {
  pen.save();
  pen.lineCap = "round";
  for (const { from, to, directed } of halo || []) {
    trace(pen, pathOf(from, to), mix(c.muted, c.background, 0.3), 13);
    if (!directed) continue;
    const target = nodes.find((node) => node.id === to);
    haloHead(pen, pathOf(from, to), boxOf(target, at, 2), mix(c.muted, c.background, 0.55));
  }
  pen.setLineDash([0.1, 15]);
  for (let k = 1; k < path.length; k += 1) {
    trace(pen, pathOf(path[k - 1], path[k]), mix(c.accent, c.background, 0.75), 9);
  }
  drawPattern(pen, nodes, { pattern, patternEdges }, at, pathOf, c.accent);
  pen.restore();
}

// The last point outside the target's box, with a head as wide as a halo needs.
function haloHead(pen, points, box, colour) {
  const outside = outsideOf([box], points);
  if (outside.length < 2) return;
  const [a, b] = [outside[outside.length - 2], outside[outside.length - 1]];
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(b.x, b.y);
  for (const side of [-1, 1]) {
    pen.lineTo(b.x - 30 * Math.cos(angle + side * 0.6), b.y - 30 * Math.sin(angle + side * 0.6));
  }
  pen.fill();
}

function drawPair(pen, { edges, at, colours: c }, focus) {
  if (focus.length !== 2 || edges.get(`${focus[0]}-${focus[1]}`)) return;
  dotted(pen, at(focus[0]), at(focus[1]), c.accent, 0);
}

function drawForbidden(pen, { edges, at, colours: c }, forbidden) {
  for (const { from, to, both } of forbidden) {
    // An edge that points the other way says it already.
    if (edges.get(pairId(from, to))) continue;
    dotted(pen, at(from), at(to), c.muted, both ? 0.5 : 0.7);
  }
}

// With a cross so far along it, if not at its start.
function dotted(pen, a, b, colour, cross) {
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
