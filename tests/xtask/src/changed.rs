//! `changed`: the suites that a change concerns, for workflows that run each in a job of its own.

use std::path::Path;

use crate::program::Program;

/// The suites of a workflow's jobs.
const ALL: [&str; 7] = ["rust", "web", "python", "go", "java", "cpp", "postgres"];

/// What only the tests in Rust and one more suite read.
const OF_ONE_SUITE: [(&str, &str); 6] = [
    ("clients/web/", "web"),
    ("clients/typescript/", "web"),
    ("clients/python/", "python"),
    ("clients/go/", "go"),
    ("clients/java/", "java"),
    ("clients/cpp/", "cpp"),
];

/// Prints the suites that read what has changed since a commit, as a list in JSON. After a push that created a branch, or
/// of a commit that is not here, all are.
pub(crate) fn print(since: &str) {
    let range = format!("{since}...HEAD");
    let changed = Program::new("git").args(["diff", "--name-only", &range]);
    let suites = match changed.output() {
        Ok(paths) => suites_of(paths.lines()),
        Err(_) => ALL.to_vec(),
    };
    println!("{suites:?}");
}

/// Returns the suites that read any of these files. The tests in Rust read all of them.
fn suites_of<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<&'static str> {
    let mut suites = vec!["rust"];
    for path in paths {
        let one = OF_ONE_SUITE
            .iter()
            .find(|(folder, _)| path.starts_with(folder));
        match one {
            Some((_, suite)) if !suites.contains(suite) => suites.push(suite),
            Some(_) => {}
            None if Path::new(path).extension().is_some_and(|kind| kind == "md") => {}
            None => return ALL.to_vec(),
        }
    }
    suites
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_of_one_client_concerns_its_suite() {
        assert_eq!(
            suites_of(["clients/go/bot.go", "docs/bots.md"]),
            ["rust", "go"]
        );
        assert_eq!(
            suites_of([
                "clients/web/src/app.css",
                "clients/typescript/src/web.ts",
                "clients/cpp/a.h"
            ]),
            ["rust", "web", "cpp"]
        );
        assert_eq!(suites_of(["README.md"]), ["rust"]);
    }

    #[test]
    fn change_of_what_all_share_concerns_every_suite() {
        for path in [
            "engine/src/lib.rs",
            "proto/botwerk/v1/match.proto",
            "Cargo.lock",
            ".ci/run",
        ] {
            assert_eq!(suites_of(["clients/go/bot.go", path]), ALL, "{path}");
        }
    }
}
