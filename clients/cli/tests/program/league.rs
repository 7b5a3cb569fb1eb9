//! Leagues as their organisers run them: killed in the middle, extended, with frozen seasons.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use botwerk_engine::{ChanceKey, RootSeed};
use serde_json::Value;

use crate::{command, run};

/// A league that ends after two seasons.
const LEAGUE: &str = r#"
name = "a league"
game = "netzwerk"
seed = "league 7"
opening_turns = 2

[format]
kind = "league"
seasons = 2
season_matches = 120

[[entrant]]
player = "greedy"
anchor = true

[[entrant]]
name = "rook"
version = "1"
player = "random"

[[entrant]]
name = "rook"
version = "2"
player = "greedy"

[[entrant]]
name = "pawn"
player = "random"
"#;

/// Returns what a table says about results and ratings, without thinking times.
fn ratings(table: &[Value]) -> Vec<Value> {
    let fields = [
        "place",
        "entrant",
        "matches",
        "points",
        "pentanomial",
        "elo",
        "season",
        "is_final",
    ];
    let line = |line: &Value| fields.map(|field| line[field].clone()).to_vec().into();
    table.iter().map(line).collect()
}

fn tables(db: &str) -> Vec<Vec<Value>> {
    let mut tables = vec![run(&["--json", "tournament", "show", "--db", db]).good_json()];
    for season in ["1", "2"] {
        let table = [
            "--json",
            "tournament",
            "show",
            "--db",
            db,
            "--season",
            season,
        ];
        tables.push(run(&table).good_json());
    }
    tables.iter().map(|table| ratings(table)).collect()
}

#[test]
fn league_that_is_killed_again_and_again_has_the_tables_of_one_that_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, whole, killed) = (path("league.toml"), path("whole.db"), path("killed.db"));
    fs::write(&file, LEAGUE).unwrap();
    run(&["tournament", "run", &file, "--db", &whole]).good();
    let mut rng = RootSeed::from_text("kills").rng_for_chance(ChanceKey {
        kind: "kill",
        seat: None,
        round: 0,
        index: 0,
    });
    let results = || -> u64 {
        if !Path::new(&killed).exists() {
            return 0;
        }
        let status = run(&[
            "--json",
            "tournament",
            "show",
            "--view",
            "status",
            "--db",
            &killed,
        ]);
        if status.code != 0 {
            // Killed before the tournament was created.
            return 0;
        }
        status.good_json()[0]["results"].as_u64().unwrap()
    };
    let mut kills = 0;
    while results() < 200 && kills < 40 {
        let mut playing = command(&["tournament", "run", &file, "--db", &killed]);
        let playing = playing
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut playing = playing.spawn().unwrap();
        // A random moment.
        std::thread::sleep(Duration::from_millis(80 + rng.below(200)));
        playing.kill().unwrap();
        playing.wait().unwrap();
        kills += 1;
    }
    run(&["tournament", "run", &file, "--db", &killed]).good();
    assert_eq!(tables(&killed), tables(&whole), "after {kills} kills");
    let checked = run(&["db", "check", &killed]).good();
    assert!(checked.contains("240 matches"), "{checked}");
}

#[test]
fn standings_of_a_league_show_anchors_versions_and_final_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, db) = (path("league.toml"), path("league.db"));
    fs::write(
        &file,
        LEAGUE.replace("season_matches = 120", "season_matches = 12"),
    )
    .unwrap();
    let checked = run(&["tournament", "check", &file]).good();
    assert!(checked.contains("an anchor with rating 0\n"), "{checked}");
    assert!(
        checked.ends_with("at most 24 matches in total\n"),
        "{checked}"
    );
    let table = run(&["tournament", "run", &file]).good();
    assert!(
        table.contains("greedy (anchor)") && table.contains("rook 1 (former)"),
        "{table}"
    );
    let season = |flags: &[&str]| run(&[&["tournament", "show", "--db", &db], flags].concat());
    let first = season(&["--season", "1", "--newest"]).good();
    assert!(
        first.contains("final table of season 1, 12 of 12 matches"),
        "{first}"
    );
    assert!(
        first.contains("rook 2") && !first.contains("rook 1"),
        "{first}"
    );
    season(&["--season", "3"]).failed(2, "season: expected 1 to 2");
    let status = run(&["tournament", "show", "--view", "status", "--db", &db]).good();
    assert!(
        status.contains("league, 2 seasons of at most 12 matches"),
        "{status}"
    );
    let export = path("export");
    run(&["tournament", "export", "--db", &db, "--out", &export]).good();
    // A league that is over takes no more entrants.
    let more = "[[entrant]]\nname = \"late\"\nplayer = \"random\"\n";
    fs::write(&file, format!("{LEAGUE}{more}")).unwrap();
    run(&["tournament", "run", &file, "--extend"]).failed(2, "--extend: no unfinished tournament");
    run(&["tournament", "show", "--view", "bracket", "--db", &db])
        .failed(2, "only a knockout has a bracket");
}

#[test]
fn anchor_of_another_version_keeps_its_rating_and_plays_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, db) = (path("league.toml"), path("league.db"));
    fs::write(&file, LEAGUE).unwrap();
    let table = || run(&["--json", "tournament", "show", "--db", &db]).good_json();
    let matches_of_anchor = |table: &[Value]| {
        let anchor = table.iter().find(|line| line["entrant"] == "greedy");
        anchor.map_or(0, |anchor| anchor["matches"].as_u64().unwrap())
    };

    let mut playing = command(&["tournament", "run", &file, "--db", &db]);
    let playing = playing.stdin(Stdio::null()).stdout(Stdio::null());
    let mut playing = playing.stderr(Stdio::null()).spawn().unwrap();
    let show = ["--json", "tournament", "show", "--db", &db];
    while run(&show).code != 0 || matches_of_anchor(&table()) < 8 {
        std::thread::sleep(Duration::from_millis(20));
    }
    playing.kill().unwrap();
    playing.wait().unwrap();
    let before = matches_of_anchor(&table());
    assert!(before < 60, "{before}");

    // As if the league had been started with an earlier program.
    let connection = rusqlite::Connection::open(&db).unwrap();
    let stored = "SELECT configuration FROM tournaments";
    let stored: String = connection.query_row(stored, [], |row| row.get(0)).unwrap();
    let earlier = stored.replacen("greedy@", "greedy@9", 1);
    assert_ne!(stored, earlier);
    let change = "UPDATE tournaments SET configuration = ?";
    connection.execute(change, [&earlier]).unwrap();
    drop(connection);

    run(&["tournament", "run", &file, "--db", &db]).good();
    let after = table();
    assert_eq!(matches_of_anchor(&after), before);
    let anchor = after
        .iter()
        .find(|line| line["entrant"] == "greedy")
        .unwrap();
    assert_eq!(anchor["elo"]["value"], 0.0, "{anchor}");
    let checked = run(&["db", "check", &db]).good();
    // Matches of the anchor that were paired before are not played.
    assert!(checked.contains(": valid ("), "{checked}");
}
