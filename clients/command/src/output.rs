//! Standard output, as text or as JSON lines.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use botwerk_engine::{Diagram, plain_json, plain_lines};
use serde::Serialize;
use terminal_size::terminal_size;

use super::failure::Failure;
use super::paint::painted;

/// Number of characters of a line on a terminal that does not tell its size.
const DEFAULT_WIDTH: usize = 80;

/// Standard output.
#[derive(Debug)]
pub struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    json: bool,
    is_terminal: bool,
    colours: bool,
}

impl Output {
    /// Locks standard output, for JSON lines or text.
    pub fn new(json: bool) -> Self {
        let stdout = io::stdout().lock();
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_terminal = stdout.is_terminal();
        Self {
            is_terminal,
            colours: is_terminal && !unwanted,
            writer: BufWriter::new(stdout),
            json,
        }
    }

    /// Returns `true` if the output is JSON lines.
    pub const fn is_json(&self) -> bool {
        self.json
    }

    /// Returns `true` if earlier lines can be replaced: text on a terminal.
    pub const fn can_redraw(&self) -> bool {
        self.is_terminal && !self.json
    }

    /// Returns the number of characters of a line on the terminal, or 80 if it is unknown.
    pub fn terminal_width(&self) -> usize {
        columns()
    }

    /// Erases the given number of lines above the cursor, on a terminal.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written.
    pub fn erase_lines(&mut self, count: usize) -> Result<(), Failure> {
        if count > 0 {
            write!(self.writer, "\x1b[{count}A\x1b[J")?;
        }
        Ok(())
    }

    /// Writes a line of text, or several, without characters that could control a terminal.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.writer, "{}", plain_lines(&text.to_string()))?)
    }

    /// Writes a value as one line of JSON.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(value).map_err(io::Error::from)?;
        Ok(writeln!(self.writer, "{}", plain_json(&json))?)
    }

    /// Writes a diagram, in colours if standard output is a terminal.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written.
    pub fn diagram(&mut self, diagram: &Diagram) -> Result<(), Failure> {
        if self.colours {
            Ok(write!(self.writer, "{}", painted(diagram))?)
        } else {
            Ok(write!(self.writer, "{diagram}")?)
        }
    }

    /// Writes everything that is still buffered.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}

/// Returns the number of characters of a line on the terminal of standard error, or else of another stream, or 80 if
/// none is known.
pub(crate) fn columns() -> usize {
    let size = terminal_size();
    let columns = size.map_or(0, |(columns, _)| usize::from(columns.0));
    if columns == 0 { DEFAULT_WIDTH } else { columns }
}
