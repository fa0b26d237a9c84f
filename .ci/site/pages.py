"""Lays out the Markdown files of the repository, and pages of its libraries, for Sphinx.

Usage: pages.py ARCHIVES FOLDER

ARCHIVES holds the documentation of libraries that `make docs` makes; FOLDER gets the pages, what they show, and the
files that they link to.
"""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The navigation. A pattern stands for all pages that no line names.
NAVIGATION = [
    ("Pictures", ["Examples/Pictures.md", "JavaScript/README.md", "Python/README.md"]),
    (
        "Benchmarks",
        [
            "Benchmarks/Guide.md",
            "Benchmarks/FirstComparison.md",
            "Benchmarks/ReadingAVerdict.md",
            "Benchmarks/FromOtherTools.md",
            "Benchmarks/WhyYourBenchmarkMoved.md",
            "Benchmarks/WhyIsItSlower.md",
            "Benchmarks/SUITES.md",
            "Benchmarks/WritingAWorker.md",
            "Benchmarks/InCI.md",
            "Benchmarks/Fleet.md",
            "Benchmarks/TRUST.md",
            "Benchmarks/*.md",
            "Benchmarks/nightly/*.md",
        ],
    ),
    ("Libraries", ["Libraries/*.md"]),
    (
        "This project",
        [
            "CONTRIBUTING.md",
            "ARCHITECTURE.md",
            "SECURITY.md",
            "CHANGELOG.md",
            "Sources/*/README.md",
            "JavaScript/core/README.md",
        ],
    ),
    ("Notes", ["Benchmarks/Notes/README.md", "Benchmarks/Notes/*.md"]),
    ("Records", ["Benchmarks/Records/*.md", "Benchmarks/Pictures/*.md"]),
]
# Where the heading of a page does not say what it is among others.
TITLES = {"Python/README.md": "Python", "JavaScript/README.md": "JavaScript", "Benchmarks/README.md": "How it works"}
# Documents of tests belong to their fixtures; those of libraries are in the archives.
LEFT_OUT = re.compile(r"(Tests|\.github)/|.*\.docc/")
PICTURE = {".gif", ".jpg", ".png", ".svg", ".webp"}

FENCE = re.compile(r"^( {0,3}|[ >-]*)(```+|~~~+).*?^\1\2[`~]*\s*$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(`+)(?!`)((?:(?!\n\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(\s*<?([^)\s>]+)>?((?:\s+\"[^\"]*\")?)\s*\)")
ATTRIBUTE = re.compile(r"(<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\")([^\"]+)(\")")


class Site:
    """The pages, and what they link to."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.files = folder / "_files"
        tracked = subprocess.run(
            ["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.split("\n")
        self.sources = {name for name in tracked if name and not LEFT_OUT.match(name)}

    @staticmethod
    def page(source: str) -> str:
        """Where the page of a Markdown file lies."""
        return "index.md" if source == "README.md" else source

    def target(self, source: str, link: str) -> tuple[str, str | None]:
        """The kind of what a link of a file leads to (web, page, picture, file or nothing), and its place."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc or not parts.path:
            return "web", link
        path = os.path.normpath(os.path.join(os.path.dirname(source), urllib.parse.unquote(parts.path)))
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        here = os.path.dirname(self.page(source))
        if (ROOT / path).is_dir():
            path, anchor = os.path.join(path, "README.md"), ""
        if path in self.sources:
            return "page", os.path.relpath(self.page(path), here or ".") + anchor
        full = ROOT / path
        if not full.is_file():
            return "nothing", None
        if full.suffix in PICTURE:
            self.copy(full, self.folder / path)
            return "picture", os.path.relpath(path, here or ".")
        name = os.path.join("files", path + ".txt")
        self.copy(full, self.files / name)
        return "file", os.path.relpath(name, here or ".")

    @staticmethod
    def copy(source: pathlib.Path, place: pathlib.Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)

    def rewritten(self, source: str, text: str) -> str:
        """The text with links that hold on the site; code stays as it is."""

        def inline(match: re.Match) -> str:
            picture, words, link, title = match.groups()
            kind, place = self.target(source, link)
            if kind == "nothing":
                return words
            words = LINK.sub(inline, words)
            if kind == "file" and not picture:
                label = re.sub(r"`([^`]*)`", r"<code>\1</code>", words)
                return f'<a href="{place}">{label}</a>'
            return f"{picture}[{words}]({place}{title})"

        def attribute(match: re.Match) -> str:
            kind, place = self.target(source, match[2])
            if kind == "picture":
                # Sphinx does not see what stands in HTML.
                path = os.path.normpath(os.path.join(os.path.dirname(self.page(source)), place))
                self.copy(self.folder / path, self.files / path)
            if kind == "page":
                place = re.sub(r"\.md(?=#|$)", ".html", place)
            return f"{match[1]}{place or match[2]}{match[3]}"

        def prose(piece: str) -> str:
            return ATTRIBUTE.sub(attribute, LINK.sub(inline, piece))

        # A link's words may be code: spans are put aside while links are looked for.
        spans: list[str] = []

        def aside(match: re.Match) -> str:
            spans.append(match[0])
            return f"\0{len(spans) - 1}\0"

        pieces, start = [], 0
        for fence in FENCE.finditer(text):
            pieces += [(False, text[start : fence.start()]), (True, fence[0])]
            start = fence.end()
        pieces.append((False, text[start:]))
        out = []
        for is_code, piece in pieces:
            if is_code:
                out.append(piece)
                continue
            piece = prose(SPAN.sub(aside, piece))
            piece = re.sub(
                r"(<a href=\"[^\"]*\">)\0(\d+)\0(</a>)",
                lambda m: f"{m[1]}<code>{spans[int(m[2])].strip('`')}</code>{m[3]}",
                piece,
            )
            out.append(re.sub(r"\0(\d+)\0", lambda m: spans[int(m[1])], piece))
        return "".join(out)

    def write(self, page: str, text: str) -> None:
        place = self.folder / page
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def inline_text(content: list) -> str:
    """The words of DocC's inline content, as Markdown."""
    words = []
    for part in content:
        kind = part.get("type")
        if kind == "text":
            words.append(part["text"])
        elif kind == "codeVoice":
            words.append(f"`{part['code']}`")
        elif kind == "reference":
            words.append(f"`{part['identifier'].rsplit('/', 1)[-1]}`")
        elif "inlineContent" in part:
            words.append(inline_text(part["inlineContent"]))
    return "".join(words)


def library_page(archive: pathlib.Path) -> str:
    """A page of a library's articles and public symbols, which the search reads, with links to their documents."""
    library = archive.name.removesuffix(".doccarchive")
    data = archive / "data" / "documentation"
    (root,) = [name for name in data.glob("*.json")]
    top = json.loads(root.read_text(encoding="utf-8"))
    lines = [f"# {library}", "", inline_text(top.get("abstract", [])), ""]
    lines += [f'<a href="../api/documentation/{root.stem}/">The whole documentation of {library}</a>', ""]
    rows: dict[str, list[str]] = {}
    for path in sorted((data / root.stem).rglob("*.json")):
        page = json.loads(path.read_text(encoding="utf-8"))
        metadata = page.get("metadata", {})
        title = metadata.get("title")
        kind = metadata.get("roleHeading", "")
        if not title or kind in {"", "API Collection"}:
            continue
        place = path.relative_to(data).with_suffix("").as_posix()
        name = title if kind == "Article" else f"<code>{html.escape(title)}</code>"
        words = inline_text(page.get("abstract", []))
        rows.setdefault(kind, []).append(
            f'- <a href="../api/documentation/{urllib.parse.quote(place)}/">{name}</a>'
            + (f": {words}" if words else "")
        )
    order = ["Article", "Structure", "Enumeration", "Protocol", "Class"]
    for kind in sorted(rows, key=lambda k: (order.index(k) if k in order else len(order), k)):
        lines += [f"## {plural(kind)}", "", *rows[kind], ""]
    return "\n".join(lines)


def plural(kind: str) -> str:
    if kind.endswith("y"):
        return kind[:-1] + "ies"
    return kind + ("es" if kind.endswith("s") else "s")


def fits(name: str, pattern: str) -> bool:
    """Whether a pattern stands for a page; a star is no slash."""
    return name.count("/") == pattern.count("/") and pathlib.PurePosixPath(name).match(pattern)


def contents(pages: set[str]) -> str:
    """The navigation: each page once."""
    lines, left = [], set(pages) - {"index.md"}
    for caption, patterns in NAVIGATION:
        names = []
        for pattern in patterns:
            found = sorted(name for name in left if fits(name, pattern))
            names += found
            left -= set(found)
        lines += ["", "```{toctree}", ":hidden:", f":caption: {caption}", ""]
        for name in names:
            place = name.removesuffix(".md")
            lines.append(f"{TITLES[name]} <{place}>" if name in TITLES else place)
        lines += {"Pictures": ["show-and-hide"], "Benchmarks": ["dashboard-example"]}.get(caption, [])
        lines.append("```")
    if left:
        sys.exit(f"site: no place in the navigation for: {' '.join(sorted(left))}")
    return "\n".join(lines) + "\n"


def main() -> None:
    archives, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    site = Site(folder)
    site.files.mkdir(parents=True)
    pages = {}
    for source in sorted(site.sources):
        text = (ROOT / source).read_text(encoding="utf-8")
        pages[site.page(source)] = site.rewritten(source, text)
    for archive in sorted(archives.glob("*.doccarchive")):
        library = archive.name.removesuffix(".doccarchive")
        pages[f"Libraries/{library}.md"] = library_page(archive)
    pages["index.md"] += contents(set(pages))
    pages["dashboard-example.md"] = (
        "# An example of a dashboard\n\n"
        "A made-up history, as `bench report --example` writes it: "
        '<a href="dashboard/index.html">open the dashboard</a>.\n'
    )
    pages["show-and-hide.md"] = (
        "# Show & Hide in the browser\n\n"
        "The page that `make page` writes. Pictures stay in the browser: "
        '<a href="showhide/index.html">open Show & Hide</a>.\n'
    )
    for page, text in pages.items():
        site.write(page, text)
    shutil.copyfile(ROOT / ".ci/site/conf.py", folder / "conf.py")
    print(f"site: {len(pages)} pages laid out")


if __name__ == "__main__":
    main()
