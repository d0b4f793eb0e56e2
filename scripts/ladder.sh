#!/usr/bin/env bash
# A round robin of this program's bots in every game, and its table. What has been played is kept in target/ladder: started
# again it goes on where it was, and with more GAMES it adds to them.
#
#     [GAMES=20] [JOBS=1] [PLAYERS="random greedy …"] scripts/ladder.sh ["GAME SIZE" …]
#
# The table is Markdown, as in the README; `scripts/ladder.py target/ladder` prints it again.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${GAMES:-20}
jobs=${JOBS:-1}
read -ra players <<<"${PLAYERS:-random greedy uct:playouts=1000 uct:playouts=4000 mcts:playouts=1000 mcts:playouts=4000}"
boards=("$@")
if [ ${#boards[@]} -eq 0 ]; then
    boards=("sendit 5" "sendit-square 9" "rush 9" "medusa 6" "rosette 3" "go 9")
fi

cargo build --release --locked
mkdir -p target/ladder
for board in "${boards[@]}"; do
    read -r game size <<<"$board"
    for ((i = 0; i < ${#players[@]}; i++)); do
        for ((j = 0; j < i; j++)); do
            pairing="$game-$size-${players[i]}-${players[j]}"
            file="target/ladder/${pairing//[:=,]/_}.jsonl"
            echo "$pairing" >&2
            target/release/tesuji match "bot:${players[i]}" "bot:${players[j]}" --game "$game" --size "$size" \
                --games "$games" --jobs "$jobs" --seed 1 --out "$file" >/dev/null
        done
    done
done
python3 scripts/ladder.py target/ladder
