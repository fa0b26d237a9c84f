#!/usr/bin/env python3
"""Whether showhide follows pictures that are not stored as RGB: inks, greys, L*a*b* and palettes with alpha.

Pictures are made here with Pillow and tifffile and judged by Pillow's Little CMS or by arithmetic. The profile of
inks is taken out of a picture that has one.

    stored_colours.py SHOWHIDE CMYK_PICTURE...    prints a row for each kind; exit code 1 where one is wrong

Needs numpy, Pillow (requirements.txt) and tifffile.
"""

import argparse
import io
import re
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
import tifffile
from PIL import Image, ImageCms

INKS = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (255, 255, 0, 0), (0, 255, 255, 0),
        (255, 0, 255, 0), (60, 40, 40, 10), (128, 20, 90, 40), (0, 0, 0, 128)]


def found(program, path):
    done = subprocess.run([program, "palette", str(path), "--count", "1"], capture_output=True, text=True)
    colour = re.search(r"#([0-9a-f]{6})", done.stdout)
    return tuple(bytes.fromhex(colour[1])) if colour else None


def lab(colour):
    c = np.asarray(colour, float) / 255
    c = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    m = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                  [0.0193339, 0.1191920, 0.9503041]])
    f = np.cbrt(np.maximum(m @ c / m.sum(axis=1), 216 / 24389))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a, b):
    """Euclid's in L*a*b*, which is never under ΔE00 by much for colours as near as these."""
    return 999 if a is None else float(np.linalg.norm(lab(a) - lab(b)))


def inks(program, source, folder):
    profile = Image.open(source).info["icc_profile"]
    convert = ImageCms.buildTransform(
        io.BytesIO(profile), ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
    results = []
    for ink in INKS:
        image = Image.new("CMYK", (32, 32), ink)
        for ending, options in (("jpg", {"quality": 100}), ("tif", {})):
            path = folder / f"inks.{ending}"
            image.save(path, icc_profile=profile, **options)
            wanted = ImageCms.applyTransform(Image.open(path), convert).getpixel((3, 3))
            results.append(difference(found(program, path), wanted))
        deep = np.full((32, 32, 4), np.array(ink, np.uint16) * 257, np.uint16)
        path = folder / "deep.tif"
        tifffile.imwrite(path, deep, photometric="separated", iccprofile=profile)
        results.append(difference(found(program, path), wanted))
    return results


def l_a_b(program, folder):
    results = []
    lab_profile = ImageCms.createProfile("LAB", 5000)
    convert = ImageCms.buildTransform(lab_profile, ImageCms.createProfile("sRGB"), "LAB", "RGB",
                                      ImageCms.Intent.RELATIVE_COLORIMETRIC)
    for l, a, b in [(255, 0, 0), (137, 0, 0), (0, 0, 0), (140, 30, 20), (180, -30, 40), (90, 10, -40)]:
        # Pillow's own bytes of a and b are 128 for 0.
        image = Image.new("LAB", (1, 1))
        image.putpixel((0, 0), (l, a + 128, b + 128))
        wanted = ImageCms.applyTransform(image, convert).getpixel((0, 0))
        small = np.empty((24, 24, 3), np.uint8)
        small[:] = (l, a & 255, b & 255)
        icc = np.empty((24, 24, 3), np.uint8)
        icc[:] = (l, a + 128, b + 128)
        deep = np.empty((24, 24, 3), np.uint16)
        deep[:] = (l * 257, a * 256 & 65535, b * 256 & 65535)
        icc_deep = np.empty((24, 24, 3), np.uint16)
        icc_deep[:] = (l * 256, (a + 128) * 256, (b + 128) * 256)
        for pixels, kind in ((small, "cielab"), (icc, "icclab"), (deep, "cielab"), (icc_deep, "icclab")):
            for options in ({}, {"tile": (16, 16)}, {"compression": "zlib"}):
                path = folder / "lab.tif"
                tifffile.imwrite(path, pixels, photometric=kind, **options)
                results.append(difference(found(program, path), wanted))
    return results


def greys(program, folder):
    results = []
    for level in (40, 128, 200):
        for gamma in (1.0, 1.8, 2.2):
            light = (level / 255) ** gamma
            signal = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
            data = Image.new("L", (32, 32), level)
            path = folder / "grey.png"
            data.save(path)
            bytes_ = path.read_bytes()
            body = b"gAMA" + struct.pack(">I", round(100000 / gamma))
            tag = struct.pack(">I", 4) + body + struct.pack(">I", zlib.crc32(body))
            path.write_bytes(bytes_[:33] + tag + bytes_[33:])
            results.append(difference(found(program, path), (round(255 * signal),) * 3))
    return results


def palettes(program, folder):
    """Half of the pixels are transparent and must not count."""
    width = height = 32
    colours = [0] * 768
    for index, colour in ((1, (200, 60, 40)), (2, (10, 200, 10))):
        for channel, level in enumerate(colour):
            colours[256 * channel + index] = level * 257
    pixels = [(2, 0)] * (20 * width) + [(1, 255)] * (12 * width)
    results = []
    for is_planar in (False, True):
        if is_planar:
            strips = [bytes(p[i] for p in pixels) for i in (0, 1)]
        else:
            strips = [bytes(v for p in pixels for v in p)]
        start = 8 + 1536
        places = [start + i * len(strips[0]) for i in range(len(strips))]
        at = start + sum(map(len, strips))
        lists = struct.pack("<2H", 8, 8)
        # tag, type (3: 16 bits, 4: 32 bits), count, value or the bytes that it points to
        tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 2, lists), (259, 3, 1, 1), (262, 3, 1, 3)]
        several = len(strips) > 1
        tags.append((273, 4, len(strips), struct.pack("<2I", *places) if several else places[0]))
        tags += [(277, 3, 1, 2), (278, 4, 1, height)]
        tags.append((279, 4, len(strips), struct.pack("<2I", *map(len, strips)) if several else len(strips[0])))
        tags += [(284, 3, 1, 2 if is_planar else 1), (320, 3, 768, 8), (338, 3, 1, 2)]
        extra, directory = b"", b""
        for tag, kind, count, value in tags:
            if isinstance(value, bytes):
                if len(value) <= 4:
                    value = int.from_bytes(value.ljust(4, b"\0"), "little")
                else:
                    extra, value = extra + value, at + len(extra)
            directory += struct.pack("<HHII", tag, kind, count, value)
        data = struct.pack("<2sHI", b"II", 42, at + len(extra)) + struct.pack("<768H", *colours)
        data += b"".join(strips) + extra + struct.pack("<H", len(tags)) + directory + bytes(4)
        path = folder / "palette.tif"
        path.write_bytes(data)
        results.append(difference(found(program, path), (200, 60, 40)))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    parser.add_argument("inks", nargs="+", type=Path)
    arguments = parser.parse_args()
    is_right = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [(f"inks by the profile of {p.name}", inks(arguments.showhide, p, folder)) for p in arguments.inks]
        rows += [("L*a*b* of TIFF", l_a_b(arguments.showhide, folder)), ("grey PNG with gAMA", greys(arguments.showhide, folder))]
        rows.append(("palette with alpha", palettes(arguments.showhide, folder)))
    for kind, results in rows:
        right = sum(r <= 2.5 for r in results)
        is_right = is_right and right == len(results)
        print(f"{kind}: {right} of {len(results)} within 2.5, largest {max(results):.1f}")
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
