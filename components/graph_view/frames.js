// Many graphs on the same nodes, kept in the browser: a slider turns to one without asking the
// server. This is a part of each component that has to do with them.

const TURN = "gesncd-turn";

// Each graph view's graphs by its key, and the one that is turned to.
function graphBooks() { return (globalThis.__gesncd_books ||= {}); }
function graphTurns() { return (globalThis.__gesncd_turns ||= {}); }

function bringFrames(data) {
  const book = graphBooks()[data.graph];
  if (book && JSON.stringify(book.data) === JSON.stringify(data)) return;
  graphBooks()[data.graph] = { data, id: data.id, frames: null };
  globalThis.dispatchEvent(new CustomEvent(TURN, { detail: data.graph }));
}

// What a view shows: the graph that was turned to here, which may be newer than what the server
// has sent; else what the server has sent.
function turned(data) {
  const book = graphBooks()[data.key], turn = graphTurns()[data.key];
  if (!data.frames || !book || !turn || book.id !== data.frames || turn.id !== data.frames) return data;
  book.frames ||= unfold(book.data);
  const frame = book.frames[turn.at];
  if (!frame) return data;
  return { ...data, ...frame, paint: { ...data.paint, edges: frame.painted } };
}

// Have a view show one of its graphs; both it and the graphs may come later.
function turnTo(key, id, at) {
  const now = graphTurns()[key];
  if (now && now.id === id && now.at === at) return;
  graphTurns()[key] = { id, at };
  globalThis.dispatchEvent(new CustomEvent(TURN, { detail: key }));
}

function hasFrames(key, id) { return graphBooks()[key]?.id === id; }

function unfold({ edges, texts, paint, mostLabels, turns, blankets, head }) {
  const shown = new Set();
  let near = [];
  return turns.map((turn, k) => {
    for (const number of turn) if (!shown.delete(number)) shown.add(number);
    near = near.slice();
    for (const [node, blanket] of Object.entries(blankets[k])) near[node] = blanket;
    const numbers = [...shown].sort((a, b) => a - b);
    const n = numbers.length;
    const said = n ? `: ${numbers.map((number) => texts[number]).join("; ")}` : "";
    const painted = {};
    for (const number of numbers) {
      const { id } = edges[number];
      if (paint[id]) painted[id] = n > mostLabels ? { ...paint[id], label: "" } : paint[id];
    }
    return {
      edges: numbers.map((number) => edges[number]),
      blankets: near,
      painted,
      summary: `${head}${n} edge${n === 1 ? "" : "s"}${said}.`,
    };
  });
}
