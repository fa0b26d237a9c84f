// Time a pixel against the distance of the answer from the truth: down and left is better.

function startAccuracy(report) {
  const box = byID("accuracy-plot");
  const key = (one) => JSON.stringify([one.image, one.pixels]);
  const truths = report.series.filter((one) => one.accuracy && one.kernel && Number.isFinite(one.newest));
  const pairs = report.series.filter(isPlaced).filter((one) => one.unit === "ns").flatMap((speed) => {
    const truth = truths.find((one) => one.kernel === speed.kernel && key(one) === key(speed))
      || truths.find((one) => one.kernel === speed.kernel && one.image === speed.image && !one.pixels);
    return truth ? [{ kernel: speed.kernel, name: speed.contender, image: speed.image, pixels: speed.pixels, x: perPixel(speed), y: truth.newest }] : [];
  });
  if (!pairs.length) {
    byID("accuracy-note").textContent = "No series says how far an answer is from the truth (in ΔE00), so there is nothing to set against the speed.";
    byID("accuracy-table").closest("details").hidden = true;
    box.hidden = true;
    return;
  }
  const kernels = [...groupBy(pairs, (pair) => pair.name)].map(([name, points]) => ({
    name, kernel: points[0].kernel, points, x: median(points.map((point) => point.x)), y: median(points.map((point) => point.y)),
  })).sort((a, b) => a.x - b.x);
  box.setAttribute("aria-label", "Speed and accuracy: "
    + kernels.map((one) => `${one.name} ${quantity(one.x, "ns")} a pixel, ΔE00 ${digits(one.y, 2)}`).join("; ")
    + ". All figures are in the table below.");
  byID("accuracy-note").textContent = "ΔE00 is the distance of the answer from the planted colour; under 1 nobody sees a difference. Large marks are medians over images and sizes, small ones the single cases.";
  fillTable(byID("accuracy-table"), ["Kernel", "Image", "Size", "Time a pixel", "ΔE00"], pairs.map((pair) =>
    [pair.name, pair.image, pixelWords(pair.pixels), quantity(pair.x, "ns"), digits(pair.y, 2)]));
  chartIn(box, (width) => accuracyOptions(kernels, pairs, width));
}

function accuracyOptions(kernels, pairs, width) {
  const xs = pairs.map((pair) => pair.x);
  const ys = pairs.map((pair) => pair.y);
  const [low, high] = logRange(Math.min(...xs), Math.max(...xs), 0.12);
  const top = Math.max(...ys, 1.5) * 1.25;
  const options = {
    width, height: Math.max(280, Math.min(400, Math.round(width * 0.44))), legend: { show: false }, cursor: { show: false }, padding: [14, 26, 0, 0],
    scales: {
      x: { time: false, distr: 3, range: () => [low, high] },
      // Linear up to 1, logarithmic above: exact answers and blunders fit one picture.
      y: { distr: 4, asinh: 0.5, range: () => [top > 10 ? -0.12 : -0.06, top] },
    },
    axes: [
      axis({ label: "time a pixel", size: 32, splits: (plot, place, from, to) => logTicks(plot, place, from, to), filter: (plot, ticks) => ticks, values: (plot, ticks) => thinned(plot, ticks.map((tick) => quantity(tick, "ns", 1))) }),
      axis({ label: "ΔE00 to the truth", size: 58, splits: () => [0, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].filter((tick) => tick <= top), filter: (plot, ticks) => ticks, values: (plot, ticks) => ticks.map(String) }),
    ],
    series: [{}, { stroke: "transparent", points: { show: false } }],
    hooks: { draw: [(plot) => drawAccuracy(plot, kernels)] },
  };
  const sorted = [...pairs].sort((a, b) => a.x - b.x);
  return { options, data: [sorted.map((pair) => pair.x), sorted.map((pair) => pair.y)], points: pairs.length };
}

function drawAccuracy(plot, kernels) {
  const { ctx: context, bbox } = plot;
  const ratio = devicePixelRatio;
  const at = (x, y) => [plot.valToPos(x, "x", true), plot.valToPos(y, "y", true)];
  context.save();
  const [, seen] = at(1, 1);
  context.strokeStyle = color("field");
  context.lineWidth = ratio;
  context.setLineDash([4 * ratio, 4 * ratio]);
  context.beginPath();
  context.moveTo(bbox.left, seen);
  context.lineTo(bbox.left + bbox.width, seen);
  context.stroke();
  context.setLineDash([]);
  label(context, "just noticeable", bbox.left + bbox.width - 4 * ratio, seen - 9 * ratio, { fill: color("quiet"), align: "right" });
  label(context, "↙ better", bbox.left + 8 * ratio, bbox.top + bbox.height - 12 * ratio, { fill: color("quiet") });
  for (const { kernel, points } of kernels) {
    context.globalAlpha = 0.45;
    for (const point of points) drawPoint(context, kernelShape(kernel), ...at(point.x, point.y), 3, kernelColor(kernel));
    context.globalAlpha = 1;
  }
  // Labels keep clear of every mark and of each other.
  const taken = kernels.map(({ x, y }) => {
    const [left, down] = at(x, y);
    return { from: left - 9 * ratio, to: left + 9 * ratio, y: down };
  });
  for (const { name, kernel, x, y } of kernels) {
    const [left, down] = at(x, y);
    drawPoint(context, kernelShape(kernel), left, down, 6.5, kernelColor(kernel));
    context.font = `600 ${scaledFont()}`;
    const wide = context.measureText(name).width;
    const isRight = left + 12 * ratio + wide < bbox.left + bbox.width;
    const from = isRight ? left + 12 * ratio : left - 12 * ratio - wide;
    let height = down;
    // Labels of neighbours step up, out of each other's way.
    while (taken.some((box) => from < box.to && from + wide > box.from && Math.abs(height - box.y) < 15 * ratio)) height -= 15 * ratio;
    taken.push({ from, to: from + wide, y: height });
    label(context, name, from, height, { fill: kernelColor(kernel), bold: true });
  }
  context.restore();
}
