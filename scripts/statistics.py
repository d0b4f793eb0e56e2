#!/usr/bin/env python3
"""Computes the statistics of match results a second time, with 40 digits, as the tests' expectation.

    scripts/statistics.py > tests/data/statistics.jsonl        (needs mpmath)

Each line has the pairs that scored 0, 1/2, 1, 3/2 and 2 points, games without a partner, a test, and what must come out.
Nothing here is taken from the program.
"""

import json

from mpmath import erf, log, mp, mpf, sqrt

mp.dps = 40

# Pairs by their points; points of games alone; elo0, elo1, alpha, beta of the test.
RESULTS = [
    ([3, 12, 40, 15, 5], [], [0, 10, "0.05", "0.05"]),
    ([10, 20, 40, 20, 10], [], [0, 5, "0.05", "0.05"]),
    ([0, 1, 2, 7, 30], [], [0, 100, "0.05", "0.05"]),
    ([25, 3, 1, 0, 0], [], [-50, 50, "0.05", "0.1"]),
    ([0, 0, 50, 1, 0], [], [0, 20, "0.01", "0.01"]),
    ([100, 0, 233, 0, 131], [], [0, 20, "0.05", "0.05"]),
    ([2345, 0, 5310, 0, 2345], [], [-5, 5, "0.05", "0.05"]),
    ([1, 0, 0, 0, 1], [1], [0, 20, "0.05", "0.05"]),
    ([4, 1, 9, 2, 8], [1, "0.5", 0, 1], [0, 40, "0.02", "0.2"]),
    ([0, 7, 0, 9, 0], [1], [5, 10, "0.05", "0.05"]),
]

Z = mpf("1.959963984540054")


def score(pairs, alone):
    """The share of points, its standard error from the units' variance, and the interval."""
    units = [(mpf(k) / 2, 2) for k, count in enumerate(pairs) for _ in range(count)]
    units += [(mpf(points), 1) for points in alone]
    games = sum(games for _, games in units)
    share = sum(points for points, _ in units) / games
    n = len(units)
    variance = sum((points - share * games) ** 2 for points, games in units) / (n - 1)
    error = sqrt(n * variance) / games
    return share, error, max(mpf(0), share - Z * error), min(mpf(1), share + Z * error)


def elo(share):
    return None if share in (0, 1) else 400 * log(share / (1 - share)) / log(10)


def likeliest(counts, mean):
    """The distribution of that mean under which the counts are likeliest. The stationary points are
    count / (m + l * points); summed up, their multipliers satisfy m + l * mean = the number of pairs."""
    points = [mpf(k) / 4 for k in range(5)]
    total = sum(counts)
    low, high = -total / (1 - mean), total / mean
    for _ in range(140):
        l = (low + high) / 2
        p = [c / (total + l * (a - mean)) for c, a in zip(counts, points)]
        if sum(x * a for x, a in zip(p, points)) > mean * sum(p):
            low = l
        else:
            high = l
    assert abs(sum(p) - 1) < mpf(10) ** -20 and abs(sum(x * a for x, a in zip(p, points)) - mean) < mpf(10) ** -20
    return p


def llr(pairs, elo0, elo1):
    counts = [mpf(count) if count else mpf("1e-3") for count in pairs]
    under = [likeliest(counts, 1 / (1 + mpf(10) ** (-mpf(e) / 400))) for e in (elo0, elo1)]
    return sum(c * log(q / p) for c, p, q in zip(counts, *under))


for pairs, alone, (elo0, elo1, alpha, beta) in RESULTS:
    share, error, low, high = score(pairs, alone)
    alpha, beta = mpf(alpha), mpf(beta)
    number = lambda x: None if x is None else float(x)
    print(json.dumps({
        "pairs": pairs,
        "alone": [float(points) for points in alone],
        "sprt": f"{elo0},{elo1},{float(alpha)},{float(beta)}",
        "score": number(share),
        "error": number(error),
        "low": number(low),
        "high": number(high),
        "elo": number(elo(share)),
        "elo_low": number(elo(low)),
        "elo_high": number(elo(high)),
        "los": number((1 + erf((share - mpf(1) / 2) / error / sqrt(2))) / 2),
        "llr": number(llr(pairs, elo0, elo1)),
        "lower": number(log(beta / (1 - alpha))),
        "upper": number(log((1 - beta) / alpha)),
    }))
