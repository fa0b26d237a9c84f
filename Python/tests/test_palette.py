"""Palettes of everything that a palette can be of."""

import doctest
import gc
import importlib
import io
import json
import mmap
import os
import pathlib
import pickle
import random
import subprocess
import sys

import pytest

import dominantcolor
from picture_files import FIXTURES, png


@pytest.mark.parametrize(
    "module", ["", "._functions", "._histogram", "._palette", "._options", "._errors"]
)
def test_examples(module):
    assert doctest.testmod(importlib.import_module("dominantcolor" + module)).failed == 0


def answers(showhide, paths, *options):
    found = subprocess.run(
        [showhide, "palette", *map(str, paths), "--format", "jsonl", *options],
        capture_output=True, text=True,
    )  # fmt: skip
    return [json.loads(line) for line in found.stdout.splitlines()]


@pytest.mark.parametrize("method", ["histogram", "kmeans", "hue", "distinct"])
def test_same_answer_as_showhide(showhide, pictures, method):
    for path, expected in zip(pictures, answers(showhide, pictures, "--method", method)):
        for source in (path, str(path), path.read_bytes()):
            found = dominantcolor.palette(source, method=method)
            assert [(s.hex, s.count, s.population) for s in found.swatches] == [
                (s["color"], s["count"], s["population"]) for s in expected["swatches"]
            ]
            assert (found.width, found.height) == (expected["width"], expected["height"])
            assert (found.counted, found.exact) == (expected["visible"], expected["exact"])
            assert list(found.warnings) == expected["warnings"]
            assert (found.absence is None) == bool(found.swatches)


def logo():
    """A red square on white, as rows of RGB."""
    inside = range(10, 30)
    return png([
        b"".join(b"\xc8\x14\x1e" if x in inside and y in inside else b"\xff\xff\xff" for x in range(40))
        for y in range(40)
    ])  # fmt: skip


def test_roles_and_background(showhide, tmp_path):
    path = tmp_path / "logo.png"
    path.write_bytes(logo())
    plain = dominantcolor.palette(path, method="distinct")
    assert plain.background is None
    assert plain.roles.absence("background") == "nobody asked for the background"
    assert plain.roles.vibrant.hex == "#c8141e" and plain.roles.absence("vibrant") is None
    assert plain.roles.dark_muted is None
    assert plain.roles.absence("dark_muted") == "no colour of the palette is weak and dark"
    assert pickle.loads(pickle.dumps(plain)) == plain and hash(plain) == hash(plain)

    told = dominantcolor.palette(path, method="distinct", background=True)
    assert told.swatches == plain.swatches
    assert (told.background.hex, told.background.count) == ("#ffffff", 1200)
    assert told.background.population == 0.75 and not told.background.is_gradient
    assert told.roles.foreground.hex == "#c8141e"
    expected = answers(showhide, [path], "--method", "distinct", "--roles")[0]
    names = {"lightVibrant": "light_vibrant", "darkVibrant": "dark_vibrant", "lightMuted": "light_muted",
             "darkMuted": "dark_muted"}  # fmt: skip
    for name, role in expected["roles"].items():
        found = getattr(told.roles, names.get(name, name))
        assert (found and found.hex) == role.get("color")
        assert told.roles.absence(names.get(name, name)) == role.get("absent")

    pixels = memoryview(bytes([255] * 300)).cast("B", (10, 10, 3))
    assert dominantcolor.palette(pixels, without="background").absence is not None
    for without in ("background", ["white"], "white=254", ("background", "grey")):
        left = dominantcolor.palette(path, method="distinct", without=without)
        assert [swatch.hex for swatch in left.swatches] == ["#c8141e"]
        assert left.filtered == 1200
    kept = dominantcolor.palette(path, without="white=255,black")
    assert len(kept.swatches) == 2
    for wrong in ("pink", "white=256", "white=", "", "background=2", ["grey", "black=-1"]):
        with pytest.raises(dominantcolor.InvalidArgumentError):
            dominantcolor.palette(path, without=wrong)
    with pytest.raises(TypeError):
        dominantcolor.palette(path, without=3)


def test_command_line(showhide, pictures, tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(pictures[0].read_bytes()[:60])
    cut = tmp_path / "cut.png"  # some of whose rows are there
    noise = random.Random(1)
    whole = png([noise.randbytes(300) for _ in range(1000)])
    cut.write_bytes(whole[: len(whole) // 2])
    paths = [*pictures[:4], broken, cut, tmp_path / "missing.png"]
    # `python -m dominantcolor` tells no near ties.
    expected = [
        {key: value for key, value in answer.items() if key != "tie"}
        for answer in answers(showhide, paths, "--method", "histogram")
    ]
    found = subprocess.run(
        [sys.executable, "-m", "dominantcolor", *map(str, paths), "--format", "jsonl", "--jobs", "2"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert [json.loads(line) for line in found.stdout.splitlines()] == expected
    assert found.returncode == 65 and "Error: " in found.stderr
    assert expected[5]["error"].endswith("allow partial images. (--partial)")
    table = subprocess.run(
        [sys.executable, "-m", "dominantcolor", "-"],
        input=paths[0].read_bytes(), capture_output=True,
    )  # fmt: skip
    assert table.returncode == 0 and table.stdout.startswith(b"-: ")
    key = FIXTURES / "Reports" / "all-halftransparent.png"
    for given, color in ((["--minimum-alpha", "1"], b"#c82828"), ([], b"no dominant colour")):
        seen = subprocess.run(
            [sys.executable, "-m", "dominantcolor", str(key), *given], capture_output=True
        )
        assert seen.returncode == 0 and color in seen.stdout
    for arguments in (["--minimum-alpha", "256", "x"], ["--count", "0", "x"], ["--jobs", "0", "x"], ["--method", "x", "y"], []):
        refused = subprocess.run(
            [sys.executable, "-m", "dominantcolor", *arguments], capture_output=True, text=True
        )
        assert refused.returncode == 64 and "Error: " in refused.stderr


@pytest.mark.parametrize("content", [b"", b"BM1234", b"junk", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"])
def test_same_words_as_showhide(showhide, tmp_path, content):
    path = tmp_path / "file.png"
    path.write_bytes(content)
    (expected,) = answers(showhide, [path])
    with pytest.raises(dominantcolor.ImageError) as of_file:
        dominantcolor.palette(path)
    assert str(of_file.value) == expected["error"]
    with pytest.raises(dominantcolor.ImageError) as of_bytes:
        dominantcolor.palette(content)
    assert f"'{path}': {of_bytes.value}" == expected["error"]
    again = pickle.loads(pickle.dumps(of_file.value))
    assert type(again) is type(of_file.value) and str(again) == str(of_file.value)


def test_files(tmp_path, showhide):
    for path in (tmp_path / "missing.png", tmp_path, pathlib.Path("/dev/null")):
        with pytest.raises(dominantcolor.FileAccessError, match=str(path)) as error:
            dominantcolor.palette(path)
        assert isinstance(error.value, OSError)
    for path, words in (("", "empty"), ("a\0b", "NUL")):
        with pytest.raises(dominantcolor.InvalidArgumentError, match=words):
            dominantcolor.palette(path)
    with pytest.raises(dominantcolor.InvalidArgumentError, match="UTF-8"):
        dominantcolor.palette(os.fsdecode(b"\xff.png"))


def test_truncated_at_every_length(photo):
    small = png([[v, 0, 255 - v] * 8 for v in range(8)])
    for cut in range(len(small)):
        try:
            found = dominantcolor.palette(small[:cut])
            assert found.warnings and cut > len(small) - 40
        except dominantcolor.ImageError as error:
            assert str(error)
    content = photo.read_bytes()
    for cut in range(0, len(content), len(content) // 60):
        with pytest.raises(dominantcolor.ImageError):
            dominantcolor.palette(content[:cut])
    partial = dominantcolor.palette(content[: len(content) // 2], allow_partial=True)
    assert partial.warnings and 0 < partial.counted < 273280


def test_buffers(photo, tmp_path):
    content = photo.read_bytes()
    expected = dominantcolor.palette(content)
    assert dominantcolor.palette(bytearray(content)) == expected
    assert dominantcolor.palette(memoryview(content)) == expected
    assert dominantcolor.palette(memoryview(b"xx" + content)[2:]) == expected
    with photo.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert dominantcolor.palette(mapped) == expected
    assert dominantcolor.palette(io.BytesIO(content)) == expected
    with pytest.raises(dominantcolor.InvalidArgumentError, match="contiguous"):
        dominantcolor.palette(memoryview(content)[::2])
    for wrong in (None, 5, 1.5, object(), [1, 2], {"a": 1}, (content, 1, 1, 3)):
        with pytest.raises(TypeError, match="palette"):
            dominantcolor.palette(wrong)
    released = memoryview(content)
    released.release()
    with pytest.raises(dominantcolor.InvalidArgumentError):
        dominantcolor.palette(released)


def test_options():
    pixel = memoryview(bytes([10, 20, 30])).cast("B", (1, 1, 3))
    for options, words in [
        (dict(count=1_000_000), "count takes 1 to 64, not 1000000."),
        (dict(count=0), "count takes 1 to 64 or None, not 0."),
        (dict(count=10**30), "count takes at most"),
        (dict(method="Kmeans"), "Did you mean 'kmeans'?"),
        (dict(precision="finest"), "standard, fine"),
        (dict(minimum_alpha=256), "minimum_alpha takes 0 to 255, not 256."),
        (dict(white_above=-1), "white_above takes 0 to 255 or None, not -1."),
        (dict(hue_bins=0), "hue_bins takes 1 to 1536, not 0."),
        (dict(max_pixels=-1), "max_pixels"),
        (dict(max_pixels=10**30), "max_pixels"),
        (dict(max_seconds=float("nan")), "max_seconds"),
        (dict(region=(0, 0, 0, 5)), "width and a height above 0, not 0 and 5."),
        (dict(region=(-1, 0, 2, 2)), "region_x takes 0 to 1000000000, not -1.0."),
    ]:
        with pytest.raises(dominantcolor.InvalidArgumentError) as error:
            dominantcolor.palette(pixel, **options)
        assert words in str(error.value)
    for options, words in [
        (dict(count=1.5), "integer"),
        (dict(count="3"), "integer"),
        (dict(method=None), "method"),
        (dict(methud="hue"), "Did you mean 'method'"),
        (dict(max_seconds="x"), "number"),
        (dict(count=[1]), "integer"),
        (dict(region="1,2,3,4"), "four numbers of pixels"),
        (dict(region=(1, 2, 3)), "four numbers of pixels"),
        (dict(region=("10%", 1, 2, 3)), "four numbers of pixels"),
        (dict(crop=(1, 2, 3, 4)), "Did you mean 'region'"),
    ]:
        with pytest.raises(TypeError, match=words):
            dominantcolor.palette(pixel, **options)
    assert dominantcolor.palette(pixel, max_pixels=1).counted == 1
    with pytest.raises(dominantcolor.LimitExceededError, match="Raise the limit"):
        dominantcolor.palette(pixel, max_pixels=0)
    found = dominantcolor.palette(pixel, method="hue", grey_threshold=0)
    assert found.hue.degrees == 210.5 and found.hue.grey_count == 0
    filtered = dominantcolor.palette(pixel, black_below=31)
    assert filtered.filtered == 1 and filtered.absence and filtered.dominant is None


def test_regions(photo):
    pixels = bytes([10, 10, 10]) * 20 + bytes([200, 0, 0]) * 20
    view = memoryview(pixels).cast("B", (8, 5, 3))
    lower = dominantcolor.palette(view, region=(0, 4, 5, 4))
    assert lower.counted == 20 and [s.hex for s in lower.swatches] == ["#c80000"]
    assert lower == dominantcolor.palette(view, region=["0%", "50%", "100%", "50%"])
    assert dominantcolor.palette(view, region=(9, 9, 1, 1)).counted == 0
    whole = dominantcolor.palette(photo, exact=True)
    part = dominantcolor.palette(photo, region=("25%", "25%", "50%", "50%"))
    assert 0.24 < part.counted / whole.counted < 0.26 and part.width == whole.width
    assert part.counted == dominantcolor.Histogram.of(photo, region=("25%", "25%", "50%", "50%")).counted


def test_many(photo, tmp_path):
    content = photo.read_bytes()
    sources = [content, b"junk", photo, tmp_path / "missing"]
    for threads in (1, 3):
        found = list(dominantcolor.palettes(sources * 5, threads=threads, errors="return"))
        assert len(found) == 20 and found[0] == found[2] == dominantcolor.palette(photo)
        assert isinstance(found[1], dominantcolor.NotAnImageError)
        assert isinstance(found[19], dominantcolor.FileAccessError)
        some = dominantcolor.palettes(sources, threads=threads)
        assert next(some) == found[0]
        with pytest.raises(dominantcolor.NotAnImageError):
            next(some)
    for wrong in (dict(threads=0), dict(errors="ignore"), dict(count=65)):
        with pytest.raises(dominantcolor.InvalidArgumentError):
            list(dominantcolor.palettes([content], **wrong))


@pytest.mark.parametrize("threads", [1, 2])
def test_returned_errors_hold_nothing(threads):
    """A batch with broken pictures goes when it is done with, not when garbage is collected."""
    gc.collect()
    gc.disable()
    try:
        found = list(dominantcolor.palettes([b"junk"] * 9, threads=threads, errors="return"))
        assert len(found) == 9
        (one,) = dominantcolor.palettes([b"junk"], errors="return")
        assert one.__traceback__ is None
        del found, one
        assert not any(isinstance(o, dominantcolor.DominantColorError) for o in gc.get_objects())
    finally:
        gc.enable()


def test_values(photo):
    found = dominantcolor.palette(photo)
    assert pickle.loads(pickle.dumps(found)) == found and hash(found) == hash(found)
    assert found.dominant is found.swatches[0] and found.dominant.hex.startswith("#")
    with pytest.raises(AttributeError):
        found.counted = 1
    assert dominantcolor.__version__ == "0.2.0"
