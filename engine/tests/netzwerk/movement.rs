//! Tests of the phases of a turn and the steps of robots (NW-5, NW-6, NW-12).

use crate::play::Play;

#[test]
fn nw_5_at_least_one_robot_moves_before_the_batteries() {
    let play = Play::start(&[]);
    assert_eq!(play.rejection("/"), "NW-5");
    assert_eq!(play.rejection("a3-a5"), "NW-5");
    assert_eq!(play.rejection("."), "NW-5");
    let play = play.after("b2-b4");
    assert_eq!(play.rejection("a3-a5"), "NW-5");
    assert_eq!(play.rejection("."), "NW-5");
    assert_eq!(play.after("/").rest(), "0 b:");
}

#[test]
fn nw_5_any_number_of_robots_may_move() {
    let all = "b2-b4 d2-d4 f2-f4 h2-h4 j2-j4 l2-l4";
    let play = Play::start(&[]).after(all).after("/ .");
    let robots = "b b4,d4,f4,h4,j4,l4 b12,d12,f12,h12,j12,l12 ";
    assert!(play.text().starts_with(robots), "{}", play.text());
}

#[test]
fn nw_5_no_robot_moves_after_the_robot_phase() {
    let play = Play::start(&[]).after("b2-b4 /");
    assert_eq!(play.rejection("d2-d4"), "NW-5");
    assert_eq!(play.rejection("/"), "NW-5");
    let play = play.after("a3-a5 c3-c1");
    assert_eq!(play.rejection("d2-d4"), "NW-5");
    assert_eq!(play.rest(), "0 b:c1,a5");
    let waiting = play.after(".");
    assert!(waiting.text().starts_with("b "));
    assert_eq!(waiting.rest(), "");
}

#[test]
fn nw_5_no_battery_need_move() {
    let play = Play::start(&[]).after("b2-b4 / . b12-b10 / .");
    let robots = "w d2,f2,h2,j2,l2,b4 b10,d12,f12,h12,j12,l12 ";
    assert!(play.text().starts_with(robots), "{}", play.text());
    assert_eq!(play.rest(), "");
}

#[test]
fn nw_6_robots_move_forward_or_sideways() {
    let white = Play::at(&[], "w f6 b4 e5,g5,e7,g7");
    assert_eq!(white.targets("f6"), ["d6", "f8", "h6"]);
    assert_eq!(white.rejection("f6-f4"), "NW-6");
    let black = Play::at(&[], "b b4 f6 e5,g5,e7,g7");
    assert_eq!(black.targets("f6"), ["d6", "f4", "h6"]);
    assert_eq!(black.rejection("f6-f8"), "NW-6");
}

#[test]
fn nw_6_robots_stay_on_the_board() {
    let play = Play::at(&[], "w b6,l6 f4 a5,c5,k5,m5");
    assert_eq!(play.targets("b6"), ["b8", "d6"]);
    assert_eq!(play.targets("l6"), ["j6", "l8"]);
}

#[test]
fn nw_6_square_holds_at_most_one_robot() {
    let play = Play::at(&[], "w b6,b8,d6 f4 a5,c5");
    assert_eq!(play.rejection("b6-b8"), "NW-6");
    assert_eq!(play.rejection("b6-d6"), "NW-6");
    assert_eq!(play.rejection("f4-f6"), "NW-6", "the enemy's robot");
    assert_eq!(play.rejection("h4-h6"), "NW-6", "an empty square");
}

#[test]
fn nw_12_robot_may_change_direction_and_combine_steps_and_jumps() {
    let play = Play::at(&[], "w d4,d6 l10 c3,e3,c5,e5,e7,c7");
    let jumped = play.after("d4-d8 d8-f8");
    assert_eq!(jumped.rest(), "0 r:d4>f8:4");
    let turned = Play::at(&[], "w d4 l10 c3,e3,c5,e5").after("d4-d6 d6-f6 f6-f8 f8-d8");
    assert_eq!(turned.rest(), "0 r:d4>d8:4");
}

#[test]
fn nw_12_moving_left_and_right_again_is_a_move() {
    let play = Play::at(&[], "w d4 l10 c3,e3").after("d4-b4 b4-d4");
    assert_eq!(play.rest(), "1 r:d4>d4:2");
    assert_eq!(play.after("/ .").text(), "b d4 l10 c3,e3 1");
}

#[test]
fn nw_12_steps_of_different_robots_may_be_interleaved() {
    let play = Play::at(&[], "w b4,h4 l10 a3,c3,g3,i3");
    let play = play.after("b4-b6 h4-h6 b6-b8 h6-h8");
    assert_eq!(play.rest(), "0 r:b4>b8:2,h4>h8:2");
}

#[test]
fn nw_12_robot_may_move_to_the_start_square_of_another() {
    let play = Play::at(&[], "w b4,d4 l10 a3,a5,e3,e5").after("d4-f4 b4-d4");
    assert_eq!(play.rest(), "1 r:b4>d4:1,d4>f4:1");
    let play = play.after("d4-d6");
    assert_eq!(play.rest(), "0 r:b4>d6:2,d4>f4:1");
}
