#!/usr/bin/env python3
"""Counts how often `bench compare` of two commits finds a slowdown that is written into the source.

Usage: injected-source.py BENCH [SESSIONS [ITERATIONS...]]      100 sessions, 2 and 4 iterations

For each number of iterations a clone of this repository gets a commit that makes the worker of the
kernels run so much of the reference loop after each call of one: on most processors one iteration
takes half a percent of `simd` on the photo at 128x128. BENCH builds the commit and the one before it
by the clone's suite file, as for anybody who compares two commits, and compares them in so many
sessions with a layout for each launch. What the source adds is not known beforehand; the mean of all sessions, over all layouts, is
taken for it. The checkouts, builds and linkings stay in .build-injected, for the next time.
Interrupted, it prints what was done by then.
"""

import json
import os
import statistics
import subprocess
import sys

FOLDER = os.path.join(os.getcwd(), ".build-injected")
CLONE = os.path.join(FOLDER, "clone")
SOURCE = "Sources/Kernels/KernelWorkloads/Workloads/KernelBenchmark+Workload.swift"
CALL = "                kernel.palette(of: view, options: PaletteOptions(), workspace: workspace))\n"
WORK = ["--suite", "Benchmarks/bench.toml", "--kernel", "simd", "--image", "photo", "--size", "128x128",
        "--only", "simd/"]


def fail(words):
    print(f"injected-source: {words}", file=sys.stderr)
    sys.exit(1)


def git(*words):
    done = subprocess.run(["git", "-C", CLONE, *words], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def commit(head, iterations):
    """A commit on top of the head whose kernels are slower."""
    git("checkout", "--quiet", "--force", "--detach", head)
    path = os.path.join(CLONE, SOURCE)
    with open(path) as file:
        source = file.read()
    if source.count(CALL) != 1:
        fail(f"{SOURCE} does not have the line '{CALL.strip()}' once: change this script with it")
    with open(path, "w") as file:
        file.write(source.replace(CALL, f"{CALL}              ReferenceLoop.run(iterations: {iterations})\n"))
    git("-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "--quiet", "--all",
        "--message", f"{iterations} iterations after each call")
    return git("rev-parse", "HEAD")


def compare(bench, base, candidate):
    done = subprocess.run(
        [bench, "compare", base, candidate, *WORK, "--format", "json", "--quiet"], cwd=CLONE,
        env={**os.environ, "XDG_CACHE_HOME": os.path.join(FOLDER, "cache")}, capture_output=True, text=True)
    if done.returncode not in (0, 2, 3):
        fail(f"bench compare ended with {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)["comparisons"][0]


def report(iterations, sessions):
    changes = [session["change"] for session in sessions]
    truth = statistics.fmean(changes)
    found = sum(session["verdict"] == "slower" for session in sessions)
    held = sum(session["interval"][0] <= truth <= session["interval"][1] for session in sessions)
    launches = sum(session["launches"] for session in sessions)
    print(f"injected-source: {iterations} iterations after each call of simd: {100 * truth:+.2f} %, "
          f"found in {found} of {len(sessions)} sessions; {held} intervals of 99 % hold that mean; "
          f"estimates {100 * min(changes):+.2f} to {100 * max(changes):+.2f} %; "
          f"{launches / len(sessions):.0f} launches a session; basis {sessions[0]['basis']['kind']}", flush=True)
    return found / len(sessions)


def main():
    if len(sys.argv) < 2:
        fail(__doc__.split("\n")[2])
    bench = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    amounts = [int(word) for word in sys.argv[3:]] or [2, 4]
    if not os.path.isdir(os.path.join(CLONE, ".git")):
        subprocess.run(["git", "clone", "--quiet", "--no-checkout", os.getcwd(), CLONE], check=True)
    git("fetch", "--quiet", os.getcwd(), "HEAD")
    head = git("rev-parse", "FETCH_HEAD")
    rates = []
    for iterations in amounts:
        candidate = commit(head, iterations)
        sessions = []
        try:
            while len(sessions) < count:
                sessions.append(compare(bench, head, candidate))
        except KeyboardInterrupt:
            if sessions:
                report(iterations, sessions)
            sys.exit(130)
        rates.append(report(iterations, sessions))
    # The goal for one percent is 95 % of sessions, which more than a tenth missed does not reach.
    if min(rates) < 0.9:
        fail("a slowdown in the source was missed in more than a tenth of the sessions")


main()
