"""What to ask of a picture, and what an answer may cost."""

from __future__ import annotations

import difflib
import functools
import numbers
import operator
from collections.abc import Sequence
from typing import TypeAlias, TypedDict

from . import _native
from ._errors import InvalidArgumentError


Region: TypeAlias = "tuple[float, float, float, float] | tuple[str, str, str, str]"
"""Left and upper edge, width and height: numbers of pixels, or percentages such as `"25%"`."""


class Options(TypedDict, total=False):
    """The keyword arguments that all functions share."""

    method: str | None
    """None, the default: pictures of few colours, such as logos, pixel art and screenshots, give those
    exact colours (`Palette.distinct_colors` says so), and others are of method distinct. Otherwise
    `"distinct"` (colours that differ clearly: the two that cover most, then small vivid areas and others by
    importance), `"histogram"` (the densest small cubes of colour space), `"kmeans"` (clusters of similar
    colours in OKLab) or `"hue"` (the fullest bins of hue, greys apart). Histograms take distinct too."""
    count: int | None
    """The most colours, 1 to 64; None: 6, 8 for k-means, 5 for histogram and hue, or up to 16 exact ones that
    hold 0.5 % of the pixels each."""
    precision: str
    """`"standard"` or `"fine"`; of method histogram, and of the dominant colour."""
    minimum_alpha: int
    """The least alpha of a visible pixel, 0 to 255; 128."""
    white_above: int | None
    """Ignore pixels whose smallest channel is above this."""
    black_below: int | None
    """Ignore pixels whose largest channel is below this."""
    grey_within: int | None
    """Ignore pixels whose channels differ by at most this."""
    hue_bins: int
    """Bins around the circle of hues, 1 to 1536; 360; only for method hue."""
    grey_threshold: int
    """Channels that differ by less are grey; 16; only for method hue."""
    exact: bool
    """With method histogram count every pixel of large JPEGs too, instead of the means of their blocks where those settle
    the dominant colour; False."""
    allow_partial: bool
    """Use the rows that a damaged file still has; False."""
    max_pixels: int
    """The most pixels of a picture; 400 million."""
    max_file: int
    """The most bytes of an encoded file; 1 GB."""
    max_memory: int
    """The most bytes for pixels, rows and coefficients; 4 GB."""
    max_scans: int
    """The most scans of a JPEG; 100."""
    max_profile: int
    """The most bytes of a colour profile; 16 MB."""
    max_seconds: float
    """The most processor time for decoding one file; 60."""
    within: float
    """By how much a dominant colour that a sample of a large JPEG proves may differ from the exact one,
    in ΔE00, 0.1 to 1; 1."""
    seed: int
    """Chooses that sample; 0. Draw one where pictures may be painted to mislead it."""
    without: str | Sequence[str] | None
    """Leave out `"white"`, `"black"`, `"grey"` or `"background"`, one or several; a level may follow, as in
    `"white=250"`, in place of white_above 240, black_below 24 and grey_within 16. Pixels of the background count
    as filtered, and `Palette.background` says what it is."""
    background: bool
    """Look for the background, `Palette.background`, without leaving it out; False. A file is decoded twice."""
    region: Region | None
    """The part of each picture that is looked at, every pixel of it: left and upper edge, width and
    height in pixels of the picture turned upright, or in percent as text such as `"25%"`; None: all."""
    gamut: str
    """`"srgb"`, or `"p3"` to count in Display P3, which keeps colours apart that sRGB lacks, and to say what they are
    there (`Swatch.display_p3`); of pictures and pixels only, and then every pixel is counted."""
    where: bool
    """Take a second look at every pixel and say where each colour is (`Swatch.where`); False."""


METHODS = ("histogram", "kmeans", "hue", "distinct")
PRECISIONS = ("standard", "fine")
GAMUTS = ("srgb", "p3")

# Every option in the order of the C struct, with its default.
DEFAULTS: dict[str, object] = {
    "method": None,
    "precision": "standard",
    "count": None,
    "minimum_alpha": 128,
    "white_above": None,
    "black_below": None,
    "grey_within": None,
    "hue_bins": 360,
    "grey_threshold": 16,
    "exact": False,
    "allow_partial": False,
    "max_scans": 100,
    "max_pixels": 400_000_000,
    "max_file": 1_000_000_000,
    "max_memory": 4_000_000_000,
    "max_profile": 16_000_000,
    "max_seconds": 60.0,
    "within": 1.0,
    "seed": 0,
    "region": None,
    "where": False,
    "background": False,
    "gamut": "srgb",
}
# The words of `without`, the options that they stand for, and their usual levels.
_LEFT_OUT = {
    "white": ("white_above", 240), "black": ("black_below", 24), "grey": ("grey_within", 16),
    "gray": ("grey_within", 16),
}  # fmt: skip
# What people know from other packages, and the option that does it.
_OTHER_NAMES = {
    "ignore_white": "white_above", "skip_white": "white_above", "white_threshold": "white_above",
    "ignore_black": "black_below", "skip_black": "black_below", "black_threshold": "black_below",
    "ignore_grey": "grey_within", "ignore_gray": "grey_within", "gray_within": "grey_within",
    "gray_threshold": "grey_threshold", "alpha_threshold": "minimum_alpha", "n_colors": "count",
    "num_colors": "count", "color_count": "count", "colors": "count", "limit": "count", "n": "count",
    "k": "count", "partial": "allow_partial", "mode": "method", "crop": "region", "box": "region",
    "rectangle": "region", "roi": "region", "color_space": "gamut", "colorspace": "gamut", "ignore": "without", "exclude": "without",
}  # fmt: skip
_ABSENT = {"count": 0, "white_above": -1, "black_below": -1, "grey_within": -1}
_BACKGROUND_LEFT_OUT = 2
_LARGE = ("max_pixels", "max_file", "max_memory", "max_profile")


def pack(options: Options) -> bytes:
    """Options as the C library takes them."""
    try:
        return _pack(tuple(options.items()))
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        return _pack.__wrapped__(tuple(options.items()))


@functools.lru_cache(maxsize=256, typed=True)
def _pack(given: tuple[tuple[str, object], ...]) -> bytes:
    options = dict(DEFAULTS)
    for name, value in given:
        if name == "without":
            continue
        if name not in options:
            near = [_OTHER_NAMES[name]] if name in _OTHER_NAMES else []
            near = near or difflib.get_close_matches(name, options, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"There is no option {name!r}.{hint}")
        options[name] = value
    options["background"] = bool(options["background"])
    _leave_out(dict(given).get("without"), options)
    keeps_few_colors = int(options["method"] is None)
    values = (_value(name, value) for name, value in options.items())
    return _native.options(keeps_few_colors, *values)


def _leave_out(words: object, options: dict[str, object]) -> None:
    """Turns the words of `without` into the options that they stand for."""
    if words is None:
        return
    listed = words.split(",") if isinstance(words, str) else words
    if not isinstance(listed, Sequence) or not all(isinstance(word, str) for word in listed):
        raise TypeError(f"without takes words such as 'white', not {words!r}.")
    for word in listed:
        name, has_level, level = word.partition("=")
        name = name.lower()
        if name == "background":
            if has_level:
                raise InvalidArgumentError(f"without background takes no level, not {level}.")
            options["background"] = _BACKGROUND_LEFT_OUT
            continue
        if name not in _LEFT_OUT:
            choices = "white, black, grey or background"
            raise InvalidArgumentError(f"without takes {choices}, not {word!r}.")
        option, usual = _LEFT_OUT[name]
        if has_level and not (level.isascii() and level.isdigit() and int(level) <= 255):
            raise InvalidArgumentError(f"without {name} takes a level of 0 to 255, not {level}.")
        options[option] = int(level) if has_level else usual


def _value(name: str, value: object) -> int | float | tuple[float, float, float, float, int]:
    if name == "method":
        return _choice(name, value or "distinct", METHODS)
    if name == "precision":
        return _choice(name, value, PRECISIONS)
    if name == "gamut":
        return _choice(name, value, GAMUTS)
    if name in _ABSENT:
        if value is None:
            return _ABSENT[name]
    if name == "region":
        return _region(value)
    if name in ("max_seconds", "within"):
        if not isinstance(value, (int, float)):
            raise TypeError(f"{name} takes a number, not {value!r}.")
        return float(value)
    if name in ("exact", "allow_partial", "where"):
        return bool(value)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} takes an integer, not {value!r}.") from None
    if name in _ABSENT and number == _ABSENT[name]:
        lowest = "1 to 64" if name == "count" else "0 to 255"
        raise InvalidArgumentError(f"{name} takes {lowest} or None, not {number}.")
    if name == "seed" and not 0 <= number < 1 << 64:
        raise InvalidArgumentError(f"seed takes 0 to {(1 << 64) - 1}, not {number}.")
    bits = 64 if name == "seed" else 63 if name in _LARGE else 31
    if not -(1 << bits) <= number < 1 << bits:
        raise InvalidArgumentError(f"{name} takes at most {(1 << bits) - 1}, not {number}.")
    return number


def _choice(name: str, value: object, choices: tuple[str, ...]) -> int:
    if not isinstance(value, str):
        raise TypeError(f"{name} takes {' or '.join(map(repr, choices))}, not {value!r}.")
    if value not in choices:
        near = difflib.get_close_matches(value.lower(), choices, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidArgumentError(
            f"There is no {name} {value!r}. Choose one of {', '.join(choices)}.{hint}"
        )
    return choices.index(value)


def _region(value: object) -> tuple[float, float, float, float, int]:
    """A region and whether it is in percent, as the C library takes it."""
    if value is None:
        return 0.0, 0.0, 0.0, 0.0, 0
    wrong = TypeError(
        "region takes four whole numbers of pixels such as (40, 30, 200, 100), or four percentages such as "
        f"('25%', '25%', '50%', '50%'), not {value!r}."
    )
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 4:
        raise wrong
    is_percent = all(isinstance(part, str) and part.endswith("%") for part in value)
    if not is_percent and not all(isinstance(part, numbers.Real) for part in value):
        raise wrong
    try:
        x, y, width, height = (float(part[:-1] if is_percent else part) for part in value)
    except ValueError:
        raise wrong from None
    if not is_percent and not all(part.is_integer() for part in (x, y, width, height)):
        raise wrong
    if not (width > 0 and height > 0):
        raise InvalidArgumentError(
            f"A region has a width and a height above 0, not {value[2]} and {value[3]}."
        )
    return x, y, width, height, int(is_percent)
