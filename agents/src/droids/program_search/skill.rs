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
    skill(20, 400),
    skill(40, 300),
    skill(80, 220),
    skill(150, 160),
    skill(300, 110),
    skill(600, 70),
    skill(1_200, 40),
    skill(2_500, 20),
    skill(6_000, 0),
    skill(20_000, 0),
];

const fn skill(nodes: u64, error: i32) -> Skill {
    Skill { nodes, error }
}
