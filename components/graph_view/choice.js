// Which variable or pair is chosen. This knows what a click means and which answers of the server
// are late, and nothing of how a choice looks.

class Choice {
  constructor() { this.clear(); }

  clear() {
    this.focus = [];
    this.told = "";
    this.unanswered = [];
  }

  // The server answers each choice with the choice itself. An answer that comes after the next
  // choice was made here must not undo that; anything else was chosen elsewhere on the page.
  take(focus) {
    const told = focus.join();
    if (told === this.told) {
      // Choices that came too fast to be told apart are answered by the last of them.
      if (this.unanswered.at(-1) === told) this.unanswered = [];
      return false;
    }
    this.told = told;
    const answered = this.unanswered.lastIndexOf(told);
    if (answered >= 0) {
      this.unanswered.splice(0, answered + 1);
      return false;
    }
    this.unanswered = [];
    this.focus = focus;
    return true;
  }

  make(nodes) {
    this.focus = nodes;
    // What the server was last told of may come twice in a row, and is then not answered.
    if (this.unanswered.length > 20) this.unanswered.shift();
    this.unanswered.push(nodes.join());
  }

  // What is chosen after a click; undefined where it changes nothing.
  after(event, edges) {
    let nodes = [];
    const keys = event.event.srcEvent || {};
    const second = keys.ctrlKey || keys.metaKey || keys.shiftKey;
    if (event.nodes.length) {
      const node = event.nodes[0];
      const pair = second && this.focus.length === 1 && this.focus[0] !== node;
      nodes = pair ? [this.focus[0], node].sort((a, b) => a - b) : [node];
    } else if (event.edges.length) {
      const edge = edges.get(event.edges[0]);
      if (edge) nodes = [edge.from, edge.to].sort((a, b) => a - b);
    }
    const same = nodes.join() === this.focus.join();
    if (same && nodes.length === 0) return undefined;
    return same ? [] : nodes;
  }
}
