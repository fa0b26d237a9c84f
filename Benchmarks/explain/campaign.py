#!/usr/bin/env python3
"""Counts how often `bench explain` names the function that was made slower, in repositories of others.

Usage: campaign.py [OPTION...] REPOSITORY...

A REPOSITORY is a checkout whose last commit has a bench.toml with a command and, where the program is
compiled, build commands. For each try a function that the command runs is drawn and gets a loop that
makes the command slower by the share, as `bench compare` measures it; five other functions get edits that change nothing (a comment, a
new function that nothing calls, a function moved to the end of its file, another name of a static
function). Functions are drawn that have a name of their own in their file, which is no test. `bench explain` is asked about that commit. With --kind moved the base has the loop in one
function and the commit in another, so that the sum stays as it is.

A try is right where a part that holds the function is named, and wrong where a part is named that
does not hold it. A function that the compiler put into others counts as held by those of its file that call it.

  --bench FILE     the program (default: bench in PATH)
  --kind KIND      slower or moved (default: slower)
  --share PERCENT  how much slower (default: 2)
  --tries N        how many commits (default: 10), with repositories in turn
  --seed S         what is drawn depends on it, the repository and the number of the try (default: 1)
  --record FILE    append a line of JSON for each try; tries that the file has are not repeated
  --work FOLDER    clones and builds (default: .build-explain)
"""

import argparse
import ast
import collections
import json
import os
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import time
import tomllib

HEAD = re.compile(
    r"^(?P<head>(?:[A-Za-z_]\w*\([^()\n]*\)\s+|[A-Za-z_][^;{}()#=\n]*(?:\n[^;{}()#=\n]*)?[\s*&])"
    r"(?P<name>[A-Za-z_][\w:~]*)\s*\([^;{}]*\)\s*(?:const\s*)?)\{", re.MULTILINE)
RUST = re.compile(r"^(?P<head>(?P<indent> *)(?:pub(?:\([a-z]+\))? )?fn (?P<name>\w+)[^;{}]*)\{", re.MULTILINE)
TESTS = re.compile(r"test|fuzz|example", re.IGNORECASE)
LANGUAGES = {".c": "C", ".cpp": "C", ".cc": "C", ".rs": "Rust", ".py": "Python"}
LOOPS = {
    "C": "{{ volatile int campaign_i = 0; while (campaign_i < {count}) campaign_i = campaign_i + 1; }}",
    "Rust": "for campaign_i in 0..{count}u64 {{ core::hint::black_box(campaign_i); }}",
    "Python": "for _campaign in range({count}): pass",
}
UNUSED = {
    "C": "\nint {name}(int value) {{\n  return value * 3 + 1;\n}}\n",
    "Rust": "\n#[allow(dead_code)]\npub fn {name}(value: u64) -> u64 {{\n    value * 3 + 1\n}}\n",
    "Python": "\n\ndef {name}(value):\n    return value * 3 + 1\n",
}
COMMENTS = {"C": "/* Nothing changes here. */", "Rust": "// Nothing changes here.", "Python": "# Nothing changes here."}


class Function:
    """A function's place in a file: where its head begins, its body's first statement and its end."""

    def __init__(self, path, language, name, start, body, end, indent):
        self.path, self.language, self.name = path, language, name
        self.start, self.body, self.end, self.indent = start, body, end, indent


def functions(path):
    """The functions of a source file, in its order."""
    language = LANGUAGES[path.suffix]
    text = path.read_text(errors="replace")
    if language == "Python":
        lines = [0]
        for line in text.splitlines(keepends=True):
            lines.append(lines[-1] + len(line))
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.body[0].lineno > node.lineno:
                first = node.body[0]
                yield Function(path, language, node.name, lines[node.lineno - 1], lines[first.lineno - 1],
                               lines[node.end_lineno], " " * first.col_offset)
        return
    for match in (RUST if language == "Rust" else HEAD).finditer(text):
        outer = match["indent"] if language == "Rust" else ""
        end = text.find(f"\n{outer}}}", match.end())
        if end >= 0 and "\n" in text[match.end():end + 1]:
            yield Function(path, language, match["name"].split("::")[-1], match.start(), match.end(),
                           end + len(outer) + 2, f"\n{outer}  ")


def insert(function, statement):
    text = function.path.read_text(errors="replace")
    addition = (f"{function.indent}{statement}\n" if function.language == "Python"
                else f"{function.indent}{statement}")
    function.path.write_text(text[:function.body] + addition + text[function.body:])


def rename_static(function, number):
    text = function.path.read_text(errors="replace")
    if function.language != "C" or not re.match(r"static\b", text[function.start:]):
        return False
    name = f"{function.name}_{number}"
    function.path.write_text(re.sub(rf"\b{re.escape(function.name)}\b", name, text))
    return True


def move_to_end(function):
    text = function.path.read_text(errors="replace")
    whole = text[function.start:function.end]
    if function.language == "Python":
        return False
    declared = text[function.start:function.body - 1].rstrip() + ";" if function.language == "C" else ""
    if function.language == "Rust" and function.indent != "\n  ":
        return False
    function.path.write_text(text[:function.start] + declared + text[function.end:] + "\n" + whole + "\n")
    return True


class Program:
    """A clone of a repository in which commits are made."""

    def __init__(self, origin, work):
        self.origin, self.name = origin, origin.name
        self.clone = work / self.name
        if not self.clone.exists():
            subprocess.run(["git", "clone", "--quiet", origin, self.clone], check=True)
        self.base = self.git("rev-parse", "origin/HEAD")
        self.git("checkout", "--quiet", "--force", "--detach", self.base)
        suite = tomllib.loads((self.clone / "bench.toml").read_text())
        self.builds = suite.get("build", {}).get("commands", [])
        self.command = suite["command"][0]["command"]
        self.subject = suite["command"][0]["name"]
        self.build()
        self.answer, self.seconds = self.measure()
        tracked = self.git("ls-files").splitlines()
        # Scripts beside a program that is compiled are not part of it, and tests are part of none.
        self.sources = [self.clone / path for path in tracked
                        if (LANGUAGES.get(pathlib.Path(path).suffix, "Python") == "Python") != bool(self.builds)
                        and pathlib.Path(path).suffix in LANGUAGES and not TESTS.search(path)]

    def git(self, *words):
        return subprocess.run(["git", "-C", self.clone, "-c", "user.name=campaign", "-c", "user.email=campaign@example.org",
                               *words], check=True, capture_output=True, text=True).stdout.strip()

    def reset(self):
        self.git("checkout", "--quiet", "--force", "--detach", self.base)

    def build(self):
        for command in self.builds:
            done = subprocess.run(command, shell=isinstance(command, str), cwd=self.clone,
                                  capture_output=True, text=True)
            if done.returncode != 0:
                return False
        return True

    def measure(self, runs=7):
        """The program's output, and the least seconds of processor of so many runs."""
        least, answer = float("inf"), None
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                done = subprocess.run(self.command, shell=isinstance(self.command, str), cwd=self.clone,
                                      capture_output=True, timeout=20)
            except subprocess.TimeoutExpired:
                return None, float("inf")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            answer = done.stdout
            if done.returncode != 0:
                return None, float("inf")
        return answer, least

    def functions(self):
        """Those that a name and a file tell apart: other edits move them."""
        found = []
        for path in self.sources:
            own = list(functions(path))
            names = collections.Counter(function.name for function in own)
            found += [function for function in own if names[function.name] == 1]
        return found

    def count(self, function, share, compare):
        """So many turns of the loop in the function cost this share of the run; None where it cannot be."""
        cost = self.cost(function)
        wanted = share * self.seconds / cost if cost else 0
        # A few turns take less than they do among many, because processors work ahead; and where a program lies in
        # memory makes as much as the share, so that only programs linked many times tell what the loop costs.
        for _ in range(3):
            if not 1 <= wanted < 1e9:
                return None
            self.reset()
            insert(function, LOOPS[function.language].format(count=round(wanted)))
            if not self.build():
                return None
            taken = compare(self, self.base, self.commit("A loop"))
            self.reset()
            self.build()
            if taken is None:
                return None
            if 0.8 * share <= taken <= 1.25 * share:
                return round(wanted)
            wanted *= share / max(taken, share / 4)
        return None

    def cost(self, function):
        """Seconds that one turn of a loop in each call of the function takes in a run."""
        for turns in (300, 300_000):
            self.reset()
            insert(function, LOOPS[function.language].format(count=turns))
            if not self.build():
                return None
            answer, seconds = self.measure()
            if answer is None:
                return None
            if answer == self.answer and seconds > self.seconds * 2:
                return (seconds - self.seconds) / turns
        return None

    def draw(self, rng, share, compare, others=()):
        candidates = self.functions()
        rng.shuffle(candidates)
        for function in candidates:
            if function.name in {other.name for other in others}:
                continue
            count = self.count(function, share, compare)
            if count:
                return function, count
        sys.exit(f"campaign: no function of {self.name} can be made slower by {share:.1%}")

    def plant(self, function, count):
        """The loop in the function; its place is found anew, because other edits move it."""
        for place in functions(function.path):
            if place.name == function.name:
                insert(place, LOOPS[place.language].format(count=count))
                return

    def harmless(self, rng, planted, number):
        """Edits that change nothing, in five functions, as a list of words."""
        made = []
        while len(made) < 5:
            before = {path: path.read_bytes() for path in self.sources}
            function = rng.choice([each for each in self.functions() if each.name not in planted])
            kind = rng.choice(["comment", "unused", "moved", "renamed"])
            if kind == "comment":
                insert(function, COMMENTS[function.language])
            elif kind == "unused":
                text = function.path.read_text(errors="replace")
                name = f"campaign_unused_{number}_{len(made)}"
                function.path.write_text(text + UNUSED[function.language].format(name=name))
            elif not (move_to_end(function) if kind == "moved" else rename_static(function, number)):
                continue
            if self.build() and self.measure(runs=1)[0] == self.answer:
                made.append(f"{kind}: {function.name} ({function.path.name})")
            else:
                for path, content in before.items():
                    if path.read_bytes() != content:
                        path.write_bytes(content)
        return made

    def commit(self, words):
        self.git("commit", "--quiet", "--all", "--allow-empty", "--message", words)
        return self.git("rev-parse", "HEAD")


def ask(bench, command, program, base, candidate, work):
    """What a command of bench says of two commits, and its seconds."""
    start = time.monotonic()
    done = subprocess.run([bench, command, base, candidate, "--only", program.subject, "--format", "json", "--quiet"],
                          cwd=program.clone, capture_output=True, text=True,
                          env={**os.environ, "XDG_CACHE_HOME": str(work / "cache")})
    return done, time.monotonic() - start


def explain(bench, program, base, candidate, work):
    done, seconds = ask(bench, "explain", program, base, candidate, work)
    try:
        return json.loads(done.stdout)["explanations"][0], seconds, done.returncode
    except (ValueError, KeyError, IndexError):
        return {"answer": done.stderr.strip() or done.stdout.strip(), "verdict": "failed"}, seconds, done.returncode


def callers(function):
    """The names of functions of the same file that call it, or each other up to it: it may be inlined into them."""
    bodies = {}
    for each in functions(function.path):
        bodies[each.name] = function.path.read_text(errors="replace")[each.body:each.end]
    found, names = set(), {function.name}
    while names:
        names = {name for name, body in bodies.items() if name not in found
                 and any(re.search(rf"\b{re.escape(called)}\s*\(", body) for called in names)} - {function.name}
        found |= names
    return found


def plain_name(name):
    """The name of a function without its class, types and what compilers add to parts and copies of it."""
    name = re.sub(r"\.(part|constprop|isra|cold|llvm|lto_priv)(\.\d+)?", "", name)
    return re.split(r"[<(]", name)[0].split("::")[-1].split(".")[-1]


def holds(explanation, part, function, clone):
    """Whether a part holds the function, a caller that it may be inlined into, or the file of one without code of its own."""
    relative = str(function.path.relative_to(clone))
    names = lambda each: {plain_name(change["name"]) for change in each["changes"]}
    if function.name in names(part) or callers(function) & names(part):
        return True
    of_file = any(file and (relative.endswith(file) or file.endswith(function.path.name)) for file in part["files"]) or any(
        (change["file"] or "").endswith(function.path.name) for change in part["changes"]) or function.path.stem in part["title"]
    return of_file and not any(function.name in names(each) for each in explanation["parts"])


def judge(explanation, planted, clone):
    parts = explanation.get("parts") or []
    shares = explanation.get("shares") or []
    named = [[parts[number] for number in share["parts"]] for share in shares]
    held = [any(holds(explanation, part, function, clone) for group in named for part in group) for function in planted]
    strangers = [group for group in named
                 if not any(holds(explanation, part, function, clone) for part in group for function in planted)]
    whole, others = explanation.get("whole"), explanation.get("othersEffect")
    total = sum(share["change"] for share in shares) + (others["change"] if others else 0)
    adds = bool(whole) and whole["interval"] and whole["interval"][0] <= total <= whole["interval"][1]
    return {"right": all(held), "wrong": bool(strangers), "addsUp": bool(adds), "sum": total,
            "named": [" and ".join(part["title"] for part in group) for group in named]}


def attempt(bench, program, kind, share, seed, number, work):
    rng = random.Random(f"{seed} {kind} {program.name} {number}")
    program.reset()

    def compare(program, base, candidate):
        done, _ = ask(bench, "compare", program, base, candidate, work)
        try:
            return json.loads(done.stdout)["comparisons"][0]["change"]
        except (ValueError, KeyError, IndexError):
            return None

    function, count = program.draw(rng, share, compare)
    planted, base = [function], program.base
    if kind == "moved":
        other, other_count = program.draw(rng, share, compare, [function])
        planted.append(other)
        program.reset()
        program.plant(other, other_count)
        base = program.commit("The loop in one function")
        program.git("checkout", "--quiet", "--force", program.base, "--", ".")
    else:
        program.reset()
    edits = program.harmless(rng, {each.name for each in planted}, number)
    program.plant(function, count)
    if not program.build() or program.measure(runs=1)[0] != program.answer:
        return None
    candidate = program.commit("The loop in another function, and edits" if kind == "moved" else "A loop, and edits")
    explanation, seconds, code = explain(bench, program, base, candidate, work)
    ran = {plain_name(row["name"]) for row in (explanation.get("ran") or {}).get("functions", [])}
    return {"repository": program.name, "kind": kind, "share": share, "seed": seed, "try": number,
            "functions": [f"{each.name} ({each.path.name})" for each in planted], "turns": count, "edits": edits,
            "verdict": explanation["verdict"], "answer": explanation["answer"], "exit": code,
            "whole": explanation.get("whole"), "seconds": round(seconds, 1),
            "shown": all(each.name in ran for each in planted), **judge(explanation, planted, program.clone)}


def summary(lines):
    for kind in ("slower", "moved"):
        tries = [line for line in lines if line["kind"] == kind]
        if not tries:
            continue
        count = lambda key: f"{sum(bool(line[key]) for line in tries)} of {len(tries)}"
        slower = sum(line["verdict"] == "slower" for line in tries)
        print(f"{kind}: named {count('right')}, a wrong one {count('wrong')}, parts add up {count('addsUp')}, "
              f"called slower {slower} of {len(tries)}, counts shown {count('shown')}, "
              f"median {statistics.median(line['seconds'] for line in tries):.0f} s")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--bench", default="bench")
    parser.add_argument("--kind", choices=["slower", "moved"], default="slower")
    parser.add_argument("--share", type=float, default=2)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(".build-explain"))
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    lines = []
    if options.record and options.record.exists():
        lines = [json.loads(line) for line in options.record.read_text().splitlines()]
    had = {(line["kind"], line["repository"], line["seed"], line["try"]) for line in lines}
    programs = {}
    try:
        for number in range(options.tries):
            origin = options.repositories[number % len(options.repositories)].resolve()
            if (options.kind, origin.name, options.seed, number) in had:
                continue
            if origin not in programs:
                programs[origin] = Program(origin, work)
            line = attempt(options.bench, programs[origin], options.kind, options.share / 100, options.seed, number, work)
            if line is None:
                print(f"{origin.name}: try {number} could not be made", file=sys.stderr)
                continue
            lines.append(line)
            if options.record:
                with open(options.record, "a") as file:
                    file.write(json.dumps(line) + "\n")
            print(f"{line['repository']} {number}: {', '.join(line['functions'])}: {line['verdict']}, "
                  f"{'right' if line['right'] else 'NOT NAMED'}{', WRONG' if line['wrong'] else ''}, {line['seconds']} s: "
                  f"{line['answer']}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    summary(lines)


if __name__ == "__main__":
    main()
