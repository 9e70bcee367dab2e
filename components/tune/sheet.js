// The sheet that the picture is drawn on: shapes, texts and panels that all parts of it have. This
// knows the scale, and nothing of what is shown.

class Sheet {
  constructor(svg, scale) {
    this.svg = svg;
    this.scale = scale;
  }

  begin(width, height) {
    set(this.svg, { height, viewBox: `0 0 ${width} ${height}` });
    this.svg.replaceChildren();
    const defs = add(this.svg, "defs");
    for (const [id, colour, gap] of [["path-noise", "var(--noise)", 5], ["path-open", "var(--noise)", 4]]) {
      const pattern = add(defs, "pattern");
      set(pattern, { id, width: gap, height: gap, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)" });
      set(add(pattern, "line"), { x1: 0, y1: 0, x2: 0, y2: gap, stroke: colour, "stroke-width": 2 });
    }
  }

  rect(x, y, width, height, name, parent = this.svg) {
    return set(add(parent, "rect", name), { x, y, width: Math.max(width, 0), height });
  }

  text(x, y, content, name = "") {
    return set(add(this.svg, "text", name, content), { x, y });
  }

  dot(cx, cy, name) { return set(add(this.svg, "circle", name), { cx, cy, r: 3.2 }); }

  upright(x, from, to, name) {
    return set(add(this.svg, "line", name), { x1: x, x2: x, y1: from, y2: to });
  }

  // From one end of the scale to the other.
  across(y, name) {
    const { left, right } = this.scale;
    return set(add(this.svg, "line", name), { x1: left, x2: right, y1: y, y2: y });
  }

  // Lines across, with a number each.
  grid(lines) {
    for (const [y, label] of lines) {
      this.across(y, "grid");
      set(this.text(this.scale.left - 6, y + 4, label), { "text-anchor": "end" });
    }
  }

  panel(title, top, lines) {
    this.text(0, top + 10, title, "title");
    this.grid(lines);
  }

  // A height for each plateau; none where it is null.
  steps(plateaus, heights) {
    let path = "";
    plateaus.forEach((plateau, k) => {
      if (heights[k] === null) return;
      const [from, to] = this.scale.span(plateau);
      path += `${k && heights[k - 1] !== null ? "L" : "M"}${from} ${heights[k]}H${to}`;
    });
    add(this.svg, "path", "curve").setAttribute("d", path);
  }
}
