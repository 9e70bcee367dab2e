// Cards that explain a page. The browser keeps the number of the card, or that the tour was closed;
// where it may keep nothing, this page does. Nothing is asked of the server.

const KEY = "gesncd-tour";
const CLOSED = "closed";
const tours = new WeakMap();
let here = null;

export default function (component) {
  const { data, parentElement } = component;
  let tour = tours.get(parentElement);
  if (!tour) {
    tour = new Tour(freshRoot(parentElement, ".tour"));
    tours.set(parentElement, tour);
  }
  if (data.mode === "offer") tour.offer();
  else tour.show(data);
  return () => {
    tour.restore();
    tours.delete(parentElement);
  };
}

class Tour {
  constructor(root) {
    this.root = root;
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.stops) this.close();
    });
  }

  show(data) {
    this.stops = data.stops;
    this.live = data.live;
    if (read() === CLOSED) {
      this.leave();
      return;
    }
    this.root.hidden = false;
    this.draw(Number(read() ?? 0));
  }

  draw(number) {
    const at = number >= 0 && number < this.stops.length ? number : 0;
    if (at === this.at) return;
    const had = this.root.getRootNode().activeElement?.dataset.act;
    this.at = at;
    this.root.replaceChildren();
    const card = add(this.root, "div", "card");
    add(card, "span", "where", `${at + 1} of ${this.stops.length}`);
    const text = add(card, "p");
    text.setAttribute("aria-live", "polite");
    add(text, "strong", "", `${this.stops[at].title}. `);
    text.append(this.stops[at].text);
    const buttons = add(card, "div", "buttons");
    if (at > 0) this.button(buttons, "Back", () => this.go(at - 1));
    if (at < this.stops.length - 1) this.button(buttons, "Next", () => this.go(at + 1));
    this.button(buttons, "Close", () => this.close());
    // The button that was pressed is gone; its successor, or the last one, keeps the focus.
    if (had) {
      const same = this.root.querySelector(`[data-act="${had}"]`);
      (same ?? buttons.lastElementChild).focus();
    }
  }

  button(parent, label, act) {
    const button = add(parent, "button", "", label);
    button.type = "button";
    button.dataset.act = label;
    if (label === "Close") button.setAttribute("aria-label", "Close the tour");
    button.addEventListener("click", act);
  }

  go(number) {
    write(String(number));
    this.draw(number);
  }

  close() {
    write(CLOSED);
    this.leave();
  }

  // While a search goes on an open card leaves its place empty; else the place goes too.
  leave() {
    this.root.classList.add("left");
    if (this.live && !this.root.hidden) return;
    this.root.hidden = true;
    const host = this.root.getRootNode().host;
    this.box = host?.closest('[data-testid="stElementContainer"]') ?? null;
    if (this.box) this.box.style.display = "none";
  }

  // The page may use the same place for something else.
  restore() {
    if (this.box) this.box.style.display = "";
    this.box = null;
  }

  offer() {
    if (this.root.firstChild) return;
    this.root.hidden = false;
    this.button(this.root, "Show the tour of Discover again", () => {
      write(null);
      this.root.querySelector("button").textContent = "The tour is back on Discover";
    });
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return here;
  }
}

function write(value) {
  here = value;
  try {
    if (value === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // Nothing may be kept here: the tour comes back with the next visit.
  }
}
