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
    skill(50, 800, 25),
    skill(120, 490, 60),
    skill(280, 290, 140),
    skill(550, 185, 275),
    skill(820, 127, 410),
    skill(1_150, 90, 575),
    skill(1_850, 42, 925),
    skill(11_000, 0, usize::MAX),
    skill(200_000, 0, usize::MAX),
];

const fn skill(nodes: u64, error: i32, win_states: usize) -> Skill {
    Skill {
        nodes,
        error,
        win_states,
    }
}
