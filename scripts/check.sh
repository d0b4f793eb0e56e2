#!/usr/bin/env bash
# The gate: format, lints, documentation, package. Tests are `cargo test`, which the README names.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --locked --all-targets -- --deny warnings
RUSTDOCFLAGS="--deny warnings" cargo doc --locked --no-deps --document-private-items
# What would be published builds from its own files alone.
cargo package --locked --allow-dirty
