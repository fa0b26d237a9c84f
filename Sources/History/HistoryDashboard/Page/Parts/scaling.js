// Time against size, both logarithmic: a line of slope 1 is work that grows with the pixels.

function startScaling(report) {
  const series = report.series.filter(isPlaced).filter((one) => one.unit === "ns");
  const byImage = [...groupBy(series, (one) => one.image)].sort(([a], [b]) => a.localeCompare(b))
    .map(([image, ofImage]) => ({ image, words: image, ofImage }));
  const whole = { words: "all images, their medians", ofImage: series };
  const images = (byImage.length > 1 ? [...byImage, whole] : byImage)
    .filter(({ ofImage }) => new Set(ofImage.map((one) => one.pixels)).size > 1);
  const choice = byID("scaling-image");
  const box = byID("scaling-plot");
  if (!images.length) {
    byID("scaling-note").textContent = "Nothing was measured at several sizes.";
    choice.parentElement.hidden = true;
    byID("scaling-table").closest("details").hidden = true;
    box.hidden = true;
    return;
  }
  refill(choice, images.map(({ words }) => element("option", {}, words)));
  let lines = [];
  const chart = chartIn(box, (width) => scalingOptions(lines, width));
  function show() {
    const { image, words: title, ofImage } = images[choice.selectedIndex];
    lines = [...groupBy(ofImage, (one) => one.contender)].map(([name, ofKernel]) => ({
      name, kernel: ofKernel[0].kernel,
      points: [...groupBy(ofKernel, (one) => one.pixels)].map(([pixels, ofSize]) => [pixels, median(ofSize.map((one) => one.newest))])
        .sort(([a], [b]) => a - b),
      exponent: report.scalings.find((fit) => fit.contender === name && fit.image === image)?.exponent,
    })).sort((a, b) => b.points[b.points.length - 1][1] - a.points[a.points.length - 1][1]);
    const words = lines.filter((line) => line.exponent !== undefined)
      .map((line) => `${line.name}: time grows with the pixels to the power of ${line.exponent.toFixed(2)}`);
    box.setAttribute("aria-label", `Time against number of pixels on ${title}, both logarithmic. ${words.join("; ")}. All figures are in the table below.`);
    byID("scaling-note").textContent = "Behind each name: the power of the number of pixels that its time grows with (the median slope of all pairs of sizes). Dashed: strictly linear.";
    const sizes = [...new Set(lines.flatMap((line) => line.points.map(([pixels]) => pixels)))].sort((a, b) => a - b);
    fillTable(byID("scaling-table"), ["Kernel", ...sizes.map(pixelWords), "Power"], lines.map((line) => [
      line.name, ...sizes.map((size) => quantity(line.points.find(([pixels]) => pixels === size)?.[1] ?? NaN, "ns")),
      line.exponent === undefined ? "–" : line.exponent.toFixed(3)]));
    chart.draw();
  }
  choice.addEventListener("change", show);
  show();
}

function scalingOptions(lines, width) {
  if (!lines.length) return null;
  const sizes = [...new Set(lines.flatMap((line) => line.points.map(([pixels]) => pixels)))].sort((a, b) => a - b);
  const values = lines.flatMap((line) => line.points.map(([, value]) => value));
  const isNarrow = width < 520;
  const columns = lines.map((line) => sizes.map((size) => line.points.find(([pixels]) => pixels === size)?.[1] ?? null));
  const options = {
    width, height: Math.max(280, Math.min(420, Math.round(width * 0.46))), legend: { show: false }, cursor: { show: false },
    padding: [12, labelRoom(lines.map((line) => lineWords(line, isNarrow))), 0, 0],
    scales: {
      x: { time: false, distr: 3, range: () => logRange(sizes[0], sizes[sizes.length - 1], 0.03) },
      y: { distr: 3, range: () => logRange(Math.min(...values), Math.max(...values)) },
    },
    axes: [
      axis({ label: "pixels", size: 32, splits: (plot, place, low, high) => logTicks(plot, place, low, high), filter: (plot, ticks) => ticks, values: (plot, ticks) => thinned(plot, ticks.map(pixelWords)) }),
      axis({ label: "time of one call", size: 68, splits: (plot, place, low, high) => logTicks(plot, place, low, high), filter: (plot, ticks) => ticks, values: (plot, ticks) => ticks.map((tick) => quantity(tick, "ns", 1)) }),
    ],
    series: [{}, ...lines.map((line) => ({
      stroke: kernelColor(line.kernel), width: 2, spanGaps: true, points: { show: false },
    }))],
    hooks: { drawClear: [(plot) => drawLinear(plot, sizes, values)], draw: [(plot) => drawKernels(plot, lines, isNarrow)] },
  };
  return { options, data: [sizes, ...columns], points: values.length };
}

/** The name at a line's end, with the power where there is room for it. */
function lineWords(line, isNarrow) {
  return line.exponent === undefined || isNarrow ? line.name : `${line.name}  n^${line.exponent.toFixed(2)}`;
}

/** Pixels that the longest of some labels takes, never more than a quarter of a wide page. */
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
  const size = Math.sqrt(sizes[0] * sizes[sizes.length - 1]);
  const time = Math.sqrt(Math.min(...values) * Math.max(...values));
  const at = (pixels) => [plot.valToPos(pixels, "x", true), plot.valToPos((time * pixels) / size, "y", true)];
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

function drawKernels(plot, lines, isNarrow) {
  const { ctx: context, bbox } = plot;
  context.save();
  const labels = lines.map((line) => {
    const fill = kernelColor(line.kernel);
    for (const [pixels, value] of line.points) {
      drawPoint(context, kernelShape(line.kernel), plot.valToPos(pixels, "x", true), plot.valToPos(value, "y", true), 4.5, fill);
    }
    const [, newest] = line.points[line.points.length - 1];
    return { text: lineWords(line, isNarrow), y: plot.valToPos(newest, "y", true), fill };
  });
  for (const { text, y, fill } of spread(labels, 16 * devicePixelRatio, bbox.top + bbox.height)) {
    label(context, text, bbox.left + bbox.width + 8 * devicePixelRatio, y, { fill, bold: true });
  }
  context.restore();
}
