#!/usr/bin/env python3
"""How near palettes are to the colours that a person chose from a picture: ours beside those of other libraries.

    .venv-quality/bin/python Benchmarks/Quality/people_palettes.py --showhide .build/release/showhide FOLDER

FOLDER is a checkout of the repository BlakeRMills/MetBrewer: in PaletteImages a picture at the left and stripes at the right of
each image, in Python/met_brewer/palettes.py the colours. As many colours are asked for as the person
chose; ΔE00; *assigned*: each chosen colour with a colour of its own. Behind each figure is the half width of its interval (95 %,
bootstrap over pictures), paired with the first method's where another name stands there. Prints a Markdown table, and by how much the
number of colours that `--count auto` gives, or one number for all pictures, differs from the person's.
"""

import argparse
import pathlib
import re
import tempfile

import numpy as np
from palette_quality import cielab, delta_e00, our_method, peers
from PIL import Image
from scipy.optimize import linear_sum_assignment

SIDE = 300
WITHIN = 10


def chosen(folder: pathlib.Path) -> dict[str, list[tuple[int, ...]]]:
    """The colours of each palette."""
    text = (folder / "Python/met_brewer/palettes.py").read_text()
    found = {}
    for name, colors in re.findall(r"(\w+)\s*=\s*dict\(\s*colors\s*=\s*\(([^)]*)\)", text):
        codes = re.findall(r"#([0-9a-fA-F]{6})", colors)
        found[name.lower()] = [tuple(bytes.fromhex(code)) for code in codes]
    return found


def pictures(folder: pathlib.Path) -> dict[str, Image.Image]:
    """The pictures, without the white around them."""
    found = {}
    for path in sorted((folder / "PaletteImages").glob("*.png")):
        name = path.stem.replace(" (Update)", "").lower()
        levels = np.asarray(Image.open(path).convert("RGBA")).astype(int)
        left = np.where(levels[..., 3:] < 128, 255, levels)[:, : levels.shape[1] * 505 // 1000, :3]
        is_white = left.min(-1) >= 250
        across = np.flatnonzero(is_white.mean(0) < 0.9)
        down = np.flatnonzero(is_white.mean(1) < 0.9)
        cut = left[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
        found[name] = Image.fromarray(cut.astype(np.uint8))
        found[name].thumbnail((SIDE, SIDE), Image.LANCZOS)
    return found


def measures(wanted: list[tuple[int, ...]], given: np.ndarray) -> tuple[float, float, float]:
    """The mean difference to the nearest colour, the share within ten, and the mean when each has its own."""
    apart = delta_e00(cielab(np.array(wanted, float))[:, None], cielab(given)[None])
    nearest = apart.min(1)
    if len(given) < len(wanted):
        # A palette may be shorter: the rest is as far as the farthest.
        rest = np.full((len(wanted), len(wanted) - len(given)), apart.max())
        apart = np.concatenate([apart, rest], 1)
    return nearest.mean(), 100 * (nearest <= WITHIN).mean(), apart[linear_sum_assignment(apart)].mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--showhide", required=True, help="the built command")
    parser.add_argument("--methods", default="distinct,kmeans,hue,histogram", help="of ours")
    parser.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    methods = {name: our_method(given.showhide, name) for name in given.methods.split(",")}
    methods.update(peers())
    palettes = chosen(given.folder)
    images = {name: image for name, image in pictures(given.folder).items() if name in palettes}
    found: dict[str, np.ndarray] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, image in images.items():
            image.save(pathlib.Path(folder, f"{name}.png"))
        for method, palette in methods.items():
            rows = []
            for name in images:
                colors = palette(pathlib.Path(folder, f"{name}.png"), len(palettes[name]))
                rows.append(measures(palettes[name], np.array([color for _, color in colors], float)))
            found[method] = np.array(rows)
        automatic = our_method(given.showhide, "distinct")
        counts = np.array([len(automatic(pathlib.Path(folder, f"{name}.png"), "auto")) for name in images])
    draws = np.random.default_rng(1).integers(0, len(images), (4000, len(images)))
    first = next(iter(found))
    print(f"{len(images)} pictures; {sum(len(palettes[name]) for name in images)} colours\n")
    print(f"| method | nearest, mean | within {WITHIN}, % | assigned, mean |\n|---|---|---|---|")
    for method, rows in found.items():
        # Each picture weighs the same; of other methods the interval is that of the difference.
        spread = rows if method == first else rows - found[first]
        half = np.ptp(np.quantile(spread[draws].mean(1), (0.025, 0.975), axis=0), axis=0) / 2
        cells = [f"{mean:.1f} ± {width:.1f}" for mean, width in zip(rows.mean(0), half)]
        print(f"| {method} | {' | '.join(cells)} |")
    wanted = np.array([len(palettes[name]) for name in images])
    print("\n| number of colours | differs from the person's by, mean | by one at most, % | more, mean |\n|---|---|---|---|")
    for name, number in {"auto": counts, **{str(constant): constant for constant in (5, 6, 7, 8)}}.items():
        apart = number - wanted
        print(f"| {name} | {abs(apart).mean():.2f} | {100 * (abs(apart) <= 1).mean():.0f} | {apart.mean():+.2f} |")


if __name__ == "__main__":
    main()
