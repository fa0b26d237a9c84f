"""Writes the page without a server into a folder, as static files.

Usage: make.py FOLDER

The parts are those of `showhide serve`, this folder's, and the package with its compiled module. Tables that the page
shares with Swift (states, names of colours) are read out of the Swift sources, so that they stand once.
"""

import gzip
import hashlib
import json
import pathlib
import re
import shutil
import sys

PAGE = pathlib.Path(__file__).resolve().parent
PACKAGE = PAGE.parent
ROOT = PACKAGE.parent
SERVED = ROOT / "Sources/Commands/PictureServer/Page/Parts"
PHOTOS = ROOT / "Tests/Fixtures/Corpus/photos"
PICTURES = ROOT / "Benchmarks/Pictures"

# Parts of the served page that ask the server.
OF_THE_SERVER = {"page.html", "work.js", "analysis.js", "effect.js", "gallery.js"}
OF_THE_PACKAGE = ["index.js", "answers.js", "display-p3.js", "module.js", "options.js", "pixels.js", "worker.js",
                  "worker-caller.js", "worker-answers.js", "worker-thread.js", "dominantcolor.wasm"]
SAMPLES = [PHOTOS / "flower.jpg", PHOTOS / "china.jpg", PHOTOS / "chelsea.png",
           PICTURES / "flower-show.jpg", PICTURES / "flower-hide.jpg"]
LICENCES = """The sample photos

flower.jpg: vultilion, CC BY 2.0 <https://creativecommons.org/licenses/by/2.0/>, by way of scikit-learn.
flower-show.jpg and flower-hide.jpg: the same photo, changed by `showhide both` (all but one range of hues made grey,
  and that range made grey), under the same licence.
china.jpg: danielbuechele, CC BY 2.0 <https://creativecommons.org/licenses/by/2.0/>, by way of scikit-learn.
chelsea.png: Stefan van der Walt, CC0 1.0 <https://creativecommons.org/publicdomain/zero/1.0/>, by way of scikit-image.
"""


class PageError(Exception):
    """The page cannot be made."""


def source(path):
    return (ROOT / "Sources" / path).read_text(encoding="utf-8")


def states():
    """The table of PictureJob: what `showhide serve` answers as /machine.json."""
    text = source("Commands/PictureServer/Jobs/PictureJob+Transitions.swift")
    table = re.search(r"static let transitions: .*? = \[\n(.*?)\n  \]\n", text, re.S)
    work = re.search(r"var needsWork: Bool \{\s+switch self \{\s+case ([^:]*): true", text)
    if not table or not work:
        raise PageError("the table of states in PictureJob+Transitions.swift has another form")
    transitions = {
        phase: dict(re.findall(r"\.(\w+): \.(\w+)", events))
        for phase, events in re.findall(r"\.(\w+): \[([^\]]*)\]", table[1])}
    phases = set(transitions)
    if not all(phases >= set(events.values()) for events in transitions.values()):
        raise PageError("a state in PictureJob+Transitions.swift leads to one that is not there")
    return {"transitions": transitions, "work": re.findall(r"\.(\w+)", work[1])}


def names():
    """The lists of names of colours, each name with its colour as a number."""
    css = re.findall(r'\("(\w+)", 0x([0-9A-F]{6})\)', source("Color/ColorNames/CSSColors.swift"))
    text = re.search(r'"""\n(.*?)"""', source("Color/ColorNames/XKCDColors.swift"), re.S)
    if len(css) != 148 or not text:
        raise PageError("the lists in Sources/Color/ColorNames have another form")
    xkcd = [(name, value) for value, name in re.findall(r"([0-9a-f]{6}) ([^,\n]+)", text[1])]
    return {"css": [(name, int(value, 16)) for name, value in css],
            "xkcd": [(name, int(value, 16)) for name, value in xkcd]}


def markup():
    """The served page's markup, with this folder's pieces in the places of the server's."""
    text = (SERVED / "page.html").read_text(encoding="utf-8")
    text = re.sub(r"[ \t]*<!--served-->.*?<!--/served-->\n", "", text, flags=re.S)
    text = re.sub(
        r"<!--alone ([\w.]+)-->", lambda match: (PAGE / match[1]).read_text(encoding="utf-8").rstrip(), text)
    return text


def without_comments(text):
    """A script or style sheet without its lines of comments: what is on them is said in the sources.

    A comment that follows code on its line stays, and so does all of a template of several lines.
    """
    kept, is_comment, is_template = [], False, False
    for line in text.splitlines(keepends=True):
        words = line.strip()
        if not is_template and (is_comment or words.startswith("/*")):
            is_comment = "*/" not in words
            if not is_comment and words.partition("*/")[2]:
                raise PageError(f"code follows a comment on its line: {words}")
            continue
        if is_template or not words.startswith("//"):
            kept.append(line)
            is_template ^= line.count("`") % 2 == 1
    return "".join(kept)


def size(files):
    whole = [path.read_bytes() for path in files]
    return sum(map(len, whole)) / 1000, sum(len(gzip.compress(content, 9)) for content in whole) / 1000


def main(folder):
    module = PACKAGE / "dominantcolor.wasm"
    if not module.exists():
        raise PageError(f"{module} is missing: `make javascript` compiles it")
    known = folder / "service-worker.js"
    if folder.exists() and any(folder.iterdir()) and not known.exists():
        raise PageError(f"{folder} holds something else than a page: choose another folder, or empty it")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "dominantcolor").mkdir(parents=True)
    (folder / "samples").mkdir()
    for path in SERVED.iterdir():
        if path.name not in OF_THE_SERVER:
            shutil.copyfile(path, folder / path.name)
    for path in PAGE.iterdir():
        if path.suffix in {".js", ".css", ".webmanifest", ".png"}:
            shutil.copyfile(path, folder / path.name)
    for name in OF_THE_PACKAGE:
        shutil.copyfile(PACKAGE / name, folder / "dominantcolor" / name)
    for path in SAMPLES:
        shutil.copyfile(path, folder / "samples" / path.name)
    (folder / "samples/LICENCES.txt").write_text(LICENCES, encoding="utf-8")
    for path in (*folder.glob("*.js"), *folder.glob("*.css"), *folder.glob("dominantcolor/*.js")):
        path.write_text(without_comments(path.read_text(encoding="utf-8")).lstrip("\n"), encoding="utf-8")
    (folder / "index.html").write_text(markup(), encoding="utf-8")
    for name, value in (("machine.json", states()), ("names.json", names())):
        (folder / name).write_text(json.dumps(value, separators=(",", ":")), encoding="utf-8")
    fill_in_files(folder)
    report(folder)


def fill_in_files(folder):
    """Tells the service worker which files there are, and a version that changes with any of them."""
    worker = folder / "service-worker.js"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != worker)
    digest = hashlib.sha256(worker.read_bytes())
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    listed = ["./"] + [path.relative_to(folder).as_posix() for path in files if path.name != "index.html"]
    text = worker.read_text(encoding="utf-8")
    for old, new in (('const VERSION = "";', f'const VERSION = "{digest.hexdigest()[:16]}";'),
                     ("const FILES = [];", f"const FILES = {json.dumps(listed)};")):
        if text.count(old) != 1:
            raise PageError(f"service-worker.js has no line `{old}`")
        text = text.replace(old, new)
    worker.write_text(text, encoding="utf-8")


def report(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    photos = [path for path in files if path.parent.name == "samples"]
    module = [path for path in files if path.suffix == ".wasm"]
    page = [path for path in files if path not in photos and path not in module]
    for name, part in (("page", page), ("module", module)):
        print("{}: {:.0f} kB in {} files, {:.0f} kB with gzip".format(name, size(part)[0], len(part), size(part)[1]))
    print(f"photos to try: {size(photos)[0]:.0f} kB")
    print(f"the page is in {folder}; any web server can hand it out, such as `python3 -m http.server -d {folder}`")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    try:
        main(pathlib.Path(sys.argv[1]))
    except PageError as error:
        sys.exit(f"page: {error}")
