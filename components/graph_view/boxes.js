// The boxes of a graph as rectangles, also for a saved page. This knows their sizes and places.

// From the boxes as they were laid out: vis-network measures its own only while it draws.
function extentOf(nodes, at) {
  const sides = (low, axis, size) => nodes.map(
    (node) => at[node.id][axis] + (low ? -1 : 1) * node[size] / 2,
  );
  return {
    left: Math.min(...sides(true, "x", "w")), right: Math.max(...sides(false, "x", "w")),
    top: Math.min(...sides(true, "y", "h")), bottom: Math.max(...sides(false, "y", "h")),
  };
}

// Wide enough for points too, such as those of lines that bend.
function widened(extent, points) {
  return points.reduce(({ left, right, top, bottom }, { x, y }) => ({
    left: Math.min(left, x), right: Math.max(right, x),
    top: Math.min(top, y), bottom: Math.max(bottom, y),
  }), extent);
}

// Centre and half size of each box, as vis-network has measured it.
function boxesOf(network, nodes, at) {
  return Object.fromEntries(nodes.map(({ id, w, h }) => {
    const { left, right, top, bottom } = network.getBoundingBox(id);
    const [width, height] = right - left > 1 ? [right - left, bottom - top] : [w, h];
    return [id, { ...at[id], w: width / 2, h: height / 2 }];
  }));
}
