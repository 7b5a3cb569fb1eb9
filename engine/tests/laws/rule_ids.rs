//! Checks that every rule of every rules document has a test whose name contains the rule id.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the ids that a rules document defines, such as `**MR-1 `.
fn ids(document: &str) -> Vec<String> {
    let id = |rest: &str| {
        let (game, rest) = rest.split_at_checked(2)?;
        let digits = rest.strip_prefix('-')?;
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let digits = &digits[..end.unwrap_or(digits.len())];
        let is_id = game.chars().all(|c| c.is_ascii_uppercase()) && !digits.is_empty();
        is_id.then(|| format!("{game}-{digits}"))
    };
    document.split("**").filter_map(id).collect()
}

/// Returns the names of the test functions in a source text.
fn test_names(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("fn ") {
            if is_test {
                names.extend(rest.split('(').next());
            }
            is_test = false;
        }
    }
    names
}

/// Collects all files below a folder whose names end with `end`.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_id_is_in_a_test_name() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = Vec::new();
    files(&engine.join("src"), "RULES.md", &mut documents);
    assert!(documents.len() >= botwerk_engine::GameId::BUILT_IN.len());
    let mut sources = Vec::new();
    for folder in ["src", "tests", "../agents/src", "../agents/tests"] {
        files(&engine.join(folder), ".rs", &mut sources);
    }
    let mut names = BTreeSet::new();
    for path in sources {
        let source = fs::read_to_string(path).unwrap();
        names.extend(test_names(&source).into_iter().map(str::to_owned));
    }
    let mut untested = Vec::new();
    for path in documents {
        let ids = ids(&fs::read_to_string(&path).unwrap());
        assert!(!ids.is_empty(), "{} defines no rule", path.display());
        for id in ids {
            let part = format!("{}_", id.to_lowercase().replace('-', "_"));
            if !names.iter().any(|name| name.contains(&part)) {
                untested.push(id);
            }
        }
    }
    assert!(untested.is_empty(), "rules without a test: {untested:?}");
}

#[test]
fn rule_ids_and_test_names_are_extracted() {
    let document = "- **MR-1 S** A board.\n**MR-12 A** x **no** **AB-3** **X-1 S** **MR-4";
    assert_eq!(ids(document), ["MR-1", "MR-12", "AB-3", "MR-4"]);
    let source = "#[test]\nfn mr_1_a() {}\nfn mr_2_b() {}\n#[test]\n#[ignore]\nfn mr_3_c() {";
    assert_eq!(test_names(source), ["mr_1_a", "mr_3_c"]);
}
