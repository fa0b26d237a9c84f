#!/usr/bin/env python3
"""Compares the public interfaces of libraries with those that are recorded.

Usage: interfaces.py RECORDED_DIRECTORY SYMBOL_GRAPHS LIBRARY...

SYMBOL_GRAPHS/LIBRARY holds what `swift-symbolgraph-extract` wrote of a library. With RECORD=1 in the
environment the interfaces are recorded in RECORDED_DIRECTORY/LIBRARY.txt, one declaration a line.
The exit code is 1 when a declaration is gone, has changed or is not recorded.
"""

import json
import os
import pathlib
import sys


def declarations(folder, library):
    """The public declarations of a library, each with its full name, in order."""
    found = set()
    # What a library adds to another's types is in files of its own: LIBRARY@OTHER.symbols.json.
    for file in [folder / f"{library}.symbols.json", *folder.glob(f"{library}@*.symbols.json")]:
        for symbol in json.loads(file.read_text())["symbols"]:
            # What the compiler makes of a conformance is no declaration of the library.
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
            name = ".".join(symbol["pathComponents"])
            found.add(f"{name}: {' '.join(text.split())}")
    return sorted(found)


def listed(lines, most=20):
    """Lines for a message, not too many."""
    more = [f"  … and {len(lines) - most} more"] if len(lines) > most else []
    return "\n".join([f"  {line}" for line in lines[:most]] + more)


def main(recorded, graphs, libraries):
    recorded, graphs = pathlib.Path(recorded), pathlib.Path(graphs)
    wrong = False
    total = 0
    for library in libraries:
        now = declarations(graphs / library, library)
        if not now:
            print(f"interfaces: {library} declares nothing public: is its symbol graph whole?",
                  file=sys.stderr)
            wrong = True
            continue
        total += len(now)
        file = recorded / f"{library}.txt"
        if os.environ.get("RECORD"):
            recorded.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(now) + "\n")
            continue
        former = file.read_text().splitlines() if file.exists() else []
        gone = [line for line in former if line not in set(now)]
        new = [line for line in now if line not in set(former)]
        if gone:
            print(f"interfaces: {library}: gone or changed, which breaks programs that use them:\n"
                  + listed(gone), file=sys.stderr)
        if new:
            print(f"interfaces: {library}: not recorded:\n" + listed(new), file=sys.stderr)
        wrong = wrong or bool(gone) or bool(new)
    for file in sorted(recorded.glob("*.txt")):
        if file.stem not in libraries:
            print(f"interfaces: {file.stem} is recorded and is no library product any more",
                  file=sys.stderr)
            wrong = True
    if wrong:
        print("interfaces: if that is meant, record it with `make docs RECORD_INTERFACES=1`; what "
              "breaks takes a line under Changes in CHANGELOG.md", file=sys.stderr)
        return 1
    print(f"interfaces: {total} public declarations of {len(libraries)} libraries, as recorded")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
