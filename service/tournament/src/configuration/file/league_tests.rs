//! Files of leagues.

use super::*;

const LEAGUE: &str = r#"
name = "evening league"
game = "netzwerk"

[format]
kind = "league"
season_days = 7
season_matches = 500
seasons = 4
matches_per_day = 100

[[entrant]]
player = "greedy"
anchor = true

[[entrant]]
name = "deep"
player = "minimax:nodes=20000"
anchor = 350

[[entrant]]
name = "rook"
version = "1"
player = "grpc:./rook"

[[entrant]]
name = "rook"
version = "2"
player = "./rook2"
"#;

fn errors(from: &str, to: &str) -> Vec<String> {
    assert!(LEAGUE.contains(from), "{from}");
    let errors = parse_file(&LEAGUE.replace(from, to)).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

/// Asserts that a change of the file causes exactly one error with this start.
fn assert_error(from: &str, to: &str, start: &str) {
    let errors = errors(from, to);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].starts_with(start), "{errors:#?}");
}

#[test]
fn league_has_limits_anchors_and_versions() {
    let configuration = parse_file(LEAGUE).unwrap().configuration;
    let limits = LeagueLimits {
        seasons: Some(4),
        season_matches: Some(500),
        season_days: Some(7),
        matches_per_day: Some(100),
        is_open: false,
    };
    assert_eq!(configuration.league(), Some(limits));
    assert_eq!(configuration.anchors(), [Some(0), Some(350), None, None]);
    let names: Vec<_> = configuration
        .entrants
        .iter()
        .map(|it| (&*it.name, it.player_name()))
        .collect();
    let expected = [
        ("greedy", "greedy"),
        ("deep", "deep"),
        ("rook 1", "rook"),
        ("rook 2", "rook"),
    ];
    assert_eq!(names, expected);
    let is_former = [0, 1, 2, 3].map(|entrant| configuration.is_former_version(entrant));
    assert_eq!(is_former, [false, false, true, false]);
    let endless = LEAGUE.replace(
        "season_days = 7\nseason_matches = 500\nseasons = 4\nmatches_per_day = 100\n",
        "",
    );
    let endless = parse_file(&endless).unwrap().configuration;
    assert_eq!(endless.league(), Some(LeagueLimits::default()));
    let open = LEAGUE.replace("seasons = 4\n", "seasons = 4\nopen = true\n");
    let open = parse_file(&open).unwrap().configuration;
    let is_open = true;
    assert_eq!(open.league(), Some(LeagueLimits { is_open, ..limits }));
}

#[test]
fn limits_that_no_block_fits_into_are_rejected() {
    assert_error(
        "matches_per_day = 100",
        "matches_per_day = 1",
        "line 10: format.matches_per_day: expected at least the 2",
    );
    assert_error(
        "season_matches = 500",
        "season_matches = 1",
        "line 8: format.season_matches: expected at least the 2",
    );
    assert_error(
        "season_days = 7",
        "season_days = 0",
        "line 7: format.season_days: expected a whole number from 1",
    );
    assert_error(
        "season_days = 7\nseason_matches = 500\n",
        "",
        "line 7: format.seasons: they never end",
    );
    assert_error(
        "seasons = 4",
        "cycles = 4",
        "line 9: format.cycles: unknown field",
    );
}

#[test]
fn anchors_are_built_in_agents_with_different_ratings_in_a_league() {
    assert_error(
        "anchor = 350",
        "anchor = true",
        "line 19: entrant[1].anchor: 0 is also the rating of entrant[0]",
    );
    assert_error(
        "anchor = 350",
        "anchor = 20000",
        "line 19: entrant[1].anchor: expected a rating from -10000 to 10000",
    );
    assert_error(
        "anchor = 350",
        "anchor = 1.5",
        "line 19: entrant[1].anchor: expected true (a rating of 0), false",
    );
    let bot = "player = \"grpc:./rook\"";
    assert_error(
        bot,
        &format!("{bot}\nanchor = 100"),
        "line 25: entrant[2].anchor: only a built-in agent",
    );
    let none = LEAGUE
        .replace("anchor = true", "anchor = false")
        .replace("anchor = 350\n", "");
    let errors = parse_file(&none).unwrap_err();
    assert_eq!(errors[0].field, "entrant");
    assert!(errors[0].message.starts_with("a league needs an anchor"));
    let robin = LEAGUE.replace("kind = \"league\"\nseason_days = 7\nseason_matches = 500\nseasons = 4\nmatches_per_day = 100", "kind = \"round-robin\"");
    let fields: Vec<_> = parse_file(&robin)
        .unwrap_err()
        .into_iter()
        .map(|error| error.field)
        .collect();
    assert_eq!(fields, ["entrant[0].anchor", "entrant[1].anchor"]);
}

#[test]
fn versions_of_a_player_have_different_names() {
    assert_error(
        "version = \"2\"",
        "version = \"1\"",
        "line 27: entrant[3].name: rook 1 is also the name",
    );
    assert_error(
        "version = \"2\"",
        "version = \"\"",
        "line 28: entrant[3].version: must be 1 to 32 bytes",
    );
    assert_error(
        "version = \"2\"",
        "version = 2",
        "line 28: entrant[3].version: expected a string",
    );
    let mut draft = ParsedFile::parse(LEAGUE).draft().clone();
    draft.entrants[3].name = Some("knight".into());
    let errors = validate_draft(&draft);
    assert_eq!(errors[0].field, "entrant[3].version");
}
