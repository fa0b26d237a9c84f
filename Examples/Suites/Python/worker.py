"""Adds a thousand numbers."""

import bench_worker

# Numbers that are added for nothing: make-history.sh makes one commit slower by it.
WASTED = 0


def sum_of_1000():
    numbers = list(range(1000))

    def work():
        total = 0
        for number in numbers:
            total += number
        waste = 0
        for number in numbers[:WASTED]:
            waste += number
        return total

    return work


bench_worker.serve(sum_of_1000)
