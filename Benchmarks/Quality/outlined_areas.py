#!/usr/bin/env python3
"""How many of the areas that people outlined in photos have a colour in a palette of eight: ours beside those of other libraries.

    .venv-quality/bin/python Benchmarks/Quality/outlined_areas.py --showhide .build/release/showhide FOLDER

FOLDER is a checkout of the repository BIDS/BSDS500: 500 photos, each cut into areas by four to nine people. An area of 2 % of
the photo or more is held if a colour of the palette is within ΔE00 10 of the mean of its pixels (in CIELAB). *Another person*
is the bound: the means of the eight largest areas that somebody else outlined in the same photo. Each photo weighs the same, and each
person in it. Behind each figure is the half width of its interval (95 %, bootstrap over photos), of other methods that of the
difference from the first. Palettes are taken of photos 300 pixels wide or high. Prints a Markdown table.
"""

import argparse
import pathlib
import tempfile

import numpy as np
from palette_quality import cielab, delta_e00, our_method, peers
from PIL import Image
from scipy.io import loadmat

COUNT = 8
LEAST = 0.02
SIDE = 300
WITHIN = 10


def people(path: pathlib.Path, labs: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Of each person the mean colours of the areas, the largest first, and their shares of the photo."""
    found = []
    for person in loadmat(path)["groundTruth"][0]:
        places = person["Segmentation"][0, 0].ravel()
        sizes = np.bincount(places)
        order = [number for number in np.argsort(-sizes, kind="stable") if sizes[number] > 0]
        sums = np.stack([np.bincount(places, labs[:, channel]) for channel in range(3)], -1)
        found.append((sums[order] / sizes[order, None], sizes[order] / len(places)))
    return found


def share_held(areas: np.ndarray, given: np.ndarray) -> float:
    """The share of colours that have one of a palette near them."""
    return 100 * (delta_e00(areas[:, None], given[None]).min(1) <= WITHIN).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--showhide", required=True, help="the built command")
    parser.add_argument("--methods", default="distinct,kmeans,hue,histogram", help="of ours, with commas between")
    parser.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    methods = {name: our_method(given.showhide, name) for name in given.methods.split(",")}
    methods.update(peers())
    found: dict[str, list[float]] = {name: [] for name in [*methods, "another person"]}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder, "photo.png")
        for path in sorted(given.folder.glob("BSDS500/data/images/*/*.jpg")):
            photo = Image.open(path).convert("RGB")
            outlines = path.parents[2] / "groundTruth" / path.parent.name / f"{path.stem}.mat"
            persons = people(outlines, cielab(np.asarray(photo).reshape(-1, 3)))
            areas = [means[shares >= LEAST] for means, shares in persons]
            count += sum(map(len, areas))
            photo.thumbnail((SIDE, SIDE), Image.LANCZOS)
            photo.save(small)
            for name, method in methods.items():
                palette = cielab(np.array([color for _, color in method(small, COUNT)], float))
                found[name].append(np.mean([share_held(wanted, palette) for wanted in areas if len(wanted)]))
            others = [
                share_held(wanted, means[:COUNT])
                for number, wanted in enumerate(areas) if len(wanted)
                for other, (means, _) in enumerate(persons) if other != number
            ]
            found["another person"].append(np.mean(others))
    rows = {name: np.array(shares) for name, shares in found.items()}
    draws = np.random.default_rng(1).integers(0, len(rows["another person"]), (4000, len(rows["another person"])))
    first = next(iter(rows))
    print(f"{len(rows[first])} photos; {count} areas\n\n| method | areas held, % |\n|---|---|")
    for name, shares in rows.items():
        spread = shares if name == first else shares - rows[first]
        half = np.ptp(np.quantile(spread[draws].mean(1), (0.025, 0.975))) / 2
        print(f"| {name} | {shares.mean():.1f} ± {half:.1f} |")


if __name__ == "__main__":
    main()
