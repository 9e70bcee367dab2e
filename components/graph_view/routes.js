// The way of each edge: one that would run behind a third box bends around it, the same way at
// every step, but where a head would seem to be another line's. A bend is not symmetric, so that every line is drawn from the lower of its nodes to
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

// A bend that is so much larger may be taken so that no line seems to have the head of another.
const MUCH_MORE = 0.5;
// Two lines come to a box as one if, so far out of it, they are nearer to each other than that.
const AS_ONE = [[15, 6], [50, 10]];
const FINE = 240;

class Routes {
  constructor(boxes, places) {
    this.boxes = boxes;
    this.places = places;
    this.plain = new Map();
    this.edges = [];
    this.aside = null;
  }

  clear() {
    this.plain.clear();
    this.aside = null;
  }

  // The edges that are drawn: one that bends keeps out of the way of heads that are not its own.
  drawing(edges) {
    const now = edges.map(({ from, to, directed }) => ({ from, to, directed: Boolean(directed) }));
    if (JSON.stringify(now) === JSON.stringify(this.edges)) return;
    this.edges = now;
    this.aside = null;
  }

  // As it bends from the lower to the higher of the two nodes.
  bend(low, high) {
    this.aside ??= this.around();
    return this.aside.get(pairId(low, high)) ?? this.plainBend(low, high);
  }

  // Whatever edges there are.
  plainBend(low, high) {
    const key = pairId(low, high);
    if (!this.plain.has(key)) {
      this.plain.set(key, leastCrossing(low, high, this.boxes(), this.places()));
    }
    return this.plain.get(key);
  }

  // The bends of all edges, one after the other, so that two do not get out of each other's way to
  // meet again.
  around() {
    const drawn = this.edges.map((edge) => {
      const [low, high] = ordered(edge.from, edge.to);
      return { ...edge, low, high, bend: this.plainBend(low, high) };
    }).sort((a, b) => a.low - b.low || a.high - b.high);
    const ground = new Ground(this.boxes(), this.places());
    for (const edge of drawn) edge.bend = apartFrom(edge, drawn, ground);
    return new Map(drawn.map(({ low, high, bend }) => [pairId(low, high), bend]));
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

// Boxes and their places, and what a bend between two of them costs.
class Ground {
  constructor(nodes, at) {
    this.at = at;
    this.boxes = nodes.map(({ id, w, h }) => ({ id, ...at[id], w: w / 2, h: h / 2 }));
    this.extent = extentOf(nodes, at);
  }

  box(node) { return this.boxes.find(({ id }) => id === node); }

  isOutside({ x, y }) {
    const { left, right, top, bottom } = this.extent;
    return x < left - ROUTE_AIR || x > right + ROUTE_AIR
      || y < top - ROUTE_AIR || y > bottom + ROUTE_AIR;
  }

  // Boxes that it hits and lines that it runs into; null where it leads out of the picture.
  cost(low, high, bend) {
    const { at } = this;
    const path = curve(at[low], at[high], bend, 120);
    if (path.some((point) => this.isOutside(point))) return null;
    const others = this.boxes.filter(({ id }) => id !== low && id !== high);
    const gaps = others.map((box) => Math.min(...path.map(
      (p) => Math.max(Math.abs(p.x - box.x) - box.w, Math.abs(p.y - box.y) - box.h),
    )));
    // To run behind one box is worse than to come close to several.
    const hits = 1000 * gaps.filter((gap) => gap < 0).length
      + gaps.filter((gap) => gap < CLEARANCE).length;
    // A straight line has no choice.
    const merged = bend === 0 ? 0
      : mergedLines(at[low], path, others) + mergedLines(at[high], [...path].reverse(), others);
    return { hits, merged };
  }

  // From one of its two nodes to the other.
  path({ low, high }, bend, node) {
    const points = curve(this.at[low], this.at[high], bend, FINE);
    return node === low ? points : points.reverse();
  }
}

function leastCrossing(low, high, nodes, at) {
  const ground = new Ground(nodes, at);
  let best = { bend: 0, hits: Infinity, merged: Infinity };
  let first = null;
  for (const bend of BENDS) {
    if (first !== null && Math.abs(bend) > Math.abs(first) + MORE) break;
    const cost = ground.cost(low, high, bend);
    if (cost === null) continue;
    const { hits, merged } = cost;
    if (hits < best.hits || (hits === best.hits && merged < best.merged)) {
      best = { bend, hits, merged };
    }
    if (hits === 0 && first === null) first = bend;
    if (hits === 0 && merged === 0) break;
  }
  return best.bend;
}

// The bend of an edge. Where two lines come to a box as one and only one of them has a head there,
// an arrow is read that is none: then one that bends takes another way, as good around the boxes.
function apartFrom(edge, drawn, ground) {
  const { low, high, bend } = edge;
  if (bend === 0) return bend;  // A straight line has no choice.
  const hasHead = ({ to, directed }, node) => directed && to === node;
  const others = [low, high].map((node) => drawn
    .filter((other) => other !== edge && (other.low === node || other.high === node)
      && hasHead(other, node) !== hasHead(edge, node))
    .map((other) => ground.path(other, other.bend, node)));
  const falseHeads = (tried) => [low, high].flatMap((node, k) => {
    if (!others[k].length) return [];
    const path = ground.path(edge, tried, node);
    return others[k].filter((other) => comeAsOne(path, other, ground.box(node)));
  }).length;
  let best = { bend, heads: falseHeads(bend), merged: Infinity };
  if (!best.heads) return bend;
  const plain = ground.cost(low, high, bend);
  best.merged = plain.merged;
  for (const tried of BENDS) {
    if (Math.abs(tried) > Math.abs(bend) + MUCH_MORE) break;
    const cost = tried === 0 ? null : ground.cost(low, high, tried);
    if (cost === null || cost.hits > plain.hits) continue;
    const heads = falseHeads(tried);
    if (heads < best.heads || (heads === best.heads && cost.merged < best.merged)) {
      best = { bend: tried, heads, merged: cost.merged };
    }
  }
  return best.bend;
}

// Whether two paths out of a box are as near each other as a head is wide, and stay so.
function comeAsOne(path, other, box) {
  const start = path.findIndex(
    (p) => Math.abs(p.x - box.x) > box.w || Math.abs(p.y - box.y) > box.h,
  );
  if (start < 0) return false;
  const between = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
  return AS_ONE.every(([far, near]) => {
    const beyond = path.find((p, k) => k >= start && between(p, path[start]) >= far);
    return !beyond || Math.min(...other.map((p) => between(p, beyond))) < near;
  });
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
