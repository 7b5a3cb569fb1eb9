//! The diagram of a view: the field, the transmitters around it with their stones, and the rack.
//! Below it the diagram of a map: river, walls and the places that scenarios use.

use crate::drawing::{Diagram, DiagramColour};
use crate::droids::robot::Robot;
use crate::droids::rules::Rules;
use crate::droids::ruleset::{Goal, MAD_ROBOT_SIDE, Map};
use crate::droids::side::{Side, Sides};
use crate::droids::square::Square;
use crate::droids::state::{Object, Pending, Phase, PublicState, View};
use crate::droids::transmitter::{Slot, Transmitter, TransmitterBank};

/// Width of a square or a slot, in characters.
const CELL: usize = 6;

/// Returns the diagram: the field with the transmitters of N above, of S below, of W on the left
/// and of E on the right. Slot 1 is next to the field; the number of a covered transmitter is
/// marked with `x`.
pub(super) fn draw(rules: &Rules, view: &View) -> Diagram {
    let table = &view.table;
    let mut diagram = Diagram::default();
    let sides = visible_sides(rules);
    let margin = if sides.contains(Side::West) {
        1 + Slot::PER_TRANSMITTER
    } else {
        0
    };
    if sides.contains(Side::North) {
        let bank = table.bank(Side::North);
        put_numbers(&mut diagram, bank, Side::North, margin);
        for depth in (0..Slot::PER_TRANSMITTER).rev() {
            put_slots(&mut diagram, bank, Side::North, depth, margin);
        }
    }
    for y in 0..Square::SIDE {
        put_row(&mut diagram, rules, table, sides, y);
    }
    if sides.contains(Side::South) {
        let bank = table.bank(Side::South);
        for depth in 0..Slot::PER_TRANSMITTER {
            put_slots(&mut diagram, bank, Side::South, depth, margin);
        }
        put_numbers(&mut diagram, bank, Side::South, margin);
    }
    for line in legend(rules, view) {
        diagram.line().text(line);
    }
    diagram
}

/// Returns the sides whose transmitters are shown: those in play and that of the mad robot.
pub(super) fn visible_sides(rules: &Rules) -> Sides {
    if rules.is_solo() {
        rules.seats.with(MAD_ROBOT_SIDE)
    } else {
        rules.seats
    }
}

/// Returns the colour of a side (DR-4).
pub(super) const fn side_colour(side: Side) -> DiagramColour {
    match side {
        Side::South => DiagramColour::Blue,
        Side::West => DiagramColour::Yellow,
        Side::North => DiagramColour::Red,
        Side::East => DiagramColour::Green,
    }
}

/// Returns the transmitter of a side for a column or row, counted from the north-west.
pub(super) fn transmitter_at(side: Side, index: usize) -> Transmitter {
    let square = match side {
        Side::South | Side::North => Square::at(index, 0),
        Side::West | Side::East => Square::at(0, index),
    };
    side.column(square.unwrap_or_else(|| Square::all().next().expect("the field has squares")))
}

fn number_text(bank: &TransmitterBank, transmitter: Transmitter) -> String {
    let mark = if bank.strips().contains(transmitter) {
        "x"
    } else {
        ""
    };
    format!("{transmitter}{mark}")
}

fn put_numbers(diagram: &mut Diagram, bank: &TransmitterBank, side: Side, margin: usize) {
    diagram.line().text(" ".repeat(margin * CELL));
    for x in 0..Square::SIDE {
        let text = number_text(bank, transmitter_at(side, x));
        diagram.put(format!("{text:<CELL$}"), side_colour(side), false);
    }
}

fn stone_text(bank: &TransmitterBank, transmitter: Transmitter, depth: usize) -> String {
    let stone = bank.stone(Slot::new(transmitter, depth));
    stone.map_or_else(|| "-".to_owned(), |stone| stone.to_string())
}

fn put_slots(
    diagram: &mut Diagram,
    bank: &TransmitterBank,
    side: Side,
    depth: usize,
    margin: usize,
) {
    diagram.line().text(" ".repeat(margin * CELL));
    for x in 0..Square::SIDE {
        let text = stone_text(bank, transmitter_at(side, x), depth);
        let colour = if text == "-" {
            DiagramColour::Grey
        } else {
            side_colour(side)
        };
        diagram.put(format!("{text:<CELL$}"), colour, false);
    }
}

fn put_row(diagram: &mut Diagram, rules: &Rules, table: &PublicState, sides: Sides, y: usize) {
    diagram.line();
    if sides.contains(Side::West) {
        let (bank, transmitter) = (table.bank(Side::West), transmitter_at(Side::West, y));
        let number = number_text(bank, transmitter);
        diagram.put(format!("{number:<CELL$}"), side_colour(Side::West), false);
        for depth in (0..Slot::PER_TRANSMITTER).rev() {
            let text = stone_text(bank, transmitter, depth);
            diagram.put(format!("{text:<CELL$}"), side_colour(Side::West), false);
        }
    }
    for square in (0..Square::SIDE).filter_map(|x| Square::at(x, y)) {
        let (text, colour, is_bold) = square_text(rules, table, square);
        diagram.put(format!("{text:<CELL$}"), colour, is_bold);
    }
    if sides.contains(Side::East) {
        let (bank, transmitter) = (table.bank(Side::East), transmitter_at(Side::East, y));
        for depth in 0..Slot::PER_TRANSMITTER {
            let text = stone_text(bank, transmitter, depth);
            diagram.put(format!("{text:<CELL$}"), side_colour(Side::East), false);
        }
        let number = number_text(bank, transmitter);
        diagram.put(number, side_colour(Side::East), false);
    }
}

/// Returns the text of the ground and of what is on it, its colour, and whether it is bold: `~S` is
/// the droid of S in the river.
fn square_text(
    rules: &Rules,
    table: &PublicState,
    square: Square,
) -> (String, DiagramColour, bool) {
    let (ground, colour) = ground(rules, square);
    if let Some(robot) = table.robot_on(square) {
        let (name, colour) = match robot {
            Robot::Droid(side) => (side.letter(), side_colour(side)),
            Robot::Repairer(_) => ("r", DiagramColour::White),
            Robot::Mad => ("M", DiagramColour::Pink),
        };
        return (format!("{ground}{name}"), colour, true);
    }
    match table.object_on(square) {
        Some(object @ Object::Container(side)) => {
            (format!("{ground}{object}"), side_colour(side), true)
        }
        Some(object) => (format!("{ground}{object}"), DiagramColour::White, false),
        None => (ground, colour, false),
    }
}

/// Returns the text and the colour of a square without pieces: land `.`, river `~`, wall `#`, and
/// pads `p` or gardens `g` with their side if they are the goal.
fn ground(rules: &Rules, square: Square) -> (String, DiagramColour) {
    let marks = match rules.goal {
        Goal::OwnContainerOnOwnPad => Some(("p", rules.pads)),
        Goal::OwnGardenClosed => Some(("g", rules.gardens)),
        Goal::LastActive | Goal::NoMinesLeft | Goal::MadRobotEnclosed => None,
    };
    let marked = |(mark, squares): (&str, [Square; 4])| {
        let side = { rules.seats }.find(|side| squares[side.index()] == square)?;
        Some((format!("{mark}{side}"), side_colour(side)))
    };
    if let Some(marked) = marks.and_then(marked) {
        return marked;
    }
    if rules.walls.contains(square) {
        ("#".into(), DiagramColour::Grey)
    } else if rules.river.contains(square) {
        ("~".into(), DiagramColour::Blue)
    } else {
        (".".into(), DiagramColour::Grey)
    }
}

pub(super) fn legend(rules: &Rules, view: &View) -> Vec<String> {
    let table = &view.table;
    let mut lines = vec![status(rules, table)];
    let mut add = |text: String| {
        if !text.is_empty() {
            lines.push(text);
        }
    };
    let loads = rules.seats.filter_map(|side| {
        let cargo = &table.droid(side).cargo;
        let cargo: Vec<_> = cargo.iter().map(Object::to_string).collect();
        (!cargo.is_empty()).then(|| format!("{side} carries {}", cargo.join(" ")))
    });
    add(loads.collect::<Vec<_>>().join(", "));
    if rules.banks_mines {
        let scores = rules
            .seats
            .map(|side| format!("{side} {}", table.scores[side.index()]));
        add(format!("mines: {}", scores.collect::<Vec<_>>().join(", ")));
    }
    if !table.out.is_empty() {
        add(format!("out: {}", table.out));
    }
    let others = rules.seats.filter(|side| view.side != Some(*side));
    let hands = others.filter(|side| table.hands[side.index()].total() > 0);
    let hands = hands.map(|side| format!("{side} holds {}", table.hands[side.index()]));
    add(hands.collect::<Vec<_>>().join(", "));
    let rack = view.hand.kinds();
    let rack = rack.flat_map(|(kind, count)| std::iter::repeat_n(kind.name(), count.into()));
    let rack: Vec<_> = rack.collect();
    if !rack.is_empty() {
        add(format!("rack: {}", rack.join(" ")));
    }
    lines
}

/// Round, phase, and whose turn it is.
fn status(rules: &Rules, table: &PublicState) -> String {
    let cap = rules
        .round_cap
        .map_or_else(String::new, |cap| format!(" of {cap}"));
    let acting = table.acting.map_or("", Side::letter);
    let event = match (table.pending.first(), table.phase) {
        (_, Phase::Over(winners)) if winners.is_empty() => "lost".to_owned(),
        (_, Phase::Over(winners)) => format!("won by {winners}"),
        (Some(Pending::Start(seats, _)), _) => format!("{seats} roll for the start"),
        (Some(Pending::SoloDie), _) => "the solo die is rolled".to_owned(),
        (Some(Pending::Stone(side, colour)), _) => format!("{side} draws a {colour} stone"),
        (Some(Pending::Die(side)), _) => format!("the die selects a transmitter of {side}"),
        (Some(Pending::Lift(side)), _) => format!("{side} must lift a strip"),
        (Some(Pending::MadRobot), _) => "the mad robot acts".to_owned(),
        (None, Phase::Draw) => format!("{acting} draws"),
        (None, Phase::Set) => format!("{acting} sets"),
        (None, Phase::Send) => format!("{acting} sends"),
    };
    let die = table
        .solo_die
        .map_or_else(String::new, |die| format!(", solo die {die}"));
    format!("round {}{cap}{die}: {event}", table.round)
}

/// Width of a square, in characters.
const MAP_CELL: usize = 4;

/// The lines below the field.
const MAP_LEGEND: [&str; 2] = [
    "~ river, # wall; S W N E starts, r repair robots, p pads, g gardens,",
    "c where the container of the seat across the field starts",
];

/// Returns the diagram, with columns (x) above and rows (y) on the left.
pub(super) fn draw_map(map: &Map) -> Diagram {
    let mut diagram = Diagram::default();
    let symmetry = map.symmetry.name();
    diagram
        .line()
        .text(format!("{}, symmetry {symmetry}", map.name));
    diagram.line().text(" ".repeat(MAP_CELL));
    for x in 0..Square::SIDE {
        diagram.put(format!("{x:<MAP_CELL$}"), DiagramColour::Grey, false);
    }
    for y in 0..Square::SIDE {
        diagram.line();
        diagram.put(format!("{y:<MAP_CELL$}"), DiagramColour::Grey, false);
        for square in (0..Square::SIDE).filter_map(|x| Square::at(x, y)) {
            let (text, colour) = place(map, square);
            diagram.put(
                format!("{text:<MAP_CELL$}"),
                colour,
                colour != DiagramColour::Grey,
            );
        }
    }
    for line in MAP_LEGEND {
        diagram.line().text(line);
    }
    diagram
}

/// Returns the text of a square and its colour.
fn place(map: &Map, square: Square) -> (String, DiagramColour) {
    let marks = ["", "p", "g", "c"];
    for (mark, (_, squares)) in marks.into_iter().zip(map.places()) {
        let side = Side::ALL
            .into_iter()
            .find(|side| squares[side.index()] == square);
        if let Some(side) = side {
            return (format!("{mark}{side}"), side_colour(side));
        }
    }
    let (text, colour) = if map.repairers.contains(square) {
        ("r", DiagramColour::White)
    } else if map.walls.contains(square) {
        ("#", DiagramColour::Grey)
    } else if map.river.contains(square) {
        ("~", DiagramColour::Blue)
    } else {
        (".", DiagramColour::Grey)
    };
    (text.to_owned(), colour)
}
