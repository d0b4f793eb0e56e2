//! The layers of the library: each uses only those below it.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top.
const LAYERS: [&str; 16] = [
    "program",
    "clock",
    "board",
    "rules",
    "playouts",
    "estimates",
    "games",
    "catalog",
    "records",
    "search",
    "bots",
    "table",
    "replay",
    "protocol",
    "arena",
    "measure",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The layer of a file: the first part of its path below `src`.
fn layer_of(file: &Path) -> Option<usize> {
    let below = file.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = below.components().next().unwrap().as_os_str().to_str().unwrap();
    let name = first.trim_end_matches(".rs");
    LAYERS.iter().position(|layer| *layer == name)
}

/// The modules of this crate that a line names.
fn used(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, marker)| {
        let rest = &line[at + marker.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn dependencies_point_downwards_only() {
    let mut edges = 0;
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let Some(layer) = layer_of(&file) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        // What tests use is no dependency of the layer.
        let text = text.split("#[cfg(test)]").next().unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for module in used(line) {
                let Some(below) = LAYERS.iter().position(|layer| *layer == module) else {
                    continue;
                };
                assert!(below <= layer, "{} uses {module}: {line}", file.display());
                edges += usize::from(below < layer);
            }
        }
    }
    assert!(edges > 30, "only {edges} edges were found");
}

#[test]
fn files_stay_readable() {
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 600, "{} has {lines} lines", file.display());
    }
}
