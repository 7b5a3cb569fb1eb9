//! Tests of taking, carrying and putting down objects: DR-29 and the containers of DR-38.

use crate::pair::Pair;
use crate::position::{OBJECTS, OUT, PENDING, Position, ROBOTS, SCORES, SENT};

/// Returns a position in which S can take to the east and then to the west, with stones for N
/// between.
fn taking(robots: &str, objects: &str) -> Position {
    let stones = "S3.1:TAKEE,S3.2:TAKEW,N1.1:V1E,N1.2:V1E";
    Position::sending("SN", robots, stones).with(OBJECTS, objects)
}

#[test]
fn dr_29_object_is_taken_and_put_down_again() {
    let mut pair = taking("S20,N90", "o30").after_sending(3);
    assert_eq!(pair.field(ROBOTS), "S20+o,N90,r77,r89");
    assert_eq!(pair.field(OBJECTS), "-");
    pair.act("N", "send 1");
    pair.act("S", "send 3");
    assert_eq!(pair.field(ROBOTS), "S20,N90,r77,r89");
    assert_eq!(pair.field(OBJECTS), "o10");
}

#[test]
fn dr_29_object_is_not_taken_with_full_cargo() {
    let position = taking("S20+m,N90", "o30");
    assert_eq!(position.after_sending(3).field(ROBOTS), "S20+m,N90,r77,r89");
    let mut pair = position.play_with(&[("cargo_capacity", "2")]);
    pair.act("S", "send 3");
    assert_eq!(pair.field(ROBOTS), "S20+m+o,N90,r77,r89");
    // The object taken last is put down first.
    pair.act("N", "send 1");
    pair.act("S", "send 3");
    assert_eq!(pair.field(ROBOTS), "S20+m,N90,r77,r89");
    assert_eq!(pair.field(OBJECTS), "o10");
}

#[test]
fn dr_29_object_is_not_put_on_robots_walls_or_water() {
    let put = |robots: &str, stone: &str, column: u32| {
        let stones = format!("S{column}.1:{stone},N1.1:V1E");
        let pair = Position::sending("SN", robots, &stones).after_sending(column);
        pair.field(OBJECTS)
    };
    assert_eq!(put("S20+o,N30", "TAKEE", 3), "-");
    assert_eq!(put("S41+o,N90", "TAKES", 5), "-");
    assert_eq!(put("S10+o,N90", "TAKEW", 2), "-");
    assert_eq!(put("S59+o,N90", "TAKES", 6), "-");
    assert_eq!(put("S59+o,N90", "TAKEN", 6), "o58");
    let position = Position::sending("SN", "S10+o,N90", "S2.1:TAKEW,N1.1:V1E");
    let mut pair = position.play_with(&[("put_on_water", "true")]);
    pair.act("S", "send 2");
    assert_eq!(pair.field(OBJECTS), "o00");
}

#[test]
fn dr_29_take_works_from_the_water() {
    let position = Position::sending("SN", "S11,N90", "S2.1:TAKEE,N1.1:V1E");
    let pair = position.with(OBJECTS, "o21").after_sending(2);
    assert_eq!(pair.field(ROBOTS), "S11+o,N90,r77,r89");
}

#[test]
fn dr_29_pushed_or_inert_droid_keeps_its_cargo() {
    let position = Position::sending("SWN", "S20,W30+o+m,N90", "S3.1:V1E,N1.1:V1W");
    let mut pair = position
        .with(OUT, "W")
        .with(SENT, "S1,N1")
        .play_with(&[("cargo_capacity", "2")]);
    pair.act("S", "send 3");
    assert_eq!(pair.field(ROBOTS), "S30,W40+o+m,N90,r77,r89");
}

#[test]
fn dr_35_take_scores_a_mine() {
    let position = taking("S20+o,N90", "m30,m98")
        .scenario("3")
        .with(SCORES, "S0,N2");
    let pair = position.after_sending(3);
    assert_eq!(pair.field(SCORES), "S1,N2");
    assert_eq!(pair.field(ROBOTS), "S20+o,N90,r77,r89");
    assert_eq!(pair.field(OBJECTS), "m98");
}

#[test]
fn dr_38_containers_start_opposite_their_seats_and_block_movement() {
    let start = |seats| Pair::start(seats, &[("scenario", "6")]).field(OBJECTS);
    assert_eq!(start(4), "cS30,cE03,cW96,cN69");
    // There is one for each seat in play, even if the opposite seat is empty.
    assert_eq!(start(3), "cS30,cW96,cN69");
    // A container stops a walking robot, and any droid may carry it.
    let stones = "S3.1:V1E,S3.2:TAKEE,N1.1:V1E,N1.2:V1E";
    let position = Position::sending("SN", "S20,N90", stones).with(OBJECTS, "cN30,cS69");
    let mut pair = position.scenario("6").after_sending(3);
    assert!(pair.field(ROBOTS).starts_with("S20,"));
    pair.act("N", "send 1");
    pair.act("S", "send 3");
    assert!(pair.field(ROBOTS).starts_with("S20+cN,"));
    assert_eq!(pair.field(PENDING), "-");
}
