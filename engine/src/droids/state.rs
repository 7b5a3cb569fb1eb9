//! Positions and views: the public state, and the hands that are known.

use super::hand::KindCounts;
use super::public_state::PublicState;
use super::side::Side;
use super::stone::Kind;
use crate::game::Viewer;

/// A position: the public state and all hands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) table: PublicState,
    /// The stones in each hand, in the order of [`Side::ALL`].
    pub(super) hands: [KindCounts; 4],
}

impl State {
    /// Returns the public state.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// Returns the stones in a hand.
    pub const fn hand(&self, side: Side) -> KindCounts {
        self.hands[side.index()]
    }

    /// Returns the number of stones of a kind in all hands.
    pub(super) fn held(&self, kind: Kind) -> u8 {
        self.hands.iter().map(|hand| hand.count(kind)).sum()
    }
}

/// A view: the public state and the viewer's hand (DR-39).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The side of the viewing seat; `None` for a spectator.
    pub(super) side: Option<Side>,
    pub(super) table: PublicState,
    /// The viewer's hand; empty for a spectator.
    pub(super) hand: KindCounts,
}

impl View {
    /// Returns the public state.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// Returns the side of the viewing seat, or `None` for a spectator.
    pub const fn side(&self) -> Option<Side> {
        self.side
    }

    /// Returns the viewer's hand, which is empty for a spectator.
    pub const fn hand(&self) -> KindCounts {
        self.hand
    }
}
