#!/usr/bin/env python3
"""How well palettes hold what people mean, as figures: ours beside those of other libraries.

    python3 Benchmarks/Quality/palette_quality.py --showhide .build/release/showhide [--seed 1] [--scenes 16]

Pictures are drawn here from a seed: grey-brown tones and two or three vivid discs, each of 0.5 to 4 % of
the picture; flat colours; greys. Needs numpy and Pillow; takes colorthief, pylette, extcolors and
materialyoucolor (all on PyPI) where they are installed. Palettes are taken of PNG files; every figure is
computed here, from the pixels. Prints one Markdown table.
"""

import argparse
import io
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

AREAS = (0.005, 0.01, 0.02, 0.04)
SIZE = (360, 240)


# --- Colour -------------------------------------------------------------------------------------


def linear(rgb):
    c = np.asarray(rgb, float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def cielab(rgb):
    m = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    x = linear(rgb) @ (m / m.sum(1, keepdims=True)).T
    f = np.where(x > 216 / 24389, np.cbrt(x), (24389 / 27 * x + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def delta_e00(first, second):
    """CIEDE2000 between arrays of CIELAB colours (Sharma, Wu and Dalal, 2005)."""
    l1, a1, b1 = np.moveaxis(first, -1, 0)
    l2, a2, b2 = np.moveaxis(second, -1, 0)
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    step = h2 - h1
    step = np.where(step > 180, step - 360, np.where(step < -180, step + 360, step))
    step = np.where(grey, 0, step)
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(step / 2))
    lm, cm, total = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2
    hm = np.where(abs(h1 - h2) <= 180, total / 2, np.where(total < 360, total / 2 + 180, total / 2 - 180))
    hm = np.where(grey, total, hm)

    def cosine(degrees):
        return np.cos(np.radians(degrees))

    t = 1 - 0.17 * cosine(hm - 30) + 0.24 * cosine(2 * hm) + 0.32 * cosine(3 * hm + 6) - 0.2 * cosine(4 * hm - 63)
    turn = 30 * np.exp(-(((hm - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(cm**7 / (cm**7 + 25.0**7)) * np.sin(np.radians(2 * turn))
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    l, c, h = dl / sl, dc / (1 + 0.045 * cm), dh / (1 + 0.015 * cm * t)
    return np.sqrt(np.maximum(l * l + c * c + h * h + rotation * c * h, 0))


def oklch(lightness, chroma, hue):
    """sRGB levels of OKLCH, and whether they lie in the gamut."""
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    roots = np.stack(
        np.broadcast_arrays(
            lightness + 0.3963377774 * a + 0.2158037573 * b,
            lightness - 0.1055613458 * a - 0.0638541728 * b,
            lightness - 0.0894841775 * a - 1.2914855480 * b,
        ),
        -1,
    )
    light = roots**3 @ np.array(
        [
            [4.0767416621, -3.3077115913, 0.2309699292],
            [-1.2684380046, 2.6097574011, -0.3413193965],
            [-0.0041960863, -0.7034186147, 1.7076147010],
        ]
    ).T
    levels = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055) * 255
    inside = np.all((light > -0.002) & (light < 1.002), axis=-1)
    return np.clip(levels, 0, 255), inside


# --- Pictures -----------------------------------------------------------------------------------


def field(random, cells):
    """A smooth random function of the place, mean 0 and deviation 1."""
    grid = Image.fromarray(random.standard_normal((cells + 1, cells + 1)).astype(np.float32))
    values = np.asarray(grid.resize(SIZE, Image.BICUBIC))
    return (values - values.mean()) / (values.std() + 1e-9)


def scene(seed, area):
    """Pixels, the vivid colours, and the fullest tone."""
    random = np.random.default_rng(seed)
    width, height = SIZE
    count = int(random.integers(3, 6))
    fields = [field(random, int(random.integers(3, 9))) + random.normal(0, 0.35) for _ in range(count)]
    owner = np.argmax(np.stack(fields), 0)
    lights = random.permutation(np.sort(random.uniform(0.22, 0.88, count)))
    shade = field(random, 4) * 0.03 + field(random, 30) * 0.02
    picture = np.zeros((height, width, 3))
    tones = []
    for tone in range(count):
        chroma, hue = random.uniform(0.005, 0.05), random.uniform(40, 100)
        inside = owner == tone
        picture[inside] = oklch(np.clip(lights[tone] + shade[inside], 0.03, 0.99), chroma, hue)[0]
        tones.append((inside.mean(), oklch(lights[tone], chroma, hue)[0]))
    first, vivid, places = random.uniform(0, 360), [], []
    discs = int(random.integers(2, 4))
    y, x = np.mgrid[:height, :width]
    radius = np.sqrt(area * width * height / np.pi)
    for disc in range(discs):
        hue, light, chroma = first + disc * 360 / discs + random.uniform(-25, 25), random.uniform(0.5, 0.75), 0.3
        while chroma > 0.1 and not oklch(light, chroma, hue)[1]:
            chroma -= 0.01
        for _ in range(200):
            left, top = random.uniform(radius, width - radius), random.uniform(radius, height - radius)
            if all(np.hypot(left - a, top - b) > 2 * radius + 2 for a, b in places):
                break
        places.append((left, top))
        inside = np.hypot(x - left, y - top) < radius
        falling = -0.06 * ((x - left) + (y - top)) / radius / 1.4
        picture[inside] = oklch(np.clip(light + falling[inside], 0.05, 0.98), chroma, hue)[0]
        vivid.append(oklch(light, chroma, hue)[0])
    picture += random.normal(0, 3, (height, width, 1)) + random.normal(0, 1.5, (height, width, 3))
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8), np.array(vivid), max(tones, key=lambda t: t[0])[1]


def scattered(seed, area, share=0.02):
    """A scene with pixels of one more vivid colour scattered over it: its pixels, the vivid colours, that one."""
    pixels, vivid, _ = scene(seed, area)
    random = np.random.default_rng(seed)
    labs, color = cielab(vivid), None
    while color is None or delta_e00(cielab(color)[None], labs).min() < 30:
        color, inside = oklch(random.uniform(0.5, 0.75), 0.2, random.uniform(0, 360))
        if not inside:
            color = None
    places = random.random(pixels.shape[:2]) < share
    noisy = color + random.normal(0, 3, (*pixels.shape[:2], 1))
    pixels[places] = np.clip(noisy + 0.5, 0, 255).astype(np.uint8)[places]
    return pixels, vivid, color


def flat(seed, count):
    """Stripes of colours that differ by ΔE00 20 or more."""
    random = np.random.default_rng(seed)
    colors = []
    while len(colors) < count:
        color = random.integers(0, 256, 3)
        if all(delta_e00(cielab(color), cielab(other)) >= 20 for other in colors):
            colors.append(color)
    columns = np.arange(SIZE[0]) * count // SIZE[0]
    return np.broadcast_to(np.array(colors, np.uint8)[columns], (SIZE[1], SIZE[0], 3)).copy(), np.array(colors)


# --- Palettes -----------------------------------------------------------------------------------


def our_method(showhide, name):
    """A palette by a method of ours: of a file, and of as many colours at most, or `auto`."""

    def palette(path, count):
        run = subprocess.run(
            [showhide, "palette", str(path), "--method", name, "--count", str(count), "--format", "json", "--exact"],
            capture_output=True, text=True, check=True,
        )
        found = json.loads(run.stdout)
        entry = found[0] if isinstance(found, list) else found
        if "swatches" not in entry:
            entry = next(v for v in entry.values() if isinstance(v, list))[0]
        return [(s["population"], [int(s["color"][i : i + 2], 16) for i in (1, 3, 5)]) for s in entry["swatches"]]

    return palette


def peers():
    """Other libraries' palettes, of those that are installed."""
    found = {}
    try:
        import colorthief

        found["Color Thief"] = lambda path, count: [
            (0, c) for c in colorthief.ColorThief(str(path)).get_palette(count, 1)[:count]
        ]
    except ImportError:
        pass
    try:
        from pylette import extract_colors

        found["Pylette KMeans"] = lambda path, count: [
            (c.frequency, list(c.rgb)[:3]) for c in extract_colors(image=str(path), palette_size=count).colors
        ]
    except ImportError:
        pass
    try:
        import extcolors

        found["extcolors"] = lambda path, count: [
            (n, list(c)) for c, n in extcolors.extract_from_path(str(path), limit=count)[0]
        ]
    except ImportError:
        pass
    try:
        from materialyoucolor.quantize import QuantizeCelebi

        def material(path, count):
            pixels = np.asarray(Image.open(path).convert("RGBA")).reshape(-1, 4)[::5].tolist()
            colors = QuantizeCelebi(pixels, count)
            ranked = sorted(colors.items(), key=lambda item: -item[1])
            return [(n, [c >> 16 & 255, c >> 8 & 255, c & 255]) for c, n in ranked]

        found["Material (Celebi)"] = material
    except ImportError:
        pass
    return found


# --- Figures ------------------------------------------------------------------------------------


def nearest_mean(pixels, labs):
    """The mean ΔE00 from a pixel to the nearest of colours; pixels in cells of 4 levels."""
    cells, counts = np.unique(pixels.reshape(-1, 3) // 4, axis=0, return_counts=True)
    differences = delta_e00(cielab(cells * 4 + 2)[:, None], labs[None]).min(1)
    return (differences * counts).sum() / counts.sum()


def holding(pixels, vivid, count):
    """`kmeans` in CIELAB with as many colours, of which some are the vivid ones: what holding them costs.

    Lloyd's assignments over cells of 8 levels from eight starts (Arthur and Vassilvitskii, 2007).
    """
    cells, counts = np.unique(pixels.reshape(-1, 3) // 8, axis=0, return_counts=True)
    labs = cielab(cells * 8 + 4)
    random, best = np.random.default_rng(1), None
    for _ in range(8):
        centers = list(cielab(vivid))[:count]
        while len(centers) < count:
            squares = ((labs[:, None] - np.array(centers)[None]) ** 2).sum(-1).min(1) * counts
            centers.append(labs[random.choice(len(labs), p=squares / squares.sum())])
        centers = np.array(centers)
        for _ in range(30):
            nearest = ((labs[:, None] - centers[None]) ** 2).sum(-1).argmin(1)
            for number in range(len(vivid), count):
                inside = nearest == number
                if inside.any():
                    centers[number] = np.average(labs[inside], axis=0, weights=counts[inside])
        error = (((labs[:, None] - centers[None]) ** 2).sum(-1).min(1) * counts).sum()
        if best is None or error < best[0]:
            best = error, centers
    return best[1]


def transport(first, second):
    """The earth mover's distance of two palettes in ΔE00."""
    from scipy.optimize import linprog

    p = np.array([s for s, _ in first], float)
    q = np.array([s for s, _ in second], float)
    p, q = p / p.sum(), q / q.sum()
    costs = delta_e00(cielab(np.array([c for _, c in first]))[:, None], cielab(np.array([c for _, c in second]))[None])
    rows = [np.kron(np.eye(len(p))[i], np.ones(len(q))) for i in range(len(p))]
    columns = [np.kron(np.ones(len(p)), np.eye(len(q))[j]) for j in range(len(q))]
    return linprog(costs.ravel(), A_eq=np.array(rows + columns), b_eq=np.concatenate([p, q]), method="highs").fun


def changes(pixels):
    """The same picture in four other forms."""
    picture = Image.fromarray(pixels)
    width, height = picture.size
    jpeg = io.BytesIO()
    picture.save(jpeg, "JPEG", quality=60)
    return {
        "JPEG 60": Image.open(jpeg).convert("RGB"),
        "half size": picture.resize((width // 2, height // 2), Image.BOX),
        "3 % crop": picture.crop((width * 3 // 100, height * 3 // 100, width * 97 // 100, height * 97 // 100)),
        "mirror": picture.transpose(Image.FLIP_LEFT_RIGHT),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--showhide", required=True, help="the built command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=16)
    parser.add_argument("--methods", default="distinct,kmeans,hue,histogram", help="of ours, with commas between")
    arguments = parser.parse_args()
    methods = {name: our_method(arguments.showhide, name) for name in arguments.methods.split(",")}
    methods.update(peers())
    kmeans = our_method(arguments.showhide, "kmeans")
    rows = {}

    def put(row, name, value):
        rows.setdefault(row, {})[name] = value

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "picture.png"
        all_scenes = {}
        for area in AREAS:
            for number in range(arguments.scenes):
                key = int(1_000_000 * arguments.seed + 100_000 * area + number)
                pixels, vivid, fullest = scene(key, area)
                place = pathlib.Path(folder) / f"{area}-{number}.png"
                Image.fromarray(pixels).save(place)
                all_scenes[area, number] = (place, pixels, vivid, fullest)
        by_kmeans = {}
        for name, method in methods.items():
            for area in AREAS:
                for count in (6, 5):
                    found = total = first_two = 0
                    least, ratios, holding_ratios = [], [], []
                    for number in range(arguments.scenes):
                        place, pixels, vivid, fullest = all_scenes[area, number]
                        colors = np.array([c for _, c in method(place, count)], float)
                        labs = cielab(colors)
                        found += int((delta_e00(cielab(vivid)[:, None], labs[None]).min(1) <= 15).sum())
                        total += len(vivid)
                        if len(colors) > 1:
                            pairs = delta_e00(labs[:, None], labs[None]) + 1e3 * np.eye(len(colors))
                            least.append(pairs.min())
                        if count == 6:
                            key = (area, number, len(colors))
                            if key not in by_kmeans:
                                best = np.array([c for _, c in kmeans(place, len(colors))], float)
                                by_kmeans[key] = nearest_mean(pixels, cielab(best))
                            ratios.append(nearest_mean(pixels, labs) / by_kmeans[key])
                            if name == "distinct":
                                held = nearest_mean(pixels, holding(pixels, vivid, len(colors)))
                                holding_ratios.append(held / by_kmeans[key])
                        first_two += delta_e00(cielab(fullest)[None], labs[:2]).min() <= 12
                    put(f"accents of {100 * area:g} % among {count}", name, f"{found} of {total}")
                    if count == 6:
                        put(f"least ΔE00 of two at {100 * area:g} %: smallest, median", name,
                            f"{min(least):.1f}, {np.median(least):.1f}")
                        put(f"mean ΔE00 to a swatch, against kmeans, at {100 * area:g} %", name, f"{np.mean(ratios):.2f}")
                        if holding_ratios:
                            put(f"the same of kmeans that is given the vivid colours, at {100 * area:g} %", name,
                                f"{np.mean(holding_ratios):.2f}")
                        put(f"fullest tone among the first two at {100 * area:g} %", name,
                            f"{first_two} of {arguments.scenes}")
            found = total = noise = 0
            for number in range(arguments.scenes):
                pixels, vivid, color = scattered(1_000_000 * arguments.seed + 500_000 + number, 0.01)
                Image.fromarray(pixels).save(path)
                labs = cielab(np.array([c for _, c in method(path, 6)], float))
                found += int((delta_e00(cielab(vivid)[:, None], labs[None]).min(1) <= 15).sum())
                noise += delta_e00(cielab(color)[None], labs).min() <= 15
                total += len(vivid)
            put("accents of 1 % among 6, beside 2 % of scattered pixels of another colour", name, f"{found} of {total}")
            put("the scattered colour among them", name, f"{noise} of {arguments.scenes}")
            exact = 0
            for count in range(1, 9):
                pixels, colors = flat(1000 * arguments.seed + count, count)
                Image.fromarray(pixels).save(path)
                try:
                    exact += {tuple(c) for _, c in method(path, 8)} == {tuple(c) for c in colors.tolist()}
                except Exception:  # some peers refuse pictures of few colours
                    pass
            put("n flat colours, n = 1 to 8, give exactly those", name, f"{exact} of 8")
            if name in arguments.methods.split(","):
                for change in ("JPEG 60", "half size", "3 % crop", "mirror"):
                    distances = []
                    for number in range(arguments.scenes):
                        place, pixels, _, _ = all_scenes[0.02, number]
                        changes(pixels)[change].save(path)
                        distances.append(transport(method(place, 6), method(path, 6)))
                    put(f"earth mover's ΔE00 after {change}: median, largest", name,
                        f"{np.median(distances):.2f}, {max(distances):.2f}")
    names = list(methods)
    print("| | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for row, values in rows.items():
        print(f"| {row} | " + " | ".join(str(values.get(name, "–")) for name in names) + " |")


if __name__ == "__main__":
    main()
