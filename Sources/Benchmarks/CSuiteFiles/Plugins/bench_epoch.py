"""What our modules for frameworks of Python share: the protocol's numbers, a core, and what an epoch goes without."""

import contextlib
import gc
import os
import sys

VERSION = 1
CHANNEL = 3


def pin(core):
    """Stays on a core; returns whether that worked."""
    try:
        os.sched_setaffinity(0, [core])
        return True
    except (AttributeError, OSError):
        return False


@contextlib.contextmanager
def undisturbed():
    """Without garbage collection, tracing and profiling, as with timeit, until the block ends."""
    paused = gc.isenabled(), sys.gettrace(), sys.getprofile()
    gc.disable()
    sys.settrace(None)
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(paused[2])
        sys.settrace(paused[1])
        if paused[0]:
            gc.enable()


def steal_ticks():
    """Ticks that the hypervisor gave to others, over all cores; 0 where that is not known."""
    try:
        with open("/proc/stat", "rb") as file:
            return int(file.readline().split()[8])
    except (OSError, IndexError, ValueError):
        return 0
