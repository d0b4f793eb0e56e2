#!/usr/bin/env python3
"""A whole bot: it plays where the most stones of the other side are near, and passes when it has no step.

    tesuji --game rush --bot "exec:python3 scripts/bots/neighbours.py"

A line of JSON comes in for every decision, a line goes out: the next step of the turn. The bot is asked
again until its turn is over. It needs to know neither the rules nor the protocol.
"""
import json
import random
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def place(vertex):
    """Column and row of a vertex such as C3 or, on very wide boards, AB7."""
    letters = vertex.rstrip("0123456789")
    column = COLUMNS.index(letters[-1]) + (len(COLUMNS) if len(letters) > 1 else 0)
    return column, int(vertex[len(letters):])


def crowd(step, request):
    """How many stones of the other side stand within two columns and rows of a placement."""
    column, row = place(step)
    enemies = [place(v) for v, color in request["board"].items() if color != request["to_move"]]
    return sum(abs(c - column) <= 2 and abs(r - row) <= 2 for c, r in enemies)


for line in sys.stdin:
    request = json.loads(line)
    random.seed(request["seed"])
    placements = [step for step in request["legal"] if step != "pass" and "-" not in step]
    random.shuffle(placements)
    play = max(placements, key=lambda step: crowd(step, request), default="pass")
    print(json.dumps({"id": request["id"], "play": play}), flush=True)
