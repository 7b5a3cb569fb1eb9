//! The ruleset: the values that the rules refer to and that a later ruleset may change.

use serde::Deserialize;

/// The text of the current ruleset, as JSON.
pub(super) const RULESET: &str = include_str!("ruleset.json");

/// The texts of the rulesets of earlier matches, oldest first.
pub(super) const FORMER_RULESETS: &[&str] = &[include_str!("former_rulesets/1.json")];

#[derive(Deserialize)]
struct Ruleset {
    /// Absent in version 1.
    opening: Option<Opening>,
}

#[derive(Deserialize)]
struct Opening {
    attempts: u32,
}

/// How the turns before a match are sampled (NW-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpeningRule {
    /// All turns again until neither side has a win in one turn (version 1).
    WholeOpenings,
    /// Each turn again, at most this number of times, while a side could win by its robots.
    TurnByTurn { attempts: u32 },
}

impl OpeningRule {
    /// Returns the rule of a ruleset of the game.
    pub(super) fn of(ruleset: &'static str) -> Self {
        let ruleset: Ruleset = serde_json::from_str(ruleset).expect("rulesets are valid");
        match ruleset.opening {
            Some(Opening { attempts }) => Self::TurnByTurn { attempts },
            None => Self::WholeOpenings,
        }
    }
}
