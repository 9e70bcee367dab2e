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

function drawMarks(sheet, marks, { axis }) {
  let last = -Infinity;
  for (const { tau, text } of [...marks].sort((a, b) => a.tau - b.tau)) {
    const x = sheet.scale.x(tau);
    sheet.upright(x, TOP - 12, axis, "mark");
    const label = sheet.text(x + 6, TOP - 5, text);
    const size = label.getComputedTextLength ? label.getComputedTextLength() : 0;
    if (x + 6 < last + 6 || x + 6 + size > sheet.scale.right) {
      set(label, { x: x - 6, "text-anchor": "end" });
    } else {
      last = x + 6 + size;
    }
  }
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
