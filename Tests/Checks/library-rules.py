#!/usr/bin/env python3
"""Checks that libraries never print, end the process, name options or import terminal code, that the area
History knows nothing of what this project measures, and that `bench` is built without colours and pictures.

Usage: Tests/Checks/library-rules.py [SOURCES]

Libraries are the Swift files of all areas but Commands, and but the program of the Laboratory. Commands write to streams and know options; the
messages of libraries name none, for programs without those options show them too. Exits with 1 and prints
each place where the rule is broken.

History keeps parameters of benchmarks: it has no word for a kernel, an image, a pixel or a colour, but in files
that read what earlier versions wrote. What `bench` imports, and what that imports in turn, is outside of the areas
of colours, pictures and kernels, which a suite's program measures.
"""

import pathlib
import re
import sys

# Folders of commands below the sources.
COMMANDS = ["Commands", "Laboratory/lab"]
IMPORT = re.compile(r"^(?:@\w+ )*(?:public |package |internal |fileprivate |private )?import (\w+)", re.MULTILINE)
# What only commands import: `CommandText` is the terminal, `ArgumentParser` the command line.
TERMINAL = {"CommandText", "ArgumentParser"}
# A call by name, not of a method, and the streams themselves.
CALL = re.compile(r"(?<![\w.])(print|debugPrint|dump|exit|_exit|abort|fputs|puts|printf)\(")
STREAM = re.compile(r"\bFileHandle\.standard\w+|\b(?:stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b")
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
# An option inside of a sentence: one that begins a literal is an argument for another program,
# `var(--ink)` a variable of a style sheet, and `--output=*` a pattern of a shell script.
OPTION = re.compile(r"(?<=[\s'`(])(?<!var\()--([a-z][a-z-]*)(?!=\*)")
LONG_NAME = re.compile(r'customLong\("([a-z-]+)"')
PROPERTY = re.compile(r"@(?:Option|Flag)\b.*?\bvar (\w+)", re.DOTALL)

# It gives streams to the programs that it starts.
SPAWNING = "Spawning"

# What a module's own flags decide: commands are not optimised in release, so a release build looked like a debug
# build to itself. Only what describes the flags may ask.
OWN_FLAGS = re.compile(r"\b_is(?:Debug|Release|Fast)AssertConfiguration\b")
FLAGS = "CompilerFlags.swift"

HARNESS = "bench"
SUBJECT_AREAS = {"Bindings", "Color", "Kernels", "Laboratory", "Pictures"}

HISTORY = "History"
SUBJECT = re.compile(r"kernel|image|pixel|swatch|ΔE|colou?r", re.IGNORECASE)
# The kernel of the operating system, the name of the project, and what style sheets call light and dark.
OTHER_MEANING = re.compile(r"operatingSystemKernel|\"unknown kernel\"|swift-dominant-color|color-scheme")
# Former versions recorded kernels, and migrations that were released are never changed.
FORMER = re.compile(r"Former|Migrations\.swift$|Schema\.swift$")


def lines(text):
    """The lines without comments, numbered from 1; literals stay."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("//"):
            yield number, line


def commands(root):
    """The Swift files of commands."""
    return {path for folder in COMMANDS for path in (root / folder).rglob("*.swift")}


def options(paths):
    """The long names of all options of commands."""
    names = set()
    for path in paths:
        text = path.read_text()
        names.update(LONG_NAME.findall(text))
        for name in PROPERTY.findall(text):
            names.add(re.sub(r"([A-Z])", lambda match: "-" + match.group(1).lower(), name))
    return names


def faults(path, module, known):
    """What breaks the rule in a file: (line, sentence)."""
    text = path.read_text()
    for name in sorted(TERMINAL.intersection(IMPORT.findall(text))):
        yield 1, f"imports {name}"
    for number, line in lines(text):
        code = STRING.sub('""', line).split("//")[0]
        for match in CALL.finditer(code):
            # A function of that name that the file declares is its own.
            if f"func {match.group(1)}(" not in text:
                yield number, f"calls {match.group(1)}"
        for match in STREAM.finditer(code):
            if module != SPAWNING:
                yield number, f"uses {match.group(0)}"
        for name in OPTION.findall(line.split(" // ")[0]):
            if name in known:
                yield number, f"names the option --{name}"


def subjects(path):
    """Where a file of the area History names what this project measures: (line, sentence)."""
    if FORMER.search(path.name):
        return
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if match := SUBJECT.search(OTHER_MEANING.sub("", line)):
            yield number, f"says '{match.group(0)}'"


def imports(root):
    """The modules of the sources that each one imports: (area, modules by name)."""
    found = {}
    for folder in root.glob("*/*"):
        names = set()
        for path in folder.rglob("*.swift"):
            names.update(IMPORT.findall(path.read_text()))
        found[folder.name] = (folder.parent.name, names)
    return found


def harness(modules):
    """Chains of imports from `bench` to a module of what it measures: (module, chain)."""
    chains = {HARNESS: [HARNESS]}
    waiting = [HARNESS]
    while waiting:
        name = waiting.pop(0)
        area, names = modules[name]
        if area in SUBJECT_AREAS:
            yield name, chains[name]
        for other in sorted(names.intersection(modules).difference(chains)):
            chains[other] = [*chains[name], other]
            waiting.append(other)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "Sources")
    others = commands(root)
    known = options(others)
    if not known:
        sys.exit(f"library-rules: no option was found under '{root}/{COMMANDS[0]}'")
    count, failed = 0, False
    for path in sorted(root.rglob("*.swift")):
        if path in others:
            continue
        area, *rest = path.relative_to(root).parts
        count += 1
        for number, sentence in faults(path, rest[0], known):
            failed = True
            print(f"{path}:{number}: {sentence}; only commands do that")
        for number, sentence in subjects(path) if area == HISTORY else ():
            failed = True
            print(f"{path}:{number}: {sentence}; a history knows parameters only")
    for path in sorted(root.rglob("*.swift")):
        for number, line in lines(path.read_text()):
            if path.name != FLAGS and (match := OWN_FLAGS.search(line)):
                failed = True
                print(f"{path}:{number}: {match.group(0)} tells this module's flags; `#if DEBUG` tells the build")
    modules = imports(root)
    if HARNESS not in modules or not SUBJECT_AREAS.issubset({area for area, _ in modules.values()}):
        sys.exit(f"library-rules: '{root}' has no module {HARNESS} or not the areas {sorted(SUBJECT_AREAS)}")
    for name, chain in harness(modules):
        failed = True
        print(f"{name}: {HARNESS} imports it ({' > '.join(chain)}); a suite's program measures that")
    if not failed:
        print(f"libraries: {count} files print nothing, name no option, import no terminal code; "
              f"History names no subject, {HARNESS} imports none")
    sys.exit(failed)


main()
