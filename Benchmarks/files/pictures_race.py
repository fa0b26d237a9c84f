#!/usr/bin/env python3
"""How long the palette of a picture takes beside decoding the picture by today's libraries.

Each FOLDER holds PNG and JPEG files of one kind. Every file is read in turns by `showhide palette`, by `showhide palette
--exact`, and into memory by libjpeg-turbo, libpng and libspng (of imagecodecs), image-png and zune-jpeg (of kornia-rs),
each on one processor. The command's time is that of the whole process, from its start; a library's is that of the decode
alone. Printed are, for each kind, the medians over its files of the fastest library's processor time divided by the
command's: above 1 the command has the palette before any library has the pixels.

    python3 Benchmarks/files/pictures_race.py SHOWHIDE FOLDER... [--rounds 7] [--files]

Needs numpy, Pillow, imagecodecs and kornia-rs.
"""

import argparse
import os
import pathlib
import statistics
import sys

import imagecodecs
import kornia_rs
from PIL import Image

from decoding_race import decoded
from file_times import Child, SUFFIXES


def image_png(content, image):
    modes = {"L": "mono", "RGB": "rgb", "RGBA": "rgba"}
    if image.mode not in modes:
        raise ValueError("kornia-rs reads no pixels of this kind")
    return kornia_rs.io.decode_image_png_u8(content, (image.height, image.width), modes[image.mode])


LIBRARIES = {
    "JPEG": {
        "libjpeg-turbo": lambda content, image: imagecodecs.jpeg8_decode(content),
        "zune-jpeg": lambda content, image: kornia_rs.io.decode_image_jpeg(content),
    },
    "PNG": {
        "libpng": lambda content, image: imagecodecs.png_decode(content),
        "libspng": lambda content, image: imagecodecs.spng_decode(content),
        "image-png": image_png,
    },
}


def libraries(path):
    """The libraries that read a file, and its size in pixels; prints why another does not."""
    content = path.read_bytes()
    with Image.open(path) as image:
        pixels = image.width * image.height
        usable = {}
        for name, decode in LIBRARIES[image.format].items():
            try:
                decode(content, image)
            except Exception as error:
                print(f"{path.name}: {name} does not read it: {error}", file=sys.stderr)
            else:
                usable[name] = lambda _, decode=decode: decode(content, image)
    if not usable:
        sys.exit(f"No library reads '{path}'.")
    return usable, pixels


def times(path, showhide, rounds, processors):
    """The least processor time of the fastest library and of both commands, and that library."""
    usable, pixels = libraries(path)
    least = dict.fromkeys([*usable, "palette", "exact"], float("inf"))
    for _ in range(rounds):
        for name, decode in usable.items():
            least[name] = min(least[name], decoded(decode, path, processors))
        for name, options in (("palette", []), ("exact", ["--exact"])):
            command = Child([showhide, "palette", "--quiet", str(path), *options], processors).wait()
            least[name] = min(least[name], command.processor_seconds)
    fastest = min(usable, key=least.get)
    return least[fastest], least["palette"], least["exact"], fastest, pixels


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("showhide")
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--rounds", default=7, type=int)
    parser.add_argument("--files", action="store_true", help="a line for each file too")
    given = parser.parse_args()
    processors = {min(os.sched_getaffinity(0))}
    versions = imagecodecs.version(dict)
    print(", ".join(f"{name} {versions[name]}" for name in ("libjpeg_turbo", "libpng", "libspng"))
          + f", kornia-rs {kornia_rs.__version__}\n")
    print(f"{'kind':<14}{'files':>6}{'megapixels':>12}{'library, ms':>12}{'palette ×':>11}{'least':>7}{'--exact ×':>11}{'least':>7}")
    for folder in given.folders:
        rows = []
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() not in SUFFIXES:
                continue
            library, palette, exact, fastest, pixels = times(path, given.showhide, given.rounds, processors)
            rows.append((pixels / 1e6, 1000 * library, library / palette, library / exact))
            if given.files:
                print(f"  {path.name:<44}{pixels / 1e6:>6.1f} MP  {fastest:<14}{1000 * library:>7.1f} ms"
                      f"  palette {library / palette:>5.2f} ×  --exact {library / exact:>5.2f} ×", flush=True)
        megapixels, library, palette, exact = zip(*rows)
        print(f"{folder.name:<14}{len(rows):>6}{statistics.median(megapixels):>12.1f}{statistics.median(library):>12.1f}"
              f"{statistics.median(palette):>11.2f}{min(palette):>7.2f}{statistics.median(exact):>11.2f}{min(exact):>7.2f}",
              flush=True)


if __name__ == "__main__":
    main()
