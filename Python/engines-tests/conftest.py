"""A corpus of generated and real pictures, what `showhide` says of it, and a watch over workers."""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from dominantcolor import DominantColorError, Histogram

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from picture_files import FIXTURES, ROOT, png  # noqa: E402

COUNT = int(os.environ.get("PICTURES_COUNT", "20000"))
FIELDS = ("width", "height", "counted", "exact")
# Of a worker, and of it only what the engine's own imports do not take.
MEMORY_LIMIT = 300 * 2**20
# Scaling is told of the corpus so many times over, for starting up to weigh little.
TURNS = 4


class Pictures:
    def __init__(self, folder):
        """COUNT files: generated ones of every kind, real ones, and some broken."""
        self.folder = folder
        choices = random.Random(17)
        real = sorted((FIXTURES / "Corpus" / "photos").iterdir()) + sorted(
            (FIXTURES / "Corpus" / "png" / "valid").glob("*.png")
        )
        self.paths = []
        for index in range(COUNT):
            path = folder / f"{index // 1000:03}" / f"{index:06}.png"
            path.parent.mkdir(exist_ok=True)
            kind = choices.random()
            if kind < 0.05:
                source = choices.choice(real)
                path = path.with_suffix(source.suffix)
                shutil.copyfile(source, path)
            else:
                content = self.generated(choices)
                if kind < 0.10:
                    content = content[: choices.randrange(len(content))]
                path.write_bytes(content)
            self.paths.append(str(path))

    @staticmethod
    def generated(choices):
        channels, side = choices.choice([1, 2, 3, 4]), choices.randrange(1, 40)
        palette = [choices.randbytes(channels) for _ in range(choices.randrange(1, 6))]
        return png(
            [b"".join(choices.choices(palette, k=side)) for _ in range(side)], channels=channels
        )

    def showhide(self):
        program = os.environ.get("SHOWHIDE") or str(ROOT / ".build" / "release" / "showhide")
        listed = subprocess.run(
            [program, "palette", "--files-from", "-", "--format", "jsonl", "--quiet"],
            input="\n".join(self.paths), capture_output=True, text=True,
        )  # fmt: skip
        return {row["path"]: row for row in map(json.loads, listed.stdout.splitlines())}

    def histogram(self):
        """The corpus counted by this process alone."""
        total, failures = Histogram(), 0
        for path in self.paths:
            try:
                total.add(path)
            except DominantColorError:
                failures += 1
        return total, failures


@pytest.fixture(scope="session")
def pictures(tmp_path_factory):
    return Pictures(tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="session")
def expected(pictures):
    found = pictures.showhide()
    assert len(found) == COUNT and any("error" in row for row in found.values())
    return found


@pytest.fixture(scope="session")
def corpus(pictures):
    return pictures.histogram()


@pytest.fixture(scope="session")
def skewed(tmp_path_factory):
    """A gigapixel among thumbnails: a PNG of 32,768 × 32,768 pixels in one colour."""
    import struct
    import zlib

    folder = tmp_path_factory.mktemp("skewed")
    side = 32_768

    def chunk(name, content):
        return (struct.pack(">I", len(content)) + name + content
                + struct.pack(">I", zlib.crc32(name + content)))  # fmt: skip

    squeezer, data = zlib.compressobj(1), []
    for _ in range(side):
        data.append(squeezer.compress(bytes(1 + side)))
    data.append(squeezer.flush())
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    large = folder / "large.png"
    large.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"".join(data))
        + chunk(b"IEND", b"")
    )  # fmt: skip
    small = []
    for index in range(200):
        path = folder / f"{index}.png"
        path.write_bytes(png([bytes([index]) * 8] * 8, channels=1))
        small.append(str(path))
    return [*small[:100], str(large), *small[100:]]


def check_rows(rows, expected):
    """Bit for bit what `showhide` says, whatever the order."""
    rows = {row["path"].removeprefix("file:"): row for row in rows}
    assert rows.keys() == expected.keys()
    for path, row in rows.items():
        told = expected[path]
        if "error" in told:
            assert row["status"] > 0 and same_words(path, row["error"], told["error"])
            assert row["color"] is None
            continue
        assert row["status"] == 0 and row["error"] is None
        assert [(s["color"], s["count"], s["population"]) for s in row["swatches"]] == [
            (s["color"], s["count"], s["population"]) for s in told["swatches"]
        ]
        assert row["color"] == (told["swatches"][0]["color"] if told["swatches"] else None)
        assert (row["absence"] is None) == bool(told["swatches"])
        assert (row["width"], row["height"]) == (told["width"], told["height"])
        assert (row["counted"], row["exact"]) == (told["visible"], told["exact"])


def same_words(path, words, told):
    """Of contents nobody knows the path; and the command adds its option to what the library says."""
    name = f"'{path}': "
    return words.removeprefix(name) == re.sub(r" \(--[a-z-]+\)$", "", told.removeprefix(name))


class Watch:
    """Looks at the processes under this one: their memory. Kills one that has worked `kill_after` seconds."""

    def __init__(self, is_worker, kill_after=None):
        self.is_worker = is_worker
        self.kill_after = kill_after
        self.peak = 0
        self.killed = 0
        self._stop = threading.Event()

    def workers(self):
        for process in psutil.Process().children(recursive=True):
            try:
                if self.is_worker(process):
                    yield process
            except psutil.Error:
                pass

    def _run(self):
        first = None
        while not self._stop.wait(0.02):
            for process in list(self.workers()):
                first = first or time.monotonic()
                try:
                    memory = process.memory_info()
                    self.peak = max(self.peak, memory.rss - memory.shared)
                    if (self.kill_after is not None and not self.killed
                            and time.monotonic() - first > self.kill_after):  # fmt: skip
                        os.kill(process.pid, signal.SIGKILL)
                        self.killed += 1
                except (psutil.Error, OSError):
                    pass

    def __enter__(self):
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


def timed(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


def say(engine, one, two, peak):
    """States the scaling; a loaded machine decides it, so that nothing is asserted."""
    total = TURNS * COUNT
    print(
        f"\n{engine}: {total} pictures, one worker {total / one:,.0f}/s, two {total / two:,.0f}/s "
        f"(x{one / two:.2f}), a worker at most {peak / 2**20:.0f} MB"
    )
