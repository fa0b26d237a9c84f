"""`python -m dominantcolor`: the colours of files, as `showhide palette` gives them."""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator

from . import DominantColorError, FileAccessError, ImageMemoryError, __version__
from . import average, blurhash, palette
from ._documents import BINARY, FORMATS, Document, Entry, content, format_for
from ._functions import in_order
from ._inputs import InputError, listed, paths
from ._options import GAMUTS, METHODS, PRECISIONS, pack

BAD_DATA, NO_INPUT, FAILURE, USAGE, NOT_WRITTEN, OUTPUT_LOST = 65, 66, 1, 64, 73, 74


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit code of the first failure, as `showhide` does."""
    given = _parser().parse_args(arguments)
    try:
        options = _options(given)
        pack(options)  # type: ignore[arg-type]
        format = format_for(given.format, given.output)
        if given.output is None and format in BINARY and sys.stdout.isatty():
            raise ValueError(f"{format} is not text. Name a file with -o, or redirect the output.")
    except (DominantColorError, ValueError, TypeError) as error:
        return _tell(error, USAGE)
    if given.output and os.path.exists(given.output) and not given.force:
        return _tell(f"'{given.output}' is there already. Replace it with --force.", NOT_WRITTEN)
    if given.output and os.path.isdir(given.output):
        return _tell(f"'{given.output}' is a folder. Name a file.", NOT_WRITTEN)
    try:
        with _output(given.output) as file:
            document = Document(format, given.names, given.gamut == "p3")
            return _write(given, options, document, file)
    except BrokenPipeError:
        # Nobody reads any more; Python must not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_LOST
    except (OSError, ValueError) as error:
        return _tell(error, NOT_WRITTEN if isinstance(error, OSError) else NO_INPUT)


def _write(
    given: argparse.Namespace, options: dict[str, object], document: Document, file: io.BufferedIOBase
) -> int:
    """Writes the palettes of all inputs; returns the exit code."""

    def warn(message: str) -> None:
        if not given.quiet:
            print(f"Warning: {message}", file=sys.stderr)

    def entry(path: str | InputError) -> Entry | DominantColorError | InputError:
        if isinstance(path, InputError):
            return path
        source = sys.stdin.buffer.read() if path == "-" else path
        try:
            found = palette(source, **options)  # type: ignore[arg-type]
            inner = {**options, "region": content(found)} if found.bars else options
            mean = average(source, **inner) if given.average else None  # type: ignore[arg-type]
            blur = blurhash(source, **inner) if given.blurhash else None  # type: ignore[arg-type]
        except DominantColorError as error:
            return error.with_traceback(None)
        return Entry(
            path, found, mean, _absence(found.absence, given), given.names, given.roles,
            given.background or given.roles or _leaves_out_background(given), given.where,
            given.blurhash, blur, given.gamut == "p3",
        )  # fmt: skip

    code = 0
    file.write(document.opening())
    inputs, names = itertools.tee(_inputs(given, warn))
    for path, answer in zip(names, in_order(entry, inputs, given.jobs)):
        if isinstance(answer, Entry):
            for warning in answer.palette.warnings:
                warn(f"'{path}': {warning}")
            file.write(document.section(answer))
            continue
        message = f"'-': {answer}" if path == "-" else str(answer)
        if message.endswith("allow partial images."):
            message += " (--partial)"
        code = _tell(message, code or _exit_code(answer))
        file.write(document.failure(str(path), message))
    file.write(document.closing())
    file.flush()
    return code


def _inputs(given: argparse.Namespace, warn) -> Iterator[str | InputError]:
    lists: Iterable[str | InputError] = ()
    if given.files_from is not None:
        lists = listed(given.files_from, False)
    elif given.files_from0 is not None:
        lists = listed(given.files_from0, True)
    return itertools.chain(paths(given.images, given.recursive, warn), lists)


@contextlib.contextmanager
def _output(path: str | None) -> Iterator[io.BufferedIOBase]:
    """Standard output, or a file that is written whole or not at all."""
    if path is None:
        yield sys.stdout.buffer
        return
    folder = os.path.dirname(os.path.abspath(path))
    descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".dominantcolor-")
    try:
        with open(descriptor, "wb") as file:
            yield file
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _tell(message: object, code: int) -> int:
    print(f"Error: {message}", file=sys.stderr)
    return code


def _exit_code(error: Exception) -> int:
    if isinstance(error, ImageMemoryError):
        return FAILURE
    return NO_INPUT if isinstance(error, (FileAccessError, InputError)) else BAD_DATA


def _leaves_out_background(given: argparse.Namespace) -> bool:
    return "background" in ",".join(given.without).lower().split(",")


def _absence(absence: str | None, given: argparse.Namespace) -> str | None:
    """Why there is no colour, in the words of the options."""
    if absence == "every pixel is transparent":
        least = 128 if given.minimum_alpha is None else given.minimum_alpha
        return f"every pixel is less opaque than --minimum-alpha {least}"
    if absence == "the image has no pixels" and given.region:
        return "the region lies outside of the picture"
    if absence == "filters take out every visible pixel" and given.without:
        return "--without leaves out every visible pixel"
    return absence


# Options -----------------------------------------------------------------------------------------

# The limits that are given in millions, and those that are not.
_MILLIONS = {
    "max_pixels": "the most megapixels of a picture; 400",
    "max_file": "the most megabytes of a file; 1000",
    "max_memory": "the most megabytes for pixels, rows and coefficients; 4000",
    "max_profile": "the most megabytes of a colour profile; 16",
}
_NUMBERS = {
    "white_above": "ignore pixels whose smallest channel is above this",
    "black_below": "ignore pixels whose largest channel is below this",
    "grey_within": "ignore pixels whose channels differ by at most this",
    "hue_bins": "bins around the circle of hues; only for method hue",
    "grey_threshold": "channels that differ by less are grey; only for method hue",
}


def _options(given: argparse.Namespace) -> dict[str, object]:
    """The options of the library that were given; raises where one is out of its range."""
    for name, least, most in (
        ("jobs", 1, 1024), ("minimum_alpha", 0, 255), ("max_scans", 1, 10**9),
        *((name, 1, 10**9) for name in _MILLIONS),
    ):  # fmt: skip
        value = getattr(given, name)
        if value is not None and not least <= value <= most:
            option = "--" + name.replace("_", "-")
            raise ValueError(f"{option} takes {least} to {most}, not {value}.")
    if given.count not in (None, "auto") and not 1 <= given.count <= 64:
        raise ValueError(f"--count takes 1 to 64 or auto, not {given.count}.")
    if given.count == "auto" and given.method not in (None, "distinct"):
        raise ValueError(f"--count auto takes --method distinct, not {given.method}.")
    if not 0.1 <= given.within <= 1:
        raise ValueError(f"--within takes 0.1 to 1, not {given.within}.")
    if given.files_from is not None and given.files_from0 is not None:
        raise ValueError("Use --files-from or --files-from0, not both.")
    lists = (given.files_from, given.files_from0)
    if not given.images and lists == (None, None):
        raise ValueError("Name pictures, folders or patterns, or a list of them with --files-from.")
    if "-" in given.images and "-" in lists:
        raise ValueError("Standard input is either a picture (-) or a list (--files-from -).")
    options = {
        name: getattr(given, name)
        for name in ("method", "count", "precision", "minimum_alpha", "exact", "within", "seed",
                     "region", "where", "gamut", "whole", "max_scans", "max_seconds", *_NUMBERS)
    }  # fmt: skip
    options["allow_partial"] = given.partial
    for name in _MILLIONS:
        if getattr(given, name) is not None:
            options[name] = getattr(given, name) * 1_000_000
    if given.without:
        options["without"] = ",".join(given.without).lower()
    options["background"] = given.background or given.roles
    return {name: value for name, value in options.items() if value is not None}


def _count(text: str) -> int | str:
    return "auto" if text.lower() == "auto" else int(text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"Error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m dominantcolor",
        description="Print the colours of pictures, as 'showhide palette' does.",
    )
    add = parser.add_argument
    add("images", nargs="*", help="picture files, folders, patterns, or - for standard input")
    add("--format", choices=FORMATS, help="how to write palettes; default: by the ending of -o, or table")
    add("--count", type=_count, help="the most colours of each picture, 1 to 64, or auto: as many as matter")
    add("--method", choices=METHODS,
        help="default: the exact colours of pictures of few, and distinct")  # fmt: skip
    add("--precision", choices=PRECISIONS, help="of method histogram")
    add("--without", action="append", default=[], metavar="COLOURS",
        help="leave out white, black, grey or the background, with commas between; a level may follow: "
        "white=240")  # fmt: skip
    add("--names", action="store_true", help="name each colour, and the text that reads on it")
    add("--roles", action="store_true", help="say in json what colours are good for: vibrant, muted, …")
    add("--where", action="store_true", help="say where each colour is: its middle and a box")
    add("--background", action="store_true", help="say what fills the border of the picture")
    add("--average", action="store_true", help="say what the mean colour of all pixels is")
    add("--blurhash", action="store_true", help="give the BlurHash of each picture, for a placeholder")
    add("--exact", action="store_true", help="count every pixel of large JPEGs with method histogram too")
    add("--gamut", choices=GAMUTS, type=str.lower, default="srgb",
        help="what colours are counted in; p3 also keeps those apart that only screens of Display P3 show")  # fmt: skip
    add("--within", type=float, default=1.0, metavar="DIFFERENCE",
        help="what a dominant colour by a sample may differ by, in ΔE00: 0.1 to 1")  # fmt: skip
    add("--seed", type=int, default=0, metavar="NUMBER", help="chooses the random sample")
    add("--minimum-alpha", type=int, metavar="ALPHA",
        help="the least alpha of a pixel that counts, 0 to 255; 128")  # fmt: skip
    add("--region", type=_region, metavar="X,Y,W,H",
        help="only this part of each picture, turned upright: left and upper edge, width and height "
        "in pixels such as 40,30,200,100 or in percent such as 25%%,25%%,50%%,50%%")  # fmt: skip
    add("--whole", action="store_true",
        help="count bars at the edges too, such as those of a letterbox, which are left out otherwise")  # fmt: skip
    add("--files-from", metavar="FILE", help="also the files whose paths this file holds, one a line")
    add("--files-from0", metavar="FILE", help="the same with a zero byte after each")
    add("-r", "--recursive", action="store_true", help="enter the folders in a folder, too")
    add("-o", "--output", metavar="FILE", help="the file to write, whole or not at all")
    add("--force", action="store_true", help="replace a file that is there already")
    add("--jobs", type=int, default=1, help="pictures to work on at once")
    add("--quiet", action="store_true", help="no warnings; errors are still printed")
    for name, help in _NUMBERS.items():
        add("--" + name.replace("_", "-"), type=int, metavar="LEVEL", help=help)
    for name, help in _MILLIONS.items():
        add("--" + name.replace("_", "-"), type=int, metavar="MILLIONS", help=help)
    add("--max-scans", type=int, metavar="SCANS", help="the most scans of a JPEG; 100")
    add("--max-seconds", type=float, metavar="SECONDS", help="processor time for decoding a file; 60")
    add("--partial", action="store_true", help="use the rows that a damaged file still has")
    add("--version", action="version", version=__version__)
    return parser


def _region(text: str) -> tuple[object, ...]:
    parts = [part.strip() for part in text.split(",")]
    if all(part.endswith("%") for part in parts):
        return tuple(parts)
    return tuple(float(part) for part in parts)


if __name__ == "__main__":
    sys.exit(main())
