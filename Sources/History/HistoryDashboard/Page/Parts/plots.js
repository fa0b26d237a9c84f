// What all charts share: uPlot in the page's colours, redrawn with theme and width.

const chartFont = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

/**
 * Keeps a chart in a box. `make` gives uPlot's options and data for a width; it is called anew
 * when colours, width or the question change, and the chart's window is kept by the caller.
 */
function chartIn(box, make) {
  let plot = null;
  let width = 0;
  const draw = () => {
    width = Math.floor(box.clientWidth);
    if (plot) plot.destroy();
    plot = null;
    refill(box);
    if (!width) return;
    const made = make(width);
    if (!made) return;
    plot = new uPlot(made.options, made.data, box);
    // The box speaks for the canvas, which assistive technology cannot read.
    plot.root.setAttribute("aria-hidden", "true");
    box.dataset.points = String(made.points);
    if (made.after) made.after(plot);
  };
  new ResizeObserver(() => { if (Math.floor(box.clientWidth) !== width) draw(); }).observe(box);
  onTheme(draw);
  return { draw, get plot() { return plot; } };
}

/** An axis in the page's colours. */
function axis(more) {
  const grid = { stroke: color("grid"), width: 1 };
  return {
    stroke: color("quiet"), font: chartFont, labelFont: chartFont, labelSize: 20, labelGap: 2,
    grid, ticks: { stroke: color("rule"), width: 1, size: 5 }, ...more,
  };
}

/** Ticks at 1, 2 and 5 times powers of ten; fewer where the axis spans many powers. */
function logTicks(plot, axisPlace, low, high) {
  const powers = Math.log10(high / low);
  const steps = powers > 5 ? [1] : powers > 2 ? [1, 3] : powers > 0.7 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) {
      const tick = step * 10 ** power;
      if (tick >= low * 0.9999 && tick <= high * 1.0001) ticks.push(tick);
    }
  }
  return ticks;
}

/** A range around numbers on a logarithmic axis, with room for marks. */
function logRange(low, high, room = 0.06) {
  if (!(low > 0) || !(high > 0)) return [1, 10];
  const grown = Math.max(Math.log(high / low), 0.2) * room;
  return [low * Math.exp(-grown), high * Math.exp(grown)];
}

/** Writes on a canvas with a rim in the card's colour, so that lines do not cross the words. */
function label(context, text, x, y, { fill, align = "left", bold = false } = {}) {
  context.font = `${bold ? "600 " : ""}${scaledFont()}`;
  context.textAlign = align;
  context.textBaseline = "middle";
  context.lineWidth = 4 * devicePixelRatio;
  context.lineJoin = "round";
  context.strokeStyle = color("card");
  context.strokeText(text, x, y);
  context.fillStyle = fill || color("ink");
  context.fillText(text, x, y);
}

const scaledFont = () => chartFont.replace("12px", `${12 * devicePixelRatio}px`);

/** Moves labels apart that would lie on each other, and back from the lower end: [{y}] in place. */
function spread(labels, least, lowest) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + least);
  let end = lowest;
  for (const label of [...labels].reverse()) {
    label.y = Math.min(label.y, end);
    end = label.y - least;
  }
  return labels;
}

/** A table from a head and rows of texts or elements. */
function fillTable(table, head, rows) {
  refill(table,
    element("thead", {}, element("tr", {}, head.map((text, place) =>
      element("th", { scope: "col", class: place ? "number" : null }, text)))),
    element("tbody", {}, rows.map((row) => element("tr", {}, row.map((cell, place) =>
      place ? element("td", { class: "number" }, cell) : element("th", { scope: "row" }, cell))))));
}

/** The shapes of points, so that lines differ by more than colour. */
const pointShapes = ["circle", "square", "triangle", "diamond", "down", "cross"];

function drawPoint(context, shape, x, y, size, fill) {
  const r = size * devicePixelRatio;
  context.fillStyle = fill;
  context.beginPath();
  if (shape === "circle") context.arc(x, y, r, 0, 2 * Math.PI);
  if (shape === "square") context.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76);
  const corners = {
    triangle: [[0, -1.2], [1.15, 0.85], [-1.15, 0.85]], down: [[0, 1.2], [1.15, -0.85], [-1.15, -0.85]],
    diamond: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
    cross: [[-0.35, -1.1], [0.35, -1.1], [0.35, -0.35], [1.1, -0.35], [1.1, 0.35], [0.35, 0.35], [0.35, 1.1], [-0.35, 1.1], [-0.35, 0.35], [-1.1, 0.35], [-1.1, -0.35], [-0.35, -0.35]],
  }[shape];
  (corners || []).forEach(([dx, dy], i) => (i ? context.lineTo(x + dx * r, y + dy * r) : context.moveTo(x + dx * r, y + dy * r)));
  context.closePath();
  context.fill();
}

const lineShape = (place) => pointShapes[place % pointShapes.length];
