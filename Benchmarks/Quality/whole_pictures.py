#!/usr/bin/env python3
"""Whether showhide takes the picture of a file, whole and as it is meant, and no more memory than it needs.

    .venv-quality/bin/python Benchmarks/Quality/whole_pictures.py SHOWHIDE

TIFFs that begin with a thumbnail, Exif orientations of every whole-number type, AVIFs that are turned, mirrored and
cropped, image sequences, bytes behind a WebP, and files that claim more than they hold are made here. Printed is a row for
each kind; exit code 1 where one is wrong.

Needs numpy, Pillow and tifffile (requirements.txt), and GNU time.
"""

import argparse
import io
import itertools
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import tifffile
from PIL import Image, ImageOps

# Megabytes that a refused file, or one with bytes behind it, may take.
MOST_MEGABYTES = 64


def drawn(width, height):
    y, x = np.mgrid[0:height, 0:width]
    pixels = np.stack([255 * x // (width - 1), 255 * y // (height - 1), np.full_like(x, 90)], 2).astype(np.uint8)
    pixels[: height // 3, : width // 4] = (230, 40, 30)
    return Image.fromarray(pixels)


def run(program, *arguments):
    """The exit code, what was said, and the most memory in megabytes."""
    with tempfile.NamedTemporaryFile("r") as peak:
        # What a process of Python starts itself counts that one's memory too.
        done = subprocess.run(
            ["/usr/bin/time", "-q", "-f", "%M", "-o", peak.name, program, *map(str, arguments)], capture_output=True)
        return done.returncode, (done.stdout + done.stderr).decode(), int(peak.read()) / 1000


def shows(program, path, wanted, tolerance):
    """Whether the picture that is read has a size and, give or take, pixels."""
    out = path.with_name("out.png")
    code, _, _ = run(program, "filter", path, "-o", out, "--force", "--quiet")
    if code:
        return False
    with Image.open(out) as image:
        found = ImageOps.exif_transpose(image).convert("RGB")
    if found.size != wanted.size:
        return False
    return np.abs(np.asarray(found).astype(int) - np.asarray(wanted).astype(int)).mean() <= tolerance


def thumbnails(program, folder):
    for order, compression, pages in itertools.product("<>", [None, "zlib"], [1, 2]):
        path, full = folder / "pages.tif", drawn(96, 64)
        with tifffile.TiffWriter(path, byteorder=order) as writer:
            for _ in range(pages):
                writer.write(np.asarray(full.resize((24, 16))), photometric="rgb", subfiletype=1)
            writer.write(np.asarray(full), photometric="rgb", compression=compression)
        yield shows(program, path, full, 0)


def orientations(program, folder):
    image = drawn(60, 40)
    # BYTE, SHORT, LONG, SBYTE, SSHORT, SLONG
    for order, (kind, code), orientation in itertools.product(
            "<>", {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i"}.items(), [3, 6, 8]):
        value = struct.pack(order + code, orientation).ljust(4, b"\0")
        block = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(order + "IHHHI", 8, 1, 274, kind, 1) + value + bytes(4)
        path = folder / "turned.png"
        image.save(path, exif=b"Exif\0\0" + block)
        turn = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_270, 8: Image.Transpose.ROTATE_90}
        yield shows(program, path, image.transpose(turn[orientation]), 0)


def box(name, body):
    return struct.pack(">I4s", 8 + len(body), name) + body


def with_properties(data, properties):
    """An AVIF of one item with further properties, each of which it needs, in front of its own."""
    meta = data.index(b"meta") - 4
    offset = data.index(b"iloc") + 4 + 14
    container, uses = data.index(b"ipco") - 4, data.index(b"ipma") - 4
    count = data[uses + 18]
    known = sum(1 for _ in boxes(data, container + 8, uses))
    added = b"".join(properties)
    own = bytes(0x80 | known + 1 + number for number in range(len(properties))) + data[uses + 19:uses + 19 + count]
    association = data[uses + 8:uses + 18] + bytes([count + len(properties)]) + own
    parts = box(b"ipco", data[container + 8:uses] + added) + box(b"ipma", association)
    rest = uses + struct.unpack_from(">I", data, uses)[0]
    grown = bytearray(data[:container - 8] + box(b"iprp", parts) + data[rest:])
    more = len(grown) - len(data)
    for place in (meta, offset):
        struct.pack_into(">I", grown, place, struct.unpack_from(">I", grown, place)[0] + more)
    return bytes(grown)


def boxes(data, place, end):
    while place < end:
        yield place
        place += struct.unpack_from(">I", data, place)[0]


def turned_avifs(program, folder):
    image = drawn(64, 48)
    stored = io.BytesIO()
    image.save(stored, "AVIF", quality=100, subsampling="4:4:4")
    for crop, quarters, mirror in itertools.product([False, True], range(4), [None, 0, 1]):
        properties, wanted = [], image
        if crop:
            # 32 × 24 from the middle.
            properties.append(box(b"clap", struct.pack(">8I", 32, 1, 24, 1, 0, 1, 0, 1)))
            wanted = wanted.crop((16, 12, 48, 36))
        if quarters:
            properties.append(box(b"irot", bytes([quarters])))
            wanted = wanted.rotate(90 * quarters, expand=True)
        if mirror is not None:
            properties.append(box(b"imir", bytes([mirror])))
            wanted = ImageOps.mirror(wanted) if mirror else ImageOps.flip(wanted)
        path = folder / "turned.avif"
        path.write_bytes(with_properties(stored.getvalue(), properties))
        yield shows(program, path, wanted, 3)


def sequences(program, folder):
    frames = [drawn(64, 48).rotate(10 * step) for step in range(4)]
    for count in (2, 3, 4):
        path = folder / "frames.avif"
        frames[0].save(path, save_all=True, append_images=frames[1:count], quality=90)
        _, said, _ = run(program, "palette", path)
        yield f"animation of {count} frames" in said and shows(program, path, frames[0], 4)


def behind_webp(program, folder):
    for lossless in (False, True):
        path = folder / "behind.webp"
        drawn(64, 48).save(path, lossless=lossless)
        _, wanted, _ = run(program, "palette", path, "--format", "json")
        with path.open("ab") as file:
            file.truncate(path.stat().st_size + 300_000_000)
        _, found, megabytes = run(program, "palette", path, "--format", "json")
        yield wanted == found and megabytes <= MOST_MEGABYTES


def claims(program, folder):
    files = {}
    small = drawn(64, 64)
    for name, options in {"webp": {}, "lossless": {"lossless": True}, "avif": {"quality": 20}}.items():
        stored = io.BytesIO()
        small.save(stored, "WEBP" if name != "avif" else "AVIF", **options)
        files[name] = bytearray(stored.getvalue())
    side = struct.pack("<HH", 16_383, 16_383)
    place = files["webp"].index(b"\x9d\x01\x2a") + 3
    files["webp"][place:place + 4] = side
    files["lossless"][21:25] = struct.pack("<I", 16_382 | 16_382 << 14)
    place = files["avif"].index(b"ispe") + 8
    files["avif"][place:place + 8] = struct.pack(">II", 16_000, 16_000)
    large = io.BytesIO()
    Image.new("RGB", (8192, 8192)).save(large, "AVIF", quality=0, speed=10)
    files["coded"] = bytearray(large.getvalue())
    place = files["coded"].index(b"ispe") + 8
    files["coded"][place:place + 8] = struct.pack(">II", 16, 16)
    for name, data in files.items():
        for cut in (len(data), len(data) * 2 // 3):
            path = folder / f"claim.{'webp' if name in ('webp', 'lossless') else 'avif'}"
            path.write_bytes(data[:cut])
            code, _, megabytes = run(program, "palette", path)
            yield code == 65 and megabytes <= MOST_MEGABYTES


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    program = parser.parse_args().showhide
    kinds = {
        "TIFF, thumbnails first": thumbnails, "Exif orientation of six types": orientations,
        "AVIF, cropped, turned, mirrored": turned_avifs, "AVIF of several frames": sequences,
        "300 MB of zeros behind a WebP": behind_webp, "more claimed than held": claims,
    }  # fmt: skip
    is_right = True
    print("| kind | cases | right |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for kind, cases in kinds.items():
            results = list(cases(program, Path(name)))
            is_right = is_right and all(results)
            print(f"| {kind} | {len(results)} | {sum(results)} |", flush=True)
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
