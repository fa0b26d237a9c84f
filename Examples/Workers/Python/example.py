"""Two ways to add numbers: `bench worker-check -- python3 Examples/Workers/Python/example.py`."""

import bench_worker


def builtin():
    numbers = list(range(1000))
    return lambda: sum(numbers)


def loop():
    numbers = list(range(1000))

    def work():
        total = 0
        for number in numbers:
            total += number
        return total

    return work


bench_worker.serve(builtin, loop)
