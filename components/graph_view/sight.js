// Which part of the graph is in sight, and how large. This knows the canvas, not what is on it.

// Room for the frame around a node that a pattern marks.
const MARGIN = 12;

class Sight {
  // `refit` is called when the canvas has another size and nobody has chosen a part of the graph.
  constructor(network, canvas, refit) {
    this.network = network;
    this.canvas = canvas;
    this.untouched = false;
    this.narrowed = false;
    this.partial = add(canvas, "div", "partial", "Part of the graph: Fit shows all of it");
    this.partial.hidden = true;
    // A view whose container grows keeps its centre, but a first, tiny container needs a fit.
    // In the next frame, as vis-network scales the view by its width after this event.
    network.on("resize", () => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.untouched && refit());
    });
    for (const touch of ["zoom", "dragStart"]) {
      network.on(touch, () => {
        this.untouched = false;
        this.partial.hidden = true;
      });
    }
  }

  // With `all` in sight however small the letters get; else names shall be readable.
  fit({ left, right, top, bottom }, { least, tight, size, most = 1.15, air = 0 }, all) {
    const whole = Math.min(
      most, (this.canvas.clientWidth - 2 * MARGIN) / (right - left + 2 * air),
      (this.canvas.clientHeight - 2 * MARGIN) / (bottom - top + 2 * air),
    );
    // Smaller letters are worth it where all then fits.
    const scale = all || whole * size >= tight ? whole : least / size;
    const position = { x: (left + right) / 2, y: (top + bottom) / 2 };
    this.network.moveTo({ position, scale, animation: false });
    this.untouched = true;
    this.partial.hidden = scale <= whole;
  }

  // Only some nodes.
  narrow(nodes) {
    this.narrowed = true;
    this.partial.hidden = true;
    this.network.fit({ nodes, animation: false, minZoomLevel: 0.6, maxZoomLevel: 1.15 });
  }

  // Whether only some nodes were in sight until now.
  widen() {
    const was = this.narrowed;
    this.narrowed = false;
    return was;
  }

  bring(id) {
    const { x, y } = this.network.canvasToDOM(this.network.getPosition(id));
    const inside = x > 40 && y > 20
      && x < this.canvas.clientWidth - 40 && y < this.canvas.clientHeight - 20;
    if (!inside) this.network.focus(id, { scale: this.network.getScale(), animation: false });
  }

  stop() { cancelAnimationFrame(this.frame); }
}
