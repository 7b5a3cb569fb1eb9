//! Tests of the race of a round (RR-7, RR-18, RR-19, RR-22, RR-23).

use botwerk_engine::ricochet::Action;
use botwerk_engine::{Actor, GameRace, GameRules, GameViews, Seats, Turn, Viewer};

use crate::play::{CORNERS, Play, SOLUTION, seat};

const FIRST: [(&str, &str); 1] = [("race", "first")];

fn racing(given: &[(&str, &str)]) -> Play {
    Play::in_phase(given, "race:/")
}

#[test]
fn rr_18_all_seats_search_at_the_same_time() {
    let play = racing(&[]);
    let Turn::Decision(decision) = play.game.turn(&play.state) else {
        panic!("expected a decision");
    };
    assert!(decision.simultaneous);
    assert_eq!((decision.stage, decision.number), ("race", 1));
    assert_eq!(decision.seats, Seats::all(3));
}

#[test]
fn rr_19_announcement_is_a_number_from_1_to_max_announce() {
    let mut play = racing(&[("max_announce", "9")]);
    let legal = play.legal(Actor::Seat(seat(1)));
    assert_eq!(legal.len(), 10, "nine numbers and a pass");
    let error = play.apply(Actor::Seat(seat(1)), "say 10").unwrap_err();
    assert!(error.is_without_penalty);
    assert_eq!(
        error.to_string(),
        "expected a number of moves from 1 to 9, found 10 (RR-19)"
    );
    let show = Play::in_phase(&[], "show:0:2:/");
    assert!(show.error(Actor::Seat(seat(1)), "say 2").contains("RR-19"));
}

#[test]
fn rr_7_seat_may_announce_again_a_number_lower_than_its_own() {
    let play = racing(&[]).seat(0, "say 7").seat(1, "say 9");
    assert_eq!(play.phase(), "race:0:7,1:9/");
    let error = play.error(Actor::Seat(seat(0)), "say 7");
    assert_eq!(error, "expected a number lower than 7, found 7 (RR-7)");
    let again = play.seat(0, "say 6").seat(2, "say 6");
    assert_eq!(again.phase(), "race:1:9,0:6,2:6/");
    assert_eq!(again.legal(Actor::Seat(seat(0))).len(), 5 + 1);
    assert_eq!(again.legal(Actor::Seat(seat(1))).len(), 8 + 1);
}

#[test]
fn rr_7_lowest_number_shows_first_and_at_equal_numbers_the_earlier_one() {
    let play = racing(&[])
        .seat(2, "say 3")
        .seat(1, "say 2")
        .seat(0, "say 2");
    let shows = play.referee("close");
    assert_eq!(shows.phase(), "show:1:2:/0:2,2:3");
    let second = shows.seat(1, "end");
    assert_eq!(second.phase(), "show:0:2:/2:3");
    let third = second.clone().seat(0, "end");
    assert_eq!(third.phase(), "show:2:3:/");
    let won = second.seat(0, SOLUTION);
    assert!(won.rest().ends_with(" 1,0,0 1 draw"));
    assert!(
        third
            .seat(2, "end")
            .rest()
            .ends_with("g:b2,*:h5/r:o16 0,0,0 1 draw")
    );
}

#[test]
fn rr_7_shows_of_one_round_are_different_decisions() {
    let number = |phase: &str| {
        let play = Play::in_phase(&[], phase);
        match play.game.turn(&play.state) {
            Turn::Decision(decision) => (decision.stage, decision.number),
            turn => panic!("expected a decision, found {turn:?}"),
        }
    };
    let shows = ["show:1:2:/0:2,2:3", "show:0:2:/2:3", "show:2:3:/"].map(number);
    assert_eq!(shows, [("show", 66), ("show", 65), ("show", 64)]);
}

#[test]
fn rr_7_overtime_is_open_only_after_an_announcement() {
    let play = racing(&[("overtime", "5s")]);
    assert_eq!(play.game.overtime(&play.state), None);
    assert_eq!(
        play.game.deadline(&play.state).unwrap().action.to_string(),
        "break"
    );
    assert!(play.error(Actor::Referee, "close").contains("RR-7"));
    let announced = play.seat(0, "say 7");
    let overtime = announced.game.overtime(&announced.state).unwrap();
    assert_eq!(overtime.milliseconds, 5000);
    assert_eq!(overtime.close.to_string(), "close");
    assert_eq!(announced.game.deadline(&announced.state), None);
    assert!(announced.error(Actor::Referee, "break").contains("RR-22"));
    let closed = announced.referee("close");
    assert_eq!(closed.game.overtime(&closed.state), None);
}

#[test]
fn rr_7_race_ends_when_every_seat_has_passed() {
    let play = racing(&[]).seat(0, "say 7").seat(1, "pass").seat(2, "pass");
    assert_eq!(play.phase(), "race:0:7/1,2");
    assert_eq!(play.seat(0, "pass").phase(), "show:0:7:/");
}

#[test]
fn rr_7_first_announcement_decides_if_the_option_says_so() {
    let play = racing(&FIRST).seat(1, "say 2");
    assert_eq!(play.phase(), "show:1:2:/");
    assert_eq!(play.game.overtime(&play.state), None);
    assert!(play.game.is_decided_by_first());
    assert!(play.seat(1, SOLUTION).rest().ends_with(" 0,1,0 1 draw"));
}

#[test]
fn rr_7_wrong_first_show_costs_a_target() {
    let rest = |won: &str| format!("{CORNERS} r:o16 g:b2 {won} 2 show:1:2:/");
    let play = Play::at(&FIRST, &rest("0,1,0")).seat(1, "end");
    let after = format!("{CORNERS} - g:b2/r:o16,*:h5 0,0,0 2 draw");
    assert_eq!(play.rest(), after);
    let play = Play::at(&FIRST, &rest("1,0,0")).seat(1, "end");
    let after = format!("{CORNERS} - g:b2/r:o16 1,0,0 2 draw");
    assert_eq!(play.rest(), after, "it has none to lose");
    let lowest = Play::at(&[], &rest("0,1,0")).seat(1, "end");
    assert!(
        lowest.rest().contains("/r:o16 0,1,0 "),
        "the option is another one"
    );
}

#[test]
fn rr_7_target_taken_back_is_the_first_in_the_order_of_the_board() {
    let rest = format!("{CORNERS} r:o16 - 1,1,0 3 show:1:2:/");
    let play = Play::at(&FIRST, &rest).seat(1, "end");
    let after = format!("{CORNERS} - -/r:o16,g:b2 1,0,0 3 draw");
    assert_eq!(play.rest(), after);
}

#[test]
fn rr_22_round_without_an_announcement_is_abandoned() {
    let play = racing(&[("race_limit", "9s")]);
    let deadline = play.game.deadline(&play.state).unwrap();
    assert_eq!(
        (deadline.milliseconds, deadline.action.to_string().as_str()),
        (9000, "break")
    );
    let after = format!("{CORNERS} - g:b2,*:h5/r:o16 0,0,0 1 draw");
    assert_eq!(play.clone().referee("break").rest(), after);
    let passed = play.seat(0, "pass").seat(1, "pass");
    assert_eq!(passed.seat(2, "pass").rest(), after);
}

#[test]
fn rr_23_pass_is_final_and_an_earlier_announcement_stands() {
    let play = racing(&[]).seat(0, "say 7").seat(0, "pass");
    assert_eq!(play.phase(), "race:0:7/0");
    for text in ["say 3", "pass"] {
        let error = play.error(Actor::Seat(seat(0)), text);
        assert_eq!(error, "the seat has passed this round (RR-23)");
    }
    assert!(play.legal(Actor::Seat(seat(0))).is_empty());
    assert_eq!(play.referee("close").phase(), "show:0:7:/");
    let show = Play::in_phase(&[], "show:0:2:/");
    assert!(show.error(Actor::Seat(seat(1)), "pass").contains("RR-23"));
}

#[test]
fn rr_23_passes_of_others_are_hidden() {
    let passed = racing(&[]).seat(0, "say 7").seat(1, "pass");
    let open = racing(&[]).seat(0, "say 7");
    for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
        let view = |play: &Play| play.game.view(&play.state, viewer);
        assert_eq!(view(&passed), view(&open));
    }
    let own = Viewer::Seat(seat(1));
    assert_ne!(
        passed.game.view(&passed.state, own),
        open.game.view(&open.state, own)
    );
}

#[test]
fn rr_23_only_the_pass_that_ends_the_race_is_visible_to_others() {
    let seen = |play: &Play, viewer: Viewer| {
        let actor = Actor::Seat(seat(1));
        play.game
            .visible_action(&play.state, viewer, actor, Action::Pass)
    };
    let open = racing(&[]).seat(0, "say 7").seat(0, "pass");
    let last = open.clone().seat(2, "pass");
    for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
        assert_eq!(seen(&open, viewer), None);
        assert_eq!(seen(&last, viewer), Some(Action::Pass));
    }
    assert_eq!(seen(&open, Viewer::Seat(seat(1))), Some(Action::Pass));
}
