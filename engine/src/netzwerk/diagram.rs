//! The diagram of a position: the lattice of squares and energy fields, as in the rules document.

use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::side::Side;
use super::state::View;
use crate::diagram::{Diagram, DiagramColour};

/// Draws robots as `w` and `x`, batteries as `u`, or as `n` if they have moved in this turn.
pub(super) fn draw(rules: &Rules, view: &View) -> Diagram {
    let position = &view.state.position;
    let board = &rules.board;
    let (files, ranks) = (2 * board.width() + 1, 2 * board.ranks() + 1);
    let mut diagram = Diagram::default();
    for rank in (0..ranks).rev() {
        diagram.line().text(format!("{:>2} ", rank + 1));
        for file in 0..files {
            diagram.text(" ");
            put_point(&mut diagram, position, file, rank);
        }
    }
    let letters = (0..files).map(|file| char::from(b'a' + file as u8).to_string());
    let letters: Vec<_> = letters.collect();
    diagram.line().text(format!("    {}", letters.join(" ")));
    diagram.line().text(legend(rules, view));
    diagram
}

fn put_point(diagram: &mut Diagram, position: &Position, file: usize, rank: usize) {
    let (text, colour, is_bold) = match (file % 2, rank % 2) {
        (1, 1) => square(position, Square::at(file / 2, rank / 2).unwrap_or_default()),
        (0, 0) => field(position, Field::at(file / 2, rank / 2).unwrap_or_default()),
        (0, 1) => ("|", DiagramColour::Grey, false),
        _ => ("-", DiagramColour::Grey, false),
    };
    diagram.put(text, colour, is_bold);
}

type Mark = (&'static str, DiagramColour, bool);

fn square(position: &Position, square: Square) -> Mark {
    let has_moved = position.spenders.index_on(square).is_some();
    if position.robots(Side::White).contains(square) {
        ("w", DiagramColour::White, has_moved)
    } else if position.robots(Side::Black).contains(square) {
        ("x", DiagramColour::Red, has_moved)
    } else {
        (" ", DiagramColour::Plain, false)
    }
}

fn field(position: &Position, field: Field) -> Mark {
    if position.moved.contains(field) {
        ("n", DiagramColour::Green, true)
    } else if position.batteries.contains(field) {
        ("u", DiagramColour::Green, false)
    } else {
        ("+", DiagramColour::Grey, false)
    }
}

pub(super) fn legend(rules: &Rules, view: &View) -> String {
    let state = &view.state;
    if let Some(side) = state.departed {
        return format!("{side} has left");
    }
    if let Some(end) = rules.end(&state.position, state.is_repeated(rules)) {
        return match end.winner {
            Some(side) => format!("{side} has won ({})", end.rule),
            None => format!("drawn ({})", end.rule),
        };
    }
    let position = &state.position;
    let phase = match position.phase {
        Phase::Robots => "moves robots",
        Phase::Batteries => "moves batteries",
    };
    let spent = position.spenders.as_slice().iter().map(|robot| {
        let captured = if robot.captured { ", captured" } else { "" };
        format!(
            "{} from {} spent {}{captured}",
            robot.now, robot.start, robot.spent
        )
    });
    let parts: Vec<_> = [format!("{} {phase}", position.side)]
        .into_iter()
        .chain(spent)
        .chain((position.quiet > 0).then(|| format!("quiet {}", position.quiet)))
        .collect();
    parts.join(", ")
}
