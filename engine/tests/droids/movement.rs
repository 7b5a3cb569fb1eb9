//! Tests of walking, pushing and swimming: DR-20 to DR-23, worked cases 2 to 11 and 20.

use crate::pair::Pair;
use crate::position::{ACTING, OBJECTS, PENDING, Position, ROBOTS, STONES, droids_after};

#[test]
fn dr_23_walls_stop_robots() {
    // Worked case 2: N at (4,0), V2 S stops at (4,1), the wall is at (4,2).
    assert_eq!(droids_after("SN", "S59,N40", "N6.1:V2S"), "S59,N41");
}

#[test]
fn dr_21_droid_stops_on_the_first_river_square() {
    // Worked case 3.
    assert_eq!(droids_after("SN", "S59,N40", "N6.1:VMW"), "S59,N00");
    // It also stops when ordered by a relay stone.
    let mut pair = Position::sending("SN", "S20,N43", "S3.1:RMW,N6.1:V1E").play();
    pair.act("S", "send 3 >N");
    assert_eq!(pair.field(ROBOTS), "S20,N33,r77,r89");
}

#[test]
fn dr_21_violet_has_no_effect_in_water_and_blue_works_only_there() {
    // Worked case 4.
    let stones = "S4.1:V1E,S5.1:V1E,S5.2:B1E,N1.1:V1N,N1.2:V1N";
    let mut pair = Position::sending("SN", "S34,N90", stones).play();
    for (transmitter, droids) in [(4, "S44,N90"), (5, "S44,N90"), (5, "S54,N90")] {
        pair.act("S", &format!("send {transmitter}"));
        assert!(pair.field(ROBOTS).starts_with(droids));
        if pair.field(STONES).contains('N') {
            pair.act("N", "send 1");
        }
    }
    // Worked case 5.
    assert_eq!(droids_after("SN", "S34,N90", "S4.1:B1E"), "S34,N90");
    // A blue diagonal stone moves the droid to land.
    assert_eq!(droids_after("SN", "S44,N90", "S5.1:BDNE"), "S53,N90");
}

#[test]
fn dr_20_robot_pushes_robots_in_its_way() {
    let four = |robots: &str, stone: &str| droids_after("SWNE", robots, stone);
    // Worked case 6.
    assert_eq!(four("S20,W30,N99,E95", "S3.1:V2E"), "S40,W50,N99,E95");
    // Worked case 7: the front of the line meets a wall, the rest of the order is lost.
    assert_eq!(four("S31,W51,N99,E95", "S4.1:V2E"), "S41,W51,N99,E95");
    // Worked case 8: the walking droid stops in the river, the pushed one does not.
    assert_eq!(four("S46,W56,N99,E95", "S5.1:VME"), "S66,W76,N99,E95");
    // Worked case 10: a whole line moves.
    assert_eq!(four("S20,W30,N40,E95", "S3.1:V1E"), "S30,W40,N50,E95");
    // Worked case 11: diagonally.
    assert_eq!(four("S32,W41,N99,E95", "S4.1:VDNE"), "S41,W50,N99,E95");
    // The edge stops a line as well.
    assert_eq!(four("S80,W90,N99,E95", "S9.1:VME"), "S80,W90,N99,E95");
}

#[test]
fn dr_20_obstacle_stops_the_line_without_damage() {
    let position = Position::sending("SN", "S20,N30", "S3.1:VME,N6.1:V1N").with(OBJECTS, "o60");
    let pair = position.after_sending(3);
    assert_eq!(pair.field(ROBOTS), "S40,N50,r77,r89");
    assert_eq!(pair.field(PENDING), "-");
}

#[test]
fn dr_21_repair_robots_never_stop_in_the_river() {
    // Worked case 9.
    let robots = "S59,N90,r36,r89";
    let pair = Position::sending("SN", robots, "S4.1:GME,N1.1:V1W").after_sending(4);
    assert_eq!(pair.field(ROBOTS), "S59,N90,r96,r89");
}

#[test]
fn dr_22_relay_stones_order_any_other_droid() {
    // Worked case 20: a droid in water does not move, the stone is lost.
    let stones = "S3.1:R1E,W1.1:V1E,W1.2:V1E";
    let position = Position::sending("SWN", "S20,W00,N40", stones);
    let mut pair = position.play();
    assert_eq!(pair.legal("S"), ["send 3 >N", "send 3 >W"]);
    pair.act("S", "send 3 >W");
    assert_eq!(pair.field(ROBOTS), "S20,W00,N40,r77,r89");
    assert_eq!(pair.field(STONES), "W1.1:V1E,W1.2:V1E");
    let mut pair = position.play();
    pair.act("S", "send 3 >N");
    assert_eq!(pair.field(ROBOTS), "S20,W00,N50,r77,r89");
    // The name is written even if only one droid is possible.
    let pair = Position::sending("SN", "S20,N40", "S3.1:R1E,N6.1:V1E").play();
    assert_eq!(pair.legal("S"), ["send 3 >N"]);
    assert_eq!(
        pair.rejection("S", "send 3"),
        "a relay stone needs a droid of N: `send 3 >N` (DR-22)"
    );
}

#[test]
fn dr_22_line_of_sight_target_is_the_first_robot_that_a_shot_hits() {
    let sight = [("relay_target", "line_of_sight")];
    let legal = |robots: &str| {
        let stones = "S3.1:RDNE,W1.1:V1E,N6.1:V1E";
        let pair = Position::sending("SWN", robots, stones).play_with(&sight);
        pair.legal("S")
    };
    // W is in sight to the east, N is behind it.
    assert_eq!(legal("S20,W30,N40"), ["send 3 >W"]);
    // No droid is in sight: the stone is sent without a name and lost.
    assert_eq!(legal("S20,W31,N41"), ["send 3"]);
    // A repair robot is hit first.
    assert_eq!(legal("S20,W40,N99,r30,r89"), ["send 3"]);
}

#[test]
fn dr_20_ruleset_values_restrict_pushing_and_cutting_corners() {
    let after = |position: &Position, value| {
        let mut pair: Pair = position.play_with(&[value]);
        pair.act("S", &pair.legal("S")[0].clone());
        pair.field(ROBOTS)
    };
    let chain = Position::sending("SWNE", "S20,W30,N40,E95", "S3.1:V1E,E5.1:V1N");
    let unchanged = "S20,W30,N40,E95,r77,r89";
    assert_eq!(after(&chain, ("chain_push", "false")), unchanged);
    let pair = Position::sending("SWNE", "S20,W30,N50,E95", "S3.1:V1E,E5.1:V1N");
    assert_eq!(
        after(&pair, ("chain_push", "false")),
        "S30,W40,N50,E95,r77,r89"
    );
    // Between two river squares: (3,3) and (4,4) are the corners of the step from (4,3) to (3,4).
    let river = Position::sending("SN", "S43,N90", "S5.1:VDSW,N1.1:V1N");
    assert_eq!(
        after(&river, ("diag_corner_cutting", "true")),
        "S34,N90,r77,r89"
    );
    assert_eq!(
        after(&river, ("diag_corner_cutting", "false")),
        "S43,N90,r77,r89"
    );
    // Between the wall (5,2) and an obstacle on (6,3).
    let corner = Position::sending("SN", "S53,N90", "S6.1:VDNE,N1.1:V1N").with(OBJECTS, "o63");
    assert_eq!(
        after(&corner, ("diag_corner_cutting", "true")),
        "S62,N90,r77,r89"
    );
    assert_eq!(
        after(&corner, ("diag_corner_cutting", "false")),
        "S53,N90,r77,r89"
    );
}

#[test]
fn dr_12_arrow_determines_the_direction() {
    for (arrow, droid) in [("N", "S58"), ("E", "S69"), ("S", "S59"), ("W", "S49")] {
        let after = droids_after("SN", "S59,N90", &format!("S6.1:V1{arrow}"));
        assert_eq!(after, format!("{droid},N90"));
    }
    let position = Position::sending("SN", "S59,N90", "N1.1:V1S").with(ACTING, "N");
    let mut pair = position.play();
    pair.act("N", "send 1");
    assert!(pair.field(ROBOTS).starts_with("S59,N91"));
}
