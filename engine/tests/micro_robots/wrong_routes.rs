//! Tests of wrong routes and their penalty (MR-17, MR-18).

use botwerk_engine::{Actor, GameRules};

use crate::play::{Play, seat};

/// Returns the chips after a wrong route of a seat.
fn after_wrong(chips: &str, shower: usize) -> String {
    let rest = format!("1P ; 2W ; - ; {chips} ; 0 ; 4 ; race:");
    let play = Play::at(&[("chips_to_win", "25")], &rest);
    let text = play.seat(shower, "say 5").seat(shower, "end").text();
    text.split(" ; ").nth(3).unwrap().to_owned()
}

#[test]
fn mr_17_chip_goes_to_the_player_with_the_fewest() {
    assert_eq!(after_wrong("2,3,1", 0), "1,3,2");
    assert_eq!(after_wrong("2,3,1", 1), "2,2,2");
    assert_eq!(after_wrong("2,3,4", 2), "3,3,3");
    // Only the other players count, not the giver.
    assert_eq!(after_wrong("1,3,4", 0), "0,4,4");
}

#[test]
fn mr_17_nearest_clockwise_receives_the_chip_among_the_fewest() {
    assert_eq!(after_wrong("3,1,1,1", 0), "2,2,1,1");
    assert_eq!(after_wrong("1,3,1,1", 1), "1,2,2,1");
    assert_eq!(after_wrong("1,1,3,1", 2), "1,1,2,2");
    assert_eq!(after_wrong("1,1,1,3", 3), "2,1,1,2");
    assert_eq!(after_wrong("1,2,2,3", 2), "2,2,1,3");
    assert_eq!(after_wrong("1,2,3,1", 2), "1,2,2,2");
}

#[test]
fn mr_17_player_without_chips_gives_none_and_the_target_chip_returns_to_the_supply() {
    assert_eq!(after_wrong("0,3,1", 0), "0,3,1");
    assert_eq!(after_wrong("0,0", 1), "0,0");
    assert_eq!(after_wrong("0,24", 0), "0,24");
}

#[test]
fn mr_17_next_round_starts_as_after_a_correct_route() {
    let play = Play::at(&[], "1P ; 2W ; - ; 1,0 ; 1 ; 4 ; race:");
    let play = play.seat(0, "say 1").seat(0, "to 2W");
    assert_eq!(play.text(), "2W ; - ; - ; 0,1 ; 0 ; 4 ; roll");
}

#[test]
fn mr_18_route_not_shown_within_show_limit_is_wrong() {
    let show = "1P ; 2W ; - ; 1,0 ; 0 ; 4 ; show:0:5:1P-6P";
    let play = Play::at(&[], show);
    let deadline = play.game.deadline(&play.state).unwrap();
    assert_eq!(
        (deadline.milliseconds, deadline.action.to_string()),
        (30_000, "late 0".into())
    );
    let short = Play::at(&[("show_limit", "1500ms")], show);
    assert_eq!(
        short.game.deadline(&short.state).unwrap().milliseconds,
        1500
    );
    assert_eq!(play.rejection(Actor::Referee, "late 1").0, "MR-14");
    assert_eq!(play.rejection(Actor::Seat(seat(0)), "late 0").0, "MR-14");
    assert_eq!(
        play.referee("late 0").text(),
        "2W ; - ; - ; 0,1 ; 1 ; 4 ; roll"
    );
}

#[test]
fn mr_18_seat_without_a_route_to_show_is_never_late() {
    let race = Play::at(&[], "1P ; 2W ; - ; 1,0 ; 0 ; 4 ; race:");
    assert_eq!(race.rejection(Actor::Referee, "late 0").0, "MR-14");
    let roll = Play::at(&[], "1P ; - ; - ; 1,0 ; 0 ; 4 ; roll");
    assert!(roll.game.deadline(&roll.state).is_none());
}

#[test]
fn mr_18_announcement_followed_by_leaving_is_wrong() {
    let play = Play::at(&[], "1P ; 2W ; - ; 2,1,0 ; 0 ; 4 ; show:0:5:1P-6P");
    let left = play.referee("leave 0");
    assert_eq!(left.text(), "2W ; - ; - ; 1x,1,1 ; 1 ; 4 ; roll");
}
