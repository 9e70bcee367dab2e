// How nodes and edges look. Functions of what there is and of the `look`: data, colours, font face,
// focus, lit nodes, whether only those are shown, whether scores are written, marks of changes, and
// routes. They change nothing.

const CROWD_ABOVE = 15;

// Nodes near the focus stay, and those of a trail or a pattern; the rest fades. Null where nothing
// is chosen.
function litNodes(focus, blankets, { path, pattern }) {
  if (focus.length === 0) return null;
  const nodes = new Set([...focus, ...path, ...pattern]);
  if (focus.length === 1) blankets[focus[0]].forEach((id) => nodes.add(id));
  return nodes;
}

function nodeStyle(id, { data, colours: c, fontFace, focus, lit, nearby }) {
  const faded = lit !== null && !lit.has(id);
  const hidden = faded && nearby === true;
  const chosen = focus.includes(id);
  const fill = chosen ? mix(c.accent, c.background, 0.16) : c.surface;
  const border = chosen ? c.accent : faded ? mix(c.muted, c.background, 0.25) : c.muted;
  const colour = { background: faded ? c.background : fill, border };
  return {
    id,
    hidden,
    color: { ...colour, hover: { ...colour, border: c.accent }, highlight: colour },
    borderWidth: chosen ? 2.2 : 1.2,
    font: {
      size: data.font.size,
      face: fontFace,
      color: faded ? mix(c.ink, c.background, 0.3) : c.ink,
      multi: false,
    },
  };
}

function edgeStyle(edge, look, now) {
  const { data, colours: c, focus, lit, nearby, scores, routes } = look;
  const mark = look.marks.get(edge.id);
  const near = isNear(edge, look);
  // Marks that are held have a colour, but only those that just came glow.
  const glows = mark && mark.until !== Infinity;
  // Many edges hide each other and the names where they are as strong as a few may be.
  const thin = data.nodes.length > CROWD_ABOVE ? 0.7 : 1;
  const left = glows ? glowLeft(mark, now) : 0;
  const [low, high] = ordered(edge.from, edge.to);
  const head = { enabled: edge.directed, scaleFactor: 0.75 * thin, type: "arrow" };
  const style = {
    id: edge.id, from: low, to: high, directed: edge.directed, title: edge.title,
    // vis-network's ends are those of the line.
    source: edge.from, target: edge.to,
    ...routes.drawn(low, high), dashes: false, width: (edge.width || 1.8) * thin,
    shadow: { enabled: false },
    arrows: {
      to: { ...head, enabled: edge.directed && edge.to === high },
      from: { ...head, enabled: edge.directed && edge.to === low },
    },
    hidden: nearby === true && lit !== null && !(lit.has(edge.from) && lit.has(edge.to)),
    signs: signsOf(edge),
    text: scores && edge.score ? edge.score : "",
  };
  let colour = c.ink;
  if (mark && mark.change === "added") {
    colour = c[mark.phase];
    style.width = Math.max(style.width, 2.4) + 1.6 * left;
    if (glows) style.shadow = { enabled: true, color: colour, size: 4 + 14 * left, x: 0, y: 0 };
  } else if (mark && mark.change === "removed") {
    colour = mix(c[mark.phase], c.background, glows ? 0.2 + 0.7 * left : 0.6);
    style.dashes = [6, 6];
  } else if (mark) {
    colour = c.accent;
    style.width = Math.max(style.width, 2.4);
    style.arrows.to.scaleFactor = style.arrows.from.scaleFactor = (0.75 + 0.35 * left) * thin;
  }
  const paint = edge.ghost ? undefined : paintOf(edge, data.paint);
  if (paint) {
    if (!mark) colour = c[paint.ink];
    if (paint.dashed) style.dashes = [7, 5];
    if (paint.width !== null) style.width = paint.width;
    if (paint.label) style.text = paint.label;
    if (paint.remark && !edge.extra) style.title = `${edge.title}\n${paint.remark}`;
  }
  if (!near) {
    colour = mix(colour, c.background, 0.15);
    style.text = "";
  }
  if (focus.length === 2 && edge.id === pairId(...focus)) {
    colour = c.accent;
    style.width = Math.max(style.width, 3);
  }
  // Beside a change what is pointed at is only wider: its colour would be that of another one.
  const hover = near && data.fades && look.marks.size === 0 ? c.accent : colour;
  style.color = { color: colour, highlight: colour, hover };
  return style;
}

// A co-parent belongs to the blanket through its arrow to the common child.
function isNear({ from, to, directed }, { data, focus, lit }) {
  if (lit === null) return true;
  if (!lit.has(from) || !lit.has(to)) return false;
  if (focus.includes(from) || focus.includes(to)) return true;
  const { path, pattern } = data.paint;
  if (pattern.includes(from) && pattern.includes(to)) return true;
  if (path.some((id, k) => k > 0 && pairId(path[k - 1], id) === pairId(from, to))) return true;
  return directed && isChild(to, focus, data.edges);
}

function isChild(id, focus, edges) {
  return focus.length === 1 && edges.some(
    (edge) => edge.directed && edge.from === focus[0] && edge.to === id,
  );
}

function paintOf(edge, { edges, extra }) {
  if (!edge.extra) return edges[edge.id];
  return extra.find(({ from, to }) => from === edge.from && to === edge.to);
}

// An update without effect would still redraw the canvas.
function changed(dataset, style) {
  const now = dataset.get(style.id);
  return !now || Object.keys(style).some(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(style[name]),
  );
}
