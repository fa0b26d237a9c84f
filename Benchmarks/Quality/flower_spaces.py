#!/usr/bin/env python3
"""Draws a photo as `showhide show` changes it, stored in sRGB, Display P3 and Adobe RGB, side by side.

    .venv-quality/bin/python Benchmarks/Quality/flower_spaces.py SHOWHIDE PHOTO OUT

Above are the stored numbers as they are, which differ; below what was shown, as it is seen, with what the command said.

Needs numpy and Pillow (requirements.txt).
"""

import argparse
import io
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageCms, ImageDraw, ImageFont

from seen_colours import profile, stored

SIDE, GAP, LINE = 360, 12, 26


def seen(path):
    """The picture in sRGB."""
    with Image.open(path) as image:
        rgb, own = image.convert("RGB"), image.info.get("icc_profile")
    if not own:
        return rgb
    return ImageCms.profileToProfile(rgb, io.BytesIO(own), ImageCms.createProfile("sRGB"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    parser.add_argument("photo", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    with Image.open(given.photo) as photo:
        photo = photo.convert("RGB")
        photo.thumbnail((SIDE, SIDE))
    width, height = photo.size
    sheet = Image.new("RGB", (3 * width + 4 * GAP, 2 * height + 3 * GAP + 2 * LINE), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(15)
    with tempfile.TemporaryDirectory() as name:
        for column, space in enumerate([None, "Display P3", "Adobe RGB"]):
            pixels = Image.fromarray(stored(np.asarray(photo), space)) if space else photo
            path, shown = Path(name) / "in.png", Path(name) / "out.png"
            pixels.save(path, icc_profile=profile(space) if space else None)
            said = subprocess.run(
                [given.showhide, "show", path, "-o", shown, "--force"], capture_output=True, text=True, check=True).stdout
            x = GAP + column * (width + GAP)
            sheet.paste(pixels, (x, GAP))
            pen.text((x, GAP + height + 4), space or "sRGB", "black", font)
            sheet.paste(seen(shown), (x, 2 * GAP + height + LINE))
            words = said.split(": ", 1)[1].strip().replace(" of the visible pixels", "")
            pen.text((x, 2 * GAP + 2 * height + LINE + 4), words, "black", font)
            print(f"{space or 'sRGB'}: {words}")
    sheet.save(given.out, quality=85)


if __name__ == "__main__":
    main()
