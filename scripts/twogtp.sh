#!/usr/bin/env bash
# Plays games between two engines with gogui-twogtp, tesuji being the referee.
#
#     scripts/twogtp.sh GAME SIZE GAMES [BLACK [WHITE]]
#
# BLACK and WHITE are command lines of engines in the unit alternate; by default tesuji with its default bot.
# In them GoGui understands double quotes only. Writes GAME-SIZE.dat, one line a game, and an SGF file a game
# into the current folder; a second run goes on with the first one's files.
#
# Needs gogui-twogtp of Rémi Coulom's GoGui (1.6 or newer), or its path in TWOGTP; and a built tesuji
# (`cargo build --release`), or its path in TESUJI. gogui-twogtp may hang when an engine dies: it is ended
# after TIMEOUT seconds (3600).
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
tesuji=${TESUJI:-$here/target/release/tesuji}
twogtp=${TWOGTP:-gogui-twogtp}

if [ $# -lt 3 ]; then
    echo "usage: scripts/twogtp.sh GAME SIZE GAMES [BLACK [WHITE]]" >&2
    exit 2
fi
command -v "$twogtp" >/dev/null || { echo "there is no $twogtp: install GoGui, or say where it is in TWOGTP" >&2; exit 1; }

game=$1 size=$2 games=$3
command=("$tesuji" --game "$game" --size "$size" --unit alternate)
referee="\"$tesuji\" --game $game --size $size --unit alternate"
black=${4:-$referee}
white=${5:-$referee}
# gogui-twogtp must be told the width of the board.
width=$(printf 'gogui-rules_board_size\n' | "${command[@]}" | sed -n 's/^= \([0-9]*\).*/\1/p')
[ -n "$width" ] || { echo "gogui-twogtp knows square boards only, and $game $size is none" >&2; exit 1; }
# Fillers count as moves: the usual limit of 1000 is too low.
timeout "${TIMEOUT:-3600}" "$twogtp" -black "$black" -white "$white" -referee "$referee" -size "$width" \
    -auto -games "$games" -alternate -maxmoves 50000 -sgffile "$game-$size"
"$twogtp" -analyze "$game-$size.dat" -force
awk -F'\t' '!/^#/ { games++; errors += $12 != 0; disputed += $2 != $4 || $3 != $4 }
    END { print games " games, " errors + 0 " with errors, " disputed + 0 " results that differ from the referee" }' \
    "$game-$size.dat"
