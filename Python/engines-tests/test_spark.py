"""Spark, on a local cluster of executor processes."""

import os
import sys

import pytest
from conftest import MEMORY_LIMIT, TURNS, Watch, check_rows, say, timed
from pyspark.sql import SparkSession

from dominantcolor.engines import spark as colors


def session(executors):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    return (
        SparkSession.builder.master(f"local-cluster[{executors},1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executor.memory", "512m")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "64")
        .config("spark.sql.files.maxPartitionBytes", str(2**20))
        .config("spark.sql.files.openCostInBytes", "2000")
        .config("spark.excludeOnFailure.enabled", "false")
        .getOrCreate()
    )


@pytest.fixture(scope="module")
def spark():
    session_ = session(2)
    session_.sparkContext.setLogLevel("OFF")
    yield session_
    session_.stop()


def is_executor(process):
    return "CoarseGrainedExecutorBackend" in " ".join(process.cmdline())


def is_python_worker(process):
    return "pyspark.daemon" in " ".join(process.cmdline())


def files(spark, pictures):
    """Spark's reader leaves out files without a byte."""
    reader = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
    return reader.load(str(pictures.folder))


def paths(spark, names):
    return spark.createDataFrame([(name,) for name in names], "path string").repartition(16)


def test_palettes_with_an_executor_killed(spark, pictures, expected):
    with Watch(is_executor, kill_after=4.0) as watch:
        rows = colors.palettes(files(spark, pictures)).collect()
        if not watch.killed:  # too fast: once more, and sooner
            watch.kill_after = 0
            rows = colors.palettes(files(spark, pictures)).collect()
    some = {path: told for path, told in expected.items() if os.path.getsize(path) > 0}
    check_rows([row.asDict(recursive=True) for row in rows], some)
    assert watch.killed == 1


def test_paths(spark, pictures, expected):
    rows = colors.palettes(paths(spark, pictures.paths), content=None).collect()
    check_rows([row.asDict(recursive=True) for row in rows], expected)


def test_corpus(spark, pictures, corpus):
    empty = sum(os.path.getsize(path) == 0 for path in pictures.paths)
    for frame, content, failures in (
        (files(spark, pictures), "content", corpus[1] - empty),
        (paths(spark, pictures.paths), None, corpus[1]),
    ):
        total = colors.corpus(frame, content=content)
        assert total.histogram == corpus[0] and total.failures == failures


def test_skew(spark, skewed):
    with Watch(is_python_worker) as watch:
        frame = colors.palettes(paths(spark, skewed), content=None, max_pixels=2**31)
        rows = frame.select("counted", "status").collect()
    assert sorted(row["counted"] for row in rows)[-1] == 2**30 and len(rows) == 201
    assert watch.peak < MEMORY_LIMIT


def test_scaling(pictures):
    times, peak = [], 0
    for executors in (1, 2):
        SparkSession.getActiveSession() and SparkSession.getActiveSession().stop()
        spark = session(executors)
        spark.sparkContext.setLogLevel("OFF")
        frame = paths(spark, pictures.paths * TURNS).cache()
        frame.count()
        colors.palettes(frame.limit(100), content=None).count()
        with Watch(is_python_worker) as watch:
            times.append(timed(lambda: colors.corpus(frame, content=None)))
        peak = max(peak, watch.peak)
        spark.stop()
    say("spark (corpus)", *times, peak)
    assert peak < MEMORY_LIMIT
