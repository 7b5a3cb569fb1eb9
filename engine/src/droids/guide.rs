//! Texts for people: the game in short, the fields of a position, the marks of the diagram, and why a
//! match ended.

use super::rules::Rules;
use super::side::Sides;

/// The game in short.
pub(super) const SUMMARY: &[&str] = &[
    "Every seat has a side of the field with ten transmitters, and a droid. You program your droid",
    "with order stones; so do the others, and the orders interfere.",
    "A round has three phases, in which all seats act in turn (DR-8):",
    "Draw seven stones from containers of your choice: violet walks on land, blue moves in water,",
    "red shoots, takes and pushes others, grey orders the repair robots (DR-10).",
    "Set them one by one, each with an arrow, on slots of your transmitters: `set V2 N 5.1`. `stop`",
    "if you want to set no more (DR-11 to DR-13).",
    "Send them one by one: `send 5` sends the stone nearest the field of transmitter 5, if your droid",
    "(for grey: a repair robot) is in the column of that transmitter (DR-14, DR-15). A stone that",
    "cannot be executed is lost (DR-17). A seat that sends no stone in a round is out (DR-19).",
    "FIRE and mines cover one of your transmitters with a damage strip; a repair robot next to your",
    "droid lifts one of your choice, `lift 7` (DR-25 to DR-28).",
    "Who wins depends on the scenario: 1 and 2 the last active player, 3 the most mines, 4 the first",
    "closed garden, 5 (solo) enclosing the mad robot, 6 bringing the container home (DR-33 to DR-38).",
];

/// The fields of a position, separated by one blank; an empty field is `-`.
pub(super) const POSITION: &[&str] = &[
    "1                scenario",
    "SN               seats in play, of S W N E",
    "2                round",
    "S                seat that started the round",
    "send             phase: draw, set, send or over",
    "N                seat whose turn it is",
    "S59,N40,r27      robots with x and y; cargo is appended: +o, +m, +cN",
    "o15,m06,cS30     obstacles, mines and containers",
    "S3,N10           damage strips: side and transmitter",
    "S2,N0            mines scored, in scenario 3",
    "-                seats that are out",
    "N                seats that have stopped or finished",
    "S1,N0            stones sent in this round",
    "S:V1,FIRE;N:V2   hands; another seat's hand is seen as N:v3,b1",
    "S5.1:V2S         stones set: side, transmitter, slot, kind and arrow",
    "die:S            pending entries, the next one first",
    "7                die of the solo scenario",
];

/// The marks of the diagram.
pub(super) const LEGEND: &[&str] = &[
    ".S .W .N .E  the droids of South, West, North and East; r a repair robot, M the mad robot",
    ".  ~  #      land, river, wall; ~S is a droid in the river",
    "o  m  cS     an obstacle, a mine, the container of South",
    "gS pS        the garden and the pad of South, in the scenarios that have them",
    "1 to 10      transmitters at the edge, next to their three slots; 7x is covered by a strip",
    "V2N  -       a stone with its arrow on a slot; a free slot",
    "rack         the stones of your hand",
];

/// Returns why a match with these winners ended by a rule, or `None` if the rule ends no match.
pub(super) fn ending(rules: &Rules, rule: &str, winners: Sides) -> Option<String> {
    Some(match rule {
        "DR-19" => "no player has sent a stone in this round".to_owned(),
        "DR-31" => "all others are out".to_owned(),
        "DR-32" => format!("the limit of {} rounds is reached", rules.last_round()),
        "DR-35" => "the last mine is gone".to_owned(),
        "DR-36" => format!("the garden of {winners} is closed"),
        "DR-37" if winners.is_empty() => "the mad robot was not enclosed in time".to_owned(),
        "DR-37" => "the mad robot is enclosed".to_owned(),
        "DR-38" => format!("the container of {winners} is on its pad"),
        _ => return None,
    })
}
