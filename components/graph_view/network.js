// vis-network as the graph view uses it: it draws and tells what is pressed, and moves nothing by
// itself. This knows of no graph.

function newNetwork(canvas, nodes, edges) {
  const network = new vis.Network(
    canvas,
    { nodes, edges },
    {
      physics: false,
      layout: { improvedLayout: false },
      interaction: { hover: true, tooltipDelay: 250, zoomSpeed: 0.6, selectConnectedEdges: false },
      nodes: {
        shape: "box",
        borderWidth: 1.2,
        borderWidthSelected: 2,
        labelHighlightBold: false,
        shapeProperties: { borderRadius: 6 },
        margin: { top: 8, bottom: 8, left: 11, right: 11 },
      },
      edges: { selectionWidth: 0, hoverWidth: 0.6 },
    },
  );
  // A pointer that leaves the canvas in one leap would leave its tooltip behind.
  canvas.addEventListener("pointerleave", () => {
    const tip = canvas.querySelector(".vis-tooltip");
    if (tip) tip.style.visibility = "hidden";
  });
  return network;
}
