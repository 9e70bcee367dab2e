// Hints at what the pointer is on. This knows the stage and the texts that shapes carry.

function hint(node, text) { node.dataset.hint = text; }

class Tip {
  constructor(stage) {
    this.stage = stage;
    this.box = add(stage, "div", "tip");
    this.box.hidden = true;
    stage.addEventListener("pointerleave", () => { this.box.hidden = true; });
  }

  point(event) {
    const text = event.target.dataset ? event.target.dataset.hint : "";
    this.box.hidden = !text;
    if (!text) return;
    this.box.textContent = text;
    const around = this.stage.getBoundingClientRect();
    const x = event.clientX - around.x;
    this.box.style.left = `${Math.max(0, Math.min(x + 12, around.width - 290))}px`;
    this.box.style.top = `${event.clientY - around.y + 14}px`;
  }
}
