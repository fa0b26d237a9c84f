"""What the recipes share: a batch of pictures in, a table of Arrow out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from .. import DominantColorError, Histogram, Palette, palettes, palettes_of_arrow

_SWATCH = pa.struct([("color", pa.string()), ("count", pa.int64()), ("population", pa.float64())])

# Signed integers: Spark and others have no unsigned ones.
PALETTE_SCHEMA = pa.schema(
    [
        ("path", pa.string()),
        ("color", pa.string()),
        ("count", pa.int64()),
        ("population", pa.float64()),
        ("swatches", pa.list_(_SWATCH)),
        ("counted", pa.int64()),
        ("transparent", pa.int64()),
        ("filtered", pa.int64()),
        ("width", pa.int64()),
        ("height", pa.int64()),
        ("exact", pa.bool_()),
        ("absence", pa.string()),
        ("warnings", pa.list_(pa.string())),
        ("status", pa.int32()),
        ("error", pa.string()),
    ]
)

HISTOGRAM_SCHEMA = pa.schema(
    [("histogram", pa.binary()), ("pictures", pa.int64()), ("failures", pa.int64())]
)


def of_contents(paths: pa.Array, contents: pa.Array, options: dict[str, Any]) -> pa.Table:
    """The palettes of a batch of encoded pictures."""
    found = pa.array(palettes_of_arrow(contents, **options))
    columns = dict(zip([field.name for field in found.type], found.flatten()))
    columns["path"] = paths
    return pa.table({name: columns[name] for name in PALETTE_SCHEMA.names}).cast(PALETTE_SCHEMA)


def of_paths(paths: Iterable[str | None], options: dict[str, Any]) -> pa.Table:
    """The palettes of a batch of files, which are never held whole."""
    rows = [_row(path, options) for path in paths]
    return pa.Table.from_pylist(rows, schema=PALETTE_SCHEMA)


def _row(path: str | None, options: dict[str, Any]) -> dict[str, Any]:
    if path is None:
        return dict.fromkeys(PALETTE_SCHEMA.names)
    (found,) = palettes([path], errors="return", **options)
    if not isinstance(found, Palette):
        return {"path": path, "status": found.status, "error": str(found)}
    first = found.dominant
    return {
        "path": path,
        "color": first.hex if first else None,
        "count": first.count if first else None,
        "population": first.population if first else None,
        "swatches": [
            {"color": s.hex, "count": s.count, "population": s.population} for s in found.swatches
        ],
        "counted": found.counted,
        "transparent": found.transparent,
        "filtered": found.filtered,
        "width": found.width,
        "height": found.height,
        "exact": found.exact,
        "absence": found.absence,
        "warnings": list(found.warnings),
        "status": 0,
    }


def local_path(path: str | None) -> str | None:
    """A path without the scheme that Spark writes before it."""
    if path is not None and path.startswith("file:"):
        return "/" + path.removeprefix("file:").lstrip("/")
    return path


class Corpus:
    """A histogram in the making, with how many pictures went in and how many could not."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.histogram = Histogram(**options)
        self.pictures = 0
        self.failures = 0

    def add(self, source: Any) -> None:
        """Adds a picture, or counts it as a failure; None is no picture."""
        if source is None:
            return
        try:
            self.histogram.add(source)
            self.pictures += 1
        except DominantColorError:
            self.failures += 1

    def merge(self, row: dict[str, Any]) -> None:
        """Adds what another worker counted."""
        self.histogram += Histogram.from_bytes(row["histogram"])
        self.pictures += row["pictures"]
        self.failures += row["failures"]

    @property
    def row(self) -> dict[str, Any]:
        """What travels: a few kilobytes."""
        return {
            "histogram": self.histogram.to_bytes(),
            "pictures": self.pictures,
            "failures": self.failures,
        }

    @property
    def table(self) -> pa.Table:
        """The row as a table."""
        return pa.Table.from_pylist([self.row], schema=HISTOGRAM_SCHEMA)
