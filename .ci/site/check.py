"""Checks that every link of a site's pages leads to a file of it, and every anchor to an element.

Usage: check.py FOLDER

The documents of libraries below api/ are made by DocC, which checks its own links: only whether links to them lead
somewhere is looked at. Addresses of the web are not opened. Exits with 1 and names each link that leads nowhere.
"""

import html.parser
import pathlib
import sys
import urllib.parse

LINKS = {"href", "src", "data-src"}


class Page(html.parser.HTMLParser):
    """What a page links to, and what can be linked to in it."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[tuple[int, str]] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")
            if name in LINKS and value:
                self.links.append((self.getpos()[0], value))


def main() -> None:
    root = pathlib.Path(sys.argv[1]).resolve()
    made_elsewhere = {"api", "dashboard", "files", "showhide"}
    pages: dict[pathlib.Path, Page] = {}

    def page(path: pathlib.Path) -> Page:
        if path not in pages:
            pages[path] = Page(path.read_text(encoding="utf-8"))
        return pages[path]

    wrong, checked = [], 0
    for path in sorted(root.rglob("*.html")):
        if path.relative_to(root).parts[0] in made_elsewhere:
            continue
        for line, link in page(path).links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or not target.is_relative_to(root):
                wrong.append(f"{path.relative_to(root)}:{line}: {link}")
            elif parts.fragment and target.suffix == ".html":
                anchor = urllib.parse.unquote(parts.fragment)
                if anchor not in page(target).anchors:
                    wrong.append(f"{path.relative_to(root)}:{line}: {link}: no such anchor")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"site: {checked} links checked, {len(wrong)} lead nowhere")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
