//! The diagram of a view.

use super::board::Board;
use super::cell::{Cell, ColumnLetters, Direction};
use super::options::Settings;
use super::robot::{Robot, Robots};
use super::rules;
use super::state::{View, ViewPhase};
use super::target::Target;
use crate::diagram::{Diagram, DiagramColour};
use crate::seat::Seat;

const fn diagram_colour(robot: Robot) -> DiagramColour {
    match robot {
        Robot::Red => DiagramColour::Red,
        Robot::Green => DiagramColour::Green,
        Robot::Blue => DiagramColour::Blue,
        Robot::Yellow => DiagramColour::Yellow,
        Robot::Silver => DiagramColour::Grey,
        Robot::Transparent => DiagramColour::White,
    }
}

fn target_colour(target: Target) -> DiagramColour {
    target.robot.map_or(DiagramColour::Pink, diagram_colour)
}

/// The three characters of a cell with their style.
struct CellMark {
    text: String,
    colour: DiagramColour,
    is_bold: bool,
}

impl CellMark {
    fn new(text: impl Into<String>, colour: DiagramColour, is_bold: bool) -> Self {
        Self {
            text: text.into(),
            colour,
            is_bold,
        }
    }
}

/// Draws the board with its walls, diagonals, targets and robots, and the phase and the won targets below
/// it.
pub(super) fn draw(settings: &Settings, view: &View) -> Diagram {
    let mut diagram = Diagram::default();
    let board = view.table.layout.board();
    let size = board.size();
    let letters =
        (0..size.width()).map(|column| format!("{:<4}", ColumnLetters(column).to_string()));
    let letters: String = letters.collect();
    diagram.line().text(format!("     {}", letters.trim_end()));
    let robots = robots(settings, view);
    for row in 0..size.height() {
        draw_row(&mut diagram, view, &robots, row);
    }
    diagram
        .line()
        .text(walls_of_row(board, size.height() - 1, Direction::South));
    diagram.line().text(legend(view));
    diagram.line().text(won(view));
    diagram
}

/// Returns the robots after the moves that were shown.
pub(super) fn robots(settings: &Settings, view: &View) -> Robots {
    let shown = match &view.phase {
        ViewPhase::Show(show) => rules::attempt_of(settings, &view.table, &show.moves),
        _ => None,
    };
    shown.map_or(view.table.robots, |attempt| *attempt.robots())
}

fn draw_row(diagram: &mut Diagram, view: &View, robots: &Robots, row: usize) {
    let board = view.table.layout.board();
    diagram
        .line()
        .text(walls_of_row(board, row, Direction::North));
    diagram.line().text(format!("{:>2} ", row + 1));
    for cell in board.size().cells_of_row(row) {
        let wall = if board.has_wall(cell, Direction::West) {
            "|"
        } else {
            " "
        };
        diagram.text(wall);
        let CellMark {
            text,
            colour,
            is_bold,
        } = mark(view, robots, cell);
        diagram.put(text, colour, is_bold);
    }
    diagram.text("|");
}

/// Returns the walls on one side of all cells of a row.
fn walls_of_row(board: &Board, row: usize, side: Direction) -> String {
    let mut text = "   ".to_owned();
    for cell in board.size().cells_of_row(row) {
        text += if board.has_wall(cell, side) {
            "+---"
        } else {
            "+   "
        };
    }
    text + "+"
}

fn mark(view: &View, robots: &Robots, cell: Cell) -> CellMark {
    let table = &view.table;
    let is_open = |target: Target| target.cell == cell;
    let open = table.target.filter(|target| is_open(*target));
    let robot = robots.robot_on(cell);
    if let Some(robot) = robot {
        let letter = robot.letter().to_ascii_uppercase();
        let text = match (open, table.layout.board().diagonal(cell)) {
            (Some(_), _) => format!("[{letter}]"),
            (None, Some(diagonal)) => format!("{letter}{diagonal}"),
            (None, None) => format!(" {letter} "),
        };
        return CellMark::new(text, diagram_colour(robot), true);
    }
    if let Some(target) = open {
        let text = format!("[{}]", letter(target));
        return CellMark::new(text, target_colour(target), true);
    }
    if let Some(diagonal) = table.layout.board().diagonal(cell) {
        let text = format!("{diagonal} ");
        return CellMark::new(text, diagram_colour(diagonal.robot), false);
    }
    let mut coming = table.undrawn.iter().chain(&table.under);
    if let Some(target) = coming.find(|target| target.cell == cell) {
        let text = format!(" {} ", letter(*target));
        return CellMark::new(text, target_colour(*target), false);
    }
    let text = if table.layout.board().is_closed(cell) {
        "###"
    } else {
        "   "
    };
    CellMark::new(text, DiagramColour::Plain, false)
}

fn letter(target: Target) -> char {
    target.robot.map_or('*', Robot::letter)
}

pub(super) fn legend(view: &View) -> String {
    let table = &view.table;
    let mut text = format!("round {}", table.round);
    if let Some(target) = table.target {
        text += &format!(", target {target}");
    }
    match &view.phase {
        ViewPhase::Start | ViewPhase::Draw => {}
        ViewPhase::Race { announced, passed } => {
            text += if *passed {
                ", you have passed"
            } else {
                ", all seats search"
            };
            if !announced.is_empty() {
                text += &format!(", announced {announced}");
            }
        }
        ViewPhase::Show(show) => {
            let moves: Vec<_> = show.moves.iter().map(ToString::to_string).collect();
            let moves = moves.join(" ");
            text += &format!(", seat {} shows {}: {moves}", show.seat, show.number);
            if !show.remaining.is_empty() {
                text += &format!(", then {}", show.remaining);
            }
        }
    }
    text
}

pub(super) fn won(view: &View) -> String {
    let table = &view.table;
    let entries: Vec<_> = Seat::all(table.won.len())
        .map(|seat| {
            let departed = if table.departed.contains(seat) {
                " (left)"
            } else {
                ""
            };
            format!("seat {seat}: {}{departed}", table.won[seat.index()])
        })
        .collect();
    format!("won  {}", entries.join("  "))
}
