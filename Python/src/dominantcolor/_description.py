"""What a colour is: its names, its place in OKLCH, and what reads on it."""

from __future__ import annotations

from collections.abc import Sequence

from . import _native
from ._errors import InvalidArgumentError
from ._record import dataclass

FAMILIES = (
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "black", "grey",
    "white", "pastel", "dark", "light", "vivid",
)  # fmt: skip
"""The words that `showhide find`, `show` and `hide` take for many colours."""

ROLES = ("vibrant", "lightVibrant", "darkVibrant", "muted", "lightMuted", "darkMuted")


@dataclass(frozen=True)
class Name:
    """A name of a public list, and the colour that it stands for."""

    name: str
    """In lower case, such as `"teal"` or `"dusty rose"`."""
    rgb: tuple[int, int, int]
    """Its colour."""
    difference: float
    """ΔE00 (CIEDE2000) between that colour and the one asked about; about 1 is just visible."""

    @property
    def hex(self) -> str:
        """Its colour as `#rrggbb`."""
        return "#%02x%02x%02x" % self.rgb


@dataclass(frozen=True)
class Description:
    """What a colour is."""

    css: Name
    """The nearest of the 148 names of CSS."""
    xkcd: Name
    """The nearest of over 900 names of the xkcd colour survey."""
    lightness: float
    """Of OKLCH, 0 to 1."""
    chroma: float
    """Of OKLCH: how far from grey, 0 to 0.32."""
    hue: float
    """Of OKLCH, in degrees."""
    contrast_with_white: float
    """Of white text on the colour, by WCAG 2: 1 to 21."""
    contrast_with_black: float
    """The same of black text."""
    families: tuple[str, ...]
    """The plain words (`FAMILIES`) that people use for it: several, or none."""
    role: str
    """What it is good for in a design: `"vibrant"`, `"lightVibrant"`, `"darkVibrant"`, `"muted"`,
    `"lightMuted"` or `"darkMuted"`."""

    @property
    def name(self) -> str:
        """The name of the two that is nearer; that of CSS where both are the same."""
        return (self.css if self.css.difference <= self.xkcd.difference else self.xkcd).name

    @property
    def text(self) -> str:
        """`"black"` or `"white"`: the text that reads better on it."""
        return "black" if self.contrast_with_black >= self.contrast_with_white else "white"

    @property
    def contrast(self) -> float:
        """The contrast of that text."""
        return max(self.contrast_with_black, self.contrast_with_white)


def describe(color: str | Sequence[int]) -> Description:
    """What a colour is, given as `"#rrggbb"` or as red, green and blue of 0 to 255.

    >>> about = describe("#c0737a")
    >>> about.name, about.families, about.text
    ('dusty rose', ('pink',), 'black')
    >>> describe((0, 128, 128)).families
    ('teal', 'blue')
    """
    css, xkcd, *numbers, families, role = _native.describe(*_levels(color))
    words = tuple(word for bit, word in enumerate(FAMILIES) if families >> bit & 1)
    return Description(Name(*css), Name(*xkcd), *numbers, words, ROLES[role])


@dataclass(frozen=True)
class PaletteName:
    """The name of one of several colours that are shown together."""

    name: str
    """Such as `"teal"` or `"darker teal"`."""
    list: str
    """`"css"` or `"xkcd"`: the list that has the name, or the one that it ends in."""
    difference: float
    """ΔE00 between the colour and what that list has under the name."""


def names_of(colors: Sequence[tuple[int, int, int]]) -> list[PaletteName]:
    """Names for colours that are shown together, 64 at most, no two the same.

    >>> [name.name for name in names_of([(0, 128, 128), (0, 128, 128)])][0]
    'teal'
    """
    levels = b"".join(map(bytes, colors))
    return [
        PaletteName(text, ("css", "xkcd")[of], difference)
        for text, of, difference in _native.names(levels)
    ]


def _levels(color: str | Sequence[int]) -> tuple[int, int, int]:
    levels: Sequence[int] = ()
    if isinstance(color, str):
        digits = color.removeprefix("#")
        if len(digits) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in digits):
            levels = bytes.fromhex(digits)
    elif len(color) == 3 and all(isinstance(level, int) for level in color):
        levels = color
    if len(levels) != 3 or not all(0 <= level <= 255 for level in levels):
        raise InvalidArgumentError(
            f"A colour is text such as '#d45424' or three levels of 0 to 255, not {color!r}."
        )
    return levels[0], levels[1], levels[2]
