//! The size of the service: lines that people read and mend.

use std::fs;
use std::io;
use std::path::Path;

use botwerk_command::failure::Failure;

use super::attack::{Attack, AttackContext, at_most};

/// The folders of the service and its stores, of tournaments and of their messages. Generated code lies elsewhere.
const FOLDERS: [&str; 3] = [
    "service/src",
    "service/tournament/src",
    "service/tournament/wire/src",
];

pub(super) const ATTACK: Attack = Attack {
    name: "source-lines",
    about: "Lines of Rust of the service, its stores and tournaments, unit tests included",
    figures: &[at_most("source-lines", "lines", 47_500.0)],
    run,
};

fn run(_: &AttackContext) -> Result<Vec<f64>, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lines = FOLDERS.iter().map(|folder| count_lines(&root.join(folder)));
    match lines.sum::<io::Result<usize>>() {
        Ok(lines) => Ok(vec![lines as f64]),
        // A program that has left its repository counts none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(vec![f64::NAN]),
        Err(error) => Err(error.into()),
    }
}

/// Returns the number of lines of all Rust files of a folder.
fn count_lines(folder: &Path) -> io::Result<usize> {
    let mut lines = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            lines += count_lines(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            lines += fs::read_to_string(&path)?.lines().count();
        }
    }
    Ok(lines)
}
