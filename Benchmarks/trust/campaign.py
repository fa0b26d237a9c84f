#!/usr/bin/env python3
"""Counts how often bench is right where the truth is known.

Usage: campaign.py [OPTION...] gate CHECKOUT...
       campaign.py [OPTION...] suite | neighbours | equal | referee | cheats
       campaign.py [OPTION...] table

gate        `bench selftest --gate 1%` of equal code, +2 % and +0.5 %, for each CHECKOUT with a bench.toml
            and each language of Examples/Suites given as suite:LANGUAGE
suite       one comparison of 60 benchmarks of which some are slower, in --time seconds
neighbours  equal code and +1.5 % while both cores are disturbed by a drawn schedule: bench, hyperfine,
            pytest-benchmark, benchstat's test and the ratio of medians in the same minutes
equal       edits that change nothing, in ten benchmarks of Python and ten of Node
referee     patches that do nothing and patches of 0.5 to 3 %, in drawn order
cheats      patches that only look faster
table       what the record says, and nothing is run

A line of JSON is appended to the record for each session; sessions that it has are not repeated, so that any
campaign goes on after it was stopped. `taskset -c 0` keeps a campaign on one core.

  --bench FILE      the program (default: bench in PATH)
  --record FILE     default: trust.jsonl
  --work FOLDER     programs that are made, and builds (default: .build-trust)
  --sessions N      gate: of equal code and each checkout, a third as many of the others (default: 34); neighbours: of each kind
                    (300, 100); equal: edits of each kind and language (default: 10); suite: comparisons (default: 1)
  --seed S          what is drawn depends on it (default: 1)
  --time SECONDS    of a comparison (default: suite 600; gate, neighbours, referee 60)
  --null N          referee: patches that do nothing (default: 500)
  --real N          referee: patches that make it faster (default: 50)
"""

import argparse
import collections
import contextlib
import json
import math
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import made

HERE = pathlib.Path(__file__).resolve().parent
PYTEST = """import subprocess
def test_program(benchmark):
    benchmark.pedantic(lambda: subprocess.run(["./program"], stdout=subprocess.DEVNULL), rounds={runs}, iterations=1)
"""


class Campaign:
    def __init__(self, options):
        self.options = options
        self.record = options.record
        self.work = options.work.resolve()
        self.lines = []
        if self.record.exists():
            self.lines = [json.loads(line) for line in self.record.read_text().splitlines()]
        self.had = {self.key(line) for line in self.lines}

    @staticmethod
    def key(line):
        return tuple(line[name] for name in ("campaign", "subject", "kind", "session"))

    def has(self, *key):
        return tuple(key) in self.had

    def add(self, campaign, subject, kind, session, **values):
        line = {"campaign": campaign, "subject": subject, "kind": kind, "session": session, **values}
        self.lines.append(line)
        self.had.add(self.key(line))
        with open(self.record, "a") as file:
            file.write(json.dumps(line) + "\n")
        print(f"{campaign} {subject} {kind} {session}: "
              + ", ".join(f"{name} {value}" for name, value in values.items() if not isinstance(value, (dict, list))),
              file=sys.stderr, flush=True)

    def bench(self, folder, *words):
        """What bench prints as JSON, its exit code and how long it took."""
        start = time.monotonic()
        done = subprocess.run([self.options.bench, *words, "--format", "json", "--quiet"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": str(self.work / "cache")})
        if done.returncode == 130:
            raise KeyboardInterrupt
        try:
            return json.loads(done.stdout), done.returncode, round(time.monotonic() - start, 2)
        except ValueError:
            sys.exit(f"campaign: bench {' '.join(words)} in {folder} ended with {done.returncode}: {done.stderr.strip()}")

    # gate: equal code passes, and slower code does not

    def gate(self):
        if not self.options.checkouts:
            sys.exit("campaign: gate takes checkouts with a bench.toml, or suite:C, suite:Python, suite:Rust, suite:Swift")
        sessions = self.options.sessions or 34
        for name in self.options.checkouts:
            if not name.startswith("suite:") and not pathlib.Path(name, "bench.toml").exists():
                sys.exit(f"campaign: '{name}' has no bench.toml")
        for session in range(sessions):
            for name in self.options.checkouts:
                folder = self.suite_of_workers(name[6:]) if name.startswith("suite:") else pathlib.Path(name).resolve()
                for kind, words in (("equal", ["--aa"]), ("+2 %", ["--inject", "2%"]), ("+0.5 %", ["--inject", "0.5%"])):
                    subject = f"suite in {folder.name}" if name.startswith("suite:") else folder.name
                    if self.has("gate", subject, kind, session) or kind != "equal" and session * 3 >= sessions:
                        continue
                    # The benchmarks of the suites of Examples.
                    only = ["--only", f"{'sum read'.split()[session % 2]} of {1000 << session // 2 % 2 * 2}"] if name.startswith("suite:") else []
                    result, _, whole = self.bench(folder, "selftest", *words, *only, "--gate", "1%", "--sessions", "1",
                                                  "--seed", str(self.options.seed * 1000 + session))
                    ended = result["benchmarks"][0]
                    word = "passed" if ended["passed"] else "slower" if ended["slower"] else "cannot tell"
                    self.add("gate", subject, kind, session, verdict=word, seconds=round(ended["seconds"], 2), whole=whole,
                             benchmark=ended["benchmark"], error=ended["meanError"], launches=ended["launches"])

    def suite_of_workers(self, language):
        folder = self.work / language
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["sh", made.ROOT / "Examples/Suites/make-history.sh", language, folder], check=True)
        return folder

    # suite: 60 benchmarks in ten minutes

    def suite(self):
        seconds = self.options.time or 600
        repository = made.Repository(self.work / "sixty")
        rng = random.Random(f"{self.options.seed} suite")
        steps = [round(10 ** rng.uniform(4, 5.7)) for _ in range(60)]
        if repository.is_new:
            made.worker_program(repository, steps)
            repository.commit("Sixty benchmarks")
        for session in range(self.options.sessions or 1):
            if self.has("suite", "60 benchmarks", f"{seconds:g} s", session):
                continue
            rng = random.Random(f"{self.options.seed} suite {session}")
            changes = dict(zip(rng.sample(range(60), 12), [0.02] * 4 + [0.01] * 2 + [0.005] * 2 + [-0.02] * 4))
            repository.reset()
            repository.write(work__c=made.functions([round(count * (1 + changes.get(number, 0))) for number, count in enumerate(steps)], 1))
            candidate = repository.commit(f"Session {session}")
            repository.reset("HEAD~1")
            result, code, whole = self.bench(repository.folder, "compare", "HEAD", candidate, "--time", f"{seconds:g}", "--gate", "1%")
            rows = [{"number": int(each["subject"].split()[1]), "verdict": each["verdict"], "change": each["change"],
                     "basis": each["basis"]["kind"], "launches": each["launches"]} for each in result["comparisons"]]
            truth = lambda row: changes.get(row["number"], 0)
            self.add("suite", "60 benchmarks", f"{seconds:g} s", session, decided=sum(row["verdict"] != "cannot tell" for row in rows),
                     alarms=sum(row["verdict"] == "slower" and truth(row) <= 0 for row in rows),
                     found=sum(row["verdict"] == "slower" for row in rows if truth(row) >= 0.02), planted=4,
                     unmeasured=sum(not row["launches"] for row in rows), whole=whole, exit=code, rows=rows)

    # neighbours: the same minutes for all tools

    def neighbours(self):
        repository = made.Repository(self.work / "steps")
        steps = 4_000_000
        if repository.is_new:
            made.command_program(repository, steps)
            repository.commit("So many steps")
        start = self.startup(repository, steps)
        disturb = self.work / "disturb"
        subprocess.run(["cc", "-O2", "-o", disturb, HERE / "disturb.c"], check=True)
        sessions = [("equal", number) for number in range(self.options.sessions or 300)]
        sessions += [("+1.5 %", number) for number in range(self.options.sessions or 100)]
        random.Random(self.options.seed).shuffle(sessions)
        for kind, session in sessions:
            if self.has("neighbours", "steps", kind, session):
                continue
            factor = 1 if kind == "equal" else 1 + 0.015 / start
            repository.reset()
            # Other constants: another program, whose steps take the same time.
            repository.write(work__c=made.functions([round(steps * factor)], f"{kind} {session}"))
            candidate = repository.commit(f"{kind} {session}")
            repository.reset("HEAD~1")
            sides = [self.program(repository, commit, side) for side, commit in (("base", "HEAD"), ("next", candidate))]
            with self.disturbed(disturb, f"{self.options.seed}{session:04}{int(kind != 'equal')}") as quota:
                result, _, whole = self.bench(repository.folder, "compare", "HEAD", candidate, "--gate", "1%",
                                              "--time", f"{self.options.time or 60:g}")
                row = result["comparisons"][0]
                verdicts = {"bench": row["verdict"]}
                seconds = {"bench": whole}
                for name, tool in (("hyperfine", hyperfine), ("pytest-benchmark", pytest_benchmark), ("medians", medians)):
                    began = time.monotonic()
                    answers = tool(sides)
                    took = round(time.monotonic() - began, 2)
                    for key, verdict in answers.items():
                        verdicts[key], seconds[key] = verdict, took
            self.add("neighbours", "steps", kind, session, verdicts=verdicts, seconds=seconds, quota=quota,
                     disturbed=row["disturbedEpochs"] / max(row["epochs"], 1), **verdicts)

    def startup(self, repository, steps):
        """The share of a run that its steps take."""
        repository.reset()
        folders = []
        for name, count in (("none", 1), ("all", steps)):
            repository.write(work__c=made.functions([count], 1))
            folders.append(self.program(repository, None, name))
        repository.reset()
        times = [min(time_of(folder) for _ in range(30)) for folder in folders]
        return 1 - times[0] / times[1]

    def program(self, repository, commit, name):
        """The program of a commit in a folder of its own."""
        if commit:
            repository.git("checkout", "--quiet", "--detach", commit)
        subprocess.run(["make", "--always-make", "--silent"], cwd=repository.folder, check=True)
        folder = self.work / "sides" / name
        folder.mkdir(parents=True, exist_ok=True)
        (repository.folder / "program").replace(folder / "program")
        if commit:
            repository.git("checkout", "--quiet", "main")
        return folder

    @contextlib.contextmanager
    def disturbed(self, program, seed):
        """Both cores have neighbours, and this process's share of time is changed every 200 ms where groups may be made."""
        hogs = [subprocess.Popen([program, str(core), f"{seed}{core}"]) for core in sorted(os.sched_getaffinity(0))]
        group = pathlib.Path(f"/sys/fs/cgroup/cpu/bench-campaign-{os.getpid()}")
        ended = threading.Event()
        rng = random.Random(seed)

        def change():
            while not ended.wait(0.2):
                share = rng.choice([None, None, 90, 70, 50])
                (group / "cpu.cfs_quota_us").write_text("-1" if share is None else str(share * 100 * len(hogs)))

        thread = threading.Thread(target=change)
        try:
            group.mkdir()
            (group / "cpu.cfs_period_us").write_text("10000")
            (group / "cgroup.procs").write_text(str(os.getpid()))
        except OSError:
            group = None
        try:
            if group:
                thread.start()
            yield bool(group)
        finally:
            ended.set()
            if group:
                thread.join()
                (group.parent / "cgroup.procs").write_text(str(os.getpid()))
                with contextlib.suppress(OSError):
                    group.rmdir()
            for hog in hogs:
                hog.kill()
                hog.wait()

    # equal: edits that change nothing

    def equal(self):
        for language in ("Python", "Node"):
            repository = made.Repository(self.work / f"equal-{language}")
            if repository.is_new:
                made.ten_benchmarks(repository, language)
                repository.commit("Ten benchmarks")
            for session in range(self.options.sessions or 10):
                for kind in made.EDITS:
                    if self.has("equal", language, kind, session):
                        continue
                    repository.reset()
                    place = made.edit(repository, language, kind, random.Random(f"{self.options.seed} {language} {kind} {session}"))
                    candidate = repository.commit(f"{kind} in {place}")
                    repository.reset("HEAD~1")
                    words = ["--time", f"{self.options.time:g}"] if self.options.time else []
                    result, _, whole = self.bench(repository.folder, "compare", "HEAD", candidate, *words)
                    rows = [{"subject": each["subject"], "verdict": each["verdict"], "change": each["change"],
                             "interval": each["interval"], "launches": each["launches"]} for each in result["comparisons"]]
                    self.add("equal", language, kind, session, place=place, whole=whole, rows=rows,
                             called=sum(row["verdict"] in ("slower", "faster") for row in rows))

    # referee: many patches, one after the other

    def referee(self):
        nulls, reals = 500 if self.options.null is None else self.options.null, 50 if self.options.real is None else self.options.real
        seed = self.options.seed
        subject = f"seed {seed}"
        rng = random.Random(f"{seed} referee")
        patches = [("null", 0)] * nulls + [("real", rng.uniform(0.005, 0.03)) for _ in range(reals)]
        rng.shuffle(patches)
        repository = made.Repository(self.work / f"referee-{seed}")
        # As many steps as take about 20 ms, of which all real patches leave a third.
        steps = 8_000_000
        if repository.is_new:
            made.command_program(repository, steps)
            repository.commit("So many steps")
            self.start_referee(repository)
        share = None
        for number, (kind, effect) in enumerate(patches):
            if self.has("referee", subject, kind, number):
                steps = next(line["steps"] for line in self.lines if self.key(line) == ("referee", subject, kind, number))
                continue
            if share is None:
                # Steps that the start of a process takes.
                share = self.startup(repository, steps)
                rest = steps / share - steps
            repository.reset()
            wanted = round((steps + rest) * (1 - effect) - rest)
            place = made.patch(repository, wanted, kind, random.Random(f"{seed} {number}"))
            try_, code, whole = self.bench(repository.folder, "referee", "try", "--time", f"{self.options.time or 60:g}")
            if try_["verdict"] == "keep":
                repository.commit(f"Patch {number}")
                steps = wanted
            self.add("referee", subject, kind, number, effect=-effect, verdict=try_["verdict"], place=place, steps=steps,
                     seconds=round(try_["seconds"], 2), reason=try_["reason"], launches=sum(each["launches"] for each in try_["benchmarks"]),
                     fresh=next((each["fresh"] for each in try_["benchmarks"] if each["fresh"]), None))
        if not self.has("referee", subject, "sum", len(patches)):
            report, _, whole = self.bench(repository.folder, "referee", "report")
            kept = [line for line in self.lines if line["campaign"] == "referee" and line["subject"] == subject and line.get("verdict") == "keep"]
            truth = math.prod(1 + line["effect"] for line in kept) - 1
            change = report["total"] and report["total"]["benchmarks"][0]["change"]
            self.add("referee", subject, "sum", len(patches), truth=truth, change=change,
                     holds=change["interval"][0] <= truth <= change["interval"][1] if change else not kept)

    def start_referee(self, repository, *words):
        subprocess.run([self.options.bench, "referee", "start", "--replace", "--quiet", *words], cwd=repository.folder, check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": str(self.work / "cache")})

    # cheats: what only looks faster

    def cheats(self):
        repository = made.Repository(self.work / "cheats")
        if repository.is_new:
            made.words_program(repository)
            repository.commit("Words")
        for name, cheat in made.CHEATS.items():
            if self.has("cheats", "words", name, 0):
                continue
            made.ELSEWHERE.unlink(missing_ok=True)
            repository.reset()
            self.start_referee(repository)
            cheat(repository)
            try_, code, whole = self.bench(repository.folder, "referee", "try", "--time", f"{self.options.time or 60:g}")
            self.add("cheats", "words", name, 0, verdict=try_["verdict"], reason=try_["reason"], seconds=round(try_["seconds"], 2))
        made.ELSEWHERE.unlink(missing_ok=True)


# Tools beside bench. What each says of two programs: slower, faster or same.

def time_of(folder):
    start = time.perf_counter()
    subprocess.run([folder / "program"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def times_of_both(sides, runs):
    return [[time_of(folder) for _ in range(runs)] for folder in sides]


def word(ratio, threshold=0.01):
    return "slower" if ratio > 1 + threshold else "faster" if ratio < 1 - threshold else "same"


def hyperfine(sides):
    """hyperfine's own means and deviations of its usual runs: different where they differ by more than both deviations."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(["hyperfine", "--shell=none", "--warmup", "3", "--style", "none", "--export-json", file.name,
                        *[str(folder / "program") for folder in sides]], check=True, capture_output=True)
        base, candidate = json.load(open(file.name))["results"]
    ratio = candidate["mean"] / base["mean"]
    deviation = ratio * math.hypot(base["stddev"] / base["mean"], candidate["stddev"] / candidate["mean"])
    # Its summary: "1.02 ± 0.03 times faster". People read the ratio, careful ones the deviation too.
    return {"hyperfine, ratio": word(ratio), "hyperfine, ratio ± σ": word(ratio) if abs(ratio - 1) > deviation else "same"}


def pytest_benchmark(sides):
    """Whether `--benchmark-compare-fail=median:1%` fails, and the same of the minimum, which it sorts by."""
    with tempfile.TemporaryDirectory() as storage:
        for folder, compare in zip(sides, ([], ["--benchmark-compare-fail", "median:1%", "min:1%", "--benchmark-compare"])):
            (folder / "test_program.py").write_text(PYTEST.format(runs=30))
            done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--benchmark-storage={storage}",
                                   "--benchmark-save=run", *compare, "test_program.py"], cwd=folder, capture_output=True, text=True)
            if done.returncode and "has failed PercentageRegressionCheck" not in done.stdout + done.stderr:
                sys.exit(f"campaign: pytest-benchmark failed: {done.stdout}{done.stderr}")
    said = done.stdout + done.stderr
    return {f"pytest-benchmark, {place}": "slower" if f"Field '{place}' has failed" in said else "same" for place in ("median", "min")}


def medians(sides):
    """The ratio of medians of ten runs, and the test that benchstat makes of the same: Mann and Whitney's at 5 %."""
    base, candidate = times_of_both(sides, 10)
    ratio = statistics.median(candidate) / statistics.median(base)
    differs = rank_sum(base, candidate) < 0.05
    return {"ratio of medians": word(ratio), "Mann-Whitney, as benchstat": ("slower" if ratio > 1 else "faster") if differs else "same"}


def rank_sum(left, right):
    """The probability of Mann and Whitney's U under equality, without ties, exactly."""
    wins = sum(a < b for a in left for b in right)
    n, m = len(left), len(right)
    counts = collections.Counter({0: 1})
    # The number of arrangements with each U is the coefficient of a Gaussian binomial.
    table = [[None] * (m + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        for j in range(m + 1):
            if i == 0 or j == 0:
                table[i][j] = counts.copy()
            else:
                table[i][j] = collections.Counter(table[i][j - 1])
                for u, ways in table[i - 1][j].items():
                    table[i][j][u + j] += ways
    whole = math.comb(n + m, n)
    tail = sum(ways for u, ways in table[n][m].items() if u <= min(wins, n * m - wins)) / whole
    return min(1, 2 * tail)


def table(lines):
    groups = collections.defaultdict(list)
    for line in lines:
        groups[line["campaign"]].append(line)

    def split(campaign, *names):
        parts = collections.defaultdict(list)
        for line in groups[campaign]:
            parts[tuple(line[name] for name in names)].append(line)
        return parts.items()

    if groups["gate"]:
        print("| program | code | sessions | passed | slower | cannot tell | seconds: half, 97 % |\n|---|---|---|---|---|---|---|")
        for (subject, kind), rows in [*split("gate", "subject", "kind"), *((("all", kind[0]), rows) for kind, rows in split("gate", "kind"))]:
            count = collections.Counter(row["verdict"] for row in rows)
            seconds = sorted(row["seconds"] for row in rows)
            print(f"| {subject} | {kind} | {len(rows)} | {count['passed']} | {count['slower']} | {count['cannot tell']} | "
                  f"{statistics.median(seconds):.1f}, {seconds[math.ceil(len(rows) * 0.97) - 1]:.1f} |")
    for line in groups["suite"]:
        print(f"\nsuite, {line['kind']}: decided {line['decided']} of 60, false alarms {line['alarms']}, "
              f"+2 % found {line['found']} of {line['planted']}, without measuring {line['unmeasured']}, {line['whole']:.0f} s in all")
    if groups["neighbours"]:
        print("\n| tool | equal code: slower, faster | +1.5 %: slower | seconds, median |\n|---|---|---|---|")
        for tool in groups["neighbours"][0]["verdicts"]:
            rows = {kind[0]: [row for row in rows if tool in row["verdicts"]] for kind, rows in split("neighbours", "kind")}
            said = lambda kind, word: f"{sum(row['verdicts'][tool] == word for row in rows.get(kind, []))}"
            seconds = [row["seconds"][tool] for each in rows.values() for row in each]
            print(f"| {tool} | {said('equal', 'slower')}, {said('equal', 'faster')} of {len(rows.get('equal', []))} | "
                  f"{said('+1.5 %', 'slower')} of {len(rows.get('+1.5 %', []))} | {statistics.median(seconds):.1f} |")
    if groups["equal"]:
        print("\n| language | edit | comparisons | called slower or faster | same |\n|---|---|---|---|---|")
        for (language, kind), lines in split("equal", "subject", "kind"):
            rows = [row for line in lines for row in line["rows"]]
            print(f"| {language} | {kind} | {len(rows)} | {sum(line['called'] for line in lines)} | {sum(row['verdict'] == 'same' for row in rows)} |")
    if groups["referee"]:
        print("\n| seed | nulls kept | of 1 % and more, kept | of less, kept | undecided | seconds, median | interval of the sum holds it |\n"
              "|---|---|---|---|---|---|---|")
        for (subject,), rows in split("referee", "subject"):
            tries = [row for row in rows if row["kind"] != "sum"]
            kept = lambda some: f"{sum(row['verdict'] == 'keep' for row in some)} of {len(some)}"
            real = [row for row in tries if row["kind"] == "real"]
            holds = [row["holds"] for row in rows if row["kind"] == "sum"]
            print(f"| {subject} | {kept([row for row in tries if row['kind'] == 'null'])} | {kept([row for row in real if row['effect'] <= -0.01])} | "
                  f"{kept([row for row in real if row['effect'] > -0.01])} | {sum(row['verdict'] == 'undecided' for row in tries)} | "
                  f"{statistics.median(row['seconds'] for row in tries):.1f} | {'not yet' if not holds else 'yes' if holds[0] else 'no'} |")
    if groups["cheats"]:
        print("\n| cheat | verdict | reason |\n|---|---|---|")
        for row in groups["cheats"]:
            print(f"| {row['kind']} | {row['verdict']} | {row['reason']} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"), add_help=False)
    parser.add_argument("--bench", default="bench")
    parser.add_argument("--record", type=pathlib.Path, default=pathlib.Path("trust.jsonl"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(".build-trust"))
    parser.add_argument("--sessions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--null", type=int)
    parser.add_argument("--real", type=int)
    parser.add_argument("campaign", choices=["gate", "suite", "neighbours", "equal", "referee", "cheats", "table"])
    parser.add_argument("checkouts", nargs="*")
    options = parser.parse_args()
    campaign = Campaign(options)
    # A job that is ended puts back what it changed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    if options.campaign != "table":
        try:
            campaign.work.mkdir(parents=True, exist_ok=True)
            getattr(campaign, options.campaign)()
        except KeyboardInterrupt:
            sys.exit(130)
        finally:
            table([line for line in campaign.lines if line["campaign"] == options.campaign])
    else:
        table(campaign.lines)


if __name__ == "__main__":
    main()
