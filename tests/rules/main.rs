//! The rules against everything that is independent of them: vectors, counts, slow twins, symmetries.

mod contract;
mod known;
mod perft;
mod random;
mod twin;
mod twins;
mod vectors;
