//! The number of crates that a build needs.

use std::collections::BTreeSet;

use crate::Failure;
use crate::program::Program;

/// Returns the number of crates of a package with features, build scripts and the workspace's own crates included.
pub(crate) fn count(package: &str, features: &str) -> Result<u64, Failure> {
    let tree = [
        "tree",
        "--locked",
        "-p",
        package,
        "-e",
        "normal,build",
        "--prefix",
        "none",
    ];
    let tree = Program::cargo()
        .args(tree)
        .args(["--features", features])
        .output()?;
    Ok(distinct(&tree) as u64)
}

/// Counts names with versions: a line has more behind them, such as the folder of a crate.
fn distinct(tree: &str) -> usize {
    let name = |line: &'_ str| -> Vec<String> {
        line.split_whitespace().take(2).map(str::to_owned).collect()
    };
    let crates: BTreeSet<_> = tree
        .lines()
        .map(name)
        .filter(|name| name.len() == 2)
        .collect();
    crates.len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn versions_count_apart_and_repeats_once() {
        let tree =
            "botwerk v0.1.0 (/src)\nserde v1.0.1\nserde v1.0.1 (*)\n\nserde v2.0.0 (proc-macro)\n";
        assert_eq!(super::distinct(tree), 3);
    }
}
