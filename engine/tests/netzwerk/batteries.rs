//! Tests of the control and moves of batteries (NW-14 to NW-17, NW-29).

use crate::known_numbers::SECOND;
use crate::play::{Given, Play};

const PRESENT: Given<'_> = &[("battery_control", "present")];
const MAJORITY: Given<'_> = &[("battery_control", "majority")];

/// Returns for White and Black whether they may move the battery on e5.
fn controlled(given: Given<'_>, robots: &str) -> [bool; 2] {
    ["w", "b"].map(|side| {
        let play = Play::at(given, &format!("{side} {robots} e5 0 b:"));
        let is_controlled = !play.targets("e5").is_empty();
        assert!(is_controlled || play.rejection("e5-e7") == "NW-14");
        is_controlled
    })
}

#[test]
fn nw_14_player_with_at_least_as_many_adjacent_robots_controls_a_battery() {
    assert_eq!(controlled(&[], "d4 l10"), [true, false]);
    assert_eq!(controlled(&[], "d4 f6"), [true, true]);
    assert_eq!(controlled(&[], "d4 f6,d6"), [false, true]);
    assert_eq!(controlled(&[], "d4,f4 f6,d6"), [true, true]);
    assert_eq!(controlled(&[], "d4,f4,d6 f6"), [true, false]);
    assert_eq!(controlled(&[], "l2 d4,f4,d6,f6"), [false, true]);
}

#[test]
fn nw_14_spent_batteries_may_be_moved() {
    let play = Play::at(&[], "w d4 l10 c5,e5").after("d4-d6 d6-f6 /");
    assert_eq!(play.targets("e5"), ["a5", "e3", "e7", "g5"]);
}

#[test]
fn nw_14_current_robots_determine_control() {
    let play = Play::at(PRESENT, "w d4 l10 c3,c5,e3");
    let play = play.after("d4-d6 d6-d8 /");
    assert_eq!(play.legal(), ["."], "the robot is no longer adjacent");
}

#[test]
fn nw_15_both_players_control_a_battery_without_adjacent_robots() {
    let robots = "l2 l12";
    assert_eq!(controlled(&[], robots), [true, true]);
    assert_eq!(controlled(PRESENT, robots), [false, false]);
    assert_eq!(controlled(MAJORITY, robots), [false, false]);
}

#[test]
fn nw_15_control_by_presence_needs_no_majority() {
    assert_eq!(controlled(PRESENT, "d4 l10"), [true, false]);
    assert_eq!(controlled(PRESENT, "d4 f6"), [true, true]);
    assert_eq!(controlled(PRESENT, "d4 f6,d6"), [false, true]);
}

#[test]
fn nw_29_shared_batteries_are_frozen() {
    assert_eq!(controlled(MAJORITY, "d4 f6"), [false, false]);
    assert_eq!(controlled(MAJORITY, "d4,f4 f6,d6"), [false, false]);
    assert_eq!(controlled(MAJORITY, "d4,f4 f6"), [true, false]);
    assert_eq!(controlled(MAJORITY, "d4 l10"), [true, false]);
    assert_eq!(controlled(MAJORITY, "d4 f6,d6"), [false, true]);
}

#[test]
fn nw_16_battery_moves_to_the_next_empty_field_over_any_run() {
    let play = Play::at(&[], "w f4 l10 c7,e7,g7,k7 0 b:");
    assert_eq!(play.targets("c7"), ["a7", "c5", "c9", "i7"]);
    assert_eq!(play.targets("e7"), ["a7", "e5", "e9", "i7"]);
    assert_eq!(play.targets("k7"), ["i7", "k5", "k9", "m7"]);
    assert_eq!(play.rejection("c7-m7"), "NW-16", "over an empty field");
    assert_eq!(play.rejection("c7-e7"), "NW-16", "the field is occupied");
    assert_eq!(play.rejection("i7-i9"), "NW-16", "there is no battery");
}

#[test]
fn nw_16_run_to_the_edge_leaves_no_move() {
    let play = Play::at(&[], "w f4 l10 i7,k7,m7 0 b:");
    assert_eq!(play.targets("i7"), ["g7", "i5", "i9"]);
    let full = "a1,c1,e1,g1,i1,k1,m1";
    let play = Play::at(&[], &format!("w f4 l10 {full} 0 b:"));
    assert_eq!(play.targets("g1"), ["g3"]);
}

#[test]
fn nw_16_robots_never_block_lines() {
    let play = Play::at(&[], "w d4,f4,d6,f6 d8,f8 e5,e7 0 b:");
    assert_eq!(play.targets("e5"), ["c5", "e3", "e9", "g5"]);
}

#[test]
fn nw_16_second_position_of_the_rules_document() {
    let moves_of_k3 = |side: &str| Play::at(&[], &format!("{side} {SECOND} 0 b:")).targets("k3");
    assert_eq!(moves_of_k3("w"), ["g3", "k1", "k13"]);
    assert!(moves_of_k3("b").is_empty());
    let robots = Play::at(&[], &format!("b {SECOND}")).legal();
    let expected = ["j10-h10", "j10-l10", "j10xj8", "j12-h12", "l12-l10"];
    assert_eq!(robots, expected);
}

#[test]
fn nw_17_battery_moves_once_per_turn() {
    let play = Play::at(&[], "w f4 l10 c7,e7 0 b:").after("c7-g7");
    assert_eq!(play.rest(), "0 b:g7");
    assert_eq!(play.rejection("g7-g9"), "NW-17");
    assert_eq!(play.targets("e7"), ["c7", "e5", "e9", "i7"], "over it");
    let play = play.after("e7-c7");
    assert_eq!(play.legal(), ["."]);
    assert_eq!(play.rest(), "0 b:c7,g7");
}

#[test]
fn nw_17_battery_may_move_to_a_field_that_another_left() {
    let play = Play::at(&[], "w f4 l10,b10 c7,e7,a11 0 b:").after("e7-e9 c7-e7 .");
    assert_eq!(play.text(), "b f4 b10,l10 e7,e9,a11");
    let play = play.after("b10-b8 /");
    assert_eq!(play.targets("e7"), ["c7", "e11", "e5", "g7"], "a new turn");
}
