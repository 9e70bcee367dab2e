// What is drawn over boxes and edges: the parts of edges that boxes hide, signs of knowledge, and scores or what a page writes on
// edges. This knows the scene and which texts are asked for; where there is room for them, edge
// marks find out.

const [TEXT_SIZE, LEAST_TEXT_PIXELS] = [12, 10];

// What has been drawn, and where.
function drawOverlay(pen, { edges, colours, fontFace, scale, pathOf }, boxes, isForced) {
  // Letters keep a size that can be read when the graph is seen from afar.
  const size = Math.max(TEXT_SIZE, LEAST_TEXT_PIXELS / scale);
  pen.font = `${size}px ${fontFace}`;
  const shown = edges.get().filter((edge) => !edge.hidden && boxes[edge.source] && boxes[edge.target]);
  const lines = shown.map((edge) => ({
    id: edge.id,
    points: pathOf(edge.source, edge.target, 120),
    from: boxes[edge.source],
    to: boxes[edge.target],
    head: edge.directed ? headLength(edge.arrows.to.scaleFactor, edge.width) : 0,
    colour: edge.color.color,
    signs: edge.signs,
    text: edge.text
      ? { text: edge.text, width: pen.measureText(edge.text).width + 4, height: size + 2 } : null,
    forced: isForced(edge.id),
  }));
  drawHiddenParts(pen, lines, Object.values(boxes));
  const laid = layEdgeMarks(lines, Object.values(boxes));
  drawEdgeMarks(pen, laid, { ...colours, face: fontFace, size });
  return laid;
}
