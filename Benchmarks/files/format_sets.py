#!/usr/bin/env python3
"""Compares the pixels of every picture in folders with those of reference decoders.

`showhide show` keeps every colour here, so that what it writes is what it has decoded. WebP is compared with dwebp, TIFF
with tiff2rgba, HEIC and AVIF with heif-convert (their libraries' own tools), GIF and BMP with Pillow. Colours of pixels
that are not opaque are not compared where a tool premultiplies them, and of GIF and BMP no pixels that the file leaves out:
they are transparent here, and Pillow fills them.

    python3 Benchmarks/files/format_sets.py SHOWHIDE FOLDER... [--all] [--most N]

Prints each file that is not read alike, with --all every file, and a table. The exit code is 1 where a channel differs by
more than N (2 without it), or where only the reference decodes a file.

Needs numpy and Pillow, and the tools named above.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

KINDS = {
    ".webp": "WebP", ".gif": "GIF", ".bmp": "BMP", ".tif": "TIFF", ".tiff": "TIFF", ".avif": "AVIF", ".heic": "HEIC",
    ".heif": "HEIC", ".hif": "HEIC",
}
TOOLS = {
    "WebP": ["dwebp", "-quiet", "{source}", "-o", "{target}.png"],
    "TIFF": ["tiff2rgba", "-c", "none", "{source}", "{target}.tif"],
    "AVIF": ["heif-convert", "{source}", "{target}.png"],
    "HEIC": ["heif-convert", "{source}", "{target}.png"],
}
# How what a tool writes is turned by the file's orientation. HEIC and AVIF are turned by their decoder; tiff2rgba mirrors
# rows and columns and does not exchange them.
TURNS = {
    "WebP": {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    },
    "TIFF": {
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.TRANSVERSE, 7: Image.Transpose.TRANSPOSE,
        8: Image.Transpose.TRANSVERSE,
    },
}
PATIENCE = 120
Image.MAX_IMAGE_PIXELS = 400_000_000


def run(command):
    """Whether a command succeeded, and its last line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False, f"no end after {PATIENCE} s"
    lines = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
    return done.returncode == 0, lines[-1]


def orientation(source):
    """How the file says that its picture is turned; 1 without a word."""
    try:
        with Image.open(source) as image:
            return image.getexif().get(0x0112, 1)
    except (OSError, ValueError, SyntaxError):
        return 1


def pixels(path, turn=None):
    """RGBA of eight bits, turned where that is asked for."""
    with Image.open(path) as image:
        if turn is not None:
            image = image.transpose(turn)
        if image.mode.startswith("I;16"):
            return numpy.array(Image.fromarray((numpy.array(image) >> 8).astype(numpy.uint8)).convert("RGBA"))
        return numpy.array(image.convert("RGBA"))


def own(showhide, source, folder):
    """The pixels as the command decodes them, or its error."""
    target = folder / "own.png"
    good, words = run([
        showhide, "show", source, "-o", target, "--force", "--quiet", "--color", "#000000", "--tolerance", "100",
        "--feather", "0"])
    return (pixels(target), "") if good else (None, words.removeprefix(f"Error: '{source}': "))


def reference(kind, source, folder):
    """The pictures that the reference decoder makes, whether they are premultiplied, or its error."""
    if kind not in TOOLS:
        try:
            return [pixels(source)], False, ""
        except Exception as error:  # Pillow raises whatever a file brings it to
            return [], False, f"{type(error).__name__}: {error}"
    for left in folder.glob("theirs*"):
        left.unlink()
    target = folder / "theirs"
    good, words = run([part.format(source=source, target=target) for part in TOOLS[kind]])
    made = sorted(folder.glob("theirs*"))
    if not made or (not good and kind != "TIFF"):
        return [], False, words
    try:
        turns = TURNS.get(kind, {})
        turn = turns.get(orientation(source)) if turns else None
        return [pixels(one, turn) for one in made], kind == "TIFF", ""
    except (OSError, ValueError, SyntaxError):
        return [], False, words


def compare(kind, showhide, source, folder):
    """What became of a file, and words about it."""
    mine, complaint = own(showhide, source, folder)
    theirs, premultiplied, their_complaint = reference(kind, source, folder)
    if mine is None:
        return ("refused here only" if theirs else "both refuse"), complaint
    if not theirs:
        return "read here only", their_complaint
    # heif-convert writes every picture of a file that no other one is made of, and does not say which is the primary one.
    same = [picture for picture in theirs if picture.shape == mine.shape]
    if not same:
        height, width = theirs[0].shape[:2]
        return "another size", f"{mine.shape[1]} × {mine.shape[0]} here, {width} × {height} there"
    differences = [difference(kind, mine, picture, premultiplied) for picture in same]
    least = min(differences, key=lambda one: one.max(initial=0))
    most = int(least.max(initial=0))
    if most == 0:
        return "equal", ""
    return f"by {most}", f"a channel by {most}, {(least.max(axis=2) > 0).mean():.1%} of the pixels"


def difference(kind, mine, theirs, premultiplied):
    """How much each channel of each pixel differs, where that is compared."""
    found = numpy.abs(mine.astype(int) - theirs)
    seen = (mine[..., 3] == 255) & (theirs[..., 3] == 255) if premultiplied else (mine[..., 3] > 0) | (theirs[..., 3] > 0)
    found[..., :3][~seen] = 0
    if kind in ("GIF", "BMP"):
        found[mine[..., 3] == 0] = 0
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("showhide")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="print every file")
    parser.add_argument("--most", type=int, default=2, help="how much a channel may differ")
    options = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    failed = False
    with tempfile.TemporaryDirectory() as place:
        for folder in options.folders:
            for source in sorted(folder.rglob("*")):
                kind = KINDS.get(source.suffix.lower())
                if kind is None or not source.is_file():
                    continue
                result, words = compare(kind, options.showhide, source, pathlib.Path(place))
                if result.startswith("by "):
                    result = "close" if int(result[3:]) <= options.most else "differs"
                counts[kind][result] += 1
                failed = failed or result in ("differs", "refused here only", "another size")
                if options.all or result not in ("equal", "close", "both refuse"):
                    print(f"{source}: {result}{': ' if words else ''}{words}", flush=True)
    results = ["equal", "close", "differs", "another size", "refused here only", "read here only", "both refuse"]
    print(f"\n{'format':8}" + "".join(f"{result:>19}" for result in results))
    for kind in sorted(counts):
        print(f"{kind:8}" + "".join(f"{counts[kind][result]:19}" for result in results))
    if not counts:
        sys.exit("There is no WebP, GIF, AVIF, HEIC, TIFF or BMP in these folders.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
