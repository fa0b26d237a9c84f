"""DuckDB."""

import duckdb
from conftest import check_rows

from dominantcolor import Histogram
from dominantcolor.engines import duckdb as colors


def test_palettes(pictures, expected):
    connection = duckdb.connect()
    colors.register(connection)
    pattern = f"{pictures.folder}/*/*"
    found = connection.sql(
        f"SELECT filename, dominant_palette(content) AS found FROM read_blob('{pattern}')"
    ).fetchall()
    check_rows([{**row, "path": path} for path, row in found], expected)
    found = connection.sql(
        f"SELECT dominant_palette_of_path(file) AS found FROM glob('{pattern}')"
    ).fetchall()
    check_rows([row for (row,) in found], expected)


def test_corpus(pictures, corpus):
    connection = duckdb.connect()
    colors.register(connection)
    query = f"SELECT file FROM glob('{pictures.folder}/*/*')"
    total = colors.corpus(connection, query)
    assert total.histogram == corpus[0] and total.failures == corpus[1]
    parts = connection.sql(f"SELECT dominant_histogram(file) FROM ({query})").fetchall()
    assert sum(Histogram.from_bytes(part) for (part,) in parts if part is not None) == corpus[0]


def test_null_and_junk():
    connection = duckdb.connect()
    colors.register(connection, count=1)
    (row,) = connection.sql("SELECT dominant_palette(NULL::BLOB)").fetchall()
    assert row[0] is None or row[0]["color"] is None
    ((row,),) = connection.sql("SELECT dominant_palette('junk'::BLOB)").fetchall()
    assert row["status"] == 2 and "not a PNG or JPEG" in row["error"]
