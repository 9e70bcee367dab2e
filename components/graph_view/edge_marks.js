// What stands on the line of an edge: signs of what knowledge has to do with it, and a text.
// Both are drawn over the graph, beside all boxes. A sign is always drawn, unless boxes hide the
// whole line; a text where it has room, and else only for an edge that is pointed at or chosen.

// From the middle outwards.
const SHARES = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86, 0.08, 0.92];
const SIGN_SIZES = { lock: 8, by: 6, follows: 6, either: 6 };
// Seen from any smaller, a lock is a blot.
const LEAST_SIZES = { lock: 7, by: 3.5, follows: 3.5, either: 3.5 };
const BESIDE = 3;

// A required edge whose direction knowledge sets has the lock alone: it says as much as both.
function signsOf({ locked, known }) {
  if (locked && known === "by") return ["lock"];
  return [locked && "lock", known].filter(Boolean);
}

// Edges have an id, points along the line, the two boxes they join, the length of their head, a
// colour, signs, and perhaps a text with its width and height; `forced` texts are drawn in any case.
function layEdgeMarks(edges, boxes) {
  const taken = [...boxes];
  const signs = [...boxes];
  const laid = [];
  const lines = edges.map((edge) => ({ edge, line: openLine(edge.points, edge.from, edge.to) }));
  for (const { edge, line } of lines) {
    if (edge.head) taken.push(squareAt(line.at(line.length - edge.head / 2), edge.head / 2));
  }
  for (const { edge, line } of lines) {
    for (const [k, sign] of edge.signs.entries()) {
      const sizes = [SIGN_SIZES[sign], LEAST_SIZES[sign]];
      const place = [k, edge.signs.length];
      const spot = signSpot(line, edge.head, place, sizes, [taken, signs, boxes]);
      // Without a spot, a box hides the whole line.
      if (!spot) continue;
      taken.push(spot);
      signs.push(spot);
      laid.push({ id: edge.id, kind: sign, colour: edge.colour, ...spot });
    }
  }
  for (const { edge, line } of lines) {
    if (!edge.text) continue;
    const spots = textSpots(line, edge);
    const free = spots.find((each) => isFree(each, taken));
    if (!free && !edge.forced) continue;
    if (free) taken.push(free);
    laid.push({
      id: edge.id, kind: "text", text: edge.text.text, colour: edge.colour,
      ...(free || spots[0]), over: !free,
    });
  }
  return laid;
}

// Where nothing is; else on a head; else on another sign, but on no name; smaller where there is
// little room.
function signSpot(line, head, [k, count], [most, least], [taken, signs, boxes]) {
  const room = Math.max(line.length - head, 0);
  const half = Math.min(most, Math.max(room / 2 / count, least));
  const shares = sharesAround((k + 0.5) / count);
  const spots = (size) => shares.map((share) => squareAt(line.at(share * room), size));
  const tries = [
    [half, taken], [(half + least) / 2, taken], [least, taken], [least, signs], [least, boxes],
  ];
  for (const [size, obstacles] of tries) {
    const spot = spots(size).find((each) => isFree(each, obstacles));
    if (spot) return spot;
  }
  // Between two boxes that nearly touch, it may reach over their rims.
  return spots(least).find((each) => !boxes.some((box) => isInside(each, box))) || null;
}

// Several signs of an edge share its line.
function sharesAround(middle) {
  return [...SHARES].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

// On the line, the middle first; else beside it.
function textSpots(line, edge) {
  const [w, h] = [edge.text.width / 2, edge.text.height / 2];
  const room = Math.max(line.length - edge.head, 0);
  const [start, end] = [line.at(0), line.at(line.length)];
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [across, down] = [(start.y - end.y) / length, (end.x - start.x) / length];
  const away = Math.abs(across) * w + Math.abs(down) * h + BESIDE;
  return [0, away, -away].flatMap((far) => SHARES.map((share) => {
    const { x, y } = line.at(share * room);
    return rectangleAt({ x: x + far * across, y: y + far * down }, w, h);
  }));
}

// A line without the ends that the boxes hide; `at` finds the point so far along it.
function openLine(points, from, to) {
  const open = points.filter((point) => !isInside(point, from) && !isInside(point, to));
  const used = open.length > 1 ? open : points;
  const far = [0];
  for (let k = 1; k < used.length; k += 1) {
    far.push(far[k - 1] + Math.hypot(used[k].x - used[k - 1].x, used[k].y - used[k - 1].y));
  }
  const length = far[far.length - 1];
  const at = (distance) => {
    const k = Math.max(1, far.findIndex((each) => each >= Math.min(distance, length)));
    const share = Math.max(0, distance - far[k - 1]) / ((far[k] - far[k - 1]) || 1);
    const [a, b] = [used[k - 1], used[k]];
    return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
  };
  return { length, at };
}

function rectangleAt({ x, y }, w, h) { return { x, y, w, h }; }
function squareAt(point, half) { return rectangleAt(point, half, half); }

// Rectangles are centres and half sizes; what only touches is free.
function isFree(spot, taken) {
  return taken.every((each) => Math.abs(each.x - spot.x) >= each.w + spot.w
    || Math.abs(each.y - spot.y) >= each.h + spot.h);
}

function isInside({ x, y }, box) {
  return Math.abs(x - box.x) < box.w && Math.abs(y - box.y) < box.h;
}

// A line that cannot bend around all boxes is seen through those that hide it: where it comes out
// again, it would pass for an edge of theirs.
function drawHiddenParts(pen, edges, boxes) {
  pen.save();
  pen.globalAlpha = 0.75;
  pen.lineWidth = 1.6;
  pen.setLineDash([4, 3]);
  for (const { points, from, to, colour } of edges) {
    const others = boxes.filter((box) => box !== from && box !== to);
    pen.strokeStyle = colour;
    pen.beginPath();
    for (let k = 1; k < points.length; k += 1) {
      const middle = {
        x: (points[k - 1].x + points[k].x) / 2, y: (points[k - 1].y + points[k].y) / 2,
      };
      const isHidden = others.some((box) => isInside(middle, box))
        && !isInside(middle, from) && !isInside(middle, to);
      if (isHidden) pen.lineTo(points[k].x, points[k].y);
      else pen.moveTo(points[k].x, points[k].y);
    }
    pen.stroke();
  }
  pen.restore();
}

// How long vis-network draws the head of an arrow.
function headLength(scaleFactor, width) { return 15 * scaleFactor + 3 * width; }

function drawEdgeMarks(pen, laid, { background, ink, muted, face, size }) {
  pen.save();
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.font = `${size}px ${face}`;
  for (const mark of laid) {
    if (mark.kind !== "text") drawSign(pen, mark, mark.colour, background);
  }
  for (const mark of laid.filter(({ kind }) => kind === "text")) {
    const more = mark.over ? 3 : 0;
    pen.fillStyle = background;
    pen.beginPath();
    pen.roundRect(
      mark.x - mark.w - more, mark.y - mark.h - more, 2 * (mark.w + more), 2 * (mark.h + more), 3,
    );
    pen.fill();
    if (mark.over) {
      pen.strokeStyle = muted;
      pen.lineWidth = 1;
      pen.stroke();
    }
    pen.fillStyle = ink;
    pen.fillText(mark.text, mark.x, mark.y);
  }
  pen.restore();
}

function drawSign(pen, mark, colour, background) {
  (mark.kind === "lock" ? drawLock : drawDiamond)(pen, mark, colour, background);
}

// Full where knowledge itself gives the direction, empty where this only follows.
function drawDiamond(pen, { x, y, w, kind }, colour, background) {
  pen.beginPath();
  for (const [side, up] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) pen.lineTo(x + side * w, y + up * w);
  pen.closePath();
  pen.strokeStyle = background;
  pen.lineWidth = 4;
  pen.stroke();
  pen.fillStyle = kind === "follows" ? background : colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.6;
  pen.fill();
  pen.stroke();
}

function drawLock(pen, { x, y, w }, colour, background) {
  pen.save();
  pen.translate(x, y);
  pen.scale(w / 8, w / 8);
  pen.fillStyle = background;
  pen.beginPath();
  pen.arc(0, 0, 8, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = pen.strokeStyle = colour;
  pen.fillRect(-5, -1, 10, 7);
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(0, -2, 3, Math.PI, 0);
  pen.stroke();
  pen.restore();
}
