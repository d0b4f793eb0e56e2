#!/usr/bin/env bash
# The gate: format, lints, documentation, package, and that every benchmark runs. Tests are `cargo test`, which the README names.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --locked --all-targets -- --deny warnings
RUSTDOCFLAGS="--deny warnings" cargo doc --locked --no-deps --document-private-items
# Each benchmark once, for its panics and not for its time.
cargo test --locked --bench '*'
# What would be published builds from its own files alone.
cargo package --locked --allow-dirty
