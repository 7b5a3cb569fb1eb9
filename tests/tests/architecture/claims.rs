//! The claims of the documents: each is quoted literally, and the test that holds it exists.

use std::fs;
use std::path::Path;

/// The section of the claims without a test.
const UNTESTED: &str = "Without a test";

/// Documents that promise nothing: indexes, results of measurements, and what others say of themselves.
const WITHOUT_CLAIMS: [&str; 5] = [
    "docs/README.md",
    "docs/SUMMARY.md",
    "docs/claims.md",
    "docs/comparison.md",
    "docs/measurements.md",
];

/// A row of `docs/claims.md`.
struct Claim {
    document: String,
    quote: String,
    /// What holds the claim: `FILE::TEST`, or a script. `None` if nothing does.
    tests: Option<Vec<String>>,
}

/// Returns the text of a link.
fn link_text(link: &str) -> &str {
    let text = link.strip_prefix('[').and_then(|it| it.split_once("]("));
    text.map_or(link, |(text, _)| text)
}

/// Returns the tests that a cell names. One without a file is in the file of the previous one.
fn named_tests(cell: &str) -> Vec<String> {
    let mut file = "";
    let mut tests = Vec::new();
    for name in cell.split('`').skip(1).step_by(2) {
        match name.split_once("::") {
            Some(("", test)) => tests.push(format!("{file}::{test}")),
            named => {
                file = named.map_or(name, |(file, _)| file);
                tests.push(name.to_owned());
            }
        }
    }
    tests
}

/// Returns the rows of all tables.
fn read_claims(text: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut section = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = link_text(heading);
        }
        let row = line.strip_prefix("| ").and_then(|it| it.strip_suffix(" |"));
        let Some(row) = row else { continue };
        let cells: Vec<_> = row.split(" | ").collect();
        match cells[..] {
            ["claim" | "document", ..] => {}
            [document, quote, _] if section == UNTESTED => claims.push(Claim {
                document: link_text(document).to_owned(),
                quote: quote.to_owned(),
                tests: None,
            }),
            [quote, tests] => claims.push(Claim {
                document: section.to_owned(),
                quote: quote.to_owned(),
                tests: Some(named_tests(tests)),
            }),
            _ => panic!("expected a claim and its tests, found {line}"),
        }
    }
    claims
}

/// Returns a text with blanks instead of line breaks.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns `true` if a file has a test with a name.
fn has_test(text: &str, name: &str) -> bool {
    let forms = [
        // Rust, Python, Go and Java.
        format!("fn {name}("),
        format!("def {name}("),
        format!("func {name}("),
        format!("void {name}("),
        // The laws of the engine, and faults that violate them.
        format!("\n    {name}\n"),
        format!("\n    {name}: "),
        // Titles in TypeScript, and CMake.
        format!("\"{name}\""),
        format!("`{name}`"),
        format!("NAME {name} "),
        format!("NAME {name}\n"),
    ];
    forms.iter().any(|form| text.contains(form))
}

/// Returns `true` if a test in Rust runs on request only.
fn is_ignored(text: &str, name: &str) -> bool {
    let before = text.split(&format!("fn {name}(")).next();
    let attributes = before.and_then(|before| before.rsplit("}\n").next());
    attributes.is_some_and(|attributes| attributes.contains("#[ignore"))
}

/// Returns what is wrong with a claim.
fn faults(root: &Path, claim: &Claim) -> Vec<String> {
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_default();
    let mut faults = Vec::new();
    if !in_one_line(&read(&claim.document)).contains(&claim.quote) {
        faults.push(format!("{} does not say: {}", claim.document, claim.quote));
    }
    let tests = claim.tests.as_deref();
    if tests.is_some_and(<[_]>::is_empty) {
        faults.push(format!("no test is named for: {}", claim.quote));
    }
    for test in tests.unwrap_or_default() {
        let text = read(test.split("::").next().unwrap_or_default());
        let exists = match test.split_once("::") {
            Some((_, name)) => has_test(&text, name) && !is_ignored(&text, name),
            None => !text.is_empty(),
        };
        if !exists {
            faults.push(format!("{test} does not exist, or is ignored"));
        }
    }
    faults
}

#[test]
fn claims_are_quoted_and_their_tests_exist() {
    let root = super::root();
    let claims = read_claims(&fs::read_to_string(root.join("docs/claims.md")).unwrap());
    assert!(claims.len() > 200, "{} claims", claims.len());
    let wrong: Vec<_> = claims.iter().flat_map(|it| faults(&root, it)).collect();
    assert!(wrong.is_empty(), "docs/claims.md: {wrong:#?}");
}

#[test]
fn every_document_has_claims() {
    let root = super::root();
    let claims = read_claims(&fs::read_to_string(root.join("docs/claims.md")).unwrap());
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_document = Path::new(&name).extension().is_some_and(|end| end == "md");
        let document = format!("docs/{name}");
        if is_document && !WITHOUT_CLAIMS.contains(&&*document) {
            let has_claims = claims.iter().any(|it| it.document == document);
            assert!(has_claims, "{document} has no row in docs/claims.md");
        }
    }
}

#[test]
fn changed_quotes_and_missing_tests_are_found() {
    let text = "## [README.md](../README.md)\n\n| claim | test |\n|---|---|\n\
                | no such sentence | `tests/tests/architecture/claims.rs::no_such_test`, `::read_claims`, `no/file`, \
                `agents/tests/ricochet_checker/certificates.rs::certificates_of_up_to_eight_moves_are_confirmed` |\n";
    let claims = read_claims(text);
    assert_eq!(claims.len(), 1);
    let expected = [
        "README.md does not say: no such sentence",
        "tests/tests/architecture/claims.rs::no_such_test does not exist, or is ignored",
        "no/file does not exist, or is ignored",
        "agents/tests/ricochet_checker/certificates.rs::certificates_of_up_to_eight_moves_are_confirmed does not exist, \
         or is ignored",
    ];
    assert_eq!(faults(&super::root(), &claims[0]), expected);
}
