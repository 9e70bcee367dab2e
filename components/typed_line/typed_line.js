// A line for statements: names and relations are completed, Enter adds, several lines can be
// pasted. What a statement means is read by the server; here is only what may come next.
// Names are data: they reach textContent and the field's value only.

const lines = new WeakMap();
const MOST_SHOWN = 8;
const MOST_ROWS = 8;
const NOT_ADDED = "This line is not added yet, and does not count: press Enter in it, or Add.";
const RELATIONS = [
  { sign: "→", says: "edge to", typed: ["→", "->", "causes"] },
  { sign: "—", says: "joined to", typed: ["—", "--", "adjacent to"] },
  { sign: "not adjacent to", says: "", typed: ["not adjacent to", "!--"] },
  { sign: "does not cause", says: "not even through others", typed: ["does not cause", "!=>"],
    heldOut: true },
  { sign: "!->", says: "no edge to", typed: ["!->"] },
];
const BEGINNINGS = [
  { text: "tier 1: ", says: "groups in time order: tier 1: A, B; tier 2: C" },
  { text: "no edges among ", says: "a group without edges within" },
];
const TIER = /^\s*tier\s+\d+\s*:/i;
const AMONG = "no edges among ";

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let line = lines.get(parentElement);
  if (!line) {
    line = new TypedLine(freshRoot(parentElement, ".typed"));
    lines.set(parentElement, line);
  }
  line.send = (value) => setTriggerValue("say", value);
  line.show(data);
  return () => lines.delete(parentElement);
}

class TypedLine {
  constructor(root) {
    this.mount = Math.random().toString(36).slice(2);
    this.sent = 0;
    this.options = [];
    this.at = -1;
    const label = add(root, "label", "", "Type statements");
    label.htmlFor = "typed-text";
    const box = add(root, "div", "box");
    this.text = add(box, "textarea");
    for (const [name, value] of Object.entries({
      id: "typed-text", rows: 1, spellcheck: "false", autocomplete: "off",
      // A field of several lines may not be a combobox; it may have a list beside it.
      "aria-autocomplete": "list", "aria-controls": "typed-list",
      "aria-describedby": "typed-wrong typed-hint",
    })) this.text.setAttribute(name, value);
    this.add = add(box, "button", "", "Add");
    this.add.type = "button";
    this.add.setAttribute("aria-label", "Add what was typed");
    this.list = add(box, "ul");
    this.list.id = "typed-list";
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "What may come next");
    this.list.hidden = true;
    add(root, "div", "hint", "Tab completes, Enter adds. Several lines can be pasted at once.").id = "typed-hint";
    this.wrong = add(root, "div", "wrong");
    this.wrong.id = "typed-wrong";
    this.wrong.setAttribute("role", "alert");
    this.wrong.hidden = true;
    this.text.addEventListener("input", () => this.offer());
    this.text.addEventListener("click", () => this.offer());
    this.text.addEventListener("blur", () => this.close());
    // Once the focus is elsewhere, on Run perhaps, a line that was not added is told.
    root.addEventListener("focusin", () => this.leave(false));
    root.addEventListener("focusout", ({ relatedTarget }) => this.leave(!root.contains(relatedTarget)));
    this.text.addEventListener("keydown", (event) => this.press(event));
    this.add.addEventListener("click", () => this.say());
    // A press on an option must not take the focus from the field.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("li");
      if (option) this.take(this.options[[...this.list.children].indexOf(option)]);
    });
  }

  show(data) {
    this.data = data;
    // What a search cannot obey can be held out only.
    this.relations = RELATIONS.filter(({ heldOut }) => !(heldOut && data.enforced));
    this.text.placeholder = data.enforced ? "A → B" : "A → B, or A does not cause B";
    this.folded = data.names.map((name) => name.toLowerCase());
    const answers = data.answered === this.asked;
    if (answers) this.asked = undefined;
    this.tellWrong();
    if (!answers) return;
    if (!data.taken) {
      this.text.setAttribute("aria-invalid", "true");
      // What stands at the bottom of the sidebar would cover it.
      this.wrong.scrollIntoView({ block: "nearest" });
      return;
    }
    // What was typed on meanwhile stays.
    if (this.text.value === this.saying) this.text.value = "";
    this.tellWrong();
    this.fitRows();
  }

  say() {
    this.close();
    const text = this.text.value;
    if (!text.trim()) return;
    this.sent += 1;
    this.asked = `${this.mount}-${this.sent}`;
    this.saying = text;
    this.send({ text, seq: this.asked });
  }

  // --- what may come next

  leave(left) {
    this.left = left;
    this.tellWrong();
  }

  // What is wrong is said until the line was emptied.
  tellWrong() {
    const { problem, answered } = this.data;
    const typed = this.text.value.trim();
    if (!typed) this.over = answered;
    const waits = typed && this.left && this.asked === undefined;
    const said = (this.over !== answered && problem) || (waits ? NOT_ADDED : "");
    if (this.wrong.textContent !== said) this.wrong.textContent = said;
    this.wrong.hidden = !said;
  }

  offer() {
    this.text.removeAttribute("aria-invalid");
    this.tellWrong();
    this.fitRows();
    const { value, selectionStart: caret } = this.text;
    const begin = value.lastIndexOf("\n", caret - 1) + 1;
    const rest = value.slice(caret).split("\n")[0];
    this.from = begin;
    // In the middle of a line nothing is completed.
    const { options, picked } = rest.trim() ? { options: [], picked: false }
      : this.next(value.slice(begin, caret));
    this.options = options.slice(0, MOST_SHOWN);
    this.at = picked && this.options.length ? 0 : -1;
    this.draw();
  }

  next(line) {
    if (TIER.test(line) || line.startsWith(AMONG)) return this.nextOfGroup(line);
    const middle = this.middle(line);
    if (middle) {
      const { head, first, typed } = middle;
      return this.names(typed, (name) => head + name, new Set([first]));
    }
    const options = [];
    const first = this.first(line);
    if (first !== undefined) {
      const typed = line.slice(first.end).trim().toLowerCase();
      const stem = line.slice(0, first.end).trimEnd();
      for (const { sign, says, typed: ways } of this.relations) {
        const fits = ways.some((way) => way.startsWith(typed));
        if (fits) options.push({ text: `${stem} ${sign} `, shown: sign, says });
      }
      if (options.length && typed) return { options, picked: true };
    }
    const names = this.names(line, (name) => `${name} `, new Set());
    const begun = line.trim().toLowerCase();
    const openings = begun ? BEGINNINGS.filter(({ text }) => text.startsWith(begun)) : [];
    return {
      options: [...options, ...names.options,
        ...openings.map(({ text, says }) => ({ text, shown: text.trim(), says }))],
      // Enter adds what is whole; a name alone is not.
      picked: Boolean(begun),
    };
  }

  // The longest name that a line begins with.
  first(line) {
    let found;
    const lead = line.length - line.trimStart().length;
    for (const name of this.data.names) {
      if (!line.startsWith(name, lead)) continue;
      const end = lead + name.length;
      if (end < line.length && !/[\s,→—!<-]/.test(line[end])) continue;
      if (!found || end > found.end) found = { name, end };
    }
    return found;
  }

  // A name and a relation, and what was typed of the second name.
  middle(line) {
    const first = this.first(line);
    if (!first) return undefined;
    const after = line.slice(first.end);
    for (const { typed: ways } of RELATIONS) {
      for (const way of ways) {
        const at = after.trimStart();
        if (!at.startsWith(way) || (/\w$/.test(way) && at[way.length] !== " ")) continue;
        const head = line.slice(0, first.end) + after.slice(0, after.length - at.length) + way;
        return { head: `${head.trimEnd()} `, first: first.name, typed: at.slice(way.length) };
      }
    }
    return undefined;
  }

  nextOfGroup(line) {
    const cut = Math.max(...[",", ":", ";"].map((sign) => line.lastIndexOf(sign)));
    const from = Math.max(cut + 1, line.startsWith(AMONG) ? AMONG.length : 0);
    const used = new Set(line.slice(0, from).split(/[,;:]|no edges among /).map((part) => part.trim()));
    const head = line.slice(0, from).trimEnd();
    return this.names(line.slice(from), (name) => `${head} ${name}`, used);
  }

  // Names that begin with what was typed, then those that hold it.
  names(typed, text, used) {
    const wanted = typed.trim().toLowerCase();
    const begins = [], holds = [];
    this.data.names.forEach((name, k) => {
      if (used.has(name)) return;
      // What is whole already needs no completion.
      if (name === typed.trim()) return;
      const place = this.folded[k].indexOf(wanted);
      if (place === 0) begins.push(name);
      else if (place > 0) holds.push(name);
    });
    const options = [...begins, ...holds].map((name) => ({ text: text(name), shown: name, says: "" }));
    const whole = this.data.names.includes(typed.trim());
    return { options: whole ? [] : options, picked: wanted !== "" };
  }

  // --- the list

  draw() {
    this.list.replaceChildren(...this.options.map(({ shown, says }, k) => {
      const item = document.createElement("li");
      item.id = `typed-option-${k}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", String(k === this.at));
      add(item, "span", "", shown);
      if (says) add(item, "span", "says", says);
      return item;
    }));
    this.list.hidden = this.options.length === 0;
    if (this.at >= 0) this.text.setAttribute("aria-activedescendant", `typed-option-${this.at}`);
    else this.text.removeAttribute("aria-activedescendant");
  }

  close() {
    this.options = [];
    this.at = -1;
    this.draw();
  }

  take({ text }) {
    const { value, selectionStart: caret } = this.text;
    this.text.value = value.slice(0, this.from) + text + value.slice(caret);
    const end = this.from + text.length;
    this.text.setSelectionRange(end, end);
    this.text.focus();
    this.offer();
  }

  press(event) {
    const n = this.options.length;
    if (n && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const move = event.key === "ArrowDown" ? 1 : -1;
      this.at = this.at < 0 && move < 0 ? n - 1 : (this.at + move + n) % n;
      this.draw();
      event.preventDefault();
    } else if (n && event.key === "Escape") {
      this.close();
      event.stopPropagation();
    } else if (this.at >= 0 && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
      this.take(this.options[this.at]);
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      this.say();
      event.preventDefault();
    }
  }

  fitRows() {
    this.text.rows = 1;
    // A long line is wrapped, and takes several rows.
    while (this.text.scrollHeight > this.text.clientHeight && this.text.rows < MOST_ROWS) {
      this.text.rows += 1;
    }
  }
}
