//! Tests of seats that leave the match (MR-31).

use botwerk_engine::{Actor, GameRules};

use crate::play::{Play, ROUTE, seat};

#[test]
fn mr_31_seat_may_leave_before_the_start_is_rolled() {
    let play = Play::at(&[], "- ; - ; - ; 0,0,0 ; 0 ; 0 ; start").referee("leave 0");
    assert_eq!(play.text(), "- ; - ; - ; 0x,0,0 ; 1 ; 0 ; start");
    assert_eq!(play.chance_key().unwrap().kind, "start");
}

#[test]
fn mr_31_next_seat_rolls_in_place_of_one_that_left() {
    let after_leave = |rest: &str, leaves: &str| Play::at(&[], rest).referee(leaves).text();
    assert_eq!(
        after_leave("1P ; - ; - ; 0,1,2 ; 2 ; 3 ; roll", "leave 2"),
        "1P ; - ; - ; 0,1,2x ; 0 ; 3 ; roll"
    );
    assert_eq!(
        after_leave("1P ; - ; - ; 0,1,2 ; 2 ; 3 ; roll", "leave 1"),
        "1P ; - ; - ; 0,1x,2 ; 2 ; 3 ; roll"
    );
    // Seat 1 would roll after seat 0.
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1x,2 ; 0 ; 4 ; race:");
    let play = play.seat(2, "say 5").show(2, ROUTE);
    assert_eq!(play.text(), "2W ; - ; - ; 0,1x,3 ; 2 ; 4 ; roll");
    // After an abandoned round the roller rolls again, or the next seat if the roller has left.
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1,2 ; 0 ; 4 ; race:");
    let play = play.referee("leave 0");
    assert_eq!(play.text(), "1P ; 2W ; - ; 0x,1,2 ; 0 ; 4 ; race:");
    assert_eq!(
        play.clone().referee("break").text(),
        "1P ; - ; - ; 0x,1,2 ; 1 ; 4 ; roll"
    );
    let shown = play.seat(2, "say 5").show(2, ROUTE);
    assert_eq!(shown.text(), "2W ; - ; - ; 0x,1,3 ; 1 ; 4 ; roll");
}

#[test]
fn mr_31_seat_that_left_cannot_announce_pass_or_leave_again() {
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1,2 ; 0 ; 4 ; race:").referee("leave 1");
    assert_eq!(play.decision(), ("race", vec![0, 2]));
    for action in ["say 5", "pass"] {
        assert_eq!(play.rejection(Actor::Seat(seat(1)), action).0, "MR-31");
    }
    assert_eq!(play.rejection(Actor::Referee, "leave 1").0, "MR-31");
    assert_eq!(play.legal(Actor::Referee), ["break", "leave 0", "leave 2"]);
    assert!(play.legal(Actor::Seat(seat(1))).is_empty());
}

#[test]
fn mr_31_round_is_abandoned_when_the_last_seat_that_has_not_passed_leaves() {
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1,2,0 ; 0 ; 4 ; race:1,2,3");
    let play = play.referee("leave 0");
    assert_eq!(play.text(), "1P ; - ; - ; 0x,1,2,0 ; 1 ; 4 ; roll");
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1,2,0 ; 0 ; 4 ; race:1,2");
    let play = play.referee("leave 1");
    assert_eq!(play.text(), "1P ; 2W ; - ; 0,1x,2,0 ; 0 ; 4 ; race:1,2");
    let play = play.seat(0, "pass").seat(3, "pass");
    assert_eq!(play.text(), "1P ; - ; - ; 0,1x,2,0 ; 0 ; 4 ; roll");
}

#[test]
fn mr_31_seat_that_left_receives_no_chip() {
    let play = Play::at(&[], "1P ; 2W ; - ; 2,0x,1 ; 0 ; 4 ; race:").seat(0, "say 5");
    assert_eq!(
        play.seat(0, "end").text(),
        "2W ; - ; - ; 1,0x,2 ; 2 ; 4 ; roll"
    );
}

#[test]
fn mr_31_seat_that_leaves_while_showing_pays_for_a_wrong_route() {
    let play = Play::at(&[], "1P ; 2W ; - ; 2,0,1 ; 0 ; 4 ; show:0:5:1P");
    let left = play.clone().referee("leave 0");
    assert_eq!(left.text(), "2W ; - ; - ; 1x,1,1 ; 1 ; 4 ; roll");
    // If another seat leaves, the show continues, and the chip goes to a remaining seat.
    let other = play.referee("leave 1");
    assert_eq!(other.text(), "1P ; 2W ; - ; 2,0x,1 ; 0 ; 4 ; show:0:5:1P");
    let wrong = other.seat(0, "end");
    assert_eq!(wrong.text(), "2W ; - ; - ; 1,0x,2 ; 2 ; 4 ; roll");
}

#[test]
fn mr_31_chip_paid_on_leaving_may_make_another_seat_win() {
    let play = Play::at(&[], "1P ; 2W ; - ; 2,4,4 ; 0 ; 4 ; show:0:5:1P");
    assert_eq!(play.referee("leave 0").places(), ("MR-26", vec![3, 1, 2]));
}

#[test]
fn mr_31_chips_of_a_seat_that_left_count_as_handed_out() {
    let rest = "1P ; 2W ; - ; 4,4,4,4,4x,4,0 ; 0 ; 4 ; race:";
    let play = Play::at(&[], rest).seat(6, "say 5").show(6, ROUTE);
    assert_eq!(play.places(), ("MR-27", vec![1, 1, 1, 1, 7, 1, 6]));
    let points = play.outcome().unwrap().points;
    assert_eq!(points, [4, 4, 4, 4, 4, 4, 1]);
}

#[test]
fn mr_31_seat_that_left_cannot_win() {
    let cap = [("round_cap", "4")];
    let play = Play::at(&cap, "1P ; 2W ; - ; 0,4x,1,2x ; 0 ; 4 ; race:").referee("break");
    assert_eq!(play.places(), ("MR-28", vec![2, 3, 1, 3]));
}

#[test]
fn mr_31_last_remaining_seat_wins() {
    for phase in [
        "1P ; - ; - ; 0,3 ; 0 ; 3 ; roll",
        "1P ; 2W ; - ; 0,3 ; 0 ; 4 ; race:",
    ] {
        let play = Play::at(&[], phase).referee("leave 1");
        assert_eq!(play.places(), ("MR-31", vec![1, 2]));
        assert_eq!(play.outcome().unwrap().points, [0, 3]);
    }
    let play = Play::at(&[], "- ; - ; - ; 0,0,0 ; 0 ; 0 ; start");
    let play = play.referee("leave 0").referee("leave 2");
    assert_eq!(play.places(), ("MR-31", vec![2, 1, 2]));
    let play = Play::at(&[], "1P ; 2W ; - ; 3,1 ; 0 ; 4 ; show:0:5:1P-6P");
    let play = play.referee("leave 0");
    assert_eq!(play.places(), ("MR-31", vec![2, 1]));
    assert_eq!(play.outcome().unwrap().points, [2, 2]);
    assert!(play.legal(Actor::Referee).is_empty());
}

#[test]
fn mr_31_position_text_marks_seats_that_left() {
    let play = Play::at(&[], "1P ; 2W ; - ; 0,1x,2 ; 1 ; 4 ; race:1");
    assert_eq!(play.text(), "1P ; 2W ; - ; 0,1x,2 ; 1 ; 4 ; race:1");
    assert_eq!(play.game.leave_action(seat(2)).to_string(), "leave 2");
}
