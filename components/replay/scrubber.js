// The scrubber: a slider over all moments with a tick for each step, four buttons, play, and
// keys. It moves at once and asks for the newest moment; answers to older questions are skipped.
// This file knows where one stands; how it looks, what keys mean, playing and full screen have a
// file each.

const scrubbers = new WeakMap();
// Questions are numbered, on through the mounts of a tab, so that their answers are known.
let serial = Date.now();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let scrubber = scrubbers.get(parentElement);
  if (!scrubber) {
    scrubber = new Scrubber(freshRoot(parentElement, ".scrubber"));
    scrubbers.set(parentElement, scrubber);
  }
  scrubber.send = (name, value) => setTriggerValue(name, value);
  scrubber.show(data);
  return () => {
    scrubber.destroy();
    scrubbers.delete(parentElement);
  };
}

class Scrubber {
  constructor(root) {
    this.root = root;
    this.controls = new Controls(root, {
      go: (moment) => this.go(moment),
      move: (by) => this.go(this.at + by),
      end: () => this.go(this.data.n - 1),
      play: () => this.player.toggle(),
      fill: () => this.full.toggle(),
    });
    this.player = new Player({
      isAtEnd: () => this.at >= this.data.n - 1,
      isStopped: () => this.data.waiting,
      go: (first) => this.go(first ? 0 : this.at + 1),
      seconds: () => this.controls.seconds(),
      changed: () => this.speak(),
    });
    this.full = new FullScreen(root, {
      isLarge: () => this.data?.large,
      height: () => this.data?.height || 0,
      tell: (on) => this.send("large", { on }),
      changed: () => this.speak(),
    });
    this.keys = new Keys(root, this.controls.input, {
      ArrowRight: (wide) => (wide ? this.step(1) : this.go(this.at + 1)),
      ArrowLeft: (wide) => (wide ? this.step(-1) : this.go(this.at - 1)),
      Home: () => this.go(0),
      End: () => this.go(this.data.n - 1),
      pause: () => this.player.pause(),
      " ": () => this.player.toggle(),
    });
    this.wait = new Wait(root, () => this.speak());
    this.wanted = null;
    this.asked = null;
    // Something else on the stage was asked for: what waits to be asked is no longer wanted.
    this.elsewhere = () => { this.wanted = null; };
    this.wait.stage?.addEventListener("gesncd-asked", this.elsewhere);
  }

  show(data) {
    const drawn = this.data && JSON.stringify(this.data.chapters) === JSON.stringify(data.chapters);
    // Of another search, where one stood means nothing.
    if (this.data && this.data.subject !== data.subject) this.wanted = this.asked = null;
    // An answer to something else, on its way before ours: one stays where one went.
    const isOther = this.asked !== null && data.answered !== this.asked;
    this.data = data;
    this.root.classList.toggle("large", data.large);
    this.full.dress();
    this.controls.cover(data.n);
    if (!drawn) this.controls.drawTicks(data);
    if (isOther) {
      this.speak();
      return;
    }
    clearTimeout(this.patience);
    this.asked = null;
    if (this.wanted !== null && this.wanted !== data.at) {
      this.ask(this.wanted);
    } else {
      this.wanted = null;
      this.at = data.at;
      this.wait.over();
    }
    this.speak();
    if (this.player.playing && this.wanted === null) this.player.schedule();
  }

  go(moment) {
    const to = Math.min(Math.max(moment, 0), this.data.n - 1);
    // A step that waits for a prediction does not let one pass.
    if (this.data.waiting && to > this.at && this.chapterOf(to) === this.chapterOf(this.at)) {
      this.speak();
      return;
    }
    if (to === this.at) return;
    this.at = to;
    this.speak();
    if (this.asked === null) this.ask(to);
    else this.wanted = to;
  }

  ask(moment) {
    serial += 1;
    this.asked = serial;
    this.wanted = null;
    this.send("go", { moment, serial, subject: this.data.subject });
    this.wait.begin();
    // An answer that never comes must not stop the scrubber for good.
    this.patience = setTimeout(() => { this.asked = null; }, 4000);
  }

  chapterOf(moment) {
    const { chapters } = this.data;
    let k = chapters.length - 1;
    while (k > 0 && chapters[k].at > moment) k -= 1;
    return k;
  }

  step(move) {
    const k = this.chapterOf(this.at);
    const { chapters } = this.data;
    if (move < 0 && this.at > chapters[k].at) this.go(chapters[k].at);
    else if (move < 0) this.go(k > 0 ? chapters[k - 1].at : 0);
    else this.go(k + 1 < chapters.length ? chapters[k + 1].at : this.data.n - 1);
  }

  // Where one stands, what may be pressed there, and what is going on.
  speak() {
    const k = this.chapterOf(this.at);
    const chapter = this.data.chapters[k];
    const predicts = this.data.waiting && k === this.chapterOf(this.data.at);
    const isLast = this.at === this.data.n - 1;
    this.controls.tell({
      at: this.at,
      chapter: k,
      text: chapter.label + placeText(chapter, this.at - chapter.at)
        + (predicts ? ": your prediction" : "") + (this.wait.isLong ? ", loading" : ""),
      isFirst: this.at === 0,
      isLast,
      isHeld: isLast || (this.data.waiting && this.at === this.data.at),
      playing: this.player.playing,
      filled: this.full.filled,
    });
  }

  destroy() {
    this.full.destroy();
    this.wait.over();
    this.wait.stage?.removeEventListener("gesncd-asked", this.elsewhere);
    this.player.stop();
    this.keys.destroy();
    clearTimeout(this.patience);
  }
}

// Moments are counted as the panel lists them: the look at the graph before them is none.
function placeText(chapter, part) {
  if (chapter.n === 1) return "";
  if (part === 0) return ", before";
  return chapter.n === 2 && chapter.step ? ", applied" : `, moment ${part} of ${chapter.n - 1}`;
}
