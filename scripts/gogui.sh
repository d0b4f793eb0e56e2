#!/usr/bin/env bash
# Starts GoGui with tesuji: you play Black, the engine White.
#
#     scripts/gogui.sh GAME [SIZE [OPTIONS OF GOGUI...]]
#
# Needs an installed GoGui of Rémi Coulom (1.6 or newer, which reads rules from the engine) as `gogui`, or
# its path in GOGUI; and a built tesuji (`cargo build --release`), or its path in TESUJI.
# Every start draws another seed. `-computer-both` as an option lets the engine play both sides.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
tesuji=${TESUJI:-$here/target/release/tesuji}
gogui=${GOGUI:-gogui}

if [ $# -lt 1 ]; then
    echo "usage: scripts/gogui.sh GAME [SIZE [OPTIONS OF GOGUI...]]" >&2
    "$tesuji" games >&2
    exit 2
fi
command -v "$gogui" >/dev/null || { echo "there is no $gogui: install GoGui, or say where it is in GOGUI" >&2; exit 1; }
[ -x "$tesuji" ] || { echo "there is no $tesuji: run cargo build --release" >&2; exit 1; }

game=$1
size=${2:-}
shift $(($# > 1 ? 2 : 1))
command=("$tesuji" --game "$game" ${size:+--size "$size"})
# What cannot be drawn is said here; in GoGui it would only look wrong.
answer=$(printf 'gogui-rules_board_size\n' | "${command[@]}") || exit
[[ $answer == =* ]] || { echo "$answer" >&2; exit 1; }
exec "$gogui" -program "\"$tesuji\" --game $game${size:+ --size $size}" -computer-white "$@"
