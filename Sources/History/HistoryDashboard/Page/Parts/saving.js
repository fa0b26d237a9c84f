// saving.js
// A series as a table for other programs, and its chart as a picture.

/** Hands a text to the reader as a file. */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A series' name as that of a file. */
const fileName = (series, ending) => `${series.name.replace(/[^\p{L}\p{N}.+=-]+/gu, "-").replace(/^[-.]+|-+$/g, "").slice(0, 100) || "series"}.${ending}`;

const csvLine = (cells) => `${cells.map((cell) => {
  const text = cell === null || cell === undefined ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}).join(",")}\n`;

/** The runs of a series as a table that `bench import` and `bench check --input` read. */
function seriesTable(series) {
  const { runs, value, ratio } = series;
  const head = ["series", "unit", "time", "commit", "value", "lower", "upper", "interval", "machine", "ratio", "note"];
  return csvLine(head) + runs.map((run, index) => csvLine([
    series.name, series.unit, new Date(run.time * 1000).toISOString(), run.commit, value.values[index],
    value.low[index], value.high[index], value.low[index] === null ? null : series.intervalWords, run.machine,
    ratio ? ratio.values[index] : null,
    [run.note, ...series.notes.filter(([place]) => place === index).map(([, text]) => text)].filter(Boolean).join("; "),
  ])).join("");
}

/** The runs in sight as a picture in the page's colours, which stands alone. */
function seriesPicture(series, shown, window) {
  const [width, height, left, right, top, bottom] = [900, 380, 80, 24, 64, 44];
  const [from, to] = window || [0, series.runs.length - 1];
  const places = [...series.runs.keys()].slice(from, to + 1).filter((place) => shown.values[place] !== null);
  const all = places.flatMap((place) => [shown.values[place], shown.low[place], shown.high[place]]).filter((one) => one !== null);
  const [least, most] = levelRange(all.reduce((a, b) => Math.min(a, b), Infinity), all.reduce((a, b) => Math.max(a, b), -Infinity));
  const [start, end] = [series.runs[from].time, series.runs[to].time];
  const x = (place) => Number((left + ((series.runs[place].time - start) / Math.max(end - start, 1)) * (width - left - right)).toFixed(1));
  const y = (number) => Number((height - bottom - ((number - least) / (most - least)) * (height - top - bottom)).toFixed(1));
  const path = (points, more) => drawing("path", { d: points.map(([a, b], i) => `${i ? "L" : "M"}${a} ${b}`).join(""), fill: "none", ...more });
  const text = (words, a, b, more) => drawing("text", { x: a, y: b, fill: color("quiet"), ...more }, words);
  const [unit, size] = scaleOf(median(places.map((place) => shown.values[place])), shown.unit);
  const ticks = [0, 1, 2, 3, 4].map((step) => least + ((most - least) * step) / 4);
  const tickTexts = tickWords(ticks.map((tick) => tick / size));
  const known = places.filter((place) => shown.low[place] !== null && shown.high[place] !== null);
  const inSight = (index) => index >= from && index <= to;
  const picture = drawing("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "system-ui, sans-serif", "font-size": 12 },
    drawing("title", {}, series.name),
    drawing("rect", { width, height, fill: color("card") }),
    text(series.name, 16, 26, { fill: color("ink"), "font-size": 15, "font-weight": 600 }),
    text(shown.unit === "×" ? "times the reference's duration" : unit || "value", 16, 46),
    ticks.map((tick, i) => [path([[left, y(tick)], [width - right, y(tick)]], { stroke: color("grid") }),
      text(tickTexts[i], left - 8, y(tick) + 4, { "text-anchor": "end" })]).flat(),
    text(moment(start, false), left, height - 16), text(moment(end, false), width - right, height - 16, { "text-anchor": "end" }),
    known.length > 1 ? path([...known.map((place) => [x(place), y(shown.high[place])]), ...known.reverse().map((place) => [x(place), y(shown.low[place])])], { fill: color("accent"), "fill-opacity": 0.18 }) : null,
    path(places.map((place) => [x(place), y(shown.values[place])]), { stroke: color("accent"), "stroke-width": 1.4, "stroke-linejoin": "round" }),
    levels(series, shown).filter(([first, past]) => past > from && first <= to).map(([first, past, level]) =>
      path([[x(Math.max(first, from)), y(level)], [x(Math.min(past - 1, to)), y(level)]], { stroke: color("level"), "stroke-width": 2 })),
    series.moves.filter(({ index }) => inSight(index)).map(({ index }) =>
      path([[x(index), top], [x(index), height - bottom]], { stroke: color("elsewhere"), "stroke-dasharray": "5 4" })),
    series.changes.filter(({ index }) => inSight(index)).map((change) => [
      path([[x(change.index), top - 6], [x(change.index), height - bottom]], { stroke: color(changeColor(change)), "stroke-width": 1.4 }),
      text(`${change.effect > 0 ? "▲" : "▼"} ${percent(change.effect)}`, x(change.index), top - 10, { fill: color(changeColor(change)), "text-anchor": "middle", "font-weight": 600 }),
    ]).flat());
  return new XMLSerializer().serializeToString(picture);
}
