"""A worker with which `bench` measures the benchmarks of a suite of asv, without asv.

    python3 -m bench_asv_worker FOLDER [NAME]

FOLDER is asv's benchmark_dir. The process obeys the worker protocol (WORKER.md) on file descriptor 3;
its workloads are the functions and methods `time_…` below the folder, for each combination of their
parameters, or the one of that name. As with asv, `setup_cache` is called once, `setup` before the work is
measured, and where a benchmark says its `number`, again after each so many calls; `NotImplementedError`
in `setup` leaves a combination out. What asv measures besides times (memory, peaks, sizes) is not a
workload.
"""

import importlib
import inspect
import itertools
import os
import pkgutil
import re
import resource
import socket
import sys
import time

from bench_epoch import CHANNEL, VERSION, pin, steal_ticks, stranger, undisturbed

# What asv takes for a benchmark of times.
NAME = re.compile(r"^(Time[A-Z_].+|time_.+)$")
# What each function setup_cache made.
CACHES = {}


class Benchmark:
    """A function or a method with a combination of its parameters."""

    def __init__(self, name, module, owner, function, values):
        self.name = name
        self.sources = [source for source in (owner, module) if source is not None]
        self.owner = owner
        self.function = function
        self.values = values
        self.number = int(self.attribute("number") or 0)
        self.calls = 0
        self.is_set_up = False

    def attribute(self, name):
        """What the function says, or its class, or its module."""
        for source in [self.function, *self.sources]:
            if getattr(source, name, None) is not None:
                return getattr(source, name)
        return None

    def prepare(self):
        self.tear_down()
        self.set_up()

    def arguments(self):
        make = self.attribute("setup_cache")
        if make is None:
            return list(self.values)
        # One for all benchmarks of a class or module.
        key = getattr(make, "__func__", make)
        if key not in CACHES:
            CACHES[key] = make()
        return [CACHES[key], *self.values]

    def set_up(self):
        for source in reversed(self.sources):
            call(getattr(source, "setup", None), self.arguments())
        call(getattr(self.function, "setup", None), self.arguments())
        arguments, function = self.arguments(), self.function
        self.work = (lambda: function(*arguments)) if arguments else function
        self.calls = 0
        self.is_set_up = True

    def tear_down(self):
        if not self.is_set_up:
            return
        self.is_set_up = False
        for source in [self.function, *self.sources]:
            call(getattr(source, "teardown", None), self.arguments())

    def run(self, count, timed):
        """Makes some calls; where the benchmark has a number, setup comes between, outside of the time."""
        left = count
        while left > 0:
            if self.number and self.calls >= self.number:
                self.tear_down()
                self.set_up()
            turn = min(left, self.number - self.calls) if self.number else left
            work = self.work
            with timed:
                for _ in range(turn):
                    work()
            self.calls += turn
            left -= turn


def call(function, arguments):
    """Calls what there is, with as many of the arguments as it takes."""
    if function is None:
        return
    kinds = inspect.signature(function).parameters.values()
    if not any(kind.kind == kind.VAR_POSITIONAL for kind in kinds):
        arguments = arguments[: len(kinds)]
    function(*arguments)


class Clocks:
    """Adds up the times of the blocks that it is entered for."""

    def __init__(self):
        self.wall = self.process = self.thread = 0

    def __enter__(self):
        self.start = time.process_time_ns(), time.perf_counter_ns()
        self.began = time.thread_time_ns()  # read last before the work and first after it: it decides

    def __exit__(self, *problem):
        self.thread += time.thread_time_ns() - self.began
        self.wall += time.perf_counter_ns() - self.start[1]
        self.process += time.process_time_ns() - self.start[0]


def switches():
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def modules(folder, chosen):
    """The modules of the folder, or those that may have the chosen benchmark."""
    folder = os.path.abspath(folder)
    sys.path.insert(0, os.path.dirname(folder))
    root = importlib.import_module(os.path.basename(folder))
    yield "", root
    for found in pkgutil.walk_packages(root.__path__, root.__name__ + ".", onerror=complain):
        place = found.name[len(root.__name__) + 1 :] + "."
        if chosen is not None and not chosen.startswith(place):
            continue
        try:
            module = importlib.import_module(found.name)
        except Exception:  # as with asv, one module that cannot be imported does not keep the others
            complain(found.name)
            continue
        yield place, module


def complain(name):
    print(f"'{name}' is left out: {sys.exc_info()[1]!r}", file=sys.stderr)


def combinations(source):
    """The combinations of a benchmark's parameters, each with asv's text for it."""
    params = list(getattr(source, "params", None) or [])
    if params and not isinstance(params[0], (list, tuple)):
        params = [params]
    for values in itertools.product(*params):
        yield values, f"({', '.join(map(repr, values))})" if values else ""


def benchmarks(folder, chosen):
    for place, module in modules(folder, chosen):
        for name, item in sorted(vars(module).items()):
            if name.startswith("_") or getattr(item, "__module__", None) != module.__name__:
                continue
            if inspect.isclass(item):
                for method in sorted(dir(item)):
                    if NAME.match(method) and callable(getattr(item, method)):
                        for values, text in combinations(item):
                            owner = item()
                            yield Benchmark(
                                f"{place}{name}.{method}{text}", module, owner,
                                getattr(owner, method), values)
            elif NAME.match(name) and callable(item):
                for values, text in combinations(item):
                    yield Benchmark(f"{place}{name}{text}", module, None, item, values)


def can_be_set_up(benchmark):
    """Whether asv would measure a combination: setup says by an error where it makes no sense."""
    setups = [getattr(source, "setup", None) for source in [benchmark.function, *benchmark.sources]]
    # Setting all of them up may take minutes.
    if not any("raise NotImplementedError" in inspect.getsource(setup) for setup in setups if setup):
        return True
    try:
        benchmark.prepare()
        benchmark.tear_down()
    except NotImplementedError:
        return False
    return True


class Worker:
    """Obeys requests."""

    def __init__(self, folder, name):
        self.folder = folder
        self.chosen = name
        self.found = None
        self.prepared = None

    def workloads(self):
        if self.found is None:
            all_of_them = benchmarks(self.folder, self.chosen)
            if self.chosen is None:
                self.found = [one for one in all_of_them if can_be_set_up(one)]
            else:
                self.found = [one for one in all_of_them if one.name == self.chosen][:1]
        return self.found

    def reply(self, words):
        verb, numbers = (words or [""])[0], [int(word) for word in words[1:] if word.isdecimal()]
        shape = (verb, len(numbers)) if len(numbers) == len(words) - 1 else None
        if shape == ("hello", 1):
            return f"hello {VERSION}"
        if shape == ("pin", 1):
            return f"pinned {int(pin(numbers[0]))}"
        if shape == ("list", 0):
            return f"workloads {len(self.workloads())}"
        if shape in [("name", 1), ("prepare", 1), ("run", 3)]:
            if numbers[0] >= len(self.workloads()):
                return f"failure no workload {numbers[0]}"
            return getattr(self, verb)(self.workloads()[numbers[0]], *numbers[1:])
        return f"failure no such request: {' '.join(words)}"

    @staticmethod
    def name(benchmark):
        return f"name {benchmark.name}"

    def prepare(self, benchmark):
        if self.prepared is not None:
            self.prepared.tear_down()
        self.prepared = benchmark
        benchmark.prepare()
        problem = stranger()
        if problem is not None:
            return f"failure {problem}"
        # Benchmarks of asv have no answers.
        return "answer "

    def run(self, benchmark, count, warm_up):
        if self.prepared is not benchmark:
            return "failure told to run before it was told to prepare"
        with undisturbed():  # asv's timer is timeit's
            benchmark.run(warm_up, Clocks())
            clocks, before = Clocks(), (steal_ticks(), switches())
            benchmark.run(count, clocks)
            return (
                f"epoch {count} {clocks.wall} {clocks.thread} {clocks.process} "
                f"{switches() - before[1]} {steal_ticks() - before[0]}"
            )

    def serve(self):
        self.workloads()  # a folder that is no suite ends the process, and Python says why
        with socket.socket(fileno=CHANNEL) as channel, channel.makefile("rb") as lines:
            for line in lines:
                words = line.decode().split()
                if words == ["quit"]:
                    break
                try:
                    reply = self.reply(words)
                except Exception as error:  # whatever the work raises is the session's to report
                    reply = f"failure {type(error).__name__}: {error}"
                channel.sendall(" ".join(reply.splitlines()).encode() + b"\n")
        if self.prepared is not None:
            self.prepared.tear_down()


if __name__ == "__main__":
    Worker(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None).serve()
