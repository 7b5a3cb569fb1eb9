//! Errors of setups: each check fails for a setup, and names the part and the rule.

use std::collections::BTreeSet;

use botwerk_engine::race::{AnnouncedNumber, AnnouncedNumbers, Race};
use botwerk_engine::ricochet::{Phase, Ricochet, Robot, Setup, Show};
use botwerk_engine::{FromSetup, GameViews, Seats, Viewer};

use crate::play::{CORNERS, Play, board, game, seat, sized_board};
use crate::setup_messages::assert_all_met;

/// A change of a setup.
type Change = fn(&mut Setup);

fn racing() -> (Ricochet, Setup) {
    let rest = format!("{CORNERS} r:o16 g:b2/*:h5 0,0,0x 2 race:0:5/1");
    let play = Play::at(&[("round_cap", "9"), ("max_announce", "20")], &rest);
    let setup = play.game.setup(&play.state);
    (play.game, setup)
}

fn announced(numbers: &[(usize, u8)]) -> AnnouncedNumbers {
    let numbers = numbers.iter().map(|(index, number)| AnnouncedNumber {
        seat: seat(*index),
        number: *number,
    });
    numbers.collect()
}

fn race(numbers: &[(usize, u8)], passed: &[usize]) -> Phase {
    let passed: Seats = passed.iter().map(|index| seat(*index)).collect();
    Phase::Race(Race {
        announced: announced(numbers),
        passed,
    })
}

fn show(number: usize, announced_number: u8, moves: &str, remaining: &[(usize, u8)]) -> Phase {
    Phase::Show(Show {
        seat: seat(number),
        number: announced_number,
        route: moves
            .split_whitespace()
            .map(|it| it.parse().unwrap())
            .collect(),
        remaining: announced(remaining),
    })
}

fn place(setup: &mut Setup, robot: Robot, cell: &str) {
    setup.robots = setup.robots.with(robot, cell.parse().unwrap());
}

/// Returns the messages of the errors that these changes lead to, after each has been compared with its
/// text.
fn met(game: &Ricochet, base: &Setup, table: &[(Change, &str)]) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    for (change, expected) in table {
        let mut setup = base.clone();
        change(&mut setup);
        let error = game.position_from_setup(&setup).expect_err(expected);
        assert_eq!(error.to_string(), *expected);
        if let Some(rule) = error.rule {
            assert!(error.expected.contains(rule), "{error}");
        }
        met.insert(error.expected.into_owned());
    }
    met
}

#[test]
fn every_setup_error_is_reachable() {
    let (plain, base) = racing();
    let mut messages = met(
        &plain,
        &base,
        &[
            (
                |s| place(s, Robot::Silver, "c3"),
                "robots[s]: expected exactly the robots that take part, before the first round the first \
                 of them (RR-2)",
            ),
            (
                |s| place(s, Robot::Blue, "h8"),
                "robots[b]: expected a cell outside of the centre block (RR-1)",
            ),
            (
                |s| place(s, Robot::Blue, "a1"),
                "robots[b]: expected a cell without another robot (RR-4)",
            ),
            (
                |s| s.target = Some("g:a9".parse().unwrap()),
                "target: expected targets of the board, found g:a9 (RR-3)",
            ),
            (
                |s| s.under.push("r:o16".parse().unwrap()),
                "under: expected every target in one place, found r:o16 again (RR-3)",
            ),
            (
                |s| {
                    s.undrawn.insert(0, "*:h5".parse().unwrap());
                    s.under.clear();
                },
                "undrawn: expected the targets in the order of the board",
            ),
            (
                |s| s.won.truncate(2),
                "won: expected the targets of 3 seats, found 2",
            ),
            (
                |s| s.won[1] = u32::MAX,
                "won: expected 0 targets in all, found 4294967295 (RR-3)",
            ),
            (
                |s| s.departed = Seats::one(seat(3)),
                "departed: expected a seat from 0 to 2",
            ),
            (
                |s| s.departed = Seats::all(3),
                "departed: expected a seat that has not left (RR-27)",
            ),
            (
                |s| s.round = 3,
                "round: expected the number of targets drawn so far as round (RR-3)",
            ),
            (
                |s| {
                    s.under.push(s.undrawn[0]);
                    s.undrawn.clear();
                    s.round = 10;
                },
                "round: expected at most 9 rounds (RR-26)",
            ),
            (
                |s| s.phase = Phase::Start,
                "phase: expected phase `start` exactly if a robot is not placed yet",
            ),
            (
                |s| s.phase = Phase::Target,
                "phase: expected phase `race` or `show` exactly if a target is open",
            ),
            (
                |s| s.phase = race(&[(3, 5)], &[]),
                "phase.announced: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = race(&[(0, 21)], &[]),
                "phase.announced: expected a number of moves from 1 to 20, found 21 (RR-19)",
            ),
            (
                |s| s.phase = race(&[], &[63]),
                "phase.passed: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = race(&[], &[0, 1]),
                "phase.passed: expected a seat that has not passed, since the race has ended otherwise \
                 (RR-22)",
            ),
            (
                |s| s.phase = show(7, 5, "", &[]),
                "phase.seat: expected a seat from 0 to 2",
            ),
            (
                |s| s.phase = show(2, 5, "", &[]),
                "phase.seat: expected a seat that has not left (RR-27)",
            ),
            (
                |s| s.phase = show(0, 0, "", &[]),
                "phase.number: expected a number of moves from 1 to 20, found 0 (RR-19)",
            ),
            (
                |s| s.phase = show(0, 2, "rE rS", &[]),
                "phase.moves: expected legal moves that count fewer than announced (RR-20)",
            ),
            (
                |s| s.phase = show(0, 5, "rN", &[]),
                "phase.moves: expected legal moves that count fewer than announced (RR-20)",
            ),
            (
                |s| s.phase = show(0, 5, "", &[(1, 4)]),
                "phase.remaining: expected numbers of other seats in order, none lower than the one that \
                 is shown (RR-7)",
            ),
            (
                |s| s.phase = show(0, 5, "", &[(1, 9), (2, 8)]),
                "phase.remaining: expected numbers of other seats in order, none lower than the one that \
                 is shown (RR-7)",
            ),
            (
                |s| s.phase = show(0, 5, "", &[(0, 9)]),
                "phase.remaining: expected numbers of other seats in order, none lower than the one that \
                 is shown (RR-7)",
            ),
        ],
    );
    let first = game(3, &[("race", "first")]).unwrap();
    messages.extend(met(
        &first,
        &base,
        &[
            (
                |s| s.phase = race(&[(0, 5)], &[]),
                "phase.announced: expected no number, since the first announcement decides (RR-7)",
            ),
            (
                |s| s.phase = show(0, 5, "", &[(1, 9)]),
                "phase.remaining: expected no number, since the first announcement decides (RR-7)",
            ),
        ],
    ));
    messages.extend(diagonal_errors());
    messages.extend(size_errors());
    let source = include_str!("../../src/ricochet/setup.rs");
    assert_all_met(source, &messages);
}

/// Returns the messages of errors that need a board of another size.
fn size_errors() -> BTreeSet<String> {
    let (game, base) = racing();
    met(
        &game,
        &base,
        &[
            (
                |s| s.layout = sized_board("17x5", &[], "-", "r:q5").parse().unwrap(),
                "board: expected at most 16x16 cells, or option `board` with this or another larger \
                 board (RR-1)",
            ),
            (
                |s| s.layout = sized_board("12x8", &[], "-", "r:a2").parse().unwrap(),
                "robots[g]: expected a cell of the board that is not walled on all sides (RR-1)",
            ),
        ],
    )
}

/// Returns the messages of errors that need a board with diagonals.
fn diagonal_errors() -> BTreeSet<String> {
    let (game, mut base) = racing();
    base.layout = board(&[], "c3/r", crate::play::TARGETS).parse().unwrap();
    let mut messages = met(
        &game,
        &base,
        &[(
            |s| place(s, Robot::Green, "c3"),
            "robots[g]: expected a cell without a diagonal (RR-5)",
        )],
    );
    let cells: Vec<_> = botwerk_engine::ricochet::BoardSize::PRINTED
        .cells()
        .filter(|cell| !cell.is_centre() && cell.to_string() != "p16")
        .map(|cell| format!("{cell}/r"))
        .collect();
    let full = board(&[], &cells.join(","), "r:p16");
    base.layout = full.parse().unwrap();
    base.target = None;
    base.undrawn = base.layout.targets().iter().copied().collect();
    base.under.clear();
    base.robots = botwerk_engine::ricochet::Robots::EMPTY;
    base.round = 0;
    base.phase = Phase::Start;
    messages.extend(met(
        &game,
        &base,
        &[(
            |_| {},
            "board: expected a board with a start cell for every robot (RR-2)",
        )],
    ));
    messages
}

#[test]
fn setup_of_a_view_describes_the_view() {
    let (game, base) = racing();
    let state = game.position_from_setup(&base).unwrap();
    let view = game.view(&state, Viewer::Spectator);
    let setup = game.view_setup(&view);
    assert_eq!(setup.phase, race(&[(0, 5)], &[]));
    assert_eq!(
        game.view_from_setup(Viewer::Spectator, &setup),
        Ok(view),
        "the passes of others are hidden"
    );
}
