// Steps, a variable, or the reasons for a pair. Names and sentences arrive as data and go into
// textContent only. The list of steps is rebuilt when a step is new, not when another is shown.

const panels = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let panel = panels.get(parentElement);
  if (!panel) {
    panel = new Panel(freshRoot(parentElement, ".panel"));
    panels.set(parentElement, panel);
  }
  panel.send = (choice) => setTriggerValue("choice", choice);
  panel.show(data);
  return () => panels.delete(parentElement);
}

class Panel {
  constructor(root) {
    this.root = root;
  }

  show(data) {
    const text = JSON.stringify({ ...data, current: 0 });
    const rebuilt = text !== this.shown;
    if (rebuilt) {
      this.shown = text;
      const opened = this.mode !== data.mode || data.mode !== "steps";
      this.mode = data.mode;
      this.root.dataset.mode = data.mode;
      this.root.replaceChildren();
      this[data.mode](data);
      if (opened) this.root.scrollTop = 0;
    }
    if (data.mode === "steps" && (rebuilt || data.current !== this.current)) this.mark(data.current);
    this.current = data.current;
  }

  head(data, back) {
    const head = add(this.root, "div", "head");
    add(head, "h2", "", data.title);
    if (back) {
      const button = add(head, "button", "", "Back to steps");
      button.type = "button";
      button.addEventListener("click", () => this.send({ focus: [] }));
    }
    return add(this.root, "div", data.mode === "steps" && !data.note ? "" : "body");
  }

  steps(data) {
    const body = this.head(data, false);
    if (data.note) add(body, "p", "note", data.note);
    const list = add(body, "ol");
    for (const step of data.steps) {
      const button = add(add(list, "li"), "button", `step ${step.phase}`);
      button.type = "button";
      button.disabled = data.live;
      button.dataset.step = step.index;
      add(button, "strong", "", `${step.sign} ${step.head}`);
      add(button, "span", "", step.text);
      button.addEventListener("click", () => this.send({ step: step.index }));
    }
  }

  // The list follows the step that the graph shows, within the panel only.
  mark(current) {
    for (const button of this.root.querySelectorAll(".step")) {
      const shown = Number(button.dataset.step) === current;
      if (shown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (!shown) continue;
      const head = this.root.querySelector(".head").offsetHeight;
      const [top, bottom] = [button.offsetTop - this.root.offsetTop, button.offsetHeight];
      const low = top + bottom - this.root.clientHeight;
      if (this.root.scrollTop > top - head || this.root.scrollTop < low) {
        this.root.scrollTop = Math.max(top - head, low);
      }
    }
    if (current === 0) this.root.scrollTop = 0;
  }

  pair(data) {
    const body = this.head(data, true);
    const list = add(body, "ul");
    for (const line of data.lines) add(list, "li", "", line);
    for (const meaning of data.words) add(body, "p", "note", meaning);
    add(body, "h3", "", "The two variables");
    this.chips(body, data.ends, (id) => this.send({ focus: [id] }));
  }

  node(data) {
    const body = this.head(data, true);
    add(body, "p", "", data.note);
    for (const group of data.groups) {
      const title = add(body, "h3", "", `${group.title} `);
      add(title, "small", "", group.hint);
      this.chips(body, group.nodes, (id) => this.send({ focus: [id] }));
    }
    add(body, "h3", "", "Why is it joined to, or not to");
    const choice = add(body, "select");
    choice.setAttribute("aria-label", "Explain the pair with another variable");
    add(choice, "option", "", "Choose a variable").value = "";
    for (const other of data.others) add(choice, "option", "", other.name).value = other.id;
    choice.addEventListener("change", () => {
      if (choice.value === "") return;
      this.send({ focus: [data.node, Number(choice.value)].sort((a, b) => a - b) });
    });
  }

  chips(parent, nodes, act) {
    const chips = add(parent, "div", "chips");
    for (const { id, name } of nodes) {
      const chip = add(chips, "button", "", name);
      chip.type = "button";
      chip.addEventListener("click", () => act(id));
    }
  }
}
