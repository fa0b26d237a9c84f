// What became worse, the surest first: how sure it is, between which commits, and what changed. What one commit changed
// is one group.

/** Regressions, or groups of them, that are listed before somebody asks for more. */
const firstRegressions = 10;

/** Regressions of one commit that are listed before somebody asks for all. */
const firstOfCommit = 3;

const regressionOrders = {
  evidence: (a, b) => b.change.evidence - a.change.evidence || b.change.worsening - a.change.worsening,
  size: (a, b) => b.change.worsening - a.change.worsening,
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
  const filter = { order: "evidence", words: "", withUndone: false, count: firstRegressions, whole: new Set() };
  const undone = all.filter((one) => one.isUndone).length;
  byID("regressions-undone").parentElement.hidden = !undone;
  // Only by their commit are two changes known to be one.
  const commitOf = ({ series, change, run }) => (run.commit ? `commit ${run.commit}` : `${series.place} ${change.at}`);

  function groupRows(key, group) {
    if (group.length === 1) return [regressionRow(report, group[0], open)];
    const isWhole = filter.whole.has(key);
    const toggle = () => { filter.whole[isWhole ? "delete" : "add"](key); show(); };
    return [regressionGroup(report, group, isWhole, toggle),
      ...group.slice(0, isWhole ? group.length : firstOfCommit).map((one) => regressionRow(report, one, open))];
  }

  function show() {
    const fits = finder(filter.words);
    const shown = all.filter((one) => (filter.withUndone || !one.isUndone) && fits(one.series));
    shown.sort((a, b) => regressionOrders[filter.order](a, b) || byName(a.series, b.series));
    const groups = [...groupBy(shown, commitOf)];
    const none = element("tr", {}, element("td", { class: "empty", colspan: 6 },
      undone && !filter.withUndone && !filter.words ? "Every regression was undone since." : "No regression is like that."));
    refill(byID("regressions-table").tBodies[0],
      shown.length ? groups.slice(0, filter.count).flatMap(([key, group]) => groupRows(key, group)) : none);
    byID("regressions-more").hidden = groups.length <= filter.count;
    byID("regressions-more").textContent = `Show more of ${shown.length} regressions`;
    byID("regressions-shown").textContent = `${shown.length} of ${all.length} regressions`
      + (groups.length < shown.length ? ` in ${groups.length} ${groups.length === 1 ? "group" : "groups"}` : "");
  }
  byID("regressions-order").addEventListener("change", (event) => { filter.order = event.target.value; show(); });
  byID("regressions-find").addEventListener("input", (event) => { filter.words = event.target.value; show(); });
  byID("regressions-undone").addEventListener("change", (event) => { filter.withUndone = event.target.checked; show(); });
  byID("regressions-more").addEventListener("click", () => { filter.count += 100; show(); });
  show();
  section.hidden = false;
}

/** What one commit made worse: how many series, and the worst of it. */
function regressionGroup(report, group, isWhole, toggle) {
  const worst = group.reduce((one, other) => (other.change.worsening > one.change.worsening ? other : one));
  const evidence = group.reduce((most, { change }) => Math.max(most, change.evidence), 0);
  const { series, change, run, before } = group[0];
  const words = isWhole ? "show fewer" : `show all ${group.length}`;
  return element("tr", { class: "group-row" },
    element("td", { class: "number" }, "up to ", element("span", { class: changeStyle(worst.change) },
      `${worst.change.effect > 0 ? "▲" : "▼"} ${percent(worst.change.effect)}`)),
    element("th", { scope: "rowgroup", class: "name-cell" }, `${group.length} series at one commit `,
      group.length > firstOfCommit ? element("button", { type: "button", "aria-expanded": String(isWhole), onclick: toggle }, words) : null),
    element("td", { class: "number" }, "–"),
    element("td", { class: "number" }, `${digits(evidence, 2)} ×`),
    element("td", {}, before ? moment(before.time, false) : "–", " … ", moment(run.time, false)),
    element("td", {}, commitRange(report, commitBefore(series, change.index), run.commit)));
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
      element("button", { type: "button", class: "open", onclick: () => open(series, { isAsked: true, at: change.index }) }, series.name),
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

/** A note, with a link to the picture of what ran on both sides where there is one. */
function noteWords(text, file) {
  return file ? [...linked(text), " ", element("a", { href: file }, "What ran on both sides")] : linked(text);
}

/** A text of the history in which web addresses are links: parts for `element`. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"']+)/).map((part, place) => {
    if (place % 2 === 0) return part;
    const address = part.replace(/[.,;:!?)\]]+$/, "");
    return [link(address, address), part.slice(address.length)];
  }).flat().filter((part) => part !== "");
}
