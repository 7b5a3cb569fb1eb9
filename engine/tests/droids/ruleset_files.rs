//! Tests of custom ruleset files and their error messages (DR-1, DR-2, DR-42).

use botwerk_engine::droids::Droids;
use botwerk_engine::droids::ruleset::Ruleset;
use botwerk_engine::{GameNotation, GameRules, GameType, Options};
use serde_json::{Value, json};

use crate::ruleset_schema::assert_schema_agrees;

pub(crate) fn standard() -> Value {
    serde_json::from_str(Droids::spec().ruleset).unwrap()
}

/// Returns the standard ruleset with one value replaced.
pub(crate) fn standard_with(pointer: &str, value: Value) -> Value {
    let mut file = standard();
    *file.pointer_mut(pointer).unwrap() = value;
    file
}

fn errors_of(file: &Value) -> Vec<String> {
    match Ruleset::read(&file.to_string()) {
        Ok(_) => vec![],
        Err(errors) => errors.0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn dr_1_standard_ruleset_has_no_errors() {
    assert_eq!(errors_of(&standard()), Vec::<String>::new());
    let ruleset = Ruleset::standard();
    assert_eq!(ruleset.stones.total(), 120);
    assert_eq!((ruleset.maps.len(), ruleset.scenarios.len()), (1, 6));
}

#[test]
fn dr_2_stone_counts_are_fixed() {
    let file = standard_with("/hand_size", json!(8));
    assert_eq!(
        errors_of(&file),
        ["hand_size: expected 7, which cannot be changed"]
    );
    assert_schema_agrees(&file, Shape::Wrong);
    let file = standard_with("/commands/0/count", json!(9));
    assert_schema_agrees(&file, Shape::Wrong);
    let errors = errors_of(&file);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("commands: expected "), "{errors:?}");
}

/// Whether the keys, types and ranges of a file are those of a ruleset: what a schema can express.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Right,
    Wrong,
}

#[test]
fn dr_42_every_ruleset_error_names_its_location() {
    let map = "/maps/diagonal-10";
    for (pointer, value, shape, expected) in [
        (
            format!("{map}/rows/3"),
            json!("...~....#"),
            Shape::Wrong,
            vec!["maps.diagonal-10.rows[3]: expected 10 of `~` (river), `#` (wall) and `.` (land)"],
        ),
        (
            format!("{map}/pads/S"),
            json!([3, 8]),
            Shape::Right,
            vec![
                "maps.diagonal-10.pads.S: the square is a wall",
                "maps.diagonal-10.pads: not symmetric (diagonal): changed by the reflection in the diagonal from the north-west",
                "maps.diagonal-10.pads: not symmetric (diagonal): changed by the reflection in the diagonal from the north-east",
            ],
        ),
        (
            format!("{map}/starts/S"),
            json!([10, 8]),
            Shape::Wrong,
            vec!["maps.diagonal-10.starts.S: expected a square [x, y] with x and y from 0 to 9"],
        ),
        (
            format!("{map}/symmetry"),
            json!("quarter"),
            Shape::Wrong,
            vec![
                "maps.diagonal-10.symmetry: expected one of none, half-turn, quarter-turn, diagonal",
            ],
        ),
        (
            "/scenarios/2/mines/2".into(),
            json!([[5, 9], [4, 0]]),
            Shape::Right,
            vec![
                "scenarios[2].mines.2[0]: another piece starts on the same square",
                "scenarios[2].mines.2[1]: another piece starts on the same square",
            ],
        ),
        (
            "/scenarios/2/mines/2".into(),
            json!([[0, 6]]),
            Shape::Right,
            vec![
                "scenarios[2].mines.2: not symmetric (diagonal): the half turn requires an object on 93",
            ],
        ),
        (
            "/scenarios/0/goal".into(),
            json!("own_container_on_own_pad"),
            Shape::Right,
            vec!["scenarios[0].goal: own_container_on_own_pad needs containers \"opposite_spot\""],
        ),
        (
            "/scenarios/0/round_cap".into(),
            json!({"2": 30, "3": 35}),
            Shape::Right,
            vec!["scenarios[0].round_cap: missing key `4`"],
        ),
        (
            "/scenarios/0/repairers".into(),
            json!(1),
            Shape::Wrong,
            vec!["scenarios[0].repairers: expected 0 or 2: repair robots take part together"],
        ),
        (
            "/scenarios/0/cap_tiebreak".into(),
            json!(["fewest_stripes"]),
            Shape::Wrong,
            vec![
                "scenarios[0].cap_tiebreak[0]: expected one of shared",
                "scenarios[0].cap_tiebreak: the last item must be \"shared\"",
            ],
        ),
        (
            "/scenarios/4/mad_robot/sheets/1/9".into(),
            json!([["G1", "N"], ["G9", "N"]]),
            Shape::Wrong,
            vec![
                "scenarios[4].mad_robot.sheets[1][9]: expected 3 orders, found 2",
                "scenarios[4].mad_robot.sheets[1][9][1][0]: expected one of G1, G2, GM, F4",
            ],
        ),
        (
            "/scenarios/3/garden_variant/obstacles/2".into(),
            json!([[5, 9], [4, 0]]),
            Shape::Right,
            vec![
                "scenarios[3].garden_variant.obstacles.2[0]: another piece starts on the same square",
            ],
        ),
        (
            "/scenarios/3/garden_variant/repairers".into(),
            json!(1),
            Shape::Wrong,
            vec![
                "scenarios[3].garden_variant.repairers: expected 0 or 2: repair robots take part together",
            ],
        ),
        (
            "/scenarios/3/goal".into(),
            json!("last_active"),
            Shape::Right,
            vec!["scenarios[3].garden_variant: needs the goal own_garden_closed; remove this key"],
        ),
        (
            "/scenarios/3/garden_variant/obstacles".into(),
            json!([]),
            Shape::Right,
            vec![
                "scenarios[3].goal: own_garden_closed needs obstacles for every number of players",
            ],
        ),
        (
            "/scenarios/0/round_cap".into(),
            json!(201),
            Shape::Wrong,
            vec!["scenarios[0].round_cap: expected an integer from 0 to 200"],
        ),
        (
            "/scenarios/4/round_cap".into(),
            json!(0),
            Shape::Right,
            vec!["scenarios[4].round_cap: expected an integer from 1 to 200"],
        ),
        (
            "/params/draw_mode".into(),
            json!("blind"),
            Shape::Wrong,
            vec!["params.draw_mode: expected one of sequential, commit"],
        ),
        (
            "/params/repair_strips".into(),
            json!("1"),
            Shape::Wrong,
            vec!["params.repair_strips: expected one of 1, all"],
        ),
    ] {
        let file = standard_with(&pointer, value);
        assert_schema_agrees(&file, shape);
        let errors = errors_of(&file);
        let is_reported = |error: &&str| errors.iter().any(|found| found.ends_with(*error));
        let missing: Vec<_> = expected
            .iter()
            .filter(|error| !is_reported(error))
            .collect();
        assert!(
            missing.is_empty(),
            "{pointer}: {missing:?} not in {errors:?}"
        );
    }
}

#[test]
fn dr_42_unknown_keys_are_rejected() {
    let mut file = standard();
    file["scenarios"][0]["colour"] = json!("red");
    file["author"] = json!("N. N.");
    assert_schema_agrees(&file, Shape::Wrong);
    let errors = errors_of(&file);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with("author: unknown key; expected one of ruleset, "));
    assert!(errors[1].starts_with("scenarios[0].colour: unknown key; expected one of id, "));
    assert_schema_agrees(&json!([]), Shape::Wrong);
    assert_eq!(errors_of(&json!([])), ["expected an object"]);
    let error = Ruleset::read("{\"ruleset\": ").unwrap_err().to_string();
    assert!(error.starts_with("not valid JSON: EOF"), "{error}");
}

#[test]
fn dr_42_unreachable_squares_are_reported() {
    let mut file = standard();
    // A wall around the garden of S, (2,9), in a map that declares no symmetry.
    let map = &mut file["maps"]["diagonal-10"];
    map["symmetry"] = json!("none");
    map["rows"][8] = json!(".###....~.");
    map["rows"][9] = json!(".#.#.....~");
    assert_schema_agrees(&file, Shape::Right);
    let errors = errors_of(&file);
    let expected = "maps.diagonal-10.gardens.S: the square cannot be reached from the start of S: walls are in the way";
    assert!(errors.contains(&expected.to_owned()), "{errors:?}");
}

#[test]
fn dr_42_match_can_use_a_custom_ruleset() {
    let mut file = standard();
    file["version"] = json!("mine");
    file["params"]["draw_mode"] = json!("commit");
    file["scenarios"][0]["round_cap"] = json!(3);
    file["scenarios"][0]["obstacles"] = json!([[5, 8], [4, 1]]);
    file["maps"]["diagonal-10"]["symmetry"] = json!("half-turn");
    let text = file.to_string();
    let values = [("ruleset", &*text)];
    let options = Options::resolve(Droids::spec().options, values).unwrap();
    let game = Droids::new(2, options).unwrap();
    assert_eq!(game.rules().round_cap, Some(3));
    let start = game.initial_state(botwerk_engine::RootSeed::from_text("7"));
    let text = game.format_position(&start);
    assert!(text.contains(" o41,o58 "), "{text}");
    let options = Options::resolve(Droids::spec().options, [("ruleset", "{}")]).unwrap();
    let error = Droids::new(2, options).unwrap_err().to_string();
    assert!(
        error.starts_with("option ruleset: missing key `ruleset`; "),
        "{error}"
    );
}
