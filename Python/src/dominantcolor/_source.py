"""What a palette can be of: bytes, a path, an open file, an array, a Pillow image, any buffer."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Union

from ._errors import FileAccessError, InvalidArgumentError, with_cause

if TYPE_CHECKING:
    from typing_extensions import Buffer, TypeAlias

Result = TypeVar("Result")


class PillowImage(Protocol):
    """An image of Pillow."""

    @property
    def mode(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def getbands(self) -> tuple[str, ...]: ...


class PixelArray(Protocol):
    """An array of numpy or of what is like it."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


class OpenFile(Protocol):
    """A file that is open for reading bytes."""

    def read(self) -> bytes: ...


Source: TypeAlias = Union[str, "os.PathLike[str]", "Buffer", PixelArray, PillowImage, OpenFile]
"""An encoded picture, its path, an open file, an array of pixels or an image of Pillow."""

_PILLOW_CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
# Modes that Pillow turns into others without loss that matters at 8 bits a channel.
_PILLOW_CONVERSIONS = {
    "1": "L", "La": "LA", "P": "RGBA", "PA": "RGBA", "RGBa": "RGBA", "CMYK": "RGB", "YCbCr": "RGB",
    "RGBX": "RGB", "HSV": "RGB",
}  # fmt: skip
_PILLOW_CURES = {
    "LAB": "Install a Pillow with LittleCMS (PIL.ImageCms), which converts it.",
    "F": "Scale it to 0 to 255 and convert it to L first.",
}


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
        try:
            return of_file(path, options)
        except FileAccessError as error:
            failure = with_cause(error, source, path)
        raise failure
    if hasattr(source, "tobytes") and hasattr(source, "mode") and hasattr(source, "getbands"):
        return of_buffer(_pillow(source), options)
    if hasattr(source, "read") and not isinstance(source, memoryview):
        return of_buffer(_content(source), options)
    if isinstance(source, tuple):
        raise TypeError("A palette is of one picture, not of a tuple; palettes() takes many.")
    if hasattr(source, "filled") and getattr(source, "mask", False) is not False and _is_masked(source):
        raise InvalidArgumentError(
            "The array is masked, and pixels say by their alpha which of them count. Fill it "
            "(array.filled(0)), or make it RGBA with an alpha of 0 where it is masked."
        )
    try:
        view = memoryview(source)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            "A palette is of encoded bytes, a path, an open file, an array of 8-bit pixels, a Pillow "
            f"image or any other buffer, not of {'None' if source is None else type(source).__name__}."
        ) from None
    except ValueError as error:
        raise InvalidArgumentError(f"The buffer cannot be read: {error}.") from None
    with view:
        return of_buffer(source, options)


def is_lossy(source: object) -> bool:
    """Whether Pillow opened this from a file whose format keeps no colour as it was drawn."""
    # A memoryview has a format, too, which it does not tell once it is released.
    is_image = not isinstance(source, memoryview)
    return is_image and getattr(source, "format", None) in ("JPEG", "MPO", "JPEG2000", "AVIF", "HEIF")


def _is_masked(array: Any) -> bool:
    return bool(array.mask.any())


def _content(file: object) -> bytes:
    """What an open file holds from where it stands."""
    content = file.read()  # type: ignore[attr-defined]
    if isinstance(content, str):
        raise TypeError("The file is open as text. Open it with mode 'rb'.")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of the source gave {type(content).__name__}, not bytes.")
    return bytes(content)


def _pillow(image: object) -> bytes | tuple[bytes, int, int, int]:
    """A Pillow image as its file would be: pixels, or where a profile, a transparent colour or 16
    bits say what those mean, an encoded PNG, so that all of it is followed in the same way."""
    mode: str = image.mode  # type: ignore[attr-defined]
    info: dict[str, object] = image.info  # type: ignore[attr-defined]
    if mode == "I":
        # 16 bits are what files have of it; Pillow names them so where it cannot read I;16.
        low, high = image.getextrema()  # type: ignore[attr-defined]
        # Values of 8 bits would all be nearly black; only a file says that they are meant so.
        is_dim = 0 < high <= 255 and getattr(image, "format", None) is None
        if low < 0 or high > 65535 or is_dim:
            raise InvalidArgumentError(
                f"An image of mode 'I' with values from {low} to {high} is no picture of 16 bits. "
                "Convert it to L where they are 0 to 255, or scale them to 0 to 65535."
            )
        return _as_png(image.convert("I;16"), None)  # type: ignore[attr-defined]
    if mode.startswith("I;16"):
        plain = image if mode == "I;16" else image.convert("I").convert("I;16")  # type: ignore
        return _as_png(plain, None)
    profile = info.get("icc_profile")
    is_rgb = isinstance(profile, bytes) and profile[16:20] == b"RGB "
    if mode in ("L", "1", "RGB") and "transparency" in info:
        keyed = image.convert("L") if mode == "1" else image  # type: ignore[attr-defined]
        return _as_png(keyed, profile if is_rgb and mode == "RGB" else None)
    if mode == "LAB":
        image = _rgb_of_lab(image)
    if mode in _PILLOW_CONVERSIONS:
        image = image.convert(_PILLOW_CONVERSIONS[mode])  # type: ignore[attr-defined]
    if is_rgb and mode in ("P", "RGB", "RGBA", "RGBa", "RGBX", "PA", "YCbCr"):
        return _as_png(image, profile)
    mode = image.mode  # type: ignore[attr-defined]
    channels = _PILLOW_CHANNELS.get(mode)
    if channels is None:
        cure = _PILLOW_CURES.get(mode, "Convert it to RGB first.")
        raise InvalidArgumentError(f"An image of mode {mode!r} has no 8 bits a channel. {cure}")
    return image.tobytes(), *image.size, channels  # type: ignore[attr-defined]


def _rgb_of_lab(image: object) -> object:
    """The image in sRGB; as it is where Pillow was built without what converts CIELAB."""
    try:
        from PIL import ImageCms

        lab, srgb = ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    except ImportError:
        return image
    return ImageCms.profileToProfile(image, lab, srgb, outputMode="RGB")  # type: ignore[arg-type]


def _as_png(image: object, profile: object) -> bytes:
    """The image as a PNG that is not compressed, with what it says of transparency."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=0, icc_profile=profile)  # type: ignore[attr-defined]
    return file.getvalue()
