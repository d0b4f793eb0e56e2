#!/usr/bin/env bash
# Measures tesuji's random playouts beside those of others: OpenSpiel (from PyPI) and the crates goban and
# board-game, in interleaved rounds, and prints medians and ratios. Needs python3 with venv.
#
#     scripts/compare.sh [ROUNDS [SECONDS]]
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
seconds=${2:-1}

cargo build --release --locked
cargo build --release --manifest-path scripts/compare/Cargo.toml --target-dir target/compare
venv=target/compare/venv
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet open_spiel
fi
"$venv/bin/python" scripts/compare/compare.py target/release/tesuji target/compare/release/compare "$rounds" "$seconds"
