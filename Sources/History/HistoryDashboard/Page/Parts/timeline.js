// One series over time: medians, their intervals, levels, changes and environments.

/** What is not in the address. */
const timelineDefaults = { axis: "time", scale: "linear" };

function startTimeline(report) {
  const choice = byID("timeline-series");
  const state = { series: null, measure: "value", window: null, cursor: null, ...timelineDefaults, overlays: [] };
  const grouped = [...groupBy(report.series, groupOf)];
  const option = (series) => element("option", { value: series.place }, series.name);
  // Series of one kind stand together; where all stand alone, groups would say nothing.
  refill(choice, grouped.length * 2 > report.series.length ? report.series.map(option)
    : grouped.map(([name, ofGroup]) => element("optgroup", { label: name }, ofGroup.map(option))));
  startOverlays(report, state, () => { describe(); chart.draw(); });
  for (const [id, key] of [["timeline-axis", "axis"], ["timeline-scale", "scale"]]) {
    for (const input of byID(id).querySelectorAll("input")) {
      input.addEventListener("change", () => {
        state[key] = input.value;
        putAddress({ [key]: input.value === timelineDefaults[key] ? null : input.value });
        chart.draw();
      });
    }
  }
  const box = byID("timeline-plot");
  const readout = startReadout(report, state);

  const numbers = () => (state.measure === "ratio" && state.series.ratio ? state.series.ratio : state.series.value);
  const chart = chartIn(box, (width) => state.series && timelineOptions(state, numbers(), width, readout));

  function zoomTo(from, to) {
    const last = state.series.runs.length - 1;
    const low = Math.max(0, Math.round(from));
    const high = Math.min(last, Math.round(to));
    state.window = low <= 0 && high >= last ? null : [low, Math.max(high, Math.min(low + 3, last))];
    applyWindow(chart.plot, state);
  }

  function zoom(how) {
    const last = state.series.runs.length - 1;
    const [low, high] = state.window || [0, last];
    if (how === "all") return zoomTo(0, last);
    if (how !== "in" && how !== "out") return zoomTo(last - Number(how) + 1, last);
    const middle = state.cursor !== null && state.cursor >= low && state.cursor <= high ? state.cursor : (low + high) / 2;
    const factor = how === "in" ? 0.5 : 2;
    zoomTo(middle - (middle - low) * factor, middle + (high - middle) * factor);
  }

  /** Keeps the run under the cursor in sight. */
  function reveal(index) {
    if (!state.window) return;
    const [low, high] = state.window;
    const shift = index < low ? index - low : index > high ? index - high : 0;
    if (shift) zoomTo(low + shift, high + shift);
  }

  /**
   * Shows a series.
   *
   * - isAsked: whether somebody asked for it here: the chart comes into sight, and Back leads to the one before.
   * - at: the run of interest; null for the newest.
   * - values: what an address says of what is shown.
   */
  function open(series, { isAsked = false, at = null, values = null } = {}) {
    state.series = series;
    state.window = null;
    state.cursor = at ?? series.runs.length - 1;
    choice.value = String(series.place);
    state.overlays = [];
    showOverlays(report, state);
    const ratioInput = byID("timeline-measure").querySelector("[value=ratio]");
    ratioInput.disabled = !series.ratio;
    byID("measure-value").textContent = isTime(series.unit) ? "Time" : "Value";
    state.measure = series.ratio && series.watchesRatios ? "ratio" : "value";
    if (values) restore(values);
    byID("timeline-measure").querySelector(`[value=${state.measure}]`).checked = true;
    if (isAsked) {
      const run = at === null ? null : series.runs[at].time;
      putAddress({ series: series.name, run, zoom: null, measure: null }, true);
    }
    present();
    completed(report, series, () => {
      // Somebody may have gone on.
      if (state.series !== series) return;
      const runs = shownRuns;
      const again = (place) => series.runs.indexOf(runs[place]);
      if (state.window) state.window = state.window.map(again);
      if (state.cursor !== null) state.cursor = again(state.cursor);
      if (values) restore(values);
      present();
    });
    if (isAsked) {
      byID("timeline").scrollIntoView();
      choice.focus({ preventScroll: true });
    }
  }

  /** The runs that the window and the cursor count. */
  let shownRuns = [];

  /** Writes and draws what the state says. */
  function present() {
    const { series } = state;
    shownRuns = series.runs;
    describeStatus(series);
    readout.follow(series, numbers(), (index) => { state.cursor = index; reveal(index); moveCursor(chart.plot, state); }, zoom);
    describe();
    chart.draw();
  }

  /** Takes what an address says of the series that is shown. */
  function restore(values) {
    const { series } = state;
    if (values.get("measure") === "value" || (values.get("measure") === "ratio" && series.ratio)) state.measure = values.get("measure");
    for (const key of ["axis", "scale"]) {
      const input = byID(`timeline-${key}`).querySelector(`[value="${CSS.escape(values.get(key) ?? timelineDefaults[key])}"]`);
      if (!input) continue;
      input.checked = true;
      state[key] = input.value;
    }
    const at = series.runs.findIndex((run) => String(run.time) === values.get("run"));
    if (at >= 0) state.cursor = at;
    const [from, to] = (values.get("zoom") ?? "").split("~").map(Number);
    const low = series.runs.findIndex((run) => run.time >= from);
    const high = series.runs.findLastIndex((run) => run.time <= to);
    state.window = low >= 0 && high > low && high - low < series.runs.length - 1 ? [low, high] : null;
  }

  function describe() {
    const series = state.series;
    const shown = numbers();
    const newest = shown.values[shown.values.length - 1];
    box.setAttribute("aria-label", `${series.name}, ${shown.unit === "×" ? "ratio to the reference" : "values"} of `
      + `${series.runs.length} runs from ${moment(series.runs[0]?.time, false)} to ${moment(series.runs[series.runs.length - 1]?.time, false)}; `
      + `newest ${quantity(newest, shown.unit)}; ${series.changes.length} changes of level, ${series.moves.length} changes of environment. `
      + "The slider below the chart reads every run; the table lists the changes.");
    listChanges(report, series, shown);
  }

  choice.addEventListener("change", () => {
    putAddress({ series: report.series[Number(choice.value)].name, run: null, zoom: null, measure: null }, true);
    open(report.series[Number(choice.value)]);
  });
  for (const input of byID("timeline-measure").querySelectorAll("input")) {
    input.addEventListener("change", () => {
      state.measure = input.value;
      putAddress({ measure: input.value });
      showOverlays(report, state);
      readout.follow(state.series, numbers(), null, zoom);
      describe();
      chart.draw();
    });
  }
  byID("timeline-table").addEventListener("click", () => save(fileName(state.series, "csv"), "text/csv", seriesTable(state.series)));
  byID("timeline-picture").addEventListener("click", () =>
    save(fileName(state.series, "svg"), "image/svg+xml", seriesPicture(state.series, numbers(), state.window)));
  for (const button of byID("timeline-zoom").querySelectorAll("button")) {
    button.addEventListener("click", () => zoom(button.dataset.zoom));
  }
  return open;
}

function describeStatus(series) {
  byID("key-interval").textContent = series.interval ?? "exact 95 % interval";
  const words = series.reason ? `${series.light.meaning} Reason: ${series.reason}` : series.light.meaning;
  const thinned = series.count > series.runs.length ? ` ${series.runs.length} of ${series.count} runs are shown.` : "";
  refill(byID("timeline-status"), lightElement(series.light), element("span", { class: "quiet" }, linked(words), thinned));
}

function listChanges(report, series, shown) {
  const steps = levels(series, shown);
  const levelAt = (index) => steps.find(([from, past]) => index >= from && index < past)?.[2];
  const rows = series.changes.map((change) => ({ index: change.index, cells: [
    "change of level",
    element("span", { class: changeStyle(change) }, `${change.effect > 0 ? "▲" : "▼"} ${percent(change.effect)}`),
    `${quantity(levelAt(change.index - 1), shown.unit)} → ${quantity(levelAt(change.index), shown.unit)}`,
    causeWords[change.cause] || change.cause,
  ] })).concat(series.moves.map((move) => ({ index: move.index, cells: [
    "environment", "", "",
    move.run.environmentChange
      ? move.run.environmentChange.fields.map(([title, before, after]) => `${title}: ${before} → ${after}`).join("; ")
      : "another machine or build",
  ] }))).concat(series.notes.map(([index, text, , file]) => ({ index, cells: ["note", "", "", noteWords(text, file)] })));
  rows.sort((a, b) => b.index - a.index);
  const list = rows.map(({ index, cells }) => element("tr", {},
    element("th", { scope: "row" }, moment(series.runs[index].time, false)),
    cells.map((cell, place) => element("td", { class: place === 1 ? "number" : null }, cell)),
    element("td", {}, commitRange(report, commitBefore(series, index), series.runs[index].commit))));
  refill(byID("changes").querySelector("tbody"), list.length ? list
    : element("tr", {}, element("td", { class: "empty", colspan: 6 }, "Its level never changed, nor did its environment.")));
}

function applyWindow(plot, state) {
  if (!plot) return;
  const times = plot.data[0];
  const [low, high] = state.window || [0, times.length - 1];
  plot.setScale("x", { min: times[low], max: times[high] });
}

function moveCursor(plot, state) {
  if (!plot || state.cursor === null) return;
  const x = plot.data[0][state.cursor];
  const y = plot.data[1][state.cursor];
  if (y === null || y === undefined) return;
  plot.setCursor({ left: plot.valToPos(x, "x"), top: plot.valToPos(y, "y") }, false);
}

function timelineOptions(state, shown, width, readout) {
  const series = state.series;
  if (!series.runs.length) return null;
  const byRun = state.axis === "run";
  const times = series.runs.map((run, index) => (byRun ? index : run.time));
  const finite = shown.values.filter((value) => value !== null);
  const [unit, size] = scaleOf(median(finite), shown.unit);
  const isRatio = shown.unit === "×";
  const title = isRatio ? "times the reference's duration" : `${isTime(unit) ? "time in " : ""}${unit || "value"}`;
  const accent = color("accent");
  // A logarithm needs numbers above zero.
  const isLog = state.scale === "log" && finite.every((value) => value > 0);
  const others = state.overlays.map((other) => aligned(series, other, state.measure));
  const few = (plot) => {
    const [from, to] = plot.series[0].idxs || [0, times.length - 1];
    return (to - from) * 7 < plot.bbox.width / devicePixelRatio;
  };
  const edge = () => ({ stroke: "transparent", width: 0, points: { show: false } });
  const options = {
    width, height: Math.max(260, Math.min(400, Math.round(width * 0.42))), legend: { show: false },
    padding: [26, 14, 0, 0], tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), "Etc/UTC"),
    scales: {
      x: { time: !byRun, range: (plot, low, high) => roomy(times, low, high) },
      y: isLog ? { distr: 3, range: (plot, low, high) => logRange(low, high) }
        : { range: (plot, low, high) => levelRange(low, high) },
    },
    axes: [
      byRun ? axis({ space: 84, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000],
        values: (plot, ticks) => ticks.map((tick) => runWords(series.runs[tick])) })
      : axis({ space: 72, values: [
        [31536000, "{YYYY}", null, null, null, null, null, null, 1], [2419200, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
        [86400, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1], [3600, "{HH}:{mm}", "\n{D} {MMM}", null, null, null, null, null, 1],
        [60, "{HH}:{mm}", "\n{D} {MMM}", null, null, null, null, null, 1], [1, "{HH}:{mm}:{ss}", "\n{D} {MMM}", null, null, null, null, null, 1]] }),
      axis({ label: title, size: 62, ...(isLog ? { splits: logTicks } : {}),
        values: (plot, ticks) => (isLog ? ticks.map((tick) => digits(tick / size, 2)) : tickWords(ticks.map((tick) => tick / size))) }),
    ],
    series: [
      {},
      { stroke: accent, width: 1.25, spanGaps: false, points: { show: (plot) => few(plot), size: 5, fill: accent, stroke: accent } },
      edge(), edge(),
      ...others.map((_, place) => ({ stroke: overlayColor(place), width: 1.25, spanGaps: true, points: { show: few, size: 4 } })),
    ],
    bands: [{ series: [3, 2], fill: color("band") }],
    // One ring on the median; the ends of the interval need none.
    cursor: {
      y: false, drag: { x: true, y: false, setScale: true },
      points: { show: (plot, place) => (place === 1 ? element("div", { class: "ring" }) : null), fill: color("card"), stroke: accent },
    },
    hooks: {
      draw: [(plot) => drawMarks(plot, series, shown)],
      setCursor: [(plot) => readout.hover(plot)],
      setScale: [(plot, key) => { if (key === "x") keepWindow(plot, state); }],
    },
  };
  const low = shown.low.map((value, i) => value ?? shown.values[i]);
  const high = shown.high.map((value, i) => value ?? shown.values[i]);
  return {
    options, data: [times, shown.values, low, high, ...others], points: finite.length,
    after: (plot) => { if (state.window) applyWindow(plot, state); moveCursor(plot, state); },
  };
}

/** A window that a drag or a double click set, kept in runs, for redrawing and the buttons. */
function keepWindow(plot, state) {
  const times = plot.data[0];
  const { min, max } = plot.scales.x;
  let low = times.findIndex((time) => time >= min);
  let high = times.findLastIndex((time) => time <= max);
  if (low < 0 || high < 0) return;
  state.window = low === 0 && high === times.length - 1 ? null : [Math.min(low, high), Math.max(low, high)];
  putAddress({ zoom: state.window && state.window.map((place) => state.series.runs[place].time).join("~") });
}

/** Time axis: room for the outermost marks, and a width even for a single run. */
function roomy(times, low, high) {
  // Around a single time uPlot would show years.
  if (times[0] === times[times.length - 1]) return times[0] ? [times[0] - 43200, times[0] + 43200] : [-1, 1];
  const room = (high - low) * 0.012;
  return [low - room, high + room];
}

/** Values: at least 4 % in sight, so that a quiet series looks quiet. */
function levelRange(low, high) {
  if (low === null || high === null) return [0, 1];
  const middle = (low + high) / 2;
  const half = Math.max((high - low) * 0.56, Math.abs(middle) * 0.02, 1e-12);
  return [low >= 0 ? Math.max(middle - half, 0) : middle - half, middle + half];
}

/** Ticks with as many places as tell them apart. */
function tickWords(ticks) {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(ticks[0]) || 1;
  const places = Math.max(0, Math.min(8, -Math.floor(Math.log10(step) + 1e-9)));
  return ticks.map((tick) => tick.toFixed(places).replace("-", "−"));
}

function drawMarks(plot, series, shown) {
  const { ctx: context, bbox } = plot;
  const ratio = devicePixelRatio;
  const inSight = (x) => x >= bbox.left - 1 && x <= bbox.left + bbox.width + 1;
  context.save();
  for (const move of series.moves) {
    const x = plot.valToPos(plot.data[0][move.index], "x", true);
    if (!inSight(x)) continue;
    context.strokeStyle = context.fillStyle = color("elsewhere");
    context.lineWidth = 1.5 * ratio;
    context.setLineDash([5 * ratio, 4 * ratio]);
    vertical(context, x, bbox.top, bbox.top + bbox.height);
    context.setLineDash([]);
    const foot = bbox.top + bbox.height - 5 * ratio;
    context.fillRect(x - 4 * ratio, foot - 4 * ratio, 8 * ratio, 8 * ratio);
    if (series.moves.length < 4 && x + 90 * ratio < bbox.left + bbox.width) {
      label(context, "environment", x + 9 * ratio, foot - 3 * ratio, { fill: color("elsewhere") });
    }
  }
  context.strokeStyle = color("level");
  context.lineWidth = 2 * ratio;
  for (const [from, past, level] of levels(series, shown)) {
    const y = plot.valToPos(level, "y", true);
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    const left = Math.max(plot.valToPos(plot.data[0][from], "x", true), bbox.left);
    const right = Math.min(plot.valToPos(plot.data[0][past - 1], "x", true), bbox.left + bbox.width);
    if (right <= left) continue;
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(right, y);
    context.stroke();
  }
  let edge = -Infinity;
  for (const change of series.changes) {
    const x = plot.valToPos(plot.data[0][change.index], "x", true);
    if (!inSight(x)) continue;
    const fill = color(changeColor(change));
    context.strokeStyle = context.fillStyle = fill;
    context.lineWidth = 1.5 * ratio;
    vertical(context, x, bbox.top - 4 * ratio, bbox.top + bbox.height);
    flag(context, x, bbox.top - 5 * ratio, change.effect > 0, ratio);
    const words = percent(change.effect);
    context.font = `600 ${scaledFont()}`;
    const half = context.measureText(words).width / 2;
    const middle = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
    // Where flags crowd, the later words give way; the table below has them all.
    if (middle - half > edge + 4 * ratio) {
      label(context, words, middle, bbox.top - 18 * ratio, { fill, align: "center", bold: true });
      edge = middle + half;
    }
  }
  context.restore();
}

function vertical(context, x, top, bottom) {
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, top);
  context.lineTo(Math.round(x) + 0.5, bottom);
  context.stroke();
}

/** A triangle that points the way the level went. */
function flag(context, x, y, isRise, ratio) {
  const tip = isRise ? -5 : 5;
  context.beginPath();
  context.moveTo(x, y + (tip - 1) * ratio);
  context.lineTo(x + 5 * ratio, y - (tip + 1) * ratio);
  context.lineTo(x - 5 * ratio, y - (tip + 1) * ratio);
  context.closePath();
  context.fill();
}
