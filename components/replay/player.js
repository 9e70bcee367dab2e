// Playing: one moment after the other, until there is none or a step waits for a prediction. It
// knows time and asks for the rest; what comes next is scheduled once it has come into sight.

class Player {
  constructor({ isAtEnd, isStopped, go, seconds, changed }) {
    Object.assign(this, { isAtEnd, isStopped, go, seconds, changed });
    this.playing = false;
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    this.playing = true;
    if (this.isAtEnd()) this.go(true);
    else this.schedule(0.2);
    this.changed();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.changed();
  }

  schedule(seconds) {
    clearTimeout(this.timer);
    if (this.isStopped() || this.isAtEnd()) {
      this.pause();
      return;
    }
    this.timer = setTimeout(() => {
      if (this.playing) this.go(false);
    }, 1000 * (seconds || this.seconds()));
  }

  stop() { clearTimeout(this.timer); }
}
