// A range input on a log scale over a shaded noise floor. It speaks while it moves and sends
// its value when it is let go.

const sliders = new WeakMap();
const THUMB = 16;

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let slider = sliders.get(parentElement);
  if (!slider) {
    slider = new TauSlider(freshRoot(parentElement, ".tau"));
    sliders.set(parentElement, slider);
  }
  slider.send = (place) => setTriggerValue("tau", { place });
  slider.show(data);
  return () => sliders.delete(parentElement);
}

class TauSlider {
  constructor(root) {
    const row = add(root, "div", "row");
    add(row, "label", "", "Threshold τ").htmlFor = "tau-input";
    this.value = add(row, "span", "value");
    const track = add(root, "div", "track");
    this.band = add(track, "div", "band");
    add(track, "div", "rail");
    this.tick = add(track, "div", "tick");
    this.input = add(track, "input");
    Object.assign(this.input, { id: "tau-input", type: "range", min: 0, step: "any" });
    this.input.setAttribute("aria-label", "Threshold τ");
    this.input.title = "A score above τ counts as dependence";
    const foot = add(root, "div", "foot");
    this.note = add(foot, "span", "key");
    this.auto = add(foot, "button", "", "Automatic");
    this.auto.type = "button";
    this.auto.addEventListener("click", () => {
      this.forget();
      this.send(null);
    });
    this.input.addEventListener("input", () => this.speak(false));
    this.input.addEventListener("change", () => this.send(Math.round(Number(this.input.value))));
    this.input.addEventListener("keydown", (event) => this.step(event));
  }

  // With step "any", as the automatic value lies between the grid's, arrow keys need help.
  step(event) {
    const moves = {
      ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const now = Number(this.input.value);
    const move = moves[event.key];
    const next = move > 0 ? Math.floor(now + move) : Math.ceil(now + move);
    this.input.value = Math.min(Math.max(next, 0), this.data.grid.length - 1);
    this.speak(false);
    this.forget();
    this.pending = setTimeout(() => {
      this.pending = null;
      this.send(Math.round(Number(this.input.value)));
    }, 350);
  }

  forget() {
    clearTimeout(this.pending);
    this.pending = null;
  }

  show(data) {
    this.data = data;
    this.input.max = data.grid.length - 1;
    // An answer to an earlier key press must not undo the one that is still to be sent.
    if (!this.pending) this.input.value = data.value;
    const known = data.floor !== null;
    this.tick.hidden = !known;
    this.auto.hidden = !known && !data.foundByRun;
    const share = (known ? data.floor : 0) / (data.grid.length - 1);
    const at = `calc(${THUMB / 2}px + ${share} * (100% - ${THUMB}px))`;
    this.band.style.width = known ? at : "0";
    this.tick.style.left = at;
    this.tick.title = data.automaticText;
    this.auto.disabled = data.automatic;
    this.auto.title = `Use ${data.automaticText}`;
    if (!this.pending) this.speak(data.automatic, data.text);
  }

  speak(automatic, given) {
    const place = Number(this.input.value);
    const text = given || `τ ${this.data.grid[Math.round(place)]}`;
    this.value.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
    const known = this.data.floor !== null;
    const below = known && !automatic && Math.round(place) < this.data.floor - 0.5;
    this.note.className = below ? "warn" : "key";
    const unknown = this.data.foundByRun ? "noise floor: found by the run" : "noise floor unknown";
    this.note.textContent = !known ? unknown : below ? "below noise: expect false edges" : "hatched: noise floor";
  }
}
