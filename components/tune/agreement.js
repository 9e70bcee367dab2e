// How well the graphs agree with what is held out, over τ, and which range is proposed. Functions
// of the sheet, the path's data and the levels.

function drawSums(sheet, data, { sums: top, strips: stripsTop }) {
  const { scale } = sheet;
  const { values, notes } = data.sums;
  const bottom = top + SUM_HIGH - 20;
  const [low, high] = tenths(values);
  const y = (value) => bottom - 4 - (value - low) / (high - low) * (bottom - top - 18);
  // Between two labels of the axis.
  sheet.text(0, y(low + 0.75 * (high - low)) + 4, "Agreement", "title");
  sheet.grid([low, (low + high) / 2, high].map((value) => [y(value), percent(value)]));
  sheet.across(bottom, "axis");
  sheet.steps(data.plateaus, values.map(y));
  drawAgreements(sheet, data, y, top);
  data.plateaus.forEach((plateau, k) => {
    const [from, to] = scale.span(plateau);
    hint(sheet.rect(from, top, to - from, bottom - top, "band"), notes[k]);
  });
  if (data.best) drawProposed(sheet, data.best, stripsTop, bottom);
}

// What the automatic and the proposed τ agree with, to be compared.
function drawAgreements(sheet, { best, auto, sums }, y, top) {
  const { scale } = sheet;
  let taken = -Infinity;
  for (const tau of [best ? best.tau : null, auto]) {
    if (tau === null) continue;
    const x = scale.x(tau), value = sums.values[scale.index(tau)], at = y(value);
    sheet.dot(x, at, "point");
    if (Math.abs(x - taken) < 40) continue;
    taken = x;
    const label = sheet.text(x, at - 7 < top + 8 ? at + 15 : at - 7, percent(value), "amount");
    if (x + 18 > scale.right) label.style.textAnchor = "end";
  }
}

function drawProposed(sheet, best, top, bottom) {
  const [from, to] = sheet.scale.span(best);
  sheet.rect(from, bottom, to - from, 5, "best");
  const box = sheet.rect(from, top, to - from, bottom - top, "best-box");
  box.style.pointerEvents = "none";
  const label = sheet.text(from, bottom + 17, "proposed", "best-text");
  if (from + 54 > sheet.scale.right) set(label, { x: to, "text-anchor": "end" });
}

// The tenths around some shares, two apart at least, so that small differences can be seen.
function tenths(values) {
  let low = Math.floor(10 * Math.min(...values) + 1e-6), high = Math.ceil(10 * Math.max(...values) - 1e-6);
  if (high - low < 2) [low, high] = high < 10 ? [low, low + 2] : [high - 2, high];
  return [low / 10, high / 10];
}
