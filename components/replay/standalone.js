// A replay in a file of its own. Everything comes from the data in this page, and every text is
// set as text: names are strangers' and must not become markup.
(() => {
  const data = JSON.parse(document.getElementById("replay-data").textContent);
  const find = (id) => document.getElementById(id);
  const style = getComputedStyle(document.documentElement);
  const ink = (name) => style.getPropertyValue(`--${name}`).trim();
  const [nodes, edges] = [new vis.DataSet(), new vis.DataSet()];
  let at = 0;

  const network = newNetwork(find("graph"), nodes, edges);
  network.setOptions({ interaction: { hover: false } });
  // With the sizes that the page was laid out for: an edge goes the same way as in the app.
  const boxes = data.sizes.map(([w, h], id) => ({ id, w, h }));
  const place = (id) => network.getPosition(id);
  const places = (ids = nodes.getIds()) => Object.fromEntries(ids.map((id) => [id, place(id)]));
  const routes = new Routes(() => boxes, places);
  network.on("beforeDrawing", (pen) => {
    const pathOf = (from, to) => routes.path(from, to);
    pen.save();
    drawPattern(pen, boxes, data.moments[at], place, pathOf, ink("accent"));
    pen.restore();
  });
  network.on("afterDrawing", (pen) => {
    const held = boxesOf(network, boxes, places());
    drawHiddenParts(pen, edges.get().map(({ from, to, color }) => ({
      points: routes.path(from, to, 120), from: held[from], to: held[to], colour: color.color,
    })), Object.values(held));
  });
  network.on("dragEnd", (event) => {
    if (!event.nodes.length) return;
    routes.clear();
    drawEdges(data.moments[at]);
  });
  const fit = () => network.fit({ animation: false, maxZoomLevel: 2 });

  function dress() {
    nodes.update(data.nodes.map((label, id) => ({
      id, label,
      ...(nodes.get(id) ? {} : { x: data.places[id][0], y: data.places[id][1] }),
      color: { background: ink("soft"), border: ink("muted"),
        highlight: { background: ink("soft"), border: ink("accent") } },
      font: { size: data.fontSize, color: ink("ink"), multi: false },
    })));
  }

  // What just changed has the phase's colour; an edge that goes is dashed for this moment.
  function drawEdges(moment) {
    const phase = ink(chapterOf(moment).phase === "backward" ? "backward" : "forward");
    routes.drawing(moment.edges.filter((edge) => edge[3] !== "removed")
      .map(([from, to, directed]) => ({ from, to, directed })));
    const wanted = moment.edges.map(([from, to, directed, change]) => {
      const colour = { added: phase, removed: phase, turned: ink("accent") }[change] || ink("ink");
      const [low, high] = ordered(from, to);
      return {
        id: pairId(from, to), from: low, to: high, ...routes.drawn(low, high),
        arrows: {
          to: { enabled: Boolean(directed) && to === high, scaleFactor: 0.8 },
          from: { enabled: Boolean(directed) && to === low, scaleFactor: 0.8 },
        },
        dashes: change === "removed" ? [6, 6] : false,
        width: change ? 3 : 1.8,
        color: { color: colour, highlight: colour, hover: colour },
      };
    });
    const ids = new Set(wanted.map(({ id }) => id));
    edges.remove(edges.getIds().filter((id) => !ids.has(id)));
    edges.update(wanted);
    network.redraw();
  }

  function chapterOf(moment) { return data.chapters[moment.chapter]; }

  function show() {
    const moment = data.moments[at];
    const chapter = chapterOf(moment);
    drawEdges(moment);
    find("panel").className = chapter.phase;
    const head = make("h2", "", "");
    if (chapter.phase) head.append(make("i", chapter.phase, ""));
    head.append(chapter.head);
    find("head").replaceChildren(head);
    find("say").replaceChildren(...moment.say.map((text) => make("p", "", text)));
    find("table").replaceChildren(...(chapter.rows.length ? [table(chapter, moment)] : []));
    find("score").textContent = moment.score ? `S_g of this graph: ${moment.score}` : "";
    find("summary").textContent = moment.summary;
    find("where").textContent = moment.where;
    find("moment").value = at;
    find("moment").setAttribute("aria-valuetext", moment.where);
    find("first").disabled = find("back").disabled = at === 0;
    find("last").disabled = find("forward").disabled = at === data.moments.length - 1;
  }

  function table(chapter, moment) {
    const grid = make("table", "", "");
    grid.append(make("caption", "", `${chapter.caption}. ${data.legend}`));
    const head = make("tr", "", "");
    for (const [name, text] of [["rank", ""], ["", "Operator"], ["number", "Score"], ["bars", ""]]) {
      const cell = make("th", name, text);
      cell.scope = "col";
      head.append(cell);
    }
    const top = make("thead", "", "");
    top.append(head);
    const body = make("tbody", "", "");
    chapter.rows.forEach((row, k) => {
      const won = k === moment.winner;
      const line = make("tr", won ? "winner" : "", "");
      const pair = make("td", "", row.pair);
      pair.append(make("small", "", row.given));
      const cell = make("td", "bars", "");
      const track = make("div", "track", "");
      const bar = make("div", row.passes ? "bar passes" : "bar", "");
      bar.style.width = `${100 * row.share}%`;
      const tau = make("div", "tau", "");
      tau.style.left = `${100 * chapter.tau}%`;
      track.append(bar, tau);
      cell.append(track);
      line.append(
        make("td", "rank", won ? "✓" : `${k + 1}`), pair, make("td", "number", row.score), cell,
      );
      body.append(line);
    });
    grid.append(top, body);
    return grid;
  }

  function make(tag, name, text) {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.textContent = text;
    return node;
  }

  function go(to) {
    const next = Math.min(Math.max(to, 0), data.moments.length - 1);
    if (next === at) return;
    at = next;
    show();
  }

  function step(move) {
    const here = data.moments[at].chapter;
    const start = (chapter) => data.moments.findIndex((moment) => moment.chapter === chapter);
    if (move < 0) go(at > start(here) ? start(here) : start(Math.max(here - 1, 0)));
    else go(here + 1 < data.chapters.length ? start(here + 1) : data.moments.length - 1);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      ArrowRight: () => (event.shiftKey ? step(1) : go(at + 1)),
      ArrowLeft: () => (event.shiftKey ? step(-1) : go(at - 1)),
      Home: () => go(0),
      End: () => go(data.moments.length - 1),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  find("first").addEventListener("click", () => go(0));
  find("back").addEventListener("click", () => go(at - 1));
  find("forward").addEventListener("click", () => go(at + 1));
  find("last").addEventListener("click", () => go(data.moments.length - 1));
  find("moment").addEventListener("input", () => go(Number(find("moment").value)));
  const scores = data.chapters.flatMap(({ rows }) => rows.map(({ score }) => score.length));
  find("table").style.setProperty("--digits", Math.max(5, ...scores));
  find("moment").max = data.moments.length - 1;
  let untouched = true;
  for (const touch of ["zoom", "dragStart"]) network.on(touch, () => { untouched = false; });
  network.on("resize", () => { if (untouched) fit(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    dress();
    show();
  });
  dress();
  show();
  fit();
  // For the tests, as in the app's own graph view.
  globalThis.gesncdReplay = {
    edges: () => edges.get(),
    places: () => network.getPositions(),
    labels: () => nodes.get().map(({ label }) => label),
  };
})();
