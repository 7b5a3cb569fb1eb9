//! Texts for people: the game in short, the fields of a position, the marks of the diagram, and why a
//! match ended.

use super::rules::Rules;
use super::side::Side;

/// The game in short.
pub(super) const SUMMARY: &[&str] = &[
    "Bring half of your robots, rounded up, to the start rank of the opponent (NW-19).",
    "White (w) moves up the board, Black (x) down.",
    "A turn: move robots, at least one; then `/`; then move batteries or none; then `.` (NW-5).",
    "Robots step forward or sideways, never back. A step costs 1 energy, a capture 2, a jump over",
    "an own robot 3, a jump that captures 4 (NW-6, NW-9, NW-10).",
    "A robot has the energy of the batteries at the corners of its square at the start of the turn,",
    "1 each. A battery serves one robot per turn, under either player's control (NW-7, NW-8).",
    "A robot that has captured is finished for this turn (NW-11).",
    "You may move a battery if you have as many robots around it as the opponent or more: along a",
    "line over other batteries to the next free field, once per turn (NW-14, NW-16, NW-17).",
    "You also win if you capture all robots (NW-20) or the opponent cannot move one (NW-21).",
    "Drawn: the third occurrence of a position, or 40 turns without a forward move or a capture",
    "(NW-25, NW-26).",
];

/// The fields of a position, separated by one blank (NW-4).
pub(super) const POSITION: &[&str] = &[
    "w               the side to move, w or b",
    "b2,d2,f4        White's robots, by rank, then by file; - for none",
    "b12,d12         Black's robots",
    "a3,c3,a11       the batteries",
    "3               turns without progress (NW-26); omitted if it is 0 and nothing follows",
    "r:b2>b4:1       in the robot phase: start square, present square and energy spent; x: captured",
    "b:g3            in the battery phase: the batteries that have moved; b: for none",
    "t:12            turns of both sides so far, with the option turn_cap only",
    "left:w          the side that has left",
];

/// The marks of the diagram.
pub(super) const LEGEND: &[&str] = &[
    "w  x     a robot of White, of Black; bold if it has moved in this turn",
    "u        a battery; n: a battery that has moved in this turn",
    "+        a free energy field; the lines connect energy fields",
    "b2 l12   squares for robots: the even letters and ranks",
    "a1 m13   energy fields for batteries: the odd letters and ranks",
];

/// Returns why a match with these places ended by a rule, or `None` if the rule ends no match.
pub(super) fn ending(rules: &Rules, rule: &str, places: &[u8]) -> Option<String> {
    let winner = Side::ALL[usize::from(places.first() != Some(&1))];
    let loser = winner.other();
    Some(match rule {
        "NW-19" => format!("{winner} has half of its robots home"),
        "NW-20" => format!("{winner} has captured all robots of {loser}"),
        "NW-21" => format!("{loser} cannot move"),
        "NW-25" => format!("the position has occurred {} times", rules.repetition),
        "NW-26" => {
            let turns = rules.quiet_turns;
            format!("there were {turns} turns without a forward move or a capture")
        }
        "NW-27" => format!("the limit of {} turns is reached", rules.turn_cap),
        "NW-30" => format!("{loser} has left"),
        _ => return None,
    })
}
