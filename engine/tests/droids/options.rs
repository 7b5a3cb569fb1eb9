//! Tests of the options of a match (DR-42) and of the objects on the field at its start (DR-6).

use botwerk_engine::droids::Droids;
use botwerk_engine::{GameType, Options};

use crate::pair::{Pair, game};
use crate::position::{OBJECTS, PENDING, ROBOTS};

fn option_error(seats: usize, option_values: &[(&str, &str)]) -> String {
    let options = Options::resolve(Droids::spec().options, option_values.iter().copied()).unwrap();
    Droids::new(seats, options).unwrap_err().to_string()
}

#[test]
fn dr_42_default_scenario_depends_on_the_seat_count() {
    for (seats, scenario) in [(1, "5"), (2, "1"), (3, "1"), (4, "1")] {
        assert_eq!(Pair::start(seats, &[]).field(0), scenario);
    }
    assert_eq!(
        option_error(1, &[("scenario", "1")]),
        "option scenario: scenario 1 is for 2, 3, 4 seats, not for 1"
    );
    assert_eq!(
        option_error(2, &[("scenario", "5")]),
        "option scenario: scenario 5 is for 1 seats, not for 2"
    );
    assert_eq!(option_error(5, &[]), "seats: expected 1 to 4, found 5");
}

#[test]
fn dr_42_inapplicable_options_are_rejected() {
    assert_eq!(
        option_error(2, &[("teams", "true")]),
        "option teams: teams are for four seats, not for 2"
    );
    assert_eq!(
        option_error(4, &[("teams", "true"), ("scenario", "3")]),
        "option teams: scenario 3 has no teams"
    );
    assert_eq!(
        option_error(2, &[("level", "8")]),
        "option level: only the solo scenario has levels; omit it"
    );
    assert_eq!(
        option_error(1, &[("cargo_capacity", "2")]),
        "option cargo_capacity: the solo scenario takes it from level; set level instead"
    );
    assert_eq!(
        option_error(1, &[("round_cap", "0")]),
        "option round_cap: the solo scenario has a cap of its own; omit it"
    );
}

#[test]
fn dr_4_two_players_can_sit_next_to_each_other() {
    let neighbours = [("scenario", "6"), ("sides", "neighbours")];
    let mut pair = Pair::start(2, &neighbours);
    assert_eq!(
        (pair.field(1), pair.field(PENDING)),
        ("SW".into(), "start:SW".into())
    );
    assert_eq!(pair.field(ROBOTS), "S59,W04,r72,r27");
    // Each container starts on the spot of the opposite side, which is empty.
    assert_eq!(pair.field(OBJECTS), "cS30,cW96");
    pair.act("chance", "start S4,W9");
    assert_eq!(pair.to_act().as_deref(), Some("W"));
    pair.act("referee", "leave W");
    assert_eq!(pair.end(), Some((vec![1, 2], "DR-31")));
}

#[test]
fn dr_4_sides_are_rejected_for_other_than_two_players() {
    assert_eq!(
        option_error(3, &[("sides", "neighbours")]),
        "option sides: only two players can choose, not 3; omit it"
    );
    assert_eq!(
        option_error(1, &[("sides", "neighbours")]),
        "option sides: only two players can choose, not 1; omit it"
    );
}

#[test]
fn dr_4_objects_must_be_fair_to_the_chosen_sides() {
    let mut file = crate::ruleset_files::standard();
    // A half turn exchanges them, but the reflection that exchanges S and W does not.
    file["scenarios"][2]["mines"]["2"] = serde_json::json!([[3, 9], [6, 0]]);
    let file = file.to_string();
    let custom = [("scenario", "3"), ("ruleset", &*file)];
    assert_eq!(game(2, &custom).rules().seats.to_string(), "SN");
    let [scenario, ruleset] = custom;
    assert_eq!(
        option_error(2, &[scenario, ruleset, ("sides", "neighbours")]),
        "option sides: the mines are not symmetric (diagonal): the reflection in the diagonal from \
         the north-east requires an object on 93; choose opposite"
    );
}

#[test]
fn dr_36_garden_is_the_printed_one_unless_the_prepared_one_is_chosen() {
    let printed = Pair::start(4, &[("scenario", "4")]);
    assert_eq!(printed.field(ROBOTS), "S59,W04,N40,E95,r72,r27");
    let mut pair = printed.clone();
    pair.act("chance", "start S9,W1,N2,E3");
    assert!(pair.legal("S").contains(&"draw grey".to_owned()));
    let mut prepared = Pair::start(4, &[("scenario", "4"), ("garden", "prepared")]);
    assert_eq!(prepared.field(ROBOTS), "S59,W04,N40,E95");
    // The garden of S is (2,9), that of W (0,7): one neighbour of each is an obstacle.
    let is_closed = |pair: &Pair, object| pair.field(OBJECTS).split(',').any(|it| it == object);
    assert!(is_closed(&prepared, "o19") && is_closed(&prepared, "o08"));
    assert!(!is_closed(&printed, "o19") && !is_closed(&printed, "o08"));
    prepared.act("chance", "start S9,W1,N2,E3");
    assert_eq!(
        prepared.legal("S"),
        ["draw blue", "draw red", "draw violet"]
    );
    assert_eq!(
        option_error(2, &[("scenario", "1"), ("garden", "prepared")]),
        "option garden: scenario 1 has no prepared garden; omit it"
    );
}

#[test]
fn dr_6_scenario_places_robots_obstacles_and_mines() {
    let start = |seats, scenario| Pair::start(seats, &[("scenario", scenario)]);
    assert_eq!(start(4, "1").field(ROBOTS), "S59,W04,N40,E95,r72,r27");
    assert_eq!(start(4, "2").field(ROBOTS), "S59,W04,N40,E95");
    assert_eq!(start(3, "3").field(OBJECTS).split(',').count(), 24);
    assert_eq!(start(2, "3").field(OBJECTS).split(',').count(), 12);
    assert_eq!(start(2, "4").field(OBJECTS).split(',').count(), 12);
    assert_eq!(start(4, "4").field(OBJECTS).split(',').count(), 24);
    for (level, load) in [("8", 8), ("6", 6), ("5", 5)] {
        let robots = Pair::start(1, &[("level", level)]).field(ROBOTS);
        assert_eq!(robots, format!("S59{},M72", "+o".repeat(load)));
    }
}
