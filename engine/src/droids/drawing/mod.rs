//! The drawings of Droids as [`GameDrawing`].

mod diagram;
mod picture;

use super::game::Droids;
use super::options;
use super::state::View;
use crate::drawing::{Diagram, GameDrawing, Picture};

impl GameDrawing for Droids {
    fn diagram(&self, view: &View) -> Diagram {
        diagram::draw(&self.rules, view)
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
        maps.map(|map| (map.name.clone(), diagram::draw_map(map)))
            .collect()
    }
}
