"""DuckDB, by a Python function over Arrow batches.

    import duckdb
    from dominantcolor.engines import duckdb as colors

    connection = duckdb.connect()
    colors.register(connection, count=3)
    connection.sql('''
        SELECT filename, dominant_palette(content).color AS color
        FROM read_blob('photos/*.jpg')
    ''')

`read_blob` holds whole files; `dominant_palette_of_path(filename)` reads them piece by piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from . import _tables

if TYPE_CHECKING:
    import duckdb

_TYPE = (
    "STRUCT(path VARCHAR, color VARCHAR, count BIGINT, population DOUBLE, "
    "swatches STRUCT(color VARCHAR, count BIGINT, population DOUBLE)[], counted BIGINT, "
    "transparent BIGINT, filtered BIGINT, width BIGINT, height BIGINT, exact BOOLEAN, "
    "absence VARCHAR, warnings VARCHAR[], status INTEGER, error VARCHAR)"
)


def register(connection: duckdb.DuckDBPyConnection, **options: Any) -> None:
    """Adds the functions `dominant_palette(blob)`, `dominant_palette_of_path(path)` and
    `dominant_histogram(path)`, a blob that `dominantcolor.Histogram.from_bytes` reads."""

    def of_contents(column: pa.ChunkedArray) -> pa.ChunkedArray:
        contents = _whole(column).cast(pa.binary())
        paths = pa.nulls(len(contents), pa.string())
        return _structs(_tables.of_contents(paths, contents, options))

    def of_paths(column: pa.ChunkedArray) -> pa.ChunkedArray:
        return _structs(_tables.of_paths(_whole(column).to_pylist(), options))

    def histograms(column: pa.ChunkedArray) -> pa.ChunkedArray:
        rows = []
        for path in _whole(column).to_pylist():
            found = _tables.Corpus(options)
            found.add(path)
            rows.append(found.row["histogram"] if found.pictures else None)
        return pa.chunked_array([pa.array(rows, pa.binary())])

    special = {"type": "arrow", "null_handling": "special"}
    connection.create_function("dominant_palette", of_contents, ["BLOB"], _TYPE, **special)
    connection.create_function("dominant_palette_of_path", of_paths, ["VARCHAR"], _TYPE, **special)
    connection.create_function("dominant_histogram", histograms, ["VARCHAR"], "BLOB", **special)


def corpus(connection: duckdb.DuckDBPyConnection, query: str, **options: Any) -> _tables.Corpus:
    """The histogram of the files whose paths a query gives, in constant memory."""
    total = _tables.Corpus(options)
    found = connection.sql(query)
    # DuckDB 1.4 renamed it.
    reader = getattr(found, "to_arrow_reader", None) or found.fetch_arrow_reader
    for batch in reader(1024):
        for path in batch.column(0).to_pylist():
            total.add(path)
    return total


def _whole(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _structs(table: pa.Table) -> pa.ChunkedArray:
    return pa.chunked_array([table.to_struct_array().combine_chunks()])
