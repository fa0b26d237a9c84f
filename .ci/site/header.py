"""Puts a line with the site's own links above each page of the libraries' documentation.

Usage: header.py FOLDER TOP

DocC's pages show a template named custom-header, if there is one, above their own navigation.
"""

import pathlib
import sys

HEADER = (
    '<template id="custom-header"><nav style="font:14px system-ui,sans-serif;padding:8px 22px;'
    'border-bottom:1px solid #8884"><a href="{top}index.html">swift-dominant-color</a> · '
    '<a href="{top}Examples/Pictures.html">Pictures</a> · <a href="{top}Benchmarks/Guide.html">Benchmarks</a> · '
    '<a href="{top}search.html">Search</a></nav></template>'
)


def main() -> None:
    folder, top = pathlib.Path(sys.argv[1]), sys.argv[2]
    count = 0
    for path in folder.rglob("index.html"):
        text = path.read_text(encoding="utf-8")
        start = text.index("<body")
        end = text.index(">", start) + 1
        path.write_text(text[:end] + HEADER.format(top=top) + text[end:], encoding="utf-8")
        count += 1
    print(f"site: {count} pages of libraries")


if __name__ == "__main__":
    main()
