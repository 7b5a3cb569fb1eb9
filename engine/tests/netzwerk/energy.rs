//! Tests of the cost of moves and the batteries that pay (NW-7 to NW-9, NW-13, NW-18), and of jumps
//! (NW-10).

use crate::play::Play;

/// The four fields adjacent to d6.
const ADJACENT: [&str; 4] = ["c5", "e5", "c7", "e7"];

/// Returns a match with `count` batteries adjacent to White's robot on d6.
fn with_batteries(robots: &str, count: usize) -> Play {
    let batteries = match count {
        0 => "m13".to_owned(),
        _ => ADJACENT[..count].join(","),
    };
    Play::at(&[], &format!("w {robots} {batteries}"))
}

#[test]
fn nw_7_every_step_needs_a_battery_adjacent_to_the_start() {
    for count in 1..=4 {
        let steps = ["d6-d8", "d8-f8", "f8-d8", "d8-b8"];
        let play = with_batteries("d6 l8", count).after(&steps[..count].join(" "));
        assert_eq!(play.legal(), ["/"], "{count} batteries");
    }
    let play = Play::at(&[], "w d6,l2 l8 m1");
    assert_eq!(play.legal(), ["l2-j2", "l2-l4"]);
    assert_eq!(play.rejection("d6-d8"), "NW-13");
}

#[test]
fn nw_7_batteries_passed_on_the_way_do_not_help() {
    let play = Play::at(&[], "w d4 l8 c3,e7,c7,e9,c9,m7").after("d4-d6");
    assert_eq!(play.legal(), ["/"]);
    assert_eq!(play.rejection("d6-d8"), "NW-13");
    let later = play.after("/ . l8-l6 / .");
    assert_eq!(later.after("d6-d8 d8-d10").rest(), "0 r:d6>d10:2");
}

#[test]
fn nw_8_shared_battery_powers_one_robot() {
    let play = Play::at(&[], "w b4,d4 l10 c5,k11");
    assert_eq!(play.targets("b4"), ["b6"]);
    assert_eq!(play.targets("d4"), ["d6", "f4"]);
    let play = play.after("b4-b6");
    assert_eq!(play.legal(), ["/"]);
    assert_eq!(play.rejection("d4-d6"), "NW-13");
}

#[test]
fn nw_8_batteries_adjacent_to_the_opponent_power_robots_too() {
    let play = Play::at(&[], "w d4 b4,b6,d6 c5");
    assert_eq!(play.legal(), ["d4-f4"], "captures cost more");
}

#[test]
fn nw_9_step_costs_1_and_capture_2() {
    for count in 0..=4 {
        let step = with_batteries("d6 l8", count);
        assert_eq!(!step.targets("d6").is_empty(), count >= 1);
        let capture = with_batteries("d6 d8,l8", count);
        let captures = capture.legal().contains(&"d6xd8".to_owned());
        assert_eq!(captures, count >= 2);
    }
    let play = with_batteries("d6 d8,l8", 4);
    assert_eq!(play.after("d6xd8").rest(), "0 r:d6>d8:2x");
}

#[test]
fn nw_9_jump_costs_3_and_jump_with_capture_4() {
    for count in 0..=4 {
        let jump = with_batteries("d6,d8 l8", count);
        assert_eq!(jump.legal().contains(&"d6-d10".to_owned()), count >= 3);
        let capture = with_batteries("d6,d8 d10,l8", count);
        let captures = capture.legal().contains(&"d6xd10".to_owned());
        assert_eq!(captures, count >= 4);
    }
    let jumped = with_batteries("d6,d8 l8", 3).after("d6-d10");
    assert_eq!(jumped.rest(), "0 r:d6>d10:3");
    let captured = with_batteries("d6,d8 d10,l8", 4).after("d6xd10");
    assert_eq!(captured.rest(), "0 r:d6>d10:4x");
}

#[test]
fn nw_9_energy_spent_earlier_in_the_turn_counts() {
    let play = with_batteries("d6 d10,l8", 2).after("d6-d8");
    assert_eq!(play.targets("d8"), ["b8", "f8"]);
    assert_eq!(play.rejection("d8xd10"), "NW-13");
    let play = with_batteries("d6 d10,l8", 3).after("d6-d8 d8xd10");
    assert_eq!(play.rest(), "0 r:d6>d10:3x");
}

#[test]
fn nw_10_jump_goes_straight_over_one_own_robot_forward_or_sideways() {
    let play = with_batteries("b6,d6,f6,d8,d4 l8", 3);
    assert_eq!(play.targets("d6"), ["d10", "h6"], "b6 is at the edge");
    assert_eq!(play.rejection("d6-d2"), "NW-6", "backward");
    let black = Play::at(&[], "b l8 b6,d6,f6,d8,d4 c5,e5,c7");
    assert_eq!(black.targets("d6"), ["d2", "h6"]);
}

#[test]
fn nw_10_jump_over_two_robots_or_an_empty_square_is_illegal() {
    let play = with_batteries("d6,d8,d10 l8", 4);
    assert_eq!(play.targets("d6"), ["b6", "f6"]);
    assert_eq!(play.rejection("d6-d10"), "NW-10");
    assert_eq!(
        play.rejection("d6-h6"),
        "NW-10",
        "there is no robot between"
    );
}

#[test]
fn nw_10_enemies_are_never_jumped() {
    let play = with_batteries("d6 d8,f6,l8", 4);
    assert_eq!(play.rejection("d6-d10"), "NW-10");
    assert_eq!(play.rejection("d6-h6"), "NW-10");
    assert_eq!(play.targets("d6"), ["b6", "xd8", "xf6"]);
}

#[test]
fn nw_10_jump_captures_by_landing_and_spares_the_robot_between() {
    let play = with_batteries("d6,f6 h6,l8", 4).after("d6xh6");
    assert!(play.text().starts_with("w f6,h6 l8 "), "{}", play.text());
}

#[test]
fn nw_13_players_never_choose_which_battery_pays() {
    // Only c3 and c5 are adjacent to b4; all four are adjacent to d4.
    let position = "w b4,d4 l10 c3,c5,e3,e5";
    for order in ["b4-b6 b6-b8 d4-d6 d6-d8", "d4-d6 d6-d8 b4-b6 b6-b8"] {
        let play = Play::at(&[], position).after(order);
        assert_eq!(play.rest(), "0 r:b4>b8:2,d4>d8:2", "{order}");
        assert_eq!(play.legal(), ["/"]);
    }
    let greedy = Play::at(&[], position).after("d4-d6 d6-d8 d8-d10 b4-b6");
    assert_eq!(greedy.rest(), "0 r:b4>b6:1,d4>d10:3");
    assert_eq!(greedy.rejection("b6-b8"), "NW-13");
}

#[test]
fn nw_13_every_set_of_robots_is_limited_by_its_batteries() {
    // c5 is adjacent to b4, c5 and e5 to d4, e5 and g5 to f4.
    let position = "w b4,d4,f4 l10 c5,e5,g5";
    let each = Play::at(&[], position).after("b4-b6 d4-d6 f4-f6");
    assert_eq!(each.legal(), ["/"]);
    let play = Play::at(&[], position).after("b4-b6 f4-f6");
    assert_eq!(play.targets("f6"), ["d6", "f8", "h6"]);
    let play = play.after("f6-f8");
    assert_eq!(
        play.rejection("d4-d6"),
        "NW-13",
        "both adjacent batteries are spent"
    );
}

#[test]
fn nw_18_batteries_are_recharged_at_the_end_of_the_turn() {
    let play = Play::at(&[], "w d4 d6 c5,e5").after("d4-b4 b4-d4 / .");
    let play = play.after("d6-b6 b6-d6 / .");
    assert_eq!(play.after("d4-b4 b4-d4").rest(), "3 r:d4>d4:2");
}
