//! Tests of shots, strips, mines and repair: DR-24 to DR-28, worked cases 12 to 14 and 18.

use crate::position::{
    ACTING, DONE, OBJECTS, OUT, PENDING, PHASE, Position, ROBOTS, SENT, STONES, STRIPS,
};

#[test]
fn dr_24_shot_stops_at_the_first_obstruction() {
    let hit = |robots: &str, objects: &str| {
        let stones = "S1.1:FIREE,N6.1:V1N,N7.1:V1N,N9.1:V1N";
        let position = Position::sending("SN", robots, stones).with(OBJECTS, objects);
        position.after_sending(1).field(PENDING)
    };
    // Worked case 13: from (0,4) to the east it stops at the wall (2,4).
    assert_eq!(hit("S04,N34", "-"), "-");
    assert_eq!(hit("S04,N14", "-"), "die:N");
    // Water and mines do not stop it, an obstacle and a repair robot do.
    assert_eq!(hit("S03,N43", "m23"), "die:N");
    assert_eq!(hit("S03,N43", "o23"), "-");
    assert_eq!(hit("S03,N43,r23,r89", "-"), "-");
}

#[test]
fn dr_25_die_selects_the_transmitter_to_cover() {
    let position = Position::sending("SN", "S04,N14", "S1.1:FIREE,N9.1:V1N");
    let mut pair = position.clone().with(STRIPS, "N3").after_sending(1);
    assert_eq!(pair.legal("chance").len(), 10);
    // Worked case 14: a second hit on a covered transmitter changes nothing.
    let mut again = pair.clone();
    again.act("chance", "die 3");
    assert_eq!(again.field(STRIPS), "N3");
    pair.act("chance", "die 10");
    assert_eq!(pair.field(STRIPS), "N3,N10");
    // With `reroll` only uncovered transmitters are selected.
    let mut pair = position
        .with(STRIPS, "N3")
        .play_with(&[("repeat_hit", "reroll")]);
    pair.act("S", "send 1");
    assert_eq!(pair.legal("chance").len(), 9);
    assert!(!pair.legal("chance").contains(&"die 3".to_owned()));
}

#[test]
fn dr_25_reroll_with_ten_strips_rolls_no_die() {
    let all: Vec<String> = (1..=10).map(|number| format!("N{number}")).collect();
    let stones = "S1.1:FIREE,S1.2:V1N";
    let position = Position::sending("SN", "S04,N14", stones).with(STRIPS, &all.join(","));
    let mut pair = position.play_with(&[("repeat_hit", "reroll")]);
    pair.act("S", "send 1");
    assert_eq!(pair.field(PENDING), "-");
    assert_eq!(position.after_sending(1).field(PENDING), "die:N");
}

#[test]
fn dr_25_hit_on_a_repair_robot_or_inert_droid_has_no_effect() {
    let position = Position::sending("SWN", "S04,W14,N90", "S1.1:FIREE,N1.1:V1W");
    let position = position.with(OUT, "W").with(SENT, "S1,N1");
    assert_eq!(position.after_sending(1).field(PENDING), "-");
}

#[test]
fn dr_26_covered_stones_are_not_sent() {
    // Worked case 18: a stone under a strip laid during sending is not sendable and returns.
    let stones = "S5.1:V1E,S6.1:V1E,N9.1:FIREE,N9.2:V1W";
    let mut pair = Position::sending("SN", "S49,N19", stones)
        .with(ACTING, "N")
        .play();
    pair.act("N", "send 9");
    pair.act("chance", "die 5");
    assert_eq!(pair.field(DONE), "S");
    assert_eq!(pair.field(STONES), "N9.2:V1W");
    // No stone can be set on a covered transmitter.
    let hands = "S:V1,V1,V1,V1,V1,V1,V1;N:V2,V2,V2,V2,V2,V2,V2";
    let pair = Position::setting("SN", hands).with(STRIPS, "S4").play();
    assert_eq!(
        pair.rejection("S", "set V1 N 4.1"),
        "a damage strip covers transmitter 4 (DR-26)"
    );
    let pair = Position::sending("SN", "S59,N90", "S6.1:V1N,S8.1:G1N,N1.1:V1W")
        .with(ROBOTS, "S59,N90,r77,r89")
        .with(STRIPS, "S6")
        .play();
    assert_eq!(pair.legal("S"), ["send 8"]);
    assert_eq!(
        pair.rejection("S", "send 6"),
        "a damage strip covers transmitter 6 (DR-26)"
    );
}

#[test]
fn dr_26_lifted_strip_frees_the_stones_under_it() {
    let stones = "S5.1:V1W,S6.1:V1N,N6.1:GREPS";
    let position = Position::sending("SN", "S49,N90,r48,r89", stones).with(STRIPS, "S5,S6");
    let mut pair = position.with(ACTING, "N").play();
    pair.act("N", "send 6");
    pair.act("S", "lift 5");
    assert_eq!(pair.legal("S"), ["send 5"]);
}

#[test]
fn dr_27_owner_chooses_the_strip_to_lift() {
    let position = Position::sending("SN", "S59,N82,r72,r89", "S8.1:GREPE,N2.1:V1E");
    let mut pair = position.clone().with(STRIPS, "N1,N3").after_sending(8);
    assert_eq!(pair.field(PENDING), "lift:N");
    assert_eq!(pair.to_act().as_deref(), Some("N"));
    assert_eq!(pair.legal("N"), ["lift 1", "lift 3"]);
    assert_eq!(
        pair.rejection("N", "send 2"),
        "the seat must lift a strip first: `lift` (DR-27)"
    );
    assert_eq!(
        pair.rejection("N", "lift 2"),
        "no strip covers that transmitter (DR-27)"
    );
    pair.act("N", "lift 3");
    assert_eq!(pair.field(STRIPS), "N1");
    assert_eq!(pair.field(PHASE), "send");
    // The owner must answer even if there is only one strip; without strips there is no decision.
    let pair = position.clone().with(STRIPS, "N5").after_sending(8);
    assert_eq!(pair.legal("N"), ["lift 5"]);
    assert_eq!(position.after_sending(8).field(PENDING), "-");
}

#[test]
fn dr_27_default_lift_is_the_strip_of_the_own_column_or_the_lowest() {
    let position = Position::sending("SN", "S59,N82,r72,r89", "S8.1:GREPE,N2.1:V1E");
    let mut pair = position.clone().with(STRIPS, "N1,N3").after_sending(8);
    assert_eq!(pair.legal("referee"), ["leave N", "leave S", "lift 1"]);
    assert_eq!(
        pair.rejection("referee", "lift 3"),
        "the default is to lift the strip of transmitter 1: `lift 1` (DR-27)"
    );
    pair.act("referee", "lift 1");
    assert_eq!(pair.field(STRIPS), "N3");
    // The droid is in column 2.
    let pair = position.with(STRIPS, "N1,N2,N3").after_sending(8);
    assert_eq!(pair.legal("referee"), ["leave N", "leave S", "lift 2"]);
}

#[test]
fn dr_27_all_strips_are_lifted_if_the_ruleset_says_so() {
    let position = Position::sending("SN", "S59,N82,r72,r89", "S8.1:GREPE,N2.1:V1E");
    let mut pair = position
        .with(STRIPS, "S1,N1,N3")
        .play_with(&[("repair_strips", "all")]);
    pair.act("S", "send 8");
    assert_eq!(pair.field(STRIPS), "S1");
    assert_eq!(pair.field(PENDING), "-");
}

#[test]
fn dr_28_mine_explodes_under_a_droid() {
    // Worked case 12.
    let position = Position::sending("SN", "S03,N90", "S1.1:V2E,N1.1:V1W").with(OBJECTS, "m23");
    let mut pair = position.after_sending(1);
    assert_eq!(pair.field(ROBOTS), "S23,N90,r77,r89");
    assert_eq!(pair.field(OBJECTS), "-");
    assert_eq!(pair.field(PENDING), "die:S");
    pair.act("chance", "die 4");
    assert_eq!(pair.field(STRIPS), "S4");
}

#[test]
fn dr_28_mines_of_one_order_explode_one_after_the_other() {
    // S walks to the east and pushes N, which reaches the mines first.
    let stones = "S3.1:VME,N2.1:V1N";
    let position = Position::sending("SN", "S20,N30", stones).with(OBJECTS, "m40,m50,o90");
    let mut pair = position.after_sending(3);
    assert_eq!(pair.field(ROBOTS), "S70,N80,r77,r89");
    assert_eq!(pair.field(PENDING), "die:N,die:N");
    pair.act("chance", "die 1");
    assert_eq!(pair.field(PENDING), "die:N");
    pair.act("chance", "die 1");
    assert_eq!(pair.field(STRIPS), "N1");
    // `mine_stops_move`: the order ends with that step.
    let mut pair = position.play_with(&[("mine_stops_move", "true")]);
    pair.act("S", "send 3");
    assert_eq!(pair.field(ROBOTS), "S30,N40,r77,r89");
}

#[test]
fn dr_28_repair_robots_and_inert_droids_remove_mines_unharmed() {
    let position = Position::sending("SWN", "S20,W30,N90,r37,r89", "S3.1:V1E,N1.1:V1W");
    let inert = position
        .with(OUT, "W")
        .with(SENT, "S1,N1")
        .with(OBJECTS, "m40");
    let pair = inert.after_sending(3);
    assert_eq!(pair.field(PENDING), "-");
    assert_eq!(pair.field(OBJECTS), "-");
    let stones = "S4.1:G2N,N1.1:V1W";
    let position = Position::sending("SN", "S20,N90,r37,r89", stones).with(OBJECTS, "m36");
    let pair = position.after_sending(4);
    assert_eq!(
        (pair.field(PENDING), pair.field(OBJECTS)),
        ("-".into(), "-".into())
    );
    assert!(pair.field(ROBOTS).contains("r35"));
}
