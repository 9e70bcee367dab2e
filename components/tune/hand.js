// The line is moved by pointer and keys. This knows what they do to τ, and tells by `take` the τ,
// whether it is there to stay, and whether more of the like may follow at once; `now` tells where
// the line is, and `point` is told of a pointer that holds nothing.

class Hand {
  constructor(stage, handle, { scale, now, take, point }) {
    Object.assign(this, { stage, handle, scale, now, take, point });
    this.held = false;
    stage.addEventListener("pointerdown", (event) => this.grab(event));
    stage.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      stage.addEventListener(end, (event) => this.drop(event));
    }
    handle.addEventListener("keydown", (event) => this.press(event));
  }

  grab(event) {
    if (event.button) return;
    const x = this.at(event);
    if (x < this.scale.left - 12) return;
    this.held = true;
    this.stage.setPointerCapture(event.pointerId);
    this.handle.focus({ preventScroll: true });
    this.take(this.scale.tauAt(x), false);
    event.preventDefault();
  }

  drag(event) {
    if (this.held) this.take(this.scale.tauAt(this.at(event)), false);
    else this.point(event);
  }

  drop(event) {
    if (!this.held) return;
    this.held = false;
    // A gesture that became a scroll has no place of its own.
    this.take(event.type === "pointerup" ? this.scale.tauAt(this.at(event)) : this.now(), true);
  }

  at(event) { return event.clientX - this.stage.getBoundingClientRect().x; }

  press(event) {
    const tau = this.now();
    const at = this.scale.index(tau);
    const moves = {
      ArrowRight: () => tau * 10 ** (1 / 40), ArrowUp: () => tau * 10 ** (1 / 40),
      ArrowLeft: () => tau / 10 ** (1 / 40), ArrowDown: () => tau / 10 ** (1 / 40),
      PageUp: () => this.scale.middle(at + 1), PageDown: () => this.scale.middle(at - 1),
      Home: () => this.scale.low, End: () => this.scale.high,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.take(moves[event.key](), true, true);
  }
}
