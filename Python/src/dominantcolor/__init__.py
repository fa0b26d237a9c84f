"""The dominant colours of pictures, arrays and corpora: exact, fast and in constant memory.

>>> import dominantcolor
>>> pixels = memoryview(bytes([212, 84, 36]) * 6).cast("B", (2, 3, 3))
>>> found = dominantcolor.palette(pixels)
>>> found.dominant.hex, found.dominant.population
('#d45424', 1.0)

`palette` takes encoded bytes (PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF and BMP), paths, arrays and Pillow
images; `palettes` takes many; `palettes_of_arrow` takes a column of Arrow; `Histogram` adds up over
a corpus; `average` is the mean colour; `describe` names a colour. The modules in `dominantcolor.engines` do this on Spark, Ray, Dask and DuckDB.
"""

from . import _native
from ._average import Average, average, blurhash
from ._description import FAMILIES, Description, Name, describe
from ._errors import (
    DamagedImageError,
    DominantColorError,
    FileAccessError,
    ImageError,
    ImageMemoryError,
    IncompatibleHistogramsError,
    InvalidArgumentError,
    InvalidHistogramError,
    LimitExceededError,
    NotAnImageError,
    TruncatedImageError,
    UnsupportedImageError,
)
from ._functions import ArrowPalettes, palette, palettes, palettes_of_arrow
from ._histogram import Histogram
from ._options import Options
from ._source import Source
from ._palette import Background, Bars, DisplayP3, Hue, Palette, Place, Roles, Swatch

__version__ = _native.version
__all__ = [
    "ArrowPalettes",
    "Average",
    "Background",
    "Bars",
    "DamagedImageError",
    "Description",
    "DisplayP3",
    "DominantColorError",
    "FAMILIES",
    "FileAccessError",
    "Histogram",
    "Hue",
    "ImageError",
    "ImageMemoryError",
    "IncompatibleHistogramsError",
    "InvalidArgumentError",
    "InvalidHistogramError",
    "LimitExceededError",
    "Name",
    "NotAnImageError",
    "Options",
    "Palette",
    "Place",
    "Roles",
    "Source",
    "Swatch",
    "TruncatedImageError",
    "UnsupportedImageError",
    "average",
    "blurhash",
    "describe",
    "palette",
    "palettes",
    "palettes_of_arrow",
]
