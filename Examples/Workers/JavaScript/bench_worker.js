// A worker for paired benchmarks with Node, in one file without dependencies.
//
//     const { serve } = require('./bench_worker.js');
//
//     serve({
//       sort() {
//         const numbers = makeNumbers();              // prepared once, not measured
//         return () => [...numbers].sort();           // the work; its result is compared
//       },
//     });
//
// `bench` starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). Each
// property is a workload: a function that gets everything ready and returns the work, a function
// without arguments. The name of the property is the name of the workload. The result of the work is
// turned into a text by `answer`, JSON unless told otherwise; texts that differ mean that the sides do
// not do the same. A property may also be an object with more to say than its function `prepare`:
//
//     serve({
//       'sort of 10': {
//         prepare: () => sort(10),
//         parameters: { size: 10 },                   // what it was made with
//         references: { copy: 'copy of 10' },         // ratios are taken to these workloads
//         items: 10, unit: 'numbers', bytes: 80,      // how much the work works on each time
//         metrics: (result) => [{ name: 'equal', value: share(result), unit: '%', better: 'less' }],
//       },
//     });
//
// A reference may be `{ benchmark: 'copy of 10', answers: true }`: the results must be equal too. Metrics are
// values of the work's first result; `better` is 'less', 'more' or 'equal'. With `parameters`, a list of
// `{ name: 'size', about: 'how many', values: ['10'], open: true }`, users choose values: `choose` gets an object of
// lists of texts, such as `{ size: ['20', '30'] }`, and returns the workloads for them.
//
// Node tells no time of one thread: the thread's time is that of the process, to
// which the compiler and the collector of V8 add theirs.
'use strict';

const fs = require('node:fs');
const net = require('node:net');

const version = 2;
const channel = 3;

/** What the work returned last; a compiler cannot know that nobody reads it. */
globalThis.benchKept = undefined;

/** How long work is done before it is measured, in nanoseconds: V8 compiles it meanwhile. */
const warming = 20_000_000n;

const defaultAnswer = (result) => JSON.stringify(result) ?? String(result);

function serve(workloads, { answer = defaultAnswer, parameters, choose } = {}) {
  const state = { ...fresh(workloads), answer, parameters, choose };
  const socket = new net.Socket({ fd: channel, readable: true, writable: true });
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line === 'quit') process.exit(0);
      let reply;
      try {
        reply = line.startsWith('choose ') ? chosen(JSON.parse(line.slice(7)), state) : replyTo(line, state);
      } catch (error) {
        reply = `failure ${error}`; // whatever the work throws is the session's to report
      }
      socket.write(reply.replace(/[\r\n]+/g, ' ') + '\n');
    }
  });
  socket.on('close', () => process.exit(0));
  socket.on('error', () => process.exit(0));
}

/** What is known of workloads before any was prepared. */
function fresh(workloads) {
  const entries = Object.entries(workloads).map(([name, workload]) => ({
    name,
    ...(typeof workload === 'function' ? { prepare: workload } : workload),
  }));
  return { entries, prepared: new Map(), metrics: new Map(), warmed: new Set() };
}

/** The workloads for chosen values. */
function chosen(values, state) {
  if (!state.choose) return 'failure it has no parameters to choose';
  const names = state.parameters.map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown) return `failure there is no parameter '${unknown}', there are: ${names.join(', ')}`;
  try {
    Object.assign(state, fresh(state.choose(values)));
  } catch (error) {
    return `failure ${error.message ?? error}`;
  }
  return 'chosen';
}

/** What `bench` shows of a workload beside its times; JSON leaves out what is not there. */
function description({ parameters, references = {}, items, unit, bytes }) {
  const listed = Object.entries(references).map(([name, reference]) => ({
    name,
    ...(typeof reference === 'string' ? { benchmark: reference } : reference),
  }));
  return JSON.stringify({ parameters, references: listed, items, unit, bytes });
}

function replyTo(line, state) {
  const { entries, prepared, metrics, warmed, answer } = state;
  const words = line.split(' ');
  const numbers = words.slice(1).map((word) => (/^[0-9]+$/.test(word) ? Number(word) : NaN));
  const shape = numbers.some(Number.isNaN) ? '' : `${words[0]} ${numbers.length}`;
  const [index, count, warmUp] = numbers;
  switch (shape) {
    case 'hello 1':
      return `hello ${Math.max(1, Math.min(index, version))}`;
    case 'pin 1':
      return 'pinned 0';
    case 'parameters 0':
      if (!state.choose) return 'failure it has no parameters to choose';
      return `parameters ${JSON.stringify(state.parameters)}`;
    case 'list 0':
      return `workloads ${entries.length}`;
    case 'name 1':
      return index < entries.length ? `name ${entries[index].name}` : `failure no workload ${index}`;
    case 'describe 1':
      if (index >= entries.length) return `failure no workload ${index}`;
      return `description ${description(entries[index])}`;
    case 'prepare 1': {
      if (index >= entries.length) return `failure no workload ${index}`;
      prepared.delete(index);
      metrics.delete(index);
      const work = entries[index].prepare();
      const isNew = !warmed.has(index);
      prepared.set(index, work);
      warmed.add(index);
      const start = process.hrtime.bigint();
      const result = work();
      const text = answer(result);
      if (entries[index].metrics) metrics.set(index, () => entries[index].metrics(result));
      // The first calls take up to twenty times as long: epochs of as many calls as fill one then
      // would be so short that the clock's grain is several percents of them.
      while (isNew && process.hrtime.bigint() - start < warming) globalThis.benchKept = work();
      return `answer ${text}`;
    }
    case 'run 3': {
      const work = prepared.get(index);
      if (!work) return 'failure told to run before it was told to prepare';
      return epoch(work, count, warmUp);
    }
    case 'metrics 1':
      return `metrics ${JSON.stringify(metrics.get(index)?.() ?? [])}`;
    default:
      return `failure no such request: ${line}`;
  }
}

function epoch(work, count, warmUp) {
  for (let i = 0; i < warmUp; i++) globalThis.benchKept = work();
  const steal = stealTicks();
  const switches = process.resourceUsage().involuntaryContextSwitches;
  const wall = process.hrtime.bigint();
  const cpu = process.cpuUsage(); // read last before the work and first after it: it decides
  for (let i = 0; i < count; i++) globalThis.benchKept = work();
  const used = process.cpuUsage(cpu);
  const wallTime = process.hrtime.bigint() - wall;
  const cpuTime = refined(BigInt(used.user + used.system) * 1000n, wallTime);
  const lost = process.resourceUsage().involuntaryContextSwitches - switches;
  return `epoch ${count} ${wallTime} ${cpuTime} ${cpuTime} ${lost} ${stealTicks() - steal}`;
}

/**
 * Processor time, which Node tells in microseconds: a percent of an epoch. Where that is as long as
 * the wall time, the process was on the processor all the while, and the wall time says it in
 * nanoseconds.
 */
function refined(cpuTime, wallTime) {
  const difference = wallTime - cpuTime;
  return difference > -2000n && difference < 4000n ? wallTime : cpuTime;
}

/** Ticks that the hypervisor gave to others, over all cores; 0 where that is not known. */
function stealTicks() {
  try {
    return Number(fs.readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].split(/\s+/)[8]) || 0;
  } catch {
    return 0;
  }
}

module.exports = { serve };
