//! Boards for a person, without repeating what has just been printed.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::Diagram;

/// Maximum number of lines below a board, which are printed alone if only they have changed.
const MAX_LINES_BELOW: usize = 4;

/// Prints boards.
#[derive(Debug, Default)]
pub(super) struct BoardPrinter {
    latest: Diagram,
}

impl BoardPrinter {
    /// Prints a diagram, or only its last lines if the board above them is still the latest one.
    pub(super) fn print(&mut self, diagram: Diagram, output: &mut Output) -> Result<(), Failure> {
        let unchanged = self.unchanged_lines(&diagram);
        let is_repeated = unchanged > 0 && diagram.lines.len() - unchanged <= MAX_LINES_BELOW;
        let shown = if is_repeated {
            Diagram {
                lines: diagram.lines[unchanged..].to_vec(),
            }
        } else {
            output.line("")?;
            diagram.clone()
        };
        output.diagram(&shown)?;
        self.latest = diagram;
        Ok(())
    }

    /// Prints the whole diagram the next time.
    pub(super) fn forget(&mut self) {
        self.latest = Diagram::default();
    }

    /// Returns the number of first lines that are the same as in the latest diagram.
    fn unchanged_lines(&self, diagram: &Diagram) -> usize {
        let lines = diagram.lines.iter().zip(&self.latest.lines);
        lines.take_while(|(one, other)| one == other).count()
    }
}
