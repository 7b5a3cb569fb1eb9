//! Errors of setups: each check fails for a setup, and names the part and the rule.

use std::collections::BTreeSet;

use botwerk_engine::micro_robots::{Board, MicroRobots, Phase, Route, SPACES, Setup, Show, Space};
use botwerk_engine::race::{AnnouncedNumber, AnnouncedNumbers, Race};
use botwerk_engine::{FromSetup, GameNotation, GameViews, Seats, Viewer};

use crate::movement::{ISOLATED, PAIRS_ONLY};
use crate::play::{EXAMPLE, game, seat};
use crate::setup_messages::assert_all_met;

/// A change of a setup.
type Change = fn(&mut Setup);

fn setup(game: &MicroRobots, rest: &str) -> Setup {
    let state = game.parse_position(&format!("{EXAMPLE} ; {rest}")).unwrap();
    game.setup(&state)
}

fn racing(game: &MicroRobots) -> Setup {
    setup(game, "1P ; 2W ; - ; 3,0,1x ; 1 ; 4 ; race:1")
}

fn space(text: &str) -> Space {
    text.parse().unwrap()
}

fn show(seat_number: usize, number: u8, route: &str) -> Phase {
    Phase::Show(Show {
        seat: seat(seat_number),
        number,
        route: route.parse().unwrap(),
        remaining: AnnouncedNumbers::default(),
    })
}

fn board(text: &str) -> [Space; SPACES] {
    *text.parse::<Board>().unwrap().spaces()
}

/// Returns the messages of the errors that these changes lead to, after each has been compared with its
/// text.
fn met(game: &MicroRobots, base: &Setup, table: &[(Change, &str)]) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    for (change, expected) in table {
        let mut setup = base.clone();
        change(&mut setup);
        let error = game.position_from_setup(&setup).expect_err(expected);
        assert_eq!(error.to_string(), *expected);
        if let Some(rule) = error.rule {
            assert!(error.expected.contains(rule) || rule == "MR-5", "{error}");
        }
        met.insert(error.expected.into_owned());
    }
    met
}

#[test]
fn every_setup_error_is_reachable() {
    let plain = game(3, &[]).unwrap();
    let mut messages = met(
        &plain,
        &racing(&plain),
        &[
            (
                |s| s.board[0] = s.board[1],
                "board: expected every space once, but board: 1W occurs twice and 2Y is missing",
            ),
            (
                |s| s.chips.truncate(2),
                "chips: expected the chips of 3 seats, found 2",
            ),
            (
                |s| s.chips[1] = 23,
                "chips[1]: expected at most 25 chips in all (MR-7)",
            ),
            (
                |s| s.chips[2] = u32::MAX,
                "chips[2]: expected at most 25 chips in all (MR-7)",
            ),
            (
                |s| s.departed = Seats::one(seat(3)),
                "departed: expected a seat from 0 to 2",
            ),
            (
                |s| s.departed = Seats::all(3),
                "departed: expected a seat that has not left (MR-31)",
            ),
            (
                |s| s.roller = seat(3),
                "roller: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = Phase::Race(Race::with_passed(Seats::one(seat(63)))),
                "phase.passed: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = Phase::Race(Race::with_passed(Seats::all(2))),
                "phase.passed: expected a seat that has not passed, since the round is otherwise \
                 abandoned (MR-22)",
            ),
            (
                |s| s.phase = show(3, 5, "1P"),
                "phase.seat: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = show(2, 5, "1P"),
                "phase.seat: expected a seat that has not left (MR-31)",
            ),
            (
                |s| s.phase = show(0, 0, "1P"),
                "phase.number: expected a number of moves from 1 to 99, found 0 (MR-13)",
            ),
            (
                |s| s.phase = show(0, 5, "6P"),
                "phase.route: expected legal moves from the start, fewer than announced (MR-14)",
            ),
            (
                |s| {
                    s.phase = Phase::Show(Show {
                        seat: seat(0),
                        number: 5,
                        route: Route::default(),
                        remaining: AnnouncedNumbers::default(),
                    });
                },
                "phase.route: expected legal moves from the start, fewer than announced (MR-14)",
            ),
            (
                |s| {
                    let announced = AnnouncedNumber {
                        seat: seat(0),
                        number: 5,
                    };
                    s.phase = Phase::Race(Race {
                        announced: AnnouncedNumbers::from_iter([announced]),
                        passed: Seats::EMPTY,
                    });
                },
                "phase: expected no other announced number, since the first announcement decides \
                 (MR-13)",
            ),
            (
                |s| s.start = None,
                "phase: expected phase `start` exactly if no start is given",
            ),
            (
                |s| s.phase = Phase::Target,
                "phase: expected phase `race` or `show` exactly if a target is given",
            ),
            (
                |s| s.intermediate = Some(space("3B")),
                "intermediate: expected an intermediate target exactly with a target of the expert \
                 variant (MR-29)",
            ),
            (
                |s| {
                    (s.phase, s.target) = (Phase::Target, None);
                    s.roller = seat(2);
                },
                "roller: expected a roller who has not left (MR-31)",
            ),
            (
                |s| s.round = 0,
                "round: expected the number of targets rolled so far as round (MR-28)",
            ),
            (
                |s| s.target = s.start,
                "target: expected start, target and intermediate target that differ (MR-6, MR-29)",
            ),
            (
                |s| (s.board, s.start) = (board(ISOLATED), Some(space("1B"))),
                "start: expected a start from which others can be reached (MR-11)",
            ),
            (
                |s| {
                    (s.board, s.start, s.target) =
                        (board(ISOLATED), Some(space("2Y")), Some(space("1B")));
                },
                "target: expected targets that can be reached from the start (MR-11)",
            ),
        ],
    );
    let expert = game(3, &[("expert", "true")]).unwrap();
    let start = setup(&expert, "- ; - ; - ; 0,0,0 ; 0 ; 0 ; start");
    messages.extend(met(
        &expert,
        &start,
        &[(
            |s| s.board = board(PAIRS_ONLY),
            "board: expected a board with a start (MR-11)",
        )],
    ));
    let source = include_str!("../../src/micro_robots/setup.rs");
    assert_all_met(source, &messages);
}

#[test]
fn mr_29_expert_setups_have_an_intermediate_target_that_differs() {
    let expert = game(3, &[("expert", "true")]).unwrap();
    let base = setup(&expert, "1P ; 2W ; 3B ; 3,0,1x ; 1 ; 4 ; race:1");
    let table: [(Change, &str); 2] = [
        (
            |s| s.intermediate = None,
            "intermediate: expected an intermediate target exactly with a target of the expert \
             variant (MR-29)",
        ),
        (
            |s| s.intermediate = s.target,
            "intermediate: expected start, target and intermediate target that differ (MR-6, \
             MR-29)",
        ),
    ];
    assert_eq!(met(&expert, &base, &table).len(), 2);
}

#[test]
fn setup_of_a_view_describes_the_view() {
    let game = game(3, &[]).unwrap();
    let state = game.position_from_setup(&racing(&game)).unwrap();
    for (viewer, passed) in [
        (Viewer::Seat(seat(0)), Seats::EMPTY),
        (Viewer::Seat(seat(1)), Seats::one(seat(1))),
        (Viewer::Spectator, Seats::EMPTY),
    ] {
        let view = game.view(&state, viewer);
        let setup = game.view_setup(&view);
        assert_eq!(setup.phase, Phase::Race(Race::with_passed(passed)));
        assert_eq!(game.view_from_setup(viewer, &setup), Ok(view));
    }
}
