"""Palettes of everything that a palette can be of."""

import doctest
import errno
import gc
import importlib
import importlib.metadata
import io
import json
import mmap
import os
import pathlib
import pickle
import random
import re
import subprocess

import blurhash
import numpy as np
import pytest
from PIL import Image, ImageOps

import dominantcolor
from picture_files import FIXTURES, png


@pytest.mark.parametrize(
    "module",
    ["", "._functions", "._histogram", "._palette", "._options", "._errors", "._average", "._description"],
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
            dominant = expected["dominant"]
            assert (found.dominant and found.dominant.hex) == (dominant and dominant["color"])
            assert (found.dominant and found.dominant.count) == (dominant and dominant["count"])


def logo():
    """A red square on white, as rows of RGB."""
    inside = range(10, 30)
    return png([
        b"".join(b"\xc8\x14\x1e" if x in inside and y in inside else b"\xff\xff\xff" for x in range(40))
        for y in range(40)
    ])  # fmt: skip


def test_bars():
    still = dominantcolor.palette(FIXTURES / "Reports" / "letterbox.jpg")
    assert still.bars == dominantcolor.Bars((0, 0, 0), 0, 45, 0, 45) and still.bars.hex == "#000000"
    assert still.counted == 480 * 270 and still.height == 360
    content = dominantcolor.palette(FIXTURES / "Reports" / "letterbox.jpg", region=(0, 45, 480, 270))
    assert still.swatches == content.swatches and content.bars is None
    whole = dominantcolor.palette(FIXTURES / "Reports" / "letterbox.jpg", whole=True)
    assert whole.bars is None and whole.counted == 480 * 360


def test_roles_and_background(showhide, tmp_path):
    path = tmp_path / "logo.png"
    path.write_bytes(logo())
    plain = dominantcolor.palette(path, method="distinct")
    assert plain.background is None
    assert plain.roles.absence("background") == "the background was not asked for"
    assert plain.roles.vibrant.hex == "#c8141e" and plain.roles.absence("vibrant") is None
    assert plain.roles.brand.hex == "#c8141e" and plain.roles.absence("brand") is None
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


def test_why_a_file_is_not_read(tmp_path):
    """The errors that Python itself has for files, with their numbers, in the sentences of this package."""
    forbidden = tmp_path / "forbidden.png"
    forbidden.touch(mode=0)
    for path, kind, number in (
        (tmp_path / "missing.png", FileNotFoundError, errno.ENOENT),
        (str(tmp_path / "missing.png"), FileNotFoundError, errno.ENOENT),
        (forbidden / "below.png", FileNotFoundError, errno.ENOTDIR),
        (tmp_path, IsADirectoryError, errno.EISDIR),
        (forbidden, PermissionError, errno.EACCES),
    ):
        if kind is PermissionError and os.access(forbidden, os.R_OK):
            continue  # for the superuser nothing is forbidden
        for ask in (dominantcolor.palette, dominantcolor.average, dominantcolor.Histogram.of):
            with pytest.raises(dominantcolor.FileAccessError, match=str(path)) as raised:
                ask(path)
            error = raised.value
            assert isinstance(error, kind) and error.status == 8
            assert (error.errno, error.filename) == (number, path) and error.strerror
            again = pickle.loads(pickle.dumps(error))
            assert (type(again), str(again), again.errno, again.filename) == (
                type(error), str(error), number, path)
    assert not isinstance(pytest.raises(OSError, dominantcolor.palette, "/dev/null").value, FileNotFoundError)


WRONG_TYPES = [
    ("count", 3, 3.0), ("count", 1, True), ("minimum_alpha", 1, True), ("hue_bins", 360, 360.0), ("seed", 7, "7"),
    ("exact", True, "no"), ("exact", False, 0), ("where", True, 1), ("allow_partial", False, None),
    ("background", True, 1), ("max_seconds", 1.0, True), ("within", 1.0, "1"), ("method", None, ""),
    ("method", "hue", b"hue"), ("gamut", "p3", None), ("region", (1, 1, 1, 1), (1, 1, 1, True)),
    ("max_pixels", 100, 100.0), ("threads", 2, 2.0), ("threads", 1, True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "right", "wrong"), WRONG_TYPES)
def test_options_of_a_wrong_type(name, right, wrong):
    """They are refused whatever was asked before: 3 and 3.0 are equal, and found in the same place."""
    pixels = memoryview(bytes(range(48))).cast("B", (4, 4, 3))
    ask = dominantcolor.palettes if name == "threads" else dominantcolor.palette
    for _ in range(2):
        ask([] if name == "threads" else pixels, **{name: right})
        with pytest.raises((TypeError, dominantcolor.InvalidArgumentError), match=name):
            ask([] if name == "threads" else pixels, **{name: wrong})


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
        (dict(count=0), 'count takes 1 to 64, "auto" or None, not 0.'),
        (dict(count=-1), 'count takes 1 to 64, "auto" or None, not -1.'),
        (dict(count="auto", method="hue"), "takes method distinct, not hue"),
        (dict(count=10**30), "count takes at most"),
        (dict(method="Kmeans"), "Did you mean 'kmeans'?"),
        (dict(precision="finest"), "standard, fine"),
        (dict(minimum_alpha=256), "minimum_alpha takes 0 to 255, not 256."),
        (dict(white_above=-1), "white_above takes 0 to 255 or None, not -1."),
        (dict(hue_bins=0), "hue_bins takes 1 to 1536, not 0."),
        (dict(max_pixels=-1), "max_pixels"),
        (dict(max_pixels=10**30), "max_pixels"),
        (dict(max_seconds=float("nan")), "max_seconds"),
        (dict(within=0.05), "color_tolerance takes 0.1 to 1, not 0.05."),
        (dict(gamut="p4"), "There is no gamut 'p4'. Choose one of srgb, p3."),
        (dict(seed=-1), "seed takes 0 to 18446744073709551615, not -1."),
        (dict(region=(0, 0, 0, 5)), "width and a height above 0, not 0 and 5."),
        (dict(region=(-1, 0, 2, 2)), "region_x takes 0 to 1000000000, not -1.0."),
    ]:
        with pytest.raises(dominantcolor.InvalidArgumentError) as error:
            dominantcolor.palette(pixel, **options)
        assert words in str(error.value)
    for options, words in [
        (dict(count=1.5), "integer"),
        (dict(count="3"), "integer"),
        (dict(method=3), "method"),
        (dict(within="x"), "number"),
        (dict(methud="hue"), "Did you mean 'method'"),
        (dict(max_seconds="x"), "number"),
        (dict(count=[1]), "integer"),
        (dict(region="1,2,3,4"), "four whole numbers of pixels"),
        (dict(region=(0, 0, 0.5, 0.5)), "four whole numbers of pixels"),
        (dict(region=(1, 2, 3)), "four whole numbers of pixels"),
        (dict(region=("10%", 1, 2, 3)), "four whole numbers of pixels"),
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


def test_chosen_count():
    photo = FIXTURES / "Photos" / "china.jpg"
    found = dominantcolor.palette(photo, count="auto")
    assert 2 <= len(found.swatches) < 12 and "cover too little" in found.shortage
    most = dominantcolor.palette(photo, count=len(found.swatches))
    assert most.shortage is None and found.swatches == most.swatches
    counted = dominantcolor.Histogram.of(photo)
    assert counted.palette("auto").swatches == found.swatches
    assert counted.palette().swatches == dominantcolor.palette(photo, method="distinct").swatches
    short = dominantcolor.palette(FIXTURES / "Reports" / "two-close-brands.png", count=5)
    assert short.shortage == "the picture has no further ones" and len(short.swatches) == 2


def test_few_colors():
    brands = FIXTURES / "Reports" / "two-close-brands.png"
    found = dominantcolor.palette(brands)
    assert [(s.hex, round(s.population, 3)) for s in found.swatches] == [
        ("#4285f4", 0.533), ("#428bec", 0.467),
    ]  # fmt: skip
    assert found.distinct_colors == 2
    assert dominantcolor.palette(brands, count=1).swatches == found.swatches[:1]
    mean = dominantcolor.palette(brands, method="histogram")
    assert mean.distinct_colors is None and mean.dominant.hex == "#4288f0"
    greys = dominantcolor.palette(FIXTURES / "Reports" / "design-greys.png")
    assert sorted(s.hex for s in greys.swatches) == [
        "#f0f0f0", "#f2f2f2", "#f4f4f4", "#f6f6f6", "#f8f8f8", "#fafafa",
    ]  # fmt: skip
    # A photo of few pixels has as many colours as pixels, and is no flat art.
    noise = random.Random(1).randbytes(3 * 20 * 20)
    assert dominantcolor.palette(memoryview(noise).cast("B", (20, 20, 3))).distinct_colors is None
    listed = bytes(range(96))  # a file of a palette has a pixel of each colour
    assert dominantcolor.palette(memoryview(listed).cast("B", (1, 32, 3))).distinct_colors == 32


def test_places(photo):
    pixels = bytes([10, 10, 10]) * 20 + bytes([200, 0, 0]) * 20
    view = memoryview(pixels).cast("B", (8, 5, 3))
    black, red = dominantcolor.palette(view, where=True).swatches
    assert black.where == dominantcolor.Place((2.5, 2.0), (0, 0, 5, 4))
    assert red.where.box == (0, 4, 5, 4)
    (part,) = dominantcolor.palette(view, where=True, region=(1, 5, 2, 9)).swatches
    assert part.where == dominantcolor.Place((2.0, 6.5), (1, 5, 2, 3))
    assert dominantcolor.palette(view).dominant.where is None
    of_file = dominantcolor.palette(photo, where=True, exact=True)
    of_bytes = dominantcolor.palette(photo.read_bytes(), where=True, exact=True)
    assert of_file == of_bytes and all(s.where for s in of_file.swatches)


def test_averages(photo):
    def light(level):
        value = level / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    numbers = random.Random(3)
    data = numbers.randbytes(4 * 50)
    found = dominantcolor.average(memoryview(data).cast("B", (5, 10, 4)))
    visible = [data[at : at + 3] for at in range(0, 200, 4) if data[at + 3] >= 128]
    assert (found.counted, found.transparent) == (len(visible), 50 - len(visible))
    for channel in range(3):
        levels = [pixel[channel] for pixel in visible]
        assert abs(found.levels[channel] - sum(levels) / len(levels)) <= 0.5
        mean = sum(map(light, levels)) / len(levels)
        assert light(found.light[channel] - 0.51) <= mean <= light(found.light[channel] + 0.51)
    of_file = dominantcolor.average(photo)
    assert of_file == dominantcolor.average(photo.read_bytes()) and of_file.counted == 640 * 427
    assert of_file.light_hex[0] == "#" and of_file.light != of_file.levels
    part = dominantcolor.average(photo, region=("0%", "0%", "50%", "100%"))
    assert part.counted == 320 * 427
    none = dominantcolor.average(memoryview(bytes(4)).cast("B", (1, 1, 4)))
    assert none == dominantcolor.Average(None, None, 0, 1, 0) and none.light_hex is None
    with pytest.raises(dominantcolor.NotAnImageError):
        dominantcolor.average(b"junk")


@pytest.mark.parametrize("across, down", [(4, 3), (1, 1), (9, 9), (3, 1), (1, 4)])
def test_blurhash(photo, across, down):
    """Equal to the package `blurhash`, an independent implementation of the same specification."""
    for width, height in ((13, 9), (1, 1), (20, 31)):
        data = random.Random(width).randbytes(3 * width * height)
        view = memoryview(data).cast("B", (height, width, 3))
        ours = dominantcolor.blurhash(view, across, down)
        assert ours == blurhash.encode(view.tolist(), across, down)
        upright = dominantcolor.blurhash(png([data[at : at + 3 * width] for at in
                                              range(0, len(data), 3 * width)]), across, down)  # fmt: skip
        assert upright == ours
    clear = memoryview(bytes([9, 9, 9, 0]) * 3 + bytes([200, 60, 50, 255])).cast("B", (2, 2, 4))
    flat = memoryview(bytes([200, 60, 50])).cast("B", (1, 1, 3))
    assert dominantcolor.blurhash(clear, 1, 1) == dominantcolor.blurhash(flat, 1, 1)
    assert dominantcolor.blurhash(clear, across, down, region=(0, 0, 1, 1)) is None
    with pytest.raises(dominantcolor.InvalidArgumentError, match="across takes 1 to 9, not 10."):
        dominantcolor.blurhash(photo, 10, 3)
    with pytest.raises(dominantcolor.ImageError):
        dominantcolor.blurhash(b"junk", across, down)


def test_blurhash_is_upright(tmp_path):
    """Every orientation of a JPEG gives the BlurHash of the picture turned upright."""
    pixels = Image.open(FIXTURES / "Photos" / "china.jpg").resize((64, 48))
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x112] = orientation
        pixels.save(tmp_path / "turned.jpg", quality=95, exif=exif)
        turned = Image.open(tmp_path / "turned.jpg")
        upright = ImageOps.exif_transpose(turned)
        upright.info.clear()
        expected = dominantcolor.blurhash(np.asarray(upright))
        assert dominantcolor.blurhash(tmp_path / "turned.jpg") == expected, orientation


def test_descriptions():
    about = dominantcolor.describe("#008080")
    assert about.css == dominantcolor.Name("teal", (0, 128, 128), 0) and about.css.hex == "#008080"
    assert about.name == "teal" and about.text == "white" and 4.7 < about.contrast < 4.8
    assert dominantcolor.describe("ffffff").families == ("white", "light")
    # The basic words each name a colour of theirs, in the order of the library.
    for word, color in (
        ("red", "#e50000"), ("orange", "#f97306"), ("yellow", "#ffff14"), ("green", "#15b01a"),
        ("blue", "#0343df"), ("purple", "#7e1e9c"), ("pink", "#ff81c0"), ("brown", "#653700"),
        ("black", "#000000"), ("grey", "#929591"), ("pastel", "#ffd1dc"), ("dark", "#101040"),
        ("vivid", "#ff0000"),
    ):  # fmt: skip
        assert word in dominantcolor.describe(color).families
    assert dominantcolor.describe((200, 20, 30)).role == "vibrant"
    for wrong in ("red", "#12345", (1, 2), (1, 2, 256), "#gggggg", (-1, 0, 0)):
        with pytest.raises(dominantcolor.InvalidArgumentError):
            dominantcolor.describe(wrong)


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
    assert found.dominant.hex.startswith("#")
    exact = dominantcolor.palette(photo, method="histogram")
    assert exact.dominant == exact.swatches[0] == found.dominant
    with pytest.raises(AttributeError):
        found.counted = 1
    numbers = re.fullmatch(r"([0-9]+\.[0-9]+\.[0-9]+)(-dev)?", dominantcolor.__version__)
    installed = importlib.metadata.version("dominantcolor")
    assert numbers and installed == numbers[1] + (".dev0" if numbers[2] else "")
