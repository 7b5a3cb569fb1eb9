//! Hands that agree with what a viewer knows (DR-3, DR-39).

use super::hand::KindCounts;
use super::rules::Rules;
use super::state::{State, View};
use super::stone::{Colour, Kind};
use crate::chance::StableRng;

impl Rules {
    /// A position that agrees with a view: the stones that the viewer sees nowhere are dealt to the
    /// other hands by their colours, every way of dealing equally likely.
    ///
    /// Who has drawn a stone blindly holds any that was left with the same probability, and the
    /// stones that he shows by setting them say nothing of the rest unless one knows how he plays.
    pub(super) fn sample(&self, view: &View, generator: &mut StableRng) -> State {
        let mut unseen = self.unseen(view);
        let mut hands = [KindCounts::default(); 4];
        for side in view.table.seats {
            if view.side == Some(side) {
                hands[side.index()] = view.hand;
                continue;
            }
            for colour in Colour::ALL {
                for _ in 0..view.table.hands[side.index()].of(colour) {
                    if let Some(kind) = unseen.drawn(colour, generator) {
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

    /// A stone of a colour drawn from its container.
    pub(super) fn draw_stone(
        &self,
        state: &State,
        colour: Colour,
        generator: &mut StableRng,
    ) -> Option<Kind> {
        let held = state.hands.iter();
        let left = held.fold(self.stones, |left, hand| left.without(*hand));
        left.drawn(colour, generator)
    }

    /// The stones that a viewer sees neither in his hand nor on the transmitters.
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
    /// A kind of a colour, each as likely as there are stones of it; `None` if there is none.
    pub fn drawn(self, colour: Colour, generator: &mut StableRng) -> Option<Kind> {
        let kinds = |(kind, _): &(Kind, u8)| kind.colour() == colour;
        let all: u64 = self.kinds().filter(kinds).map(|(_, n)| u64::from(n)).sum();
        if all == 0 {
            return None;
        }
        let mut left = generator.below(all);
        for (kind, count) in self.kinds().filter(kinds) {
            if left < u64::from(count) {
                return Some(kind);
            }
            left -= u64::from(count);
        }
        None
    }
}
