//! The number of turns that are searched in a position.

/// Limits of turn generation, which prefers the best boards after the robot phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GenerationLimits {
    /// Number of states of the robot phase that are expanded, the best first.
    pub(super) states: usize,
    /// Number of boards whose battery phases are generated, the best first.
    pub(super) boards: usize,
    /// Number of turns on all of these boards; each board has at least a few planned battery
    /// phases.
    pub(super) turns: usize,
    /// Number of turns that are searched, the best first.
    pub(super) searched: usize,
}

/// The width of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchWidth {
    /// A percentage of the default.
    Percent(u32),
    /// All turns.
    Exhaustive,
}

impl SearchWidth {
    /// Returns the width at a level, see [`super::iteration::Iteration`]; level 1 has this width, and each
    /// level is four times as wide as the previous one.
    pub(super) fn at_level(self, level: u8) -> Self {
        match self {
            Self::Percent(percent) => {
                let scaled = percent.saturating_mul(4_u32.saturating_pow(u32::from(level)));
                Self::Percent((scaled / 4).max(1))
            }
            Self::Exhaustive => self,
        }
    }

    /// Returns the limits at the root, for a search with this node limit.
    ///
    /// Most positions have fewer states and boards, so that every board is examined; a few
    /// positions have millions. With few nodes, most of them remain for the search.
    pub(super) fn at_root(self, node_limit: u64) -> GenerationLimits {
        let nodes = usize::try_from(node_limit).unwrap_or(usize::MAX);
        let limits = self.scaled(GenerationLimits {
            states: 20_000,
            boards: 400,
            turns: 40_000,
            searched: usize::MAX,
        });
        GenerationLimits {
            states: limits.states.min(nodes / 4).max(1),
            boards: limits.boards.min(nodes / 20).max(1),
            turns: limits.turns.min(nodes / 4),
            searched: limits.searched,
        }
    }

    /// Returns the number of turns at the root that are searched at a depth; deeper searches are
    /// narrower. Depth one needs only the best safe value.
    pub(super) fn searched_at_root(self, depth: u32) -> usize {
        let turns = match depth {
            1 => 1,
            2 => 240,
            3 => 128,
            4 => 80,
            _ => 60,
        };
        self.scale(turns)
    }

    /// Returns the limits in a position with this remaining depth.
    pub(super) fn at_depth(self, depth: u32) -> GenerationLimits {
        let [states, boards, turns, searched] = match depth {
            // The last turn needs only its best safe value.
            0 | 1 => [480, 128, 256, usize::MAX],
            2 => [240, 40, 400, 40],
            3 => [400, 40, 400, 32],
            _ => [600, 32, 320, 24],
        };
        self.scaled(GenerationLimits {
            states,
            boards,
            turns,
            searched,
        })
    }

    /// Returns the number of states of a robot phase that are searched for a win inside the tree;
    /// at the root, wins are found exactly.
    pub(super) fn win_states(self) -> usize {
        self.scale(600)
    }

    fn scaled(self, default: GenerationLimits) -> GenerationLimits {
        GenerationLimits {
            states: self.scale(default.states),
            boards: self.scale(default.boards),
            turns: self.scale(default.turns),
            searched: self.scale(default.searched),
        }
    }

    fn scale(self, default: usize) -> usize {
        match self {
            Self::Percent(percent) => (default.saturating_mul(percent as usize) / 100).max(1),
            Self::Exhaustive => usize::MAX,
        }
    }
}

impl GenerationLimits {
    /// All turns.
    pub(super) const EVERYTHING: Self = Self {
        states: usize::MAX,
        boards: usize::MAX,
        turns: usize::MAX,
        searched: usize::MAX,
    };

    /// Returns larger limits, for a position in which all turns so far lose.
    pub(super) fn widened(self) -> Self {
        Self {
            states: self.states.saturating_mul(4),
            boards: self.boards.saturating_mul(4),
            turns: self.turns.saturating_mul(16),
            searched: self.searched.saturating_mul(16),
        }
    }
}
