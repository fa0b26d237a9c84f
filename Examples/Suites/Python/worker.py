"""Adds numbers, and reads them for comparison."""

from bench_worker import Benchmark, metric, serve

# Numbers of a thousand that are added for nothing: make-history.sh makes one commit slower by it.
WASTED = 0


def sum_of(size):
    numbers = list(range(size))
    wasted = numbers[:size * WASTED // 1000]

    def work():
        total = 0
        for number in numbers:
            total += number
        waste = 0
        for number in wasted:
            waste += number
        return total

    return work


def read_of(size):
    """What going through the numbers takes at least."""
    numbers = list(range(size))

    def work():
        for number in numbers:
            pass
        return number

    return work


def benchmarks():
    for size in (1000, 4000):
        amount = {"items": size, "unit": "numbers"}
        yield Benchmark(
            f"sum of {size}", lambda size=size: sum_of(size), parameters={"way": "sum", "size": size},
            references={"read": f"read of {size}"},
            metrics=lambda total: [metric("digits", len(str(total)), "equal")], **amount)
        yield Benchmark(
            f"read of {size}", lambda size=size: read_of(size),
            parameters={"way": "read", "size": size}, **amount)


serve(*benchmarks())
