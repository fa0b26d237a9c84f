// The machines of a fleet, those that drift from their class, and the classes side by side.

function startFleet(report) {
  const fleet = report.fleet;
  byID("fleet").hidden = !fleet;
  if (!fleet) return;
  const drifting = fleet.machines.filter((machine) => machine.drifts);
  byID("fleet-note").textContent = [
    `The rest of this page is the class “${fleet.shown}”.`,
    drifting.length === 0 ? "No machine drifts from its class."
      : `${drifting.map((machine) => machine.name).join(", ")} ${drifting.length === 1 ? "drifts" : "drift"} from the class:`
        + " the references, whose code hardly ever changes, took another time there in the last 30 days.",
  ].join(" ");
  byID("fleet-note").classList.toggle("note", drifting.length > 0);
  byID("fleet-note").classList.toggle("quiet", drifting.length === 0);
  const head = (...names) => element("thead", {}, element("tr", {}, names.map(([name, style]) => element("th", { scope: "col", class: style }, name))));
  refill(byID("fleet-machines"),
    head(["Machine"], ["Control", "number"], ["State"], ["Runs", "number"], ["Newest"], ["Class"]),
    element("tbody", {}, fleet.machines.map((machine) => element("tr", {},
      element("th", { scope: "row" }, machine.name),
      element("td", { class: "number" }, machine.ratio ? multiple(machine.ratio) : "–"),
      element("td", { class: machine.drifts ? "worse" : "quiet" },
        machine.drifts ? "▲ drifts" : machine.ratio ? "like its class" : "alone in its class"),
      element("td", { class: "number" }, String(machine.runs)),
      element("td", {}, moment(machine.newest)),
      element("td", {}, machine.class)))));
  const cell = (level, unit) => (level
    ? [element("span", {}, level.ratio ? multiple(level.ratio) : quantity(level.value, unit)),
      level.ratio ? element("span", { class: "quiet" }, ` ${quantity(level.value, unit)}`) : null]
    : ["–"]);
  refill(byID("fleet-classes"),
    head(["Series"], ...fleet.classes.map((name) => [name, "number"])),
    element("tbody", {}, fleet.series.map((series) => element("tr", {},
      element("th", { scope: "row" }, series.name),
      series.levels.map((level) => element("td", { class: "number", title: level ? `${level.points} points` : null }, cell(level, series.unit)))))));
  byID("fleet-classes-note").textContent = "Ratios to the reference and times: medians of the last 30 days, those first that differ most."
    + (fleet.seriesCount > fleet.series.length ? ` ${fleet.series.length} of ${fleet.seriesCount} series.` : "");
}
