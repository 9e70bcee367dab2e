// The curve on which vis-network draws an edge. This knows two points and a bend.

// Points on the curve that vis-network draws for curvedCW (bend > 0) or curvedCCW.
function curve(from, to, bend, count = 40) {
  const reach = 0.5 + Math.abs(bend) / 2;
  const angle = Math.atan2(from.y - to.y, to.x - from.x) + (0.5 + bend / 2) * Math.PI;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const via = {
    x: from.x + reach * length * Math.sin(angle),
    y: from.y + reach * length * Math.cos(angle),
  };
  return Array.from({ length: count }, (_, k) => {
    const t = (k + 0.5) / count;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * from.x + b * via.x + c * to.x, y: a * from.y + b * via.y + c * to.y };
  });
}
