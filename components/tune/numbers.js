// Numbers as people read them, and round numbers for axes. This knows numbers only.

// Three significant digits, without exponents where people can read the number.
function show(value) {
  if (value === 0) return "0";
  const digits = Number(value.toPrecision(3));
  return Math.abs(digits) < 1e-5 ? digits.toExponential() : plain(digits);
}

function plain(value) {
  const text = String(value);
  return text.includes("e") ? value.toFixed(10).replace(/0+$/, "") : text;
}

// As gesncd/words.py has it: 0 % and 100 % mean none and all.
function percent(share) {
  const within = share > 0 && share < 1 ? Math.min(Math.max(share, 0.01), 0.99) : share;
  return `${Math.floor(100 * within + 0.5)} %`;
}

function between(low, high) {
  return high === null ? `τ from ${show(low)} on` : `τ ${show(low)} to ${show(high)}`;
}

function ticks(most, whole) {
  const raw = most / 3;
  const unit = 10 ** Math.floor(Math.log10(raw));
  let step = [1, 2, 5, 10].map((k) => k * unit).find((each) => each >= raw);
  if (whole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let k = 0; k * step <= most * 1.0001; k += 1) found.push(k * step);
  return found;
}

function logTicks(low, high) {
  const found = [];
  for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade += 1) {
    for (const digit of [1, 2, 5]) {
      const value = digit * 10 ** decade;
      if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
    }
  }
  return found;
}
