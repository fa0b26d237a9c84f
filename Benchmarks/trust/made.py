"""Programs that campaign.py makes: their true differences are known, because they are differences of amounts of work."""

import pathlib
import random
import re
import shutil
import subprocess
import tempfile

# Where a cheat keeps an answer outside of its checkout.
ELSEWHERE = pathlib.Path(tempfile.gettempdir()) / "bench-campaign-answer"
ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each step needs the one before it, so that twice the steps take twice the time. The buffer stays in the first cache.
STEPS = """#include <stdint.h>
{functions}"""
FUNCTION = """
uint32_t work_{number}(uint32_t seed) {{
  uint32_t value = seed, table[256];
  for (uint32_t i = 0; i < 256; i++) table[i] = i * {odd}u + seed;
  for (uint32_t i = 0; i < {steps}u; i++) {{
    value = (value ^ table[(value >> {shift}) & 255]) * {odd}u + i;
    table[i & 255] += value >> 7;
  }}
  return value;
}}
"""
COMMAND = """#include <stdint.h>
#include <stdio.h>
uint32_t work_0(uint32_t seed);
static volatile uint32_t kept;
int main(void) {
  kept = work_0(17);
  printf("done\\n");
  return 0;
}
"""
WORKER = """#define _GNU_SOURCE
#define BENCH_WORKER_IMPLEMENTATION
#include "bench_worker.h"
#include <stdint.h>
{declarations}
typedef uint32_t work_function(uint32_t);
static const char *prepare(void *context, char *answer, size_t size) {{
  (*(work_function **)context)(17);
  snprintf(answer, size, "done");
  return NULL;
}}
static void work(void *context, uint64_t count) {{
  for (uint64_t i = 0; i < count; i++) bench_keep((*(work_function **)context)((uint32_t)i));
}}
int main(void) {{
  static work_function *functions[] = {{{names}}};
  static char titles[{count}][20];
  static struct bench_workload workloads[{count}];
  for (int i = 0; i < {count}; i++) {{
    snprintf(titles[i], sizeof titles[i], "work %d", i);
    workloads[i] = (struct bench_workload){{prepare, work, &functions[i], titles[i]}};
  }}
  return bench_serve(workloads, {count});
}}
"""
MAKEFILE = "program: main.c work.c\n\tcc -O2 -g -ffunction-sections -o $@ main.c work.c\n"


class Repository:
    """A git repository that a campaign makes and commits to."""

    def __init__(self, folder):
        self.folder = folder
        self.is_new = not (folder / ".git").exists()
        if self.is_new:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            self.git("init", "--quiet", "--initial-branch", "main")

    def git(self, *words):
        return subprocess.run(
            ["git", "-C", self.folder, "-c", "user.name=campaign", "-c", "user.email=campaign@example.org", *words],
            check=True, capture_output=True, text=True).stdout.strip()

    def write(self, **files):
        """Writes files; two underscores in a name stand for a dot."""
        for name, text in files.items():
            (self.folder / name.replace("__", ".")).write_text(text)

    def commit(self, words):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", words)
        return self.git("rev-parse", "HEAD")

    def reset(self, commit="main"):
        self.git("reset", "--quiet", "--hard", commit)
        self.git("clean", "--quiet", "-fdx")


def functions(steps, seed):
    """C functions whose steps are given, one after the other."""
    made = []
    for number, count in enumerate(steps):
        rng = random.Random(f"{seed} {number}")
        made.append(FUNCTION.format(number=number, steps=count, odd=rng.randrange(1 << 20, 1 << 30) | 1,
                                    shift=rng.randrange(9, 24)))
    return STEPS.format(functions="".join(made))


def command_program(repository, steps):
    """A command that makes so many steps of work."""
    repository.write(main__c=COMMAND, work__c=functions([steps], 1), Makefile=MAKEFILE, __gitignore="/program\n", bench__toml="""name = "steps"
[build]
commands = [["make"]]
[[command]]
name = "work"
command = ["./program"]
""")


def worker_program(repository, steps):
    """A worker with a benchmark for each number of steps."""
    shutil.copy(ROOT / "Examples/Workers/C/bench_worker.h", repository.folder)
    numbers = range(len(steps))
    repository.write(
        main__c=WORKER.format(declarations="\n".join(f"uint32_t work_{i}(uint32_t seed);" for i in numbers),
                              names=", ".join(f"work_{i}" for i in numbers), count=len(steps)),
        work__c=functions(steps, 1), Makefile=MAKEFILE, __gitignore="/program\n", bench__toml="""name = "sixty"
[build]
commands = [["make"]]
[worker]
command = ["./program"]
""")


def patch(repository, steps, kind, rng):
    """Changes a command program: to so many steps, or by what does nothing. Returns what was done."""
    path = repository.folder / "work.c"
    text = path.read_text()
    number = rng.randrange(10 ** 9)
    if kind == "real":
        path.write_text(re.sub(r"i < \d+u; i\+\+\) \{\n    value", f"i < {steps}u; i++) {{\n    value", text))
        return "fewer steps"
    what = rng.choice(["comment", "unused function", "table", "renamed"] + ["other constant", "check"] * 2)
    if what == "comment":
        text = text.replace("  return value;", f"  // Note {number}.\n  return value;")
    elif what == "unused function":
        text += f"\nuint32_t unused_{number}(uint32_t value) {{ return value * {number}u + 1; }}\n"
    elif what == "table":
        text = text.replace("\nuint32_t", f"\nuint32_t table_{number}[{rng.randrange(1, 999)}] = {{1}};\nuint32_t", 1)
    elif what == "renamed":
        text = re.sub(r"\btable\w*\[", f"table{number}[", text)
    elif what == "check":
        text = text.replace("uint32_t value = seed", f"if (seed == {number}u) return {number}u;\n  uint32_t value = seed")
    else:
        text = re.sub(r"\* \d+u \+ seed", f"* {number | 1}u + seed", text)
    path.write_text(text)
    return what


# Ten benchmarks of an interpreted language. Each function has a local `total`.
PYTHON = """import functools
import itertools


def combinations(size):
    total = 0
    for one, two, three in itertools.combinations(range(size // 50), 3):
        total += one * three
    return total


def sums(size):
    total = 0
    for number in range(size):
        total = (total + (number ^ (total >> 3))) & 0xFFFFFF
    return total


def words(size):
    total = {}
    for number in range(size):
        word = "w%d" % (number % 97)
        total[word] = total.get(word, 0) + 1
    return len(total)


def sorting(size):
    total = sorted((number * 7919) % 10007 for number in range(size))
    return total[size // 2]


def strings(size):
    total = []
    for number in range(size):
        total.append(str(number).upper())
    return len(",".join(total))


def objects(size):
    class Point:
        def __init__(self, x):
            self.x = x
    total = 0
    for point in [Point(number) for number in range(size)]:
        total += point.x
    return total


def closures(size):
    total = functools.reduce(lambda sum, number: sum + number % 3, range(size), 0)
    return total


def sets(size):
    total = set()
    for number in range(size):
        total.add("k%d" % (number * 31 % 211))
    return len(total & {"k1", "k2", "k3"})


def recursion(size):
    total = 0

    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    total += fibonacci(13)
    return total


def matrices(size):
    total = [[row * column % 5 for column in range(12)] for row in range(12)]
    return sum(sum(a * b for a, b in zip(row, column)) for row in total for column in zip(*total))
"""
PYTHON_WORKER = """from bench_worker import Benchmark, serve
import ten

NAMES = "combinations sums words sorting strings objects closures sets recursion matrices".split()
serve(*[Benchmark(name, lambda name=name: lambda: getattr(ten, name)(1000)) for name in NAMES])
"""
NODE = """'use strict';

function combinations(size) {
  let total = 0;
  for (let a = 0; a < size / 20; a++) for (let b = 0; b < a; b++) for (let c = 0; c < b; c++) total += a * c;
  return total;
}

function sums(size) {
  let total = 0;
  for (let number = 0; number < size * 20; number++) total = (total + (number ^ (total >> 3))) | 0;
  return total;
}

function words(size) {
  const total = new Map();
  for (let number = 0; number < size; number++) {
    const word = 'w' + number % 97;
    total.set(word, (total.get(word) || 0) + 1);
  }
  return total.size;
}

function sorting(size) {
  const total = Array.from({ length: size }, (_, number) => number * 7919 % 10007).sort((a, b) => a - b);
  return total[size >> 1];
}

function strings(size) {
  const total = [];
  for (let number = 0; number < size; number++) total.push(String(number).padStart(6, '0'));
  return total.join(',').length;
}

function objects(size) {
  let total = 0;
  const points = [];
  for (let number = 0; number < size; number++) points.push({ x: number, y: -number });
  for (const point of points) total += point.x - point.y;
  return total;
}

function closures(size) {
  const total = Array.from({ length: size }, (_, number) => number).map((n) => n % 3).reduce((a, b) => a + b, 0);
  return total;
}

function sets(size) {
  const total = new Set();
  for (let number = 0; number < size; number++) total.add('k' + number * 31 % 211);
  return total.size;
}

function recursion(size) {
  let total = 0;
  const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
  total += fibonacci(18);
  return total;
}

function matrices(size) {
  const total = Array.from({ length: 30 }, (_, row) => Array.from({ length: 30 }, (_, column) => row * column % 5));
  let sum = 0;
  for (let i = 0; i < 30; i++) for (let j = 0; j < 30; j++) for (let k = 0; k < 30; k++) sum += total[i][k] * total[k][j];
  return sum;
}

module.exports = { combinations, sums, words, sorting, strings, objects, closures, sets, recursion, matrices };
"""
NODE_WORKER = """'use strict';
const { serve } = require('./bench_worker.js');
const ten = require('./ten.js');

const workloads = {};
for (const name of Object.keys(ten)) workloads[name] = { prepare: () => () => ten[name](1000) };
serve(workloads);
"""
EDITS = ["comment", "unused constant", "import", "renamed local"]
# Node has loaded those before a script begins: one that it loads anew keeps more alive, which makes collecting slower.
IMPORTS = {"Python": ["import calendar", "import colorsys", "import fractions", "import string", "import textwrap"],
           "Node": ["require('node:path');", "require('node:url');", "require('node:util');", "require('node:events');", "require('node:fs');"]}


def ten_benchmarks(repository, language):
    """Ten functions and a worker that calls them."""
    suffix, program, code, worker = {"Python": ("py", "python3", PYTHON, PYTHON_WORKER), "Node": ("js", "node", NODE, NODE_WORKER)}[language]
    folder = {"Python": "Python", "Node": "JavaScript"}[language]
    shutil.copy(ROOT / f"Examples/Workers/{folder}/bench_worker.{suffix}", repository.folder)
    (repository.folder / f"ten.{suffix}").write_text(code)
    (repository.folder / f"worker.{suffix}").write_text(worker)
    repository.write(__gitignore="__pycache__\n", bench__toml=f"""name = "ten in {language}"
[worker]
command = ["{program}", "worker.{suffix}"]
""")


def edit(repository, language, kind, rng):
    """Edits one of the ten functions, or beside it, without a change of what it does. Returns its name."""
    path = repository.folder / {"Python": "ten.py", "Node": "ten.js"}[language]
    text = path.read_text()
    head = re.compile({"Python": r"^def (\w+)\(size\):\n", "Node": r"^function (\w+)\(size\) \{\n"}[language], re.MULTILINE)
    places = list(head.finditer(text))
    drawn = rng.randrange(len(places))
    place, number = places[drawn], rng.randrange(1, 10 ** 6)
    end = places[drawn + 1].start() if drawn + 1 < len(places) else len(text)
    if kind == "comment":
        line = {"Python": f"    # Note {number}: nothing changes here.\n", "Node": f"  // Note {number}: nothing changes here.\n"}[language]
        text = text[:place.end()] + line + text[place.end():]
    elif kind == "unused constant":
        line = {"Python": f"UNUSED_{number} = {number}\n\n\n", "Node": f"const unused{number} = {number};\n\n"}[language]
        text = text[:place.start()] + line + text[place.start():]
    elif kind == "import":
        first = text.index("\n") + 1
        text = text[:first] + rng.choice(IMPORTS[language]) + "\n" + text[first:]
    else:
        text = text[:place.start()] + re.sub(r"\btotal\b", f"amount{number}", text[place.start():end]) + text[end:]
    path.write_text(text)
    return place[1]


# What the cheats cheat: words of a text are counted, by a library that a benchmark calls.
WORDS = """#include "words.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct words *words_open(const char *text, size_t size) {
  struct words *words = malloc(sizeof *words);
  words->text = memcpy(malloc(size), text, size);
  words->size = size;
  usleep(20000);
  return words;
}

unsigned words_hash(const struct words *words) {
  unsigned sum = 0, word = 5381;
  for (int pass = 0; pass < 8; pass++)
    for (size_t i = 0; i < words->size; i++) {
      if (words->text[i] == ' ') sum += word, word = 5381;
      else word = word * 33 + (unsigned char)words->text[i];
    }
  return sum;
}
"""
WORDS_HEADER = """#include <stddef.h>
struct words { char *text; size_t size; };
struct words *words_open(const char *text, size_t size);
unsigned words_hash(const struct words *words);
"""
WORDS_BENCHMARK = """#define _GNU_SOURCE
#define BENCH_WORKER_IMPLEMENTATION
#include "bench_worker.h"
#include "words.h"
static char text[1 << 20];
static struct words *words;
static const char *prepare(void *context, char *answer, size_t size) {
  FILE *file = fopen(context, "rb");
  if (!file) return "there is no text";
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  words = words_open(text, length);
  snprintf(answer, size, "%u", words_hash(words));
  return NULL;
}
static void work(void *context, uint64_t count) {
  (void)context;
  for (uint64_t i = 0; i < count; i++) bench_keep(words_hash(words));
}
int main(int count, char **arguments) {
  (void)count;
  struct bench_workload workloads[] = {{prepare, work, arguments[1], "hash"}};
  return bench_serve(workloads, 1);
}
"""
WORDS_MAKEFILE = "CC = cc\nworker: bench_words.c words.c words.h bench_worker.h\n\t$(CC) -O2 -g -o $@ bench_words.c words.c\n"


def words_program(repository):
    """A library of words and its benchmark."""
    shutil.copy(ROOT / "Examples/Workers/C/bench_worker.h", repository.folder)
    rng = random.Random(1)
    text = " ".join("".join(rng.choices("abcdefghijklmnop", k=rng.randint(2, 9))) for _ in range(12000))
    (repository.folder / "data").mkdir(exist_ok=True)
    (repository.folder / "data/text.txt").write_text(text)
    repository.write(words__c=WORDS, words__h=WORDS_HEADER, bench_words__c=WORDS_BENCHMARK, Makefile=WORDS_MAKEFILE,
                     __gitignore="/worker\n", bench__toml="""name = "words"
[build]
commands = [["make"]]
[worker]
command = ["./worker", "data/text.txt"]
""")


def replaced(text, old, new):
    if old not in text:
        raise ValueError(f"'{old}' is not in the text")
    return text.replace(old, new, 1)


def _kept_in_memory(repository):
    code = replaced(WORDS, "unsigned sum = 0,", "static const struct words *last;\n  static unsigned answer;\n"
                    "  if (last == words) return answer;\n  unsigned sum = 0,")
    repository.write(words__c=replaced(code, "  return sum;", "  last = words;\n  return answer = sum;"))


def _kept_in_file(path):
    def change(repository):
        code = replaced(WORDS, "#include <stdlib.h>", "#include <stdio.h>\n#include <stdlib.h>")
        code = replaced(code, "unsigned sum = 0,", f"""static unsigned answer;
  if (answer) return answer;
  FILE *file = fopen("{path}", "r");
  if (file) {{
    int had = fscanf(file, "%u", &answer);
    fclose(file);
    if (had == 1) return answer;
  }}
  unsigned sum = 0,""")
        repository.write(words__c=replaced(code, "  return sum;", f"""  file = fopen("{path}", "w");
  if (file) {{
    fprintf(file, "%u", sum);
    fclose(file);
  }}
  return sum;"""))
    return change


def _other_benchmark(repository):
    repository.write(bench_words__c=replaced(WORDS_BENCHMARK, "i < count; i++", "i < (count + 1) / 2; i++"))


def _other_input(repository):
    text = (repository.folder / "data/text.txt").read_text()
    (repository.folder / "data/text.txt").write_text(text[:len(text) // 2])


def _no_wait(repository):
    repository.write(words__c=replaced(WORDS, "  usleep(20000);\n", ""))


def _moved_before(repository):
    code = replaced(WORDS, "unsigned words_hash", "static unsigned hash")
    code = replaced(code, "struct words *words_open", "static unsigned hash(const struct words *words);\n\nstruct words *words_open")
    code = replaced(code, "  usleep(20000);\n", "  words->hash = hash(words);\n  usleep(20000);\n")
    repository.write(words__c=code + "\nunsigned words_hash(const struct words *words) { return words->hash; }\n",
                     words__h=replaced(WORDS_HEADER, "size_t size; };", "size_t size; unsigned hash; };"))


def _at_build(repository):
    code = replaced(WORDS, '#include "words.h"', '#include "words.h"\n#include "known.h"')
    code = replaced(code, "unsigned sum = 0,", "if (words->size == KNOWN_SIZE) return KNOWN;\n  unsigned sum = 0,")
    maker = replaced(replaced(WORDS, '#include "words.h"', '#include "words.h"\n#include <stdio.h>'), "  usleep(20000);\n", "")
    maker += """
int main(void) {
  static char text[1 << 20];
  FILE *file = fopen("data/text.txt", "rb");
  size_t size = fread(text, 1, sizeof text, file);
  printf("#define KNOWN_SIZE %zu\\n#define KNOWN %uu\\n", size, words_hash(words_open(text, size)));
  return 0;
}
"""
    repository.write(words__c=code, known__c=maker, Makefile="worker: bench_words.c words.c words.h bench_worker.h\n"
                     "\tcc -O2 -o known known.c && ./known > known.h\n\tcc -O2 -g -o $@ bench_words.c words.c\n",
                     __gitignore="/worker\n/known\n/known.h\n")


def _slow_clock(repository):
    code = replaced(WORDS, '#include "words.h"', '#define _GNU_SOURCE\n#include "words.h"\n#include <sys/syscall.h>\n#include <time.h>')
    repository.write(words__c=code + """
int clock_gettime(clockid_t clock, struct timespec *time) {
  long failed = syscall(SYS_clock_gettime, clock, time);
  unsigned long long nanoseconds = (time->tv_sec * 1000000000ull + time->tv_nsec) / 10 * 7;
  time->tv_sec = nanoseconds / 1000000000;
  time->tv_nsec = nanoseconds % 1000000000;
  return (int)failed;
}
""")


CHEATS = {
    "an answer kept in memory": _kept_in_memory,
    "an answer kept in a file": _kept_in_file("answer.cache"),
    "an answer kept in a file elsewhere": _kept_in_file(ELSEWHERE),
    "another benchmark": _other_benchmark,
    "another input": _other_input,
    "a wait removed from the set-up": _no_wait,
    "work moved before the measured part": _moved_before,
    "the answer made by the build": _at_build,
    "another clock": _slow_clock,
}
