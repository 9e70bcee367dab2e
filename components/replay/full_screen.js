// Full screen and large type. This knows the page around the scrubber and how much room it leaves;
// whether type is large it asks, and it tells when that shall change.

// Narrower, graph and panel may stand one over the other, and no height has room for both.
const SIDE_BY_SIDE = 900;

class FullScreen {
  constructor(root, { isLarge, height, tell, changed }) {
    Object.assign(this, { root, isLarge, height, tell, changed });
    this.onFull = () => {
      if (!document.fullscreenElement) this.leave();
      this.changed();
    };
    document.addEventListener("fullscreenchange", this.onFull);
    this.onResize = () => this.fit();
    globalThis.addEventListener("resize", this.onResize);
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(root);
  }

  toggle() {
    if (this.filled) {
      if (document.fullscreenElement) document.exitFullscreen();
      this.leave();
      return;
    }
    this.filled = true;
    this.largeBefore = this.isLarge();
    document.documentElement.classList.add("gesncd-full");
    // From wherever one had scrolled to: full screen begins with the lesson.
    this.root.getRootNode().host.closest("[data-testid=stMain]")?.scrollTo(0, 0);
    // Refused where the page is embedded without leave: it fills what it has all the same.
    document.documentElement.requestFullscreen?.().catch(() => {});
    if (!this.isLarge()) this.tell(true);
    this.dress();
    this.changed();
  }

  // By the button, or by Escape or F11, which the browser answers itself.
  leave() {
    if (!this.filled) return;
    this.filled = false;
    document.documentElement.classList.remove("gesncd-full");
    if (!this.largeBefore) this.tell(false);
    this.dress();
    this.changed();
  }

  // What the graph and the panel beside it shall know: they inherit it from around them.
  dress() {
    const stage = this.root.getRootNode().host?.closest(".st-key-replay-stage");
    if (!stage) return;
    this.stage = stage;
    const put = (name, value) => (value
      ? stage.style.setProperty(name, value) : stage.style.removeProperty(name));
    put("--gesncd-type", this.isLarge() ? "17px" : "");
    put("--gesncd-chrome", this.filled ? "none" : "");
    this.fit();
  }

  // For a projector, graph and panel are as high as the window leaves room for. In plain type they
  // have a height of their own, and give way where the controls would not be in sight.
  fit() {
    const isLarge = this.isLarge();
    // Nothing is known before there are data.
    if (!this.stage || isLarge === undefined) return;
    const least = this.filled ? 240 : 300;
    const at = this.root.getBoundingClientRect();
    if (!at.height) return;
    const pane = this.root.getRootNode().host.closest("[data-testid=stMain]");
    const top = this.stage.getBoundingClientRect().top + (pane ? pane.scrollTop : 0);
    const room = globalThis.innerHeight - top - at.height - 28;
    const isPlain = !this.filled && !isLarge;
    if (isPlain && (room >= this.height() || globalThis.innerWidth < SIDE_BY_SIDE)) {
      this.stage.style.removeProperty("--gesncd-height");
      return;
    }
    this.stage.style.setProperty("--gesncd-height", `${Math.max(least, Math.floor(room))}px`);
  }

  destroy() {
    this.leave();
    this.sizes.disconnect();
    globalThis.removeEventListener("resize", this.onResize);
    document.removeEventListener("fullscreenchange", this.onFull);
  }
}
