// Further series over the one of the timeline, at its runs.

/** Series that are drawn over another at once, at most. */
const mostOverlays = 4;

/** Found by these words, the most that the list offers. */
const mostOffered = 200;

const overlayColor = (place) => ["#d1495b", "#2e8b57", "#b8860b", "#8464c4"][place % mostOverlays];

/** The numbers of another series in the measure that is shown; null where it has none. */
const overlayNumbers = (other, measure) => (measure === "ratio" ? other.ratio : other.value);

/** The other series' numbers at the runs of this one; null where it was not measured. */
function aligned(series, other, measure) {
  const numbers = overlayNumbers(other, measure);
  const byRun = new Map(other.runs.map((run, index) => [run.place, numbers.values[index]]));
  return series.runs.map((run) => byRun.get(run.place) ?? null);
}

/** Whether two series share an axis: ratios always, values of one unit. */
const sharesAxis = (series, other, measure) => other !== series
  && (measure === "ratio" ? Boolean(other.ratio) : other.unit === series.unit);

function startOverlays(report, state, redraw) {
  state.redrawOverlays = redraw;
  byID("timeline-overlay").addEventListener("change", (event) => {
    const other = report.series[Number(event.target.value)];
    if (other) {
      state.overlays = [...state.overlays, other].slice(-mostOverlays);
      completed(report, other, redraw);
    }
    showOverlays(report, state);
    redraw();
  });
}

/** The list of series that can be added, and those that are drawn. */
function showOverlays(report, state) {
  const { series } = state;
  const fits = report.series.filter((other) => sharesAxis(series, other, state.measure));
  state.overlays = state.overlays.filter((other) => fits.includes(other));
  // Its own parameters first.
  const kin = groupOf(series);
  const offered = fits.filter((other) => !state.overlays.includes(other))
    .sort((a, b) => (groupOf(b) === kin) - (groupOf(a) === kin) || byName(a, b)).slice(0, mostOffered);
  const choice = byID("timeline-overlay");
  refill(choice, element("option", { value: "" }, "none"),
    offered.map((other) => element("option", { value: other.place }, other.name)));
  choice.disabled = !offered.length;
  refill(byID("timeline-overlays"), state.overlays.map((other, place) => {
    const mark = element("i");
    mark.style.borderColor = overlayColor(place);
    return element("li", {}, mark, other.name,
      element("button", { type: "button", "aria-label": `Remove ${other.name}`, onclick: () => {
        state.overlays = state.overlays.filter((one) => one !== other);
        showOverlays(report, state);
        state.redrawOverlays();
      } }, "×"));
  }));
}

/** A run on an axis of runs: its commit, or its day. */
const runWords = (run) => (run ? (run.commit ? shortCommit(run.commit).slice(0, 8) : moment(run.time, false)) : "");
