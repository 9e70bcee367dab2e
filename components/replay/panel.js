// What a moment says: explanation, marks one by one, and the operators as a table with bars.
// All text comes as data and is set as text.

const panels = new WeakMap();
const ACROSS = { bubbles: true, composed: true };

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let panel = panels.get(parentElement);
  if (!panel) {
    panel = new Panel(freshRoot(parentElement, ".replay-panel"));
    panels.set(parentElement, panel);
  }
  panel.send = (choice) => {
    // Whatever the scrubber still means to ask for, this was asked for later.
    if (!("row" in choice)) panel.root.dispatchEvent(new Event("gesncd-asked", ACROSS));
    setTriggerValue("choice", { ...choice, chapter: panel.chapter });
  };
  panel.show(data);
  return () => panels.delete(parentElement);
}

class Panel {
  constructor(root) {
    this.root = root;
    this.told = add(root, "div", "told");
    this.said = add(this.told, "div", "said");
    // Read out when it changes; the table is not, as it is long.
    this.said.setAttribute("aria-live", "polite");
    this.marks = add(this.told, "div", "marks");
    this.table = add(root, "div", "offers");
  }

  show(data) {
    this.chapter = data.chapter;
    this.root.classList.toggle("large", data.large);
    this.root.classList.toggle("backward", data.phase === "backward");
    this.root.style.height = `var(--gesncd-height, ${data.height}px)`;
    this.drawSaid(data);
    this.drawMarks(data);
    const table = JSON.stringify(data.table);
    if (table !== this.tableShown) this.drawTable(data.table);
    this.tableShown = table;
    // A new moment is read from its top; a click within one stays where it is.
    const moment = data.head + JSON.stringify(data.say);
    if (moment !== this.momentShown) this.scrollers().forEach((part) => { part.scrollTop = 0; });
    else this.showLooked();
    this.momentShown = moment;
    // For keys: what is told may have no button in it, and be longer than its room.
    this.told.tabIndex = this.told.scrollHeight > this.told.clientHeight ? 0 : -1;
  }

  // All of the panel scrolls, or in full screen what is told and the table each.
  scrollers() {
    return [this.root, this.told, this.table];
  }

  // A row that was chosen in the graph may lie outside the view.
  showLooked() {
    const row = this.root.querySelector("tr.looked");
    if (!row) return;
    const pane = this.table.scrollHeight > this.table.clientHeight ? this.table : this.root;
    const [own, view] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (own.bottom > view.bottom) pane.scrollTop += own.bottom - view.bottom + 8;
    else if (own.top < view.top) pane.scrollTop += own.top - view.top - 8;
  }

  drawSaid(data) {
    const parts = [];
    const head = make("h2", data.phase);
    if (data.phase) head.append(make("span", "dot"));
    head.append(data.head);
    const line = make("div", "line");
    line.append(head);
    if (data.score) {
      const score = make("span", "score", `S_g ${data.score}`);
      score.title = "Global score of this graph, from 0 to 1: near 0 when its independences hold in the data";
      line.append(score);
    }
    parts.push(line);
    data.say.forEach((text, k) => parts.push(make("p", k ? "" : "lead", text)));
    if (data.compared) parts.push(make("p", "compared", data.compared));
    if (data.verdict) {
      const verdict = make("p", `verdict ${data.verdict.kind}`);
      verdict.append(make("b", "", WORDS[data.verdict.kind]), ` ${data.verdict.text}`);
      parts.push(verdict);
      if (data.verdict.more) parts.push(make("p", "", data.verdict.more));
    }
    if (data.arrows) {
      const arrows = make("p", `arrow-verdict ${data.arrows.kind}`);
      arrows.append(make("b", "", ARROW_WORDS[data.arrows.kind]), ` ${data.arrows.text}`);
      parts.push(arrows);
    }
    if (data.tally) parts.push(make("p", "tally", data.tally));
    if (data.table && data.table.mode === "pick") {
      const reveal = make("button", "", "Show me");
      reveal.type = "button";
      reveal.title = "Show the answer without a prediction";
      reveal.addEventListener("click", () => this.send({ skip: true }));
      parts.push(reveal);
    }
    this.said.replaceChildren(...parts);
  }

  drawMarks(data) {
    this.marks.hidden = data.marks.length === 0;
    const list = make("ol");
    for (const mark of data.marks) {
      const item = make("li", mark.state);
      const button = make("button");
      button.type = "button";
      button.append(make("b", "", mark.word), ` ${mark.edge}`);
      if (mark.state === "now") button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.send({ part: mark.part }));
      item.append(button);
      list.append(item);
    }
    this.marks.replaceChildren(make("h3", "", "One moment at a time"), list);
  }

  drawTable(table) {
    this.table.hidden = !table;
    if (!table) return;
    const caption = make("h3", "", table.caption);
    if (!table.rows.length) {
      this.table.replaceChildren(caption);
      return;
    }
    const pick = table.mode === "pick";
    const grid = make("table");
    const head = make("tr");
    const columns = pick ? ["Operator"] : ["", "Operator", "Score", ""];
    columns.forEach((name, k) => {
      const cell = make("th", pick ? "" : ["rank", "", "number", "bars"][k], name);
      cell.scope = "col";
      head.append(cell);
    });
    grid.append(head);
    let group = "";
    for (const row of table.rows) {
      if (!pick && !row.valid && row.group !== group) {
        group = row.group;
        const line = make("tr", "divider");
        const cell = make("td", "", group);
        cell.colSpan = 4;
        line.append(cell);
        grid.append(line);
      }
      grid.append(this.row(row, table, pick));
    }
    const parts = [caption, grid];
    if (table.legend) parts.push(make("p", "note", table.legend));
    if (table.more) parts.push(make("p", "note", table.more));
    this.table.replaceChildren(...parts);
  }

  row(row, table, pick) {
    const line = make("tr", ["row", row.valid ? "" : "rejected", row.winner ? "winner" : "",
      row.picked ? "picked" : "", row.looked ? "looked" : ""].join(" "));
    if (!pick) line.append(make("td", "rank", row.winner ? "✓" : row.rank ? `${row.rank}` : "✕"));
    const name = make("td", "pair");
    const button = make("button", "", row.pair);
    button.type = "button";
    const act = pick ? "Predict this operator" : "Show it in the graph";
    button.title = row.whole ? `${row.whole}\n${act}` : act;
    if (!pick) button.setAttribute("aria-pressed", row.looked ? "true" : "false");
    // The whole row answers; for keys it has a button, whose click comes here as well.
    line.addEventListener("click", () => {
      if (pick) this.send({ pick: row.id });
      else this.send({ row: row.looked ? null : row.id });
    });
    name.append(button);
    name.append(make("small", "", `given ${row.given}${row.set ? ` · ${row.set}` : ""}`));
    if (row.picked) name.append(make("small", "mine", "your pick"));
    if (row.why) name.append(make("small", "reason", row.why));
    line.append(name);
    if (pick) return line;
    if (!row.valid) {
      const why = make("td", "why", row.broken);
      why.colSpan = 2;
      line.append(why);
      return line;
    }
    line.append(make("td", "number", row.score));
    const cell = make("td", "bars");
    const track = make("div", "track");
    const bar = make("div", `bar ${row.passes ? "passes" : ""}`);
    bar.style.width = `${100 * row.share}%`;
    track.append(bar);
    if (table.tau) {
      const tau = make("div", "tau");
      tau.style.left = `${100 * table.tau.share}%`;
      track.append(tau);
    }
    cell.append(track);
    line.append(cell);
    return line;
  }
}

const WORDS = {
  true: "✓ True.", error: "✕ Error of the estimate.", search: "≠ Property of the search.",
  barred: "– Not on offer.", differs: "≠ Not the true graph.",
};
const ARROW_WORDS = { true: "✓ Arrows true.", differs: "≠ Arrows differ." };

function make(tag, name = "", text = "") {
  const node = document.createElement(tag);
  if (name.trim()) node.className = name.trim();
  if (text) node.textContent = text;
  return node;
}
