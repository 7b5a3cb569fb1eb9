//! The picture of a map by itself: river, walls, and the places that scenarios use.

use super::diagram::ink;
use super::ruleset::Map;
use super::side::Side;
use super::square::Square;
use crate::diagram::{Diagram, DiagramColour};

/// Characters of a square.
const CELL: usize = 4;

/// What stands below the field.
const LEGEND: [&str; 2] = [
    "~ river, # wall; S W N E starts, r repair robots, p pads, g gardens,",
    "c where the container of the seat across the field starts",
];

/// Draws a map with its columns (x) above and its rows (y) on the left.
pub(super) fn draw(map: &Map) -> Diagram {
    let mut picture = Diagram::default();
    let symmetry = map.symmetry.name();
    picture
        .line()
        .text(format!("{}, symmetry {symmetry}", map.name));
    picture.line().text(" ".repeat(CELL));
    for x in 0..Square::SIDE {
        picture.put(format!("{x:<CELL$}"), DiagramColour::Grey, false);
    }
    for y in 0..Square::SIDE {
        picture.line();
        picture.put(format!("{y:<CELL$}"), DiagramColour::Grey, false);
        for square in (0..Square::SIDE).filter_map(|x| Square::at(x, y)) {
            let (text, look) = place(map, square);
            picture.put(format!("{text:<CELL$}"), look, look != DiagramColour::Grey);
        }
    }
    for line in LEGEND {
        picture.line().text(line);
    }
    picture
}

/// What is on a square, and its colour.
fn place(map: &Map, square: Square) -> (String, DiagramColour) {
    let marks = ["", "p", "g", "c"];
    for (mark, (_, squares)) in marks.into_iter().zip(map.places()) {
        let side = Side::ALL
            .into_iter()
            .find(|side| squares[side.index()] == square);
        if let Some(side) = side {
            return (format!("{mark}{side}"), ink(side));
        }
    }
    let (text, look) = if map.repairers.contains(square) {
        ("r", DiagramColour::White)
    } else if map.walls.contains(square) {
        ("#", DiagramColour::Grey)
    } else if map.river.contains(square) {
        ("~", DiagramColour::Blue)
    } else {
        (".", DiagramColour::Grey)
    };
    (text.to_owned(), look)
}
