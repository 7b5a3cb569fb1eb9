//! The views of Micro Robots as [`GameViews`].

use std::hash::{Hash, Hasher};

use super::MicroRobots;
use crate::chance::StableRng;
use crate::game::{Actor, GameRules, GameViews, Viewer};
use crate::hash::StableHasher;
use crate::micro_robots::action::Action;
use crate::micro_robots::observation;
use crate::micro_robots::state::{Phase, State, View, ViewPhase};
use crate::race::Race;
use crate::seat::MAX_SEATS;

impl GameViews for MicroRobots {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.minimal_state(), Actor::Seat(seat), actions);
        }
    }

    fn visible_action(
        &self,
        _: &State,
        viewer: Viewer,
        actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let own = matches!((viewer, actor), (Viewer::Seat(a), Actor::Seat(b)) if a == b);
        (own || action != Action::Pass).then_some(action)
    }

    fn sample_hidden(&self, view: &View, generator: &mut StableRng) -> State {
        let mut state = view.minimal_state();
        if let Phase::Race(race) = &mut state.phase {
            // Nothing is known of the others' passes; a round in which all have passed is over.
            let playing = view.table.playing();
            let mut sampled = *race;
            for seat in race
                .open_seats(playing)
                .filter(|seat| view.viewer != Viewer::Seat(*seat))
            {
                if generator.below(2) == 0 && sampled.open_seats(playing).len() > 1 {
                    sampled = Race::with_passed(sampled.passed().with(seat));
                }
            }
            *race = sampled;
        }
        state
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(view, &mut hasher);
        hasher.finish()
    }
}

/// Feeds everything that a view shows to a hasher, in a fixed order: its observation, and the
/// route that is being shown, of which the observation has only the end.
pub(super) fn absorb(view: &View, hasher: &mut StableHasher) {
    const LONGEST: usize = observation::len(MAX_SEATS);
    let mut bytes = [0; LONGEST];
    let bytes = &mut bytes[..observation::len(view.table.chips.len())];
    observation::write(view, bytes);
    hasher.write(bytes);
    for seat in view.table.departed {
        hasher.write(&[view.table.chips[seat.index()]]);
    }
    if let ViewPhase::Show(show) = &view.phase {
        for space in show.route.spaces() {
            space.hash(hasher);
        }
    }
}
