"""`python -m dominantcolor`: the dominant colours of files, like `showhide palette`."""

from __future__ import annotations

import argparse
import json
import os
import sys

from . import DominantColorError, FileAccessError, ImageMemoryError, Palette, __version__, palettes
from ._options import DEFAULTS, METHODS, PRECISIONS, pack

BAD_DATA, NO_INPUT, FAILURE, USAGE, OUTPUT_LOST = 65, 66, 1, 64, 74


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit code of the first failure, as `showhide` does."""
    given = _parser().parse_args(arguments)
    if not 1 <= given.jobs <= 1024:
        print(f"Error: --jobs takes 1 to 1024, not {given.jobs}.", file=sys.stderr)
        return USAGE
    if given.count is not None and not 1 <= given.count <= 64:
        print(f"Error: --count takes 1 to 64, not {given.count}.", file=sys.stderr)
        return USAGE
    if given.minimum_alpha is not None and not 0 <= given.minimum_alpha <= 255:
        print(f"Error: --minimum-alpha takes 0 to 255, not {given.minimum_alpha}.", file=sys.stderr)
        return USAGE
    try:
        pack(_further(given))  # type: ignore[arg-type]
    except DominantColorError as error:
        print(f"Error: {error}", file=sys.stderr)
        return USAGE
    sources = (sys.stdin.buffer.read() if path == "-" else path for path in given.images)
    answers = palettes(
        sources, threads=given.jobs, errors="return", method=given.method, count=given.count,
        exact=given.exact, allow_partial=given.partial, **_further(given),
    )  # fmt: skip
    code = 0
    try:
        for path, answer in zip(given.images, answers):
            if isinstance(answer, Palette):
                for warning in answer.warnings:
                    print(f"Warning: '{path}': {warning}", file=sys.stderr)
                print(_line(path, answer) if given.format == "jsonl" else _table(path, answer))
            else:
                message = f"'-': {answer}" if path == "-" else str(answer)
                if message.endswith("allow partial images."):
                    message += " (--partial)"
                print(f"Error: {message}", file=sys.stderr)
                code = code or _exit_code(answer)
                if given.format == "jsonl":
                    print(json.dumps({"path": path, "error": message}, ensure_ascii=False))
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more; Python must not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code or OUTPUT_LOST
    return code


# The options that take a whole number, and what they are.
_NUMBERS = {
    "minimum_alpha": "the least alpha of a visible pixel, 0 to 255",
    "white_above": "ignore pixels whose smallest channel is above this",
    "black_below": "ignore pixels whose largest channel is below this",
    "grey_within": "ignore pixels whose channels differ by at most this",
    "hue_bins": "bins around the circle of hues; only for method hue",
    "grey_threshold": "channels that differ by less are grey; only for method hue",
    "max_pixels": "the most pixels of a picture",
    "max_file": "the most bytes of a file",
    "max_memory": "the most bytes for pixels, rows and coefficients",
    "max_scans": "the most scans of a JPEG",
    "max_profile": "the most bytes of a colour profile",
}


def _further(given: argparse.Namespace) -> dict[str, object]:
    """The options that were given beside those that have a name of their own here."""
    values = {name: getattr(given, name, None) for name in DEFAULTS if name not in _OWN}
    return {name: value for name, value in values.items() if value is not None}


_OWN = ("method", "count", "exact", "allow_partial")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"Error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m dominantcolor", description="Print the dominant colours of pictures."
    )
    parser.add_argument("images", nargs="+", help="picture files, or - for standard input")
    parser.add_argument("--method", choices=METHODS, default="histogram")
    parser.add_argument("--count", type=int, help="the most colours, 1 to 64")
    parser.add_argument("--format", choices=("table", "jsonl"), default="table")
    parser.add_argument("--exact", action="store_true", help="count every pixel of large JPEGs too")
    parser.add_argument("--partial", action="store_true", help="use the rows a damaged file has")
    parser.add_argument("--precision", choices=PRECISIONS, help="of method histogram")
    for name, help in _NUMBERS.items():
        parser.add_argument("--" + name.replace("_", "-"), type=int, help=help)
    parser.add_argument(
        "--region", type=_region, metavar="X,Y,W,H",
        help="only this part of each picture, turned upright: left and upper edge, width and height "
        "in pixels such as 40,30,200,100 or in percent such as 25%%,25%%,50%%,50%%",
    )  # fmt: skip
    parser.add_argument("--max-seconds", type=float, help="processor time for decoding a file")
    parser.add_argument("--jobs", type=int, default=1, help="pictures to work on at once")
    parser.add_argument("--version", action="version", version=__version__)
    return parser


def _region(text: str) -> tuple[object, ...]:
    parts = [part.strip() for part in text.split(",")]
    if all(part.endswith("%") for part in parts):
        return tuple(parts)
    return tuple(float(part) for part in parts)


def _exit_code(error: DominantColorError) -> int:
    if isinstance(error, ImageMemoryError):
        return FAILURE
    return NO_INPUT if isinstance(error, FileAccessError) else BAD_DATA


def _line(path: str, found: Palette) -> str:
    swatches = [
        {"color": s.hex, "count": s.count, "population": s.population} for s in found.swatches
    ]
    fields = {
        "path": path, "width": found.width, "height": found.height, "visible": found.counted,
        "exact": found.exact, "warnings": list(found.warnings), "swatches": swatches,
    }  # fmt: skip
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _table(path: str, found: Palette) -> str:
    lines = [f"{path}: {found.width}×{found.height}"]
    if found.absence:
        lines.append(f"  no dominant colour: {found.absence}")
    for swatch in found.swatches:
        lines.append(f"  {swatch.hex}  {100 * swatch.population:5.1f} %  {swatch.count:>11}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
