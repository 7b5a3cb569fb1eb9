//! The picture of a view.

use super::board::Slope;
use super::board_size::BoardSize;
use super::cell::{Cell, ColumnLetters, Direction};
use super::diagram::{legend, robots, won};
use super::options::Settings;
use super::robot::Robot;
use super::state::View;
use super::target::Target;
use crate::picture::{Paint, Picture, TextStyle};

/// Size of a cell.
const CELL: i32 = 36;

/// Space around the board, in which the coordinates are.
const EDGE: i32 = 26;

const WALL: Paint = Paint::line("#222", 4);

const fn colour(robot: Robot) -> &'static str {
    match robot {
        Robot::Red => "#c8362b",
        Robot::Green => "#1f8a4c",
        Robot::Blue => "#2463b0",
        Robot::Yellow => "#e0b400",
        Robot::Silver => "#8d99a6",
        Robot::Transparent => "#ffffff",
    }
}

/// Draws the board with walls, diagonals, targets, and robots as discs with their letters.
pub(super) fn draw(settings: &Settings, view: &View) -> Picture {
    let table = &view.table;
    let board = table.layout.board();
    let length = |cells: usize| cells as i32 * CELL + 2 * EDGE;
    let size = board.size();
    let mut picture = Picture::new(length(size.width()), length(size.height()));
    for cell in size.cells() {
        let fill = if board.is_closed(cell) {
            "#b8bec6"
        } else {
            "#f3f1ea"
        };
        let (x, y) = corner(cell);
        picture.rect(
            [x, y, CELL, CELL],
            0,
            Paint::fill(fill).outlined("#d4d0c4", 1),
        );
        picture.place(cell, [x, y, CELL, CELL]);
    }
    draw_coordinates(&mut picture, size);
    for (cell, diagonal) in board.diagonals() {
        let (x, y) = corner(cell);
        let points = match diagonal.slope {
            Slope::Rising => [(x + 2, y + CELL - 2), (x + CELL - 2, y + 2)],
            Slope::Falling => [(x + 2, y + 2), (x + CELL - 2, y + CELL - 2)],
        };
        picture.line(&points, Paint::line("#222", 6));
        picture.line(&points, Paint::line(colour(diagonal.robot), 3));
    }
    for cell in size.cells() {
        for side in Direction::ALL {
            if board.has_wall(cell, side) {
                picture.line(&edge(cell, side), WALL);
            }
        }
    }
    for target in table.undrawn.iter().chain(&table.under) {
        draw_target(&mut picture, *target, false);
    }
    if let Some(target) = table.target {
        draw_target(&mut picture, target, true);
    }
    for (robot, cell) in robots(settings, view).iter() {
        draw_robot(&mut picture, robot, centre(cell));
    }
    picture.caption(&[legend(view), won(view)]);
    picture
}

fn corner(cell: Cell) -> (i32, i32) {
    let at = |index: usize| EDGE + index as i32 * CELL;
    (at(cell.column()), at(cell.row()))
}

fn centre(cell: Cell) -> (i32, i32) {
    let (x, y) = corner(cell);
    (x + CELL / 2, y + CELL / 2)
}

/// Returns the ends of one side of a cell.
fn edge(cell: Cell, side: Direction) -> [(i32, i32); 2] {
    let (x, y) = corner(cell);
    let (right, bottom) = (x + CELL, y + CELL);
    match side {
        Direction::North => [(x, y), (right, y)],
        Direction::East => [(right, y), (right, bottom)],
        Direction::South => [(x, bottom), (right, bottom)],
        Direction::West => [(x, y), (x, bottom)],
    }
}

fn draw_coordinates(picture: &mut Picture, size: BoardSize) {
    let style = TextStyle {
        size: 12,
        colour: "#555",
        is_bold: false,
    };
    let at = |index: usize| EDGE + CELL / 2 + index as i32 * CELL;
    for index in 0..size.width().max(size.height()) {
        if index < size.width() {
            let letters = ColumnLetters(index).to_string();
            picture.text((at(index), EDGE / 2), style, &letters);
        }
        if index < size.height() {
            picture.text((EDGE / 2, at(index)), style, &(index + 1).to_string());
        }
    }
}

/// Draws a target: filled if it is to be reached, else its outline.
fn draw_target(picture: &mut Picture, target: Target, is_open: bool) {
    let (x, y) = centre(target.cell);
    let colour = target.robot.map_or("#7b3fa0", colour);
    let points = [(x, y - 14), (x + 14, y), (x, y + 14), (x - 14, y)];
    let paint = if is_open {
        Paint::fill(colour).outlined("#000", 3)
    } else {
        Paint::fill("#fff").outlined(colour, 2)
    };
    picture.area(&points, paint);
    let style = TextStyle {
        size: 13,
        colour: match (is_open, target.robot) {
            (true, Some(Robot::Yellow)) | (false, _) => "#222",
            (true, _) => "#fff",
        },
        is_bold: true,
    };
    let letter = target.robot.map_or('*', Robot::letter);
    picture.text((x, y), style, &letter.to_string());
}

fn draw_robot(picture: &mut Picture, robot: Robot, centre: (i32, i32)) {
    let outline = if robot == Robot::Transparent {
        "#2463b0"
    } else {
        "#000"
    };
    picture.circle(centre, 13, Paint::fill(colour(robot)).outlined(outline, 3));
    let style = TextStyle {
        size: 15,
        colour: match robot {
            Robot::Yellow | Robot::Silver | Robot::Transparent => "#000",
            Robot::Red | Robot::Green | Robot::Blue => "#fff",
        },
        is_bold: true,
    };
    let letter = robot.letter().to_ascii_uppercase();
    picture.text(centre, style, &letter.to_string());
}
