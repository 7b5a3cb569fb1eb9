//! Tests of draws (NW-25 to NW-27).

use crate::play::{Given, Play};

/// Both sides move sideways and back, so that the position recurs.
const ROUND: &str = "d4-b4 b4-d4 / . d10-b10 b10-d10 / . ";

const POSITION: &str = "w d4 d10 c3,e3,c11,e11";

const DRAW: [u8; 2] = [1, 1];

#[test]
fn nw_25_third_occurrence_is_a_draw() {
    let play = Play::at(&[], POSITION).after(ROUND);
    assert_eq!(play.end(), None);
    let play = play.after(ROUND);
    assert_eq!(play.end(), Some(("NW-25", DRAW)));
    assert!(play.legal().is_empty());
}

#[test]
fn nw_25_repetition_sets_the_drawing_occurrence() {
    let rounds = |repetition, count| {
        let given = [("repetition", repetition)];
        Play::at(&given, POSITION).after(&ROUND.repeat(count)).end()
    };
    assert_eq!(rounds("2", 1), Some(("NW-25", DRAW)));
    assert_eq!(rounds("4", 2), None);
    assert_eq!(rounds("4", 3), Some(("NW-25", DRAW)));
    assert_eq!(rounds("0", 9), None);
}

#[test]
fn nw_25_quiet_count_and_identity_of_robots_do_not_matter() {
    let twice: Given<'_> = &[("repetition", "2")];
    let play = Play::at(twice, "w b4,d4 d10 a3,c3,e3,a5,c5,e5,c11,e11 9");
    let play = play.after("b4-f4 / . d10-b10 b10-d10 / .");
    let play = play.after("d4-b4 f4-d4 / .");
    assert_eq!(play.end(), None, "the other side is to move");
    let play = play.after("d10-b10 b10-d10 / .");
    assert!(play.text().starts_with("w b4,d4 d10 "), "{}", play.text());
    assert_eq!(play.rest(), "13");
    assert_eq!(play.end(), Some(("NW-25", DRAW)));
}

#[test]
fn nw_25_batteries_are_part_of_the_position() {
    let twice: Given<'_> = &[("repetition", "2")];
    let play = Play::at(twice, "w d4 d10 c3,e3,c11,e11,k1");
    let play = play.after("d4-b4 b4-d4 / k1-k3 . d10-b10 b10-d10 / .");
    assert_eq!(play.end(), None);
    let back = play.after("d4-b4 b4-d4 / k3-k1 . d10-b10 b10-d10 / .");
    assert_eq!(back.end(), Some(("NW-25", DRAW)));
}

#[test]
fn nw_25_positions_within_turns_do_not_count() {
    let twice: Given<'_> = &[("repetition", "2")];
    let play = Play::at(twice, "w d4 d10 c3,e3,c5,e5,c11,e11");
    let play = play.after("d4-b4 b4-d4 d4-b4 b4-d4");
    assert_eq!(play.end(), None);
    assert_eq!(play.after("/ . d10-b10 / .").end(), None);
}

#[test]
fn nw_26_forty_quiet_turns_are_a_draw() {
    let play = Play::at(&[], "w d4 d10 c3,e3,c11,e11 38");
    let play = play.after("d4-b4 / .");
    assert_eq!((play.rest().as_str(), play.end()), ("39", None));
    let play = play.after("d10-b10");
    assert_eq!(play.rest(), "40 r:d10>b10:1");
    assert_eq!(play.end(), None, "the turn is completed first");
    let play = play.after("/ .");
    assert_eq!(play.end(), Some(("NW-26", DRAW)));
}

#[test]
fn nw_26_forward_moves_and_captures_reset_the_count() {
    let counts = |actions: &str| {
        let position = "w d4,f4 d6,h4,l10 c3,e3,c5,e5,g3,g5 17";
        let rest = Play::at(&[], position).after(actions).rest();
        rest.split(' ')
            .next()
            .map(str::to_owned)
            .unwrap_or_default()
    };
    assert_eq!(counts("d4-b4"), "18");
    assert_eq!(counts("d4-b4 b4-d4"), "18", "once per turn");
    assert_eq!(counts("d4-b4 b4-b6"), "0");
    assert_eq!(counts("f4-f6 d4-b4"), "0", "not increased again");
    assert_eq!(counts("d4xd6"), "0");
    assert_eq!(counts("f4xh4"), "0", "a capture sideways");
    let jump = Play::at(&[], "w d4,d6,f4 l10 c3,e3,c5 17");
    assert!(jump.clone().after("d4-d8").rest().starts_with("0 "));
    let sideways = Play::at(&[], "w d4,f4 l10 c3,e3,c5 17").after("d4-h4");
    assert!(sideways.rest().starts_with("18 "));
}

#[test]
fn nw_26_quiet_turns_sets_the_number_of_turns() {
    let quiet = |turns, count| {
        let given = [("quiet_turns", turns), ("repetition", "0")];
        Play::at(&given, POSITION).after(&ROUND.repeat(count)).end()
    };
    assert_eq!(quiet("4", 1), None);
    assert_eq!(quiet("4", 2), Some(("NW-26", DRAW)));
    assert_eq!(quiet("0", 30), None);
}

#[test]
fn nw_27_turn_cap_is_a_draw() {
    let capped = Play::start(&[("turn_cap", "3")]);
    let play = capped.after("b2-b4 / . b12-b10 / .");
    assert_eq!((play.rest().as_str(), play.end()), ("0 t:2", None));
    let play = play.after("b4-b6 / .");
    assert_eq!(play.rest(), "0 t:3");
    assert_eq!(play.end(), Some(("NW-27", DRAW)));
    let endless = Play::start(&[]).after("b2-b4 / . b12-b10 / .");
    assert_eq!(endless.rest(), "", "turns are not counted");
}

#[test]
fn nw_27_repetition_precedes_quiet_turns_and_the_turn_cap() {
    let cap = [("turn_cap", "2"), ("quiet_turns", "2"), ("repetition", "2")];
    let end = |given: Given<'_>| Play::at(given, POSITION).after(ROUND).end();
    assert_eq!(end(&cap), Some(("NW-25", DRAW)));
    let cap = [("turn_cap", "2"), ("quiet_turns", "2")];
    assert_eq!(end(&cap), Some(("NW-26", DRAW)));
    assert_eq!(end(&[("turn_cap", "2")]), Some(("NW-27", DRAW)));
}
