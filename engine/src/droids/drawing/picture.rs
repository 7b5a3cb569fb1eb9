//! The picture of a view: the field, the transmitters around it with their stones, and the rack.

use super::diagram::{legend, transmitter_at, visible_sides};
use crate::drawing::{Paint, Picture, TextStyle};
use crate::droids::robot::Robot;
use crate::droids::rules::Rules;
use crate::droids::ruleset::Goal;
use crate::droids::side::Side;
use crate::droids::square::{Arrow, Square};
use crate::droids::state::{Object, PublicState, View};
use crate::droids::stone::{Colour, Stone};
use crate::droids::transmitter::{Slot, Transmitter};

/// Size of a square.
const CELL: i32 = 46;

/// Height and width of a slot, seen from its side.
const SLOT: i32 = 30;

/// Space for the numbers of transmitters.
const NUMBER: i32 = 22;

/// Space for the slots and numbers of a side.
const BANK: i32 = SLOT * Slot::PER_TRANSMITTER as i32 + NUMBER;

/// Size of the field.
const FIELD: i32 = Square::SIDE as i32 * CELL;

/// Space around the field where no side is.
const EDGE: i32 = 10;

const INK: &str = "#222";

/// Returns the colour of a side (DR-4).
const fn side_colour(side: Side) -> &'static str {
    match side {
        Side::South => "#2463b0",
        Side::West => "#d9a800",
        Side::North => "#c8362b",
        Side::East => "#1f8a4c",
    }
}

const fn stone_colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Violet => "#8e5bb5",
        Colour::Blue => "#3f7fd0",
        Colour::Red => "#cf4a3f",
        Colour::Grey => "#7d8791",
    }
}

const fn bold(size: i32, colour: &'static str) -> TextStyle {
    TextStyle {
        size,
        colour,
        is_bold: true,
    }
}

/// Draws the field with the transmitters of the sides in play; slot 1 is next to the field.
pub(super) fn draw(rules: &Rules, view: &View) -> Picture {
    let table = &view.table;
    let sides = visible_sides(rules);
    let space = |side: Side| if sides.contains(side) { BANK } else { EDGE };
    let field = FieldPlace {
        left: space(Side::West),
        top: space(Side::North),
    };
    let mut picture = Picture::new(
        field.left + FIELD + space(Side::East),
        field.top + FIELD + space(Side::South),
    );
    for square in Square::all() {
        let (x, y) = field.corner(square);
        draw_ground(&mut picture, rules, square, (x, y));
        picture.place(square, [x, y, CELL, CELL]);
    }
    for square in Square::all() {
        draw_pieces(&mut picture, table, square, field.centre(square));
    }
    for side in sides {
        for index in 0..Square::SIDE {
            draw_transmitter(&mut picture, table, field, (side, index));
        }
    }
    picture.caption(&legend(rules, view));
    picture
}

/// Where the field is in the picture.
#[derive(Debug, Clone, Copy)]
struct FieldPlace {
    left: i32,
    top: i32,
}

impl FieldPlace {
    fn corner(self, square: Square) -> (i32, i32) {
        let at = |index: usize| index as i32 * CELL;
        (self.left + at(square.x()), self.top + at(square.y()))
    }

    fn centre(self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }

    /// Returns the point in front of a column or row, at this distance from the field.
    fn outside(self, side: Side, index: usize, distance: i32) -> (i32, i32) {
        let along = CELL / 2 + index as i32 * CELL;
        let (x, y) = (self.left + along, self.top + along);
        match side {
            Side::South => (x, self.top + FIELD + distance),
            Side::North => (x, self.top - distance),
            Side::West => (self.left - distance, y),
            Side::East => (self.left + FIELD + distance, y),
        }
    }
}

fn draw_ground(picture: &mut Picture, rules: &Rules, square: Square, (x, y): (i32, i32)) {
    let fill = if rules.walls.contains(square) {
        "#6b6459"
    } else if rules.river.contains(square) {
        "#a9d3ee"
    } else {
        "#f1ecdd"
    };
    picture.rect(
        [x, y, CELL, CELL],
        0,
        Paint::fill(fill).outlined("#c9c2ae", 1),
    );
    let marked = match rules.goal {
        Goal::OwnContainerOnOwnPad => Some(("p", rules.pads)),
        Goal::OwnGardenClosed => Some(("g", rules.gardens)),
        Goal::LastActive | Goal::NoMinesLeft | Goal::MadRobotEnclosed => None,
    };
    let Some((letter, squares)) = marked else {
        return;
    };
    let side = { rules.seats }.find(|side| squares[side.index()] == square);
    if let Some(side) = side {
        let colour = side_colour(side);
        let inner = [x + 3, y + 3, CELL - 6, CELL - 6];
        picture.rect(inner, 6, Paint::line(colour, 3));
        let style = TextStyle {
            size: 12,
            colour,
            is_bold: true,
        };
        picture.text((x + 11, y + 11), style, letter);
    }
}

fn draw_pieces(picture: &mut Picture, table: &PublicState, square: Square, (x, y): (i32, i32)) {
    if let Some(object) = table.object_on(square) {
        draw_object(picture, object, (x, y));
    }
    let (name, fill) = match table.robot_on(square) {
        Some(Robot::Droid(side)) => (side.letter(), side_colour(side)),
        Some(Robot::Repairer(_)) => ("r", "#5b6570"),
        Some(Robot::Mad) => ("M", "#b0257f"),
        None => return,
    };
    picture.circle((x, y), 17, Paint::fill(fill).outlined("#000", 2));
    picture.text((x, y), bold(18, "#fff"), name);
}

fn draw_object(picture: &mut Picture, object: Object, (x, y): (i32, i32)) {
    match object {
        Object::Obstacle => {
            let points = [(x - 15, y + 13), (x, y - 14), (x + 15, y + 13)];
            picture.area(&points, Paint::fill("#8a8378").outlined(INK, 2));
        }
        Object::Mine => {
            picture.line(&[(x - 14, y), (x + 14, y)], Paint::line(INK, 3));
            picture.line(&[(x, y - 14), (x, y + 14)], Paint::line(INK, 3));
            picture.circle((x, y), 9, Paint::fill(INK));
        }
        Object::Container(side) => {
            let fill = Paint::fill(side_colour(side)).outlined(INK, 2);
            picture.rect([x - 14, y - 12, 28, 24], 3, fill);
            picture.text((x, y), bold(13, "#fff"), side.letter());
        }
    }
}

/// Draws the slots and the number of the transmitter of a side for a column or row.
fn draw_transmitter(
    picture: &mut Picture,
    table: &PublicState,
    field: FieldPlace,
    (side, index): (Side, usize),
) {
    let transmitter = transmitter_at(side, index);
    let bank = table.bank(side);
    for depth in 0..Slot::PER_TRANSMITTER {
        let at = field.outside(side, index, SLOT * depth as i32 + SLOT / 2);
        let (width, height) = match side {
            Side::South | Side::North => (CELL - 4, SLOT - 4),
            Side::West | Side::East => (SLOT - 4, CELL - 4),
        };
        let rect = [at.0 - width / 2, at.1 - height / 2, width, height];
        let slot = Slot::new(transmitter, depth);
        match bank.stone(slot) {
            None => picture.rect(rect, 4, Paint::line("#d0d0d0", 1)),
            Some(stone) => draw_stone(picture, stone, rect),
        }
        picture.place(format_args!("{}{slot}", side.letter()), rect);
    }
    let at = field.outside(
        side,
        index,
        SLOT * Slot::PER_TRANSMITTER as i32 + NUMBER / 2,
    );
    let is_covered = bank.strips().contains(transmitter);
    draw_number(picture, transmitter, is_covered, side_colour(side), at);
    let (x, y) = at;
    let half = NUMBER / 2;
    let name = format_args!("{}{transmitter}", side.letter());
    picture.place(name, [x - half, y - half, NUMBER, NUMBER]);
}

fn draw_stone(picture: &mut Picture, stone: Stone, slot: [i32; 4]) {
    let kind = stone.kind();
    let fill = Paint::fill(stone_colour(kind.colour())).outlined(INK, 1);
    picture.rect(slot, 4, fill);
    let [x, y, width, height] = slot;
    let (x, y) = (x + width / 2, y + height / 2);
    let arrow = arrow_sign(stone.arrow());
    if width > height {
        let text = format!("{}{arrow}", kind.name());
        picture.text((x, y), bold(12, "#fff"), &text);
    } else {
        // Long names are written small.
        let size = if kind.name().len() > 2 { 8 } else { 11 };
        picture.text((x, y - 8), bold(size, "#fff"), kind.name());
        picture.text((x, y + 8), bold(13, "#fff"), arrow);
    }
}

const fn arrow_sign(arrow: Arrow) -> &'static str {
    match arrow {
        Arrow::N => "↑",
        Arrow::E => "→",
        Arrow::S => "↓",
        Arrow::W => "←",
        Arrow::NE => "↗",
        Arrow::SE => "↘",
        Arrow::SW => "↙",
        Arrow::NW => "↖",
    }
}

/// Writes the number of a transmitter, crossed out if it is covered.
fn draw_number(
    picture: &mut Picture,
    transmitter: Transmitter,
    is_covered: bool,
    colour: &'static str,
    (x, y): (i32, i32),
) {
    picture.text((x, y), bold(13, colour), &transmitter.to_string());
    if is_covered {
        picture.line(&[(x - 9, y - 8), (x + 9, y + 8)], Paint::line("#000", 3));
        picture.line(&[(x - 9, y + 8), (x + 9, y - 8)], Paint::line("#000", 3));
    }
}
