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
  const changes = packed.changes.map(([index, millionths, cause, hundredths]) => {
    const effect = millionths / 1e6;
    const worsening = worseningOf(effect, packed.better);
    return { index, effect, cause, evidence: hundredths / 100, worsening, isWorse: worsening > 0 };
  });
  const parameters = packed.parameters ?? [];
  const light = data.lights[packed.light];
  return lazily({
    ...packed, place, changes, parameters, notes: packed.notes ?? [],
    light: packed.status ? { ...light, title: packed.status } : light,
    urgency: packed.light,
    words: `${packed.name} ${parameters.flat().join(" ")}`.toLowerCase(),
  }, {
    runs: () => unpackDifferences(packed.runs).map((run) => data.runs[run]),
    value: () => ({ ...unpackNumbers(packed.value), unit: packed.unit }),
    ratio: () => {
      if (!packed.ratio) return null;
      const ratio = { ...unpackNumbers(packed.ratio), unit: "×" };
      ratio.values = ratio.values.map((number) => number || null);
      return ratio;
    },
    moves: ({ runs }) => movesOf(runs),
    watched: (series) => (packed.watchesRatios && series.ratio ? series.ratio : series.value),
    newest: ({ value }) => (value.values.length ? value.values[value.values.length - 1] : NaN),
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

/** The levels between changes, as the median of each stretch: [from, past, level]. */
function levels(series, numbers) {
  const bounds = [0, ...series.changes.map((change) => change.index), numbers.values.length];
  return bounds.slice(0, -1).map((from, i) => [
    from, bounds[i + 1], median(numbers.values.slice(from, bounds[i + 1]).filter((v) => v !== null)),
  ]).filter(([from, past, level]) => past > from && Number.isFinite(level));
}
