//! Tests of the consequences of a capture (NW-11, NW-22, NW-23, NW-24).

use crate::play::Play;

#[test]
fn nw_11_robot_that_has_captured_is_finished() {
    let play = Play::at(&[], "w d4,h4 d6,f4,l10 c3,e3,c5,e5,i3,i5");
    let play = play.after("d4xd6");
    assert_eq!(play.rest(), "0 r:d4>d6:2x");
    assert!(play.targets("d6").is_empty(), "two batteries remain");
    assert_eq!(play.rejection("d6-d8"), "NW-11");
    assert_eq!(play.targets("h4"), ["h6", "j4", "xf4"]);
}

#[test]
fn nw_11_other_robots_may_continue_and_capture_too() {
    let play = Play::at(&[], "w d4,h4 d6,f4,l10 c3,e3,c5,e5,i3,i5");
    let play = play.after("d4xd6 h4xf4");
    assert_eq!(play.legal(), ["/"]);
    assert_eq!(play.rest(), "0 r:d4>d6:2x,h4>f4:2x");
    assert!(play.text().starts_with("w f4,d6 l10 "), "{}", play.text());
}

#[test]
fn nw_11_finished_robot_can_be_jumped() {
    let play = Play::at(&[], "w d2,d4 d6,l10 c1,e1,c3,e3,c5,e5");
    let play = play.after("d4xd6 d2-d4 d4-d8");
    assert_eq!(play.rest(), "0 r:d2>d8:4,d4>d6:2x");
    let play = Play::at(&[], "w d4,f6 d6,l10 c3,e3,g5,e7,g7").after("d4xd6 f6-b6");
    assert_eq!(play.rest(), "0 r:d4>d6:2x,f6>b6:3");
}

#[test]
fn nw_11_robot_that_captured_can_move_in_the_next_turn() {
    let play = Play::at(&[], "w d4 d6,l10 c3,c5,k11").after("d4xd6 / .");
    let play = play.after("l10-l8 / .");
    assert_eq!(play.targets("d6"), ["b6", "d8", "f6"]);
}

#[test]
fn nw_22_robots_at_home_are_captured_sideways() {
    let play = Play::at(&[], "b b12,f4,h4 d12,j12,l12 c13,e13");
    assert_eq!(play.end(), None, "one of three is at home");
    let play = play.after("d12xb12");
    assert!(
        play.text().starts_with("b f4,h4 b12,j12,l12 "),
        "{}",
        play.text()
    );
    assert_eq!(play.end(), None);
}

#[test]
fn nw_22_black_robots_at_home_are_captured_sideways_too() {
    let play = Play::at(&[], "w d2,j2 b2,f8,h8 c1,e1").after("d2xb2");
    assert!(play.text().starts_with("w b2,j2 f8,h8 "), "{}", play.text());
}

#[test]
fn nw_23_capture_can_make_the_opponent_win() {
    let play = Play::at(&[], "w f4,h4 b2,d2,f6,j10,l10 e3,g3");
    assert_eq!(play.end(), None, "two of five are at home");
    let play = play.after("f4xf6");
    assert_eq!(play.end(), Some(("NW-19", [2, 1])));
    assert!(play.legal().is_empty());
}

#[test]
fn nw_23_win_of_the_opponent_is_tested_within_a_turn() {
    let play = Play::at(&[], "w f4,h4 b2,d2,f6,j10,l10 e3,g3,i3").after("h4-h6");
    assert_eq!(play.end(), None);
    let play = play.after("f4xf6");
    assert_eq!(play.rest(), "0 r:f4>f6:2x,h4>h6:1", "the turn has ended");
    assert_eq!(play.end(), Some(("NW-19", [2, 1])));
}

#[test]
fn nw_24_player_who_moved_wins_if_both_are_at_home() {
    let white = Play::at(&[], "w f10,h4 b2,d2,f12,j10,l10 e9,g9");
    assert_eq!(white.end(), None);
    let white = white.after("f10xf12");
    assert_eq!(white.end(), Some(("NW-19", [1, 2])));
    let black = Play::at(&[], "b b12,d12,f2,j4,l4 f4,h10 e5,g5");
    assert_eq!(black.end(), None);
    let black = black.after("f4xf2");
    assert_eq!(black.end(), Some(("NW-19", [2, 1])));
}

#[test]
fn nw_24_between_turns_the_opponent_of_the_side_to_move_has_moved() {
    let both = "b12,f4 b2,h8 a3,c3";
    let end = |side: &str| Play::at(&[], &format!("{side} {both}")).end();
    assert_eq!(end("b"), Some(("NW-19", [1, 2])));
    assert_eq!(end("w"), Some(("NW-19", [2, 1])));
    let inside = Play::at(&[], &format!("w {both} 0 b:"));
    assert_eq!(inside.end(), Some(("NW-19", [1, 2])));
}
