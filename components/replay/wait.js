// While an answer is on its way, what is shown is an older one: after a moment it fades, and
// the line beside Play says so.

const PATIENCE_MS = 300;

class Wait {
  constructor(root, changed) {
    this.stage = root.getRootNode().host?.closest(".st-key-replay-stage");
    this.changed = changed;
    this.isLong = false;
  }

  begin() {
    this.timer ||= setTimeout(() => {
      this.isLong = true;
      this.stage?.style.setProperty("--gesncd-stale", "0.4");
      this.changed();
    }, PATIENCE_MS);
  }

  over() {
    clearTimeout(this.timer);
    this.timer = null;
    this.isLong = false;
    this.stage?.style.removeProperty("--gesncd-stale");
  }
}
