//! The views of Ricochet Robots as [`GameViews`].

use std::hash::Hasher;

use super::Ricochet;
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameRules, GameViews, Viewer};
use crate::hash::StableHasher;
use crate::race::Race;
use crate::ricochet::action::{ACTIONS, Action};
use crate::ricochet::observation;
use crate::ricochet::rules;
use crate::ricochet::state::{Phase, State, View, ViewPhase};
use crate::seat::MAX_SEATS;

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
        let mut state = view.minimal_state();
        if let Phase::Race(race) = &mut state.phase {
            // The passes of other seats are hidden; not all seats have passed, which ends a race.
            let playing = view.table.playing();
            let mut sampled = race.race;
            for seat in sampled
                .open_seats(playing)
                .filter(|seat| view.viewer != Viewer::Seat(*seat))
            {
                if generator.below(2) == 0 && sampled.open_seats(playing).len() > 1 {
                    sampled = Race::with_passed(sampled.passed().with(seat));
                }
            }
            race.race = sampled;
        }
        state
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        self.absorb(view, &mut hasher);
        hasher.finish()
    }
}

impl GameEncoding for Ricochet {
    fn action_count(&self) -> u32 {
        ACTIONS as u32
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn action_from_number(&self, number: u32) -> Option<Action> {
        Action::from_number(number)
    }

    fn observation_len(&self) -> usize {
        observation::len(self.seats)
    }

    fn write_observation(&self, view: &View, bytes: &mut [u8]) {
        observation::write(&self.settings, view, bytes);
    }
}

impl Ricochet {
    /// Hashes everything that a view shows, in a fixed order: the observation, and the parts that it
    /// lacks, which are the printed sections, the targets won by departed seats and the shown moves.
    pub(super) fn absorb(&self, view: &View, hasher: &mut StableHasher) {
        const MAX_LEN: usize = observation::len(MAX_SEATS);
        let table = &view.table;
        let mut bytes = [0; MAX_LEN];
        let bytes = &mut bytes[..observation::len(table.won.len())];
        observation::write(&self.settings, view, bytes);
        hasher.write(bytes);
        if let Some(arrangement) = table.layout.arrangement() {
            for section in arrangement.sections() {
                hasher.write(&[section.number(), section.side() as u8]);
            }
        }
        if let Some(size) = table.layout.board().size_without_centre() {
            hasher.write(&[size.width() as u8, size.height() as u8]);
        }
        for seat in table.departed {
            hasher.write(&[table.won[seat.index()]]);
        }
        if let ViewPhase::Show(show) = &view.phase {
            for step in &show.moves {
                hasher.write(&Action::Step(*step).number().to_le_bytes());
            }
        }
    }
}
