//! How many turns of a position are searched.

/// Which turns are generated: those over the best boards after the robot phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scope {
    /// States of the robot phase from which robots are moved on, the best first.
    pub(super) states: usize,
    /// Boards whose battery phases are looked at, the best first.
    pub(super) boards: usize,
    /// Turns over all of these boards, each with a few planned battery phases at least.
    pub(super) turns: usize,
    /// Turns that are searched, the best first.
    pub(super) searched: usize,
}

/// How wide a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// So many per cent of the usual.
    Percent(u32),
    /// Every turn that there is.
    Everything,
}

impl Width {
    /// The width at a level, see [`super::pass::Pass`]: the usual one at the level after the
    /// first.
    pub(super) fn at_level(self, level: u8) -> Self {
        match self {
            Self::Percent(percent) => {
                let shared = percent.saturating_mul(4_u32.saturating_pow(u32::from(level)));
                Self::Percent((shared / 4).max(1))
            }
            Self::Everything => self,
        }
    }

    /// The turns of the root, for a search with at most so many nodes.
    ///
    /// Most positions have fewer states and boards, so that every board is seen; a few have
    /// millions. Of few nodes most are left for looking ahead.
    pub(super) fn at_root(self, node_limit: u64) -> Scope {
        let nodes = usize::try_from(node_limit).unwrap_or(usize::MAX);
        let scope = self.scaled(Scope {
            states: 20_000,
            boards: 400,
            turns: 40_000,
            searched: usize::MAX,
        });
        Scope {
            states: scope.states.min(nodes / 4).max(1),
            boards: scope.boards.min(nodes / 20).max(1),
            turns: scope.turns.min(nodes / 4),
            searched: scope.searched,
        }
    }

    /// How many turns of the root are searched to a depth: fewer, the deeper. Looking one turn
    /// ahead needs no more than the best safe value.
    pub(super) fn searched_at_root(self, depth: u32) -> usize {
        let turns = match depth {
            1 => 1,
            2 => 240,
            3 => 128,
            4 => 80,
            _ => 60,
        };
        self.share(turns)
    }

    /// The turns of a position with so many turns left to search.
    pub(super) fn at(self, depth: u32) -> Scope {
        let [states, boards, turns, searched] = match depth {
            // The last turn needs no more than its best safe value.
            0 | 1 => [480, 128, 256, usize::MAX],
            2 => [240, 40, 400, 40],
            3 => [400, 40, 400, 32],
            _ => [600, 32, 320, 24],
        };
        self.scaled(Scope {
            states,
            boards,
            turns,
            searched,
        })
    }

    /// States of a robot phase among which a win is looked for; turns of the root are looked
    /// through exactly.
    pub(super) fn win_states(self) -> usize {
        self.share(600)
    }

    fn scaled(self, usual: Scope) -> Scope {
        Scope {
            states: self.share(usual.states),
            boards: self.share(usual.boards),
            turns: self.share(usual.turns),
            searched: self.share(usual.searched),
        }
    }

    fn share(self, usual: usize) -> usize {
        match self {
            Self::Percent(percent) => (usual.saturating_mul(percent as usize) / 100).max(1),
            Self::Everything => usize::MAX,
        }
    }
}

impl Scope {
    /// Every turn that there is.
    pub(super) const EVERYTHING: Self = Self {
        states: usize::MAX,
        boards: usize::MAX,
        turns: usize::MAX,
        searched: usize::MAX,
    };

    /// More turns, for a position in which all others lose.
    pub(super) fn widened(self) -> Self {
        Self {
            states: self.states.saturating_mul(4),
            boards: self.boards.saturating_mul(4),
            turns: self.turns.saturating_mul(16),
            searched: self.searched.saturating_mul(16),
        }
    }
}
