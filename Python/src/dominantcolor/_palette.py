"""The answer: colours, and what was counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return "#%02x%02x%02x" % self.rgb


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Palette:
    """The dominant colours of a picture or corpus; equal for equal pixels on every machine."""

    swatches: tuple[Swatch, ...]
    """The colours, most pixels first; empty when there is no dominant colour."""
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
    """`"PNG"`, `"JPEG"`, `"WebP"`, `"GIF"`, `"AVIF"`, `"HEIC"` or `"TIFF"`; None for pixels and
    histograms."""
    exact: bool
    """Whether every pixel was counted; otherwise a large JPEG was read by the means of its blocks,
    and counts are estimates."""
    warnings: tuple[str, ...]
    """What was odd about the file, though it gave these colours."""
    hue: Hue | None
    """For method hue, the dominant hue."""
    distinct_colors: int | None = None
    """How many colours the picture has, where its swatches are some of them as they are; None where
    swatches are means."""

    @property
    def dominant(self) -> Swatch | None:
        """The dominant colour; None when there is none, and `absence` says why."""
        return self.swatches[0] if self.swatches else None


_FORMATS = (None, "PNG", "JPEG", "WebP", "GIF", "AVIF", "HEIC", "TIFF")


def palette_from(answer: tuple[Any, ...]) -> Palette:
    """A palette out of the extension's tuple."""
    (
        swatches, warnings, absence, counted, transparent, filtered, width, height, format_, exact,
        hue_bin, hue_degrees, grey_count, saturation, brightness, distinct_colors,
        places,
    ) = answer  # fmt: skip
    return Palette(
        tuple([Swatch(*swatch) for swatch in swatches]) if places is None else tuple(
            Swatch(*swatch, place and Place(*place)) for swatch, place in zip(swatches, places)
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
        distinct_colors or None,
    )
