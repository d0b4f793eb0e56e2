"""Interleaved rounds of random playouts by tesuji and by others, as medians and ratios. Called by compare.sh.

    compare.py TESUJI PEERS ROUNDS SECONDS

OpenSpiel's playouts are those of its C++ rollout evaluator: uniform over all legal moves of Go. Its search is MCTSBot with one rollout a
simulation.
"""

import json
import statistics
import subprocess
import sys
import time

import pyspiel

TESUJI, PEERS, ROUNDS, SECONDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
SIZES = [9, 13, 19]


def open_spiel(size):
    """OpenSpiel's playouts a second: one simulation of its search from the start is as many rollouts as are asked for."""
    game = pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    evaluator = pyspiel.RandomRolloutEvaluator(100, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    state = game.new_initial_state()
    started, count = time.perf_counter(), 0
    while time.perf_counter() - started < SECONDS:
        bot.step(state)
        count += 100
    return count / (time.perf_counter() - started)


def open_spiel_search(size):
    """Simulations a second of OpenSpiel's search from the start, each with one rollout."""
    game = pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    simulations = max(100, int(SECONDS * {9: 6000, 13: 1800, 19: 450}[size]))
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, 1, False)
    started = time.perf_counter()
    bot.step(game.new_initial_state())
    return simulations / (time.perf_counter() - started)


def peer(name, size):
    """A crate's playouts a second, and the steps of each."""
    output = subprocess.run([PEERS, name, str(size), str(SECONDS)], capture_output=True, text=True, check=True)
    rate, steps = output.stdout.split()
    return float(rate), float(steps)


def tesuji():
    """All games of tesuji bench."""
    output = subprocess.run([TESUJI, "bench", "--json", "--seconds", str(SECONDS / 2)],
                            capture_output=True, text=True, check=True)
    return json.loads(output.stdout)["games"]


rates, steps, searches = {}, {}, {}


def note(key, rate, length=None):
    rates.setdefault(key, []).append(rate)
    if length is not None:
        steps[key] = length


for _ in range(ROUNDS):
    for row in tesuji():
        note((row["game"], row["size"], "tesuji"), row["playouts"], row["steps"])
        for policy, rate in zip(["light", "full"], row["searches"]):
            searches.setdefault((row["game"], row["size"], policy), []).append(rate)
    for size in SIZES:
        note(("go", str(size), "OpenSpiel"), open_spiel(size))
        searches.setdefault(("go", str(size), "OpenSpiel"), []).append(open_spiel_search(size))
        for name in ("goban", "board-game"):
            note(("go", str(size), name), *peer(name, size))

medians = {key: statistics.median(values) for key, values in rates.items()}
base = medians[("go", "9", "OpenSpiel")]
print(f"Random playouts a second, one thread; medians of {ROUNDS} interleaved rounds.")
print(f"{'game':14}{'size':>5}  {'program':12}{'playouts/s':>11}{'steps':>9}  {'tesuji is':>10}  {'OpenSpiel Go 9 = 1':>19}")
for (game, size, name), rate in medians.items():
    length = f"{steps[game, size, name]:.2f}" if (game, size, name) in steps else ""
    ours = medians[game, size, "tesuji"] / rate
    ratio = f"{ours:.1f} x" if name != "tesuji" else ""
    print(f"{game:14}{size:>5}  {name:12}{rate:11.0f}{length:>9}  {ratio:>10}  {rate / base:19.2f}")

print(f"\nPlayouts of a search a second, one thread; medians of {ROUNDS} interleaved rounds.")
print(f"{'game':14}{'size':>5}  {'program':12}{'search/s':>11}  {'OpenSpiel = 1':>14}")
for (game, size, name), values in searches.items():
    rate = statistics.median(values)
    peer_rates = searches.get((game, size, "OpenSpiel"))
    ratio = f"{rate / statistics.median(peer_rates):.1f}" if peer_rates else ""
    print(f"{game:14}{size:>5}  {name:12}{rate:11.0f}  {ratio:>14}")
