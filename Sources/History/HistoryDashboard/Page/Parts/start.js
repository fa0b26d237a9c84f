// Everything together, once the page is there.

startTheme();
const report = readReport();
const openSeries = startTimeline(report);
const filterSeries = startOverview(report, openSeries);
startTriage(report, openSeries);
startScaling(report);
startFleet(report);
startEnvironment(report);
const mostUrgent = [...report.series].sort((a, b) => a.urgency - b.urgency
  || (needsAttention(a) ? b.evidence - a.evidence : 0) || b.changes.length - a.changes.length)[0];
if (mostUrgent) {
  openSeries(mostUrgent);
  followAddress((values) => {
    filterSeries(values);
    openSeries(report.series.find((series) => series.name === values.get("series")) ?? mostUrgent, { values });
  });
} else {
  byID("timeline").hidden = true;
}
// Panels without data are left out, and so are their places in the navigation.
byID("environment").hidden = !report.environments.length;
for (const item of document.querySelectorAll("nav a")) item.parentElement.hidden = byID(item.hash.slice(1)).hidden;

/** The section in sight is the current one of the navigation. */
const links = [...document.querySelectorAll("nav a")];
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of links) {
      if (link.hash === `#${entry.target.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}, { rootMargin: "-25% 0px -70% 0px" });
for (const section of document.querySelectorAll("main > section")) watcher.observe(section);
