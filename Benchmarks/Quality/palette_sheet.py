#!/usr/bin/env python3
"""Draws five photos of the repository with their palettes side by side: one picture for the guide.

    python3 Benchmarks/Quality/palette_sheet.py --showhide .build/release/showhide -o Benchmarks/Pictures/palettes.webp

Needs Pillow. A row is a photo, and under it the six colours of methods histogram, kmeans and distinct, all
equally wide, in the order of the answer.
"""

import argparse
import json
import pathlib
import subprocess

from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "Tests/Fixtures/Corpus"
PHOTOS = [
    "photos/china.jpg", "photos/flower.jpg", "photos/chelsea.png", "photos/500lines-frankfurt.jpg", "jpeg/testorig-icc.jpg",
]  # fmt: skip
METHODS = ["histogram", "kmeans", "distinct"]
WIDTH, HEIGHT, BAND, GAP, LABEL = 240, 160, 34, 12, 80
INK, PAPER = "#222222", "#ffffff"


def palette(showhide, photo, method):
    """The six colours of a photo by a method."""
    command = [showhide, "palette", str(photo), "--method", method, "--count", "6", "--format", "json", "--exact"]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return [swatch["color"] for swatch in answer["images"][0]["swatches"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--showhide", required=True, help="the built command")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    width = LABEL + len(PHOTOS) * (WIDTH + GAP)
    sheet = Image.new("RGB", (width, GAP + HEIGHT + len(METHODS) * (BAND + 6) + GAP), PAPER)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(15)
    for row, method in enumerate(METHODS):
        top = GAP + HEIGHT + 6 + row * (BAND + 6)
        draw.text((8, top + BAND // 2), method, INK, font, anchor="lm")
    for column, name in enumerate(PHOTOS):
        photo = CORPUS / name
        left = LABEL + column * (WIDTH + GAP)
        with Image.open(photo) as picture:
            small = picture.convert("RGB")
        # The middle of the photo, so that all are of one shape.
        scale = max(WIDTH / small.width, HEIGHT / small.height)
        small = small.resize((round(small.width * scale), round(small.height * scale)), Image.LANCZOS)
        x, y = (small.width - WIDTH) // 2, (small.height - HEIGHT) // 2
        sheet.paste(small.crop((x, y, x + WIDTH, y + HEIGHT)), (left, GAP))
        for row, method in enumerate(METHODS):
            top = GAP + HEIGHT + 6 + row * (BAND + 6)
            colors = palette(arguments.showhide, photo, method)
            for index, color in enumerate(colors):
                edges = [left + WIDTH * at // len(colors) for at in (index, index + 1)]
                draw.rectangle((edges[0], top, edges[1] - 1, top + BAND - 1), fill=color)
    sheet.save(arguments.output, quality=85, method=6)


main()
