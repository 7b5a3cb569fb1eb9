//! The views of Ricochet Robots as [`GameViews`].

use std::hash::Hasher;

use super::action::{self, Action};
use super::cell::Grid;
use super::game::Ricochet;
use super::state::{State, View};
use super::{observation, rules};
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameRules, GameViews, ObservationField, Viewer};
use crate::hash::StableHasher;

impl GameViews for Ricochet {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.minimal_state(), Actor::Seat(seat), actions);
        }
    }

    fn visible_action(
        &self,
        state: &State,
        viewer: Viewer,
        actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let is_hidden = match (actor, action) {
            (Actor::Seat(seat), Action::Pass) => {
                viewer != Viewer::Seat(seat) && !rules::ends_race(state, seat)
            }
            _ => false,
        };
        (!is_hidden).then_some(action)
    }

    fn sample_hidden(&self, view: &View, generator: &mut StableRng) -> State {
        view.sample_state(generator)
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(&self.settings, view, &mut hasher);
        hasher.finish()
    }
}

impl GameEncoding for Ricochet {
    fn action_count(&self) -> u32 {
        action::action_count(self.settings.grid)
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn action_from_number(&self, number: u32) -> Option<Action> {
        Action::from_number(number).filter(|_| number < self.action_count())
    }

    fn observation_len(&self) -> usize {
        observation::len(self.settings.grid, self.seats)
    }

    fn observation_fields(&self) -> &'static [ObservationField] {
        match self.settings.grid {
            Grid::Side16 => observation::FIELDS,
            Grid::Side32 => observation::FIELDS_OF_LARGE_BOARDS,
        }
    }

    fn write_observation(&self, view: &View, bytes: &mut [u8]) {
        observation::write(&self.settings, self.settings.grid, view, bytes);
    }
}
