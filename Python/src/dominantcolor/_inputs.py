"""The files that `python -m dominantcolor` was asked for: typed, listed, and those of folders."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator

# What the first bytes of a picture say; ISO base media files (AVIF, HEIC) begin with a size.
_SIGNATURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\0", b"MM\0*")


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
            start = file.read(12)
    except OSError:
        return False
    return start.startswith(_SIGNATURES) or start[4:8] == b"ftyp"


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
