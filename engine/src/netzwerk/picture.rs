//! The picture of a position.

use std::fmt::Display;

use super::diagram::legend;
use super::lattice::{Field, Point, Square};
use super::position::Position;
use super::rules::Rules;
use super::side::Side;
use super::state::View;
use crate::picture::{Paint, Picture, TextStyle};

/// Distance between two points of the lattice, from an energy field to the next square.
const STEP: i32 = 34;

/// Space around the board, in which the coordinates are.
const EDGE: i32 = 44;

/// Distance from the centre of a square to the edge of its place.
const ROBOT_RADIUS: i32 = 22;

/// Distance from an energy field to the edge of its place.
const FIELD_RADIUS: i32 = 18;

const INK: &str = "#222";

/// Draws the squares, robots as discs with the letters of the notation, batteries as green bars on the energy
/// fields, and the energy that robots have spent.
pub(super) fn draw(rules: &Rules, view: &View) -> Picture {
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
