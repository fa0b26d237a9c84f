"""A plugin of pytest with which `bench` measures tests that use pytest-benchmark.

With --bench-worker the process runs no tests. It obeys the worker protocol (WORKER.md) on file
descriptor 3; the test that the option names is its workload. To prepare one, its test is run up to its
call of `benchmark`: what the test passes there is the work, and requests are obeyed inside of that
call. The test goes on when it is prepared anew, when another one is, or at the end.

`benchmark.pedantic` says how often its target may be called. When these calls are used up, the test
is run again for the next ones; an epoch then makes fewer calls than it was told, and its time is
scaled. With BENCH_EXACT_CALLS in the environment it fails instead.
"""

import os
import resource
import socket
import sys
import time

import pytest

from bench_epoch import CHANNEL, VERSION, pin, steal_ticks, stranger, undisturbed

# Whether each epoch makes all calls that it is told, because calls are counted.
EXACT = "BENCH_EXACT_CALLS" in os.environ
# An epoch in which a set-up or tear-down goes with each call ends after so many nanoseconds.
LONGEST = sys.maxsize if EXACT else 20_000_000


def pytest_addoption(parser):
    parser.addoption("--bench-worker", metavar="TEST", help="obey requests of bench for a test")


def pytest_configure(config):
    # Names of tests begin at pytest's root, which need not be the working folder.
    test = config.getoption("--bench-worker")
    if test is not None:
        config.args = [f"{config.rootpath}/{test}"]


# Descriptions of the processor and the commit take longer than most samples, and nothing reads them.
@pytest.hookimpl(tryfirst=True)
def pytest_benchmark_generate_machine_info(config):
    return {"cpu": {}}


@pytest.hookimpl(tryfirst=True)
def pytest_benchmark_generate_commit_info(config):
    return {}


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    # Errors of the collection are pytest's to report.
    if session.testsfailed or session.config.getoption("--bench-worker") is None:
        return None
    with socket.socket(fileno=CHANNEL) as channel:
        Worker(session, channel).serve()
    return True


class Worker:
    """Obeys the requests of a session."""

    def __init__(self, session, channel):
        self.items = session.items
        self.config = session.config
        self.channel = channel
        self.lines = channel.makefile("rb")
        self.request = None  # the one that has no reply yet; empty at the end
        self.prepared = None  # the number of the test whose work was measured last
        self.is_done = False  # whether the test that runs has handed over all it was asked for
        self.problem = ""  # why not
        self.config.pluginmanager.register(self)
        take_over(self)
        be_quiet(self.config)

    def serve(self):
        self.read()
        while self.request not in ([], ["quit"]):
            number = self.wanted()
            if number is None:
                self.answer_simply()
            else:
                self.run_test(number)

    def read(self):
        line = next(self.lines, b"")
        self.request = line.decode().split()

    def reply(self, text):
        self.channel.sendall(" ".join(text.splitlines()).encode() + b"\n")
        self.read()

    def wanted(self):
        """The number of the test that the request needs to be run; None without one."""
        verb, numbers = self.parts()
        number = numbers[0] if numbers else -1
        if not 0 <= number < len(self.items):
            return None
        if verb == "prepare" or (verb == "run" and number == self.prepared):
            return number
        return None

    def parts(self):
        words = self.request
        if all(word.isdecimal() for word in words[1:]):
            return words[0] if words else "", [int(word) for word in words[1:]]
        return "", []

    def answer_simply(self):
        """Replies to a request that needs no test."""
        verb, numbers = self.parts()
        shape = (verb, len(numbers))
        if shape == ("hello", 1):
            self.reply(f"hello {VERSION}")
        elif shape == ("pin", 1):
            self.reply(f"pinned {int(pin(numbers[0]))}")
        elif shape == ("list", 0):
            self.reply(f"workloads {len(self.items)}")
        elif shape in [("name", 1), ("prepare", 1)] and numbers[0] >= len(self.items):
            self.reply(f"failure there is no test {numbers[0]}")
        elif shape == ("name", 1):
            self.reply(f"name {self.items[numbers[0]].nodeid}")
        elif shape == ("run", 3):
            self.reply("failure told to run before it was told to prepare")
        else:
            self.reply(f"failure no such request: {' '.join(self.request)}")

    def run_test(self, number):
        """Runs a test, which takes requests at its call of `benchmark`."""
        self.prepared = number if self.request[0] == "run" else None
        self.is_done = False
        self.problem = "the test does not call `benchmark`"
        item = self.items[number]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if not self.is_done:
            self.prepared = None
            self.reply(f"failure {self.problem}")

    def measure(self, work):
        """Obeys requests for the work of the test that runs; returns what the work does."""
        if self.prepared is None:
            work.call()
            problem = stranger()
            if problem is not None:
                self.problem = problem
                return work.result
            self.prepared = self.parts()[1][0]
            self.reply("answer ")
        while self.request not in ([], ["quit"]):
            verb, numbers = self.parts()
            if (verb, len(numbers)) == ("run", 3) and numbers[0] == self.prepared and work.left:
                self.reply(work.epoch(*numbers[1:]))
            elif self.wanted() is None:
                self.answer_simply()
            else:
                break
        if not work.calls:  # the session ends
            work.call()
        self.is_done = True
        return work.result

    def pytest_runtest_logreport(self, report):
        if report.skipped and isinstance(report.longrepr, tuple):
            self.problem = report.longrepr[2]
        elif report.failed:
            lines = [line for line in report.longreprtext.splitlines() if line.strip()]
            errors = [line[1:].strip() for line in lines if line.startswith("E ")]
            self.problem = (errors or lines[-1:] or ["the test failed"])[0]


class Work:
    """A function that a test wants to be measured."""

    def __init__(self, function, args=(), kwargs=None, setup=None, teardown=None, left=sys.maxsize):
        self.function = function
        self.args = args
        self.kwargs = kwargs or {}
        self.setup = setup
        self.teardown = teardown
        self.left = left  # calls that are still allowed
        self.calls = 0
        self.result = None

    def call(self):
        """Calls the function once, and keeps its result; returns nanoseconds."""
        args, kwargs = (self.setup and self.setup()) or (self.args, self.kwargs)
        function = self.function
        process, wall = time.process_time_ns(), time.perf_counter_ns()
        thread = time.thread_time_ns()  # read last before the work and first after it: it decides
        result = function(*args, **kwargs)
        thread = time.thread_time_ns() - thread
        wall, process = time.perf_counter_ns() - wall, time.process_time_ns() - process
        self.result = result
        if self.teardown is not None:
            self.teardown(*args, **kwargs)
        self.calls += 1
        self.left -= 1
        return wall, thread, process

    def batch(self, count):
        """Calls the function many times; returns nanoseconds of all."""
        function, args, kwargs = self.function, self.args, self.kwargs
        process, wall = time.process_time_ns(), time.perf_counter_ns()
        thread = time.thread_time_ns()
        for _ in range(count):
            function(*args, **kwargs)
        thread = time.thread_time_ns() - thread
        wall, process = time.perf_counter_ns() - wall, time.process_time_ns() - process
        self.calls += count
        self.left -= count
        return wall, thread, process

    def epoch(self, count, warm_up):
        """Makes as many of the wanted calls as are allowed; returns the reply."""
        with undisturbed():
            made = min(count, self.left)
            if EXACT and made < count:
                return f"failure `benchmark.pedantic` allows {made} calls of the {count} to count"
            warm_up = min(warm_up, self.left - made)
            steal, switches = steal_ticks(), resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw
            if self.setup is None and self.teardown is None:
                if warm_up:
                    self.batch(warm_up)
                times = self.batch(made)
            else:
                self.calls_within(warm_up)
                made, times = self.calls_within(made)
            switches = resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw - switches
            wall, thread, process = (spent * count // max(made, 1) for spent in times)
            return f"epoch {count} {wall} {thread} {process} {switches} {steal_ticks() - steal}"

    def calls_within(self, count):
        """Makes single calls for a while; returns how many, and their nanoseconds."""
        end = time.perf_counter_ns() + LONGEST
        made, times = 0, (0, 0, 0)
        while made < count:
            times = tuple(map(sum, zip(times, self.call())))
            made += 1
            if time.perf_counter_ns() > end:
                break
        return made, times


def take_over(worker):
    """Lets the fixture of pytest-benchmark hand its work to the worker."""
    from pytest_benchmark.fixture import BenchmarkFixture

    its_call, its_pedantic = BenchmarkFixture.__call__, BenchmarkFixture.pedantic

    def __call__(self, function_to_benchmark, *args, **kwargs):
        if self._mode:  # the fixture refuses to be used twice
            return its_call(self, function_to_benchmark, *args, **kwargs)
        self._mode = "benchmark(...)"
        return worker.measure(Work(function_to_benchmark, args, kwargs))

    def pedantic(
        self, target, args=(), kwargs=None, setup=None, teardown=None, rounds=1, warmup_rounds=0,
        iterations=1
    ):
        if self._mode:
            return its_pedantic(self, target, args, kwargs)
        self._mode = "benchmark.pedantic(...)"
        calls = (warmup_rounds + rounds) * iterations
        return worker.measure(Work(target, args, kwargs, setup, teardown, calls))

    BenchmarkFixture.__call__, BenchmarkFixture.pedantic = __call__, pedantic


def be_quiet(config):
    """Lets pytest's report of the tests go nowhere."""
    from _pytest.config import create_terminal_writer

    reporter = config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        reporter._tw = create_terminal_writer(config, open(os.devnull, "w"))
