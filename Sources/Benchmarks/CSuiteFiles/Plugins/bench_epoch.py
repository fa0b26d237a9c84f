"""What our modules for frameworks of Python share: the protocol's numbers, a core, what an epoch goes without, and
whether the packages are those of the checkout."""

import contextlib
import gc
import os
import sys

VERSION = 1
CHANNEL = 3
# Where the process was started: in the checkout.
FOLDER = os.getcwd()


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


def checkout():
    """The top of the checkout: the nearest folder above that holds a project, or that of the start."""
    folder = FOLDER
    for _ in range(4):
        if any(os.path.exists(os.path.join(folder, name)) for name in (".git", "pyproject.toml", "setup.py", "setup.cfg")):
            return folder
        folder = os.path.dirname(folder)
    return FOLDER


def stranger():
    """Says which package of the checkout was loaded from elsewhere; None where all are its own.

    A package that the environment has installed in development mode would stand in for both sides.
    """
    top = os.path.realpath(checkout())
    standard = getattr(sys, "stdlib_module_names", ())
    for name, module in sorted(sys.modules.items()):
        if "." in name or name in standard:
            continue
        file = getattr(module, "__file__", None)
        if not file or os.path.realpath(file).startswith(top + os.sep):
            continue
        for place in ("", "src", "lib", "python"):
            if os.path.isfile(os.path.join(top, place, name, "__init__.py")):
                return (
                    f"the package '{name}' was loaded from '{file}', and not from the checkout '{top}': both sides "
                    f"would measure that one. Remove it from the environment, or name '{place or '.'}' as PYTHONPATH "
                    "in [environment] of the suite")
    return None
