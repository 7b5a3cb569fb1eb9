//! Playing levels: a setting that makes an agent as weak as a person needs.

use botwerk_engine::{OptionKind, OptionSpec, Options};

/// The setting for the level, where an agent has one; 0 for full strength.
pub(crate) const LEVEL: &str = "level";

/// The highest level.
pub(crate) const LEVELS: usize = 10;

/// Returns the setting for the level.
pub(crate) const fn level_setting(rule: &'static str) -> OptionSpec {
    OptionSpec {
        name: LEVEL,
        rule,
        kind: OptionKind::Number {
            min: 0,
            max: LEVELS as u64,
        },
        default: "0",
        help: "Playing level, from 1 for a first match to 10; 0 for full strength",
    }
}

/// Returns what an agent's level means, or `None` at full strength.
pub(crate) fn level<T: Copy>(settings: &Options, levels: &[T; LEVELS]) -> Option<T> {
    let number = usize::try_from(settings.number(LEVEL)).ok()?;
    levels.get(number.checked_sub(1)?).copied()
}
