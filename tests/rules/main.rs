//! The rules against everything that is independent of them: vectors, counts, slow twins, symmetries.

mod contract;
mod known;
mod perft;
mod playouts;
mod random;
mod twin;
mod twins;
mod vectors;
