//! `demo`.

use crate::run;

#[test]
fn demo_plays_stores_and_verifies_every_match() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("demo.db");
    let db = db.to_str().unwrap();
    let lines = run(&["--json", "demo", "--db", db]).good_json();
    let (summary, tables) = lines.split_last().unwrap();
    assert_eq!(summary["matches"], summary["verified"]);
    let matches = summary["matches"].as_u64().unwrap();
    let records = std::fs::read_dir(folder.path().join("demo.records")).unwrap();
    assert_eq!(records.count() as u64, matches);
    let points = tables.iter().filter_map(|line| line["points"].as_f64());
    let points: f64 = points.sum();
    assert!(
        (points - matches as f64).abs() < 1e-9,
        "each match gives one point: {points}"
    );
    let bots = tables.iter().filter(|line| line["entrant"] == "a bot");
    assert_eq!(bots.count(), botwerk_engine::GameId::BUILT_IN.len());
    let again = run(&["demo", "--db", db]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("already exists"), "{}", again.stderr);
}

#[test]
fn demo_renders_a_board_and_suggests_next_steps() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("demo.db");
    let text = run(&["demo", "--db", db.to_str().unwrap()]).good();
    for part in [
        "chips  seat 0:",
        "solver",
        "verified in",
        "demo.records",
        "botwerk play --game micro-robots",
    ] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    let (_, next) = text.split_once("Try next:").unwrap();
    let suggested = next.lines().filter_map(|line| line.split_once("botwerk "));
    let mut count = 0;
    for (_, command) in suggested {
        let is_name = |word: &&str| word.chars().all(|it| it.is_ascii_lowercase());
        let name = command.split_whitespace().take_while(is_name);
        run(&[&name.collect::<Vec<_>>()[..], &["--help"]].concat()).good();
        count += 1;
    }
    assert!(count > 3, "{next}");
}
