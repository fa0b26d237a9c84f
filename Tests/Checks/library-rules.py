#!/usr/bin/env python3
"""Checks that libraries never print, end the process, name options or import terminal code.

Usage: Tests/Checks/library-rules.py [SOURCES]

Libraries are the Swift files of all areas but Commands. Commands write to streams and know options; the
messages of libraries name none, for programs without those options show them too. Exits with 1 and prints
each place where the rule is broken.
"""

import pathlib
import re
import sys

COMMANDS = "Commands"
IMPORT = re.compile(r"^(?:public |package |internal |private )?import (\w+)", re.MULTILINE)
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


def lines(text):
    """The lines without comments, numbered from 1; literals stay."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("//"):
            yield number, line


def options(root):
    """The long names of all options of commands."""
    names = set()
    for path in (root / COMMANDS).rglob("*.swift"):
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


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "Sources")
    known = options(root)
    if not known:
        sys.exit(f"library-rules: no option was found under '{root}/{COMMANDS}'")
    count, failed = 0, False
    for path in sorted(root.rglob("*.swift")):
        area, *rest = path.relative_to(root).parts
        if area == COMMANDS:
            continue
        count += 1
        for number, sentence in faults(path, rest[0], known):
            failed = True
            print(f"{path}:{number}: {sentence}; only commands do that")
    if not failed:
        print(f"libraries: {count} files print nothing, name no option, import no terminal code")
    sys.exit(failed)


main()
