//! The notation of Droids as [`GameNotation`].

use super::Droids;
use crate::diagram::Diagram;
use crate::droids::action::Action;
use crate::droids::state::{State, View};
use crate::droids::{diagram, guide, map_diagram, notation, options, picture};
use crate::game::{GameNotation, Viewer};
use crate::notation::ParseError;
use crate::picture::Picture;
use crate::seat::Seat;

impl GameNotation for Droids {
    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(&self.rules, state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(&self.rules, text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_view(&self.rules, view)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<View, ParseError> {
        notation::parse_view(&self.rules, viewer, text)
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
        let side = self.rules.side_of(seat);
        side.map_or_else(|| format!("seat {seat}"), |side| side.to_string())
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        let has_won = |index: usize| {
            // The solo player is always first, and has a point if the match is won (DR-43).
            places.get(index) == Some(&1) && (!self.rules.is_solo() || points.first() == Some(&1))
        };
        let sides = self.rules.seats.enumerate();
        let winners = sides.filter_map(|(index, side)| has_won(index).then_some(side));
        guide::ending(&self.rules, rule, winners.collect())
    }

    fn diagram(&self, view: &View) -> Diagram {
        diagram::render(&self.rules, view)
    }

    fn picture(&self, view: &View) -> Picture {
        picture::draw(&self.rules, view)
    }

    fn maps(&self) -> Vec<(String, Diagram)> {
        // The constructor has reported the errors of a ruleset.
        let Ok(ruleset) = options::ruleset(&self.options, self.ruleset) else {
            return Vec::new();
        };
        let maps = ruleset.maps.iter();
        maps.map(|map| (map.name.clone(), map_diagram::render(map)))
            .collect()
    }
}
