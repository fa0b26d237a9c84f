#!/usr/bin/env python3
"""What saving options of showhide do, and what saving takes.

    .venv-quality/bin/python Benchmarks/Quality/saved_pictures.py SHOWHIDE PHOTO

The photo is enlarged to 12 and 48 megapixels. Printed are a row for each kind of check, and a row for each way to save
with the processor time and the most memory of the whole command; exit code 1 where a check fails.

Needs numpy and Pillow (requirements.txt), and GNU time.
"""

import argparse
import io
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

KINDS = {"jpg": "jpeg", "png": "png", "webp": "webp", "avif": "avif"}


def show(program, path, out, *options):
    """The bytes that were written, processor seconds and megabytes."""
    with tempfile.NamedTemporaryFile("r") as taken:
        # What a process of Python starts itself counts that one's memory too.
        subprocess.run(
            ["/usr/bin/time", "-f", "%U %S %M", "-o", taken.name, program, "show", str(path), "-o", str(out), "--force",
             "--quiet", *options], check=True)
        user, system, kilobytes = taken.read().split()
    return out.read_bytes(), float(user) + float(system), int(kilobytes) / 1000


def qualities(program, photo, folder):
    for kind in ("jpg", "webp", "avif"):
        sizes = [len(show(program, photo, folder / f"o.{kind}", "--quality", str(q))[0]) for q in (20, 50, 80, 95)]
        yield sizes == sorted(sizes)


def efforts(program, photo, folder):
    """More effort is a smaller file, or one that loses less."""
    wanted = np.asarray(Image.open(io.BytesIO(show(program, photo, folder / "o.png")[0])).convert("RGB")).astype(float)
    for kind in ("webp", "avif"):
        found = []
        for effort in ("1", "9"):
            data, _, _ = show(program, photo, folder / f"o.{kind}", "--effort", effort)
            pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(float)
            found.append((len(data), ((pixels - wanted) ** 2).mean()))
        yield found[1][0] < found[0][0] or found[1][1] < 0.95 * found[0][1]


def greys(program, photo, folder):
    """Colour in what is grey, in levels: none by default from quality 90 on."""
    grey, _, _ = show(program, photo, folder / "grey.png")
    stored = np.asarray(Image.open(io.BytesIO(grey)).convert("RGB")).astype(int)
    is_grey = np.ptp(stored, axis=2) == 0
    for quality, chroma, most in (("90", [], 4), ("95", [], 4), ("75", ["--chroma", "444"], 6)):
        data, _, _ = show(program, photo, folder / "o.jpg", "--quality", quality, *chroma)
        levels = np.ptp(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int), axis=2)
        yield np.percentile(levels[is_grey], 99) <= most


def standard_outputs(program, photo, folder):
    for kind, name in KINDS.items():
        wanted, _, _ = show(program, photo, folder / f"o.{kind}")
        found = subprocess.run(
            [program, "show", str(photo), "-o", "-", "--format", name, "--quiet"], capture_output=True).stdout
        yield found == wanted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    parser.add_argument("photo", type=Path)
    arguments = parser.parse_args()
    program, is_right = arguments.showhide, True
    with tempfile.TemporaryDirectory() as name, Image.open(arguments.photo) as photo:
        folder = Path(name)
        small, large, turned = (folder / n for n in ("1.png", "12.jpg", "48.png"))
        photo = photo.convert("RGB")
        photo.resize((1200, 800)).save(small)
        photo.resize((4000, 3000)).save(large, quality=92)
        exif = Image.Exif()
        exif[0x112] = 6
        photo.resize((8000, 6000)).save(turned, exif=exif, compress_level=1)
        print("| kind | cases | right |\n|---|---|---|")
        for kind, cases in (("better quality is larger", qualities), ("more effort is smaller or nearer", efforts),
                            ("greys of a JPEG have no colour", greys), ("-o - is the file", standard_outputs)):
            results = [bool(result) for result in cases(program, small, folder)]
            is_right = is_right and all(results)
            print(f"| {kind} | {len(results)} | {sum(results)} |", flush=True)
        print("\n| saved as | processor time | most memory |\n|---|---|---|")
        for words, path, kind, options in (
            ("12 MP to JPEG", large, "jpg", []), ("12 MP to PNG", large, "png", []), ("12 MP to WebP", large, "webp", []),
            ("12 MP to AVIF", large, "avif", []), ("12 MP to AVIF, 4:4:4", large, "avif", ["--chroma", "444"]),
            ("48 MP, turned, to PNG", turned, "png", []),
        ):
            _, seconds, megabytes = show(program, path, folder / f"o.{kind}", *options)
            print(f"| {words} | {seconds:.1f} s | {megabytes:.0f} MB |", flush=True)
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
