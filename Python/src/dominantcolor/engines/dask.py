"""Dask: bags of paths, and data frames with a column of paths.

    import dask.bag
    from dominantcolor.engines import dask as colors

    files = dask.bag.from_sequence(paths, npartitions=64)
    colors.palettes(files, count=5).to_dataframe().to_parquet("palettes")
    colors.corpus(files).compute().histogram.palette(8)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _tables

if TYPE_CHECKING:
    import dask.bag
    import dask.dataframe
    import pandas


def palettes(paths: dask.bag.Bag, **options: Any) -> dask.bag.Bag:
    """A bag of dictionaries, one for each path of a bag."""

    def work(part: Iterable[str]) -> list[dict[str, Any]]:
        return _tables.of_paths(part, options).to_pylist()

    return paths.map_partitions(work)


def palettes_of_frame(
    frame: dask.dataframe.DataFrame, *, path: str = "path", **options: Any
) -> dask.dataframe.DataFrame:
    """A data frame with a row for each path of a column; its types are those of Arrow."""
    import pandas

    def work(part: pandas.DataFrame) -> pandas.DataFrame:
        table = _tables.of_paths([str(value) for value in part[path]], options)
        return table.to_pandas(types_mapper=pandas.ArrowDtype)

    empty = _tables.PALETTE_SCHEMA.empty_table().to_pandas(types_mapper=pandas.ArrowDtype)
    return frame.map_partitions(work, meta=empty)


def corpus(paths: dask.bag.Bag, *, split_every: int = 8, **options: Any) -> Any:
    """The histogram of all files, a Dask value to compute: partitions are added up as a tree."""

    def count(part: Iterable[str]) -> dict[str, Any]:
        found = _tables.Corpus(options)
        for source in part:
            found.add(source)
        return found.row

    def merge(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
        total = _tables.Corpus(options)
        for row in rows:
            total.merge(row)
        return total.row

    def finish(row: dict[str, Any]) -> _tables.Corpus:
        total = _tables.Corpus(options)
        total.merge(row)
        return total

    return paths.reduction(count, merge, split_every=split_every).apply(finish)
