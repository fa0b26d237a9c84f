"""What goes wrong, in the same words as the command `showhide`."""


class DominantColorError(Exception):
    """The base of all errors of this package; `status` is the C library's code."""

    status = 0


class InvalidArgumentError(DominantColorError, ValueError):
    """An argument is out of its range, or not pixels, bytes or a path."""

    status = 1


class ImageError(DominantColorError, ValueError):
    """The file or bytes give no picture."""


class NotAnImageError(ImageError):
    """The file or bytes are of no format that is read."""

    status = 2


class TruncatedImageError(ImageError):
    """The image data ends too early."""

    status = 3


class DamagedImageError(ImageError):
    """The image data contradicts its format."""

    status = 4


class UnsupportedImageError(ImageError):
    """A valid file of a kind that is not decoded."""

    status = 5


class LimitExceededError(DominantColorError):
    """A limit was exceeded; the message names it."""

    status = 6


class ImageMemoryError(DominantColorError, MemoryError):
    """The system gave no memory."""

    status = 7


class FileAccessError(DominantColorError, OSError):
    """The file does not exist, may not be opened or could not be read."""

    status = 8


class InvalidHistogramError(DominantColorError, ValueError):
    """The bytes are not a serialised histogram that this version reads."""

    status = 9


class IncompatibleHistogramsError(DominantColorError, ValueError):
    """The histograms were counted with different rules, or their sum would be too large."""

    status = 10


_by_status: dict[int, type[DominantColorError]] = {
    error.status: error
    for error in (
        InvalidArgumentError,
        NotAnImageError,
        TruncatedImageError,
        DamagedImageError,
        UnsupportedImageError,
        LimitExceededError,
        ImageMemoryError,
        FileAccessError,
        InvalidHistogramError,
        IncompatibleHistogramsError,
    )
}


for _error in (DominantColorError, ImageError, *_by_status.values()):
    # The name people import it by, which tracebacks and pickles show.
    _error.__module__ = "dominantcolor"


def exception_for(status: int, message: str) -> DominantColorError:
    """The exception for a status of the C library."""
    return _by_status.get(status, DominantColorError)(message)
