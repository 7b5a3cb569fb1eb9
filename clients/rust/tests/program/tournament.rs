//! `botwerk tournament`: files that say who meets.

use std::fs;
use std::path::Path;

use crate::program::run;

/// The folder of examples.
fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments");
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files
        .map(|file| file.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_can_be_played_and_there_is_one_of_every_format_and_game() {
    let told: Vec<_> = examples()
        .iter()
        .flat_map(|file| run(&["tournament", "check", file, "--json"]).good_json())
        .collect();
    let all = |field: &str| -> Vec<&str> {
        told.iter()
            .map(|told| told[field].as_str().unwrap())
            .collect()
    };
    for format in ["round-robin", "gauntlet", "swiss", "knockout", "sprt"] {
        assert!(all("format").contains(&format), "no example of {format}");
    }
    for game in ["micro-robots", "netzwerk"] {
        assert!(all("game").contains(&game), "no example of {game}");
    }
}

#[test]
fn check_tells_what_would_be_played() {
    let examples = examples();
    let named = |name: &str| examples.iter().find(|file| file.contains(name)).unwrap();
    let text = run(&["tournament", "check", named("netzwerk-round-robin")]).good();
    assert!(text.contains("netzwerk round robin: round-robin in netzwerk with 2 seats\n"));
    assert!(text.ends_with("\n120 matches\n"), "{text}");
    let text = run(&["tournament", "check", named("micro-robots-knockout")]).good();
    assert!(
        text.ends_with("8 matches in the first round, 36 at most in all\n"),
        "{text}"
    );
    let text = run(&["tournament", "check", named("micro-robots-tables")]).good();
    assert!(text.contains("blocks of 3 matches"), "{text}");
    assert!(text.ends_with("\n60 matches\n"), "{text}");
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"swiss\"\nround = 9\n\
                [[entrant]]\nagent = \"minimax\"\n[[entrant]]\nagent = \"maximin\"\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let told = run(&["tournament", "check", path]);
    assert_eq!(told.code, 2);
    let lines: Vec<_> = told.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(
        lines[0].contains("line 3: format: 5 rounds: 2 entrants can meet in 1"),
        "{lines:#?}"
    );
    assert!(
        lines[1].contains("line 5: format.round: there is no such field"),
        "{lines:#?}"
    );
    assert!(
        lines[2].contains("line 9: entrant[1].agent: netzwerk has none"),
        "{lines:#?}"
    );
    let told = run(&["tournament", "check", "/nowhere/cup.toml"]);
    assert_eq!(told.code, 2);
}
