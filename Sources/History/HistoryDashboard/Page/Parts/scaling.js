// Time against size, both logarithmic: a line of slope 1 is work that grows with the size.

/** Lines that are drawn at once before somebody asks for all. */
const clearLines = 8;

function startScaling(report) {
  const section = byID("scaling");
  section.hidden = !report.scalings.length;
  if (section.hidden) return;
  const along = byID("scaling-parameter");
  const only = byID("scaling-only");
  const parameters = [...groupBy(report.scalings, (one) => one.parameter).keys()];
  refill(along, parameters.map((name) => element("option", {}, name)));
  along.parentElement.hidden = parameters.length < 2;
  const box = byID("scaling-plot");
  let lines = [];
  let parts = [];
  const chart = chartIn(box, (width) => scalingOptions(lines, along.value, width));

  /** What the lines can be narrowed down to: each value of a parameter in which they differ. */
  function offer() {
    const all = report.scalings.filter((one) => one.parameter === along.value);
    const values = [...groupBy(all.flatMap((one) => one.others), ([name]) => name)]
      .map(([name, pairs]) => [name, [...new Set(pairs.map(([, value]) => value))]])
      .filter(([, own]) => own.length > 1);
    parts = [{ words: "all", lines: all }, ...values.flatMap(([name, own]) => own.map((value) => ({
      words: `${name} ${value}`,
      lines: all.filter((one) => one.others.some((pair) => pair[0] === name && pair[1] === value)),
    })))];
    refill(only, parts.map(({ words }) => element("option", {}, words)));
    only.parentElement.hidden = parts.length < 2;
    // Many lines hide each other: the parameter with the fewest values divides them best.
    const fewest = [...values].sort(([, a], [, b]) => a.length - b.length)[0];
    only.selectedIndex = all.length > clearLines && fewest
      ? parts.findIndex(({ words }) => words === `${fewest[0]} ${fewest[1][0]}`) : 0;
    show();
  }

  function show() {
    const part = parts[only.selectedIndex];
    lines = part.lines.map((scaling) => scalingLine(scaling, part.lines, report));
    lines.sort((a, b) => b.points[b.points.length - 1].time - a.points[a.points.length - 1].time);
    lines.forEach((line, place) => { line.place = place; });
    const words = lines.map((line) => `${line.name}: time grows with ${along.value} to the power of ${line.exponent.toFixed(2)}`);
    box.setAttribute("aria-label", `Time against ${along.value}, both logarithmic. ${words.join("; ")}. All figures are in the table below.`);
    byID("scaling-note").textContent = `Behind each name: the power of ${along.value} that its time grows with (the median slope of all pairs). Dashed: strictly linear.`;
    const sizes = sizesOf(lines);
    fillTable(byID("scaling-table"), ["Series", ...sizes.map(([, text]) => text), "Power"], lines.map((line) => [
      line.name, ...sizes.map(([size]) => quantity(timeAt(line, size) ?? NaN, "ns")), line.exponent.toFixed(3)]));
    chart.draw();
  }
  along.addEventListener("change", offer);
  only.addEventListener("change", show);
  offer();
}

/** A line with its points by size, named by the parameters in which it differs from the others. */
function scalingLine(scaling, lines, report) {
  const isShared = ([name, value]) => lines.every((line) => line.others.some((pair) => pair[0] === name && pair[1] === value));
  const own = scaling.others.filter((pair) => !isShared(pair)).map(([, value]) => value);
  const bySize = groupBy(scaling.series.map((place, index) => ({
    size: scaling.sizes[index], text: scaling.words[index],
    time: report.series[place].newest * nanoseconds[report.series[place].unit],
  })), (point) => point.size);
  return {
    name: own.join(", ") || scaling.others.map(([, value]) => value).join(", ") || "all",
    exponent: scaling.exponent,
    points: [...bySize].map(([size, points]) => ({ size, text: points[0].text, time: median(points.map((point) => point.time)) }))
      .sort((a, b) => a.size - b.size),
  };
}

const timeAt = (line, size) => line.points.find((point) => point.size === size)?.time ?? null;

/** Every size once, with how it was written. */
const sizesOf = (lines) => [...new Map(lines.flatMap((line) => line.points.map((point) => [point.size, point.text])))]
  .sort(([a], [b]) => a - b);

function scalingOptions(lines, parameter, width) {
  if (!lines.length) return null;
  const sizes = sizesOf(lines).map(([size]) => size);
  const values = lines.flatMap((line) => line.points.map((point) => point.time));
  const isNarrow = width < 520;
  const options = {
    width, height: Math.max(280, Math.min(420, Math.round(width * 0.46))), legend: { show: false }, cursor: { show: false },
    padding: [12, labelRoom(lines.map((line) => lineWords(line, isNarrow))), 0, 0],
    scales: {
      x: { time: false, distr: 3, range: () => logRange(sizes[0], sizes[sizes.length - 1], 0.03) },
      y: { distr: 3, range: () => logRange(Math.min(...values), Math.max(...values)) },
    },
    axes: [
      axis({ label: parameter, size: 32, splits: (plot, place, low, high) => logTicks(plot, place, low, high), filter: (plot, ticks) => ticks, values: (plot, ticks) => thinned(plot, ticks.map(sizeWords)) }),
      axis({ label: "time of one call", size: 68, splits: (plot, place, low, high) => logTicks(plot, place, low, high), filter: (plot, ticks) => ticks, values: (plot, ticks) => ticks.map((tick) => quantity(tick, "ns", 1)) }),
    ],
    series: [{}, ...lines.map((line) => ({
      stroke: lineColor(line.place), width: 2, spanGaps: true, points: { show: false },
    }))],
    hooks: { drawClear: [(plot) => drawLinear(plot, sizes, values)], draw: [(plot) => drawLines(plot, lines, isNarrow)] },
  };
  return { options, data: [sizes, ...lines.map((line) => sizes.map((size) => timeAt(line, size)))], points: values.length };
}

/** The name at a line's end, with the power where there is room for it. */
const lineWords = (line, isNarrow) => (isNarrow ? line.name : `${line.name}  n^${line.exponent.toFixed(2)}`);

/** The room that the longest of some labels takes, never more than a quarter of a wide page. */
function labelRoom(words) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `600 ${chartFont}`;
  return Math.min(16 + Math.ceil(Math.max(...words.map((text) => context.measureText(text).width))), 280);
}

/** Every second tick keeps its words where there is no room for all. */
function thinned(plot, words) {
  const room = (plot.bbox.width || plot.width * devicePixelRatio) / devicePixelRatio;
  const step = Math.ceil((words.length * 62) / room);
  return words.map((word, place) => ((words.length - 1 - place) % step ? "" : word));
}

function drawLinear(plot, sizes, values) {
  const { ctx: context } = plot;
  // Through the middle of what is there: a direction to compare with, not a claim.
  const middle = Math.sqrt(sizes[0] * sizes[sizes.length - 1]);
  const time = Math.sqrt(Math.min(...values) * Math.max(...values));
  const at = (size) => [plot.valToPos(size, "x", true), plot.valToPos((time * size) / middle, "y", true)];
  context.save();
  context.beginPath();
  context.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
  context.clip();
  context.strokeStyle = color("field");
  context.lineWidth = devicePixelRatio;
  context.setLineDash([4 * devicePixelRatio, 5 * devicePixelRatio]);
  context.beginPath();
  context.moveTo(...at(sizes[0] / 10));
  context.lineTo(...at(sizes[sizes.length - 1] * 10));
  context.stroke();
  context.restore();
}

function drawLines(plot, lines, isNarrow) {
  const { ctx: context, bbox } = plot;
  context.save();
  const labels = lines.map((line) => {
    const fill = lineColor(line.place);
    for (const { size, time } of line.points) {
      drawPoint(context, lineShape(line.place), plot.valToPos(size, "x", true), plot.valToPos(time, "y", true), 4.5, fill);
    }
    const { time } = line.points[line.points.length - 1];
    return { text: lineWords(line, isNarrow), y: plot.valToPos(time, "y", true), fill };
  });
  for (const { text, y, fill } of spread(labels, 16 * devicePixelRatio, bbox.top + bbox.height)) {
    label(context, text, bbox.left + bbox.width + 8 * devicePixelRatio, y, { fill, bold: true });
  }
  context.restore();
}
