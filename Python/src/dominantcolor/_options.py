"""What to ask of a picture, and what an answer may cost."""

from __future__ import annotations

import functools
import numbers
import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Callable, Literal, TypedDict, TypeVar, Union

from . import _native
from ._errors import InvalidArgumentError
from ._signature import LazySignature

if TYPE_CHECKING:
    import inspect

    from typing_extensions import TypeAlias

Region: TypeAlias = Union["tuple[float, float, float, float]", "tuple[str, str, str, str]"]
"""Left and upper edge, width and height: numbers of pixels, or percentages such as `"25%"`."""


class Options(TypedDict, total=False):
    """The keyword arguments that all functions share; each is left out or as described.

    method: None, the default: pictures of few colours, such as logos, pixel art and screenshots, give
        those exact colours (`Palette.distinct_colors` says so), and others are of method distinct.
        Otherwise "distinct" (colours that differ clearly: the two that cover most, then small vivid
        areas and others by importance), "histogram" (the densest small cubes of colour space), "kmeans"
        (clusters of similar colours in OKLab) or "hue" (the fullest bins of hue, greys apart).
        Histograms take distinct too.
    count: The most colours, 1 to 64; "auto": as many as differ clearly and matter, up to 12, by method
        distinct; None: 6, 8 for k-means, 5 for histogram and hue, or up to 16 exact ones that hold 0.5 %
        of the pixels each.
    precision: "standard" or "fine"; of method histogram, and of the dominant colour.
    minimum_alpha: The least alpha of a visible pixel, 0 to 255; 128.
    white_above: Ignore pixels whose smallest channel is above this.
    black_below: Ignore pixels whose largest channel is below this.
    grey_within: Ignore pixels whose channels differ by at most this.
    hue_bins: Bins around the circle of hues, 1 to 1536; 360; only for method hue.
    grey_threshold: Channels that differ by less are grey; 16; only for method hue.
    exact: With method histogram count every pixel of large JPEGs too, instead of the means of their
        blocks where those settle the dominant colour; False.
    allow_partial: Use the rows that a damaged file still has; False.
    max_pixels: The most pixels of a picture; 400 million.
    max_file: The most bytes of an encoded file; 1 GB.
    max_memory: The most bytes for pixels, rows and coefficients; 4 GB.
    max_scans: The most scans of a JPEG; 100.
    max_profile: The most bytes of a colour profile; 16 MB.
    max_seconds: The most processor time for decoding one file; 60.
    within: By how much a dominant colour that a sample of a large JPEG proves may differ from the exact
        one, in ΔE00, 0.1 to 1; 1.
    seed: Chooses that sample; 0. Draw one where pictures may be painted to mislead it.
    without: Leave out "white", "black", "grey" or "background", one or several; a level may follow, as
        in "white=250", in place of white_above 240, black_below 24 and grey_within 16. Pixels of the
        background count as filtered, and `Palette.background` says what it is.
    background: Look for the background, `Palette.background`, without leaving it out; False. A file is
        decoded twice.
    region: The part of each picture that is looked at, every pixel of it: left and upper edge, width
        and height in pixels of the picture turned upright, or in percent as text such as "25%"; None:
        all.
    gamut: "srgb", or "p3" to count in Display P3, which keeps colours apart that sRGB lacks, and to say
        what they are there (`Swatch.display_p3`); of pictures and pixels only, and then every pixel is
        counted.
    whole: Count bars at the edges, too; False: uniform bars of pictures and pixels, such as those of a letterbox
        or the margins of a scan, are left out of palettes, and `Palette.bars` says what they are. A
        region is looked at as it is.
    where: Take a second look at every pixel and say where each colour is (`Swatch.where`); False.
    """

    method: Literal["distinct", "histogram", "kmeans", "hue"] | None
    count: int | Literal["auto"] | None
    precision: Literal["standard", "fine"]
    minimum_alpha: int
    white_above: int | None
    black_below: int | None
    grey_within: int | None
    hue_bins: int
    grey_threshold: int
    exact: bool
    allow_partial: bool
    max_pixels: int
    max_file: int
    max_memory: int
    max_scans: int
    max_profile: int
    max_seconds: float
    within: float
    seed: int
    without: str | Sequence[str] | None
    background: bool
    region: Region | None
    gamut: Literal["srgb", "p3"]
    whole: bool
    where: bool


METHODS: tuple[Literal["histogram", "kmeans", "hue", "distinct"], ...] = ("histogram", "kmeans", "hue", "distinct")
PRECISIONS: tuple[Literal["standard", "fine"], ...] = ("standard", "fine")
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
    "whole": False,
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
# The count of DOMINANTCOLOR_COUNT_AUTOMATIC.
AUTOMATIC = -1
_ABSENT = {"count": 0, "white_above": -1, "black_below": -1, "grey_within": -1}
_BACKGROUND_LEFT_OUT = 2
_LARGE = ("max_pixels", "max_file", "max_memory", "max_profile")


def pack(options: Options) -> bytes:
    """Options as the C library takes them."""
    given = tuple(options.items())
    # 3 and 3.0 are equal, and so would be what was kept for them: their types are looked up too.
    types = tuple([_type_of(value) for _, value in given])
    try:
        return _pack(given, types)
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        return _pack.__wrapped__(given, types)


def _type_of(value: object) -> object:
    return tuple(map(type, value)) if isinstance(value, tuple) else type(value)


@functools.lru_cache(maxsize=256)
def _pack(given: tuple[tuple[str, object], ...], types: tuple[object, ...]) -> bytes:
    options = dict(DEFAULTS)
    for name, value in given:
        if name == "without":
            continue
        if name not in options:
            near = [_OTHER_NAMES[name]] if name in _OTHER_NAMES else []
            near = near or nearest(name, options)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"There is no option {name!r}.{hint}")
        options[name] = value
    options["background"] = _truth("background", options["background"])
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
        return _choice(name, "distinct" if value is None else value, METHODS)
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
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise TypeError(f"{name} takes a number, not {value!r}.")
        return float(value)
    if name == "count" and value == "auto":
        return AUTOMATIC
    if name in ("exact", "allow_partial", "where", "whole"):
        return _truth(name, value)
    # What _leave_out puts there is a number.
    is_truth = isinstance(value, bool) and name != "background"
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        is_truth = True
        number = 0
    if is_truth:
        raise TypeError(f"{name} takes an integer, not {value!r}.")
    if name in _ABSENT and number == _ABSENT[name] or name == "count" and number == AUTOMATIC:
        lowest = '1 to 64, "auto"' if name == "count" else "0 to 255"
        raise InvalidArgumentError(f"{name} takes {lowest} or None, not {number}.")
    if name == "seed" and not 0 <= number < 1 << 64:
        raise InvalidArgumentError(f"seed takes 0 to {(1 << 64) - 1}, not {number}.")
    bits = 64 if name == "seed" else 63 if name in _LARGE else 31
    if not -(1 << bits) <= number < 1 << bits:
        raise InvalidArgumentError(f"{name} takes at most {(1 << bits) - 1}, not {number}.")
    return number


def _truth(name: str, value: object) -> bool:
    # numpy's truth values are no bool, but arrays of one.
    if not isinstance(value, bool) and getattr(getattr(value, "dtype", None), "kind", None) != "b":
        raise TypeError(f"{name} takes True or False, not {value!r}.")
    return bool(value)


def nearest(word: str, choices: Iterable[str]) -> list[str]:
    """The choice that is spelt most like a word, if one is."""
    # Only errors need it, and it takes a while to load.
    import difflib

    return difflib.get_close_matches(word, list(choices), 1)


def _choice(name: str, value: object, choices: tuple[str, ...]) -> int:
    if not isinstance(value, str):
        raise TypeError(f"{name} takes {' or '.join(map(repr, choices))}, not {value!r}.")
    if value not in choices:
        near = nearest(value.lower(), choices)
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
    if not is_percent and not all(
        isinstance(part, numbers.Real) and not isinstance(part, bool) for part in value
    ):
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


Function = TypeVar("Function", bound=Callable[..., Any])


def with_options(function: Function) -> Function:
    """Shows the options of a function that takes them all, where `help` and editors look for them."""
    function.__signature__ = LazySignature(lambda: _signature(function))  # type: ignore[attr-defined]
    _, _, described = (Options.__doc__ or "").partition("\n\n")
    function.__doc__ = f"{_without_margin(function.__doc__ or '')}\n\nOptions:\n\n{described.rstrip()}\n"
    return function


def _without_margin(text: str) -> str:
    # As inspect.cleandoc does it, which takes long to load.
    first, *rest = text.rstrip().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in rest if line], default=0)
    return "\n".join([first, *[line[margin:] for line in rest]])


def _signature(function: Any) -> inspect.Signature:
    """The signature of a function with every option in place of `**options`."""
    import inspect
    import types

    # A copy without the attribute that leads here.
    plain = types.FunctionType(function.__code__, {}, function.__name__, function.__defaults__)
    plain.__kwdefaults__, plain.__annotations__ = function.__kwdefaults__, function.__annotations__
    written = inspect.signature(plain)
    *own, _ = written.parameters.values()
    taken = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name),
            annotation=getattr(kind, "__forward_arg__", kind))
        for name, kind in Options.__annotations__.items()
    ]
    return written.replace(parameters=[*own, *taken])
