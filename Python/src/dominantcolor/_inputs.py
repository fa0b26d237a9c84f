"""The files that `python -m dominantcolor` was asked for: typed, listed, and those of folders."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator

# What the first bytes of a picture say: PNG, JPEG, GIF, TIFF and BigTIFF.
_SIGNATURES = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"II*\0",
    b"MM\0*",
    b"II+\0",
    b"MM\0+",
)
# The sizes of a BMP's second header, by which it is told from a text that begins with its two letters.
_BMP_HEADERS = (12, 16, 40, 52, 56, 64, 108, 124)
# The kinds of ISO base media files that are pictures: AVIF anywhere, HEIC as the main kind.
_AVIF = (b"avif", b"avis")
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")
_SNIFFED_BYTES = 64

class InputError(Exception):
    """There is nothing to read: a folder without pictures, a pattern without files, a lost list."""


def paths(arguments: list[str], is_recursive: bool, warn) -> Iterator[str | InputError]:
    """The files that arguments stand for, in order; an error in place of what gives none."""
    for argument in arguments:
        if argument == "-" or os.path.isfile(argument):
            yield argument
        elif os.path.isdir(argument):
            yield from _of_folder(argument, is_recursive, warn)
        elif not os.path.lexists(argument) and any(sign in argument for sign in "*?["):
            matches = sorted(glob.glob(argument))
            if not matches:
                yield InputError(f"'{argument}': no file has a name like this.")
            for path in matches:
                if os.path.isdir(path):
                    yield from _of_folder(path, is_recursive, warn)
                else:
                    yield path
        else:
            yield argument


def _of_folder(folder: str, is_recursive: bool, warn) -> Iterator[str | InputError]:
    found, skipped, entries, folders = [], 0, 0, 0
    waiting = [folder]
    while waiting:
        try:
            names = sorted(os.listdir(waiting[-1]), key=os.fsencode)
        except OSError as error:
            yield InputError(f"'{waiting.pop()}': the folder may not be listed: {error.strerror}.")
            continue
        here = waiting.pop()
        below = []
        for name in names:
            path = os.path.join(here, name)
            if name.startswith("."):
                continue
            if is_recursive and os.path.isdir(path) and not os.path.islink(path):
                below.append(path)
                continue
            entries += 1
            folders += os.path.isdir(path)
            if _is_picture(path):
                found.append(path)
            else:
                skipped += 1
        waiting += reversed(below)
    if skipped:
        warn(f"'{folder}': {skipped} of {entries} entries were skipped: no pictures.")
    if not found:
        cure = " Its folders are entered with --recursive." if folders else ""
        yield InputError(f"'{folder}': the folder holds no picture.{cure}")
    yield from found


def _is_picture(path: str) -> bool:
    """Whether a file is a picture, by its content."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            start = file.read(_SNIFFED_BYTES)
    except OSError:
        return False
    if start[:4] == b"RIFF":
        return start[8:12] == b"WEBP"
    if start[:2] == b"BM":
        return len(start) >= 18 and int.from_bytes(start[14:18], "little") in _BMP_HEADERS
    if start[4:8] == b"ftyp":
        kinds = _file_types(start)
        return kinds[0] in _HEIC or any(kind in _AVIF for kind in kinds)
    return start.startswith(_SIGNATURES)


def _file_types(start: bytes) -> list[bytes]:
    """The kinds that the first box of a file names, the main one first."""
    end = min(int.from_bytes(start[:4], "big"), len(start))
    # After the main one stands a version.
    places = [8, *range(16, end - 3, 4)]
    return [start[place : place + 4] for place in places]


def listed(path: str, ends_with_zero: bool) -> Iterator[str | InputError]:
    """The paths in a file or on standard input (-): one a line, or a zero byte after each."""
    try:
        file = sys.stdin.buffer if path == "-" else open(path, "rb")
        with file:
            rest, separator = b"", b"\0" if ends_with_zero else b""
            while chunk := file.read(1 << 14):
                rest += chunk
                separator = separator or (b"\0" if b"\0" in rest else b"\n" if b"\n" in rest else b"")
                if separator:
                    *whole, rest = rest.split(separator)
                    yield from _entries(whole, separator)
            yield from _entries([rest], separator)
    except OSError as error:
        yield InputError(f"'{path}': the list cannot be read: {error.strerror}.")


def _entries(entries: list[bytes], separator: bytes) -> Iterator[str]:
    for entry in entries:
        if separator != b"\0":
            entry = entry.removesuffix(b"\r")
        if entry:
            yield os.fsdecode(entry)
