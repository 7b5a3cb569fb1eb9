//! A picture of a position in characters, each with a colour: what a terminal or a log shows.

use std::fmt;

/// A colour of a picture's paint or ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiagramColour {
    /// The terminal's own.
    Plain,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Pink.
    Pink,
    /// White.
    White,
    /// Grey.
    Grey,
}

/// A run of characters with one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The characters; they say everything, colour only repeats it.
    pub text: String,
    /// Colour of the characters.
    pub ink: DiagramColour,
    /// Whether the run stands out.
    pub is_bold: bool,
}

/// Lines of spans. `Display` writes the characters alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagram {
    /// Lines from the top, each from the left.
    pub lines: Vec<Vec<Span>>,
}

impl Diagram {
    /// Starts a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds a run to the last line.
    pub fn put(&mut self, text: impl Into<String>, ink: DiagramColour, strong: bool) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span {
                text: text.into(),
                ink,
                is_bold: strong,
            });
        }
        self
    }

    /// Adds a plain run to the last line.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.put(text, DiagramColour::Plain, false)
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
