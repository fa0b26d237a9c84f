"""Two ways to add numbers: `bench worker-check -- python3 Examples/Workers/Python/example.py`."""

import bench_worker
from bench_worker import Benchmark, metric


def builtin(size):
    numbers = list(range(size))
    return lambda: sum(numbers)


def loop(size):
    numbers = list(range(size))

    def work():
        total = 0
        for number in numbers:
            total += number
        return total

    return work


def benchmarks(sizes):
    for size in sizes:
        amount = {"items": size, "unit": "numbers"}
        yield Benchmark(f"builtin of {size}", lambda size=size: builtin(size),
                        parameters={"way": "builtin", "size": size}, **amount)
        yield Benchmark(
            f"loop of {size}", lambda size=size: loop(size), parameters={"way": "loop", "size": size},
            references={"builtin": {"benchmark": f"builtin of {size}", "answers": True}},
            metrics=lambda total: [metric("digits", len(str(total)), "equal")], **amount)


def choose(values):
    """The benchmarks for what `--size` says."""
    return benchmarks([int(size) for size in values.get("size", ["10", "1000"])])


bench_worker.serve(
    *benchmarks([10, 1000]), choose=choose,
    parameters=[{"name": "size", "about": "how many numbers", "values": ["10", "1000"], "open": True}])
