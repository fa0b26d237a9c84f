#!/usr/bin/env python3
"""The version that the sources say.

Usage: version.py set VERSION      puts it into every file that says one: 0.3.0, or 0.4.0-dev on the way to 0.4.0
       version.py check VERSION    fails with a sentence where a file says another
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-dev)?")
# In each file what stands before a part of the version, which part, and what stands behind it. None: all of it.
PLACES = {
    "Sources/Bindings/CDominantColor/include/dominantcolor.h": [
        ("#define DOMINANTCOLOR_VERSION_MAJOR ", 1, "\n"),
        ("#define DOMINANTCOLOR_VERSION_MINOR ", 2, "\n"),
        ("#define DOMINANTCOLOR_VERSION_PATCH ", 3, "\n"),
        ('#define DOMINANTCOLOR_VERSION_SUFFIX "', 4, '"\n'),
    ],
    "Sources/Bindings/DominantColorC/PaletteFunctions.swift": [
        ('private let versionText: StaticString = "', None, '"\n')
    ],
    "Sources/Color/DominantColor/Selection/LibraryVersion.swift": [('  static let version = "', None, '"\n')],
    "Sources/Commands/CommandText/ProjectVersion.swift": [('package static let text = "', None, '"\n')],
    "CITATION.cff": [("\nversion: ", None, "\n")],
    "JavaScript/package.json": [('\n  "version": "', None, '",\n')],
}


def fail(status: int, text: str) -> None:
    print(f"make release: {text}", file=sys.stderr)
    sys.exit(status)


def main() -> None:
    if len(sys.argv) != 3 or sys.argv[1] not in ("set", "check"):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    action, version = sys.argv[1:]
    parts = VERSION.fullmatch(version)
    if parts is None:
        fail(64, f"'{version}' is no version: write three numbers, as in 0.3.0")
    for name, places in PLACES.items():
        file = ROOT / name
        text = file.read_text()
        for before, part, behind in places:
            wanted = version if part is None else parts[part] or ""
            pattern = re.compile(re.escape(before) + "(.*?)" + re.escape(behind))
            found = pattern.search(text)
            if found is None:
                fail(65, f"{name} has no line '{before.strip()}…'")
            if action == "set":
                text = text[: found.start(1)] + wanted + text[found.end(1) :]
            elif found[1] != wanted:
                advice = f".ci/release/version.py set {version}, commit and tag again"
                fail(65, f"{name} says '{found[1]}' where version {version} has '{wanted}': {advice}")
        if action == "set":
            file.write_text(text)


if __name__ == "__main__":
    main()
