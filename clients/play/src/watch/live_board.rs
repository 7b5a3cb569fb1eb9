//! The board of one match on a terminal, redrawn in place.

use std::collections::VecDeque;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::Diagram;

/// Number of turns that are shown below the board.
const TURNS: usize = 4;

/// A board and the latest turns.
#[derive(Debug, Default)]
pub(super) struct LiveBoard {
    /// Number of lines that were printed last.
    height: usize,
    turns: VecDeque<String>,
}

impl LiveBoard {
    /// Adds the line of a turn.
    pub(super) fn add_turn(&mut self, line: String) {
        self.turns.push_back(line);
        if self.turns.len() > TURNS {
            self.turns.pop_front();
        }
    }

    /// Draws the board over the previous one.
    pub(super) fn draw(&mut self, diagram: &Diagram, output: &mut Output) -> Result<(), Failure> {
        output.erase_lines(self.height)?;
        output.diagram(diagram)?;
        let width = output.terminal_width();
        for line in &self.turns {
            // A line that wraps would take the place of two.
            let line = format!("  {line}");
            output.line(line.chars().take(width).collect::<String>())?;
        }
        self.height = diagram.lines.len() + self.turns.len();
        output.flush()
    }
}
