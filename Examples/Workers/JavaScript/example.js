// Two ways to add numbers: `bench worker-check -- node Examples/Workers/JavaScript/example.js`.
'use strict';

const { serve } = require('./bench_worker.js');

const makeNumbers = () => Array.from({ length: 1000 }, (_, i) => i);

serve({
  reduce() {
    const numbers = makeNumbers();
    return () => numbers.reduce((sum, number) => sum + number, 0);
  },
  loop() {
    const numbers = makeNumbers();
    return () => {
      let sum = 0;
      for (const number of numbers) sum += number;
      return sum;
    };
  },
});
