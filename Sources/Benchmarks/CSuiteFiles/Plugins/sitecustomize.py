"""What `bench` has each process of Python do at its start: draw its heap, or count what it executes.

Python imports it in place of another sitecustomize, which it runs first. Versions of Python from 2.7 on read it.
"""

import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


def chain():
    """Runs the sitecustomize that this one hides; without this folder among those of modules."""
    this = sys.modules.pop(__name__, None)
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != FOLDER]
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        sys.modules[__name__] = this


def draw_heap(state):
    """Keeps objects of drawn sizes and numbers: where later ones lie, and when garbage is collected, is drawn too.

    One more import or constant moves every object after it. On one heap that makes equal code slower or faster
    by up to two percent, always the same; over many heaps it does not.
    """
    def below(limit):
        state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (state[0] >> 33) % limit

    # Up to a pool of 16 KB of each size of small objects, which CPython keeps apart in steps of 16 bytes.
    kept = [object() for _ in range(below(1024))] + [float(number) for number in range(below(512))]
    for size in range(48, 513, 16):
        kept += [bytes(bytearray(size - 33)) for _ in range(below(16384 // size))]
    # The youngest generation is collected after 700 containers more.
    kept += [[] for _ in range(below(700))]
    sys.bench_heap = kept


chain()
if os.path.isdir(os.environ.get("BENCH_COUNTS", "")):
    sys.path.insert(0, FOLDER)
    import time
    begin = time.process_time()
    import bench_counts
    bench_counts.start(begin)
elif "MEASUREMENT_PADDING" in os.environ:
    seed = os.environ.get("PYTHONHASHSEED", "")
    draw_heap([(int(seed) if seed.isdigit() else 0) + (len(os.environ["MEASUREMENT_PADDING"]) << 32)])
