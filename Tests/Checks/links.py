#!/usr/bin/env python3
"""Checks that the links of every Markdown file lead somewhere: files, folders and headings.

Usage: Tests/Checks/links.py [FOLDER]     (default: the working folder)

Checked are relative links and their anchors, paths in backticks that begin with a folder of the
repository, and the documents that code and help texts name. Addresses of the web are not opened.
Exits with 1 and prints file, line and link for each that leads nowhere.
"""

import os
import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)", re.MULTILINE)
ATTRIBUTE = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]+)\"")
IDENTIFIER = re.compile(r"<a\b[^>]*?\b(?:id|name)=\"([^\"]+)\"")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
FENCE = re.compile(r"^( {0,3}|[ >-]*)(```+|~~~+).*?^\1\2[`~]*\s*$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(`+)(?!`)((?:(?!\n\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
PATH = re.compile(
    r"(?:Sources|Tests|PerfTests|Benchmarks|Examples|Python)/[\w./+-]*"
    r"(?:/|\.(?:swift|c|h|md|py|sh|js|html|css|toml|yml|rs))")
# In code: a document with its folder, or one of the top level.
NAMED = re.compile(
    r"(?<![\w./-])((?:Benchmarks|Sources|Tests|Examples|Python)/[\w./-]+\.md|"
    r"(?:ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md)(#[\w-]+)?")
CODE = {".swift", ".c", ".h", ".py", ".sh", ".js", ".html", ".yml", ".toml"}


def blank(match):
    """Spaces of the same length and lines, so that positions stay what they are."""
    return re.sub(r"[^\n]", " ", match.group(0))


def files(root):
    """All files below a folder, without hidden folders, such as builds."""
    for folder, names, found in os.walk(root):
        names[:] = sorted(n for n in names if not n.startswith(".") and n != "__pycache__")
        for name in sorted(found):
            yield pathlib.Path(folder, name)


def anchors(text):
    """The anchors of a document's headings, as GitHub makes them, and those that it names itself."""
    found, counts = set(IDENTIFIER.findall(text)), {}
    for title in HEADING.findall(FENCE.sub(blank, text)):
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = counts.get(slug, 0)
        counts[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found


class Checker:
    def __init__(self, root):
        self.root = root
        self.known = {}
        self.failures = []
        self.checked = 0

    def anchors(self, path):
        if path not in self.known:
            self.known[path] = anchors(path.read_text(encoding="utf-8"))
        return self.known[path]

    def check(self, source, text, position, target, folder):
        """A link in `source`, relative to `folder`."""
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            return
        self.checked += 1
        name, _, anchor = target.partition("#")
        path = source if not name else pathlib.Path(
            os.path.normpath(folder / urllib.parse.unquote(name)))
        why = None
        if not path.exists():
            why = "leads nowhere"
        elif self.root not in path.parents and path != self.root:
            why = "leaves the repository"
        elif anchor and path.suffix == ".md":
            if urllib.parse.unquote(anchor) not in self.anchors(path):
                why = "names no heading"
        if why:
            line = text.count("\n", 0, position) + 1
            self.failures.append(f"{source.relative_to(self.root)}:{line}: {target} {why}")

    def markdown(self, path):
        text = path.read_text(encoding="utf-8")
        prose = FENCE.sub(blank, text)
        for match in SPAN.finditer(prose):
            if PATH.fullmatch(match.group(2)):
                self.check(path, text, match.start(), match.group(2), self.root)
        prose = SPAN.sub(blank, prose)
        for pattern in (LINK, DEFINITION, ATTRIBUTE):
            for match in pattern.finditer(prose):
                self.check(path, text, match.start(), match.group(1), path.parent)

    def code(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        for match in NAMED.finditer(text):
            self.check(path, text, match.start(), match.group(0), self.root)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    checker = Checker(root)
    documents = 0
    for path in files(root):
        if "Fixtures" in path.parts and path.suffix != ".md":
            continue
        if path.suffix == ".md":
            documents += 1
            checker.markdown(path)
        elif path.suffix in CODE or path.name == "Makefile":
            checker.code(path)
    for failure in checker.failures:
        print(failure)
    print(f"{checker.checked} links of {documents} documents: {len(checker.failures)} lead nowhere")
    sys.exit(bool(checker.failures))


main()
