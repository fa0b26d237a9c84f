"""What a palette can be of: bytes, a path, an array, a Pillow image, any buffer."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Buffer  # 3.12

Result = TypeVar("Result")


class PillowImage(Protocol):
    """An image of Pillow."""

    mode: str
    size: tuple[int, int]

    def tobytes(self) -> bytes: ...


Source = "str | os.PathLike[str] | Buffer | PillowImage"

_PILLOW_CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}


def read(
    source: object,
    of_buffer: Callable[..., Result],
    of_file: Callable[..., Result],
    options: bytes,
) -> Result:
    """Hands a source to the function for its kind."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fsencode(source)
        if b"\0" in path:
            raise InvalidArgumentError("A path cannot contain a NUL character.")
        return of_file(path, options)
    if hasattr(source, "tobytes") and hasattr(source, "mode") and hasattr(source, "getbands"):
        return of_buffer(_pillow_pixels(source), options)
    if isinstance(source, tuple):
        raise TypeError("A palette is of one picture, not of a tuple; palettes() takes many.")
    try:
        view = memoryview(source)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            "A palette is of encoded bytes, a path, an array of 8-bit pixels, a Pillow image or any "
            f"other buffer, not of {'None' if source is None else type(source).__name__}."
        ) from None
    except ValueError as error:
        raise InvalidArgumentError(f"The buffer cannot be read: {error}.") from None
    with view:
        return of_buffer(source, options)


def _pillow_pixels(image: object) -> tuple[bytes, int, int, int]:
    """The pixels of a Pillow image, which Pillow decodes and copies once."""
    mode = image.mode  # type: ignore[attr-defined]
    if mode == "La":
        image, mode = image.convert("LA"), "LA"  # type: ignore[attr-defined]
    elif mode in ("P", "PA", "RGBa"):
        image, mode = image.convert("RGBA"), "RGBA"  # type: ignore[attr-defined]
    elif mode in ("1", "CMYK", "YCbCr", "RGBX"):
        image, mode = image.convert("RGB"), "RGB"  # type: ignore[attr-defined]
    channels = _PILLOW_CHANNELS.get(mode)
    if channels is None:
        raise InvalidArgumentError(
            f"An image of mode {mode!r} does not have 8 bits a channel. Convert it to RGB first."
        )
    return image.tobytes(), *image.size, channels  # type: ignore[attr-defined]
