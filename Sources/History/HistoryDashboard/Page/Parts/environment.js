// The machine and the build behind the newest run, and when they changed.

function startEnvironment(report) {
  const newest = [...report.runs].reverse().find((run) => run.environment >= 0);
  byID("environment-note").textContent = newest
    ? `Recorded with the run of ${moment(newest.time)} UTC. Times are only compared within one environment.`
    : "No run recorded its environment.";
  byID("environment-now").closest(".columns").hidden = !newest;
  const fields = newest ? report.environments[newest.environment].fields : [];
  refill(byID("environment-now"),
    element("thead", { class: "unseen" }, element("tr", {}, element("th", { scope: "col" }, "Field"), element("th", { scope: "col" }, "Value"))),
    element("tbody", {}, fields.map(([title, value]) => element("tr", {},
      element("th", { scope: "row" }, title),
      element("td", { class: value.startsWith("unknown: ") ? "unknown" : null }, value)))));
  const changes = [...report.environmentChanges].reverse();
  refill(byID("environment-changes"),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Run"), element("th", { scope: "col" }, "What changed"))),
    element("tbody", {}, changes.length ? changes.map((change) => element("tr", {},
      element("th", { scope: "row" }, moment(report.runs[change.run].time, false)),
      element("td", {}, change.fields.length ? change.fields.map(([title, before, after]) =>
        element("span", { class: "swap" }, element("span", { class: "field-name" }, `${title}: `), `${before} → ${after}`))
        : "a field that this version does not know")))
      : element("tr", {}, element("td", { class: "empty", colspan: 2 }, "It never changed."))));
}
