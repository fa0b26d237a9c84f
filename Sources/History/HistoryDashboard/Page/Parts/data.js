// The report as the page keeps it: the packed numbers of PageData.swift, unpacked.

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digitValues = new Map([...base64].map((digit, value) => [digit, value]));

/** Numbers of five-bit digits, the lowest first; plain arithmetic, for bits end at 32. */
function unpack(text) {
  const numbers = [];
  let value = 0;
  let place = 1;
  for (const digit of text) {
    const bits = digitValues.get(digit);
    value += (bits & 31) * place;
    place *= 32;
    if (bits < 32) {
      const half = Math.floor(value / 2);
      numbers.push(value % 2 ? -half : half);
      value = 0;
      place = 1;
    }
  }
  return numbers;
}

function unpackDifferences(text) {
  let last = 0;
  return unpack(text).map((number) => (last += number));
}

/** Values with their intervals; what is missing is null, as uPlot wants it. */
function unpackNumbers(packed) {
  const scaled = (whole) => Number(`${whole}e${packed.exponent}`);
  const wholes = unpackDifferences(packed.values);
  const low = unpack(packed.low);
  const high = unpack(packed.high);
  return {
    values: wholes.map((whole) => scaled(whole)),
    low: wholes.map((whole, i) => (low[i] ? scaled(whole - low[i] + 1) : null)),
    high: wholes.map((whole, i) => (high[i] ? scaled(whole + high[i] - 1) : null)),
  };
}

function readReport() {
  const data = JSON.parse(byID("data").textContent);
  const times = unpackDifferences(data.runs.times);
  const commits = unpackDifferences(data.runs.commits);
  const kinds = unpackDifferences(data.runs.environments);
  const machines = data.runs.machines ? unpackDifferences(data.runs.machines) : [];
  const environmentChanges = new Map(data.environmentChanges.map((change) => [change.run, change]));
  data.runs = times.map((time, i) => ({
    place: i,
    time,
    commit: commits[i] ? data.runs.commitNames[commits[i] - 1] : null,
    environment: kinds[i] - 1,
    environmentChange: environmentChanges.get(i) || null,
    note: data.runs.notes[i] ?? null,
    machine: machines[i] ? data.runs.machineNames[machines[i] - 1] : null,
  }));
  data.series = data.series.map((packed, place) => seriesFrom(packed, place, data));
  return data;
}

/** Properties that are made when they are first asked for: of ten thousand series few are looked at. */
function lazily(object, makers) {
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(object, name, {
      configurable: true, enumerable: true,
      get() {
        const value = make(object);
        Object.defineProperty(object, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return object;
}

/** How much worse a relative change is: to half of what more is better of is as bad as to twice the time. */
function worseningOf(effect, better) {
  if (better === "more") return 1 / Math.max(1 + effect, 1e-9) - 1;
  return better === "equal" ? Math.abs(effect) : effect;
}

function seriesFrom(packed, place, data) {
  // A change has its place among the points that are shown, and `at`, that in the whole history.
  const changes = packed.changes.map(([index, millionths, cause, hundredths, at]) => {
    const effect = millionths / 1e6;
    const worsening = worseningOf(effect, packed.better);
    return { index, at: at ?? index, effect, cause, evidence: hundredths / 100, worsening, isWorse: worsening > 0 };
  });
  const parameters = packed.parameters ?? [];
  const light = data.lights[packed.light];
  const surest = changes.filter((change) => change.isWorse && change.cause !== "environment");
  return withPoints({
    ...packed, place, changes, parameters, notes: packed.notes ?? [],
    light: packed.status ? { ...light, title: packed.status } : light,
    urgency: packed.light,
    evidence: surest.reduce((most, change) => Math.max(most, change.evidence), 0),
    intervalWords: packed.interval ?? "95 % confidence interval",
    words: `${packed.name} ${parameters.flat().join(" ")}`.toLowerCase(),
  }, packed, data);
}

/** Gives a series points: those that the page shows, or all of the history. */
function withPoints(series, packed, data) {
  const levelsOf = (numbers, own) => ({ ...numbers, levels: own ? unpackNumbers(own).values : null });
  return lazily(series, {
    runs: () => unpackDifferences(packed.runs).map((run) => data.runs[run]),
    value: () => ({ ...levelsOf(unpackNumbers(packed.value), series.levels), unit: series.unit }),
    ratio: () => {
      if (!packed.ratio) return null;
      const ratio = { ...levelsOf(unpackNumbers(packed.ratio), series.ratioLevels), unit: "×" };
      ratio.values = ratio.values.map((number) => number || null);
      return ratio;
    },
    moves: ({ runs }) => movesOf(runs),
    watched: () => (series.watchesRatios && series.ratio ? series.ratio : series.value),
    newest: ({ value }) => (value.values.length ? value.values[value.values.length - 1] : NaN),
  });
}

/** The files beside the page that were asked for, each with what becomes of it. */
const seriesFiles = new Map();

/**
 * Loads all points of a series, and calls when they are there: at once where the page has them, never where the file
 * is missing. A page from a disk may not read a file; it may run one as a script.
 */
function completed(report, series, then) {
  if (!report.files || series.runs.length >= series.count) return;
  const { folder, firsts } = report.files;
  const number = firsts.findLastIndex((first) => first <= series.place);
  if (!seriesFiles.has(number)) {
    seriesFiles.set(number, new Promise((resolve) => {
      window.benchSeries = (place, packed) => seriesFiles.get(`take ${place}`)?.(packed);
      seriesFiles.set(`take ${number}`, resolve);
      document.head.append(element("script", { src: `${folder}/${number}.js`, onerror: () => resolve([]) }));
    }));
  }
  seriesFiles.get(number).then((all) => {
    const packed = all[series.place - firsts[number]];
    if (!packed) return;
    if (series.runs.length < series.count) {
      withPoints(series, packed, report);
      for (const change of series.changes) change.index = change.at;
      series.notes = series.notes.map(([index, text, at, file]) => [at ?? index, text, null, file]);
    }
    then();
  });
}

/** Where the environment changed: the series' own neighbours count, for it may have been left out. */
function movesOf(runs) {
  const moves = [];
  let last = -1;
  runs.forEach((run, index) => {
    if (run.environment < 0) return;
    if (last >= 0 && run.environment !== last) moves.push({ index, run });
    last = run.environment;
  });
  return moves;
}

/** The newest commit before a run that is another than the run's; null where none is known. */
function commitBefore(series, index) {
  const { commit } = series.runs[index];
  for (let place = index - 1; place >= 0; place--) {
    const other = series.runs[place].commit;
    if (other && other !== commit) return other;
  }
  return null;
}

/**
 * A test of what somebody looks for: every word, in any case, is somewhere in a series' names.
 */
function finder(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (series) => words.every((word) => series.words.includes(word));
}

/** What series of one kind have in common: their first parameter that is not a number, or the name up to its parameters. */
const groupOf = (series) => series.parameters.find(([, value]) => !/^[\d.]/.test(value))?.[1]
  || series.name.split(/[/×([{=,:]| - /, 1)[0].trim() || series.name;

/** The levels between changes, as the median of each stretch of the whole history: [from, past, level]. */
function levels(series, numbers) {
  const bounds = [0, ...series.changes.map((change) => change.index), numbers.values.length];
  return bounds.slice(0, -1).map((from, i) => [
    from, bounds[i + 1], numbers.levels ? numbers.levels[i] : median(numbers.values.slice(from, bounds[i + 1]).filter((v) => v !== null)),
  ]).filter(([from, past, level]) => past > from && Number.isFinite(level));
}
