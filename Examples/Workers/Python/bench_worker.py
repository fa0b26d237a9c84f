"""A worker for paired benchmarks, in one file without dependencies.

    import bench_worker

    def sort():
        numbers = make_numbers()               # prepared once, not measured
        return lambda: sorted(numbers)         # the work; its result is compared

    bench_worker.serve(sort)

`bench` starts the program, which then obeys requests on file descriptor 3 (see WORKER.md). Each
argument of `serve` is a workload: a function that gets everything ready and returns the work, a
function without arguments. The name of the function is the name of the workload. The result of the
work is turned into a text by `answer`, `repr` unless told otherwise; texts that differ mean that the
sides do not do the same. A `Benchmark` is a workload with more to say:

    bench_worker.serve(*(
        bench_worker.Benchmark(
            f"sort of {size}", lambda size=size: sort(size), parameters={"size": size},
            references={"copy": f"copy of {size}"}, items=size, unit="numbers", bytes=8 * size,
            metrics=lambda result: [bench_worker.metric("equal", share(result), "less", unit="%")])
        for size in (10, 1000)))
"""

import json
import math
import os
import resource
import socket
import time

VERSION = 2
CHANNEL = 3


class Benchmark:
    """A workload with its name, and what `bench` shows of it beside its times.

    `parameters` is what it was made with, `references` names the workloads that its ratios are taken to (a
    name, or `{"benchmark": name, "answers": True}` when the results must be equal too), `items`, `unit` and
    `bytes` say how much the work works on each time, and `metrics` is a function of the work's first result
    that returns a list of `metric(…)`.
    """

    def __init__(self, name, prepare, *, parameters=None, references=None, items=None, unit=None,
                 bytes=None, metrics=None):
        self.name, self.prepare, self.metrics = name, prepare, metrics
        self.description = {
            "parameters": {key: str(value) for key, value in (parameters or {}).items()},
            "references": [
                {"name": key, **(value if isinstance(value, dict) else {"benchmark": value})}
                for key, value in (references or {}).items()],
            "items": items, "unit": unit, "bytes": bytes}


def metric(name, value, better, unit="", title=None):
    """A value beside the time; `better` is "less", "more" or "equal"."""
    value = value if math.isfinite(value) else None
    return {"name": name, "title": title, "value": value, "unit": unit, "better": better}


def serve(*workloads, answer=repr, parameters=(), choose=None):
    """Serves the process that started this one until it says quit or goes away.

    With `parameters`, a list of `{"name": "size", "about": "how many", "values": ["10"], "open": True}`, users
    choose values: `choose` gets a dictionary from names to lists of texts and returns the workloads for them.
    """
    server = _Server(workloads, answer, parameters, choose)
    with socket.socket(fileno=CHANNEL) as channel, channel.makefile("rb") as lines:
        for line in lines:
            line = line.decode().rstrip("\n")
            if line == "quit":
                return
            try:
                reply = server.reply(line)
            except Exception as error:  # whatever the work raises is the session's to report
                reply = f"failure {type(error).__name__}: {error}"
            channel.sendall(" ".join(reply.splitlines()).encode() + b"\n")


class _Server:
    def __init__(self, workloads, answer, parameters, choose):
        self.answer, self.parameters, self.choose = answer, list(parameters), choose
        self.use(workloads)

    def use(self, workloads):
        self.workloads = [
            workload if isinstance(workload, Benchmark)
            else Benchmark(getattr(workload, "__name__", "workload"), workload)
            for workload in workloads]
        self.work, self.metrics = {}, {}

    def reply(self, line):
        verb, _, text = line.partition(" ")
        if self.choose and line == "parameters":
            return f"parameters {json.dumps(self.parameters)}"
        if self.choose and verb == "choose":
            return self.chosen(json.loads(text))
        words = text.split()
        numbers = [int(word) for word in words if word.isdecimal()]
        shape = (verb, len(numbers)) if len(numbers) == len(words) else None
        if shape == ("hello", 1):
            return f"hello {max(1, min(numbers[0], VERSION))}"
        if shape == ("pin", 1):
            try:
                os.sched_setaffinity(0, numbers)
                return "pinned 1"
            except (AttributeError, OSError):
                return "pinned 0"
        if shape == ("list", 0):
            return f"workloads {len(self.workloads)}"
        if shape == ("run", 3):
            work = self.work.get(numbers[0])
            if work is None:
                return "failure told to run before it was told to prepare"
            return _epoch(work, *numbers[1:])
        if shape == ("metrics", 1):
            metrics = self.metrics.get(numbers[0], list)
            return f"metrics {json.dumps(metrics())}"
        if shape in (("name", 1), ("describe", 1), ("prepare", 1)):
            if numbers[0] >= len(self.workloads):
                return f"failure no workload {numbers[0]}"
            workload = self.workloads[numbers[0]]
            if verb == "name":
                return f"name {workload.name}"
            if verb == "describe":
                return f"description {json.dumps(workload.description)}"
            return self.prepare(numbers[0], workload)
        return f"failure no such request: {line}"

    def prepare(self, index, workload):
        self.work.pop(index, None)
        self.metrics.pop(index, None)
        work = self.work[index] = workload.prepare()
        result = work()
        if workload.metrics:
            self.metrics[index] = lambda: workload.metrics(result)
        return f"answer {self.answer(result)}"

    def chosen(self, values):
        names = [parameter["name"] for parameter in self.parameters]
        for name in values:
            if name not in names:
                return f"failure there is no parameter '{name}', there are: {', '.join(names)}"
        try:
            self.use(self.choose(values))
        except ValueError as error:
            return f"failure {error}"
        return "chosen"


def _epoch(work, count, warm_up):
    for _ in range(warm_up):
        work()
    steal, switches = _steal(), resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw
    process, wall = time.process_time_ns(), time.perf_counter_ns()
    thread = time.thread_time_ns()  # read last before the work and first after it: it decides
    for _ in range(count):
        work()
    thread = time.thread_time_ns() - thread
    wall, process = time.perf_counter_ns() - wall, time.process_time_ns() - process
    switches = resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw - switches
    return f"epoch {count} {wall} {thread} {process} {switches} {_steal() - steal}"


def _steal():
    """Ticks that the hypervisor gave to others, over all cores; 0 where that is not known."""
    try:
        with open("/proc/stat", "rb") as file:
            return int(file.readline().split()[8])
    except (OSError, IndexError, ValueError):
        return 0
