"""How many of the pictures that hold a colour `showhide find` finds, and how many of those it finds hold it.

The truth is counted here, pixel by pixel and with CIEDE2000 written out again: a picture holds a colour when
its pixels within ΔE00 10 are the share asked for. Pictures are parts of photos, drawn with a seed: of any size,
some enlarged, some turned into a JPEG. Half of the colours asked for are pixels of the pictures, the others any.
Of words for many colours the truth is the share that `showhide show --color WORD --feather 0` selects.

Usage: quality.py SHOWHIDE PHOTO_FOLDER [--pictures 300] [--colors 40] [--seeds 1,2,3]
"""

from __future__ import annotations

import argparse
import io
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

REACH = 10.0
SHARES = (0.5, 5, 20)
WORDS = (
    "red orange yellow green teal blue purple pink brown black grey white pastel dark light vivid"
).split()


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB of sRGB, D65."""
    c = np.asarray(rgb, float) / 255
    c = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    matrix = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    x = c @ (matrix / matrix.sum(1, keepdims=True)).T
    f = np.where(x > (6 / 29) ** 3, np.cbrt(x), x / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1
    )


def ciede2000(many: np.ndarray, one: np.ndarray) -> np.ndarray:
    """Sharma, Wu and Dalal (2005), equations 2 to 22."""
    l1, a1, b1 = many[..., 0], many[..., 1], many[..., 2]
    l2, a2, b2 = one
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = np.hypot((1 + g) * a1, b1), np.hypot((1 + g) * a2, b2)
    h1 = np.degrees(np.arctan2(b1, (1 + g) * a1)) % 360
    h2 = np.degrees(np.arctan2(b2, (1 + g) * a2)) % 360
    grey = c1 * c2 == 0
    dh = h2 - h1
    dh = np.where(grey, 0, np.where(dh > 180, dh - 360, np.where(dh < -180, dh + 360, dh)))
    big = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh) / 2)
    total, apart = h1 + h2, np.abs(h1 - h2)
    h = np.where(apart <= 180, total / 2, np.where(total < 360, total / 2 + 180, total / 2 - 180))
    h = np.where(grey, total, h)
    t = (1 - 0.17 * np.cos(np.radians(h - 30)) + 0.24 * np.cos(np.radians(2 * h))
         + 0.32 * np.cos(np.radians(3 * h + 6)) - 0.20 * np.cos(np.radians(4 * h - 63)))  # fmt: skip
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    turn = -np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    turn = turn * 2 * np.sqrt(c**7 / (c**7 + 25.0**7))
    dl = (l2 - l1) / (1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2))
    dc, dk = (c2 - c1) / (1 + 0.045 * c), big / (1 + 0.015 * c * t)
    return np.sqrt(np.maximum(0, dl**2 + dc**2 + dk**2 + turn * dc * dk))


def without_profile(photo: Image.Image) -> Image.Image:
    """The same numbers, as those of sRGB: the truth knows no other colours."""
    photo.info.pop("icc_profile", None)
    return photo


def draw(photos: list[Image.Image], count: int, random: np.random.Generator, folder: pathlib.Path):
    """Writes pictures; gives for each its name, its distinct colours and their shares."""
    pictures = []
    for number in range(count):
        photo = photos[random.integers(len(photos))]
        width = int(random.integers(photo.width // 5, photo.width + 1))
        height = int(random.integers(photo.height // 5, photo.height + 1))
        left = int(random.integers(photo.width - width + 1))
        top = int(random.integers(photo.height - height + 1))
        part = photo.crop((left, top, left + width, top + height))
        scale = random.uniform(0.3, 1.2) * (300 * 300 / (width * height)) ** 0.5
        part = part.resize((max(1, int(width * scale)), max(1, int(height * scale))))
        kind = ("png", "jpg")[number % 2]
        file = io.BytesIO()
        part.save(file, {"png": "PNG", "jpg": "JPEG"}[kind], quality=int(random.integers(60, 96)))
        name = f"{number}.{kind}"
        (folder / name).write_bytes(file.getvalue())
        pixels = np.asarray(Image.open(file).convert("RGB")).reshape(-1, 3)
        colors, counts = np.unique(pixels, axis=0, return_counts=True)
        pictures.append((name, lab(colors), counts / len(pixels), colors))
    return pictures


def find(showhide: pathlib.Path, folder: pathlib.Path, *question: str) -> set[str]:
    """The names of the pictures that are found."""
    answer = subprocess.run(
        [showhide, "find", *question, "--format", "paths", "--quiet"],
        cwd=folder, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return set(answer.stdout.splitlines())


def percent(text: str) -> float:
    """A percentage as the command writes it: "< 0.1" for some that rounds to nothing."""
    return 0.05 if text.startswith("<") else float(text)


def shares_of_word(showhide: pathlib.Path, folder: pathlib.Path, word: str) -> dict[str, float]:
    """The percentage of each picture that a word selects, by every pixel."""
    with tempfile.TemporaryDirectory() as scratch:
        answer = subprocess.run(
            [showhide, "show", ".", "-o", scratch, "--color", word, "--feather", "0"],
            cwd=folder, check=True, capture_output=True, text=True,
        )  # fmt: skip
    lines = (line.rsplit(", ", 1) for line in answer.stdout.splitlines())
    return {
        pathlib.PurePath(start.split(" → ")[0]).name: percent(end.split(" %")[0])
        for start, end in lines
    }


class Count:
    """Pairs of a picture and a question, by the share asked for."""

    def __init__(self) -> None:
        self.hits, self.held, self.found = (np.zeros(len(SHARES), int) for _ in range(3))

    def add(self, place: int, found: set[str], wanted: set[str]) -> None:
        self.hits[place] += len(found & wanted)
        self.held[place] += len(wanted)
        self.found[place] += len(found)

    def print(self, title: str) -> None:
        print(f"{title}\nshare    pictures that hold it   recall   precision")
        for place, share in enumerate(SHARES):
            recall = self.hits[place] / max(self.held[place], 1)
            precision = self.hits[place] / max(self.found[place], 1)
            print(f"{share:4} %   {self.held[place]:22}   {recall:6.3f}   {precision:9.3f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("showhide", type=pathlib.Path)
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--colors", type=int, default=40)
    parser.add_argument("--seeds", default="1")
    given = parser.parse_args()
    photos = [
        without_profile(Image.open(path).convert("RGB"))
        for path in sorted(given.photos.iterdir())
        if path.suffix in (".jpg", ".png")
    ]
    showhide = given.showhide.resolve()
    of_colors, of_words = Count(), Count()
    for seed in map(int, given.seeds.split(",")):
        random = np.random.default_rng(seed)
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            pictures = draw(photos, given.pictures, random, folder)
            subprocess.run(
                [showhide, "index", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL
            )
            index = folder / ".showhide-index.sqlite"
            print(f"seed {seed}: {index.stat().st_size / given.pictures:.0f} bytes a picture")
            for number in range(given.colors):
                of_picture = pictures[random.integers(len(pictures))][3]
                color = of_picture[random.integers(len(of_picture))]
                if number % 2:
                    color = random.integers(0, 256, 3)
                one = lab(color)
                truth = {
                    name: shares[ciede2000(colors, one) <= REACH].sum()
                    for name, colors, shares, _ in pictures
                }
                for place, share in enumerate(SHARES):
                    hex_color = "#%02x%02x%02x" % tuple(color)
                    found = find(
                        showhide, folder, hex_color, "--share", f"{share}%", "--within", f"{REACH}"
                    )
                    wanted = {name for name, held in truth.items() if held >= share / 100}
                    of_colors.add(place, found, wanted)
            of_colors.print(f"colours up to seed {seed}")
            for word in WORDS:
                percents = shares_of_word(showhide, folder, word)
                for place, share in enumerate(SHARES):
                    found = find(showhide, folder, word, "--share", f"{share}%")
                    of_words.add(
                        place, found, {name for name, held in percents.items() if held >= share}
                    )
    of_words.print("words")


if __name__ == "__main__":
    main()
