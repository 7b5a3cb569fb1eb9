//! The diagram of a map: river, walls and the places that scenarios use.

use super::diagram::side_colour;
use super::ruleset::Map;
use super::side::Side;
use super::square::Square;
use crate::diagram::{Diagram, DiagramColour};

/// Width of a square, in characters.
const CELL: usize = 4;

/// The lines below the field.
const LEGEND: [&str; 2] = [
    "~ river, # wall; S W N E starts, r repair robots, p pads, g gardens,",
    "c where the container of the seat across the field starts",
];

/// Returns the diagram, with columns (x) above and rows (y) on the left.
pub(super) fn render(map: &Map) -> Diagram {
    let mut diagram = Diagram::default();
    let symmetry = map.symmetry.name();
    diagram
        .line()
        .text(format!("{}, symmetry {symmetry}", map.name));
    diagram.line().text(" ".repeat(CELL));
    for x in 0..Square::SIDE {
        diagram.put(format!("{x:<CELL$}"), DiagramColour::Grey, false);
    }
    for y in 0..Square::SIDE {
        diagram.line();
        diagram.put(format!("{y:<CELL$}"), DiagramColour::Grey, false);
        for square in (0..Square::SIDE).filter_map(|x| Square::at(x, y)) {
            let (text, colour) = place(map, square);
            diagram.put(
                format!("{text:<CELL$}"),
                colour,
                colour != DiagramColour::Grey,
            );
        }
    }
    for line in LEGEND {
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
