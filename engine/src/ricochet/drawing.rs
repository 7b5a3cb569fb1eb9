//! The diagram and the picture of a view.

use super::board::{Board, Slope};
use super::board_size::BoardSize;
use super::cell::{Cell, ColumnLetters, Direction};
use super::game::Ricochet;
use super::options::Settings;
use super::robot::{Robot, Robots};
use super::rules;
use super::state::{View, ViewPhase};
use super::target::Target;
use crate::drawing::{Diagram, DiagramColour, GameDrawing, Paint, Picture, TextStyle};
use crate::seat::Seat;

/// Size of a cell.
const CELL: i32 = 36;

/// Space around the board, in which the coordinates are.
const EDGE: i32 = 26;

const WALL: Paint = Paint::line("#222", 4);

impl GameDrawing for Ricochet {
    fn diagram(&self, view: &View) -> Diagram {
        draw_diagram(&self.settings, view)
    }

    fn picture(&self, view: &View) -> Picture {
        draw_picture(&self.settings, view)
    }
}

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
fn draw_diagram(settings: &Settings, view: &View) -> Diagram {
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
fn robots(settings: &Settings, view: &View) -> Robots {
    let shown = match &view.phase {
        ViewPhase::Show(show) => rules::attempt_of(settings, &view.table, &show.route),
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

fn legend(view: &View) -> String {
    let table = &view.table;
    let mut text = format!("round {}", table.round);
    if let Some(target) = table.target {
        text += &format!(", target {target}");
    }
    match &view.phase {
        ViewPhase::Start | ViewPhase::Target => {}
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
            let moves: Vec<_> = show.route.iter().map(ToString::to_string).collect();
            let moves = moves.join(" ");
            text += &format!(", seat {} shows {}: {moves}", show.seat, show.number);
            if !show.remaining.is_empty() {
                text += &format!(", then {}", show.remaining);
            }
        }
    }
    text
}

fn won(view: &View) -> String {
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
fn draw_picture(settings: &Settings, view: &View) -> Picture {
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
