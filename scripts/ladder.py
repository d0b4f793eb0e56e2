"""Prints the table of a round robin as Markdown. Called by ladder.sh.

    ladder.py FOLDER

Every file of the folder is a match between two bots. A player's rating is Elo of the Bradley-Terry model, with one drawn game
more for every pairing so that it is finite; the weakest player is 0. Errors are two standard deviations of ratings of
200 resampled round robins, in which whole pairs of games are drawn.
"""

import json
import math
import pathlib
import platform
import random
import subprocess
import sys
from datetime import date

TESUJI = "target/release/tesuji"


def read(path):
    """A match: its board, its players, and how many pairs made 0, ½, 1, 1½ and 2 points for A."""
    output = subprocess.run([TESUJI, "report", str(path), "--json"], capture_output=True, text=True)
    report = json.loads(output.stdout)
    names = [report["players"][side]["player"].removeprefix("bot:") for side in "AB"]
    return f"{report['game']} {report['size']}", names, report["pairs"], report["score"]


def ratings(results):
    """Elo of every player from points and games of each pairing."""
    players = sorted({name for pair in results for name in pair})
    strength = {name: 1.0 for name in players}
    for _ in range(500):
        new = {}
        for name in players:
            points = expected = 0.0
            for (a, b), (score, games) in results.items():
                if name in (a, b):
                    points += (score if name == a else games - score) + 0.5
                    expected += (games + 1) / (strength[a] + strength[b])
            new[name] = points / expected
        mean = math.exp(sum(map(math.log, new.values())) / len(new))
        strength = {name: value / mean for name, value in new.items()}
    elo = {name: 400 * math.log10(value) for name, value in strength.items()}
    lowest = min(elo.values())
    return {name: value - lowest for name, value in elo.items()}


def points(pairs):
    return sum(index * count for index, count in enumerate(pairs)) / 2, 2 * sum(pairs)


def resampled(pairs, dice):
    drawn = dice.choices(range(5), weights=pairs, k=sum(pairs))
    return [drawn.count(index) for index in range(5)]


def main(folder):
    boards = {}
    for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
        board, names, pairs, _ = read(path)
        if sum(pairs) > 0:
            boards.setdefault(board, {})[tuple(names)] = pairs
    table = {}
    dice = random.Random(1)
    for board, matches in boards.items():
        elo = ratings({pair: points(pairs) for pair, pairs in matches.items()})
        samples = [ratings({pair: points(resampled(pairs, dice)) for pair, pairs in matches.items()})
                   for _ in range(200)]
        for name, value in elo.items():
            values = [sample[name] for sample in samples]
            mean = sum(values) / len(values)
            error = 2 * math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
            table.setdefault(name, {})[board] = (value, error)
    order = sorted(table, key=lambda name: sum(value for value, _ in table[name].values()) / len(table[name]))
    print(f"{date.today()}, {platform.machine()}, Elo above the weakest player:\n")
    print("| bot | " + " | ".join(boards) + " |")
    print("|---" * (len(boards) + 1) + "|")
    for name in order:
        cells = [f"{table[name][b][0]:.0f} ± {table[name][b][1]:.0f}" if b in table[name] else "" for b in boards]
        print(f"| `{name}` | " + " | ".join(cells) + " |")


main(sys.argv[1])
