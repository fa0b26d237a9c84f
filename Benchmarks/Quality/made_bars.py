#!/usr/bin/env python3
"""Bars at the edges of pictures: whether made ones are left out, and nothing is cut from pictures without any.

    .venv-quality/bin/python Benchmarks/Quality/made_bars.py --showhide .build/release/showhide FOLDER...

FOLDER has pictures without bars, at any depth; of a checkout of BlakeRMills/MetBrewer the pictures at the left of its images are taken,
without a twentieth at each edge, where some have the ground that they were photographed on. Each picture gets bars by its place in the list and --seed: letterbox, pillarbox, all around, one
side, a letterbox with subtitles, of 1.2 to 25 % of a side, in black, white, greys and colours, as a PNG or a JPEG of quality 60 to 95. Their palette
is compared with that of the decoded picture from which the script cuts the bars: equal if each colour of either is within ΔE00 2 of one of
the other's. Blocks of a JPEG lie elsewhere in a picture that never had bars, so this one, stored alike, is compared too, with either palette.
The pictures themselves are then asked for bars as they are, as PNG and as JPEG of quality 75. Prints a Markdown table, and what failed.
"""

import argparse
import json
import pathlib
import random
import subprocess
import tempfile

import numpy as np
from palette_quality import cielab, delta_e00
from PIL import Image, ImageDraw, ImageFont

WITHIN = 2
SIDE = 1400
ENDINGS = {".png", ".jpg", ".jpeg", ".webp"}
WORDS = "the quick brown fox jumps over a lazy dog while nobody listens to what she said about rain at night".split()


def pictures(folders: list[pathlib.Path]) -> list[tuple[str, Image.Image]]:
    """All pictures of 100 pixels a side or more, at most SIDE pixels large."""
    found = []
    for folder in folders:
        inner = folder / "PaletteImages"
        for path in sorted((inner if inner.is_dir() else folder).rglob("*")):
            is_other = inner.is_dir() and (path.suffix != ".png" or "xample" in path.name)
            if path.suffix.lower() not in ENDINGS or is_other:
                continue
            image = Image.open(path).convert("RGBA")
            ground = Image.new("RGBA", image.size, (255, 255, 255, 255))
            ground.alpha_composite(image)
            image = ground.convert("RGB")
            image = painting(image) if inner.is_dir() else image
            image.thumbnail((SIDE, SIDE), Image.LANCZOS)
            if min(image.size) >= 100:
                found.append((path.name, image))
    return found


def painting(image: Image.Image) -> Image.Image:
    """The picture at the left of an image of MetBrewer, without the white around it and its edges."""
    levels = np.asarray(image)[:, : image.width * 505 // 1000]
    is_white = levels.min(-1) >= 250
    across = np.flatnonzero(is_white.mean(0) < 0.9)
    down = np.flatnonzero(is_white.mean(1) < 0.9)
    cut = Image.fromarray(levels[down[0] : down[-1] + 1, across[0] : across[-1] + 1])
    x, y = cut.width // 20, cut.height // 20
    return cut.crop((x, y, cut.width - x, cut.height - y))


def subtitles(image: Image.Image, top: int, random_: random.Random) -> None:
    """Writes one or two lines into what lies below a row."""
    draw = ImageDraw.Draw(image)
    lines, room = random_.choice([1, 2]), image.height - top
    size = max(9, int(room / (1.6 * lines + 0.8)))
    font = ImageFont.load_default(size)
    y = top + (room - lines * size * 1.25) / 2
    for _ in range(lines):
        text = " ".join(random_.choice(WORDS) for _ in range(random_.randint(3, 7))).capitalize()
        while draw.textlength(text, font=font) > 0.9 * image.width and " " in text:
            text = text.rsplit(" ", 1)[0]
        x = (image.width - draw.textlength(text, font=font)) / 2
        draw.text((x, y), text, font=font, fill=random_.choice([(255, 255, 255), (240, 240, 90), (220, 220, 220)]))
        y += size * 1.25


def barred(image: Image.Image, random_: random.Random) -> tuple[Image.Image, tuple[int, int, int, int], str]:
    """The picture with bars, what they leave (left, top, right, bottom), and what kind they are."""
    width, height = image.size

    def share(size: int, least: float, most: float) -> int:
        return max(2, round(size * random_.uniform(least, most)))

    kind = random_.choice(["letterbox"] * 3 + ["pillarbox"] * 2 + ["all around"] * 2 + ["subtitles"] * 2 + ["one side"])
    grey = random_.choice([4, 10, 16, 22, 40, 64])
    colour = random_.choice([(0, 0, 0)] * 5 + [(255, 255, 255)] * 3 + [(grey,) * 3, (248, 246, 240), (random_.randint(0, 255), random_.randint(0, 255), random_.randint(0, 255))])
    left = top = right = bottom = 0
    if kind == "letterbox":
        top = bottom = share(height, 0.012, 0.25)
    elif kind == "subtitles":
        top = bottom = share(height, 0.14, 0.25)
        colour = random_.choice([(0, 0, 0), (0, 0, 0), (16, 16, 16)])
    elif kind == "pillarbox":
        left = right = share(width, 0.012, 0.25)
    elif kind == "all around":
        left = top = right = bottom = share(min(width, height), 0.012, 0.12)
    else:
        side = random_.randint(0, 3)
        left, top, right, bottom = (share((width, height)[i % 2], 0.021, 0.2) if i == side else 0 for i in range(4))
    framed = Image.new("RGB", (width + left + right, height + top + bottom), colour)
    framed.paste(image, (left, top))
    if kind == "subtitles":
        subtitles(framed, top + height, random_)
    return framed, (left, top, left + width, top + height), kind


def store(image: Image.Image, path: pathlib.Path, quality: int | None) -> pathlib.Path:
    if quality is None:
        path = path.with_suffix(".png")
        image.save(path, compress_level=1)
    else:
        path = path.with_suffix(".jpg")
        image.save(path, quality=quality)
    return path


def asked(showhide: str, paths: list[pathlib.Path], *options: str) -> list[dict]:
    """What the command says of each file, in their order."""
    answer = subprocess.run(
        [showhide, "palette", "--files-from", "-", "--format", "jsonl", *options], input="\n".join(map(str, paths)),
        capture_output=True, text=True, check=True,
    )
    return [json.loads(line) for line in answer.stdout.splitlines()]


def lab(entry: dict) -> np.ndarray:
    return cielab(np.array([tuple(bytes.fromhex(swatch["color"][1:])) for swatch in entry["swatches"]], float))


def difference(first: dict, second: dict) -> float:
    """The most that a colour of either palette differs from the nearest of the other."""
    apart = delta_e00(lab(first)[:, None], lab(second)[None])
    return float(max(apart.min(0).max(), apart.min(1).max()))


def missed(entry: dict, box: tuple[int, int, int, int]) -> int:
    """By how many rows or columns the bars found miss a box, at the edge where they do most."""
    left, top, width, height = entry["bars"]["content"] if "bars" in entry else (0, 0, entry["width"], entry["height"])
    return max(abs(one - other) for one, other in zip((left, top, left + width, top + height), box))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--showhide", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain-only", action="store_true", help="only ask the pictures as they are for bars")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    given = parser.parse_args()
    found = pictures(given.folders)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made, contents, originals, boxes, kinds = [], [], [], [], []
        for index, (_, image) in enumerate([] if given.plain_only else found):
            random_ = random.Random(f"{given.seed} {index}")
            framed, content, kind = barred(image, random_)
            quality = random_.choice([None, None, 60, 70, 75, 80, 85, 90, 95])
            made.append(store(framed, folder / f"{index}-bars", quality))
            contents.append(store(Image.open(made[-1]).crop(content), folder / f"{index}-content", None))
            originals.append(store(image, folder / f"{index}-original", quality))
            boxes.append(content)
            kinds.append(kind)
        plain = [
            store(image, folder / f"{index}-plain", quality) for index, (_, image) in enumerate(found) for quality in (None, 75)
        ]
        print("| bars | edges exact | within 2 | palette equal, PNG | JPEG | to the JPEG without bars | … of the exact part |\n|---|---|---|---|---|---|---|")
        with_bars, without = asked(given.showhide, made), asked(given.showhide, contents, "--whole", "--method", "distinct")
        alone = asked(given.showhide, originals, "--whole")
        plain_png = asked(given.showhide, contents, "--whole")
        without = [exact if path.suffix == ".png" else means for path, exact, means in zip(made, plain_png, without)]
        apart = [difference(*pair) for pair in zip(with_bars, without)]
        from_alone = [difference(*pair) for pair in zip(with_bars, alone)]
        exact_from_alone = [difference(*pair) for pair in zip(without, alone)]
        misses = [missed(entry, box) for entry, box in zip(with_bars, boxes)]
        for kind in [*sorted(set(kinds)), "all"]:
            own = [index for index, other in enumerate(kinds) if kind in (other, "all")]
            cells = [f"{sum(misses[index] <= most for index in own)} of {len(own)}" for most in (0, 2)]
            for ending, differences in ((".png", apart), (".jpg", apart), (".jpg", from_alone), (".jpg", exact_from_alone)):
                alike = [differences[index] for index in own if made[index].suffix == ending]
                cells.append(f"{sum(each <= WITHIN for each in alike)} of {len(alike)}")
            print(f"| {kind} | {' | '.join(cells)} |")
        cut = [(found[index // 2][0], entry) for index, entry in enumerate(asked(given.showhide, plain)) if "bars" in entry]
        print(f"\nPictures without bars: {len(plain) - len(cut)} of {len(plain)} uncut.\n")
        for index, each in enumerate(apart):
            if each > WITHIN:
                print(f"- {found[index][0]}: {kinds[index]}, ΔE00 {each:.1f}, {made[index].suffix}, {with_bars[index].get('bars')}")
        for name, entry in cut:
            print(f"- {name} is cut: {entry['bars']}, of {entry['width']} × {entry['height']}")


if __name__ == "__main__":
    main()
