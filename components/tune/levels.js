// How high each part of the picture is, and where it begins. This knows how much there is to
// show and how high the window is, and draws nothing.

const TOP = 30, EDGES_HIGH = 140, SCORE_HIGH = 76, GAP = 14, AXIS = 26, ROW = 22, SUM_HIGH = 92;
const RIGHT = 14;

function levels({ plateaus, strips, sums, height: most }) {
  const hasScore = plateaus.some((plateau) => plateau.sg !== null);
  const stripsHigh = strips.length * ROW + (strips.length ? 8 : 0);
  const rest = TOP + AXIS + stripsHigh + (sums ? SUM_HIGH : 0);
  // As high as the graph beside it, where the strips leave room.
  const room = Math.min(Math.max(innerHeight - 256, 380), most) - 80;
  const spare = Math.max(0, room - rest - EDGES_HIGH - SCORE_HIGH - GAP);
  const edges = TOP + EDGES_HIGH + (hasScore ? 0.62 : 1) * spare;
  const score = edges + (hasScore ? GAP : 0);
  const axis = score + (hasScore ? SCORE_HIGH + 0.38 * spare : 0);
  const sum = axis + AXIS + stripsHigh;
  return {
    hasScore,
    // Where the panel of edges ends; the others begin where they are said to.
    edges, score, axis, strips: axis + AXIS, sums: sum,
    height: sum + (sums ? SUM_HIGH : 0) + 2,
  };
}
