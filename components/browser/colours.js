// Reckoning with colours as style sheets write them. This knows of no component.

function rgb(colour) {
  if (colour.startsWith("#")) {
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }
  const numbers = colour.match(/[\d.]+/g);
  return numbers ? numbers.slice(0, 3).map(Number) : [255, 255, 255];
}

function mix(colour, ground, share) {
  const [a, b] = [rgb(colour), rgb(ground)];
  const parts = a.map((part, k) => Math.round(share * part + (1 - share) * b[k]));
  return `rgb(${parts.join(",")})`;
}

function isDark(colour) {
  const [r, g, b] = rgb(colour);
  return 0.299 * r + 0.587 * g + 0.114 * b < 128;
}
