//! The diagram and the picture of a position.

use super::board::{Cell, SIDE};
use super::options::Settings;
use super::space::{Colour, Space};
use super::state::{Phase, Position};
use crate::drawing::{Diagram, DiagramColour, Paint, Picture, TextStyle};
use crate::game::Viewer;
use crate::seat::Seat;

/// Size of a cell.
const CELL: i32 = 64;

/// Space around the board.
const EDGE: i32 = 10;

const INK: &str = "#222";

const fn diagram_colour(colour: Colour) -> DiagramColour {
    match colour {
        Colour::Blue => DiagramColour::Blue,
        Colour::Yellow => DiagramColour::Yellow,
        Colour::Green => DiagramColour::Green,
        Colour::Red => DiagramColour::Red,
        Colour::Pink => DiagramColour::Pink,
        Colour::White => DiagramColour::White,
    }
}

/// Draws the board with the robot in `[ ]`, the target in `< >` and the intermediate target in
/// `{ }`, and the phase and the chips below it.
pub(super) fn diagram(settings: &Settings, position: &Position, viewer: Viewer) -> Diagram {
    let mut diagram = Diagram::default();
    for row in 0..SIDE {
        diagram.line();
        for cell in (0..SIDE).filter_map(|column| Cell::new(row, column)) {
            let space = position.table.board.space(cell);
            let (open, close) = marks(position, space);
            let is_marked = open != " ";
            diagram.put(open, DiagramColour::Plain, is_marked);
            diagram.put(space.to_string(), diagram_colour(space.colour()), is_marked);
            diagram.put(close, DiagramColour::Plain, is_marked);
        }
    }
    diagram.line().text(legend(settings, position, viewer));
    diagram.line().text(chips(position));
    diagram
}

fn robot(position: &Position) -> Option<Space> {
    match &position.phase {
        Phase::Show(show) => show.route.end(),
        _ => position.table.start,
    }
}

fn marks(position: &Position, space: Space) -> (&'static str, &'static str) {
    if robot(position) == Some(space) {
        ("[", "]")
    } else if position.table.target == Some(space) {
        ("<", ">")
    } else if position.table.intermediate == Some(space) {
        ("{", "}")
    } else {
        (" ", " ")
    }
}

fn legend(settings: &Settings, position: &Position, viewer: Viewer) -> String {
    let table = &position.table;
    let mut text = format!("round {}", table.round);
    if let Some(robot) = robot(position) {
        text += &format!(", robot [{robot}]");
    }
    if let Some(via) = table.intermediate {
        text += &format!(", by way of {{{via}}}");
    }
    if let Some(target) = table.target {
        let chip = if settings.chip_on_target {
            " with a chip"
        } else {
            ""
        };
        text += &format!(", target <{target}>{chip}");
    }
    match &position.phase {
        Phase::Start | Phase::Target => {}
        Phase::Race(race) => {
            let has_passed = matches!(viewer, Viewer::Seat(seat) if race.passed.contains(seat));
            text += if has_passed {
                ", you have passed"
            } else {
                ", all seats search"
            };
        }
        Phase::Show(show) => {
            text += &format!(", seat {} shows {}: {}", show.seat, show.number, show.route);
        }
    }
    text
}

fn chips(position: &Position) -> String {
    let table = &position.table;
    let entries: Vec<_> = Seat::all(table.chips.len())
        .map(|seat| {
            let departed = if table.departed.contains(seat) {
                " (left)"
            } else {
                ""
            };
            format!("seat {seat}: {}{departed}", table.chips[seat.index()])
        })
        .collect();
    format!("chips  {}", entries.join("  "))
}

/// Returns the colours of a space: light ones, on which letters can be read, that differ without colours, too.
const fn fill(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "#8ab8e6",
        Colour::Yellow => "#f5e36b",
        Colour::Green => "#7fcfa0",
        Colour::Red => "#e88b7d",
        Colour::Pink => "#eeb4d8",
        Colour::White => "#f4f4f0",
    }
}

/// Draws the board: the robot as a disc with an eye, the target as rings, the intermediate target as a dashed
/// square, and the moves of a show as a line.
pub(super) fn picture(settings: &Settings, position: &Position, viewer: Viewer) -> Picture {
    let size = SIDE as i32 * CELL + 2 * EDGE;
    let mut picture = Picture::new(size, size);
    for space in Space::all() {
        let (x, y) = centre(position, space);
        let half = CELL / 2 - 2;
        let tile = [x - half, y - half, 2 * half, 2 * half];
        picture.rect(
            tile,
            8,
            Paint::fill(fill(space.colour())).outlined("#666", 1),
        );
        let style = TextStyle {
            size: 22,
            colour: INK,
            is_bold: true,
        };
        picture.text((x, y), style, &space.to_string());
        picture.place(space, tile);
    }
    if let Some(target) = position.table.target {
        let centre = centre(position, target);
        picture.circle(centre, CELL / 2 - 6, Paint::line(INK, 4));
        picture.circle(centre, CELL / 2 - 13, Paint::line(INK, 2));
    }
    if let Some(via) = position.table.intermediate {
        let (x, y) = centre(position, via);
        let half = CELL / 2 - 8;
        picture.rect(
            [x - half, y - half, 2 * half, 2 * half],
            2,
            Paint::line(INK, 3),
        );
    }
    if let Phase::Show(show) = &position.phase {
        let points: Vec<_> = show
            .route
            .spaces()
            .iter()
            .map(|space| centre(position, *space))
            .collect();
        picture.line(&points, Paint::line("#000", 5));
    }
    if let Some(space) = robot(position) {
        draw_robot(&mut picture, centre(position, space), space);
    }
    picture.caption(&[legend(settings, position, viewer), chips(position)]);
    picture
}

/// Returns the centre of the cell on which a space is.
fn centre(position: &Position, space: Space) -> (i32, i32) {
    let cell = position.table.board.cell(space);
    let middle = |index: usize| EDGE + CELL / 2 + index as i32 * CELL;
    (middle(cell.column()), middle(cell.row()))
}

/// Draws the robot above the name of its space.
fn draw_robot(picture: &mut Picture, (x, y): (i32, i32), space: Space) {
    picture.circle(
        (x, y),
        CELL / 2 - 8,
        Paint::fill("#333").outlined("#000", 2),
    );
    picture.line(&[(x, y - 24), (x, y - 30)], Paint::line("#000", 3));
    let style = TextStyle {
        size: 18,
        colour: "#fff",
        is_bold: true,
    };
    picture.text((x, y), style, &space.to_string());
}
