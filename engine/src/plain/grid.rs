//! Positions as grids of cells, which become diagrams and pictures.

use crate::drawing::{Diagram, DiagramColour, Paint, Picture, TextStyle};

/// Width and height of a cell in a picture.
const CELL: i32 = 56;

/// Space around the grid in a picture.
const EDGE: i32 = 12;

/// A position as rows of cells, with lines of text below them.
///
/// ```
/// use botwerk_engine::{DiagramColour, Grid, GridCell};
///
/// let cells = ["x", "."].map(|text| GridCell::new(text, DiagramColour::Plain));
/// let grid = Grid::default().row(cells).line("x is to move");
/// assert_eq!(grid.diagram().to_string(), "x .\nx is to move\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid {
    rows: Vec<Vec<GridCell>>,
    lines: Vec<String>,
}

/// A cell of a [`Grid`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridCell {
    text: String,
    colour: DiagramColour,
    name: String,
}

impl GridCell {
    /// Creates a cell with a short text.
    pub fn new(text: impl Into<String>, colour: DiagramColour) -> Self {
        Self {
            text: text.into(),
            colour,
            name: String::new(),
        }
    }

    /// Returns the cell with the name by which actions call it.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }
}

impl Grid {
    /// Adds a row of cells below the others.
    #[must_use]
    pub fn row(mut self, cells: impl IntoIterator<Item = GridCell>) -> Self {
        self.rows.push(cells.into_iter().collect());
        self
    }

    /// Adds a line of text below the grid.
    #[must_use]
    pub fn line(mut self, text: impl Into<String>) -> Self {
        self.lines.push(text.into());
        self
    }

    /// Returns the grid as text.
    pub fn diagram(&self) -> Diagram {
        let cells = self.rows.iter().flatten();
        let width = cells.map(|cell| cell.text.chars().count()).max();
        let width = width.unwrap_or(0);
        let mut diagram = Diagram::default();
        for row in &self.rows {
            diagram.line();
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    diagram.text(" ");
                }
                let is_bold = cell.colour != DiagramColour::Plain;
                diagram.put(format!("{:<width$}", cell.text), cell.colour, is_bold);
            }
        }
        for line in &self.lines {
            diagram.line().text(line.clone());
        }
        diagram
    }

    /// Returns the grid as a picture, in which cells with names are places: all cells of one name, such as those of a column,
    /// are one.
    pub fn picture(&self) -> Picture {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        // Lines of text need some width, even without cells.
        let width = (columns as i32 * CELL).max(6 * CELL) + 2 * EDGE;
        let mut picture = Picture::new(width, self.rows.len() as i32 * CELL + 2 * EDGE);
        let mut places: Vec<(&str, [i32; 4])> = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let (x, y) = (EDGE + column as i32 * CELL, EDGE + row as i32 * CELL);
                let edges = [x, y, CELL, CELL];
                let paint_of_cell = Paint::fill("#fff").outlined("#bbb", 1);
                picture.rect(edges, 0, paint_of_cell);
                let style = TextStyle {
                    size: CELL / 2,
                    colour: paint(cell.colour),
                    is_bold: cell.colour != DiagramColour::Plain,
                };
                picture.text((x + CELL / 2, y + CELL / 2), style, &cell.text);
                if !cell.name.is_empty() {
                    extend_place(&mut places, &cell.name, edges);
                }
            }
        }
        for (name, edges) in places {
            picture.place(name, edges);
        }
        picture.caption(&self.lines);
        picture
    }
}

/// Adds a rectangle (left, top, width and height) to the place of a name.
fn extend_place<'a>(places: &mut Vec<(&'a str, [i32; 4])>, name: &'a str, cell: [i32; 4]) {
    let Some((_, known)) = places.iter_mut().find(|(known, _)| *known == name) else {
        places.push((name, cell));
        return;
    };
    for (start, length) in [(0, 2), (1, 3)] {
        let end = (known[start] + known[length]).max(cell[start] + cell[length]);
        known[start] = known[start].min(cell[start]);
        known[length] = end - known[start];
    }
}

/// The colours of cells by their names, for drawings.
const fn paint(colour: DiagramColour) -> &'static str {
    match colour {
        DiagramColour::Plain => "#222",
        DiagramColour::Blue => "#1f5fbf",
        DiagramColour::Yellow => "#c99700",
        DiagramColour::Green => "#2e7d32",
        DiagramColour::Red => "#c62828",
        DiagramColour::Pink => "#c2185b",
        DiagramColour::White => "#777",
        DiagramColour::Grey => "#999",
    }
}
