//! The views of Droids as [`GameViews`], in which every hand is hidden from other viewers, sampling of what is hidden
//! (DR-3, DR-39), and their encoding as [`GameEncoding`].

use std::hash::Hasher;

use super::action::{ACTION_COUNT, Action};
use super::game::Droids;
use super::hand::KindCounts;
use super::observation;
use super::rules::Rules;
use super::state::{Pending, State, View};
use super::stone::{Colour, Kind};
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameViews, Viewer};
use crate::hash::StableHasher;

impl GameViews for Droids {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let side = match viewer {
            Viewer::Seat(seat) => self.rules.side_of(seat),
            Viewer::Spectator => None,
        };
        View {
            viewer,
            side,
            table: state.table.clone(),
            hand: side.map_or_else(Default::default, |side| state.hands[side.index()]),
        }
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Some(side) = view.side {
            self.rules
                .list_actions(&view.table, view.hand, side, actions);
        }
    }

    fn visible_action(
        &self,
        state: &State,
        viewer: Viewer,
        _actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let Action::Stone(_) = action else {
            return Some(action);
        };
        // Only the seat that draws sees the stone.
        let owner = match state.table.pending.first() {
            Some(Pending::Stone(side, _)) => Some(self.rules.seat_of(*side)),
            _ => None,
        };
        let is_owner = matches!(viewer, Viewer::Seat(seat) if owner == Some(seat));
        is_owner.then_some(action)
    }

    fn sample_hidden(&self, view: &View, rng: &mut StableRng) -> State {
        self.rules.sample(view, rng)
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(&self.rules, view, &mut hasher);
        hasher.finish()
    }
}

impl GameEncoding for Droids {
    fn action_count(&self) -> u32 {
        ACTION_COUNT as u32
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn action_from_number(&self, number: u32) -> Option<Action> {
        Action::from_number(number)
    }

    fn observation_len(&self) -> usize {
        observation::LEN
    }

    fn write_observation(&self, view: &View, bytes: &mut [u8]) {
        observation::write(&self.rules, view, bytes);
    }
}

impl Rules {
    /// Samples a position that is consistent with a view: the unseen stones are dealt to the other
    /// hands by their colours, uniformly over all deals.
    ///
    /// This is exact for the draws. The stones that a seat sets could tell something about the rest
    /// of its hand, but only to a viewer that knows how the seat plays.
    pub(super) fn sample(&self, view: &View, rng: &mut StableRng) -> State {
        let mut unseen = self.unseen(view);
        let mut hands = [KindCounts::default(); 4];
        for side in view.table.seats {
            if view.side == Some(side) {
                hands[side.index()] = view.hand;
                continue;
            }
            for colour in Colour::ALL {
                for _ in 0..view.table.hands[side.index()].count(colour) {
                    if let Some(kind) = unseen.sample(colour, rng) {
                        unseen.remove(kind);
                        hands[side.index()].add(kind, 1);
                    }
                }
            }
        }
        State {
            table: view.table.clone(),
            hands,
        }
    }

    /// Samples a stone from the container of a colour, or returns `None` if it is empty.
    pub(super) fn sample_stone(
        &self,
        state: &State,
        colour: Colour,
        rng: &mut StableRng,
    ) -> Option<Kind> {
        let held = state.hands.iter();
        let remaining = held.fold(self.stones, |stones, hand| stones.without(*hand));
        remaining.sample(colour, rng)
    }

    /// Returns the stones that a viewer sees neither in its hand nor on transmitters.
    pub fn unseen(&self, view: &View) -> KindCounts {
        let mut seen = view.hand;
        for side in view.table.seats {
            for (_, stone) in view.table.bank(side).stones() {
                seen.add(stone.kind(), 1);
            }
        }
        self.stones.without(seen)
    }
}

impl KindCounts {
    /// Samples a kind of a colour, weighted by its number of stones. Returns `None` if no stone has
    /// the colour.
    pub fn sample(self, colour: Colour, rng: &mut StableRng) -> Option<Kind> {
        let has_colour = |(kind, _): &(Kind, u8)| kind.colour() == colour;
        let total: u64 = self
            .kinds()
            .filter(has_colour)
            .map(|(_, n)| u64::from(n))
            .sum();
        if total == 0 {
            return None;
        }
        let mut index = rng.below(total);
        for (kind, count) in self.kinds().filter(has_colour) {
            if index < u64::from(count) {
                return Some(kind);
            }
            index -= u64::from(count);
        }
        None
    }
}
