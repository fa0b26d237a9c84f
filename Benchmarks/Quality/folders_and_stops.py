#!/usr/bin/env python3
"""What showhide does with folders that hold its own outputs, with signals, cut files and odd names.

    .venv-quality/bin/python Benchmarks/Quality/folders_and_stops.py SHOWHIDE

Printed is a row for each kind of check, and how long a signal took; exit code 1 where one is wrong.

Needs numpy and Pillow (requirements.txt).
"""

import argparse
import csv
import io
import json
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image

# Seconds until a stopped command has ended; wanted are 0.3 on an idle machine.
MOST_SECONDS = 0.3


def run(program, *arguments, **options):
    return subprocess.run([program, *map(os.fspath, arguments)], capture_output=True, **options)


def picture(side, seed=1):
    noise = np.random.default_rng(seed).integers(0, 60, (side, side, 3))
    noise[:, : side // 2] += (150, 10, 20)
    return Image.fromarray(noise.astype(np.uint8))


def repeated(program, folder):
    """Outputs of an earlier run are no inputs."""
    for command, outputs in (("both", 2), ("show", 1), ("hide", 1)):
        place = folder / command
        place.mkdir()
        for number in range(3):
            picture(40, number).save(place / f"{number}.png")
        # Beside their inputs outputs of `show` and `hide` would have the same names.
        target = place if command == "both" else place / "out"
        counts = []
        for _ in range(3):
            run(program, command, place, "-o", target, "--force", "--recursive")
            counts.append(sum(1 for path in place.rglob("*.png")))
        yield counts == [3 + 3 * outputs] * 3


def stopped(program, folder, delays):
    """Signals end the picture that is worked on, and leave no file."""
    source = folder / "large.png"
    picture(6000).save(source, compress_level=1)
    for kind, delay in (("avif", 0.5), ("avif", 1.5), ("webp", 1.0), ("png", 1.0), ("jpg", 0.5)):
        for name, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            out = folder / f"stopped.{kind}"
            process = subprocess.Popen(
                [program, "show", source, "-o", out, "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            is_done = process.poll() is not None
            start = time.monotonic()
            process.send_signal(name)
            found = process.wait()
            left = [path for path in folder.iterdir() if path.name.startswith((".", "stopped."))]
            for path in left:
                path.unlink()
            if is_done:
                continue
            delays.append(time.monotonic() - start)
            # On a busy machine it may not have begun: then the signal itself ends it, which shells report alike.
            yield found in (code, -name) and not left


def cut(program, folder):
    """Rows of a cut file that are there are read with --partial."""
    for kind in ("gif", "bmp", "png", "jpg"):
        path = folder / f"cut.{kind}"
        stored = io.BytesIO()
        picture(60).save(stored, {"jpg": "JPEG"}.get(kind, kind.upper()))
        path.write_bytes(stored.getvalue()[: len(stored.getvalue()) * 9 // 10])
        yield run(program, "palette", path).returncode == 65 and run(program, "palette", path, "--partial").returncode == 0


def bytes_of(name):
    """The bytes that a name in a table stands for: U+10FE80 and so on for those that are not UTF-8."""
    return b"".join(bytes([ord(c) - 0x10FE00]) if 0x10FE80 <= ord(c) <= 0x10FEFF else c.encode() for c in name)


def names(program, folder):
    """Names that are no UTF-8, or hold marks that change how lines read, come back from tables, and are safe elsewhere."""
    place = folder / "names"
    place.mkdir()
    wanted = {os.fsencode(place) + b"/" + name + b".png" for name in (
        b"plain", b"caf\xe9", b"two\nlines", b"back\xe2\x80\xaewards", b"bell\x07", b'qu"ote', b"a * b")}
    for number, path in enumerate(sorted(wanted)):
        picture(20, number).save(os.fsdecode(path))
    table, parsed = (run(program, "palette", place, "--format", kind).stdout.decode() for kind in ("csv", "json"))
    rows = list(csv.reader(io.StringIO(table, newline="")))
    yield {bytes_of(row[0]) for row in rows[1:]} == wanted
    yield {bytes_of(image["path"]) for image in json.loads(parsed)["images"]} == wanted
    for kind in ("css", "gpl"):
        text = run(program, "palette", place, "--format", kind).stdout.decode()
        yield text.replace("\n", "").replace("\t", "").isprintable()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("showhide")
    program, is_right, delays = parser.parse_args().showhide, True, []
    print("| kind | cases | right |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, cases in (
            ("a folder run three times", repeated(program, folder)),
            ("stopped by a signal, nothing left", stopped(program, folder, delays)),
            ("cut files with --partial", cut(program, folder)), ("odd names in tables", names(program, folder)),
        ):
            results = list(cases)
            is_right = is_right and all(results)
            print(f"| {kind} | {len(results)} | {sum(results)} |", flush=True)
    if delays:
        delays.sort()
        late = sum(delay > MOST_SECONDS for delay in delays)
        print(f"\nAfter a signal: {delays[len(delays) // 2]:.2f} s in the middle, {delays[-1]:.2f} s at most, "
              f"{late} of {len(delays)} above {MOST_SECONDS} s.")
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
