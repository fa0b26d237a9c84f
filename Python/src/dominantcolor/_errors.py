"""What goes wrong, in the same words as the command `showhide`."""

from __future__ import annotations

import errno
import os


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
    """The file does not exist, may not be opened or could not be read.

    It is a `FileNotFoundError`, an `IsADirectoryError` or a `PermissionError` too where that is why, with
    `errno` and `filename`.
    """

    status = 8

    def __init__(self, *given: object) -> None:
        super().__init__(*given)
        self._sentence: str | None = None

    def __str__(self) -> str:
        return self._sentence or super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.filename, self._sentence)


class MissingFileError(FileAccessError, FileNotFoundError):
    """There is no such file."""


class FolderError(FileAccessError, IsADirectoryError):
    """The path is that of a folder."""


class ForbiddenFileError(FileAccessError, PermissionError):
    """The file may not be read."""


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


_by_errno: dict[int, type[FileAccessError]] = {
    errno.ENOENT: MissingFileError,
    errno.ENOTDIR: MissingFileError,
    errno.EISDIR: FolderError,
    errno.EACCES: ForbiddenFileError,
    errno.EPERM: ForbiddenFileError,
}


def with_cause(error: FileAccessError, path: object, name: bytes) -> FileAccessError:
    """The same error with the number that the system gives for why the file is not read, and the path."""
    number = _why_not_read(name)
    kind = _by_errno.get(number or 0, FileAccessError)
    given = error.args if number is None else (number, os.strerror(number))
    return _restored(kind, given, path, str(error))


def _restored(
    kind: type[FileAccessError], given: tuple[object, ...], path: object, sentence: str | None
) -> FileAccessError:
    error = kind(*given)
    error.filename = path
    error._sentence = sentence
    return error


def _why_not_read(name: bytes) -> int | None:
    # Looked up again without being opened: opening a pipe would wait for its other end.
    try:
        if os.path.isdir(name):
            return errno.EISDIR
        os.stat(name)
    except OSError as error:
        return error.errno
    return None if os.access(name, os.R_OK) else errno.EACCES
