// Edges and S_g over τ, with bands, marks and the axis. Functions of the sheet, the path's data and
// the levels; they answer what is needed later.

function drawBands(sheet, { plateaus, auto, beyond }, { axis }) {
  const { scale } = sheet;
  const bands = plateaus.map((plateau, k) => {
    const [from, to] = scale.span(plateau);
    return sheet.rect(from, TOP, to - from, axis - TOP, `band${k % 2 ? " odd" : ""}`);
  });
  if (beyond) drawBeyond(sheet, beyond, axis);
  if (auto !== null) {
    sheet.rect(scale.left, TOP, scale.x(auto) - scale.left, axis - TOP, "noise");
  }
  return bands;
}

// The axis goes on after the last breakpoint; the path, and the shares on the edges, do not.
function drawBeyond(sheet, { tau, text }, axis) {
  const { scale } = sheet;
  const x = scale.x(tau);
  hint(sheet.rect(x, TOP, scale.right - x, axis - TOP, "beyond"),
    `Beyond the last breakpoint, τ ${show(tau)}: ${text}. Shares on edges are of the path before it.`);
  if (scale.right - x < 16) return;
  const label = sheet.text(0, 0, text, "beyond-text");
  set(label, { transform: `translate(${(x + scale.right) / 2 + 4} ${(TOP + axis) / 2}) rotate(-90)` });
}

function drawEdges(sheet, { plateaus }, { edges: bottom }) {
  const most = Math.max(1, ...plateaus.map((plateau) => plateau.edges));
  const y = (value) => bottom - (value / most) * (bottom - TOP - 8);
  sheet.panel("Edges", TOP, ticks(most, true).map((value) => [y(value), String(value)]));
  sheet.steps(plateaus, plateaus.map((plateau) => y(plateau.edges)));
  plateaus.forEach((plateau, k) => {
    if (k === 0) return;
    const dot = sheet.dot(sheet.scale.x(plateau.low), y(plateaus[k - 1].edges), "dot");
    hint(dot, `Score ${show(plateau.low)}: below it, ${plateau.note}`);
  });
}

function drawScore(sheet, { plateaus }, { score: top, axis: bottom }) {
  const values = plateaus.map((plateau) => plateau.sg);
  const most = Math.max(...values.filter((value) => value !== null), 1e-6) * 1.05;
  const y = (value) => bottom - (value / most) * (bottom - top - 4);
  sheet.panel("S_g", top, ticks(most, false).map((value) => [y(value), show(value)]));
  sheet.steps(plateaus, values.map((value) => (value === null ? null : y(value))));
}

const LABEL_GAP = 6;  // Between a mark's line and its label.

function drawMarks(sheet, marks, { axis }) {
  const labels = marks.map(({ tau, text }) => {
    const x = sheet.scale.x(tau);
    sheet.upright(x, TOP - 12, axis, "mark");
    const label = sheet.text(x + LABEL_GAP, TOP - 5, text);
    return { x, label, width: label.getComputedTextLength?.() ?? 0 };
  });
  markSides(labels, sheet.scale).forEach((side, k) => {
    const { x, label } = labels[k];
    if (side < 0) set(label, { x: x - LABEL_GAP, "text-anchor": "end" });
  });
}

// On which side of its line each label stands, 1 or -1: none on another, beyond an end or across
// another's line where that can be, and else after its own line.
function markSides(labels, { left, right }) {
  const ends = ({ x, width }, side) =>
    [x + side * LABEL_GAP, x + side * (LABEL_GAP + width)].sort((a, b) => a - b);
  const cost = (sides) => {
    const spans = labels.map((label, k) => ends(label, sides[k])).sort((a, b) => a[0] - b[0]);
    const on = spans.filter(([from], k) => k && from < spans[k - 1][1] + LABEL_GAP).length;
    const out = spans.filter(([from, to]) => from < left || to > right).length;
    const across = spans.flatMap(([from, to]) => labels.filter(({ x }) => from < x && x < to)).length;
    return 1000 * on + 100 * out + 10 * across + sides.filter((side) => side < 0).length;
  };
  let all = [[]];
  for (const _ of labels) all = all.flatMap((sides) => [[...sides, 1], [...sides, -1]]);
  return all.reduce((best, sides) => (cost(sides) < cost(best) ? sides : best));
}

function drawAxis(sheet, y) {
  sheet.across(y, "axis");
  sheet.text(0, y + 16, "τ, log scale", "name");
  let last = -Infinity;
  for (const value of logTicks(sheet.scale.low, sheet.scale.high)) {
    const x = sheet.scale.x(value);
    if (x < last + 34) continue;
    last = x;
    sheet.upright(x, y, y + 4, "axis");
    set(sheet.text(x, y + 16, show(value)), { "text-anchor": "middle" });
  }
}
