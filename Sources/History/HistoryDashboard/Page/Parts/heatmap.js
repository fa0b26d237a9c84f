// Kernel × image × size, as a table whose cells carry colour and words.

const heatRuns = 30;

function startHeatmap(report, open) {
  const series = report.series.filter(isPlaced);
  const table = byID("heatmap-table");
  const left = report.series.filter((one) => !one.accuracy && !(one.kernel && one.image && one.pixels)).length;
  byID("heatmap-note").textContent = left
    ? `${left} series without a kernel, an image or a size are not in this table.` : "";
  if (!series.length) {
    refill(table, element("caption", { class: "quiet" }, "No series says which kernel worked on which image."));
    byID("heatmap-mode").hidden = true;
    return;
  }
  const images = [...groupBy(series, (one) => one.image)].sort(([a], [b]) => a.localeCompare(b));
  const columns = images.flatMap(([image, ofImage]) =>
    [...new Set(ofImage.map((one) => one.pixels))].sort((a, b) => a - b).map((pixels) => ({ image, pixels })));
  const kernels = [...groupBy(series, (one) => one.contender)].sort(([, a], [, b]) => median(a.map(perPixel)) - median(b.map(perPixel)));
  const cells = kernels.map(([name, ofKernel]) => ({ name, cells: columns.map((column) =>
    ofKernel.find((one) => one.image === column.image && one.pixels === column.pixels) || null) }));
  const best = columns.map((column, place) => Math.min(...cells.map((row) => (row.cells[place] ? row.cells[place].newest : Infinity))));
  const worst = Math.max(...cells.flatMap((row) => row.cells.map((one, place) => (one ? one.newest / best[place] : 1))), 2);

  let mode = "speed";
  function show() {
    const paint = mode === "speed" ? speedCell : changeCell;
    refill(table,
      element("caption", { class: "unseen" }, mode === "speed" ? "Newest time a pixel, and times the fastest of the column" : `Change over the last ${heatRuns} runs`),
      element("thead", {},
        element("tr", {}, element("th", { class: "corner", rowspan: 2, scope: "col" }, "Kernel"), images.map(([image, ofImage]) =>
          element("th", { class: "group", scope: "colgroup", colspan: new Set(ofImage.map((one) => one.pixels)).size }, image))),
        element("tr", {}, columns.map((column) => element("th", { scope: "col" }, pixelWords(column.pixels))))),
      element("tbody", {}, cells.map((row) => element("tr", {}, element("th", { scope: "row" }, row.name),
        row.cells.map((one, place) => (one ? paint(one, place) : element("td", { class: "nothing" }, "–")))))));
    table.dataset.cells = String(series.length);
    for (const node of table.querySelectorAll("td[style]")) node.className = isLight(node) ? "on-light" : "on-dark";
    refill(byID("heatmap-key"), mode === "speed"
      ? [element("span", {}, "fastest"), element("span", { class: "ramp ramp-speed" }), element("span", {}, `${multiple(Number(worst.toPrecision(2)))} the fastest`), element("span", {}, "· cells: time a pixel in the newest run")]
      : [element("span", {}, "−10 % faster"), element("span", { class: "ramp ramp-change" }), element("span", {}, "+10 % slower"), element("span", {}, `· newest five runs against those of ${heatRuns} runs ago`)]);
  }

  function speedCell(one, place) {
    const ratio = one.newest / best[place];
    const share = Math.log(ratio) / Math.log(worst);
    return cell(one, `color-mix(in oklab, var(--heat-high) ${(share * 100).toFixed(1)}%, var(--heat-low))`,
      `${quantity(perPixel(one), one.unit)}`, ratio < 1.0005 ? "fastest" : multiple(ratio), "a pixel");
  }

  function changeCell(one) {
    const effect = recentEffect(one);
    if (effect === null) return element("td", { class: "nothing" }, "too new");
    const share = Math.min(Math.abs(effect) / 0.1, 1);
    const end = effect > 0 ? "slower" : "faster";
    return cell(one, `color-mix(in oklab, var(--heat-${end}) ${(share * 100).toFixed(1)}%, var(--heat-middle))`,
      percent(effect, 1), Math.abs(effect) < 0.005 ? "same" : end, `over ${heatRuns} runs`);
  }

  function cell(one, background, words, small, unit) {
    const node = element("td", {},
      element("button", {
        type: "button", onclick: () => open(one, true), title: one.name,
        "aria-label": `${one.contender}, ${one.image}, ${pixelWords(one.pixels)}: ${words} ${unit}, ${small}. Open its timeline.`,
      }, words, element("small", {}, small)));
    node.style.background = background;
    return node;
  }

  for (const input of byID("heatmap-mode").querySelectorAll("input")) {
    input.addEventListener("change", () => { mode = input.value; show(); });
  }
  onTheme(show);
}

/** Whether black is easier to read on a cell than white: a mixture's lightness comes first. */
function isLight(node) {
  const [, lightness] = /^oklab\(([\d.]+)/.exec(getComputedStyle(node).backgroundColor) || [];
  return Number(lightness ?? 1) > 0.563;
}

/** The median of the newest five runs against the five of 30 runs ago; null for a new series. */
function recentEffect(series) {
  const values = series.watched.values;
  if (values.length < heatRuns + 5) return null;
  const before = median(values.slice(-heatRuns - 5, -heatRuns));
  const now = median(values.slice(-5));
  return before > 0 ? now / before - 1 : null;
}
