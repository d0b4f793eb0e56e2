#!/usr/bin/env python3
"""Plays random games of Go in tesuji and GNU Go at once, and compares them.

After every move the legal moves of both are compared, and at the end, when no sensible move is left,
the area score. GNU Go judges life and death before it counts, tesuji counts the board as it stands. So
where the scores differ, the stones that GNU Go calls dead are marked as dead in tesuji too, and the
scores are compared again: such games are listed, but are no difference in counting. Needs GNU Go 3.8 (Debian: apt-get install gnugo) and a built tesuji.

    scripts/compare-gnugo.py [--games N] [--size S ...] [--seed N] [--tesuji FILE] [--gnugo FILE]

Exits with 1 where anything differs; the differences are listed.
"""

import argparse
import random
import subprocess
import sys


class Engine:
    """A GTP engine as a process."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        """The answer to a line; a failure is an exception."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        reply = ""
        while not reply.endswith("\n\n"):
            text = self.process.stdout.readline()
            if not text:
                raise RuntimeError(f"the engine is gone after: {line}")
            reply += text
        if not reply.startswith("="):
            raise RuntimeError(f"{line}: {reply.strip()}")
        return reply[1:].strip()

    def legal(self, color):
        raise NotImplementedError


class Tesuji(Engine):
    def legal(self, color):
        return set(self.ask("tesuji-legal").split()) - {"pass"}


class GnuGo(Engine):
    def legal(self, color):
        return set(self.ask(f"all_legal {color}").split())


def neighbours(vertex, size):
    columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    column, row = columns.index(vertex[0]), int(vertex[1:])
    for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= column + dc < size and 1 <= row + dr <= size:
            yield f"{columns[column + dc]}{row + dr}"


def stones(engine):
    """The stones of a tesuji position by vertex."""
    fields = dict(field.split("=", 1) for field in engine.ask("tesuji-position").split() if "=" in field)
    rows = fields["stones"].split("/")
    columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    return {f"{columns[c]}{len(rows) - r}": stone
            for r, row in enumerate(rows) for c, stone in enumerate(row) if stone != "."}


def liberties(vertex, board, size):
    """The empty neighbours of the group of a stone."""
    group, edge, free = {vertex}, [vertex], set()
    while edge:
        for near in neighbours(edge.pop(), size):
            if near not in board:
                free.add(near)
            elif board[near] == board[vertex] and near not in group:
                group.add(near)
                edge.append(near)
    return free


def is_sensible(move, color, board, size):
    """Neither fills an own one-point eye, but to save a stone: so no ko is left open at the end."""
    near = list(neighbours(move, size))
    eye = all(board.get(point) == color for point in near)
    return not eye or any(len(liberties(point, board, size)) == 1 for point in near)


def check_options(command):
    """The rules that the options ask of GNU Go are in force: it forbids suicide, and a position to repeat."""
    engine = Engine(command)
    for line in ("boardsize 5", "clear_board", "play b B1", "play b A2"):
        engine.ask(line)
    if "A1" in engine.ask("all_legal w").split():
        sys.exit("GNU Go allows suicide")
    # On 2x2 the last move would repeat the stones of the second with the other side to move.
    for line in ("boardsize 2", "clear_board", "play b B1", "play w B2", "play b A2", "play w pass",
                 "play b A1", "play w B2"):
        engine.ask(line)
    if "B1" in engine.ask("all_legal b").split():
        sys.exit("GNU Go allows a positional repetition")
    engine.ask("quit")


def play(ours, theirs, size, chance, report):
    """One game to the last point: the number of positions, and what the score needed to be equal."""
    for engine in (ours, theirs):
        engine.ask(f"boardsize {size}")
        engine.ask("clear_board")
        engine.ask("komi 7.5")
    color, passes, positions, moves = "b", 0, 0, []
    while passes < 2:
        legal, others = ours.legal(color), theirs.legal(color)
        positions += 1
        if legal != others:
            report(f"{size}x{size}, after {' '.join(moves)}: {color} to move: only tesuji allows "
                   f"{sorted(legal - others)}, only GNU Go {sorted(others - legal)}")
        board = stones(ours)
        sensible = sorted(move for move in legal & others if is_sensible(move, color, board, size))
        move = chance.choice(sensible) if sensible and len(moves) < 4 * size * size else "pass"
        passes = passes + 1 if move == "pass" else 0
        for engine in (ours, theirs):
            engine.ask(f"play {color} {move}")
        moves.append(move)
        color = "w" if color == "b" else "b"
    as_it_stands, score = ours.ask("final_score"), theirs.ask("final_score")
    if as_it_stands == score:
        return positions, None
    dead = theirs.ask("final_status_list dead").split()
    if dead:
        ours.ask("tesuji-dead " + " ".join(dead))
    if ours.ask("final_score") != score:
        report(f"{size}x{size}, score after {' '.join(moves)}: tesuji {ours.ask('final_score')}, "
               f"GNU Go {score}, stones dead by GNU Go: {dead}")
        return positions, None
    return positions, f"{as_it_stands} as it stands, {score} without {' '.join(dead)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games on each size")
    parser.add_argument("--size", type=int, nargs="+", default=[9, 13])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tesuji", default="target/release/tesuji")
    parser.add_argument("--gnugo", default="gnugo")
    options = parser.parse_args()

    gnugo = [options.gnugo, "--mode", "gtp", "--chinese-rules", "--positional-superko"]
    check_options(gnugo)
    ours = Tesuji([options.tesuji, "--game", "go"])
    theirs = GnuGo(gnugo)
    chance = random.Random(options.seed)
    differences = []
    for size in options.size:
        positions, judged = 0, []
        for _ in range(options.games):
            compared, dead = play(ours, theirs, size, chance, differences.append)
            positions += compared
            judged += [dead] if dead else []
        print(f"{size}x{size}: {options.games} games, {positions} positions; in {len(judged)} games GNU Go "
              "called stones dead, without which the scores are equal", flush=True)
        for dead in judged:
            print(f"  {dead}")
    for difference in differences:
        print(difference)
    print(f"{len(differences)} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
