// Making elements. Texts only ever become text nodes and attribute values, never markup.

const byID = (id) => document.getElementById(id);

/** An element with attributes and children; strings become text, null is left out. */
function element(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for drawings. */
function drawing(name, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

/** Puts new children in place of all old ones. */
function refill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

const median = (numbers) => {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (!sorted.length) return NaN;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const groupBy = (items, key) => {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return groups;
};

/** Status shapes differ in outline, not only in colour. */
const lightShapes = {
  regressed: ["M10 1.5L19 18H1Z", "M10 7V12.5M10 14.6V16.4"],
  suspect: ["M10 .5L19.5 10L10 19.5L.5 10Z", "M7.6 8.2A2.4 2.4 0 1 1 10 10.8V12M10 13.9V15.5"],
  risen: ["M10 1L18.5 9.5H14V19H6V9.5H1.5Z", ""],
  fallen: ["M1 2H19L10 18.5Z", ""],
  changed: ["M.5 10L6 4V8H14V4L19.5 10L14 16V12H6V16Z", ""],
  accepted: ["M2 2H18V18H2Z", "M6 10.2L9 13.2L14.2 7"],
  recovered: ["M10 19L18.5 10.5H14V1H6V10.5H1.5Z", ""],
  ended: ["M10 1A9 9 0 1 1 10 19A9 9 0 1 1 10 1Z", "M6 10H14"],
  ok: ["M10 1A9 9 0 1 1 10 19A9 9 0 1 1 10 1Z", "M6 10.2L9 13.2L14.2 7"],
};

/** A status light: its shape and, unless it stands beside it anyway, its word. */
function lightElement(light, withWord = true) {
  const [outline, inside] = lightShapes[light.title] || lightShapes[light.id] || lightShapes.ok;
  return element("span", { class: `light light-${light.id}`, title: withWord ? light.meaning : null },
    drawing("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
      drawing("path", { d: outline }),
      inside ? drawing("path", { d: inside, fill: "none", "stroke-width": 2, class: "stroke" }) : null),
    withWord ? light.title : null);
}
