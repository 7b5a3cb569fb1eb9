//! Positions, views, actions and turns as text.

use super::turn::Viewer;
use super::views::GameViews;
use crate::notation::ParseError;
use crate::seat::Seat;

/// The notation of a game: canonical text for positions, views, actions and turns.
pub trait GameNotation: GameViews {
    /// Formats a position.
    fn format_position(&self, state: &Self::State) -> String;

    /// Parses a position.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text differs from the canonical text of
    /// a position of this game.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// Reads a position that a user gives: in the game's notation, or in that of another program which the
    /// game knows.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text is neither.
    fn read_position(&self, text: &str) -> Result<Self::State, ParseError> {
        self.parse_position(text)
    }

    /// Formats a view in the notation of positions, without what the viewer may not know.
    fn format_view(&self, view: &Self::View) -> String;

    /// Parses a view of the given viewer.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text differs from the canonical text of
    /// a view of this game.
    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<Self::View, ParseError> {
        // Where nothing of a position is hidden, the text of a view is that of a position.
        let state = self.parse_position(text)?;
        Ok(self.view(&state, viewer))
    }

    /// Formats an action.
    fn format_action(&self, action: Self::Action) -> String;

    /// Parses an action.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text differs from the canonical text of
    /// an action.
    fn parse_action(&self, text: &str) -> Result<Self::Action, ParseError>;

    /// Formats a turn: the actions of one seat for one decision.
    fn format_turn(&self, view: &Self::View, actions: &[Self::Action]) -> String;

    /// Parses a turn of the viewing seat.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text differs from the canonical text of
    /// a turn.
    fn parse_turn(&self, view: &Self::View, text: &str) -> Result<Vec<Self::Action>, ParseError>;

    /// Returns the name of a seat on the board, such as `White`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }

    /// Returns why a match with this outcome ended, as a clause such as `Black cannot move`, or `None`
    /// if the rule ends no match. `places` and `points` have one entry per seat, as in
    /// [`Outcome`](crate::Outcome).
    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String>;

    /// Returns hints for a person who must act in this view, each revealing more than the one before.
    /// `turns` are the turns that the seat should play, with the actions of each.
    fn hints(&self, view: &Self::View, turns: &[Vec<Self::Action>]) -> Vec<String> {
        let first = || turns.first().map(|turn| self.format_turn(view, turn));
        self.route_hints(turns)
            .unwrap_or_else(|| first().into_iter().collect())
    }

    /// Returns the hints of a route, if the turns announce or show one.
    fn route_hints(&self, turns: &[Vec<Self::Action>]) -> Option<Vec<String>> {
        let _ = turns;
        None
    }
}
