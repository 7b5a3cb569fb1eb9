//! What the agent can do at a level.

use crate::level::LEVELS;

/// The limits of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill {
    /// Maximum number of orders tried per decision.
    pub(super) nodes: u64,
    /// Standard deviation of the errors in the values of tables, in hundredths of the natural logarithm of the odds.
    pub(super) error: i32,
}

/// The skills of all levels, the lowest first: docs/strength.md has their ratings.
pub(super) static SKILLS: [Skill; LEVELS] = [
    skill(2, 3_000),
    skill(10, 1_000),
    skill(40, 700),
    skill(120, 300),
    skill(300, 150),
    skill(2_000, 30),
    skill(3_500, 10),
    skill(6_000, 0),
    skill(12_000, 0),
    skill(40_000, 0),
];

const fn skill(nodes: u64, error: i32) -> Skill {
    Skill { nodes, error }
}
