"""Records what the native library answers, for the tests of the WebAssembly module.

Usage: record.py SHOWHIDE > expected.json      with the Python package `dominantcolor` and Pillow installed

The pictures are the PNG files of the fixtures, and some that a few lines make in Python and JavaScript alike.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import dominantcolor
from PIL import Image

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Fixtures" / "Corpus"

# Names, sizes: more than one band, less than a vector, nothing at all.
MADE = [
    ("noise", 0, 0), ("noise", 1, 1), ("noise", 3, 5), ("noise", 64, 64), ("noise", 333, 257),
    ("noise", 1023, 601), ("ramp", 64, 64), ("ramp", 700, 500), ("ramp", 1200, 900), ("few", 640, 480),
    ("grey", 50, 40), ("clear", 9, 9), ("letterbox", 160, 120), ("frame", 1200, 900), ("below", 700, 500),
]

QUESTIONS = [
    {}, {"method": "kmeans"}, {"method": "hue"}, {"method": "histogram"},
    {"method": "histogram", "precision": "fine", "count": 12},
    {"method": "kmeans", "count": 3, "minimum_alpha": 1, "white_above": 240, "black_below": 20},
    {"method": "hue", "hue_bins": 1536, "grey_threshold": 0, "grey_within": 8, "count": 64},
    {"method": "distinct", "count": 64, "minimum_alpha": 255},
    {"method": "kmeans", "without": "background,black=30"}, {"whole": True},
]

EFFECTS = [
    ("show", {}), ("hide", {"hue": 210, "tolerance": 40, "feather": 0}),
    ("show", {"near": "#c85a28", "tolerance": 12, "feather": 6}),
    ("hide", {"near": "#404040", "tolerance": 20, "feather": 0}),
]


def made(name, width, height):
    """Pixels of a kind; `pictures.js` says the same."""
    state, data = 1, bytearray()
    columns, rows = (width // 10 if name == "frame" else 0), (height // 10 if name in ("letterbox", "frame") else 0)
    below = height // 5 if name == "below" else rows
    for y in range(height):
        for x in range(width):
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            if name == "noise":
                data += bytes([state >> 24, state >> 16 & 255, state >> 8 & 255, state >> 20 & 255])
            elif name == "ramp":
                data += bytes([x * 255 // width, y * 255 // height, state >> 27, 255])
            elif name == "few":
                data += bytes([[212, 84, 36, 255], [20, 60, 160, 255], [250, 250, 250, 127]][
                    (x // 7 + y // 5) % 3])
            elif name in ("letterbox", "frame", "below"):
                is_bar = not (columns <= x < width - columns and rows <= y < height - below)
                data += bytes([30, 20, 90, 255] if is_bar else [state >> 24, state >> 17 & 127, state >> 9 & 63, 255])
            elif name == "grey":
                data += bytes([state >> 24] * 3 + [255])
            else:
                data += bytes([state >> 24, 0, 0, 0])
    return bytes(data)


def answers(data, width, height):
    view = memoryview(data).cast("B", (height, width, 4)) if data else None
    found = []
    for question in QUESTIONS:
        if view is None:
            continue
        palette = dominantcolor.palette(view, **question)
        hue = palette.hue
        entry = {
            "question": question,
            "swatches": [[swatch.hex, swatch.count] for swatch in palette.swatches],
            "dominant": palette.dominant and [palette.dominant.hex, palette.dominant.count],
            "distinct": palette.distinct_colors,
            "absence": palette.absence,
            "tally": [palette.counted, palette.transparent, palette.filtered],
            "bars": palette.bars and [
                palette.bars.hex, palette.bars.left, palette.bars.top, palette.bars.right, palette.bars.bottom],
            "hue": hue and [hue.bin, hue.grey_count, hue.mean_saturation, hue.mean_brightness],
        }
        if "background" in question.get("without", ""):
            ground = palette.background
            entry["background"] = ground and [
                list(ground.rgb), ground.count, ground.population, ground.is_gradient]
        if question.get("method") != "kmeans":
            histogram = dominantcolor.Histogram.of(view, **question)
            entry["histogram"] = hashlib.sha256(histogram.to_bytes()).hexdigest()
        found.append(entry)
    return {"pixels": hashlib.sha256(data).hexdigest(), "answers": found}


def effects(showhide, image):
    """The pixels as they are: `showhide` sees by a file's colour space, and the module is given sRGB."""
    found = []
    for effect, selection in EFFECTS:
        color = selection.get("near") or (
            f"hue:{selection['hue']}" if "hue" in selection else "auto")
        with tempfile.TemporaryDirectory() as folder:
            picture, out = pathlib.Path(folder) / "picture.png", pathlib.Path(folder) / "out.png"
            Image.frombytes("RGBA", image.size, image.tobytes()).save(picture)
            command = [showhide, effect, str(picture), "-o", str(out), "--quiet", "--color", color]
            for name in ("tolerance", "feather"):
                if name in selection:
                    command += [f"--{name}", str(selection[name])]
            subprocess.run(command, check=True)
            pixels = Image.open(out).convert("RGBA").tobytes()
        found.append({
            "effect": effect, "selection": selection,
            "pixels": hashlib.sha256(pixels).hexdigest(),
        })
    return found


def recorded(showhide=None):
    """All answers; those of effects only where there is a `showhide`."""
    expected = {"made": [], "files": []}
    for name, width, height in MADE:
        entry = answers(made(name, width, height), width, height)
        expected["made"].append({"name": name, "width": width, "height": height, **entry})
    for path in sorted([*CORPUS.glob("png/**/*.png"), *CORPUS.glob("photos/*.png")]):
        header = path.read_bytes()[:29]
        # What the reader of the tests knows: 8 bits a channel, not interlaced.
        if header[12:16] != b"IHDR" or header[24] != 8 or header[28] != 0 or "corrupt" in str(path):
            continue
        if b"tRNS" in path.read_bytes() and header[25] != 3:
            continue
        image = Image.open(path).convert("RGBA")
        entry = answers(image.tobytes(), *image.size)
        if showhide and path.stat().st_size > 500 and image.size[0] * image.size[1] < 1 << 18:
            entry["effects"] = effects(showhide, image)
        name = str(path.relative_to(CORPUS))
        expected["files"].append(
            {"name": name, "width": image.size[0], "height": image.size[1], **entry})
    return expected


if __name__ == "__main__":
    json.dump(recorded(sys.argv[1]), sys.stdout, indent=0, separators=(",", ":"))
