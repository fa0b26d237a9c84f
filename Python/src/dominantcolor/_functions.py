"""Palettes of one picture, of many, and of a column of Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections import deque
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native, _source
from ._errors import DominantColorError, InvalidArgumentError
from ._options import pack, with_options
from ._palette import Palette, palette_from

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options


@with_options
def palette(source: _source.Source, **options: Unpack[Options]) -> Palette:
    """The colours of one picture.

    `source` is an encoded picture (bytes or any buffer of one dimension), the path of one, or
    pixels: an array of uint8 with the shape (height, width) or (height, width, channels) of grey,
    grey and alpha, RGB or RGBA, with any strides, or a Pillow image. Nothing is copied but a Pillow
    image's pixels. Encoded pictures are decoded row by row, in constant memory, while other threads
    run.

    See `Options` for the keyword arguments. Raises a `DominantColorError` with a sentence that says
    what is wrong; a picture without a dominant colour is no error:

    >>> flat = bytes([212, 84, 36]) * 100
    >>> pixels = memoryview(flat).cast("B", (10, 10, 3))
    >>> palette(pixels).dominant.hex
    '#d45424'
    >>> clear = memoryview(bytes(4 * 9)).cast("B", (3, 3, 4))
    >>> palette(clear).dominant is None
    True
    >>> palette(clear).absence
    'every pixel is transparent'
    >>> palette(b"hello")
    Traceback (most recent call last):
    dominantcolor.NotAnImageError: This is a text file, not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP.
    """
    if options.get("method") is None and _source.is_lossy(source):
        # A JPEG that Pillow opened has no exact colours, as its file has none.
        options["method"] = "distinct"
    answer = _source.read(
        source, _native.palette_of_buffer, _native.palette_of_file, pack(options)
    )
    return palette_from(answer)


@overload
def palettes(
    sources: Iterable[_source.Source], *, threads: int = ..., errors: Literal["raise"] = ...,
    **options: Unpack[Options],
) -> Iterator[Palette]: ...  # fmt: skip
@overload
def palettes(
    sources: Iterable[_source.Source], *, threads: int = ..., errors: Literal["return"],
    **options: Unpack[Options],
) -> Iterator[Palette | DominantColorError]: ...  # fmt: skip
@with_options
def palettes(
    sources: Iterable[Any],
    *,
    threads: int = 1,
    errors: str = "raise",
    **options: Any,
) -> Iterator[Any]:
    """The palettes of many pictures, in their order, one after the other as they are asked for.

    With `threads` above 1 so many are worked on at once. `errors="return"` gives the exception in
    place of the palette of a picture that has none; otherwise the first one is raised.

    >>> pictures = [memoryview(bytes([v])).cast("B", (1, 1)) for v in (0, 255)] + [b"junk"]
    >>> for found in palettes(pictures, threads=2, errors="return"):
    ...     print(found.dominant.hex if isinstance(found, Palette) else "no palette")
    #000000
    #ffffff
    no palette
    """
    if errors not in ("raise", "return"):
        raise InvalidArgumentError(f"errors takes 'raise' or 'return', not {errors!r}.")
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads takes an integer, not {threads!r}.")
    if not 1 <= threads <= 1024:
        raise InvalidArgumentError(f"threads takes 1 to 1024, not {threads}.")
    pack(options)

    def one(source: Any) -> Palette | DominantColorError:
        try:
            return palette(source, **options)
        except DominantColorError as error:
            if errors == "raise":
                raise
            # Its frames know the caller's, whose variables hold the error: a circle of garbage.
            return error.with_traceback(None)

    return in_order(one, sources, threads)


def in_order(one: Any, sources: Iterable[Any], threads: int) -> Iterator[Any]:
    """What a function gives for each source, in their order, so many at a time."""
    return map(one, sources) if threads == 1 else _in_threads(one, sources, threads)


def _in_threads(one: Any, sources: Iterable[Any], threads: int) -> Iterator[Any]:
    # Half of what the package needs to start, for those who never ask for threads.
    from concurrent.futures import Future, ThreadPoolExecutor

    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for source in sources:
                waiting.append(pool.submit(one, source))
                if len(waiting) >= 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


class ArrowPalettes:
    """Palettes as a struct array, for anything that takes Arrow's PyCapsule interface.

    `pyarrow.array(palettes)`, `polars.Series(palettes)` and others make it their own without a copy.
    """

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules: tuple[object, object] | None = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        capsules, self._capsules = self._capsules, None
        if capsules is None:
            raise InvalidArgumentError("These palettes were handed over already.")
        return capsules


@with_options
def palettes_of_arrow(column: Any, **options: Unpack[Options]) -> ArrowPalettes:
    """The palettes of an Arrow array of encoded pictures (binary, large binary or binary view).

    `column` has the method `__arrow_c_array__`, as arrays of pyarrow 14 and newer have it. The result
    is a struct array with the columns color, count, population, swatches, counted, transparent,
    filtered, width, height, exact, absence, warnings, status and error. A picture that cannot be
    decoded is a row with an error; null stays null.

    >>> import pyarrow as pa                                            # doctest: +SKIP
    >>> pa.array(palettes_of_arrow(pa.array([b"junk"]))).field("error") # doctest: +SKIP
    """
    if not hasattr(column, "__arrow_c_array__"):
        hint = ""
        if hasattr(column, "combine_chunks") or hasattr(column, "__arrow_c_stream__"):
            hint = " Combine its chunks first."
        raise TypeError(f"{type(column).__name__} is not an Arrow array.{hint}")
    schema, array = column.__arrow_c_array__()
    return ArrowPalettes(_native.palettes_of_arrow(schema, array, pack(options)))
