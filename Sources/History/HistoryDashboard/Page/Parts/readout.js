// What one run says: beside the pointer, under the slider, and to a screen reader.

function startReadout(report, state) {
  const slider = byID("timeline-cursor");
  const list = byID("readout");
  let shown = null;
  let moved = null;
  let zoom = () => {};

  function words(index) {
    const series = state.series;
    const run = series.runs[index];
    const value = shown.values[index];
    const interval = shown.low[index] === null ? null : quantityRange(shown.low[index], shown.high[index], shown.unit, 4);
    const change = series.changes.find((candidate) => candidate.index === index);
    const move = series.moves.find((candidate) => candidate.index === index);
    const notes = series.notes.filter(([place]) => place === index).map(([, text, , file]) => ({ text, file }));
    return { run, value: quantity(value, shown.unit, 4), interval, change, move, notes };
  }

  /** One line for assistive technology. */
  function spoken(index) {
    const { run, value, interval, change, move, notes } = words(index);
    return [
      `${moment(run.time)}: ${value}`, interval && `interval ${interval}`, run.commit && `commit ${shortCommit(run.commit)}`,
      run.machine && `machine ${run.machine}`,
      change && `level changed by ${percent(change.effect)}`, move && "environment changed",
      ...notes.map(({ text }) => `note: ${text}`),
    ].filter(Boolean).join(", ");
  }

  function show(index) {
    const { run, value, interval, change, move, notes } = words(index);
    const pair = (title, content, wide) => element("div", { class: wide ? "wide" : null }, element("dt", {}, title), element("dd", {}, content));
    refill(list,
      pair("Run", `${moment(run.time)} UTC`),
      pair(shown.unit === "×" ? "Ratio to reference" : "Median", value),
      pair(shown === state.series.ratio ? "95 % confidence interval" : capitalised(state.series.intervalWords), interval || (report.sampled ? "none: too few samples" : "none")),
      shown === state.series.ratio ? pair("Time", quantity(state.series.value.values[index], state.series.unit, 4)) : null,
      pair("Commit", run.commit ? element("code", {}, run.commit) : "not recorded", run.commit && run.commit.length > 16),
      run.machine ? pair("Machine", run.machine) : null,
      change ? pair("Level", element("span", { class: changeStyle(change) }, `${percent(change.effect)} from here`)) : null,
      move ? pair("Environment", "another one from here") : null,
      run.note ? pair("Note", linked(run.note), true) : null,
      ...notes.map(({ text, file }) => pair("Note", noteWords(text, file), true)));
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", spoken(index));
  }

  slider.addEventListener("input", () => {
    const index = Number(slider.value);
    show(index);
    if (moved) moved(index);
  });
  slider.addEventListener("change", () => putAddress({ run: state.series.runs[Number(slider.value)].time }));
  slider.addEventListener("keydown", (event) => {
    const how = { "+": "in", "=": "in", "-": "out", "0": "all" }[event.key];
    if (!how || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    zoom(how);
  });

  return {
    /** Takes another series or measure; `onMove` is told where the slider goes. */
    follow(series, numbers, onMove, onZoom) {
      shown = numbers;
      if (onMove) moved = onMove;
      zoom = onZoom;
      slider.max = String(Math.max(series.runs.length - 1, 0));
      if (series.runs.length) show(Math.min(state.cursor ?? series.runs.length - 1, series.runs.length - 1));
      else refill(list);
    },

    /** The pointer moved over the chart, or left it. */
    hover(plot) {
      const index = plot.cursor.idx;
      let tip = plot.over.querySelector(".tip");
      const isPointer = plot.cursor.event && index !== null && index !== undefined && plot.cursor.left >= 0;
      if (!isPointer || shown.values[index] === null) {
        if (tip) tip.remove();
        return;
      }
      state.cursor = index;
      show(index);
      if (!tip) plot.over.append(tip = element("div", { class: "tip" }));
      const { run, value, interval, change, move, notes } = words(index);
      refill(tip, element("strong", {}, value), interval ? element("div", {}, interval) : null,
        element("div", { class: "quiet" }, `${moment(run.time)} UTC`),
        run.commit ? element("code", {}, shortCommit(run.commit)) : null,
        run.machine ? element("div", { class: "quiet" }, run.machine) : null,
        run.note ? element("div", { class: "quiet" }, run.note) : null,
        ...notes.map(({ text }) => element("div", { class: "quiet" }, text)),
        change ? element("div", { class: changeStyle(change) }, `level ${percent(change.effect)}`) : null,
        move ? element("div", {}, "another environment") : null);
      placeTip(tip, plot);
    },
  };
}

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Beside the pointer, on the side that has room. */
function placeTip(tip, plot) {
  const { left } = plot.cursor;
  const room = plot.over.clientWidth;
  const width = tip.offsetWidth;
  tip.style.left = `${left + width + 24 > room ? Math.max(left - width - 12, 0) : left + 12}px`;
  tip.style.top = "6px";
}
