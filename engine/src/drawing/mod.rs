//! Drawings of positions: diagrams of coloured text, and pictures. Nothing that decides what may happen in a match
//! knows of them.

mod diagram;
mod picture;

pub use diagram::{Diagram, DiagramColour, Span};
pub(crate) use picture::{Paint, TextStyle};
pub use picture::{Picture, Place, strip};

use crate::game::GameViews;

/// The drawings of a game.
pub trait GameDrawing: GameViews {
    /// Draws a view as a diagram.
    fn diagram(&self, view: &Self::View) -> Diagram;

    /// Draws a view as a picture.
    fn picture(&self, view: &Self::View) -> Picture;

    /// Returns the maps of the ruleset with their names, as diagrams. Empty for a game without maps.
    fn maps(&self) -> Vec<(String, Diagram)> {
        Vec::new()
    }
}
