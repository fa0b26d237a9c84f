// What became worse, the largest first: how sure it is, between which commits, and what changed.

/** Regressions that are listed before somebody asks for more. */
const firstRegressions = 10;

const regressionOrders = {
  size: (a, b) => b.change.worsening - a.change.worsening,
  evidence: (a, b) => b.change.evidence - a.change.evidence,
  newest: (a, b) => b.run.time - a.run.time,
  name: (a, b) => byName(a.series, b.series),
};

function startTriage(report, open) {
  const section = byID("regressions");
  const all = report.series.flatMap((series) =>
    series.changes.filter((change) => change.isWorse && change.cause !== "environment").map((change) => ({
      series, change, run: series.runs[change.index], before: series.runs[change.index - 1],
      isUndone: isUndone(series, change),
    })));
  if (!all.length) return;
  const filter = { order: "size", words: "", withUndone: false, count: firstRegressions };
  const undone = all.filter((one) => one.isUndone).length;
  byID("regressions-undone").parentElement.hidden = !undone;

  function show() {
    const fits = finder(filter.words);
    const shown = all.filter((one) => (filter.withUndone || !one.isUndone) && fits(one.series));
    shown.sort((a, b) => regressionOrders[filter.order](a, b) || byName(a.series, b.series));
    const none = element("tr", {}, element("td", { class: "empty", colspan: 6 },
      undone && !filter.withUndone && !filter.words ? "Every regression was undone since." : "No regression is like that."));
    refill(byID("regressions-table").tBodies[0],
      shown.length ? shown.slice(0, filter.count).map((one) => regressionRow(report, one, open)) : none);
    byID("regressions-more").hidden = shown.length <= filter.count;
    byID("regressions-more").textContent = `Show more of ${shown.length} regressions`;
    byID("regressions-shown").textContent = `${shown.length} of ${all.length} regressions`;
  }
  byID("regressions-order").addEventListener("change", (event) => { filter.order = event.target.value; show(); });
  byID("regressions-find").addEventListener("input", (event) => { filter.words = event.target.value; show(); });
  byID("regressions-undone").addEventListener("change", (event) => { filter.withUndone = event.target.checked; show(); });
  byID("regressions-more").addEventListener("click", () => { filter.count += 100; show(); });
  show();
  section.hidden = false;
}

/** Whether less than half of a worsening is left, measured from the best level before it; where values must
 * stay equal, from the first level. */
function isUndone(series, change) {
  const steps = levels(series, series.watched);
  const place = steps.findIndex(([from]) => from === change.index);
  if (place < 1) return false;
  const own = steps.map(([, , level]) => level);
  const step = Math.abs(own[place] - own[place - 1]);
  if (series.better === "equal") return Math.abs(own[own.length - 1] - own[0]) < step / 2;
  const badness = own.map((level) => (series.better === "more" ? -level : level));
  const best = Math.min(...badness.slice(0, place));
  return badness[badness.length - 1] - best < (badness[place] - badness[place - 1]) / 2;
}

function regressionRow(report, { series, change, run, before, isUndone }, open) {
  const steps = levels(series, series.watched);
  const place = steps.findIndex(([from]) => from === change.index);
  const unit = series.watched.unit;
  const commits = [commitBefore(series, change.index), run.commit];
  return element("tr", {},
    element("td", { class: "number" }, element("span", { class: changeStyle(change) },
      `${change.effect > 0 ? "▲" : "▼"} ${percent(change.effect)}`)),
    element("th", { scope: "row", class: "name-cell" },
      element("button", { type: "button", class: "open", onclick: () => open(series, true) }, series.name),
      isUndone ? element("span", { class: "aside" }, " undone since") : null),
    element("td", { class: "number" }, place > 0 ? `${quantity(steps[place - 1][2], unit)} → ${quantity(steps[place][2], unit)}` : "–"),
    element("td", { class: "number", title: "the evidence, as a multiple of what a change needs" }, `${digits(change.evidence, 2)} ×`),
    element("td", {}, before ? moment(before.time, false) : "–", " … ", moment(run.time, false)),
    element("td", {}, commitRange(report, ...commits)));
}

/** The commits on both sides of a change, with what changed between them. */
function commitRange(report, before, after) {
  if (!after) return "–";
  if (!before || before === after) return commitElement(report, after);
  const address = comparisonAddress(report, before, after);
  return [
    commitElement(report, before), " … ", commitElement(report, after), " ",
    address ? link(address, "compare", `compare ${shortCommit(before)} with ${shortCommit(after)}`) : null,
  ];
}

/** A commit, as a link where the repository's page is known. */
function commitElement(report, commit) {
  const code = element("code", {}, shortCommit(commit));
  return report.repository ? link(report.repository.commit.replace("{commit}", encodeURIComponent(commit)), code) : code;
}

function comparisonAddress(report, before, after) {
  const pattern = report.repository && report.repository.comparison;
  return pattern
    ? pattern.replace("{before}", encodeURIComponent(before)).replace("{after}", encodeURIComponent(after)) : null;
}

const link = (address, words, name) =>
  element("a", { href: address, rel: "noreferrer noopener", target: "_blank", "aria-label": name }, words);

/** A text of the history in which web addresses are links: parts for `element`. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"']+)/).map((part, place) => {
    if (place % 2 === 0) return part;
    const address = part.replace(/[.,;:!?)\]]+$/, "");
    return [link(address, address), part.slice(address.length)];
  }).flat().filter((part) => part !== "");
}
