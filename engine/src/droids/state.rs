//! A position: the table and what is in the hands; and what a viewer may know of it.

use super::hand::KindCounts;
use super::public_state::PublicState;
use super::side::Side;
use super::stone::Kind;
use crate::game::Viewer;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) table: PublicState,
    /// The stones in each hand, in the order of [`Side::ALL`].
    pub(super) hands: [KindCounts; 4],
}

impl State {
    /// What lies open.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// The stones in a hand.
    pub const fn hand(&self, side: Side) -> KindCounts {
        self.hands[side.index()]
    }

    /// Stones of a kind in all hands.
    pub(super) fn held(&self, kind: Kind) -> u8 {
        self.hands.iter().map(|hand| hand.of(kind)).sum()
    }
}

/// What a viewer may know (DR-39): what lies open, and the own hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The side of the viewing seat.
    pub(super) side: Option<Side>,
    pub(super) table: PublicState,
    /// The viewer's hand; empty for a spectator.
    pub(super) hand: KindCounts,
}

impl View {
    /// What lies open.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// The side of the viewing seat; `None` for a spectator.
    pub const fn side(&self) -> Option<Side> {
        self.side
    }

    /// The viewer's hand; empty for a spectator.
    pub const fn hand(&self) -> KindCounts {
        self.hand
    }
}
