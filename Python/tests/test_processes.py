"""Threads, forks, sub-interpreters and the end of the interpreter: an answer, never a crash."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import dominantcolor


def run(program, *arguments, code=0):
    found = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program), *map(str, arguments)],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert found.returncode == code, found.stderr
    return found.stdout


def test_other_threads_run_meanwhile(photo):
    """The interpreter lock is released: a counter moves on during one long call."""
    large = np.broadcast_to(np.uint8(9), (20_000, 20_000))
    done = threading.Event()
    thread = threading.Thread(target=lambda: (dominantcolor.palette(large), done.set()))
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0)
    thread.join()
    assert turns > 100


def test_threads_agree(photo):
    expected = dominantcolor.palette(photo)
    histogram = dominantcolor.Histogram()
    found = []

    def work():
        for _ in range(5):
            found.append(dominantcolor.palette(photo) == expected)
            histogram.add(photo)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 40 and histogram.counted == 40 * expected.counted


def test_bytes_that_change_during_a_call(photo):
    """Another thread writes into what is read: any answer or exception, never a crash."""
    run(
        """
        import random, sys, threading, dominantcolor
        content = open(sys.argv[1], "rb").read()
        encoded, pixels = bytearray(content), bytearray(3 * 256 * 256)
        view = memoryview(pixels).cast("B", (256, 256, 3))
        stop, choices = threading.Event(), random.Random(7)
        def write():
            while not stop.is_set():
                for buffer in (encoded, pixels):
                    buffer[choices.randrange(len(buffer))] = choices.randrange(256)
        thread = threading.Thread(target=write)
        thread.start()
        for turn in range(60):
            if turn % 10 == 0:
                encoded[:] = content
            for source in (encoded, view):
                try:
                    dominantcolor.palette(source, method=("histogram", "kmeans", "hue")[turn % 3])
                except dominantcolor.ImageError:
                    pass
        stop.set()
        thread.join()
        """,
        photo,
    )


def test_ten_thousand_threads():
    run(
        """
        import threading, dominantcolor
        threading.stack_size(256 * 1024)
        pixels = memoryview(bytes([1, 2, 3] * 64)).cast("B", (8, 8, 3))
        start, found, failures = threading.Event(), [], []
        def work():
            start.wait()
            try:
                found.append(dominantcolor.palette(pixels).dominant.hex)
            except Exception as error:
                failures.append(error)
        threads = []
        for _ in range(10_000):
            thread = threading.Thread(target=work)
            try:
                thread.start()
            except RuntimeError:  # this machine has no more threads: the ones there are must do
                break
            threads.append(thread)
        start.set()
        for thread in threads:
            thread.join()
        assert len(threads) > 500 and not failures and found == ["#010203"] * len(threads)
        """
    )


def test_fork_while_threads_run(photo):
    run(
        """
        import os, sys, signal, threading, warnings, dominantcolor
        warnings.simplefilter("ignore")
        path = sys.argv[1]
        stop = threading.Event()
        histogram = dominantcolor.Histogram()
        def work():
            while not stop.is_set():
                dominantcolor.palette(path, method="kmeans")
                histogram.add(path)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(10):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                for method in ("histogram", "kmeans", "hue"):
                    dominantcolor.palette(path, method=method)
                histogram.add(path)
                os._exit(0 if histogram.counted > 0 else 3)
            assert os.waitpid(child, 0)[1] == 0
        stop.set()
        for thread in threads:
            thread.join()
        """,
        photo,
    )


def test_multiprocessing_by_fork(photo):
    run(
        """
        import multiprocessing, sys, dominantcolor
        if __name__ == "__main__":
            dominantcolor.palette(sys.argv[1])
            with multiprocessing.get_context("fork").Pool(2) as pool:
                parts = pool.map(dominantcolor.Histogram.of, [sys.argv[1]] * 6)
            assert sum(parts).counted == 6 * 273280
        """,
        photo,
    )


@pytest.mark.parametrize("kind", ["daemon", "exit", "pool"])
def test_the_end_of_the_interpreter(kind, photo):
    """A call is under way when the interpreter ends."""
    program = """
        import os, sys, threading, time, dominantcolor
        from concurrent.futures import ThreadPoolExecutor
        path, kind = sys.argv[1:]
        def work():
            while True:
                dominantcolor.palette(path, method="kmeans")
        if kind == "pool":
            pool = ThreadPoolExecutor(4)
            for _ in range(8):
                pool.submit(dominantcolor.palette, path)
        else:
            for _ in range(4):
                threading.Thread(target=work, daemon=True).start()
            dominantcolor.palette(path)
            if kind == "exit":
                sys.exit(0)
        """
    for _ in range(5):
        run(program, photo, kind)


def test_objects_that_outlive_the_module(photo):
    run(
        """
        import sys, dominantcolor
        class Last:
            def __init__(self, path):
                self.histogram = dominantcolor.Histogram.of(path)
            def __del__(self):
                try:
                    self.histogram.counted
                except Exception:
                    pass
        last = Last(sys.argv[1])
        sys.modules["last"] = last
        last.self = last
        """,
        photo,
    )


def test_sub_interpreters(photo):
    """Each has exceptions of its own, or says in words that it cannot load the module."""
    out = run(
        """
        import sys
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            import _interpreters as interpreters
        script = f'''
        try:
            import sys
            sys.path[:] = {sys.path!r}
            import dominantcolor
            assert dominantcolor.palette({sys.argv[1]!r}).counted == 273280
            try:
                dominantcolor.palette(b"junk")
            except dominantcolor.NotAnImageError:
                print("answered", flush=True)
        except ImportError as error:
            print("refused:", error, flush=True)
        '''
        import textwrap
        import dominantcolor
        for _ in range(3):
            interpreter = interpreters.create()
            interpreters.run_string(interpreter, textwrap.dedent(script))
            interpreters.destroy(interpreter)
        assert dominantcolor.palette(sys.argv[1]).counted == 273280
        """,
        photo,
    )
    lines = out.splitlines()
    assert len(lines) == 3 and all(line.startswith(("answered", "refused: ")) for line in lines)


def test_no_signal_handlers_and_no_threads():
    run(
        """
        import ctypes, os, signal, sys
        def handlers():
            return {s: signal.getsignal(s) for s in signal.valid_signals()}, open("/proc/self/status").read().split("SigCgt:")[1].split()[0]
        before = handlers()
        import dominantcolor
        dominantcolor.palette(memoryview(bytes(3 * 2**20)).cast("B", (1024, 1024, 3)), method="kmeans")
        assert handlers() == before
        assert len(os.listdir("/proc/self/task")) == 1
        """
    )


def test_no_leak(photo):
    """Ten thousand failures and answers, and the process has not grown."""
    small = memoryview(bytes(range(48))).cast("B", (4, 4, 3))

    def work(turns):
        for _ in range(turns):
            dominantcolor.palette(small)
            dominantcolor.Histogram.of(small).to_bytes()
            for wrong in (b"junk", b"\x89PNG\r\n\x1a\n"):
                try:
                    dominantcolor.palette(wrong)
                except dominantcolor.ImageError:
                    pass

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    work(500)
    before = resident()
    work(3000)
    assert resident() - before < 8_000_000
