//! The diagram of a view.

use super::board::{Cell, SIDE};
use super::options::Settings;
use super::space::{Colour, Space};
use super::state::{View, ViewPhase};
use crate::diagram::{Diagram, DiagramColour};
use crate::seat::Seat;

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
pub(super) fn draw(settings: &Settings, view: &View) -> Diagram {
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

pub(super) fn robot(view: &View) -> Option<Space> {
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

pub(super) fn legend(settings: &Settings, view: &View) -> String {
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
        ViewPhase::Start | ViewPhase::Roll => {}
        ViewPhase::Race { passed: false } => text += ", all seats search",
        ViewPhase::Race { passed: true } => text += ", you have passed",
        ViewPhase::Show(show) => {
            text += &format!(", seat {} shows {}: {}", show.seat, show.number, show.route);
        }
    }
    text
}

pub(super) fn chips(view: &View) -> String {
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
