// Status lights, and the table of all series with their last 60 runs in small.

const sparkRuns = 60;

/** Rows that are shown before somebody asks for all. */
const firstRows = 12;

function startOverview(report, open) {
  byID("title").textContent = report.title;
  document.title = report.title;
  const newest = report.runs[report.runs.length - 1];
  const words = [`made ${moment(report.made / 1000)} UTC`];
  if (newest) {
    words.push(`newest run ${moment(newest.time)}${newest.commit ? ` of commit ${shortCommit(newest.commit)}` : ""}`);
  }
  words.push(`${report.runs.length} ${report.runs.length === 1 ? "run" : "runs"}, ${report.series.length} series`);
  if (report.example) words.unshift("an example with made-up figures");
  byID("made").textContent = words.join(" · ");
  byID("headline").textContent = `${report.headline}.`;
  if (report.thinned) {
    const older = report.thinned.step ? `one in ${report.thinned.step} older ones` : "no older ones but";
    byID("thinned").textContent = `To stay small, this page shows the newest ${report.thinned.recent} `
      + `points of each series and ${older}${report.thinned.step ? " and" : ""} those around changes of level.`;
    byID("thinned").hidden = false;
  }
  const filter = { light: null, words: "", order: "light", isWhole: false };
  const rows = new Map(report.series.map((series) => [series, seriesRow(series, open)]));
  const tiles = report.lights.map((light) => lightTile(report, light, filter, () => show()));
  refill(byID("lights"), tiles);

  function show() {
    const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = report.series.filter((series) =>
      (!filter.light || series.light.id === filter.light)
      && words.every((word) => `${series.name} ${series.kernel ?? ""} ${series.image ?? ""}`.toLowerCase().includes(word)));
    shown.sort(orders[filter.order]);
    const none = element("tr", {}, element("td", { class: "empty", colspan: 6 },
      report.series.length ? "No series is like that." : "Nothing was measured yet. `bench run` records a run."));
    // Whoever asked for some series wants to see them; of all, the first say enough.
    const isWhole = filter.isWhole || filter.light || words.length || shown.length <= firstRows + 3;
    const listed = isWhole ? shown : shown.slice(0, Math.max(firstRows, shown.filter(needsAttention).length));
    refill(byID("series").tBodies[0], listed.length ? listed.map((series) => rows.get(series)) : none);
    byID("more").hidden = isWhole && !filter.isWhole;
    byID("more").textContent = filter.isWhole ? "Show fewer" : `Show all ${shown.length} series`;
    byID("more").setAttribute("aria-expanded", String(filter.isWhole));
    byID("shown").textContent = `${shown.length} of ${report.series.length} series`;
    tiles.forEach((tile) => {
      const button = tile.firstChild;
      button.setAttribute("aria-pressed", String(button.dataset.light === filter.light));
    });
  }
  byID("find").addEventListener("input", (event) => { filter.words = event.target.value; show(); });
  byID("more").addEventListener("click", () => { filter.isWhole = !filter.isWhole; show(); });
  byID("order").addEventListener("change", (event) => { filter.order = event.target.value; show(); });
  show();
}

const needsAttention = (series) => ["regressed", "suspect", "risen"].includes(series.light.id);
const newestChange = (series) => series.changes[series.changes.length - 1];
const byName = (a, b) => a.name.localeCompare(b.name, "en", { numeric: true });
const orders = {
  // Lights come in the order of how urgent they are.
  light: (a, b) => a.urgency - b.urgency || Boolean(a.accuracy) - Boolean(b.accuracy) || byName(a, b),
  name: byName,
  change: (a, b) => (changeTime(b) - changeTime(a)) || byName(a, b),
  time: (a, b) => (b.newest || 0) - (a.newest || 0) || byName(a, b),
};

const changeTime = (series) => {
  const change = newestChange(series);
  return change ? series.runs[change.index].time : -Infinity;
};

function lightTile(report, light, filter, show) {
  const count = report.series.filter((series) => series.light.id === light.id).length;
  return element("li", {}, element("button", {
    type: "button", class: count ? null : "none", "data-light": light.id, "aria-pressed": "false",
    title: light.meaning, "aria-label": `${count} ${light.title}: ${light.meaning}`,
    onclick: () => { filter.light = filter.light === light.id ? null : light.id; show(); },
  }, lightElement(light, false), element("span", { class: "count" }, String(count)),
  element("span", { class: "name" }, light.title)));
}

function seriesRow(series, open) {
  const last = series.runs.length - 1;
  const change = newestChange(series);
  const low = series.value.low[last];
  const high = series.value.high[last];
  return element("tr", {},
    element("td", { class: "light-cell" }, lightElement(series.light)),
    element("th", { scope: "row", class: "name-cell" },
      element("button", { type: "button", class: "open", onclick: () => open(series, true) }, series.name)),
    element("td", { class: "number" }, quantity(series.newest, series.unit)),
    element("td", { class: "number interval-cell quiet" },
      low === null || high === null || low === undefined ? "–" : quantityRange(low, high, series.unit)),
    element("td", { class: "spark-cell" }, sparkline(series)),
    element("td", { class: "wide change-cell" }, change ? changeWords(series, change) : element("span", { class: "quiet" }, "none")));
}

function changeWords(series, change) {
  const run = series.runs[change.index];
  const ago = series.runs.length - 1 - change.index;
  return [
    element("span", { class: changeStyle(change.effect, change.cause) },
      `${change.effect > 0 ? "▲" : "▼"} ${percent(change.effect)}`),
    element("span", {}, ago ? `, ${ago} ${ago === 1 ? "run" : "runs"} ago` : ", in the newest run"),
    element("span", { class: "aside" }, ` ${moment(run.time, false)}${change.cause === "environment" ? ", environment" : ""}`),
  ];
}

/** The watched numbers of the newest runs, with their changes of level as ticks. */
function sparkline(series) {
  const width = 176;
  const height = 32;
  const from = Math.max(0, series.watched.values.length - sparkRuns);
  const values = series.watched.values.slice(from);
  const finite = values.filter((value) => value !== null);
  if (!finite.length) return element("span", { class: "quiet" }, "–");
  const low = Math.min(...finite);
  // Noise of a fraction of a percent must not look like mountains: at least 4 % fill the height.
  const middle = (low + Math.max(...finite)) / 2;
  const span = Math.max(Math.max(...finite) - low, Math.abs(middle) * 0.04, Number.MIN_VALUE);
  const x = (i) => (values.length > 1 ? 3 + (i * (width - 8)) / (values.length - 1) : width / 2);
  const y = (value) => height / 2 - ((value - middle) / span) * (height - 10);
  const path = values.map((value, i) => (value === null ? "" : `${i && values[i - 1] !== null ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)).join("");
  const ticks = series.changes.filter((change) => change.index >= from).map((change) =>
    drawing("line", {
      x1: x(change.index - from), x2: x(change.index - from), y1: 1, y2: height - 1,
      stroke: `var(--${change.cause === "environment" ? "elsewhere" : change.effect > 0 ? "slower" : "faster"})`, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke", "stroke-dasharray": change.cause === "environment" ? "2 2" : null,
    }));
  const end = values.length - 1;
  const words = `${values.length} runs, from ${quantity(finite[0], series.watched.unit)} to ${quantity(finite[finite.length - 1], series.watched.unit)}`;
  return drawing("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
    ticks,
    drawing("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 1.5, "vector-effect": "non-scaling-stroke", "stroke-linejoin": "round" }),
    values[end] === null ? null : drawing("path", { d: `M${x(end).toFixed(1)} ${y(values[end]).toFixed(1)}h0`, stroke: "var(--accent)", "stroke-width": 5.5, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }));
}
