//! Tests of the options of a match (DR-42) and of the objects on the field at its start (DR-6).

use botwerk_engine::droids::Droids;
use botwerk_engine::{GameRules, Options};

use crate::pair::Pair;
use crate::position::{OBJECTS, ROBOTS};

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
