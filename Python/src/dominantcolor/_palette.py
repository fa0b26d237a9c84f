"""The answer: colours, and what was counted."""

from __future__ import annotations

from itertools import zip_longest
from math import floor
from typing import Any

from ._record import dataclass


@dataclass(frozen=True)
class Place:
    """Where the pixels of a swatch are, in pixels of the picture turned upright.

    A pixel is that of the swatch which looks most like it, or of its very colour where swatches are
    exact colours.
    """

    center: tuple[float, float]
    """The mean of its pixels' middles: from the left and from the upper edge."""
    box: tuple[int, int, int, int]
    """Left and upper edge, width and height, as the option `region` takes them; without 0.5 % of the
    pixels on each side unless swatches are exact colours."""


@dataclass(frozen=True)
class DisplayP3:
    """A colour of Display P3, which most screens of phones show and many of whose colours sRGB lacks.

    >>> DisplayP3(0.917487, 0.200287, 0.138561, True).css
    'color(display-p3 0.9175 0.2003 0.1386)'
    """

    red: float
    """0 to 1, encoded by the curve of sRGB."""
    green: float
    """0 to 1."""
    blue: float
    """0 to 1."""
    in_srgb: bool
    """Whether sRGB has the colour; otherwise the swatch has the nearest that it has."""

    @property
    def rounded(self) -> tuple[float, float, float]:
        """The channels with four digits; a level of 8 bits has steps of 0.004."""
        red, green, blue = (floor(x * 10_000 + 0.5) / 10_000 for x in (self.red, self.green, self.blue))
        return red, green, blue

    @property
    def css(self) -> str:
        """The colour as CSS takes it (CSS Color 4, 10)."""
        return f"color(display-p3 {' '.join(f'{channel:.4f}' for channel in self.rounded)})"


@dataclass(frozen=True)
class Swatch:
    """One colour of a palette, with the exact number of pixels that it stands for.

    >>> Swatch((212, 84, 36), 20, 0.2).hex
    '#d45424'
    """

    rgb: tuple[int, int, int]
    """Red, green and blue, 0 to 255."""
    count: int
    """Pixels that the swatch stands for."""
    population: float
    """Their share of the counted pixels, 0 to 1."""
    where: Place | None = None
    """Where they are; None unless the option `where` asked for it, and where no pixel is like it."""
    display_p3: DisplayP3 | None = None
    """The colour in Display P3, where the option `gamut` asked for it."""

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return "#%02x%02x%02x" % self.rgb


@dataclass(frozen=True)
class Background:
    """What fills the border of a picture, and pixels of the same colours inside of it."""

    rgb: tuple[int, int, int]
    """The mean of its pixels."""
    count: int
    """Its pixels."""
    population: float
    """Their share of the visible pixels, 0 to 1."""
    is_gradient: bool
    """Whether its colours differ from place to place."""

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return "#%02x%02x%02x" % self.rgb


@dataclass(frozen=True)
class Roles:
    """What the colours of a palette are good for: each role has a colour of the picture, or is None, and
    `absence` says why.

    >>> roles = Roles(*9 * [None], (("accent", "all is grey"),))
    >>> roles.accent is None, roles.absence("accent"), roles.absence("vibrant")
    (True, 'all is grey', None)
    """

    vibrant: Swatch | None
    """Strong (a chroma of 0.1 or more in OKLCH) and of middle lightness."""
    light_vibrant: Swatch | None
    """Strong and light (from a lightness of 0.75 up)."""
    dark_vibrant: Swatch | None
    """Strong and dark (under a lightness of 0.45)."""
    muted: Swatch | None
    """Weak or grey, and of middle lightness."""
    light_muted: Swatch | None
    """Weak or grey, and light."""
    dark_muted: Swatch | None
    """Weak or grey, and dark."""
    accent: Swatch | None
    """The strongest of the colours that cover less than half of the picture."""
    background: Swatch | None
    """What fills the border; only where an option asks for the background."""
    foreground: Swatch | None
    """What contrasts most with the background, 3:1 at least."""
    absences: tuple[tuple[str, str], ...]
    """The names of the roles that are None, each with the reason."""
    brand: Swatch | None = None
    """The colour that stands for a logo or a product: where an option asks for the background, of all colours
    besides the ground; else of the swatches."""

    def absence(self, role: str) -> str | None:
        """Why a role such as `"accent"` is None; None where it is filled."""
        return dict(self.absences).get(role)


# By the numbers of dominantcolor.h.
_SHORTAGES = (
    None,
    "the picture has no further ones",
    "further ones do not differ clearly from these",
    "further ones cover too little or do not differ clearly from these",
)

# In the order of the C library, as the fields of `Roles` are.
ROLES = (
    "vibrant", "light_vibrant", "dark_vibrant", "muted", "light_muted", "dark_muted", "accent",
    "background", "foreground", "brand",
)  # fmt: skip


@dataclass(frozen=True)
class Hue:
    """The dominant hue of method hue."""

    bin: int
    """The fullest bin, counted from red."""
    degrees: float
    """The middle of the bin, 0 to 360."""
    grey_count: int
    """Counted pixels that are grey and so in no bin."""
    mean_saturation: int
    """Of the bin's pixels, 0 to 255."""
    mean_brightness: int
    """Of the bin's pixels, 0 to 255."""


@dataclass(frozen=True)
class Bars:
    """Uniform bars at the edges of a picture turned upright, which were left out of its palette."""

    rgb: tuple[int, int, int]
    """The colour that all of them have, but for noise."""
    left: int
    """Columns; 0 where there is none."""
    top: int
    """Rows; 0 where there is none."""
    right: int
    """Columns; 0 where there is none."""
    bottom: int
    """Rows; 0 where there is none."""

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return "#%02x%02x%02x" % self.rgb


@dataclass(frozen=True)
class Palette:
    """The colours of a picture or corpus; equal for equal pixels on every machine."""

    swatches: tuple[Swatch, ...]
    """The colours, most pixels first, of method distinct after the first two by importance; empty when there
    is no dominant colour."""
    absence: str | None
    """Why there is no dominant colour; None when there is one."""
    counted: int
    """Pixels that count."""
    transparent: int
    """Pixels below the minimum alpha."""
    filtered: int
    """Visible pixels that filters removed."""
    width: int
    """Pixels a row of the picture turned upright; 0 for a histogram."""
    height: int
    """Rows of the picture turned upright; 0 for a histogram."""
    format: str | None
    """`"PNG"`, `"JPEG"`, `"WebP"`, `"GIF"`, `"AVIF"`, `"HEIC"`, `"TIFF"` or `"BMP"`; None for pixels and
    histograms."""
    exact: bool
    """Whether every pixel was counted; otherwise a large JPEG was read by the means of its blocks,
    and counts are estimates."""
    warnings: tuple[str, ...]
    """What was odd about the file, though it gave these colours."""
    hue: Hue | None
    """For method hue, the dominant hue."""
    roles: Roles
    """What the colours are good for."""
    background: Background | None
    """What fills the border, where an option asks for it; None where there is none, and
    `roles.absence("background")` says why."""
    distinct_colors: int | None = None
    """How many colours the picture has, where its swatches are some of them as they are; None where
    swatches are means."""
    dominant: Swatch | None = None
    """The dominant colour, the fullest small window of colour: the first one of method histogram, whatever the
    method (of method hue the first swatch); None when there is none, and `absence` says why."""
    bars: Bars | None = None
    """The bars at the edges that were left out of all this; None where there are none, and with `whole`."""
    shortage: str | None = None
    """Why there are fewer colours than `count` asked for; None where there are as many, and where no number was asked for."""


_FORMATS = (None, "PNG", "JPEG", "WebP", "GIF", "AVIF", "HEIC", "TIFF", "BMP")


def palette_from(answer: tuple[Any, ...]) -> Palette:
    """A palette out of the extension's tuple."""
    (
        swatches, warnings, absence, counted, transparent, filtered, width, height, format_, exact,
        hue_bin, hue_degrees, grey_count, saturation, brightness, is_gradient, given_roles,
        distinct_colors, places, wide, dominant, bars, shortage,
    ) = answer  # fmt: skip
    # Roles mostly have colours of the palette.
    made = {swatch: Swatch(*swatch) for swatch in swatches}
    found: list[Any] = [
        swatch and (made.get(swatch) or Swatch(*swatch)) for swatch, _ in given_roles
    ]
    absences = [
        (name, absence)
        for name, (_, absence) in zip(ROLES, given_roles)
        if absence is not None
    ]
    # Before the last one, as among the fields.
    found.insert(-1, tuple(absences))
    roles = Roles(*found)
    ground = roles.background
    return Palette(
        tuple([made[swatch] for swatch in swatches]) if places is wide is None else tuple(
            Swatch(*swatch, place and Place(*place), color and DisplayP3(*color[:3], bool(color[3])))
            for swatch, place, color in zip_longest(swatches, places or (), wide or ())
        ),
        absence,
        counted,
        transparent,
        filtered,
        width,
        height,
        _FORMATS[format_],
        bool(exact),
        warnings,
        Hue(hue_bin, hue_degrees, grey_count, saturation, brightness) if hue_bin >= 0 else None,
        roles,
        ground and Background(ground.rgb, ground.count, ground.population, bool(is_gradient)),
        distinct_colors or None,
        dominant and _dominant(*dominant),
        bars and Bars(*bars),
        _SHORTAGES[shortage],
    )


def _dominant(
    rgb: tuple[int, int, int], count: int, population: float, wide: tuple[float, float, float, int] | None
) -> Swatch:
    return Swatch(rgb, count, population, None, wide and DisplayP3(*wide[:3], bool(wide[3])))
