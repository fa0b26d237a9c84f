#!/usr/bin/env python3
"""Checks that the manifest, the folders of `Sources` and the areas' README.md files agree.

Usage: SERVER=1 swift package dump-package | Tests/Checks/areas.py

An area is a folder of `Sources`, a module a folder of an area. The README.md of an area lists its modules and the
areas that they import, which stand above it in the manifest. A module that belongs to no library product declares
nothing `public`: its declarations are `package`. Only code that is compiled into other modules (`@inlinable`) is
`public` there, since everything that it uses would need `@usableFromInline` otherwise. Exits with 1 and prints each
place where the rule is broken.
"""

import json
import pathlib
import re
import sys

SOURCES = pathlib.Path("Sources")
PUBLIC = re.compile(r"^ *(?:@\w+(?:\([^)]*\))? +|(?:final|static|nonisolated|indirect) +)*(?:public|open)(?:\(set\))? +"
                    r"(?:\w+ +)*(?:class|struct|enum|protocol|actor|extension|typealias|func|var|let|init|subscript)\b",
                    re.MULTILINE)
IMPORTED = "Areas that it imports: "


def folders(path):
    return sorted(entry.name for entry in path.iterdir() if entry.is_dir())


def dependencies(target):
    """The targets of this package that a target names."""
    return {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}


def listed(readme, areas):
    """What is wrong with the modules that an area's README.md lists."""
    for area in areas:
        names = sorted(re.findall(r"^\| `([^`]*)`", readme[area], re.MULTILINE))
        if names != folders(SOURCES / area):
            yield f"Sources/{area}/README.md lists {names}, the folder has {folders(SOURCES / area)}"


def built(targets, areas):
    """Folders that are no target of the manifest."""
    paths = {target["path"] for target in targets}
    for area in areas:
        for module in folders(SOURCES / area):
            if f"{SOURCES}/{area}/{module}" not in paths:
                yield f"Sources/{area}/{module} is no target of the manifest"


def imports(readme, targets, areas):
    """Imports of areas that stand below in the manifest, or that a README.md does not name."""
    area_of = {target["name"]: target["path"].split("/")[1] for target in targets
               if (target.get("path") or "").startswith("Sources/")}
    order, imported = [], {area: set() for area in areas}
    for target in targets:
        area = area_of.get(target["name"])
        if area is None:
            continue
        if area not in order:
            order.append(area)
        used = {area_of[name] for name in dependencies(target) if name in area_of} - {area}
        imported[area] |= used
        for below in sorted(used.difference(order)):
            yield f"{target['name']} imports the area {below}, which stands below {area} in the manifest"
    for area in areas:
        line = next((line for line in readme[area].split("\n") if line.startswith(IMPORTED)), "")
        for name in sorted(imported[area]):
            if f"`{name}`" not in line:
                yield f"Sources/{area}/README.md: the line '{IMPORTED}' does not name {name}"


def declared(manifest):
    """Public declarations of modules that no library product has."""
    products = {name for product in manifest["products"] if "library" in product["type"]
                for name in product["targets"]}
    for target in manifest["targets"]:
        folder = pathlib.Path(target.get("path") or "")
        if SOURCES not in folder.parents or target["name"] in products:
            continue
        texts = {path: path.read_text() for path in sorted(folder.rglob("*.swift"))}
        if any("@inlinable" in text for text in texts.values()):
            continue
        for path, text in texts.items():
            for match in PUBLIC.finditer(text):
                line = text.count("\n", 0, match.end()) + 1
                yield f"{path}:{line}: public in a module of no library product; write package"


def main():
    manifest = json.load(sys.stdin)
    areas = folders(SOURCES)
    readme = {area: (SOURCES / area / "README.md").read_text() for area in areas}
    targets = manifest["targets"]
    faults = [*listed(readme, areas), *built(targets, areas), *imports(readme, targets, areas), *declared(manifest)]
    for fault in faults:
        print(f"areas: {fault}")
    if not faults:
        print(f"areas: {len(areas)} areas import those above them, and their README.md files say so")
    sys.exit(bool(faults))


main()
