"""Apache Spark 3.5 and newer.

    from dominantcolor.engines import spark as colors

    files = session.read.format("binaryFile").load("s3://bucket/photos/*.jpg")
    colors.palettes(files, count=5).write.parquet("s3://bucket/palettes")
    colors.corpus(files, count=8).histogram.palette().swatches

With contents, a batch holds whole files: keep `spark.sql.execution.arrow.maxRecordsPerBatch` small
(64 pictures of 1 MB are 64 MB). Spark's reader `binaryFile` leaves out files without a byte. With `content=None` the workers read the files by their paths, piece by
piece, and batches hold paths only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _tables

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_PALETTE = (
    "path string, color string, count bigint, population double, "
    "swatches array<struct<color: string, count: bigint, population: double>>, counted bigint, "
    "transparent bigint, filtered bigint, width bigint, height bigint, exact boolean, "
    "absence string, warnings array<string>, status int, error string"
)
_HISTOGRAM = "histogram binary, pictures bigint, failures bigint"


def palettes(
    frame: DataFrame, *, path: str = "path", content: str | None = "content", **options: Any
) -> DataFrame:
    """A row for each picture of a frame, such as the reader `binaryFile` gives."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            if content is None:
                local = map(_tables.local_path, batch.column(0).to_pylist())
                table = _tables.of_paths(local, options)
            else:
                table = _tables.of_contents(batch.column(0), batch.column(1), options)
            yield from table.to_batches()

    columns = [path] if content is None else [path, content]
    return frame.select(*columns).mapInArrow(work, _PALETTE)


def corpus(
    frame: DataFrame, *, path: str = "path", content: str | None = "content", **options: Any
) -> _tables.Corpus:
    """The histogram of all pictures of a frame, added up on the workers in two steps."""

    def count(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        part = _tables.Corpus(options)
        for batch in batches:
            for source in batch.column(0):
                value = source.as_py() if content is None else source.as_buffer()
                part.add(_tables.local_path(value) if content is None else value)
        yield from part.table.to_batches()

    def merge(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        part = _tables.Corpus(options)
        for batch in batches:
            for row in batch.to_pylist():
                part.merge(row)
        yield from part.table.to_batches()

    parts = frame.select(path if content is None else content).mapInArrow(count, _HISTOGRAM)
    groups = max(1, math.isqrt(parts.rdd.getNumPartitions()))
    total = _tables.Corpus(options)
    for row in parts.coalesce(groups).mapInArrow(merge, _HISTOGRAM).toLocalIterator():
        total.merge({**row.asDict(), "histogram": bytes(row["histogram"])})
    return total
