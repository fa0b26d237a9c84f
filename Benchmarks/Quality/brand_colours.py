#!/usr/bin/env python3
"""How often a logo's brand colour is told: the role `brand` beside other answers.

    .venv-quality/bin/python Benchmarks/Quality/brand_colours.py --showhide .build/release/showhide ICONS LOGOS

ICONS is a checkout of the repository simple-icons/simple-icons, which has the official colour of each brand, LOGOS one of
gilbarbara/logos, which has drawings. A brand is in both by its name, letters and digits only; of its drawings the first that LOGOS names counts
(`--drawings all`: each). Drawings are made 256 pixels long by CairoSVG. Brands whose colour is a grey (a chroma under 0.03 in OKLab) are left out, and
those of whose visible pixels less than 1 % is within ΔE00 6 of their colour. Every second brand in the order of the alphabet, from the first, was used
to find the rule (`tuned`); the others judge it (`judging`). An answer is right within ΔE00 6. Prints a Markdown table for each half: percent right.
"""

import argparse
import collections
import functools
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unicodedata

import cairosvg
import numpy as np
from palette_quality import cielab, delta_e00
from PIL import Image

SIDE = 256
WITHIN = 6
LEAST_CHROMA = 0.03


def letters(name: str) -> str:
    plain = unicodedata.normalize("NFD", name.lower())
    return re.sub(r"[^a-z0-9]", "", plain)


def levels(code: str) -> np.ndarray:
    return np.array(list(bytes.fromhex(code.lstrip("#"))), float)


def chroma(color: np.ndarray) -> float:
    """In OKLab."""
    c = color / 255
    light = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    cones = light @ np.array(
        [
            [0.4122214708, 0.2119034982, 0.0883024619],
            [0.5363325363, 0.6806995451, 0.2817188376],
            [0.0514459929, 0.1073969566, 0.6299787005],
        ]
    )
    a, b = np.cbrt(cones) @ np.array([[1.9779984951, 0.0259040371], [-2.4285922050, 0.7827717662], [0.4505937099, -0.8086757660]])
    return float(np.hypot(a, b))


def is_near(code: str | None, wanted: np.ndarray) -> bool:
    return code is not None and delta_e00(cielab(levels(code)), cielab(wanted)) <= WITHIN


def brands(icons: pathlib.Path, logos: pathlib.Path) -> dict[str, tuple[np.ndarray, list[pathlib.Path]]]:
    """By name: the official colour, and the drawings."""
    official: dict[str, np.ndarray] = {}
    for entry in json.loads((icons / "data/simple-icons.json").read_text()):
        official.setdefault(letters(entry["title"]), levels(entry["hex"]))
    found = {}
    for entry in json.loads((logos / "logos.json").read_text()):
        names = [letters(entry["name"]), letters(entry["shortname"])]
        files = [logos / "logos" / name for name in entry["files"]]
        files = [path for path in files if path.exists()]
        for name in names:
            if name in official and files:
                found[name] = official[name], files
                break
    return dict(sorted(found.items()))


@functools.lru_cache(maxsize=2000)
def drawn(path: pathlib.Path, side: int) -> Image.Image:
    svg = path.read_bytes()
    image = Image.open(io.BytesIO(cairosvg.svg2png(bytestring=svg, output_width=side)))
    if image.height > side:
        width = max(1, round(side * image.width / image.height))
        image = Image.open(io.BytesIO(cairosvg.svg2png(bytestring=svg, output_width=width, output_height=side)))
    return image.convert("RGBA")


def holds(image: Image.Image, wanted: np.ndarray) -> bool:
    """Whether 1 % of the visible pixels have the colour."""
    pixels = np.asarray(image).reshape(-1, 4)
    colors, counts = np.unique(pixels[pixels[:, 3] >= 128][:, :3], axis=0, return_counts=True)
    if len(colors) == 0:
        return False
    near = delta_e00(cielab(colors.astype(float)), cielab(wanted)[None]) <= WITHIN
    return counts[near].sum() >= 0.01 * counts.sum()


def on(image: Image.Image, ground: tuple[int, int, int], margin: float = 0) -> Image.Image:
    edge = round(margin * max(image.size))
    whole = Image.new("RGBA", (image.width + 2 * edge, image.height + 2 * edge), (*ground, 255))
    whole.alpha_composite(image, (edge, edge))
    return whole.convert("RGB")


WHITE, BLACK = (255, 255, 255), (0, 0, 0)
# Each form's name, how long the drawing is, what it stands on, and how it is saved: the quality of a JPEG, or none of a PNG.
FORMS = [
    ("PNG, transparent", SIDE, lambda image: image, None),
    ("PNG, transparent, 64 pixels", 64, lambda image: image, None),
    ("PNG, transparent, 512 pixels", 512, lambda image: image, None),
    ("PNG on white", SIDE, lambda image: on(image, WHITE), None),
    ("JPEG 90 on white", SIDE, lambda image: on(image, WHITE), 90),
    ("JPEG 85 on white", SIDE, lambda image: on(image, WHITE), 85),
    ("JPEG 75 on white", SIDE, lambda image: on(image, WHITE), 75),
    ("JPEG 85 on white with a margin", SIDE, lambda image: on(image, WHITE, 0.12), 85),
    ("JPEG 90 on white, 64 pixels", 64, lambda image: on(image, WHITE), 90),
    ("JPEG 90 on white, 512 pixels", 512, lambda image: on(image, WHITE), 90),
    ("PNG on black", SIDE, lambda image: on(image, BLACK), None),
    ("JPEG 90 on black", SIDE, lambda image: on(image, BLACK), 90),
    ("JPEG 90 on sand", SIDE, lambda image: on(image, (230, 210, 170)), 90),
    ("PNG on teal", SIDE, lambda image: on(image, (0, 128, 128)), None),
    ("JPEG 85 on red", SIDE, lambda image: on(image, (190, 30, 45)), 85),
    ("JPEG 85 on yellow", SIDE, lambda image: on(image, (255, 210, 60)), 85),
    ("JPEG 90 on navy", SIDE, lambda image: on(image, (20, 40, 90)), 90),
    ("JPEG 85 on blue with a margin", SIDE, lambda image: on(image, (40, 90, 200), 0.12), 85),
    ("PNG on pink with a margin", SIDE, lambda image: on(image, (240, 150, 180), 0.12), None),
]


def answers(showhide: str, folder: pathlib.Path) -> dict[str, dict[str, str | None]]:
    """For each contender the colour of each picture."""
    found: dict[str, dict[str, str | None]] = collections.defaultdict(dict)

    def entries(*options: str):
        run = subprocess.run([showhide, "palette", folder, "--format", "jsonl", *options], capture_output=True, text=True)
        for line in run.stdout.splitlines():
            entry = json.loads(line)
            yield pathlib.Path(entry["path"]).stem, entry, next((s["color"] for s in entry["swatches"]), None)

    for name, entry, first in entries("--roles"):
        found["`brand`"][name] = entry["roles"]["brand"].get("color")
        found["first colour"][name] = first
        found["`accent`"][name] = entry["roles"]["accent"].get("color")
    for name, _, first in entries("--without", "white,black,grey"):
        found["first, `--without white,black,grey`"][name] = first
    try:
        import colorthief
    except ImportError:
        return found
    for path in folder.iterdir():
        try:
            color = colorthief.ColorThief(str(path)).get_color()
        except Exception:  # it refuses pictures that are all white
            color = None
        found["Color Thief"][path.stem] = color and "#%02x%02x%02x" % color
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--showhide", required=True, help="the built command")
    parser.add_argument("--drawings", choices=("first", "all"), default="first", help="of each brand")
    parser.add_argument("--misses", action="store_true", help="also list the judging brands whose PNG or JPEG 90 is wrong")
    parser.add_argument("icons", type=pathlib.Path)
    parser.add_argument("logos", type=pathlib.Path)
    given = parser.parse_args()
    kept: dict[str, list[tuple[str, np.ndarray, pathlib.Path]]] = {}
    for brand, (wanted, paths) in brands(given.icons, given.logos).items():
        if chroma(wanted) < LEAST_CHROMA:
            continue
        for path in paths:
            try:
                is_kept = holds(drawn(path, SIDE), wanted)
            except Exception as problem:  # a drawing that CairoSVG cannot read
                print(f"{path.name} is left out: {type(problem).__name__}")
                continue
            if is_kept:
                kept.setdefault(brand, []).append((path.stem, wanted, path))
        if given.drawings == "first":
            kept[brand] = kept[brand][:1] if brand in kept else []
    kept = {brand: drawings for brand, drawings in kept.items() if drawings}
    halves = {"tuned": list(kept)[::2], "judging": list(kept)[1::2]}
    right: dict[str, dict[tuple[str, str], float]] = {half: {} for half in halves}
    wrong: dict[str, list[str]] = collections.defaultdict(list)
    contenders: list[str] = []
    for form, side, changed, quality in FORMS:
        with tempfile.TemporaryDirectory() as folder:
            for drawings in kept.values():
                for name, _, path in drawings:
                    image = changed(drawn(path, side))
                    if quality is None:
                        image.save(pathlib.Path(folder, f"{name}.png"))
                    else:
                        image.save(pathlib.Path(folder, f"{name}.jpg"), quality=quality)
            found = answers(given.showhide, pathlib.Path(folder))
        contenders = list(found)
        for half, names in halves.items():
            for contender, colors in found.items():
                hits = [is_near(colors.get(name), wanted) for brand in names for name, wanted, _ in kept[brand]]
                right[half][form, contender] = 100 * float(np.mean(hits))
        if form in ("PNG, transparent", "JPEG 90 on white"):
            for brand in halves["judging"]:
                for name, wanted, _ in kept[brand]:
                    color = found["`brand`"].get(name)
                    if not is_near(color, wanted):
                        official = "#%02x%02x%02x" % tuple(int(level) for level in wanted)
                        wrong[name].append(f"{form}: {color}, not {official}")
    for half, names in halves.items():
        print(f"\n{half}: {len(names)} brands, {sum(len(kept[name]) for name in names)} drawings\n")
        print(f"| form | {' | '.join(contenders)} |\n|---{'|---' * len(contenders)}|")
        for form, *_ in FORMS:
            print(f"| {form} | {' | '.join(f'{right[half][form, name]:.1f}' for name in contenders)} |")
    if given.misses:
        for name, lines in wrong.items():
            print(f"{name}: {'; '.join(lines)}")


if __name__ == "__main__":
    main()
