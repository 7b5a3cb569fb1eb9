//! Sampling of hidden hands and drawn stones (DR-3, DR-39).

use super::hand::KindCounts;
use super::rules::Rules;
use super::state::{State, View};
use super::stone::{Colour, Kind};
use crate::chance::StableRng;

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
