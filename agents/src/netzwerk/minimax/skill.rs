//! What the agent can do at a level.

use crate::level::LEVELS;

/// The limits of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill {
    /// Maximum number of positions searched per decision.
    pub(super) nodes: u64,
    /// Standard deviation of the errors in the values of positions, in about hundredths of a robot.
    pub(super) error: i32,
    /// Maximum number of states of a turn in which the player looks for a win of either side.
    pub(super) win_states: usize,
}

/// The skills of all levels, the lowest first: docs/strength.md has their ratings.
pub(super) static SKILLS: [Skill; LEVELS] = [
    skill(10, 1_500, 1),
    skill(52, 780, 26),
    skill(140, 450, 70),
    skill(340, 260, 170),
    skill(650, 165, 325),
    skill(950, 112, 475),
    skill(1_450, 65, 725),
    skill(3_000, 20, 1_500),
    skill(14_000, 0, usize::MAX),
    skill(200_000, 0, usize::MAX),
];

const fn skill(nodes: u64, error: i32, win_states: usize) -> Skill {
    Skill {
        nodes,
        error,
        win_states,
    }
}
