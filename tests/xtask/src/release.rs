//! `release`: a new version in every manifest and in the changelog.

use std::collections::BTreeMap;
use std::fs;

use crate::program::Program;
use crate::{Failure, root};

/// The version of this build, which every manifest has.
const CURRENT: &str = env!("CARGO_PKG_VERSION");

/// The title of the changelog's section about changes that were not released yet.
const UNRELEASED: &str = "## Unreleased\n";

/// Files with the version, the text that has it in place of `{}`, and how often the text is there.
const PLACES: [(&str, &str, usize); 16] = [
    ("Cargo.toml", "\nversion = \"{}\"\n", 1),
    ("Cargo.toml", ", version = \"{}\"", 22),
    (
        "clients/cpp/CMakeLists.txt",
        "project(Botwerk VERSION {} ",
        1,
    ),
    ("CITATION.cff", "\nversion: {}\n", 1),
    ("clients/cli/install/install.sh", "${1:-{}}", 1),
    ("clients/cli/install/install.ps1", "$Version = \"{}\"", 1),
    ("clients/java/README.md", "botwerk-{}.jar", 1),
    ("clients/java/pom.xml", "\n  <version>{}</version>\n", 1),
    ("clients/typescript/README.md", "botwerk-{}.tgz", 1),
    (
        "clients/typescript/package.json",
        "\n  \"version\": \"{}\"",
        1,
    ),
    (
        "clients/typescript/package-lock.json",
        "\n  \"version\": \"{}\"",
        1,
    ),
    (
        "clients/typescript/package-lock.json",
        "\"name\": \"botwerk\",\n      \"version\": \"{}\"",
        1,
    ),
    ("clients/web/package.json", "\n  \"version\": \"{}\"", 1),
    (
        "clients/web/package-lock.json",
        "\n  \"version\": \"{}\"",
        1,
    ),
    (
        "clients/web/package-lock.json",
        "\",\n      \"version\": \"{}\",\n      \"license\": \"MIT OR Apache-2.0\"",
        2,
    ),
    ("docs/deployment/README.md", "botwerk-{}-image.tar", 2),
];

/// Writes a version to every manifest and to the changelog.
///
/// # Errors
/// Returns an error, and changes nothing, if there are uncommitted changes, the version is released already or not later
/// than the current one, or the changelog has nothing new.
pub(crate) fn prepare(version: &str) -> Result<(), Failure> {
    let (new, current) = (parse(version)?, parse(CURRENT)?);
    if new < current {
        return Err(format!("{version} is not later than {CURRENT}"));
    }
    let changes = git(&["status", "--porcelain"])?;
    if !changes.is_empty() {
        return Err(format!("commit or discard these changes first:\n{changes}"));
    }
    let tag = format!("v{version}");
    if !git(&["tag", "--list", &tag])?.is_empty() {
        return Err(format!("{tag} was released already"));
    }
    let date = Program::new("date").args(["--utc", "+%F"]).output()?;
    let changelog = released(&read("CHANGELOG.md")?, version, date.trim())?;
    // Everything is read before the first file is written.
    let files = manifests(version)?;
    for (file, text) in files {
        write(file, &text)?;
    }
    write("CHANGELOG.md", &changelog)?;
    Program::cargo()
        .args(["update", "--workspace", "--offline"])
        .run()?;
    println!("every manifest has the version {version}; docs/releasing.md says what is next");
    Ok(())
}

/// Returns the changelog with a section of the version, which has what the unreleased one had.
fn released(changelog: &str, version: &str, date: &str) -> Result<String, Failure> {
    let (before, after) = changelog
        .split_once(UNRELEASED)
        .ok_or("CHANGELOG.md: expected a section `## Unreleased`")?;
    let changes = after.split("\n## ").next().unwrap_or_default();
    if changes.trim().is_empty() {
        return Err("CHANGELOG.md: nothing is listed as unreleased".into());
    }
    Ok(format!(
        "{before}{UNRELEASED}\n## {version} - {date}\n{after}"
    ))
}

/// Returns the files with the version, each with its new text.
fn manifests(version: &str) -> Result<BTreeMap<&'static str, String>, Failure> {
    let mut files = BTreeMap::new();
    for (file, text, count) in PLACES {
        let (old, new) = (text.replace("{}", CURRENT), text.replace("{}", version));
        let before = match files.remove(file) {
            Some(before) => before,
            None => read(file)?,
        };
        let found = before.matches(&old).count();
        if found != count {
            return Err(format!(
                "{file}: expected {count} times {old:?}, found {found}"
            ));
        }
        files.insert(file, before.replace(&old, &new));
    }
    Ok(files)
}

/// Returns the numbers of a version without a suffix.
fn parse(version: &str) -> Result<[u64; 3], Failure> {
    let numbers: Vec<u64> = version
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect();
    let numbers = <[u64; 3]>::try_from(numbers);
    let is_same = |numbers: &[u64; 3]| numbers.map(|n| n.to_string()).join(".") == version;
    let numbers = numbers.ok().filter(is_same);
    numbers.ok_or_else(|| format!("{version}: expected a version such as 1.2.3"))
}

fn git(arguments: &[&str]) -> Result<String, Failure> {
    Program::new("git").args(arguments).output()
}

fn read(file: &str) -> Result<String, Failure> {
    fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))
}

fn write(file: &str, text: &str) -> Result<(), Failure> {
    fs::write(root().join(file), text).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manifest_has_the_current_version() {
        manifests("1.2.3").unwrap();
    }

    #[test]
    fn changes_move_into_a_section_of_the_version() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- One\n\n## 0.1.0 - 2026-01-01\n";
        let released = released(changelog, "0.2.0", "2026-02-03").unwrap();
        let expected = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n- One\n\n## 0.1.0 - 2026-01-01\n";
        assert_eq!(released, expected);
        assert!(super::released(&released, "0.3.0", "2026-02-04").is_err());
    }

    #[test]
    fn versions_have_three_numbers() {
        assert_eq!(parse("1.2.3"), Ok([1, 2, 3]));
        for text in [
            "",
            "1.2",
            "1.2.3.4",
            "1.2.x",
            "01.2.3",
            "v1.2.3",
            "1.2.3-rc.1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
