#!/usr/bin/env python3
"""Whether showhide judges pictures of wide colours as they are seen.

Photos are stored once more in other colour spaces, by matrices and curves of this script. Each copy must be
judged as its sRGB original: the dominant hue, the pixels that words select, and colours that `palette` prints.

    seen_colours.py SHOWHIDE PHOTO...    prints a row for each colour space; exit code 1 below the bounds

Needs numpy and Pillow (requirements.txt).
"""

import argparse
import re
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

D65 = (0.3127, 0.3290)
D50 = (0.3457, 0.3585)
SPACES = {
    # primaries, white, gamma (None: the curve of sRGB), least overlap
    "Display P3": ([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], D65, None, 0.97),
    "Adobe RGB": ([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], D65, 563 / 256, 0.97),
    "ProPhoto": ([(0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105)], D50, 1.8, 0.9),
    "cICP P3": ([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], D65, None, 0.97),
    "gAMA cHRM": ([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], D65, 2.2, 0.97),
}
SRGB = ([(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)], D65)
WORDS = ["red", "orange", "yellow", "green", "blue", "purple", "brown", "vivid", "dark", "pastel"]
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
PCS = np.array([0.9642, 1, 0.8249])


def xyz(point):
    x, y = point
    return np.array([x / y, 1, (1 - x - y) / y])


def to_pcs(primaries, white):
    """From linear RGB to XYZ of D50."""
    matrix = np.array([xyz(p) for p in primaries]).T
    matrix = matrix * np.linalg.solve(matrix, xyz(white))
    adaptation = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ PCS) / (BRADFORD @ xyz(white))) @ BRADFORD
    return adaptation @ matrix


def decode(signal):
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


def encode(light, gamma):
    light = np.clip(light, 0, 1)
    if gamma:
        return light ** (1 / gamma)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def stored(pixels, name):
    primaries, white, gamma, _ = SPACES[name]
    matrix = np.linalg.inv(to_pcs(primaries, white)) @ to_pcs(*SRGB)
    return np.rint(255 * encode(decode(pixels / 255) @ matrix.T, gamma)).astype(np.uint8)


def profile(name):
    primaries, white, gamma, _ = SPACES[name]
    fixed = lambda v: struct.pack(">i", round(v * 65536))
    columns = to_pcs(primaries, white)
    if gamma:
        curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    else:
        curve = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + b"".join(
            map(fixed, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))
    place = lambda v: b"XYZ " + bytes(4) + b"".join(map(fixed, v))
    text = b"mluc" + bytes(4) + struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", 2, 28) + b"\0x"
    tags = {b"desc": text, b"cprt": text, b"wtpt": place(PCS)}
    tags |= {n: place(columns[:, i]) for i, n in enumerate([b"rXYZ", b"gXYZ", b"bXYZ"])}
    tags |= {n: curve for n in [b"rTRC", b"gTRC", b"bTRC"]}
    directory, data, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for tag, body in tags.items():
        directory += tag + struct.pack(">II", start + len(data), len(body))
        data += body + bytes(-len(body) % 4)
    head = struct.pack(">I4sI", start + len(data), bytes(4), 0x04300000) + b"mntrRGB XYZ "
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + b"".join(map(fixed, PCS))
    return head + bytes(128 - len(head)) + directory + data


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def write(path, pixels, name):
    if name is None or name in ("Display P3", "Adobe RGB", "ProPhoto"):
        Image.fromarray(pixels).save(path, icc_profile=name and profile(name))
        return
    Image.fromarray(pixels).save(path)
    tags = chunk(b"cICP", bytes([12, 13, 0, 1]))
    if name == "gAMA cHRM":
        primaries, white, gamma, _ = SPACES[name]
        numbers = [round(100000 * v) for point in [white, *primaries] for v in point]
        tags = chunk(b"gAMA", struct.pack(">I", round(100000 / gamma)))
        tags += chunk(b"cHRM", struct.pack(">8I", *numbers))
    data = path.read_bytes()
    path.write_bytes(data[:33] + tags + data[33:])


def show(program, path, out, *options):
    """What is said, and which pixels are as they were."""
    done = subprocess.run([program, "show", str(path), "-o", str(out), "--force", *options],
                          capture_output=True, text=True)
    if done.returncode:
        return done.stderr, None
    before, after = (np.asarray(Image.open(p).convert("RGB")).astype(int) for p in (path, out))
    return done.stdout, (before == after).all(axis=2) & (np.ptp(before, axis=2) > 0)


def judge(program, photos, name, folder):
    hues = words = colours = 0
    overlaps, apart, missed = [], [], []
    for photo in photos:
        image = Image.open(photo).convert("RGB")
        image.thumbnail((320, 320))
        pixels = np.asarray(image)
        plain, wide, out = folder / "plain.png", folder / "wide.png", folder / "out.png"
        write(plain, pixels, None)
        write(wide, stored(pixels, name), name)
        said = [re.search(r"hue (\d+)°", show(program, p, out)[0]) for p in (plain, wide)]
        if said[0]:
            hues += 1
            a, b = (int(s[1]) if s else 999 for s in said)
            apart.append(min(abs(a - b), 360 - abs(a - b)) if b < 999 else 180)
        for word in WORDS:
            one, other = (show(program, p, out, "--color", word, "--feather", "0")[1] for p in (plain, wide))
            if one is None or other is None or one.sum() < 0.02 * one.size:
                continue
            words += 1
            overlaps.append((one & other).sum() / max((one | other).sum(), 1))
        printed = subprocess.run([program, "palette", str(wide), "--format", "json"], capture_output=True, text=True)
        for colour in re.findall(r'"(#[0-9a-f]{6})"', printed.stdout)[:4]:
            colours += 1
            answer = show(program, wide, out, "--color", colour, "--tolerance", "3", "--feather", "0")[0]
            share = re.search(r"([\d.]+) % of", answer)
            if not share or float(share[1]) == 0:
                missed.append((photo.name, colour))
    least = SPACES[name][3]
    right = sum(o >= least for o in overlaps)
    print(f"{name:12} hue within 2°: {sum(a <= 2 for a in apart)} of {hues}; overlap of words: "
          f"{np.mean(overlaps):.3f}, least {min(overlaps):.3f}, ≥ {least}: {right} of {words}; "
          f"printed colours found: {colours - len(missed)} of {colours}")
    return all(a <= 2 for a in apart) and np.mean(overlaps) >= least and not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    parser.add_argument("photos", nargs="+", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = [judge(arguments.showhide, arguments.photos, name, Path(folder)) for name in SPACES]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
