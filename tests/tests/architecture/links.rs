//! Relative links of the documents lead to files and headings of this repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all documents below a folder, without those that are built or installed.
pub(super) fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                documents(&path, found);
            }
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

/// Returns the relative targets of a document's links: paths, and what follows `#`.
fn targets(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let links = text.split("](").skip(1);
    links.filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        let is_foreign = target.contains("://") || target.contains(char::is_whitespace);
        (!is_foreign).then(|| target.split_once('#').unwrap_or((target, "")))
    })
}

/// Returns the name by which links lead to a heading.
fn anchor(heading: &str) -> String {
    // Of a link in the heading its text counts.
    let mut parts = heading.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    let text = text.trim().to_lowercase().replace(' ', "-");
    let is_kept = |it: &char| it.is_alphanumeric() || "-_".contains(*it);
    text.chars().filter(is_kept).collect()
}

/// Returns the names of a document's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    // Lines in blocks of code are no headings.
    let prose = text.split("```").step_by(2).flat_map(str::lines);
    let headings = prose.filter_map(|line| {
        line.trim_start_matches('#')
            .strip_prefix(' ')
            .filter(|_| line.starts_with('#'))
    });
    headings.map(anchor).collect()
}

#[test]
fn links_of_documents_lead_to_files() {
    let root = super::root();
    let mut found = Vec::new();
    documents(&root, &mut found);
    assert!(found.len() > 10, "{found:?}");
    let mut count = 0;
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        for (target, _) in targets(&text) {
            if target.is_empty() {
                continue;
            }
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{}: {target}", document.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
}

#[test]
fn links_of_documents_lead_to_headings() {
    let mut found = Vec::new();
    documents(&super::root(), &mut found);
    let mut count = 0;
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        for (target, heading) in targets(&text) {
            let path = match target {
                "" => document.clone(),
                target => document.parent().unwrap().join(target),
            };
            if heading.is_empty() || path.extension().is_none_or(|end| end != "md") {
                continue;
            }
            let headings = anchors(&fs::read_to_string(&path).unwrap());
            let is_found = headings.contains(heading);
            assert!(is_found, "{}: {target}#{heading}", document.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links to headings");
}

#[test]
fn headings_have_the_names_of_links() {
    assert_eq!(anchor("What limits memory"), "what-limits-memory");
    assert_eq!(anchor("Train: `VecEnv`"), "train-vecenv");
    assert_eq!(anchor("[docs/bots.md](bots.md)"), "docsbotsmd");
    let text = "# One\n\n```sh\n# two\n```\n\n## Three, four\n";
    let names: Vec<_> = anchors(text).into_iter().collect();
    assert_eq!(names, ["one", "three-four"]);
}
