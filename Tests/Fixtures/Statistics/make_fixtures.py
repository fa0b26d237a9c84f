#!/usr/bin/env python3
"""Writes scipy.csv: the values that the Measuring module's statistics are checked against.

Run once, by hand:  pip install scipy  and then  python3 make_fixtures.py > scipy.csv
Each line is  function;arguments;expected values  with spaces between the numbers of a field.
Numbers are printed with repr, so that reading them gives back the same Double. The first lines say
which versions wrote the file.
"""

import math
import sys

import numpy
import scipy
from scipy import stats


def field(values):
    return " ".join(repr(float(v)) for v in values)


def line(name, arguments, expected):
    print(f"{name};{field(arguments)};{field(expected)}")


def main():
    print(f"# made by make_fixtures.py with scipy {scipy.__version__}, numpy {numpy.__version__},"
          f" python {sys.version.split()[0]}")
    random = numpy.random.default_rng(20260721)

    series = [
        [3.5],
        [2.0, 1.0],
        [1.0, 1.0, 1.0, 1.0, 9.0],
        [0.1, 0.2, 0.30000000000000004, 0.4, 0.5, 100.0],
        list(random.normal(10, 2, 41)),
        list(random.lognormal(0, 1, 100)),
        list(random.integers(0, 5, 64).astype(float)),
    ]
    for values in series:
        line("median", values, [numpy.median(values)])
        line("mad", values, [stats.median_abs_deviation(values)])
        for p in (0, 0.05, 0.25, 0.5, 0.9, 0.99, 1):
            line("quantile", [p] + values, [numpy.quantile(values, p)])
        if len(values) > 2:
            d = numpy.array(values) - numpy.mean(values)
            line("lag1", values, [float(numpy.sum(d[1:] * d[:-1]) / numpy.sum(d * d))])

    for n in (1, 2, 5, 12, 20, 40, 80, 300, 1000, 12345, 1000000):
        for p in (0.5, 0.003, 0.2, 0.97):
            spread = max(1, math.sqrt(n * p * (1 - p)))
            for z in (-30, -6, -3, -1, 0, 1, 3, 6):
                k = int(n * p + z * spread)
                if 0 <= k <= n:
                    line("binomialCDF", [k, n, p], [stats.binom.cdf(k, n, p)])
                    line("binomialUpper", [k, n, p], [stats.binom.sf(k - 1, n, p)])
                    line("binomialPMF", [k, n, p], [stats.binom.pmf(k, n, p)])

    for k, n in ((0, 1), (0, 300), (1, 300), (300, 300), (299, 300), (5, 10), (13, 40), (2, 1000),
                 (0, 1000000), (500000, 1000000), (37, 1000000)):
        for confidence in (0.9, 0.95, 0.99):
            # From the beta distribution: binomtest's own root search stops at 2e-12.
            def low(tail):
                return stats.beta.ppf(tail, k, n - k + 1) if k > 0 else 0

            def high(tail):
                return stats.beta.isf(tail, k + 1, n - k) if k < n else 1

            tail = 1 - confidence
            line("clopperPearson", [k, n, confidence],
                 [low(tail / 2), high(tail / 2), low(tail), high(tail)])

    for p in (1e-300, 1e-12, 0.00025, 0.005, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9995, 1 - 1e-12):
        line("normalQuantile", [p], [stats.norm.ppf(p)])

    for n in (1, 5, 6, 8, 11, 12, 19, 20, 40, 80, 101, 1000):
        for alpha in (0.0005, 0.001, 0.01, 0.05, 0.2):
            # k = max{k : BinCDF(k - 1; n, 1/2) <= alpha / 2}, by search from the definition.
            k = 0
            while k < n and stats.binom.cdf(k, n, 0.5) <= alpha / 2:
                k += 1
            achieved = 1 - 2 * stats.binom.cdf(k - 1, n, 0.5) if k else 0
            line("medianRank", [n, alpha], [k, achieved])

    for n in (2, 3, 8, 30):
        x = numpy.sort(random.uniform(1, 1000, n))
        y = 3 * x ** 1.3 * random.lognormal(0, 0.1, n)
        slope, _, _, _ = stats.theilslopes(numpy.log(y), numpy.log(x))
        line("logLogSlope", list(x) + list(y), [slope])


main()
