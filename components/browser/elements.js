// Making elements of a page and of a drawing. This knows of no component.
// Text is data: it reaches textContent, never innerHTML.

const SVG = "http://www.w3.org/2000/svg";

function add(parent, tag, name = "", text = "") {
  const drawn = parent.namespaceURI === SVG || tag === "svg";
  const node = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (name) node.setAttribute("class", name);
  if (text) node.textContent = text;
  parent.appendChild(node);
  return node;
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// The element that a component draws in, as it was when Streamlit made it. One life of a component
// may end and another begin in the same element: what the first left there would stand beside it.
function freshRoot(parent, selector) {
  const old = parent.querySelector(selector);
  const root = old.cloneNode(false);
  old.replaceWith(root);
  return root;
}
