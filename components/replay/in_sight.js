// Brings an answer into sight that a press asked for, keeps it there while it grows, and reads it
// out. A link that opens with an answer scrolls nowhere: nobody pressed anything.

const arrivals = new WeakMap();
const FOLLOW_MS = 15000;
const LOOK_MS = 200;
const ROOM = 12;
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"];
// What was answered and what is followed: an answer may be mounted anew while it is computed.
const kept = (globalThis.__gesncd_answers ||= { asked: {}, followed: "" });

export default function (component) {
  const { data, parentElement } = component;
  let arrival = arrivals.get(parentElement);
  if (!arrival) {
    arrival = new Arrival(parentElement.querySelector(".spoken"));
    arrivals.set(parentElement, arrival);
  }
  arrival.show(data);
  return () => {
    arrival.leave();
    arrivals.delete(parentElement);
  };
}

class Arrival {
  constructor(spoken) {
    this.spoken = spoken;
    this.host = spoken.getRootNode().host;
    // An element without a look of its own shall leave no gap.
    this.host.closest("[data-testid=stElementContainer]").style.position = "absolute";
    this.onFocus = (event) => this.holdFocus(event.target);
    document.addEventListener("focusin", this.onFocus);
  }

  show(data) {
    this.data = data;
    this.box = this.host.closest(`.st-key-${data.box}`);
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", data.title);
    this.box.tabIndex = -1;
    this.box.style.scrollMargin = `${ROOM}px`;
    // It takes the focus for what is read and tabbed to next; there is nothing to press.
    this.box.style.outline = "none";
    // A moment later: what a live region holds from the start is not read out.
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      if (this.spoken.textContent !== data.said) this.spoken.textContent = data.said;
    }, 150);
    if (data.asked && kept.asked[data.answer] !== data.asked) this.come();
    clearInterval(this.looking);
    if (this.isFollowed()) this.looking = setInterval(() => this.follow(), LOOK_MS);
  }

  isFollowed() { return kept.followed === this.data.answer; }

  come() {
    kept.asked[this.data.answer] = this.data.asked;
    kept.followed = this.data.answer;
    // A box that was typed into would stand over the answer.
    const { pressed } = this.data;
    if (pressed) {
      document.querySelector(`.st-key-${pressed} button[aria-expanded="true"]`)?.click();
    }
    this.box.focus({ preventScroll: true });
    // Whoever does anything meanwhile is not pulled back.
    for (const act of ACTS) document.addEventListener(act, rest, { capture: true, passive: true });
    clearTimeout(kept.patience);
    kept.patience = setTimeout(rest, FOLLOW_MS);
  }

  // As little as shows all of it; what is higher than the window is shown from its top.
  follow() {
    if (!this.isFollowed()) {
      clearInterval(this.looking);
      return;
    }
    const { top, bottom, height } = this.box.getBoundingClientRect();
    const fits = height + 2 * ROOM <= globalThis.innerHeight;
    const isSeen = fits ? top >= 0 && bottom <= globalThis.innerHeight : Math.abs(top - ROOM) < 2;
    if (isSeen) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.box.scrollIntoView({
      block: fits ? "nearest" : "start", behavior: calm ? "auto" : "smooth",
    });
  }

  // A box that closes hands the focus back to the button that had opened it: not now.
  holdFocus(target) {
    if (this.isFollowed() && !this.box.contains(target)) this.box.focus({ preventScroll: true });
  }

  // Closed: the keyboard goes on at the button that had asked.
  leave() {
    clearInterval(this.looking);
    clearTimeout(this.speaking);
    document.removeEventListener("focusin", this.onFocus);
    if (this.data.pressed) giveBack(this.data.answer, this.data.pressed, 8);
  }
}

// Once the answer is gone from the page, and not where it is only mounted anew.
function giveBack(answer, pressed, tries) {
  setTimeout(() => {
    const now = document.activeElement;
    if (now && now !== document.body) return;
    if (!document.querySelector(`[class*="answer-${answer}"]`)) {
      document.querySelector(`.st-key-${pressed} button`)?.focus();
    } else if (tries) giveBack(answer, pressed, tries - 1);
  }, 150);
}

function rest() {
  kept.followed = "";
  clearTimeout(kept.patience);
  for (const act of ACTS) document.removeEventListener(act, rest, { capture: true });
}
