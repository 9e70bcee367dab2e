// What each statement is along the path, as strips and in words. Functions of the sheet, a strip
// and the plateaus.

const STATES = {
  s: { word: "satisfied", sign: "✓", style: "met" },
  v: { word: "violated", sign: "✕", style: "broken" },
  u: { word: "undecided", sign: "?", style: "open" },
};

const NO_EVIDENCE = "Enforced, or follows from other statements: no evidence of its own";

function drawStrip(sheet, strip, plateaus, y) {
  const { left, right } = sheet.scale;
  const label = sheet.text(0, y + 14, "", strip.enforced ? "name known" : "name");
  fitName(label, strip, left - 8);
  hint(label, `${strip.label}${strip.enforced ? `\n${NO_EVIDENCE}` : ""}`);
  const group = add(sheet.svg, "g");
  for (const piece of piecesOf(strip.states, plateaus)) {
    const { word, sign, style } = STATES[piece.state];
    const [from, to] = sheet.scale.span(piece);
    const look = strip.enforced ? `${style} known` : style;
    const box = sheet.rect(from, y + 3, to - from, ROW - 6, look, group);
    hint(box, `${strip.label}\n${word} for ${between(piece.low, piece.high)}`);
    if (to - from > 15) {
      const text = sheet.text((from + to) / 2, y + 15, sign, strip.enforced ? "sign known" : "sign");
      text.style.pointerEvents = "none";
    }
  }
  sheet.rect(left, y + 3, right - left, ROW - 6, "rim");
}

// Neighbouring plateaus in one state, put together.
function piecesOf(states, plateaus) {
  const pieces = [];
  plateaus.forEach((plateau, k) => {
    const last = pieces.at(-1);
    if (last && last.state === states[k]) last.high = plateau.high;
    else pieces.push({ state: states[k], low: plateau.low, high: plateau.high });
  });
  return pieces;
}

function stripText({ label, states, enforced }, plateaus) {
  const parts = piecesOf(states, plateaus).map(
    ({ state, low, high }) => `${STATES[state].word} for ${between(low, high)}`,
  );
  return `${label}${enforced ? " (enforced, or follows from other statements: no evidence of its own)" : ""}: ${parts.join("; ")}.`;
}

function drawKey(root, { auto, strips }) {
  const parts = [["○", "breakpoint: the score at which the graph changes"],
    ["▮", "band: τ with one and the same graph, tinted where the line is"]];
  if (auto !== null) parts.push(["▨", "noise floor: below it expect false edges"]);
  if (strips.length) {
    for (const { sign, word } of Object.values(STATES)) parts.push([sign, word]);
  }
  if (strips.some((strip) => strip.enforced)) parts.push(["▯", "pale: enforced, or follows from others"]);
  root.replaceChildren();
  for (const [sign, text] of parts) add(root, "span", "", text).dataset.sign = sign;
}

// The whole statement; else its names with what is between them, which is kept whatever is cut.
function fitName(node, { label, parts }, width) {
  node.textContent = label;
  if (node.getComputedTextLength() <= width) return;
  if (!parts) {
    cutText(node, label, width);
    return;
  }
  const [a, sign, b] = parts;
  for (let n = Math.max(a.length, b.length); n > 2; n -= 1) {
    node.textContent = `${shortened(a, n)} ${sign} ${shortened(b, n)}`;
    if (node.getComputedTextLength() <= width) return;
  }
  cutText(node, label, width);
}

function cutText(node, text, width) {
  node.textContent = text;
  for (let n = text.length - 1; n > 3 && node.getComputedTextLength() > width; n -= 1) {
    node.textContent = `${text.slice(0, n).trimEnd()}…`;
  }
}

function shortened(name, most) {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}
