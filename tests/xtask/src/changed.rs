//! `changed`: the suites that a change concerns, for workflows that run each in a job of its own.

use std::path::Path;

use crate::program::Program;

/// The suites of a workflow's jobs.
const ALL: [&str; 7] = ["rust", "web", "python", "go", "java", "cpp", "postgres"];

/// What only the tests in Rust and these suites read.
const OF_SUITES: [(&str, &str); 11] = [
    ("clients/web/", "web"),
    ("clients/typescript/", "web"),
    ("clients/python/", "python"),
    ("clients/go/", "go"),
    ("clients/java/", "java"),
    ("clients/cpp/", "cpp"),
    ("docs/bots.md", "python"),
    ("docs/first-bot.md", "python"),
    ("docs/first-bot.md", "web"),
    ("docs/league.md", "python"),
    ("docs/researcher.md", "python"),
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
        let own: Vec<_> = OF_SUITES
            .iter()
            .filter(|(start, _)| path.starts_with(start))
            .collect();
        let is_document = Path::new(path).extension().is_some_and(|kind| kind == "md");
        if own.is_empty() && !is_document {
            return ALL.to_vec();
        }
        for (_, suite) in own {
            if !suites.contains(suite) {
                suites.push(suite);
            }
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
            suites_of(["clients/go/bot.go", "docs/stdio.md"]),
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
        let suites = suites_of(["docs/first-bot.md", "docs/league.md"]);
        assert_eq!(suites, ["rust", "python", "web"]);
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
