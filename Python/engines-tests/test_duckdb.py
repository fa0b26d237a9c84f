"""DuckDB."""

import json
import os
import subprocess
import sys

import duckdb
from conftest import MEMORY_LIMIT, TURNS, Watch, check_rows, say

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
    assert row["status"] == 2 and "not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP" in row["error"]


def run_apart(threads, pattern, turns):
    """The palettes of files by a process of its own: what it says of them, and its memory."""
    program = """
import json, sys, time, duckdb
from dominantcolor.engines import duckdb as colors
threads, pattern, turns = sys.argv[1:]
connection = duckdb.connect(config={"threads": int(threads)})
connection.sql("SET enable_progress_bar = false")
colors.register(connection, max_pixels=2**31)
# DuckDB gives a thread whole groups of rows, which usually are 122,880.
connection.sql("ATTACH ':memory:' AS small (ROW_GROUP_SIZE 2048)")
connection.sql(
    f"CREATE TABLE small.files AS SELECT file FROM glob('{pattern}'), range({turns})"
)
start = time.monotonic()
(found,) = connection.sql(
    "SELECT count(*), max(found.counted), count(found.error) FROM"
    " (SELECT dominant_palette_of_path(file) AS found FROM small.files)"
).fetchall()
print(json.dumps([time.monotonic() - start, *found]))
"""
    command = [sys.executable, "-c", program, str(threads), pattern, str(turns)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        with Watch(lambda other: other.pid == process.pid) as watch:
            out, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(out), watch.peak


def test_skew(skewed):
    (_, count, largest, failures), peak = run_apart(2, f"{os.path.dirname(skewed[0])}/*", 1)
    assert (count, largest, failures) == (201, 2**30, 0)
    assert peak < MEMORY_LIMIT


def test_scaling(pictures, corpus):
    times, peaks = [], []
    for threads in (1, 2):
        answer, peak = run_apart(threads, f"{pictures.folder}/*/*", TURNS)
        assert (answer[1], answer[3]) == (TURNS * len(pictures.paths), TURNS * corpus[1])
        times.append(answer[0])
        peaks.append(peak)
    say("duckdb, threads", *times, max(peaks))
    assert max(peaks) < MEMORY_LIMIT
