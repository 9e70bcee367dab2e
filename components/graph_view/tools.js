// The row of tools over the graph. It knows how they look and what they are called; what they do
// is given to it: `find` (answers whether there is such a variable), `arrange`, `scores`,
// `forbidden`, `nearby`, `save` and `fit`.

const SCORES_TITLE = "Write each edge's score on it where there is room; point at an edge for others";

class Tools {
  constructor(row, acts) {
    this.row = row;
    this.acts = acts;
    this.addSearch();
    add(row, "div", "space");
    // Those that not every graph has a use for stand by the space: they come and move no other.
    this.forbidden = this.toggle("Forbidden", "Draw what knowledge forbids", acts.forbidden);
    this.addArrange();
    this.offer({ arrangements: null, forbidden: false });
    this.toggle("Scores", SCORES_TITLE, acts.scores);
    this.nearby = this.toggle(
      "Nearby only", "Show only the chosen variable and its Markov blanket", acts.nearby);
    this.button("PNG", "Save the graph as it is shown as a PNG picture", acts.save);
    this.button("Fit", "Show the whole graph", acts.fit);
  }

  addSearch() {
    this.search = add(this.row, "input");
    this.search.type = "search";
    this.search.placeholder = "Find a variable";
    this.search.setAttribute("aria-label", "Find a variable");
    this.found = add(this.row, "datalist");
    this.found.id = `variables-${Math.random().toString(36).slice(2)}`;
    this.search.setAttribute("list", this.found.id);
    this.search.addEventListener("change", () => this.find());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.find();
    });
  }

  addArrange() {
    this.arrange = add(this.row, "select");
    this.arrange.setAttribute("aria-label", "Arrange the variables");
    this.arrange.addEventListener("change", () => {
      this.acts.arrange(this.arrange.value);
      this.arrange.value = "";
    });
    for (const [value, text] of [["", "Arrange"], ["layers", "In layers, causes on top"],
      ["circle", "In a circle"], ["default", "As at the start"]]) {
      add(this.arrange, "option", "", text).value = value;
    }
  }

  button(text, title, act) {
    const button = add(this.row, "button", "", text);
    button.type = "button";
    button.title = title;
    button.addEventListener("click", () => act());
    return button;
  }

  toggle(text, title, act) {
    const button = this.button(text, title, () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      act(on);
    });
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  // Other variables.
  begin(nodes, nearby) {
    this.found.replaceChildren(...nodes.map((node) => {
      const option = document.createElement("option");
      option.value = node.name;
      return option;
    }));
    this.nearby.setAttribute("aria-pressed", String(nearby));
  }

  // What has no use for a graph is not shown.
  offer({ arrangements, forbidden }) {
    this.arrange.hidden = !arrangements;
    this.forbidden.hidden = !forbidden;
  }

  find() {
    const wanted = this.search.value.trim().toLowerCase();
    if (!wanted) return;
    const isFound = this.acts.find(wanted);
    this.search.setAttribute("aria-invalid", String(!isFound));
    if (isFound) this.search.value = "";
  }
}

// The whole name, else its beginning, else a part of it.
function namedNode(nodes, wanted) {
  const named = (test) => nodes.find((node) => test(node.name.toLowerCase()));
  return named((n) => n === wanted) || named((n) => n.startsWith(wanted))
    || named((n) => n.includes(wanted));
}

const LEAST_PNG_WIDTH = 1920;

// The graph as it is shown, drawn once more with pixels enough for a slide; below it what its
// signs mean. vis-network draws by its ratio of pixels, which is its own again at the end.
function savePng({ network, canvas, data, sent, colours }) {
  const source = canvas.querySelector("canvas");
  const { clientWidth: width, clientHeight: height } = source;
  const before = [source.width, source.height, network.canvas.pixelRatio];
  const redraw = (across, down, ratio) => {
    [source.width, source.height, network.canvas.pixelRatio] = [across, down, ratio];
    network.renderer._redraw();
  };
  const ratio = Math.max(2, before[2], LEAST_PNG_WIDTH / width);
  redraw(Math.ceil(width * ratio), Math.ceil(height * ratio), ratio);
  const kinds = usedSigns(data.edges);
  const copy = document.createElement("canvas");
  copy.width = source.width;
  copy.height = source.height + (kinds.length ? Math.ceil(28 * ratio) : 0);
  const pen = copy.getContext("2d");
  pen.fillStyle = colours.background;
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(source, 0, 0);
  redraw(...before);
  pen.scale(ratio, ratio);
  pen.font = `13px ${getComputedStyle(canvas).fontFamily}`;
  drawKey(pen, kinds, height + 12, colours);
  copy.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${sent.picture}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

function drawKey(pen, kinds, y, { ink, background }) {
  pen.textBaseline = "middle";
  let x = 20;
  for (const kind of kinds) {
    drawSign(pen, { x, y, w: SIGN_SIZES[kind], kind }, ink, background);
    pen.fillStyle = ink;
    pen.fillText(SIGN_WORDS[kind], x + 14, y);
    x += pen.measureText(SIGN_WORDS[kind]).width + 46;
  }
}
