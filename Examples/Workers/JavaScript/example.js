// Two ways to add numbers: `bench worker-check -- node Examples/Workers/JavaScript/example.js`.
'use strict';

const { serve } = require('./bench_worker.js');

const makeNumbers = (size) => Array.from({ length: size }, (_, i) => i);

function reduce(size) {
  const numbers = makeNumbers(size);
  return () => numbers.reduce((sum, number) => sum + number, 0);
}

function loop(size) {
  const numbers = makeNumbers(size);
  return () => {
    let sum = 0;
    for (const number of numbers) sum += number;
    return sum;
  };
}

/** The workloads for some sizes. */
function workloads(sizes) {
  const named = {};
  for (const size of sizes.map(Number)) {
    if (!(size > 0)) throw new Error('a size is a number above 0');
    const amount = { items: size, unit: 'numbers' };
    named[`reduce of ${size}`] = {
      prepare: () => reduce(size),
      parameters: { way: 'reduce', size },
      ...amount,
    };
    named[`loop of ${size}`] = {
      prepare: () => loop(size),
      parameters: { way: 'loop', size },
      references: { reduce: { benchmark: `reduce of ${size}`, answers: true } },
      metrics: (sum) => [{ name: 'digits', value: String(sum).length, better: 'equal' }],
      ...amount,
    };
  }
  return named;
}

serve(workloads([10, 1000]), {
  parameters: [{ name: 'size', about: 'how many numbers', values: ['10', '1000'], open: true }],
  choose: ({ size = ['10', '1000'] }) => workloads(size),
});
