//! `demo`.

use crate::run;

/// Returns the points of each entrant in the tables of `demo`.
fn points(text: &str) -> Vec<(&str, f64)> {
    let points = |line| {
        let (place, rest) = str::trim(line).split_once("  ")?;
        place.parse::<u32>().ok()?;
        let (entrant, rest) = rest.split_once("  ")?;
        // The columns of a board are numbered farther apart.
        if entrant.is_empty() {
            return None;
        }
        let points = rest.split_whitespace().nth(1)?.parse().ok()?;
        Some((entrant.trim(), points))
    };
    text.lines().filter_map(points).collect()
}

#[test]
fn demo_plays_and_verifies_every_match_and_suggests_next_steps() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("demo.db");
    let db = db.to_str().unwrap();
    let text = run(&["demo", "--db", db]).good();
    let (matches, _) = text.split_once(" matches played").unwrap();
    let (_, matches) = matches.rsplit_once('\n').unwrap();
    let matches: usize = matches.parse().unwrap();
    let records = std::fs::read_dir(folder.path().join("demo.records")).unwrap();
    assert_eq!(records.count(), matches);
    let points = points(&text);
    let sum: f64 = points.iter().map(|(_, points)| points).sum();
    assert!(
        (sum - matches as f64).abs() < 1e-9,
        "each match gives one point: {points:?}"
    );
    let bots = points.iter().filter(|(entrant, _)| *entrant == "a bot");
    assert_eq!(bots.count(), botwerk_engine::GameId::BUILT_IN.len());
    for part in [
        "chips  seat 0:",
        "solver",
        "fetched and verified in",
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
    let again = run(&["demo", "--db", db]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("already exists"), "{}", again.stderr);
}
