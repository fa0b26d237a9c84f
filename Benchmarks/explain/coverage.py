#!/usr/bin/env python3
"""Counts how well `bench explain --coverage` predicts the least slowdown of a function that is seen.

Usage: coverage.py [OPTION...]

Programs of ten functions are drawn: what each does (in C sums, divisions, square roots, chains of multiplications,
places of memory in drawn order, branches that cannot be foreseen, bytes, functions that compilers put into
others; in scripts loops, sorting, texts, tables, objects) and how often. A second commit changes all ten. Each program also times its own functions, alone and in
turns: a slowdown of a function that takes a share of the run is seen from the margin divided by the share.
`bench explain --coverage` must say the same within a factor of 1.5.

  --bench FILE     the program (default: bench in PATH)
  --language L     C, Python or Node (default: C)
  --programs N     how many programs of ten functions (default: 10)
  --seed S         what is drawn depends on it (default: 1)
  --factor F       what counts as right (default: 1.5)
  --work FOLDER    programs and builds (default: .build-coverage)
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys

COMMANDS = {"C": ["./program"], "Python": ["python3", "program.py"], "Node": ["node", "program.js"]}
HEAD = """#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static uint32_t next_of[1 << 16];
static uint8_t bytes[1 << 16];
static uint32_t words[1 << 10];
static inline uint64_t mixed(uint64_t x) { return (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9u; }
"""
KINDS = {
    "sums": "for (uint32_t i = 0; i < n; i++) { s += i * 3 + ADD; __asm__ volatile(\"\" : \"+r\"(s)); }",
    "divisions": "for (uint32_t i = 0; i < n; i++) { s = (s | 0xFFFF000000000001u) / ((i | 5) + ADD); s += i; }",
    "roots": "double d = 2; for (uint32_t i = ADD; i < n; i++) d = sqrt(d + i); s = (uint64_t)d;",
    "products": "s = 3; for (uint32_t i = 0; i < n; i++) s = s * 6364136223846793005u + 1 + ADD;",
    "places": "uint32_t at = ADD; for (uint32_t i = 0; i < n; i++) at = next_of[at]; s = at;",
    "branches": "uint64_t x = 9 + ADD; for (uint32_t i = 0; i < n; i++) { x = x * 6364136223846793005u + 1; "
                "if (x >> 63) { s += i; __asm__ volatile(\"\" : \"+r\"(s)); } else { s ^= x; __asm__ volatile(\"\" : \"+r\"(s)); } }",
    "bytes": "for (uint32_t i = 0; i < n; i++) s = (s ^ bytes[i & 0xFFFF]) * (1099511628211u + 2 * ADD);",
    "independent": "uint64_t a = 1, b = 2, c = 3; for (uint32_t i = 0; i < n; i++) { a = a * 5 + i; b = b * 7 + i; c = c * 9 + ADD; } s = a ^ b ^ c;",
    "inlined": "for (uint32_t i = 0; i < n; i++) s = mixed(s + i + ADD);",
    "vectors": "for (uint32_t i = 0; i < n / 64; i++) { for (uint32_t k = 0; k < 1024; k++) words[k] = words[k] * 5 + i + ADD; __asm__ volatile(\"\" ::: \"memory\"); } s = words[7];",
}
MAIN = """
static double clocked(clockid_t clock) {{ struct timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec * 1e-9; }}
static double now(void) {{ return clocked(CLOCK_PROCESS_CPUTIME_ID); }}
int main(int count, char **arguments) {{
  for (uint32_t i = 0; i < 1 << 16; i++) next_of[i] = (i * 1664525u + 1013904223u) & ((1 << 16) - 1);
  for (uint32_t i = 0; i < 1 << 16; i++) bytes[i] = (uint8_t)(i * 31);
  uint64_t s = 0;
  double times[10] = {{0}};
  for (int turn = 0; turn < 20; turn++) {{
{calls}
  }}
  if (count > 1) {{
    for (int i = 0; i < 10; i++) printf("%.9f\\n", times[i]);
    printf("%.9f\\n", clocked(CLOCK_PROCESS_CPUTIME_ID));
  }} else printf("%d\\n", (int)(s != 12345));
}}
"""
SCRIPTS = {
    "Python": {
        "loops": "s = 0\n    for i in range(n): s += i * 3 + ADD\n    return s",
        "sorting": "return sorted((i * 7919 + ADD) % 10007 for i in [k for k in range(n)])[0]",
        "texts": "return len(','.join([str(i + ADD) for i in range(n)]))",
        "tables": "t = {i: i + ADD for i in range(n)}\n    return sum(t.values())",
        "native": "return sum(range(20 * n)) + ADD",
        "bytes_of": "return bytes(40 * n).count(ADD)",
        "numbers": "s = 1.5\n    for i in range(n): s = s / 3.1 + i\n    return int(s) + ADD",
    },
    "Node": {
        "loops": "let s = 0; for (let i = 0; i < 60 * n; i++) s = (s + i * 3 + ADD) | 0; return s;",
        "sorting": "return Array.from({ length: n }, (_, i) => (i * 7919 + ADD) % 10007).sort((a, b) => a - b)[0];",
        "texts": "let t = ''; for (let i = 0; i < n; i++) t += String(i + ADD); return t.length;",
        "tables": "const t = new Map(); for (let i = 0; i < n; i++) t.set(i, i + ADD); return t.size;",
        "natives": "return new Uint8Array(100 * n).fill(ADD).indexOf(255);",
        "numbers": "let s = 1.5; for (let i = 0; i < 20 * n; i++) s = Math.sqrt(s + i) / 3.1; return Math.trunc(s) + ADD;",
    },
}
SUITES = {
    "Python": 'name = "drawn"\n[[command]]\nname = "work"\ncommand = ["python3", "program.py"]\n',
    "Node": 'name = "drawn"\n[[command]]\nname = "work"\ncommand = ["node", "program.js"]\n',
}
SUITE = """name = "drawn"
[build]
commands = [["cc", "-O2", "-g", "-c", "functions.c"], ["cc", "functions.o", "-o", "program", "-lm"]]
[[command]]
name = "work"
command = ["./program"]
"""


def script(language, drawn, changed):
    calls = {f"{kind}_{number}": turns for number, (kind, turns) in enumerate(drawn)}
    kinds = SCRIPTS[language]
    if language == "Python":
        head = "".join(f"def {kind}_{number}(n):\n    {kinds[kind]}\n\n".replace("ADD", str(number + changed))
                       for number, (kind, _) in enumerate(drawn))
        work = "\n".join(f"    start = time.process_time(); s += {name}({turns}); times[{number}] += time.process_time() - start"
                         for number, (name, turns) in enumerate(calls.items()))
        return (f"import sys, time\n\n{head}times, s = [0.0] * 10, 0\nfor turn in range(20):\n{work}\n"
                "print(*([*times, time.process_time()] if len(sys.argv) > 1 else ['done']), sep='\\n')\n")
    head = "".join(f"function {kind}_{number}(n) {{ {kinds[kind]} }}\n".replace("ADD", str(number + changed))
                   for number, (kind, _) in enumerate(drawn))
    work = "\n".join(f"  start = now(); s += {name}({turns}); times[{number}] += now() - start;"
                     for number, (name, turns) in enumerate(calls.items()))
    return (f"function now() {{ const used = process.cpuUsage(); return (used.user + used.system) / 1000; }}\n"
            f"{head}const times = Array(10).fill(0); let s = 0, start = 0;\nfor (let turn = 0; turn < 20; turn++) {{\n{work}\n}}\n"
            "console.log((process.argv.length > 2 ? [...times, now()] : ['done']).join('\\n'));\n")


def source(drawn, changed):
    functions = "".join(
        f"__attribute__((noinline)) static uint64_t {kind}_{number}(uint32_t n) {{ uint64_t s = 1; {KINDS[kind]} return s; }}\n"
        .replace("ADD", str(number + changed)) for number, (kind, _) in enumerate(drawn))
    calls = "\n".join(f"    {{ double start = now(); s += {kind}_{number}({turns}); times[{number}] += now() - start; }}"
                      for number, (kind, turns) in enumerate(drawn))
    functions += f"uint64_t never(uint64_t n) {{ return n * 3 + {changed}; }}\n"
    return HEAD + functions + MAIN.format(calls=calls)


def run(*words, folder, **options):
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True, **options).stdout


def program(rng, folder, language):
    """Makes a repository with a program of two commits; returns the names of its functions."""
    folder.mkdir(parents=True)
    git = ("git", "-c", "user.name=campaign", "-c", "user.email=campaign@example.org")
    run(*git, "init", "--quiet", "--initial-branch=main", folder=folder)
    is_script = language in SCRIPTS
    kinds, sizes = (SCRIPTS[language], (2.5, 5)) if is_script else (KINDS, (3, 5.5))
    drawn = [(kind, round(10 ** rng.uniform(*sizes))) for kind in rng.choices(sorted(kinds), k=10)]
    (folder / "bench.toml").write_text(SUITES[language] if is_script else SUITE)
    (folder / ".gitignore").write_text("*.o\nprogram\n")
    for changed in (0, 1):
        name = {"C": "functions.c", "Python": "program.py", "Node": "program.js"}[language]
        (folder / name).write_text(script(language, drawn, changed) if is_script else source(drawn, changed))
        run(*git, "add", "--all", folder=folder)
        run(*git, "commit", "--quiet", "--message", f"State {changed}", folder=folder)
    for command in [] if is_script else json.loads(SUITE.split("commands = ")[1].split("\n")[0]):
        run(*command, folder=folder)
    return [f"{kind}_{number}" for number, (kind, _) in enumerate(drawn)]


def shares(folder, language):
    """What share of the run each function takes, in each of nine runs."""
    for _ in range(9):
        *own, whole = [float(line) for line in run(*COMMANDS[language], "times", folder=folder).split()]
        yield [seconds / whole for seconds in own]


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--bench", default="bench")
    parser.add_argument("--language", choices=sorted(COMMANDS), default="C")
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--factor", type=float, default=1.5)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(".build-coverage"))
    options = parser.parse_args()
    right = total = 0
    for number in range(options.programs):
        folder = options.work.resolve() / f"{options.language}-{options.seed}-{number}"
        if folder.exists():
            sys.exit(f"coverage: {folder} is there already")
        names = program(random.Random(f"{options.seed} {number}"), folder, options.language)
        before = list(shares(folder, options.language))
        done = run(options.bench, "explain", "--coverage", "HEAD~1", "HEAD", "--quiet", "--format", "json", folder=folder,
                   env={**os.environ, "XDG_CACHE_HOME": str(folder.parent / "cache")})
        found = json.loads(done)
        said = {function["name"].split(".")[0]: function["smallestVisible"] for function in found["functions"]}
        for name, own in zip(names, zip(*before, *shares(folder, options.language))):
            truth = found["margin"] / statistics.median(own)
            ratio = said[name] / truth if said.get(name) else None
            is_right = ratio is not None and 1 / options.factor <= ratio <= options.factor
            right, total = right + is_right, total + 1
            print(f"{folder.name} {name}: from {truth:+.2%}, said {'nothing' if ratio is None else f'{said[name]:+.2%} ({ratio:.2f} x)'}"
                  + ("" if is_right else "  <-"), flush=True)
    print(f"within a factor of {options.factor:g}: {right} of {total}; shares are of {' and '.join(found.get('units', ['instructions']))}")


if __name__ == "__main__":
    main()
