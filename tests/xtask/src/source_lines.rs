//! Lines of the repository by kind.

use std::collections::BTreeMap;
use std::fs;

use crate::program::Program;
use crate::{Failure, root};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Hand-written source in Rust.
    Rust,
    /// Hand-written source in other languages.
    OtherLanguages,
    Tests,
    Generated,
    Documents,
    /// Vectors, golden texts, configuration and others.
    Data,
}

/// Folders of crates, clients and documents by which lines are counted. A file counts for the first that contains it.
const FOLDERS: [&str; 11] = [
    "proto",
    "engine",
    "agents",
    "service",
    "clients/cli",
    "clients/rust",
    "clients/python",
    "clients/web",
    "clients",
    "tests",
    "docs",
];

/// Numbers of lines by folder and kind.
pub(crate) struct SourceLines(BTreeMap<(&'static str, Kind), u64>);

impl SourceLines {
    /// Counts the lines of all files in the repository.
    pub(crate) fn count() -> Result<Self, Failure> {
        let mut lines = BTreeMap::new();
        for file in Program::new("git").args(["ls-files"]).output()?.lines() {
            let path = root().join(file);
            // A link, such as the licence of a crate, has no lines of its own.
            if path.is_symlink() {
                continue;
            }
            // Files that are removed but not yet committed have no lines.
            let Ok(content) = fs::read(path) else {
                continue;
            };
            let count = content.split(|byte| *byte == b'\n').count() - 1;
            *lines.entry((folder(file), kind(file))).or_default() += count as u64;
        }
        Ok(Self(lines))
    }

    /// Returns the number of lines of a kind in a folder, or in all.
    pub(crate) fn of(&self, wanted: Option<&str>, kind: Option<Kind>) -> u64 {
        let counts = |(folder, other): &(&str, Kind)| {
            wanted.is_none_or(|wanted| wanted == *folder) && kind.is_none_or(|kind| kind == *other)
        };
        let entries = self.0.iter().filter(|(key, _)| counts(key));
        entries.map(|(_, lines)| lines).sum()
    }

    /// Prints a table of folders and kinds.
    pub(crate) fn print(&self) {
        let kinds = [
            (Kind::Rust, "Rust"),
            (Kind::OtherLanguages, "other"),
            (Kind::Tests, "tests"),
            (Kind::Generated, "generated"),
            (Kind::Documents, "documents"),
            (Kind::Data, "data"),
        ];
        print!("{:<16}", "lines");
        for (_, title) in kinds {
            print!("{title:>11}");
        }
        println!();
        for folder in FOLDERS.into_iter().chain(["."]) {
            print!("{folder:<16}");
            for (kind, _) in kinds {
                print!("{:>11}", self.of(Some(folder), Some(kind)));
            }
            println!();
        }
    }
}

fn folder(file: &str) -> &'static str {
    let contains = |folder: &&str| {
        let rest = file.strip_prefix(*folder);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    FOLDERS.into_iter().find(contains).unwrap_or(".")
}

fn kind(file: &str) -> Kind {
    let name = file.rsplit('/').next().unwrap_or(file);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_generated = [
        "proto/src/generated/",
        "proto/frozen.binpb",
        "clients/go/botwerkv1/",
        "clients/java/src/main/java/dev/botwerk/v1/",
        "clients/python/python/botwerk/v1/",
        "clients/typescript/src/generated/",
        "clients/web/pages/site/",
    ];
    if is_generated.iter().any(|start| file.starts_with(start)) || extension == "lock" {
        return Kind::Generated;
    }
    let is_source = [
        "rs", "py", "ts", "js", "mjs", "go", "java", "cpp", "hpp", "sh", "css", "html", "proto",
        "sql",
    ];
    match extension {
        "md" => Kind::Documents,
        _ if !is_source.contains(&extension) => Kind::Data,
        _ if is_test(file, stem) => Kind::Tests,
        "rs" => Kind::Rust,
        _ => Kind::OtherLanguages,
    }
}

fn is_test(file: &str, stem: &str) -> bool {
    let in_folder = |folder: &str| file.starts_with(&folder[1..]) || file.contains(folder);
    ["/tests/", "/benches/", "/test/"]
        .into_iter()
        .any(in_folder)
        || stem == "tests"
        || ["_tests", "_test", ".test"]
            .iter()
            .any(|end| stem.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_one_folder_and_kind() {
        for (file, expected) in [
            ("engine/src/hash.rs", ("engine", Kind::Rust)),
            ("engine/tests/laws/main.rs", ("engine", Kind::Tests)),
            ("service/src/store/file_tests.rs", ("service", Kind::Tests)),
            ("tests/xtask/src/main.rs", ("tests", Kind::Tests)),
            (
                "clients/go/botwerkv1/game.pb.go",
                ("clients", Kind::Generated),
            ),
            (
                "clients/web/src/page.ts",
                ("clients/web", Kind::OtherLanguages),
            ),
            (
                "clients/web/tests/page.test.ts",
                ("clients/web", Kind::Tests),
            ),
            (
                "clients/cli/tests/program/snapshots/a.snap",
                ("clients/cli", Kind::Data),
            ),
            ("docs/bots.md", ("docs", Kind::Documents)),
            ("README.md", (".", Kind::Documents)),
        ] {
            assert_eq!((folder(file), kind(file)), expected, "{file}");
        }
    }
}
