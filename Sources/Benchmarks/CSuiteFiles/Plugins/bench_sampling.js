// Samples where a process of Node spends its time, every fifth of a millisecond, for `bench`.
//
// NODE_OPTIONS has each process and each of its threads load it first. At its end it leaves a profile of V8 in
// the folder BENCH_COUNTS/node, with the microseconds of the processor that the process took.
'use strict';
const { mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

const folder = join(process.env.BENCH_COUNTS, 'node');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 200 });
session.post('Profiler.start');
process.on('exit', () => session.post('Profiler.stop', (error, result) => {
  if (error) return;
  const used = process.cpuUsage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}-${threadId}.cpuprofile`),
    JSON.stringify({ ...result.profile, used: threadId ? 0 : used.user + used.system }));
}));
