"""Arrays of every layout, images of Pillow, columns of Arrow."""

import io

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from PIL import Image

import dominantcolor
from picture_files import FIXTURES

quiet = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def expected(array):
    """The same pixels as plain RGBA."""
    if array.ndim == 2:
        array = array[:, :, None]
    channels = array.shape[2]
    rgba = np.full((*array.shape[:2], 4), 255, np.uint8)
    rgba[:, :, :3] = array[:, :, :1] if channels < 3 else array[:, :, :3]
    if channels in (2, 4):
        rgba[:, :, 3] = array[:, :, -1]
    return rgba


@quiet
@given(
    npst.arrays(
        np.uint8,
        st.one_of(
            st.tuples(st.integers(0, 9), st.integers(0, 9)),
            st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 4)),
        ),
    ),
    st.sampled_from(["histogram", "kmeans", "hue"]),
    st.permutations(range(2)),
    st.lists(st.sampled_from([1, -1, 2, -2]), min_size=2, max_size=2),
)
def test_layouts(array, method, order, steps):
    axes = [*order, 2][: array.ndim]
    view = array.transpose(axes)[:: steps[0], :: steps[1]]
    found = dominantcolor.palette(view, method=method)
    assert found == dominantcolor.palette(expected(view), method=method)
    assert found.counted + found.transparent == view.shape[0] * view.shape[1]
    read_only = view.copy()
    read_only.flags.writeable = False
    assert dominantcolor.palette(read_only, method=method) == found
    if method != "kmeans":
        histogram = dominantcolor.Histogram.of(view, method=method)
        assert histogram.palette().swatches == found.swatches


def test_against_counting():
    array = np.zeros((40, 50, 3), np.uint8)
    array[:10] = (212, 84, 36)
    found = dominantcolor.palette(array[:, :, ::-1])  # OpenCV's BGR
    assert [(s.rgb, s.count) for s in found.swatches] == [((0, 0, 0), 1500), ((36, 84, 212), 500)]
    planes = np.ascontiguousarray(array.transpose(2, 0, 1)).transpose(1, 2, 0)
    assert dominantcolor.palette(planes) == dominantcolor.palette(array)
    wide = np.broadcast_to(np.uint8(7), (1000, 100_000))
    assert dominantcolor.palette(wide).dominant.count == 100_000_000


@pytest.mark.parametrize(
    "array, words",
    [
        (np.zeros((4, 4), np.float32), "uint8"),
        (np.zeros((4, 4, 3), np.uint16), "uint8"),
        (np.zeros((4, 4), np.int8), "uint8"),
        (np.zeros((4, 4), bool), "uint8"),
        (np.zeros((2, 2), [("r", "u1"), ("g", "u1")]), "uint8"),
        (np.zeros((2, 2), complex), "uint8"),
        (np.zeros((2, 2, 5), np.uint8), "1 to 4 channels, not 5"),
        (np.zeros((2, 2, 0), np.uint8), "1 to 4 channels, not 0"),
        (np.zeros((1, 2, 2, 3), np.uint8), "4 dimensions"),
        (np.zeros((), np.uint8), "single value"),
        (np.broadcast_to(np.uint8(0), (10**9, 10**9)), "above the limit of 400000000"),
        (np.zeros((4, 4), object), "buffer|uint8"),
    ],
)
def test_refused(array, words):
    with pytest.raises((dominantcolor.DominantColorError), match=words):
        dominantcolor.palette(array)


def test_objects_that_are_not_buffers():
    for wrong in (np.datetime64(1, "s"), np.array(["a"]), np.array([np.datetime64(1, "s")])):
        with pytest.raises((TypeError, dominantcolor.DominantColorError)):
            dominantcolor.palette(wrong)


def test_encoded_bytes_in_an_array(photo):
    content = np.fromfile(photo, np.uint8)
    assert dominantcolor.palette(content) == dominantcolor.palette(photo)
    assert dominantcolor.palette(pa.py_buffer(photo.read_bytes())) == dominantcolor.palette(photo)


def test_pillow(photo):
    image = Image.open(photo)
    exact = dominantcolor.palette(np.asarray(image))
    found = dominantcolor.palette(image)
    assert (found.swatches, found.counted) == (exact.swatches, exact.counted)
    assert dominantcolor.Histogram.of(image).palette().swatches == exact.swatches
    for mode in ("L", "LA", "RGBA", "1", "P", "CMYK", "YCbCr", "La", "RGBa", "PA"):
        converted = image.convert("RGBA").convert("LA").convert(mode) if mode == "La" else (
            image.convert("RGBA").convert("P").convert("PA") if mode == "PA" else
            image.convert("RGBA").convert(mode) if mode == "RGBa" else image.convert(mode)
        )  # fmt: skip
        assert dominantcolor.palette(converted).counted == exact.counted
    for mode, cure in (("F", "Scale it"), ("LAB", "ImageCms.profileToProfile")):
        with pytest.raises(dominantcolor.InvalidArgumentError, match=f"{mode}.*{cure}"):
            dominantcolor.palette(Image.new(mode, (4, 4)))
    assert dominantcolor.palette(Image.new("RGB", (0, 7))).absence == "the image has no pixels"


@pytest.mark.parametrize(
    "name, color",
    [
        ("p3-red.png", "#d92a27"), ("rgb-colour-key.png", "#0a783c"),
        ("grey-colour-key.png", "#c8c8c8"), ("grey16.png", "#808080"),
    ],
)  # fmt: skip
def test_a_pillow_image_is_its_file(name, color):
    path = FIXTURES / "Reports" / name
    expected = dominantcolor.palette(path)
    assert expected.dominant.hex == color
    found = dominantcolor.palette(Image.open(path))
    assert (found.swatches, found.counted) == (expected.swatches, expected.counted)
    if Image.open(path).mode in ("RGB", "L"):
        key = Image.open(path).info.get("transparency")
        converted = Image.open(path).convert("RGBA")
        assert dominantcolor.palette(converted).dominant.hex == color, key


def test_pillow_modes():
    tone = Image.new("RGB", (4, 4), (200, 60, 50))
    assert dominantcolor.palette(tone.convert("HSV")).dominant.rgb[0] in range(198, 203)
    grey = Image.new("I;16", (4, 4), 0x8080)
    assert dominantcolor.palette(grey).dominant.hex == "#808080"
    assert dominantcolor.palette(Image.new("I", (4, 4), 0x8080)).dominant.hex == "#808080"
    with pytest.raises(dominantcolor.InvalidArgumentError, match="from 0 to 65536"):
        wide = Image.new("I", (2, 1), 0)
        wide.putpixel((1, 0), 65536)
        dominantcolor.palette(wide)
    for index in (0, bytes([0, 255])):
        listed = Image.new("P", (4, 1), 1)
        listed.putpalette([255, 0, 255, 10, 120, 60])
        listed.putpixel((0, 0), 0)
        listed.info["transparency"] = index
        assert dominantcolor.palette(listed).counted == 3


def test_open_files(photo):
    expected = dominantcolor.palette(photo)
    assert dominantcolor.palette(io.BytesIO(photo.read_bytes())) == expected
    with open(photo, "rb") as file:
        assert dominantcolor.palette(file) == expected
    with open(__file__) as text, pytest.raises(TypeError, match="'rb'"):
        dominantcolor.palette(text)


def test_names_of_other_packages(photo):
    for name, ours in (("ignore_white", "white_above"), ("n_colors", "count")):
        with pytest.raises(TypeError, match=f"Did you mean '{ours}'"):
            dominantcolor.palette(photo, **{name: 4})


@quiet
@given(st.binary(max_size=400))
def test_any_bytes(content):
    with pytest.raises(dominantcolor.ImageError) as error:
        dominantcolor.palette(content)
    assert str(error.value)


@quiet
@given(st.data())
def test_changed_pictures(data):
    import io

    image = Image.fromarray(np.arange(24 * 24 * 3, dtype=np.uint8).reshape(24, 24, 3))
    file = io.BytesIO()
    image.save(file, data.draw(st.sampled_from(["PNG", "JPEG"])))
    content = bytearray(file.getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(0, len(content))) :]
    try:
        found = dominantcolor.palette(content, allow_partial=data.draw(st.booleans()))
        assert found.counted + found.transparent <= 10**9
    except (dominantcolor.ImageError, dominantcolor.LimitExceededError) as error:
        assert str(error)


def rows(column, **options):
    return pa.array(dominantcolor.palettes_of_arrow(column, **options)).to_pylist()


def test_arrow(photo):
    content = photo.read_bytes()
    values = [content, None, b"junk", b"", b"x" * 12, content]
    found = dominantcolor.palette(photo, count=3)
    kinds = [pa.binary(), pa.large_binary(), pa.binary_view()]
    answers = [rows(pa.array(values, kind), count=3) for kind in kinds]
    assert answers[0] == answers[1] == answers[2]
    first, null, junk = answers[0][:3]
    assert null is None and answers[0][5] == first
    assert [tuple(s.values()) for s in first["swatches"]] == [
        (s.hex, s.count, s.population) for s in found.swatches
    ]
    assert first["color"] == found.dominant.hex and first["status"] == 0 and first["error"] is None
    with pytest.raises(dominantcolor.NotAnImageError) as error:
        dominantcolor.palette(b"junk")
    assert junk["error"] == str(error.value) and junk["status"] == 2 and junk["color"] is None
    assert [row and row["color"] for row in rows(pa.array(values).slice(2, 3))] == [None] * 3
    assert rows(pa.array([], pa.binary())) == []
    clear = dominantcolor.palette(np.zeros((2, 2, 4), np.uint8))
    assert clear.absence and clear.dominant is None


def test_arrow_refused():
    for column in ([1, 2], None, pa.chunked_array([[b"x"]])):
        with pytest.raises(TypeError, match="not an Arrow array"):
            dominantcolor.palettes_of_arrow(column)
    for column in (pa.array([1]), pa.array(["a"]), pa.array([b"a"]).dictionary_encode()):
        with pytest.raises(dominantcolor.InvalidArgumentError):
            dominantcolor.palettes_of_arrow(column)
    twice = dominantcolor.palettes_of_arrow(pa.array([b"x"]))
    pa.array(twice)
    with pytest.raises(dominantcolor.InvalidArgumentError, match="handed over already"):
        pa.array(twice)
    unused = dominantcolor.palettes_of_arrow(pa.array([b"x"]))
    del unused
