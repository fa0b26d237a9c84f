#!/usr/bin/env python3
"""What `showhide` takes for files: attempts to prove a colour that fail, and many files of all sizes.

    python3 Benchmarks/files/file_times.py attempts SHOWHIDE PHOTO_FOLDER [--processors 0] [--rounds 9]
    python3 Benchmarks/files/file_times.py many SHOWHIDE PHOTO_FOLDER [--count 2000]

`attempts` mirrors each photo side by side, at its own resolution, to 12 and 24 megapixels, and prints the
processor time of `palette` divided by that of `palette --exact`: of files that a sample settles, and of
those where every pixel was counted after all. Rounds take turns; the least time of each counts.

`many` makes files of 0.05 to 24 megapixels (JPEG, baseline and progressive, PNG, WebP), and prints how many
a second `palette` and `index` read on two processors, divided by the sum of two processes of one thread
that run at the same time on half of the files each, one on each processor; and the most memory, of all files
and of the same pictures half as often. Needs Pillow and numpy, and two processors.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

import numpy as np
from PIL import Image

SUFFIXES = {".jpg", ".jpeg", ".png"}
# Width, height, quality, Pillow's name for the sampling of chroma.
TILINGS = (
    (4032, 3024, 75, "4:2:0"),
    (4032, 3024, 95, "4:4:4"),
    (6000, 4000, 85, "4:2:0"),
    (6000, 4000, 90, "4:2:2"),
)


def photos(folder):
    paths = sorted(p for p in pathlib.Path(folder).iterdir() if p.suffix.lower() in SUFFIXES)
    if not paths:
        sys.exit(f"{folder} has no JPEG or PNG.")
    return paths


def mirrored(photo, width, height):
    """The picture and its mirror images side by side."""
    pixels = np.asarray(photo)
    row = np.concatenate([pixels, pixels[:, ::-1]], 1)
    block = np.concatenate([row, row[::-1]], 0)
    times = (height // block.shape[0] + 1, width // block.shape[1] + 1, 1)
    return Image.fromarray(np.tile(block, times)[:height, :width])


class Child:
    """A process and what it took."""

    def __init__(self, arguments, processors, output=os.devnull):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        self.start = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            os.sched_setaffinity(0, processors)
            os.dup2(os.open(output, flags, 0o600), 1)
            os.execv(arguments[0], arguments)

    def wait(self):
        _, status, usage = os.wait4(self.pid, 0)
        if status != 0:
            sys.exit(f"showhide ended with status {status}.")
        self.seconds = time.monotonic() - self.start
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1000
        return self


# --- Failed attempts ----------------------------------------------------------------------------


def attempts(options):
    processors = {int(number) for number in options.processors.split(",")}
    ratios = {False: [], True: []}
    with tempfile.TemporaryDirectory() as folder:
        output = f"{folder}/answer.json"
        for path in photos(options.photos):
            photo = Image.open(path).convert("RGB")
            for width, height, quality, sampling in TILINGS:
                file = f"{folder}/photo.jpg"
                mirrored(photo, width, height).save(file, quality=quality, subsampling=sampling)
                least, answers = [float("inf")] * 2, [None, None]
                for _ in range(options.rounds):
                    for index, more in enumerate(([], ["--exact"])):
                        arguments = [options.showhide, "palette", file, "--format", "json", "--quiet"]
                        child = Child(arguments + more, processors, output).wait()
                        least[index] = min(least[index], child.processor_seconds)
                        answers[index] = pathlib.Path(output).read_text()
                is_exact = json.loads(answers[0])["images"][0]["exact"]
                if is_exact and answers[0] != answers[1]:
                    sys.exit(f"{path.name}: two exact answers differ.")
                ratios[is_exact].append(least[0] / least[1])
                print(
                    f"{path.name} {width}×{height} {quality} {sampling}: {least[0] * 1000:.1f} ms,",
                    f"exact {least[1] * 1000:.1f} ms, {least[0] / least[1]:.3f}",
                    "failed" if is_exact else "settled",
                    flush=True,
                )
    for is_exact, name in ((False, "settled"), (True, "failed")):
        if found := ratios[is_exact]:
            print(f"{name}: {len(found)}, median {statistics.median(found):.3f}, most {max(found):.3f}")


# --- Many files ---------------------------------------------------------------------------------


def make_files(paths, folder, count, generator):
    """Files in two folders, in turns; each picture several times, under names of its own."""
    pictures = [Image.open(path).convert("RGB") for path in paths]
    for half in ("a", "b"):
        os.makedirs(f"{folder}/{half}")
    distinct = max(count // 8, min(count, 24))
    megapixels = 0.0
    for number in range(distinct):
        # As many of 0.05 to 0.5 megapixels as of 2.4 to 24.
        size = 0.05e6 * 480 ** generator.random()
        megapixels += size / 1e6
        width = int((size * 3 / 2) ** 0.5)
        picture = pictures[number % len(pictures)]
        if number % 3 == 0:
            picture = mirrored(picture, width, width * 2 // 3)
        else:
            picture = picture.resize((width, width * 2 // 3), Image.Resampling.BILINEAR)
        kind = generator.choices(["jpg", "progressive", "png", "webp"], [70, 10, 15, 5])[0]
        name = f"{number:05}.{'jpg' if kind == 'progressive' else kind}"
        first = f"{folder}/{'ab'[number % 2]}/{name}"
        if kind == "png":
            picture.save(first, compress_level=3)
        elif kind == "webp":
            picture.save(first, quality=80, method=0)
        else:
            picture.save(
                first,
                quality=generator.choice([75, 85, 92]),
                subsampling=generator.choice(["4:2:0", "4:2:2", "4:4:4"]),
                progressive=kind == "progressive",
            )
        for copy in range(1, count // distinct):
            half = "ab"[(number + copy) % 2]
            os.link(first, f"{folder}/{half}/{copy}-{name}")
    made = [len(os.listdir(f"{folder}/{half}")) for half in ("a", "b")]
    print(f"{sum(made)} files of {distinct} pictures, {megapixels / distinct:.1f} megapixels in the mean")
    return made


def commands(options, folder, jobs, name):
    """How `palette` and `index` read a folder."""
    index = f"{options.work}/{name}.sqlite"
    for file in pathlib.Path(options.work).glob(f"{name}.sqlite*"):
        file.unlink()
    tail = ["--jobs", str(jobs), "--quiet"]
    return {
        "palette": [options.showhide, "palette", folder, "-r", "--format", "csv"] + tail,
        "index": [options.showhide, "index", folder, "--index", index] + tail,
    }


def many(options):
    generator = random.Random(options.seed)
    both = {0, 1}
    with tempfile.TemporaryDirectory() as folder:
        options.work = folder
        files = f"{folder}/files"
        made = make_files(photos(options.photos), files, options.count, generator)
        # Every picture half as often, for memory.
        few = f"{folder}/few"
        os.makedirs(few)
        for half in ("a", "b"):
            for name in os.listdir(f"{files}/{half}"):
                copy = int(name.split("-")[0]) if "-" in name else 0
                if copy % 2 == 0:
                    os.link(f"{files}/{half}/{name}", f"{few}/{half}{name}")
        for name in ("palette", "index"):
            ratios, seconds, memory = [], [], 0.0
            for _ in range(options.rounds):
                whole = Child(commands(options, files, 2, "two")[name], both).wait()
                halves = [
                    Child(commands(options, f"{files}/{half}", 1, half)[name], {number})
                    for number, half in enumerate(("a", "b"))
                ]
                rates = [count / child.wait().seconds for count, child in zip(made, halves)]
                ratios.append(sum(made) / whole.seconds / sum(rates))
                seconds.append(whole.seconds)
                memory = max(memory, whole.megabytes)
            less = Child(commands(options, few, 2, "few")[name], both).wait().megabytes
            print(
                f"{name}: {sum(made) / min(seconds):.1f} files a second, {statistics.median(ratios):.3f}",
                f"of two single threads ({', '.join(f'{ratio:.3f}' for ratio in ratios)});",
                f"at most {memory:.0f} MB, {less:.0f} MB for {len(os.listdir(few))} files of the same pictures",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_subparsers(required=True)
    for work, rounds in ((attempts, 9), (many, 3)):
        one = what.add_parser(work.__name__)
        one.add_argument("showhide")
        one.add_argument("photos")
        one.add_argument("--rounds", type=int, default=rounds)
        one.set_defaults(work=work)
        if work is attempts:
            one.add_argument("--processors", default="0,1")
        else:
            one.add_argument("--count", type=int, default=2000)
            one.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
