//! The notation of Ricochet Robots as [`GameNotation`].

use super::Ricochet;
use crate::diagram::Diagram;
use crate::game::GameNotation;
use crate::notation::ParseError;
use crate::options::Options;
use crate::picture::Picture;
use crate::ricochet::action::Action;
use crate::ricochet::game_dump::GameDump;
use crate::ricochet::state::{State, View};
use crate::ricochet::{diagram, guide, notation, options, picture};
use crate::seat::Seat;

impl GameNotation for Ricochet {
    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn options_for_position(options: Options, text: &str) -> Options {
        match notation::layout_of_position(text) {
            Some(layout) => options::with_board_of_position(options, &layout),
            None => options,
        }
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(&self.settings, self.seats, text)
    }

    fn read_position(&self, text: &str) -> Result<State, ParseError> {
        if GameDump::is_dump(text) {
            return notation::read_dump(&self.settings, self.seats, text);
        }
        self.parse_position(text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_view(view)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, view: &View, actions: &[Action]) -> String {
        notation::format_turn(view, actions)
    }

    fn parse_turn(&self, view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        notation::parse_turn(view, text)
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        let winner = Seat::all(places.len()).find(|seat| places[seat.index()] == 1)?;
        let most = points.get(winner.index()).copied().unwrap_or(0);
        guide::ending(&self.settings, rule, &self.seat_name(winner), most)
    }

    fn route_hints(&self, turns: &[Vec<Action>]) -> Option<Vec<String>> {
        guide::route_hints(turns)
    }

    fn diagram(&self, view: &View) -> Diagram {
        diagram::draw(&self.settings, view)
    }

    fn picture(&self, view: &View) -> Picture {
        picture::draw(&self.settings, view)
    }
}
