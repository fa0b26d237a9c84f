// Status lights, and the table of all series with their whole history in small.

/** Rows that are shown before somebody asks for all. */
const firstRows = 12;

/** Rows that are added at once. */
const moreRows = 200;

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
      + `points of each series and ${older}${report.thinned.step ? " and" : ""} those around changes of level. Levels, changes and `
      + "what was undone are those of the whole history"
      + (report.files ? `; a series that is opened shows all its runs, from the folder ${report.files.folder} beside the page.` : ".");
    byID("thinned").hidden = false;
  }
  const filter = { light: null, words: "", order: "light", isWhole: false, count: moreRows };
  // A row is made when it is first listed: there may be ten thousand.
  const rows = new Map();
  const rowOf = (series) => {
    if (!rows.has(series)) rows.set(series, seriesRow(series, open));
    return rows.get(series);
  };
  // Of series without samples the intervals are what other programs wrote.
  if (!report.sampled) byID("interval-title").textContent = "Interval";
  // A column of dashes says nothing.
  byID("series").classList.toggle("no-intervals", !report.intervals);
  const tiles = report.lights.map((light) => lightTile(report, light, filter, () => show()));
  refill(byID("lights"), tiles);

  function show() {
    const fits = finder(filter.words);
    const shown = report.series.filter((series) => (!filter.light || series.light.id === filter.light) && fits(series));
    shown.sort(orders[filter.order]);
    const none = element("tr", {}, element("td", { class: "empty", colspan: 7 },
      report.series.length ? "No series is like that." : "Nothing was measured yet. `bench run` records a run."));
    // Whoever asked for some series wants to see them; of all, the first say enough.
    const isWhole = filter.isWhole || filter.light || filter.words.trim() || shown.length <= firstRows + 3;
    const wanted = isWhole ? filter.count : Math.max(firstRows, shown.filter(needsAttention).length);
    const listed = shown.slice(0, Math.min(wanted, filter.count));
    const rest = shown.length - listed.length;
    refill(byID("series").tBodies[0], !listed.length ? none : filter.order === "group"
      ? [...groupBy(listed, groupOf)].flatMap(([name, ofGroup]) => [groupRow(name, ofGroup), ...ofGroup.map(rowOf)])
      : listed.map(rowOf));
    byID("more").hidden = isWhole && !filter.isWhole && !rest;
    byID("more").textContent = !isWhole && shown.length <= moreRows ? `Show all ${shown.length} series`
      : rest ? `Show ${Math.min(rest, moreRows)} more of ${shown.length} series` : "Show fewer";
    byID("more").setAttribute("aria-expanded", String(filter.isWhole));
    byID("shown").textContent = `${shown.length} of ${report.series.length} series`;
    tiles.forEach((tile) => {
      const button = tile.firstChild;
      button.setAttribute("aria-pressed", String(button.dataset.light === filter.light));
    });
  }
  byID("find").addEventListener("input", (event) => {
    filter.words = event.target.value;
    filter.count = moreRows;
    putAddress({ find: filter.words });
    show();
  });
  byID("more").addEventListener("click", () => {
    if (byID("more").textContent === "Show fewer") {
      filter.isWhole = false;
      filter.count = moreRows;
    } else {
      if (filter.isWhole || filter.light || filter.words.trim()) filter.count += moreRows;
      filter.isWhole = true;
    }
    show();
  });
  byID("order").addEventListener("change", (event) => {
    filter.order = event.target.value;
    putAddress({ order: filter.order === "light" ? null : filter.order });
    show();
  });
  show();
  return (values) => {
    filter.words = byID("find").value = values.get("find") ?? "";
    filter.light = report.lights.find((light) => light.id === values.get("light"))?.id ?? null;
    filter.order = byID("order").value = Object.hasOwn(orders, values.get("order")) ? values.get("order") : "light";
    filter.count = moreRows;
    show();
  };
}

const needsAttention = (series) => ["regressed", "suspect", "risen"].includes(series.light.id);
const newestChange = (series) => series.changes[series.changes.length - 1];
const nameOrder = new Intl.Collator("en", { numeric: true });
const byName = (a, b) => nameOrder.compare(a.name, b.name);
const orders = {
  // Lights come in the order of how urgent they are; of those that need a look the surest first.
  light: (a, b) => a.urgency - b.urgency || (needsAttention(a) ? b.evidence - a.evidence : 0) || Boolean(a.metric) - Boolean(b.metric) || byName(a, b),
  name: byName,
  group: (a, b) => nameOrder.compare(groupOf(a), groupOf(b)) || byName(a, b),
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
    onclick: () => {
      filter.light = filter.light === light.id ? null : light.id;
      filter.count = moreRows;
      putAddress({ light: filter.light });
      show();
    },
  }, lightElement(light, false), element("span", { class: "count" }, String(count)),
  element("span", { class: "name" }, light.title)));
}

/** The head of a group: how many series it has, and its most urgent light. */
function groupRow(name, ofGroup) {
  const urgent = ofGroup.reduce((first, one) => (one.urgency < first.urgency ? one : first));
  return element("tr", { class: "group-row" },
    element("td", { class: "light-cell" }, lightElement(urgent.light)),
    element("th", { scope: "rowgroup", colspan: 6 }, `${name}: ${ofGroup.length} series`));
}

function seriesRow(series, open) {
  const last = series.runs.length - 1;
  const change = newestChange(series);
  const low = series.value.low[last];
  const high = series.value.high[last];
  return element("tr", {},
    element("td", { class: "light-cell" }, lightElement(series.light)),
    element("th", { scope: "row", class: "name-cell" },
      element("button", { type: "button", class: "open", onclick: () => open(series, { isAsked: true }) }, series.name)),
    element("td", { class: "number" }, quantity(series.newest, series.unit)),
    element("td", { class: "number interval-cell quiet", title: series.intervalWords },
      low === null || high === null || low === undefined ? "–" : quantityRange(low, high, series.unit)),
    element("td", { class: "spark-cell" }, sparkline(series)),
    element("td", { class: "wide change-cell" }, change ? changeWords(series, change)
      : element("span", { class: "quiet" }, series.drift ? `drifts ${changeSize(series, series.drift)}` : "none")),
    element("td", { class: "number finds-cell quiet" }, series.finds ? percent(series.finds).replace("+", "") : "–"));
}

/** A relative change: of what more is better, "fell 14.0 %", of anything else "+14.0 %"; from tenfold on × 1190. */
function changeSize(series, effect) {
  if (effect >= 9) return `× ${digits(effect + 1)}`;
  if (series.better !== "more") return percent(effect);
  return `${effect < 0 ? "fell" : "rose"} ${percent(Math.abs(effect)).replace(/^[+±]/, "")}`;
}

function changeWords(series, change) {
  const run = series.runs[change.index];
  const ago = series.count - 1 - change.at;
  return [
    element("span", { class: changeStyle(change) },
      `${change.effect > 0 ? "▲" : "▼"} ${changeSize(series, change.effect)}`),
    element("span", {}, ago ? `, ${ago} ${ago === 1 ? "run" : "runs"} ago` : ", in the newest run"),
    element("span", { class: "aside" }, ` ${moment(run.time, false)}${change.cause === "environment" ? ", environment" : ""}`),
  ];
}

/** Points of a sparkline, at most: about two for each dot of its width. */
const sparkPoints = 360;

/** Of many points the lowest and the highest of each stretch, so that no excursion is lost. */
function sparkPlaces(values) {
  if (values.length <= sparkPoints) return values.map((_, place) => place);
  const stretches = sparkPoints / 2;
  const places = [];
  for (let stretch = 0; stretch < stretches; stretch++) {
    const past = Math.floor(((stretch + 1) * values.length) / stretches);
    let low = -1;
    let high = -1;
    for (let place = Math.floor((stretch * values.length) / stretches); place < past; place++) {
      if (values[place] === null) continue;
      if (low < 0 || values[place] < values[low]) low = place;
      if (high < 0 || values[place] > values[high]) high = place;
    }
    if (low >= 0) places.push(Math.min(low, high));
    if (high !== low) places.push(Math.max(low, high));
  }
  return places;
}

/** The watched numbers of all runs, with their changes of level as ticks. */
function sparkline(series) {
  const width = 176;
  const height = 32;
  const values = series.watched.values;
  const finite = values.filter((value) => value !== null);
  if (!finite.length) return element("span", { class: "quiet" }, "–");
  const low = finite.reduce((least, value) => Math.min(least, value));
  const high = finite.reduce((most, value) => Math.max(most, value));
  // Noise of a fraction of a percent must not look like mountains: at least 4 % fill the height.
  const middle = (low + high) / 2;
  const span = Math.max(high - low, Math.abs(middle) * 0.04, Number.MIN_VALUE);
  const x = (i) => (values.length > 1 ? 3 + (i * (width - 8)) / (values.length - 1) : width / 2);
  const y = (value) => height / 2 - ((value - middle) / span) * (height - 10);
  const path = sparkPlaces(values).map((i, at) => (values[i] === null ? "" : `${at && values[i - 1] !== null ? "L" : "M"}${x(i).toFixed(1)} ${y(values[i]).toFixed(1)}`)).join("");
  const ticks = series.changes.map((change) =>
    drawing("line", {
      x1: x(change.index), x2: x(change.index), y1: 1, y2: height - 1,
      stroke: `var(--${changeColor(change)})`, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke", "stroke-dasharray": change.cause === "environment" ? "2 2" : null,
    }));
  const end = values.length - 1;
  const words = `${series.count} runs, from ${quantity(finite[0], series.watched.unit)} to ${quantity(finite[finite.length - 1], series.watched.unit)}`;
  return drawing("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
    ticks,
    drawing("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 1.5, "vector-effect": "non-scaling-stroke", "stroke-linejoin": "round" }),
    values[end] === null ? null : drawing("path", { d: `M${x(end).toFixed(1)} ${y(values[end]).toFixed(1)}h0`, stroke: "var(--accent)", "stroke-width": 5.5, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }));
}
