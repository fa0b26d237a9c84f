"""Ray Data.

    import ray
    from dominantcolor.engines import ray as colors

    files = ray.data.from_items([{"path": path} for path in paths])
    colors.palettes(files, count=5).write_parquet("palettes")
    colors.corpus(files).histogram.palette(8)

    read = ray.data.read_binary_files("s3://bucket/photos", include_paths=True)
    colors.palettes(read, content="bytes")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from . import _tables

if TYPE_CHECKING:
    import ray.data


def palettes(
    dataset: ray.data.Dataset,
    *,
    path: str = "path",
    content: str | None = None,
    batch_size: int = 256,
    **options: Any,
) -> ray.data.Dataset:
    """A row for each picture; with `content` the name of a column of encoded pictures."""

    def work(batch: pa.Table) -> pa.Table:
        if content is None:
            return _tables.of_paths(batch.column(path).to_pylist(), options)
        chunk = batch.column(content).combine_chunks()
        return _tables.of_contents(batch.column(path).combine_chunks(), chunk, options)

    return dataset.map_batches(work, batch_format="pyarrow", batch_size=batch_size)


def corpus(
    dataset: ray.data.Dataset,
    *,
    path: str = "path",
    content: str | None = None,
    batch_size: int = 256,
    **options: Any,
) -> _tables.Corpus:
    """The histogram of all pictures, added up on the workers batch by batch."""

    def count(batch: pa.Table) -> pa.Table:
        part = _tables.Corpus(options)
        for source in batch.column(content or path):
            part.add(source.as_py() if content is None else source.as_buffer())
        return part.table

    total = _tables.Corpus(options)
    counted = dataset.map_batches(count, batch_format="pyarrow", batch_size=batch_size)
    for row in counted.iter_rows():
        total.merge(row)
    return total
