//! The diagram and the picture of a view.

use super::board::{Cell, SIDE};
use super::game::MicroRobots;
use super::options::Settings;
use super::space::{Colour, Space};
use super::state::{View, ViewPhase};
use crate::drawing::{Diagram, DiagramColour, GameDrawing, Paint, Picture, TextStyle};
use crate::seat::Seat;

/// Size of a cell.
const CELL: i32 = 64;

/// Space around the board.
const EDGE: i32 = 10;

const INK: &str = "#222";

impl GameDrawing for MicroRobots {
    fn diagram(&self, view: &View) -> Diagram {
        draw_diagram(&self.settings, view)
    }

    fn picture(&self, view: &View) -> Picture {
        draw_picture(&self.settings, view)
    }
}

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
fn draw_diagram(settings: &Settings, view: &View) -> Diagram {
    let mut diagram = Diagram::default();
    for row in 0..SIDE {
        diagram.line();
        for cell in (0..SIDE).filter_map(|column| Cell::new(row, column)) {
            let space = view.table.board.space(cell);
            let (open, close) = marks(view, space);
            let is_marked = open != " ";
            diagram.put(open, DiagramColour::Plain, is_marked);
            diagram.put(space.to_string(), diagram_colour(space.colour()), is_marked);
            diagram.put(close, DiagramColour::Plain, is_marked);
        }
    }
    diagram.line().text(legend(settings, view));
    diagram.line().text(chips(view));
    diagram
}

fn robot(view: &View) -> Option<Space> {
    match &view.phase {
        ViewPhase::Show(show) => show.route.end(),
        _ => view.table.start,
    }
}

fn marks(view: &View, space: Space) -> (&'static str, &'static str) {
    if robot(view) == Some(space) {
        ("[", "]")
    } else if view.table.target == Some(space) {
        ("<", ">")
    } else if view.table.intermediate == Some(space) {
        ("{", "}")
    } else {
        (" ", " ")
    }
}

fn legend(settings: &Settings, view: &View) -> String {
    let table = &view.table;
    let mut text = format!("round {}", table.round);
    if let Some(robot) = robot(view) {
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
    match &view.phase {
        ViewPhase::Start | ViewPhase::Target => {}
        ViewPhase::Race { passed: false, .. } => text += ", all seats search",
        ViewPhase::Race { passed: true, .. } => text += ", you have passed",
        ViewPhase::Show(show) => {
            text += &format!(", seat {} shows {}: {}", show.seat, show.number, show.route);
        }
    }
    text
}

fn chips(view: &View) -> String {
    let table = &view.table;
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
fn draw_picture(settings: &Settings, view: &View) -> Picture {
    let size = SIDE as i32 * CELL + 2 * EDGE;
    let mut picture = Picture::new(size, size);
    for space in Space::all() {
        let (x, y) = centre(view, space);
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
    if let Some(target) = view.table.target {
        let centre = centre(view, target);
        picture.circle(centre, CELL / 2 - 6, Paint::line(INK, 4));
        picture.circle(centre, CELL / 2 - 13, Paint::line(INK, 2));
    }
    if let Some(via) = view.table.intermediate {
        let (x, y) = centre(view, via);
        let half = CELL / 2 - 8;
        picture.rect(
            [x - half, y - half, 2 * half, 2 * half],
            2,
            Paint::line(INK, 3),
        );
    }
    if let ViewPhase::Show(show) = &view.phase {
        let points: Vec<_> = show
            .route
            .spaces()
            .iter()
            .map(|space| centre(view, *space))
            .collect();
        picture.line(&points, Paint::line("#000", 5));
    }
    if let Some(space) = robot(view) {
        draw_robot(&mut picture, centre(view, space), space);
    }
    picture.caption(&[legend(settings, view), chips(view)]);
    picture
}

/// Returns the centre of the cell on which a space is.
fn centre(view: &View, space: Space) -> (i32, i32) {
    let cell = view.table.board.cell(space);
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
