// For the tests: globalThis.__gesncd_path reads what is shown. It changes nothing.

function exposePath(view) {
  const { sheet: { svg }, scale, stage } = view;
  const texts = (names) => [...svg.querySelectorAll(names)].map((text) => text.textContent);
  globalThis.__gesncd_path = {
    tau: () => view.tau,
    edges: () => view.data.plateaus[scale.index(view.tau)].edges,
    settled: () => !view.busy(),
    onPage: (tau) => {
      const box = stage.getBoundingClientRect();
      return { x: box.x + scale.x(tau), y: box.y + (TOP + view.levels.edges) / 2 };
    },
    spans: () => [...svg.querySelectorAll("rect.met, rect.broken, rect.open")].map((rect) => [
      rect.getAttribute("class"), Number(rect.getAttribute("x")), Number(rect.getAttribute("width")),
    ]),
    labels: () => texts("text.name"),
    amounts: () => texts("text.amount"),
    breaks: () => view.data.plateaus.map((plateau) => scale.x(plateau.low)),
  };
}
