//! The diagram and the picture of a position: the lattice of squares and energy fields, as in the rules document.

use std::fmt::Display;

use super::game::Netzwerk;
use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::side::Side;
use super::state::View;
use crate::drawing::{Diagram, DiagramColour, GameDrawing, Paint, Picture, TextStyle};

/// Distance between two points of the lattice, from an energy field to the next square.
const STEP: i32 = 34;

/// Space around the board, in which the coordinates are.
const EDGE: i32 = 44;

/// Distance from the centre of a square to the edge of its place.
const ROBOT_RADIUS: i32 = 22;

/// Distance from an energy field to the edge of its place.
const FIELD_RADIUS: i32 = 18;

const INK: &str = "#222";

impl GameDrawing for Netzwerk {
    fn diagram(&self, view: &View) -> Diagram {
        draw_diagram(self.rules(), view)
    }

    fn picture(&self, view: &View) -> Picture {
        draw_picture(self.rules(), view)
    }
}

/// Draws robots as `w` and `x`, batteries as `u`, or as `n` if they have moved in this turn.
fn draw_diagram(rules: &Rules, view: &View) -> Diagram {
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

fn legend(rules: &Rules, view: &View) -> String {
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

/// Draws the squares, robots as discs with the letters of the notation, batteries as green bars on the energy
/// fields, and the energy that robots have spent.
fn draw_picture(rules: &Rules, view: &View) -> Picture {
    let board = &rules.board;
    let (files, ranks) = (2 * board.width() as i32, 2 * board.ranks() as i32);
    let mut picture = Picture::new(files * STEP + 2 * EDGE, ranks * STEP + 2 * EDGE);
    let point = |file: i32, rank: i32| (EDGE + file * STEP, EDGE + (ranks - rank) * STEP);
    for square in board.squares() {
        let (x, y) = point(2 * square.file() as i32 + 1, 2 * square.rank() as i32 + 1);
        let cell = [x - STEP, y - STEP, 2 * STEP, 2 * STEP];
        picture.rect(cell, 0, Paint::fill("#eef1f4").outlined("#9aa5b1", 2));
    }
    draw_coordinates(&mut picture, files, ranks);
    let position = &view.state.position;
    for square in board.squares() {
        let centre = point(2 * square.file() as i32 + 1, 2 * square.rank() as i32 + 1);
        draw_robot(&mut picture, position, square, centre);
        place(&mut picture, square, centre, ROBOT_RADIUS);
    }
    for field in board.fields() {
        let centre = point(2 * field.file() as i32, 2 * field.rank() as i32);
        draw_field(&mut picture, position, field, centre);
        place(&mut picture, field, centre, FIELD_RADIUS);
    }
    picture.caption(&[legend(rules, view)]);
    picture
}

/// Names the place around a point.
fn place(picture: &mut Picture, name: impl Display, (x, y): (i32, i32), radius: i32) {
    picture.place(name, [x - radius, y - radius, 2 * radius, 2 * radius]);
}

fn draw_coordinates(picture: &mut Picture, files: i32, ranks: i32) {
    let style = TextStyle {
        size: 13,
        colour: "#555",
        is_bold: false,
    };
    for file in 0..=files {
        let letter = char::from(b'a' + file as u8).to_string();
        let x = EDGE + file * STEP;
        picture.text((x, ranks * STEP + EDGE + 28), style, &letter);
    }
    for rank in 0..=ranks {
        let y = EDGE + (ranks - rank) * STEP;
        picture.text((16, y), style, &(rank + 1).to_string());
    }
}

fn draw_robot(picture: &mut Picture, position: &Position, square: Square, (x, y): (i32, i32)) {
    let (letter, fill, ink) = if position.robots(Side::White).contains(square) {
        ("w", "#fff", INK)
    } else if position.robots(Side::Black).contains(square) {
        ("x", "#333", "#fff")
    } else {
        return;
    };
    picture.circle(
        (x, y),
        ROBOT_RADIUS - 1,
        Paint::fill(fill).outlined("#000", 3),
    );
    let style = TextStyle {
        size: 20,
        colour: ink,
        is_bold: true,
    };
    picture.text((x, y), style, letter);
    if let Some(index) = position.spenders.index_on(square) {
        let spender = position.spenders.as_slice()[index];
        let colour = if spender.captured {
            "#b3261e"
        } else {
            "#8a5a00"
        };
        picture.circle((x + 17, y - 17), 10, Paint::fill(colour));
        let style = TextStyle {
            size: 13,
            colour: "#fff",
            is_bold: true,
        };
        picture.text((x + 17, y - 17), style, &spender.spent.to_string());
    }
}

fn draw_field(picture: &mut Picture, position: &Position, field: Field, (x, y): (i32, i32)) {
    if !position.batteries.contains(field) {
        picture.circle((x, y), 5, Paint::fill("#fff").outlined("#9aa5b1", 2));
        return;
    }
    let has_moved = position.moved.contains(field);
    let fill = if has_moved { "#d9ead3" } else { "#2e9e5b" };
    picture.rect(
        [x - 8, y - 12, 16, 24],
        4,
        Paint::fill(fill).outlined("#14532d", 2),
    );
    picture.rect([x - 4, y - 16, 8, 4], 1, Paint::fill("#14532d"));
}
