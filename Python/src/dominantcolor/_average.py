"""What stands for a picture while it loads: its mean colour, or a blur in a short text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _native, _source
from ._options import pack, with_options
from ._record import dataclass

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options


@dataclass(frozen=True)
class Average:
    """The mean colour of a picture's pixels, computed in two ways; both None where no pixel counts."""

    light: tuple[int, int, int] | None
    """The mean of linear light, encoded again as sRGB: what the picture looks like from far away."""
    levels: tuple[int, int, int] | None
    """The mean of the encoded levels of sRGB, as most programs compute it; it is darker where light
    and dark meet."""
    counted: int
    """Pixels that count, each alike whatever its alpha."""
    transparent: int
    """Pixels below the minimum alpha."""
    filtered: int
    """Visible pixels that filters removed."""

    @property
    def light_hex(self) -> str | None:
        """The mean of light as `#rrggbb`."""
        return self.light and "#%02x%02x%02x" % self.light

    @property
    def levels_hex(self) -> str | None:
        """The mean of levels as `#rrggbb`."""
        return self.levels and "#%02x%02x%02x" % self.levels


@with_options
def average(source: _source.Source, **options: Unpack[Options]) -> Average:
    """The mean colour of one picture: a placeholder while it loads, or one colour for its margins.

    `source` is what `palette` takes. Of the options the minimum alpha, the filters, the region and the
    limits are used. The mean is of every pixel, and need not be a colour of the picture.

    >>> chessboard = memoryview(bytes([0, 255, 255, 0])).cast("B", (2, 2))
    >>> average(chessboard).light_hex, average(chessboard).levels_hex
    ('#bcbcbc', '#808080')
    """
    answer = _source.read(
        source, _native.average_of_buffer, _native.average_of_file, pack(options)
    )
    return Average(*answer)


@with_options
def blurhash(
    source: _source.Source, across: int = 4, down: int = 3, **options: Unpack[Options]
) -> str | None:
    """The BlurHash (https://blurha.sh) of one picture, turned upright; None where no pixel counts.

    Pages decode this text of 4 + 2 · `across` · `down` characters to a blurred placeholder. Every pixel
    goes in: there is no need to scale the picture down first. What does not count, such as transparent
    pixels, is taken to have the mean colour of what does.

    >>> chessboard = memoryview(bytes([0, 255, 255, 0])).cast("B", (2, 2))
    >>> blurhash(chessboard, 1, 1)
    '00Lqe9'
    """

    def of_buffer(*given: object) -> str | None:
        return _native.blurhash_of_buffer(*given, across, down)  # type: ignore[arg-type]

    def of_file(*given: object) -> str | None:
        return _native.blurhash_of_file(*given, across, down)  # type: ignore[arg-type]

    return _source.read(source, of_buffer, of_file, pack(options))
