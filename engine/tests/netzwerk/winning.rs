//! Tests of wins and losses (NW-19 to NW-21, NW-30).

use crate::play::Play;

const FILES: [&str; 6] = ["b", "d", "f", "h", "j", "l"];

/// Returns a match in which White has `robots` robots, `home` of them at home and another one step
/// away.
fn about_to_come_home(robots: usize, home: usize) -> Play {
    let at_home = FILES[..home].iter().map(|file| format!("{file}12"));
    let others = FILES[home + 1..robots]
        .iter()
        .map(|file| format!("{file}6"));
    let mut squares: Vec<String> = at_home.chain(others).collect();
    squares.push(format!("{}10", FILES[home]));
    let fields = "a9,c9,e9,g9,i9,k9,m9";
    Play::at(&[], &format!("w {} b8,d8,f8 {fields}", squares.join(",")))
}

#[test]
fn nw_19_half_of_the_robots_rounded_up_must_be_home() {
    for (robots, needed) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        for (home, file) in FILES.iter().enumerate().take(needed) {
            let play = about_to_come_home(robots, home);
            assert_eq!(play.end(), None, "{home} of {robots}");
            let play = play.after(&format!("{file}10-{file}12"));
            let wins = (home + 1 == needed).then_some(("NW-19", [1, 2]));
            assert_eq!(play.end(), wins, "{} of {robots}", home + 1);
        }
    }
}

#[test]
fn nw_19_winning_action_ends_the_turn() {
    let play = about_to_come_home(2, 0).after("b10-b12");
    assert!(play.legal().is_empty());
    assert_eq!(play.rejection("/"), "NW-19");
    assert_eq!(play.rest(), "0 r:b10>b12:1");
    assert!(play.text().starts_with("w d6,b12 "), "{}", play.text());
}

#[test]
fn nw_19_home_rank_of_black_is_rank_2() {
    let play = Play::at(&[], "b f6,h6 b4,d12 a3,c3").after("b4-b2");
    assert_eq!(play.end(), Some(("NW-19", [2, 1])));
}

#[test]
fn nw_20_capturing_all_enemies_wins() {
    let play = Play::at(&[], "w d4 d6,f4 c3,e3,c5,e5").after("d4xd6");
    assert_eq!(play.end(), None);
    let play = Play::at(&[], "w d4 d6 c3,e3").after("d4xd6");
    assert_eq!(play.end(), Some(("NW-20", [1, 2])));
    assert!(play.text().starts_with("w d6 - "), "{}", play.text());
    let play = Play::at(&[], "b d4 d6 c5,e5").after("d6xd4");
    assert_eq!(play.end(), Some(("NW-20", [2, 1])));
}

#[test]
fn nw_20_capture_of_all_is_tested_before_robots_at_home() {
    let play = Play::at(&[], "w d10 d12 c9,e9").after("d10xd12");
    assert_eq!(play.end(), Some(("NW-20", [1, 2])));
    let text = "b b12,f4 - a3,c3";
    assert_eq!(Play::at(&[], text).end(), Some(("NW-20", [1, 2])));
}

#[test]
fn nw_21_player_who_cannot_move_a_robot_loses() {
    let play = Play::at(&[], "w d4 d12,f12 c3").after("d4-d6 /");
    assert_eq!(play.end(), None, "only at the start of a turn");
    let play = play.after(".");
    assert_eq!(play.end(), Some(("NW-21", [1, 2])));
    assert!(play.legal().is_empty());
}

#[test]
fn nw_21_blocked_robots_cannot_move() {
    let room = Play::at(&[], "b f10,h10 b4,b6 a7");
    assert_eq!(room.legal(), ["b6-d6"]);
    let none = Play::at(&[], "b f10,h10 b4,b6,d6 a7");
    assert_eq!(none.end(), Some(("NW-21", [1, 2])));
}

#[test]
fn nw_21_inability_to_move_is_tested_before_the_draws() {
    let play = Play::at(&[("turn_cap", "9")], "b d4 d12 c3 40 t:9");
    assert_eq!(play.end(), Some(("NW-21", [1, 2])));
}

#[test]
fn nw_30_player_who_leaves_loses() {
    let play = Play::start(&[]).after("b2-b4");
    let white = play.clone().leave(0);
    assert_eq!(white.end(), Some(("NW-30", [2, 1])));
    assert_eq!(white.rest(), "0 r:b2>b4:1 left:w");
    assert!(white.legal().is_empty());
    let black = play.after("/").leave(1);
    assert_eq!(black.end(), Some(("NW-30", [1, 2])));
    assert_eq!(black.rest(), "0 b: left:b");
    assert_eq!(black.rejection("."), "NW-30");
}

#[test]
fn nw_30_position_text_names_the_side_that_left() {
    let play = Play::at(&[], "w d4 d6 c3,e3 0 left:b");
    assert_eq!(play.end(), Some(("NW-30", [1, 2])));
}
