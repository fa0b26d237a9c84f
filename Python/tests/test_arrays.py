"""Arrays of every layout, images of Pillow, columns of Arrow."""

import io

import numpy as np
import pyarrow as pa
import pillow_heif
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from PIL import Image, ImageCms

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
    st.sampled_from(["histogram", "kmeans", "hue", "distinct"]),
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


def test_neighbours_in_rows_of_any_length():
    # Rows that are copied, and longer than what is copied at a time (65,536 pixels): each pixel lies alone.
    row = np.full((2, 65_540, 3), 20, np.uint8)
    row[:, ::2] = 220
    row[:, 65_534:65_538] = 220
    row[1] = 240 - row[1]
    view = row[:, ::-1]
    found = dominantcolor.Histogram.of(view, method="distinct")
    assert found.to_bytes() == dominantcolor.Histogram.of(expected(view), method="distinct").to_bytes()


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
    with pytest.raises(dominantcolor.InvalidArgumentError, match="'F'.*Scale it"):
        dominantcolor.palette(Image.new("F", (4, 4)))
    assert dominantcolor.palette(Image.new("RGB", (0, 7))).absence == "the image has no pixels"


REPORTS = FIXTURES / "Reports"
# What the people behind public reports call right (EXPECTED.tsv), as the dominant colour.
REPORTED = {
    "p3-red.png": "#d92a27", "rgb-colour-key.png": "#0a783c", "grey-colour-key.png": "#c8c8c8",
    "grey16.png": "#808080", "two-close-brands.png": "#4285f4", "apng.png": "#dc1414",
    "soft-shadow.png": "#e61e3c", "logo-on-white.png": "#ffffff", "all-halftransparent.png": None,
    "design-greys.png": "#f0f0f0", "eight-blues-and-red.png": "#14285a",
    "letterbox.png": "#936c4f",
}  # fmt: skip


def test_reports_are_complete():
    lines = (REPORTS / "EXPECTED.tsv").read_text().splitlines()
    names = {line.split("\t")[0] for line in lines}
    assert names == {path.name for path in REPORTS.iterdir() if path.suffix in (".png", ".jpg", ".heic")}
    assert set(REPORTED) == {name for name in names if name.endswith(".png")}


@pytest.mark.parametrize("name, color", REPORTED.items())
def test_a_pillow_image_is_its_file(name, color):
    path = REPORTS / name
    expected = dominantcolor.palette(path)
    assert (expected.dominant and expected.dominant.hex) == color
    with open(path, "rb") as file:
        found = [
            dominantcolor.palette(source)
            for source in (path.read_bytes(), io.BytesIO(path.read_bytes()), file, Image.open(path))
        ]
    for answer in found:
        assert (answer.swatches, answer.counted) == (expected.swatches, expected.counted)
        assert answer.distinct_colors == expected.distinct_colors
    assert dominantcolor.average(Image.open(path)) == dominantcolor.average(path)
    if "profile" not in name and color and Image.open(path).mode in ("RGB", "L"):
        converted = Image.open(path).convert("RGBA")
        if "icc_profile" not in converted.info:
            assert dominantcolor.palette(converted).dominant.hex == color


def test_display_p3():
    path = REPORTS / "p3-red.png"
    found = dominantcolor.palette(path, gamut="p3")
    assert found == dominantcolor.palette(path.read_bytes(), gamut="p3")
    assert found.swatches == dominantcolor.palette(Image.open(path), gamut="p3").swatches
    wide = found.dominant.display_p3
    assert [round(255 * x) for x in (wide.red, wide.green, wide.blue)] == [200, 60, 50]
    assert found.dominant.hex == "#d92a27" and wide.in_srgb
    assert wide.css == "color(display-p3 0.7843 0.2353 0.1961)"
    assert dominantcolor.palette(path).dominant.display_p3 is None
    # Two colours that are one in sRGB.
    picture = Image.new("RGB", (2, 1), (255, 0, 0))
    picture.putpixel((1, 0), (250, 0, 0))
    picture.info["icc_profile"] = Image.open(path).info["icc_profile"]
    assert [s.hex for s in dominantcolor.palette(picture).swatches] == ["#ff0000"]
    both = dominantcolor.palette(picture, gamut="p3", where=True).swatches
    assert {(s.hex, s.display_p3.css, s.display_p3.in_srgb) for s in both} == {
        ("#ff0000", "color(display-p3 1.0000 0.0000 0.0000)", False),
        ("#ff0000", "color(display-p3 0.9804 0.0000 0.0000)", False),
    }  # fmt: skip
    assert {s.where.box for s in both} == {(0, 0, 1, 1), (1, 0, 1, 1)}
    # Arrays are sRGB, all of which Display P3 has.
    (grey,) = dominantcolor.palette(np.full((2, 2, 3), 128, np.uint8), gamut="p3").swatches
    assert grey.hex == "#808080" and grey.display_p3.in_srgb and grey.display_p3.red == grey.display_p3.blue


def test_a_heic_through_pillow():
    pillow_heif.register_heif_opener()
    found = dominantcolor.palette(Image.open(REPORTS / "p3-red.heic")).dominant
    for channel, expected in zip(found.rgb, (0xD9, 0x2A, 0x27)):
        assert abs(channel - expected) <= 4


def test_lossy_files_have_no_exact_colors():
    file = io.BytesIO()
    Image.new("RGB", (32, 32), (200, 60, 50)).save(file, "JPEG")
    for source in (file.getvalue(), Image.open(file)):
        assert dominantcolor.palette(source).distinct_colors is None
    assert dominantcolor.palette(Image.new("RGB", (32, 32), (200, 60, 50))).distinct_colors == 1


def flat(mode, color, **info):
    image = Image.new(mode, (6, 4), color)
    image.info.update(info)
    return image


def test_pillow_modes():
    """Every mode that Pillow makes is right, or is refused with a cure that works."""
    tone = Image.new("RGB", (6, 4), (200, 60, 50))
    for image, color in [
        (flat("1", 1), "#ffffff"), (flat("L", 90), "#5a5a5a"), (flat("LA", (90, 255)), "#5a5a5a"),
        (flat("La", (90, 255)), "#5a5a5a"), (flat("RGB", (1, 2, 3)), "#010203"),
        (flat("RGBA", (1, 2, 3, 200)), "#010203"), (flat("RGBX", (1, 2, 3, 0)), "#010203"),
        (flat("CMYK", (0, 128, 255, 0)), "#ff7f00"), (flat("I;16", 0x8080), "#808080"),
        (flat("I;16B", 0x8080), "#808080"), (flat("I", 0x8080), "#808080"),
        (tone.convert("P"), None), (tone.convert("P").convert("PA"), None),
        (tone.convert("YCbCr"), None), (tone.convert("HSV"), None), (tone, "#c83c32"),
        (tone.convert("RGBA").convert("RGBa"), "#c83c32"),
    ]:  # fmt: skip
        found = dominantcolor.palette(image)
        assert found.counted == 24, image.mode
        if color:
            assert found.dominant.hex == color, image.mode
        else:
            plain = image.convert("RGB").getpixel((0, 0))
            assert found.dominant.rgb == plain, image.mode
    # L* a* b* of sRGB's (200, 60, 50): Pillow itself converts it by no mode of convert().
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    there = ImageCms.profileToProfile(tone, srgb, lab, outputMode="LAB")
    found = dominantcolor.palette(there)
    assert all(abs(a - b) <= 3 for a, b in zip(found.dominant.rgb, (200, 60, 50)))
    with pytest.raises(dominantcolor.InvalidArgumentError, match="'F'.*convert it to L first"):
        dominantcolor.palette(flat("F", 90.0))
    assert dominantcolor.palette(flat("F", 90.0).convert("L")).dominant.hex == "#5a5a5a"
    with pytest.raises(dominantcolor.InvalidArgumentError, match="Convert it to L where they are 0 to 255"):
        dominantcolor.palette(flat("I", 90))
    assert dominantcolor.palette(flat("I", 90).convert("L")).dominant.hex == "#5a5a5a"
    with pytest.raises(dominantcolor.InvalidArgumentError, match="from 0 to 65536"):
        wide = Image.new("I", (2, 1), 0)
        wide.putpixel((1, 0), 65536)
        dominantcolor.palette(wide)


def test_masked_arrays():
    """What is masked would count: such an array is refused, with a cure that works."""
    pixels = np.full((4, 4, 3), 90, dtype=np.uint8)
    masked = np.ma.array(pixels, mask=False)
    assert dominantcolor.palette(np.ma.array(pixels)).counted == 16
    assert dominantcolor.palette(masked).counted == 16
    masked[0, 0] = np.ma.masked
    with pytest.raises(dominantcolor.InvalidArgumentError, match="masked.*alpha of 0"):
        dominantcolor.palette(masked)
    assert dominantcolor.palette(masked.filled(0)).counted == 16
    seen = np.where(masked.mask[:, :, :1], 0, 255).astype(np.uint8)
    assert dominantcolor.palette(np.concatenate([pixels, seen], axis=2)).counted == 15


def test_pillow_transparency():
    for mode, color, key in (("RGB", (255, 0, 255), (255, 0, 255)), ("L", 7, 7), ("1", 0, 0)):
        assert dominantcolor.palette(flat(mode, color, transparency=key)).transparent == 24
    for index in (0, bytes([0, 255])):
        listed = Image.new("P", (4, 1), 1)
        listed.putpalette([255, 0, 255, 10, 120, 60])
        listed.putpixel((0, 0), 0)
        listed.info["transparency"] = index
        found = dominantcolor.palette(listed)
        assert (found.counted, found.dominant.hex) == (3, "#0a783c")


def test_pillow_profiles():
    profile = Image.open(REPORTS / "p3-red.png").info["icc_profile"]
    for mode in ("RGB", "RGBA", "P", "RGBX", "PA", "RGBa"):
        image = Image.new("RGB", (6, 4), (200, 60, 50))
        image = image.convert("P") if mode in ("P", "PA") else image.convert("RGBA")
        image = image.convert(mode)
        plain = image.convert("RGB")
        for picture in (image, plain):
            picture.info["icc_profile"] = profile
        assert dominantcolor.palette(image).dominant == dominantcolor.palette(plain).dominant, mode
    assert dominantcolor.palette(plain).dominant.hex != "#c83c32"
    # A profile of another kind of pixels says nothing of these.
    odd = flat("RGB", (200, 60, 50), icc_profile=b"\0" * 16 + b"CMYK" + b"\0" * 200)
    assert dominantcolor.palette(odd).dominant.hex == "#c83c32"


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
