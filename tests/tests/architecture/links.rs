//! Relative links of the documents lead to files of this repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns all documents below a folder, without those that are built or installed.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
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

/// Returns the targets of a document's links, without the part after `#`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1);
    links.filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        Some(target.split('#').next().unwrap_or_default())
    })
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
        for target in targets(&text) {
            if target.is_empty() || target.contains("://") || target.contains(char::is_whitespace) {
                continue;
            }
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{}: {target}", document.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
}
