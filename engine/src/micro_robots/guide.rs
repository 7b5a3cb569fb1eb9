//! Texts for people: the game in short, the fields of a position, the marks of the diagram, hints, and
//! why a match ended.

use super::action::Action;
use super::options::{CHIPS, Settings};
use crate::race::{self, RoutePart, planned_route};

/// The game in short.
pub(super) const SUMMARY: &[&str] = &[
    "Be the first to win five chips (MR-26). Every round has one chip, on the target.",
    "The robot moves along its row or column to any space of the same number or the same colour as",
    "the space it leaves; what is in between does not matter (MR-9).",
    "All search at the same time for a route from the robot to the target. The first to announce a",
    "number of moves, such as `say 5`, must show a route of exactly that length (MR-13). It need not",
    "be the shortest one, and it may visit a space twice (MR-15).",
    "Show it with `show 1P-6P-6W`, from the space of the robot to the target, or space by space:",
    "`to 6P`, `to 6W`, `end`. A correct route wins the chip (MR-16).",
    "A wrong one costs you a chip, which the player with the fewest chips gets (MR-17); so does one",
    "that is not shown within 30 s (MR-18).",
    "`pass` if you will not announce in this round (MR-23). The robot then starts from the target.",
];

/// The actions.
pub(super) const NOTATION: &[&str] = &[
    "start 1P               chance: the first start space",
    "roll 2W [via 3B]       chance: the target, and the intermediate target of the expert variant",
    "say 5                  announce a number of moves",
    "pass                   announce nothing in this round",
    "to 6P                  the next space of the shown route",
    "end                    the shown route ends here",
    "show 1P-6P-6W          a turn: the whole route, from the start space",
    "break                  referee: the round is abandoned",
    "late 0                 referee: seat 0 did not show in time",
    "leave 0                referee: seat 0 leaves the match",
];

/// The fields of a position, separated by ` ; `.
pub(super) const POSITION: &[&str] = &[
    "2Y 1W .. / 2W 2G ..   the board: six rows of six spaces, north first, separated by /",
    "1P                    the space of the robot, - before the first roll",
    "2W                    the target, - before its roll",
    "-                     the intermediate target of the expert variant",
    "0,1,0                 the chips of each seat; x after the number: the seat has left",
    "0                     the seat that rolls",
    "1                     the round",
    "race:0                the phase: start, roll, race:SEATS_THAT_PASSED or show:SEAT:NUMBER:ROUTE",
];

/// The marks of the diagram.
pub(super) const LEGEND: &[&str] = &[
    "6P     a space: number 6, colour P (B blue, Y yellow, G green, R red, P pink, W white)",
    "[1P]   the robot",
    "<2W>   the target",
    "{3B}   the intermediate target, in the expert variant",
    "chips  the chips that each seat has won",
];

/// Returns why a match ended by a rule, or `None` if the rule ends no match; `winner` is the name of
/// the seat in first place.
pub(super) fn ending(settings: &Settings, rule: &str, winner: &str) -> Option<String> {
    Some(match rule {
        "MR-26" => match settings.chips_to_win {
            1 => format!("{winner} has won a chip"),
            chips => format!("{winner} has {chips} chips"),
        },
        "MR-27" => format!("all {CHIPS} chips are handed out"),
        "MR-28" => format!("the limit of {} rounds is reached", settings.round_cap),
        "MR-31" => format!("all seats but {winner} have left"),
        _ => return None,
    })
}

/// Returns the hints of the route that these turns announce or show, if they do.
pub(super) fn route_hints(turns: &[Vec<Action>]) -> Option<Vec<String>> {
    let (cost, spaces) = planned_route(turns, |action| match action {
        Action::Say(number) => RoutePart::Cost(*number),
        Action::To(space) => RoutePart::Move(space.to_string()),
        _ => RoutePart::Other,
    })?;
    Some(race::route_hints(cost, None, &spaces))
}
