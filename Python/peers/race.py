"""Races the Python package against what people use, from encoded bytes to the dominant colour.

    make python-peers                     1, 4 and 12 megapixels, JPEG and PNG, and photos
    python race.py --megapixels 1 --seconds 2

Each contender gets the same bytes in memory, on one thread, and is used as its own documentation shows,
with its own defaults. Runs are interleaved; the figure is pictures for each second of processor time, by
the fastest run. ΔE00 is the distance of the answer from a colour planted on a fifth of the picture; of
photos, from that of `dominantcolor` with every pixel counted.

The generated pictures are smooth enough for an outline to answer for them. Photos are as the repository
has them, with their colour profiles, or several times side by side, which keeps their texture: for some
of those an outline settles nothing and every pixel is counted after all.
"""

from __future__ import annotations

import argparse
import io
import os
import pathlib
import statistics
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

import dominantcolor  # noqa: E402

PLANTED = (212, 84, 36)
FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Fixtures"
# Paths, and how many times a side the photo is put side by side; 1 is the file as it is.
PHOTOS = (
    ("KMeans/Photos/rocket.jpg", 1),
    ("Corpus/photos/flower.jpg", 1),
    ("KMeans/Photos/retina.jpg", 1),
    ("Photos/china.jpg", 4),
    ("KMeans/Photos/retina.jpg", 2),
)


def ours(data):
    return dominantcolor.palette(data).dominant.rgb


def ours_exact(data):
    return dominantcolor.palette(data, exact=True).dominant.rgb


def pillow(data):
    image = Image.open(io.BytesIO(data)).convert("RGB").quantize(8)
    count, index = max(image.getcolors())
    return tuple(image.getpalette()[3 * index : 3 * index + 3])


def colorthief(data):
    from colorthief import ColorThief

    return ColorThief(io.BytesIO(data)).get_color()


def modern_colorthief(data):
    import modern_colorthief

    return modern_colorthief.get_color(data)


def fast_colorthief(data):
    import fast_colorthief

    return fast_colorthief.get_dominant_color(io.BytesIO(data), quality=10)


def pylette(data):
    from pylette import extract_colors

    found = extract_colors(image=data, palette_size=5)
    return tuple(int(v) for v in max(found.colors, key=lambda c: c.frequency).rgb)


def colorgram(data):
    import colorgram

    return tuple(max(colorgram.extract(io.BytesIO(data), 6), key=lambda c: c.proportion).rgb)


def opencv(data):
    import cv2

    cv2.setNumThreads(1)
    cv2.setRNGSeed(1)
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).reshape(-1, 3)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1.0)
    _, labels, centers = cv2.kmeans(
        np.float32(pixels), 5, None, criteria, 1, cv2.KMEANS_RANDOM_CENTERS
    )
    winner = centers[np.bincount(labels.ravel()).argmax()]
    return tuple(int(round(v)) for v in winner[::-1])


CONTENDERS = {
    "dominantcolor": ours,
    "dominantcolor exact=True": ours_exact,
    "Pillow quantize(8)": pillow,
    "ColorThief": colorthief,
    "modern_colorthief": modern_colorthief,
    "fast-colorthief": fast_colorthief,
    "Pylette": pylette,
    "colorgram": colorgram,
    "OpenCV k-means (5)": opencv,
}


def picture(megapixels: int) -> Image.Image:
    """Soft gradients with noise, and the planted colour on a fifth of the rows."""
    width, height = {1: (1152, 864), 4: (2304, 1728), 12: (4000, 3000)}.get(
        megapixels, (1000, 1000 * megapixels)
    )
    random = np.random.default_rng(megapixels)
    x, y = np.linspace(0, 1, width), np.linspace(0, 1, height)[:, None]
    planes = [30 + 180 * x * y, 60 + 140 * (1 - x) * y, 90 + 120 * np.abs(x - y)]
    pixels = np.stack([np.broadcast_to(plane, (height, width)) for plane in planes], axis=2)
    pixels = pixels + random.normal(0, 6, pixels.shape)
    band = height // 5
    pixels[height // 2 : height // 2 + band] = PLANTED + random.normal(0, 2, (band, width, 3))
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def photo(path: str, times: int) -> tuple[str, bytes]:
    """A photo's title and bytes."""
    image = Image.open(FIXTURES / path)
    width, height = image.size
    title = f"{image.filename.rpartition('/')[2]}, {times * times * width * height / 1e6:.1f} MP"
    if times == 1:
        return title, (FIXTURES / path).read_bytes()
    copies = Image.new("RGB", (times * width, times * height))
    for index in range(times * times):
        copies.paste(image, (index % times * width, index // times * height))
    return title, encoded(copies, "JPEG", quality=90)


def encoded(image: Image.Image, kind: str, **options) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def lab(rgb):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
              for v in (channel / 255 for channel in rgb)]  # fmt: skip
    matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
              (0.0193339, 0.1191920, 0.9503041))  # fmt: skip
    xyz = [sum(m * v for m, v in zip(row, linear)) for row in matrix]
    f = [t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
         for t in (value / white for value, white in zip(xyz, (0.95047, 1.0, 1.08883)))]  # fmt: skip
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def delta_e(first, second):
    """CIEDE2000 (Sharma, Wu and Dalal, 2005)."""
    (l1, a1, b1), (l2, a2, b2) = lab(first), lab(second)
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1
    if c1 * c2 == 0:
        turn = 0
    elif turn > 180:
        turn -= 360
    elif turn < -180:
        turn += 360
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2
    if c1 * c2 != 0:
        hm = hm / 2 if abs(h1 - h2) <= 180 else (hm + 360) / 2 if hm < 360 else (hm - 360) / 2
    t = (1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
         + 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.20 * np.cos(np.radians(4 * hm - 63)))  # fmt: skip
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = (-2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
          * np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2)))))  # fmt: skip
    parts = dl / sl, dc / sc, dh / sh
    return float(np.sqrt(sum(p * p for p in parts) + rt * parts[1] * parts[2]))


def race(data: bytes, seconds: float):
    """The fastest run and the answer of each contender; None for one that fails."""
    best, answers, spent = {}, {}, dict.fromkeys(CONTENDERS, 0.0)
    waiting = list(CONTENDERS)
    while waiting:
        for name in list(waiting):
            start = time.process_time()
            try:
                answers[name] = tuple(CONTENDERS[name](data))
            except Exception as error:  # another project's, of any kind
                answers[name] = f"{type(error).__name__}: {error}"[:60]
                waiting.remove(name)
                continue
            took = time.process_time() - start
            best[name] = min(best.get(name, took), took)
            spent[name] += took
            if spent[name] >= seconds:
                waiting.remove(name)
    return best, answers


def report(title: str, best, answers, truth) -> float | None:
    """Prints the rows of one file; returns how many times faster than all others we are."""
    for name in sorted(CONTENDERS, key=lambda n: best.get(n, 1e9)):
        if name not in best:
            print(f"| {title} | {name} | – | – | {answers[name]} | – |")
            continue
        color = "#%02x%02x%02x" % answers[name]
        ratio = best[name] / best["dominantcolor"]
        print(f"| {title} | {name} | {1 / best[name]:.1f} | {ratio:.1f}× | {color} "
              f"| {delta_e(answers[name], truth):.1f} |", flush=True)  # fmt: skip
    others = [took for name, took in best.items() if not name.startswith("dominantcolor")]
    return min(others) / best["dominantcolor"] if others else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megapixels", type=int, nargs="*", default=[1, 4, 12])
    parser.add_argument("--seconds", type=float, default=1, help="processor time for each contender")
    given = parser.parse_args()
    ratios = {"JPEG": [], "PNG": [], "photos": []}
    print("| file | contender | pictures/s and core | dominantcolor is | answer | ΔE00 |")
    print("|---|---|---:|---:|---|---:|")
    for megapixels in given.megapixels:
        image = picture(megapixels)
        for kind, options in (("JPEG", {"quality": 90}), ("PNG", {"compress_level": 6})):
            best, answers = race(encoded(image, kind, **options), given.seconds)
            ratios[kind].append(report(f"{megapixels} MP {kind}", best, answers, PLANTED))
    for path, times in PHOTOS:
        title, data = photo(path, times)
        best, answers = race(data, given.seconds)
        ratios["photos"].append(report(title, best, answers, ours_exact(data)))
    print()
    for kind, found in ratios.items():
        found = [ratio for ratio in found if ratio is not None]
        if found:
            print(f"{kind}: against the fastest of the others {min(found):.1f}× to {max(found):.1f}×, "
                  f"median {statistics.median(found):.1f}×")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
