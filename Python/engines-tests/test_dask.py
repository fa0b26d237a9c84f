"""Dask, on a local cluster of worker processes."""

import dask
import dask.bag
import dask.dataframe
import pandas
import pytest
from conftest import MEMORY_LIMIT, TURNS, Watch, check_rows, say, timed
from dask.distributed import Client, LocalCluster

from dominantcolor.engines import dask as colors


def start(workers):
    dask.config.set({"distributed.comm.timeouts.connect": "60s"})
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None,
        memory_limit="1GiB",
    )  # fmt: skip


@pytest.fixture(scope="module")
def cluster():
    with start(2) as cluster, Client(cluster):
        yield cluster


def workers_of(cluster):
    return lambda process: process.pid in {w.pid for w in cluster.workers.values() if w.pid}


def bag(paths):
    return dask.bag.from_sequence(paths, npartitions=32)


def test_palettes_with_a_worker_killed(cluster, pictures, expected):
    with Watch(workers_of(cluster), kill_after=1.0) as watch:
        rows = colors.palettes(bag(pictures.paths)).compute()
    check_rows(rows, expected)
    assert watch.killed == 1


def test_frame(cluster, pictures, expected):
    frame = dask.dataframe.from_pandas(pandas.DataFrame({"path": pictures.paths}), npartitions=8)
    found = colors.palettes_of_frame(frame)[["path", "color", "counted", "status"]].compute()
    for row in found.itertuples():
        told = expected[row.path]
        assert (row.status == 0) == ("error" not in told)
        if told.get("swatches"):
            assert (row.color, row.counted) == (told["swatches"][0]["color"], told["visible"])


def test_corpus(cluster, pictures, corpus):
    with Watch(workers_of(cluster), kill_after=1.0) as watch:
        total = colors.corpus(bag(pictures.paths)).compute()
    assert total.histogram == corpus[0] and total.failures == corpus[1]
    assert watch.killed == 1


def test_skew(cluster, skewed):
    with Watch(workers_of(cluster)) as watch:
        rows = colors.palettes(bag(skewed), max_pixels=2**31).compute()
    assert sorted(row["counted"] for row in rows)[-1] == 2**30 and len(rows) == 201
    assert watch.peak < MEMORY_LIMIT


def test_scaling(pictures):
    times, peak = [], 0
    for workers in (1, 2):
        with start(workers) as cluster, Client(cluster):
            colors.palettes(bag(pictures.paths[:100])).compute()
            with Watch(workers_of(cluster)) as watch:
                times.append(timed(lambda: colors.corpus(bag(pictures.paths * TURNS)).compute()))
            peak = max(peak, watch.peak)
    say("dask (corpus)", *times, peak)
    assert peak < MEMORY_LIMIT
