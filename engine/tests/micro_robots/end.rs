//! Tests of the end of a match (MR-26 to MR-28).

use botwerk_engine::{Actor, GameRules};

use crate::play::{Play, ROUTE, game, seat};

/// Returns a match after a correct or wrong route of a seat.
fn after(given: &[(&str, &str)], chips: &str, shower: usize, is_correct: bool) -> Play {
    let play = Play::at(given, &format!("1P ; 2W ; - ; {chips} ; 0 ; 4 ; race:"));
    let play = play.seat(shower, "say 5");
    if is_correct {
        play.show(shower, ROUTE)
    } else {
        play.seat(shower, "end")
    }
}

#[test]
fn mr_26_fifth_chip_wins_at_once() {
    let play = after(&[], "4,3,0", 0, true);
    assert_eq!(play.places(), ("MR-26", vec![1, 2, 3]));
    assert_eq!(play.outcome().unwrap().points, [5, 3, 0]);
    assert_eq!(after(&[], "3,4,0", 0, true).outcome(), None);
}

#[test]
fn mr_26_chips_to_win_sets_the_number_of_chips() {
    let one = [("chips_to_win", "1")];
    assert_eq!(after(&one, "0,0", 1, true).places(), ("MR-26", vec![2, 1]));
    let seven = [("chips_to_win", "7")];
    assert_eq!(after(&seven, "5,4", 0, true).outcome(), None);
    assert_eq!(
        after(&seven, "6,6", 1, true).places(),
        ("MR-26", vec![2, 1])
    );
    for wrong in ["0", "26"] {
        assert!(game(2, &[("chips_to_win", wrong)]).is_err());
    }
}

#[test]
fn mr_26_chip_from_a_wrong_route_wins_too() {
    let play = after(&[], "4,1", 1, false);
    assert_eq!(play.places(), ("MR-26", vec![1, 2]));
    assert_eq!(play.outcome().unwrap().points, [5, 0]);
    // Among three seats, the chip goes to the one with the fewest chips; here that seat has four as
    // well.
    let play = after(&[], "4,4,2", 2, false);
    assert_eq!(play.places(), ("MR-26", vec![1, 2, 3]));
    assert_eq!(after(&[], "4,3,1", 2, false).outcome(), None);
}

#[test]
fn mr_26_no_actor_has_legal_actions_after_the_end() {
    let play = after(&[], "4,3", 0, true);
    assert!(play.chance_key().is_none());
    for actor in [Actor::Chance, Actor::Referee, Actor::Seat(seat(0))] {
        assert!(play.legal(actor).is_empty());
    }
    let (rule, message) = play.rejection(Actor::Chance, "roll 1P");
    assert_eq!((rule, &*message), ("MR-26", "the match is over"));
    play.rejection(Actor::Referee, "leave 0");
}

#[test]
fn mr_27_most_chips_win_once_all_25_are_handed_out() {
    let play = after(&[("chips_to_win", "25")], "11,13", 0, true);
    assert_eq!(play.places(), ("MR-27", vec![2, 1]));
    assert_eq!(play.outcome().unwrap().points, [12, 13]);
    assert_eq!(
        after(&[("chips_to_win", "25")], "11,12", 0, true).outcome(),
        None
    );
    assert_eq!(
        after(&[("chips_to_win", "25")], "11,13", 0, false).outcome(),
        None
    );
}

#[test]
fn mr_27_players_with_equal_chips_share_the_win() {
    let play = after(&[], "4,4,4,4,4,1,3", 5, false);
    assert_eq!(play.outcome(), None, "24 are handed out");
    let play = after(&[], "4,4,4,4,4,1,3", 6, true);
    assert_eq!(play.places(), ("MR-27", vec![1, 1, 1, 1, 1, 7, 1]));
    let winners: Vec<_> = play.outcome().unwrap().winners().collect();
    assert_eq!(winners, [0, 1, 2, 3, 4, 6]);
    let play = after(&[], "4,4,4,4,4,3,1", 6, true);
    assert_eq!(play.places(), ("MR-27", vec![1, 1, 1, 1, 1, 6, 7]));
}

#[test]
fn mr_27_fifth_chip_precedes_the_last_of_the_supply() {
    let play = after(&[], "4,4,4,4,4,4", 2, true);
    assert_eq!(play.places(), ("MR-26", vec![2, 2, 1, 2, 2, 2]));
}

#[test]
fn mr_28_round_cap_ends_the_match_like_an_empty_supply() {
    let cap = |cap| [("round_cap", cap)];
    let play = after(&cap("4"), "1,2,1", 0, true);
    assert_eq!(play.places(), ("MR-28", vec![1, 1, 3]));
    assert_eq!(play.outcome().unwrap().points, [2, 2, 1]);
    assert_eq!(after(&cap("5"), "1,2,1", 0, true).outcome(), None);
    assert_eq!(game(2, &[]).unwrap().options().number("round_cap"), 200);
}

#[test]
fn mr_28_last_round_is_completed() {
    let cap = [("round_cap", "4")];
    let play = Play::at(&cap, "1P ; - ; - ; 1,2,1 ; 0 ; 3 ; roll").chance("roll 2W");
    assert_eq!(play.decision().0, "race");
    let play = play.seat(2, "say 5");
    assert_eq!(play.decision().0, "show");
    let play = play.show(2, ROUTE);
    assert_eq!(play.places(), ("MR-28", vec![3, 1, 1]));
}

#[test]
fn mr_28_every_roll_counts_as_a_round() {
    let cap = [("round_cap", "3")];
    let mut play = Play::at(&cap, "1P ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    for round in 1..=3 {
        assert_eq!(play.outcome(), None);
        assert_eq!(play.chance_key().unwrap().round, round);
        play = play.chance("roll 2W").referee("break");
        assert_eq!(play.state.table().round, round);
    }
    assert_eq!(play.places(), ("MR-28", vec![1, 1]));
}
