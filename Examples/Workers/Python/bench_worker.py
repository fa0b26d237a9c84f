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
sides do not do the same.
"""

import os
import resource
import socket
import time

VERSION = 1
CHANNEL = 3


def serve(*workloads, answer=repr):
    """Serves the process that started this one until it says quit or goes away."""
    with socket.socket(fileno=CHANNEL) as channel, channel.makefile("rb") as lines:
        prepared = {}
        for line in lines:
            words = line.decode().split()
            if words == ["quit"]:
                return
            try:
                reply = _reply(words, workloads, prepared, answer)
            except Exception as error:  # whatever the work raises is the session's to report
                reply = f"failure {type(error).__name__}: {error}"
            channel.sendall(" ".join(reply.splitlines()).encode() + b"\n")


def _reply(words, workloads, prepared, answer):
    verb, numbers = (words or [""])[0], [int(word) for word in words[1:] if word.isdecimal()]
    shape = (verb, len(numbers)) if len(numbers) == len(words) - 1 else None
    if shape == ("hello", 1):
        return f"hello {VERSION}"
    if shape == ("pin", 1):
        try:
            os.sched_setaffinity(0, numbers)
            return "pinned 1"
        except (AttributeError, OSError):
            return "pinned 0"
    if shape == ("list", 0):
        return f"workloads {len(workloads)}"
    if shape == ("name", 1):
        if numbers[0] >= len(workloads):
            return f"failure no workload {numbers[0]}"
        return f"name {getattr(workloads[numbers[0]], '__name__', 'workload')}"
    if shape == ("prepare", 1):
        if numbers[0] >= len(workloads):
            return f"failure no workload {numbers[0]}"
        prepared.pop(numbers[0], None)
        work = prepared[numbers[0]] = workloads[numbers[0]]()
        return f"answer {answer(work())}"
    if shape == ("run", 3):
        work = prepared.get(numbers[0])
        if work is None:
            return "failure told to run before it was told to prepare"
        return _epoch(work, *numbers[1:])
    return f"failure no such request: {' '.join(words)}"


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
