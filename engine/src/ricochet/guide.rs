//! Texts for people: the game in short, the fields of a position, the marks of the diagram, hints, and
//! why a match ended.

use super::action::{Action, Move};
use super::options::Settings;
use crate::race::{self, RoutePart, planned_route};

/// The game in short.
pub(super) const SUMMARY: &[&str] = &[
    "Win the most targets (RR-8). Every round has one target, which a robot of its colour must reach;",
    "any robot may reach the vortex, `*` (RR-3). Robots slide until something stops them (RR-4), and",
    "diagonals of another colour turn them (RR-5). You may move any robots; every slide counts one.",
    "All search at the same time. After the first announcement, such as `say 7`, you have a minute to",
    "announce fewer moves, and again still fewer; the lowest number shows first (RR-7). `pass` if you",
    "announce no more (RR-23).",
    "Show a solution of exactly the announced number with `show rN gE rW`, or move by move: `rN`,",
    "`gE`, `rW`. A correct one wins the target; after a wrong one the next number shows (RR-20).",
    "The robot that reaches the target must have turned at least once, and no robot goes straight",
    "back after its own move (RR-6).",
    "The transparent robot `t` goes through walls and diagonals with a `+`, for an extra move: `tE-+`",
    "stops at none of the first two choices but goes through the second one (RR-10, RR-13, RR-14).",
];

/// The fields of a position, separated by blanks.
pub(super) const POSITION: &[&str] = &[
    "4B-3C-1A-2A           the board: sections from the north-west clockwise, cells:... or size:12x8:...",
    "r:c12,g:a1,b:h3,y:p9  the robots at the start of the round, - before the first is placed",
    "r:e2                  the open target, *:h5 for the vortex, - before it is drawn",
    "g:b3,y:g4/b:d7        the targets never drawn, - for none; after a slash those under the others",
    "1,0                   the targets won by each seat; x after the number: the seat has left",
    "3                     the round",
    "race:0:7,1:5/2        the phase: start, draw, race:ANNOUNCED/PASSED or show:SEAT:NUMBER:MOVES/NEXT",
];

/// The marks of the diagram.
pub(super) const LEGEND: &[&str] = &[
    "R      a robot: R red, G green, B blue, Y yellow, S silver, T transparent",
    "[r]    the open target of the red robot; [*] the vortex; [G] a robot on the open target",
    "r      a target that can still come up",
    "/r     a diagonal that turns all robots but the red one",
    "won    the targets that each seat has won",
];

/// Returns why a match ended by a rule, or `None` if the rule ends no match; `winner` is the name of the
/// seat in first place, which has won `most` targets.
pub(super) fn ending(settings: &Settings, rule: &str, winner: &str, most: i32) -> Option<String> {
    Some(match rule {
        "RR-8" if most >= i32::from(settings.targets_to_win) => match most {
            1 => format!("{winner} has won a target"),
            most => format!("{winner} has won {most} targets"),
        },
        "RR-8" => "all targets are won".into(),
        "RR-26" => format!("the limit of {} rounds is reached", settings.round_cap),
        "RR-27" => format!("all seats but {winner} have left"),
        _ => return None,
    })
}

/// Returns hints for a solution, each revealing more than the one before: its cost, the robot that moves
/// last, the first move, and all moves.
///
/// ```
/// use botwerk_engine::ricochet::solution_hints;
///
/// let moves = ["rN".parse().unwrap(), "gE".parse().unwrap()];
/// let hints = solution_hints(Some(2), &moves);
/// assert_eq!(hints, ["2 moves", "green moves last", "next: rN", "all: rN gE"]);
/// // The cost is not repeated to a person who has announced it.
/// assert_eq!(solution_hints(None, &moves)[0], "green moves last");
/// ```
pub fn solution_hints(cost: Option<u32>, moves: &[Move]) -> Vec<String> {
    let last = moves.last();
    let last = last.map(|step| format!("{} moves last", step.robot.name()));
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    race::route_hints(cost, last, &moves)
}

/// Returns the hints of the solution that these turns announce or show, if they do.
pub(super) fn route_hints(turns: &[Vec<Action>]) -> Option<Vec<String>> {
    let (cost, moves) = planned_route(turns, |action| match action {
        Action::Say(number) => RoutePart::Cost(*number),
        Action::Step(step) => RoutePart::Move(*step),
        _ => RoutePart::Other,
    })?;
    Some(solution_hints(cost, &moves))
}
