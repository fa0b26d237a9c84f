#!/usr/bin/env python3
"""Counts pictures whose palette, accent and roles change when they are stored turned or mirrored, and pages
and wordmarks whose ground is not found.

    .venv-quality/bin/python Benchmarks/Quality/stored_alike.py --showhide .build/release/showhide [PHOTOS …]

Text in 5 sizes and 5 colours, charts and thin lines are drawn; photos, all of which should have no background, are the
given files. Printed are a table of kinds, and what changed.
"""

import argparse
import json
import pathlib
import random
import subprocess
import tempfile

from PIL import Image, ImageDraw, ImageFont

COLOURS = ["#c81e28", "#1e50c8", "#148c3c", "#b4008c", "#dc6400"]
WORDS = "colour light ground shade paper title column letter figure margin".split()
ORIENTATIONS = [None, *Image.Transpose]


def text(size: int, colour: str, seed: int) -> Image.Image:
    """Lines of words on white."""
    draw = random.Random(seed)
    image = Image.new("RGB", (420, 300), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    for y in range(12, 280, size + 6):
        pen.text((14, y), " ".join(draw.choices(WORDS, k=9)), fill=colour, font=font)
    return image.crop((0, 0, 400, 300))


def chart(seed: int) -> Image.Image:
    """Bars and an axis."""
    draw = random.Random(seed)
    image = Image.new("RGB", (360, 240), "#fafafa")
    pen = ImageDraw.Draw(image)
    for index in range(12):
        top = draw.randrange(20, 200)
        pen.rectangle((30 + 26 * index, top, 46 + 26 * index, 220), fill=draw.choice(COLOURS))
    pen.line((20, 220, 350, 220), fill="#404040")
    return image


def lines(seed: int) -> Image.Image:
    """Lines of a pixel's width, most of them upright."""
    draw = random.Random(seed)
    image = Image.new("RGB", (300, 200), "white")
    pen, colour = ImageDraw.Draw(image), draw.choice(COLOURS)
    for x in range(10, 290, draw.randrange(3, 9)):
        pen.line((x, 20, x, 180), fill=colour)
    return image


def page(margin: int, seed: int) -> Image.Image:
    """Text whose ground is a margin of some pixels."""
    image = text(14, "#282828", seed)
    inner = image.crop(image.convert("L").point(lambda level: 255 * (level < 200)).getbbox())
    found = Image.new("RGB", (inner.width + 2 * margin, inner.height + 2 * margin), "white")
    found.paste(inner, (margin, margin))
    return found


def wordmark(seed: int, colour: str) -> Image.Image:
    """A word in large letters, a pixel away from each edge."""
    font = ImageFont.load_default(90)
    image = Image.new("RGB", (900, 160), "white")
    ImageDraw.Draw(image).text((20, 20), WORDS[seed % len(WORDS)].upper(), fill=colour, font=font)
    box = image.convert("L").point(lambda level: 255 * (level < 250)).getbbox()
    return image.crop((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1))


class Command:
    """`showhide palette` of pictures."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.folder = tempfile.TemporaryDirectory()

    def answer(self, image: Image.Image) -> dict:
        name = pathlib.Path(self.folder.name, "picture.png")
        image.save(name)
        line = subprocess.run(
            [self.path, "palette", name, "--method", "distinct", "--roles", "--format", "jsonl"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        found = json.loads(line)
        return {name: found[name] for name in ("swatches", "roles", "background", "dominant")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--showhide", required=True)
    parser.add_argument("photos", nargs="*")
    given = parser.parse_args()
    command = Command(given.showhide)
    photos = []
    for path in given.photos:
        photo = Image.open(path).convert("RGB")
        photo.thumbnail((400, 400))
        photos.append((path, photo))
    kinds = {
        "text": [
            (f"{size} px {colour}", text(size, colour, size))
            for size in (9, 11, 14, 18, 24) for colour in COLOURS
        ],
        "chart": [(str(seed), chart(seed)) for seed in range(15)],
        "lines": [(str(seed), lines(seed)) for seed in range(15)],
        "page with a margin": [
            (f"{margin} px", page(margin, margin)) for margin in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16)
        ],
        "wordmark": [(f"{seed}", wordmark(seed, COLOURS[seed % 5])) for seed in range(10)],
        "photo": photos,
    }  # fmt: skip
    rows, changed = [], []
    for kind, pictures in kinds.items():
        alike = accents = backgrounds = 0
        for name, image in pictures:
            upright = command.answer(image)
            accents += "color" in upright["roles"]["accent"]
            backgrounds += "color" in upright["background"]
            if all(command.answer(image.transpose(turn)) == upright for turn in ORIENTATIONS[1:]):
                alike += 1
            else:
                changed.append(f"{kind} {name}")
        count = len(pictures)
        rows.append(f"| {kind} | {count} | {alike} | {accents} | {backgrounds} |")
    print("| kind | pictures | alike in 8 orientations | with an accent | with a background |")
    print("|---|---|---|---|---|", *rows, sep="\n")
    for name in changed:
        print(f"changed: {name}")


if __name__ == "__main__":
    main()
