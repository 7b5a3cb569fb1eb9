//! Tests of the ends of matches by the naive rules, on small boards.

use crate::naive::{Naive, Side};

/// Options of the smallest board: two files and three ranks of squares, files a to e and ranks 1 to
/// 7 of the lattice.
const SMALL: [(&str, &str); 2] = [("width", "2"), ("ranks", "3")];

/// Returns a match on the small board, with additional options, after the given actions.
fn after(given: &[(&str, &str)], position: &str, actions: &str) -> Naive {
    let given = [&SMALL[..], given].concat();
    let mut naive = Naive::parse(&given, position).unwrap();
    for action in actions.split_whitespace() {
        naive.apply(action).unwrap();
    }
    naive
}

/// Returns the winner and the rule that ended the match, and asserts that no action is legal.
fn end(naive: &Naive) -> (Option<Side>, &'static str) {
    let end = naive.outcome().unwrap();
    assert_eq!(naive.legal(), [""; 0]);
    (end.winner, end.rule)
}

fn is_open(naive: &Naive) -> bool {
    naive.outcome().is_none() && !naive.legal().is_empty()
}

#[test]
fn half_of_the_robots_at_home_wins() {
    let naive = after(&[], "w d2,b4 d4,d6 a3,c3,e3,a5,c5,e5", "b4-b6");
    assert_eq!(end(&naive), (Some(Side::White), "NW-19"));
    assert_eq!(
        naive.text(),
        "w d2,b6 d4,d6 a3,c3,e3,a5,c5,e5 0 r:b4>b6:1",
        "the turn has ended; the side to move is unchanged"
    );
}

#[test]
fn capture_of_all_wins_before_robots_at_home() {
    let naive = after(&[], "w d4 b4 a3,c3,e3,a5,c5,e5", "d4xb4");
    assert_eq!(end(&naive), (Some(Side::White), "NW-20"));
    let naive = after(&[], "w d4 d6 a3,c3,e3,a5,c5,e5", "d4xd6");
    assert_eq!(end(&naive), (Some(Side::White), "NW-20"));
}

#[test]
fn capture_can_make_the_opponent_win() {
    let given = [("width", "3"), ("ranks", "3")];
    let position = "w b2,f4 d2,d4,f6 a3,c3,e3,g3,c5,e5,g5,g7";
    let mut naive = Naive::parse(&given, position).unwrap();
    assert!(is_open(&naive));
    naive.apply("f4xd4").unwrap();
    assert_eq!(end(&naive), (Some(Side::Black), "NW-19"));
}

#[test]
fn player_who_cannot_move_a_robot_loses() {
    let naive = after(&[], "b b2,d2 b6,d6 a1,c1,e1,a3,c3,e3", "");
    assert_eq!(end(&naive), (Some(Side::White), "NW-21"));
}

#[test]
fn third_occurrence_is_a_draw() {
    let round = "d2-b2 b2-d2 / . d6-b6 b6-d6 / . ";
    let rounds = |given: &[(&str, &str)], count| {
        let position = "w d2 d6 a3,c3,e3,a5,c5,e5";
        after(given, position, &round.repeat(count))
    };
    assert!(is_open(&rounds(&[], 1)));
    assert_eq!(end(&rounds(&[], 2)), (None, "NW-25"));
    let twice = rounds(&[("repetition", "2")], 1);
    assert_eq!(end(&twice), (None, "NW-25"));
    assert!(is_open(&rounds(&[("repetition", "0")], 9)));
}

#[test]
fn quiet_turns_are_a_draw_at_the_start_of_the_next_turn() {
    let quiet = [("quiet_turns", "2")];
    let position = "w d4 b4,d6 a3,c3,e3,a5,c5,e5 1";
    assert!(is_open(&after(&quiet, position, "")));
    let naive = after(&quiet, "w d2 d6 a3,c3,e3,a5,c5,e5 1", "d2-b2");
    assert!(is_open(&naive), "the turn continues with a count of 2");
    let naive = after(&quiet, "w d2 d6 a3,c3,e3,a5,c5,e5 1", "d2-b2 / .");
    assert_eq!(end(&naive), (None, "NW-26"));
    let naive = after(&quiet, "w d2 d6 a3,c3,e3,a5,c5,e5 1", "d2-b2 b2-b4 / .");
    assert!(is_open(&naive));
}

#[test]
fn turn_cap_is_a_draw() {
    let capped = [("turn_cap", "2")];
    let position = "w d2 d6 a3,c3,e3,a5,c5,e5 0 t:1";
    let naive = after(&capped, position, "d2-b2 /");
    assert_eq!(naive.text(), "w b2 d6 a3,c3,e3,a5,c5,e5 1 b: t:1");
    let naive = after(&capped, position, "d2-b2 / .");
    assert_eq!(naive.text(), "b b2 d6 a3,c3,e3,a5,c5,e5 1 t:2");
    assert_eq!(end(&naive), (None, "NW-27"));
}

#[test]
fn player_who_leaves_loses() {
    let mut naive = after(&[], "w b2,d2 b6,d6 a3,c3,e3,a5,c5,e5", "b2-b4 /");
    naive.leave(Side::White);
    assert_eq!(end(&naive), (Some(Side::Black), "NW-30"));
    assert_eq!(naive.text(), "w d2,b4 b6,d6 a3,c3,e3,a5,c5,e5 0 b: left:w");
}
