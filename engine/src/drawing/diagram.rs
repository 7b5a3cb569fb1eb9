//! Diagrams: positions as coloured text, for terminals and logs.

use std::fmt;

/// The colour of text in a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiagramColour {
    /// The default colour of the terminal.
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

/// A run of characters with the same style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The characters, which are unambiguous without colours.
    pub text: String,
    /// The colour of the characters.
    pub colour: DiagramColour,
    /// Whether the characters are bold.
    pub is_bold: bool,
}

/// Lines of spans. `Display` writes only the characters.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameDrawing, GameRules, GameType, GameViews, Options, RootSeed, Viewer};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("width", "2"), ("ranks", "3")]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let diagram = game.diagram(&game.view(&start, Viewer::Spectator));
/// let lines: Vec<String> = diagram.to_string().lines().map(str::to_owned).collect();
/// assert_eq!(lines[2], " 5  u - u - u");
/// assert_eq!(lines.last().unwrap(), "White moves robots");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagram {
    /// The lines from top to bottom, each from left to right.
    pub lines: Vec<Vec<Span>>,
}

impl Diagram {
    /// Starts a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds a run to the last line.
    pub fn put(
        &mut self,
        text: impl Into<String>,
        colour: DiagramColour,
        is_bold: bool,
    ) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span {
                text: text.into(),
                colour,
                is_bold,
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
