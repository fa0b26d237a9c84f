<?php
// A worker in PHP: bench worker-check -- php Examples/Workers/PHP/example.php
require __DIR__ . '/bench_worker.php';

bench_serve([
    'sort' => function () {
        $numbers = array_map(fn ($index) => $index * 7919 % 1009, range(0, 999));
        return function () use ($numbers) {
            sort($numbers);
            return $numbers;
        };
    },
    'sum' => fn () => fn () => array_sum(array_map(fn ($number) => $number * $number, range(1, 1000))),
]);
