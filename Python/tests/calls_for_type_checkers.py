"""Calls that type checkers accept, and such that they refuse: the lines marked `wrong`.

test_types.py has mypy and pyright read this file; nothing runs it.
"""

from __future__ import annotations

import pathlib

import numpy as np
from PIL import Image

import dominantcolor
from dominantcolor import FileAccessError, Histogram, Options, Palette, Source

path = pathlib.Path("photo.jpg")
array = np.zeros((4, 4, 3), dtype=np.uint8)
image = Image.new("RGB", (4, 4))


def first(source: Source) -> str | None:
    found = dominantcolor.palette(source)
    return found.dominant.hex if found.dominant else None


first("photo.jpg")
first(path)
first(b"bytes")
first(bytearray(b"bytes"))
first(memoryview(b"bytes"))
first(array)
first(image)
with open(path, "rb") as opened:
    first(opened)
first(None)  # wrong
first(3)  # wrong
first(["photo.jpg"])  # wrong

dominantcolor.palette(path, method="kmeans", count=8)
dominantcolor.palette(path, method=None, precision="fine", gamut="p3")
dominantcolor.palette(path, method="k-means")  # wrong
dominantcolor.palette(path, precision="finest")  # wrong
dominantcolor.palette(path, gamut="rec2020")  # wrong
dominantcolor.palette(path, count=3.5)  # wrong
dominantcolor.palette(path, count="3")  # wrong
dominantcolor.palette(path, colors=3)  # wrong
dominantcolor.palette(path, exact="no")  # wrong
dominantcolor.palette(path, region=(0, 0, 10, 10))
dominantcolor.palette(path, region=("25%", "25%", "50%", "50%"))
dominantcolor.palette(path, region=(0, 0, 10))  # wrong
dominantcolor.palette(path, without="white", background=True)
dominantcolor.palette(path, without=("white", "grey"))
dominantcolor.palette(path, without=3)  # wrong

options: Options = {"method": "hue", "count": 5, "max_seconds": 2}
dominantcolor.palette(path, **options)
wrong_options: Options = {"method": "median"}  # wrong
unknown_options: Options = {"colours": 5}  # wrong

all_or_none: list[Palette] = list(dominantcolor.palettes([path, "b.png"], threads=4))
some: list[Palette | dominantcolor.DominantColorError] = list(
    dominantcolor.palettes([path], errors="return")
)
failures: list[Palette] = list(dominantcolor.palettes([path], errors="return"))  # wrong
dominantcolor.palettes([path], errors="ignore")  # wrong

total: Histogram = Histogram.of(path) + Histogram.of(array, method="hue")
total.add(path)
total.palette(count="3")  # wrong
rules: Options = total.rules

blur: str | None = dominantcolor.blurhash(path, 4, 3, minimum_alpha=1)
sure: str = dominantcolor.blurhash(path)  # wrong
mean: tuple[int, int, int] | None = dominantcolor.average(path).light
name: str = dominantcolor.describe("#c0737a").name
about = dominantcolor.describe((192, 115, 122)).families
dominantcolor.describe(None)  # wrong

try:
    dominantcolor.palette(path)
except FileAccessError as error:
    number: int | None = error.errno
    sentence: str = str(error)
