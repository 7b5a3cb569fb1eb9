//! The notation of Netzwerk as [`GameNotation`].

use super::{Netzwerk, SEATS};
use crate::diagram::Diagram;
use crate::game::GameNotation;
use crate::netzwerk::action::Action;
use crate::netzwerk::side::Side;
use crate::netzwerk::state::{State, View};
use crate::netzwerk::{diagram, guide, notation, picture};
use crate::notation::ParseError;
use crate::picture::Picture;
use crate::seat::Seat;

impl GameNotation for Netzwerk {
    fn seats_of_position(text: &str) -> Option<usize> {
        let side = text.split(' ').next();
        let named = Side::ALL.iter().any(|known| side == Some(known.letter()));
        named.then_some(SEATS)
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(self.rules(), text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_state(&view.state)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, _view: &View, actions: &[Action]) -> String {
        notation::format_turn(actions)
    }

    fn parse_turn(&self, _view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        notation::parse_turn(text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::from_seat(seat).map_or_else(|| format!("seat {seat}"), |side| side.to_string())
    }

    fn ending(&self, rule: &str, places: &[u8], _points: &[i32]) -> Option<String> {
        guide::ending(self.rules(), rule, places)
    }

    fn diagram(&self, view: &View) -> Diagram {
        diagram::draw(self.rules(), view)
    }

    fn picture(&self, view: &View) -> Picture {
        picture::draw(self.rules(), view)
    }
}
