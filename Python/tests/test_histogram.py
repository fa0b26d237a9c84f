"""Histograms add up."""

import copy
import pickle
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominantcolor
from dominantcolor import Histogram


def pixels(data):
    return memoryview(bytes(data)[: len(data) // 4 * 4]).cast("B", (len(data) // 4, 1, 4))


parts = st.lists(st.binary(min_size=4, max_size=400).map(pixels), min_size=1, max_size=6)


# Of method distinct whole pictures add up, not their parts.
RULES = [{"method": "histogram"}, {"method": "histogram", "precision": "fine"}, {"method": "hue"}]


@settings(max_examples=60, deadline=None)
@given(parts, st.sampled_from(RULES), st.randoms())
def test_sums(parts, rules, order):
    whole = Histogram(**rules)
    for part in parts:
        whole.add(part)
    shuffled = list(parts)
    order.shuffle(shuffled)
    total = sum(pickle.loads(pickle.dumps(Histogram.of(part, **rules))) for part in shuffled)
    assert total == whole and total.to_bytes() == whole.to_bytes()
    joined = pixels(b"".join(bytes(part) for part in parts))
    assert total.palette().swatches == dominantcolor.palette(joined, **rules).swatches
    assert total.counted + total.transparent == len(joined)


def test_operations(photo):
    one = Histogram.of(photo, count=2)
    two = one + one
    assert (two.counted, one.counted) == (2 * 273280, 273280)
    assert two.palette().swatches[0].count == 2 * one.palette().swatches[0].count
    assert len(two.palette().swatches) == 2 and len(two.palette(7).swatches) == 7
    same = two
    same += one
    assert same is two and two.counted == 3 * 273280
    for clone in (copy.copy(one), copy.deepcopy(one), one.copy(), pickle.loads(pickle.dumps(one))):
        assert clone == one and len(clone.palette().swatches) == 2
        clone.add(photo)
        assert clone != one
    assert one.palette().swatches == dominantcolor.palette(photo, count=2).swatches
    assert one.rules["method"] == "distinct" and one.rules["white_above"] is None
    assert "273280 pixels" in repr(one) and "no pixels" in repr(Histogram())
    with pytest.raises(TypeError):
        one + 5
    with pytest.raises(TypeError):
        hash(one)
    assert one != 5 and one is not None


def test_failures(photo):
    one = Histogram.of(photo, method="histogram")
    before = one.to_bytes()
    with pytest.raises(dominantcolor.TruncatedImageError):
        one.add(photo.read_bytes()[:20_000])
    with pytest.raises(TypeError):
        one.add(None)
    for other, words in [
        (Histogram(method="histogram", precision="fine"), "precision standard and fine"),
        (Histogram(method="histogram", minimum_alpha=3), "minimum alpha 128 and 3"),
        (Histogram(method="histogram", grey_within=3), "grey filter none and 3"),
        (Histogram(method="hue"), "method histogram and hue"),
        (Histogram(), "method histogram and distinct"),
    ]:
        with pytest.raises(dominantcolor.IncompatibleHistogramsError, match=words):
            one += other
    assert one.to_bytes() == before
    with pytest.raises(dominantcolor.InvalidArgumentError, match="Method kmeans has no histogram"):
        Histogram(method="kmeans")
    for count in (0, 65, -1, 10**9):
        with pytest.raises(dominantcolor.InvalidArgumentError, match="count takes 1 to 64"):
            one.palette(count)
    with pytest.raises(TypeError, match="precision"):
        Histogram.from_bytes(before, precision="fine")


def test_untrusted_bytes(photo):
    content = Histogram.of(photo).to_bytes()
    assert Histogram.from_bytes(content).to_bytes() == content
    choices = random.Random(1)
    for _ in range(2000):
        changed = bytearray(content)
        for _ in range(choices.randrange(1, 4)):
            changed[choices.randrange(len(changed))] = choices.randrange(256)
        if choices.random() < 0.8:  # with a checksum that is right
            changed[-4:] = zlib.crc32(changed[:-4]).to_bytes(4, "little")
        try:
            assert Histogram.from_bytes(changed).to_bytes() == changed
        except dominantcolor.DominantColorError as error:
            assert isinstance(
                error,
                (dominantcolor.InvalidHistogramError, dominantcolor.IncompatibleHistogramsError),
            )
    for wrong in (b"", b"DCHG", content[:-1], content + b"\0"):
        with pytest.raises(dominantcolor.InvalidHistogramError):
            Histogram.from_bytes(wrong)
    with pytest.raises(TypeError):
        Histogram.from_bytes(None)
