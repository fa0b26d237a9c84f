"""Ray Data, on a local cluster of worker processes."""

import pytest
import ray
from conftest import MEMORY_LIMIT, TURNS, Watch, check_rows, say, timed

from dominantcolor.engines import ray as colors


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False,
             object_store_memory=200 * 2**20)  # fmt: skip
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def is_worker(process):
    # Ray's own agents are called ray:: too; without one of them the whole node is given up.
    return "".join(process.cmdline()).startswith("ray::MapBatches")


def dataset(paths):
    return ray.data.from_items([{"path": path} for path in paths], override_num_blocks=16)


def test_palettes_with_a_worker_killed(cluster, pictures, expected):
    with Watch(is_worker, kill_after=0.1) as watch:
        rows = colors.palettes(dataset(pictures.paths), batch_size=64).take_all()
    check_rows(rows, expected)
    assert watch.killed == 1


def test_contents(cluster, pictures, expected):
    some = pictures.paths[:300]
    read = ray.data.read_binary_files(some, include_paths=True)
    rows = colors.palettes(read, content="bytes", batch_size=32).take_all()
    check_rows(rows, {path: expected[path] for path in some})


def test_corpus(cluster, pictures, corpus):
    with Watch(is_worker, kill_after=0.1) as watch:
        total = colors.corpus(dataset(pictures.paths))
    assert total.histogram == corpus[0] and total.failures == corpus[1]
    assert watch.killed == 1


def test_skew(cluster, skewed):
    with Watch(is_worker) as watch:
        rows = colors.palettes(dataset(skewed), batch_size=8, max_pixels=2**31).take_all()
    assert sorted(row["counted"] for row in rows)[-1] == 2**30 and len(rows) == 201
    assert all(row["status"] == 0 for row in rows)
    assert watch.peak < MEMORY_LIMIT


def test_scaling(pictures):
    times, peak = [], 0
    for workers in (1, 2):
        ray.shutdown()
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False,
                 object_store_memory=200 * 2**20)  # fmt: skip
        ray.data.DataContext.get_current().enable_progress_bars = False
        files = dataset(pictures.paths * TURNS).materialize()
        colors.palettes(files.limit(100)).count()
        with Watch(is_worker) as watch:
            times.append(timed(lambda: colors.palettes(files).materialize()))
        peak = max(peak, watch.peak)
    ray.shutdown()
    say("ray", *times, peak)
    assert peak < MEMORY_LIMIT
