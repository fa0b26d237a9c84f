#!/usr/bin/env python3
"""Checks that the folders of each module depend on each other in one direction only.

Usage: Tests/Checks/folder-cycles.py [MODULE ...]     without names: every module of Sources

A folder depends on another when one of its files names a type, or calls a function of a file's top
level, that the other declares. Exits with 1 and prints the files behind each cycle if there is one.
"""

import collections
import pathlib
import re
import sys

DECLARATION = re.compile(
    r"^(?:public |package |internal |final |indirect )*"
    r"(?:struct|enum|class|protocol|actor|typealias|func) +(\w+)", re.MULTILINE)


def code(text):
    """The text without comments and without the constant parts of strings."""
    text = re.sub(r"//.*", "", text)
    return re.sub(
        r'"(?:\\\(.*?\)|\\.|[^"\\\n])*"',
        lambda match: " ".join(re.findall(r"\\\((.*?)\)", match.group(0))), text)


def modules():
    """The folders of all modules that have Swift files."""
    return sorted(folder for folder in pathlib.Path("Sources").glob("*/*")
                  if next(folder.rglob("*.swift"), None))


def edges(root):
    """The files by which a folder depends on another: {(folder, other): {(file, name)}}."""
    files = {path: code(path.read_text()) for path in sorted(root.rglob("*.swift"))}
    owners = collections.defaultdict(set)
    for path, text in files.items():
        for name in DECLARATION.findall(text):
            owners[name].add(path.parent)
    found = collections.defaultdict(set)
    for path, text in files.items():
        for name in set(re.findall(r"\b[A-Za-z_]\w*\b", text)):
            # A name that several folders declare is private to each of their files.
            if len(owners.get(name, ())) != 1:
                continue
            (owner,) = owners[name]
            if owner != path.parent:
                found[str(path.parent), str(owner)].add((path.name, name))
    return found


def cycle(found):
    """Folders that depend on each other in a circle, or None."""
    graph = collections.defaultdict(set)
    for start, end in found:
        graph[start].add(end)
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):]
        if folder in done:
            return None
        path.append(folder)
        for other in sorted(graph[folder]):
            if ring := visit(other):
                return ring
        path.pop()
        done.add(folder)
        return None

    for folder in sorted(graph):
        if ring := visit(folder):
            return ring
    return None


def main():
    wanted = sys.argv[1:]
    checked = [root for root in modules() if not wanted or root.name in wanted]
    if unknown := set(wanted) - {root.name for root in checked}:
        sys.exit(f"folder-cycles.py: there is no module {', '.join(sorted(unknown))} in Sources")
    failed = False
    for root in checked:
        found = edges(root)
        if ring := cycle(found):
            failed = True
            print(f"{root.name}: its folders depend on each other in a circle")
            for start, end in zip(ring, ring[1:] + ring[:1]):
                for file, name in sorted(found[start, end]):
                    print(f"  {start} -> {end}: {file} uses {name}")
    if not failed:
        print(f"{len(checked)} modules: no cycles between their folders")
    sys.exit(failed)


main()
