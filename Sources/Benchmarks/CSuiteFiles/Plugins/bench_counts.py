"""Counts what a process of Python executes, or samples where it spends its time, function by function, for `bench`.

At the end of the process it writes calls and bytecode instructions into a file of the folder BENCH_COUNTS: of
instructions only those of Python, not what functions in C do. Python's own imports are left out: they do other
things where compiled files are kept. With BENCH_COUNTS_TIME it writes samples of the processor's time in place of
instructions, each of a fifth of a millisecond, of the thread that started the process and with what functions in C
take for their callers.
"""

import atexit
import json
import os
import sys
import time

# Before the script's own folder stands in front of Python's modules.
import bench_functions


class Counts:
    """Counts events of all threads."""

    def __init__(self, folder, top):
        self.folder, self.top, self.start_folder = folder, os.path.realpath(top), os.getcwd()
        self.unit = "bytecode instructions"
        self.codes = {}  # a count of calls and one of instructions, by the code's id
        self.skipped = (__file__, "<frozen importlib")
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.codes.clear)
        # Children of multiprocessing end so.
        end = os._exit
        os._exit = lambda status: (self.write(), end(status))
        atexit.register(self.write)

    def of(self, code):
        """The counts of a code object; None for what is left out."""
        counts = self.codes.get(id(code))
        if counts is None:
            skip = code.co_filename.startswith(self.skipped)
            # The code stays alive with its counts, so that no other gets its id.
            counts = self.codes[id(code)] = (code, None if skip else [0, 0])
        return counts[1]

    def start(self):
        if not hasattr(sys, "monitoring"):
            import threading
            threading.settrace(self.trace)
            sys.settrace(self.trace)
            return
        monitoring = sys.monitoring
        events = monitoring.events
        monitoring.use_tool_id(4, "bench")
        monitoring.register_callback(4, events.PY_START, self.called)
        monitoring.register_callback(4, events.INSTRUCTION, self.executed)
        monitoring.set_events(4, events.PY_START | events.INSTRUCTION)

    def stop(self):
        if self.unit == "time":
            self.set_timer(0)
        elif hasattr(sys, "monitoring"):
            sys.monitoring.set_events(4, 0)
        else:
            sys.settrace(None)

    # With sys.monitoring (Python 3.12).

    def called(self, code, offset):
        counts = self.of(code)
        if counts is None:
            return sys.monitoring.DISABLE
        counts[0] += 1

    def executed(self, code, offset):
        counts = self.of(code)
        if counts is None:
            return sys.monitoring.DISABLE
        counts[1] += 1

    # Before it.

    def trace(self, frame, event, argument):
        counts = self.of(frame.f_code)
        if counts is None:
            return None
        if event == "call" and not self.is_resumed(frame):
            counts[0] += 1
        frame.f_trace_lines, frame.f_trace_opcodes = False, True

        def executed(frame, event, argument):
            if event == "opcode":
                counts[1] += 1
            return executed

        return executed

    @staticmethod
    def is_resumed(frame):
        """Whether a generator goes on, which is no call."""
        if not frame.f_code.co_flags & 0x2a0:
            return False
        if sys.version_info < (3, 11):
            return frame.f_lasti >= 0
        return frame.f_code.co_code[frame.f_lasti + 1] & 3 != 0  # the argument of RESUME

    # Samples.

    STEP = 0.0002

    def start_sampling(self, begin):
        import signal
        clock = time.process_time
        # Programs that do the same each time are not met at the same places.
        step = self.STEP * (1 + os.getpid() % 64 / 128)
        # What came before belongs to no function, and what we import is not the program's.
        self.unit, self.other, self.last = "time", begin, clock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.sample_child)

        def met(number, frame):
            # The next signal may come while this function runs.
            while frame and frame.f_code.co_filename == __file__:
                frame = frame.f_back
            counts = self.of(frame.f_code) if frame else None
            # Signals wait until a function in C has returned: one stands for all that came meanwhile.
            passed = max(1, round((clock() - self.last) / step)) * step
            if counts is None:
                self.other += passed
            else:
                counts[1] += passed
            self.last = clock()

        signal.signal(signal.SIGALRM, met)
        self.set_timer = lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
        self.step = step
        self.set_timer(step)

    def sample_child(self):
        """A process that was forked has no timer, and the clock begins anew."""
        self.other, self.last = 0, time.process_time()
        self.set_timer(self.step)

    # At the end.

    def write(self):
        self.stop()
        codes = [(code, counts) for code, counts in self.codes.values() if counts]
        self.codes.clear()
        if not codes:
            return
        totals, known = {}, {}
        if self.unit == "time":
            codes = [(code, (calls, round(seconds / self.STEP))) for code, (calls, seconds) in codes]
            totals["(other)", None] = [0, round(self.other / self.STEP)]
        for code, (calls, instructions) in codes:
            file = code.co_filename
            if file not in known:
                known[file] = self.spans(file)
            name, is_own = self.name(code, known[file])
            total = totals.setdefault((name, self.place(file)), [0, 0])
            total[0] += calls if is_own else 0
            total[1] += instructions
        document = {
            "by": "Python {}.{}".format(*sys.version_info), "unit": self.unit,
            "functions": [
                {"name": name, "file": file, "calls": calls, "count": instructions}
                for (name, file), (calls, instructions) in totals.items()]}
        with open(os.path.join(self.folder, f"{os.getpid()}.json"), "w") as file:
            json.dump(document, file)

    def spans(self, file):
        """The lines of a file's functions, with their names."""
        try:
            found = bench_functions.functions(os.path.join(self.start_folder, file))
        except (OSError, SyntaxError, ValueError, RecursionError):
            return []
        return [
            (first, last, name) for name, function in found.items() for first, last in function.spans]

    @staticmethod
    def name(code, spans):
        """The function that code is a part of, and whether it is its own."""
        for first, last, name in spans:
            if first <= code.co_firstlineno <= last:
                is_own = code.co_firstlineno == first and code.co_name == name.rpartition(".")[2]
                return name, is_own
        return ("<module>", code.co_name == "<module>") if spans else (code.co_name, True)

    def place(self, file):
        """A file's path in the checkout or among installed packages, else as it is."""
        path = os.path.realpath(os.path.join(self.start_folder, file))
        _, found, installed = path.rpartition(f"{os.sep}site-packages{os.sep}")
        if found:
            return installed
        return path[len(self.top) + 1:] if path.startswith(self.top + os.sep) else file


def start(begin):
    """Counts or samples from here on; before, the process took so many seconds of the processor."""
    counts = Counts(os.environ["BENCH_COUNTS"], os.environ.get("BENCH_COUNTS_TOP", ""))
    if "BENCH_COUNTS_TIME" in os.environ:
        counts.start_sampling(begin)
    else:
        counts.start()
