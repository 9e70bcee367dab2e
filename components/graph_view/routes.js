// The way of each edge: one that would run behind a third box bends around it, the same way at
// every step. A bend is not symmetric, so that every line is drawn from the lower of its nodes to
// the higher one, wherever its head is. This knows boxes and their places, and asks for them when
// it has to look.

// So near each other that none leaps a gap between two boxes through which an edge could go.
const STEPS = [
  0.14, 0.17, 0.2, 0.24, 0.28, 0.32, 0.36, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.72, 0.8, 0.9, 1,
];
const BENDS = [0, ...STEPS.flatMap((bend) => [bend, -bend])];
// How far a bend may lead out of what all boxes span: there is no more air in a picture.
const ROUTE_AIR = 40;
const CLEARANCE = 4;
// A bend that is so much larger may be taken so as not to run into the line to another box.
const MORE = 0.2;
// Two lines are told apart if their directions differ so much, this far from the box they share.
const [LEAST_ANGLE, FAR] = [0.14, 90];

class Routes {
  constructor(boxes, places) {
    this.boxes = boxes;
    this.places = places;
    this.bends = new Map();
  }

  clear() { this.bends.clear(); }

  // As it bends from the lower to the higher of the two nodes.
  bend(low, high) {
    const key = pairId(low, high);
    if (!this.bends.has(key)) {
      this.bends.set(key, leastCrossing(low, high, this.boxes(), this.places()));
    }
    return this.bends.get(key);
  }

  // For vis-network. Were a bent line to end before its head, it would take another curve than ours.
  drawn(low, high) {
    const bend = this.bend(low, high);
    if (bend === 0) return { smooth: { enabled: false }, arrowStrikethrough: false };
    const type = bend > 0 ? "curvedCW" : "curvedCCW";
    return { smooth: { enabled: true, type, roundness: Math.abs(bend) }, arrowStrikethrough: true };
  }

  path(from, to, count = 40) {
    const [low, high] = ordered(from, to);
    const at = this.places([low, high]);
    const points = curve(at[low], at[high], this.bend(low, high), count);
    return from === low ? points : points.reverse();
  }
}

function ordered(a, b) { return a < b ? [a, b] : [b, a]; }
function pairId(a, b) { return ordered(a, b).join("-"); }

function leastCrossing(low, high, nodes, at) {
  const boxes = nodes
    .filter((node) => node.id !== low && node.id !== high)
    .map((node) => ({ ...at[node.id], w: node.w / 2, h: node.h / 2 }));
  const { left, right, top, bottom } = extentOf(nodes, at);
  const isOutside = ({ x, y }) => x < left - ROUTE_AIR || x > right + ROUTE_AIR
    || y < top - ROUTE_AIR || y > bottom + ROUTE_AIR;
  const others = nodes.filter(({ id }) => id !== low && id !== high).map(({ id }) => at[id]);
  let best = { bend: 0, hits: Infinity, merged: Infinity };
  let first = null;
  for (const bend of BENDS) {
    if (first !== null && Math.abs(bend) > Math.abs(first) + MORE) break;
    const path = curve(at[low], at[high], bend, 120);
    if (path.some(isOutside)) continue;
    const gaps = boxes.map((box) => Math.min(...path.map(
      (p) => Math.max(Math.abs(p.x - box.x) - box.w, Math.abs(p.y - box.y) - box.h),
    )));
    // To run behind one box is worse than to come close to several.
    const hits = 1000 * gaps.filter((gap) => gap < 0).length
      + gaps.filter((gap) => gap < CLEARANCE).length;
    // A straight line has no choice.
    const merged = bend === 0 ? 0
      : mergedLines(at[low], path, others) + mergedLines(at[high], [...path].reverse(), others);
    if (hits < best.hits || (hits === best.hits && merged < best.merged)) {
      best = { bend, hits, merged };
    }
    if (hits === 0 && first === null) first = bend;
    if (hits === 0 && merged === 0) break;
  }
  return best.bend;
}

// How many straight lines from a box to others begin as one with a path from it.
function mergedLines(box, path, others) {
  const distance = (point) => Math.hypot(point.x - box.x, point.y - box.y);
  const out = path.find((point) => distance(point) > FAR);
  if (!out) return 0;
  const angle = (point) => Math.atan2(point.y - box.y, point.x - box.x);
  return others.filter((other) => {
    const between = Math.abs(angle(other) - angle(out));
    return distance(other) > FAR && Math.min(between, 2 * Math.PI - between) < LEAST_ANGLE;
  }).length;
}
