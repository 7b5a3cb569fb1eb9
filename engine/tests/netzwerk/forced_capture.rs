//! Tests of the variation with forced captures (NW-28).

use crate::play::{Given, Play};

const FORCED: Given<'_> = &[("forced_capture", "true")];

#[test]
fn nw_28_only_captures_are_legal_while_a_capture_is_possible() {
    let position = "w d4,h4 d6,l10 c3,e3,c5,g3,i3";
    let play = Play::at(FORCED, position);
    assert_eq!(play.legal(), ["d4xd6"]);
    assert_eq!(play.rejection("h4-h6"), "NW-28");
    assert_eq!(play.rejection("d4-b4"), "NW-28");
    let play = play.after("d4xd6");
    assert_eq!(play.legal(), ["/", "h4-f4", "h4-h6", "h4-j4"]);
    let free = Play::at(&[], position);
    assert!(free.legal().contains(&"h4-h6".to_owned()));
}

#[test]
fn nw_28_robot_phase_cannot_be_ended_while_a_capture_is_possible() {
    let play = Play::at(FORCED, "w d4,h4 f6,l10 c3,e3,c5,g3,i3,g5").after("h4-h6");
    assert_eq!(play.legal(), ["h6xf6"]);
    assert_eq!(play.rejection("/"), "NW-28");
    assert_eq!(play.rejection("d4-d6"), "NW-28");
}

#[test]
fn nw_28_player_chooses_among_captures_and_makes_all_that_are_possible() {
    let play = Play::at(FORCED, "w d4,h4 d6,h6,l10 c3,e3,g3,i3");
    assert_eq!(play.legal(), ["d4xd6", "h4xh6"]);
    let play = play.after("h4xh6");
    assert_eq!(play.legal(), ["d4xd6"]);
    assert_eq!(play.after("d4xd6").legal(), ["/"]);
}

#[test]
fn nw_28_capture_that_cannot_be_paid_is_not_forced() {
    let play = Play::at(FORCED, "w d4,h4 d6,l10 c3,g3");
    assert_eq!(play.targets("d4"), ["b4", "f4"]);
    assert_eq!(play.targets("h4"), ["f4", "h6", "j4"]);
}

#[test]
fn nw_28_capture_by_a_jump_is_forced() {
    let play = Play::at(FORCED, "w d4,d6 d8,l10 c3,e3,c5");
    assert_eq!(play.targets("d4"), ["b4", "f4"], "the capture costs 4");
    let play = Play::at(FORCED, "w d4,d6 d8,l10 c3,e3,c5,e5");
    assert_eq!(play.legal(), ["d4xd8", "d6xd8"]);
}

#[test]
fn nw_28_capture_that_loses_the_match_is_forced() {
    let play = Play::at(FORCED, "w f4,h4 b2,d2,f6,j10,l10 e3,g3,i3");
    assert_eq!(play.legal(), ["f4xf6"]);
    assert_eq!(play.after("f4xf6").end(), Some(("NW-19", [2, 1])));
}

#[test]
fn nw_28_capture_that_needs_a_step_first_does_not_force_the_step() {
    let play = Play::at(FORCED, "w d4,h4 d8,l10 c3,e3,c5,g3");
    assert_eq!(play.targets("d4"), ["b4", "d6", "f4"]);
    let play = play.after("h4-h6");
    assert!(play.legal().contains(&"/".to_owned()));
    let play = play.after("d4-d6");
    assert_eq!(play.legal(), ["d6xd8"], "the capture is possible now");
}
