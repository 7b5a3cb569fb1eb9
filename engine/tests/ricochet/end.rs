//! Tests of the end of a match (RR-8, RR-26, RR-27).

use botwerk_engine::{Actor, GameNotation, GameRules};

use crate::play::{CORNERS, Play, SOLUTION, game, seat};

fn show(given: &[(&str, &str)], won: &str, targets: &str, round: u32) -> Play {
    let rest = format!("{CORNERS} r:o16 {targets} {won} {round} show:0:2:/");
    Play::at(given, &rest).seat(0, SOLUTION)
}

fn ending(play: &Play) -> String {
    let outcome = play.outcome();
    let (places, points) = (&outcome.places, &outcome.points);
    play.game.ending(outcome.rule, places, points).unwrap()
}

#[test]
fn rr_8_first_with_targets_to_win_wins_at_once() {
    let play = show(&[("targets_to_win", "2")], "1,0,0", "*:h5", 2);
    let outcome = play.outcome();
    assert_eq!(
        (outcome.rule, &outcome.places[..]),
        ("RR-8", &[1, 2, 2][..])
    );
    assert_eq!(outcome.points, [2, 0, 0]);
    assert_eq!(ending(&play), "seat 0 has won 2 targets");
    assert!(play.legal(Actor::Referee).is_empty());
    let one = show(&[("targets_to_win", "1")], "0,0,0", "g:b2,*:h5", 1);
    assert_eq!(ending(&one), "seat 0 has won a target");
    assert_eq!(
        one.error(Actor::Chance, "draw g:b2"),
        "the match is over (RR-8)"
    );
}

#[test]
fn rr_8_default_number_of_targets_depends_on_the_seats() {
    for (seats, needed) in [(2, 8), (3, 6), (4, 5), (64, 5)] {
        let game = game(seats, &[]).unwrap();
        let mut setup = botwerk_engine::FromSetup::setup(
            &game,
            &game.initial_state(botwerk_engine::RootSeed::from_text("7")),
        );
        let mut is_over = |won: u32| {
            let mut robots = botwerk_engine::ricochet::Robots::EMPTY;
            for (robot, cell) in game.robots().iter().zip(setup.layout.start_cells()) {
                robots = robots.with(*robot, cell);
            }
            setup.robots = robots;
            setup.phase = botwerk_engine::ricochet::Phase::Target;
            setup.won[0] = won;
            setup.round = won;
            let drawn = setup.layout.targets().iter().skip(won as usize);
            setup.undrawn = drawn.copied().collect();
            let state = botwerk_engine::FromSetup::position_from_setup(&game, &setup).unwrap();
            matches!(game.turn(&state), botwerk_engine::Turn::Over(_))
        };
        assert!(!is_over(needed - 1), "{seats}");
        assert!(is_over(needed), "{seats}");
    }
}

#[test]
fn rr_8_most_targets_win_when_all_are_won_and_equal_seats_share() {
    let play = show(&[], "0,1,1", "-", 3);
    assert_eq!(play.outcome().rule, "RR-8");
    assert_eq!(play.outcome().places, [1, 1, 1]);
    assert_eq!(ending(&play), "all targets are won");
    let play = show(&[], "1,1,0", "-", 5);
    assert_eq!(play.outcome().places, [1, 2, 3]);
}

#[test]
fn rr_8_target_of_an_abandoned_round_goes_under_the_others() {
    let rest = format!("{CORNERS} r:o16 -/*:h5 0,1,0 4 race:/");
    let play = Play::at(&[], &rest).referee("break");
    let after = format!("{CORNERS} - -/*:h5,r:o16 0,1,0 4 draw");
    assert_eq!(play.rest(), after);
}

#[test]
fn rr_26_round_cap_ends_the_match() {
    let given = [("round_cap", "4")];
    let rest = format!("{CORNERS} r:o16 -/*:h5 0,1,0 4 race:/");
    let play = Play::at(&given, &rest);
    assert!(
        !play.legal(Actor::Referee).is_empty(),
        "the last round is played"
    );
    let play = play.referee("break");
    let outcome = play.outcome();
    assert_eq!(
        (outcome.rule, &outcome.places[..]),
        ("RR-26", &[2, 1, 2][..])
    );
    assert_eq!(ending(&play), "the limit of 4 rounds is reached");
}

#[test]
fn rr_27_seat_that_has_left_does_not_announce_or_show() {
    let play = Play::in_phase(&[], "race:1:2,0:3/").referee("leave 1");
    assert_eq!(play.phase(), "race:1:2,0:3/");
    let error = play.error(Actor::Seat(seat(1)), "say 1");
    assert_eq!(error, "seat 1 is not in the match (RR-27)");
    assert!(play.error(Actor::Referee, "leave 1").contains("RR-27"));
    assert_eq!(play.referee("close").phase(), "show:0:3:/");
    let alone = Play::in_phase(&[], "race:1:2/")
        .referee("leave 1")
        .referee("close");
    assert!(alone.rest().ends_with("g:b2,*:h5/r:o16 0,0x,0 1 draw"));
    let next = Play::in_phase(&[], "show:0:2:/1:2,2:4").referee("leave 1");
    assert_eq!(next.seat(0, "end").phase(), "show:2:4:/");
}

#[test]
fn rr_27_race_does_not_wait_for_seats_that_have_left() {
    let play = Play::in_phase(&[], "race:/0,1").referee("leave 2");
    assert!(play.rest().ends_with("0,0,0x 1 draw"));
    let play = Play::in_phase(&[], "race:0:5/0,1").referee("leave 2");
    assert_eq!(play.phase(), "show:0:5:/");
}

#[test]
fn rr_27_last_seat_wins_and_seats_that_left_are_placed_last() {
    let rest = format!("{CORNERS} r:o16 - 0,2,0 3 race:/");
    let play = Play::at(&[], &rest).referee("leave 1");
    assert!(matches!(
        play.game.turn(&play.state),
        botwerk_engine::Turn::Decision(_)
    ));
    let play = play.referee("leave 2");
    let outcome = play.outcome();
    assert_eq!(
        (outcome.rule, &outcome.places[..]),
        ("RR-27", &[1, 2, 2][..])
    );
    assert_eq!(outcome.points, [0, 2, 0]);
    assert_eq!(ending(&play), "all seats but seat 0 have left");
}
