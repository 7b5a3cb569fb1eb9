//! The description that games of plain data share.

use crate::game::{Dimension, NumberType, ObservationField};
use crate::game_spec::GameSpec;

/// Returns the description of a [`PlainGame`](super::PlainGame) without options and rules, of version 1. `seats` are the
/// minimum and the maximum number of seats, `observation_fields` the [`plain_observation`].
///
/// ```
/// use botwerk_engine::{Dimension, GameSpec, plain_observation, plain_spec};
///
/// static FIELDS: &[botwerk_engine::ObservationField] = &[plain_observation(&[Dimension::Fixed(8)])];
/// let spec = GameSpec { rules: "Take the last stone.", ..plain_spec("stones", "Stones", (2, 2), FIELDS) };
/// assert_eq!((spec.name, spec.max_seats, spec.ruleset), ("stones", 2, "1"));
/// ```
pub const fn plain_spec(
    name: &'static str,
    title: &'static str,
    (min_seats, max_seats): (usize, usize),
    observation_fields: &'static [ObservationField],
) -> GameSpec {
    GameSpec {
        name,
        title,
        min_seats,
        max_seats,
        options: &[],
        race_rules: None,
        score_unit: None,
        rules: "",
        observation: "The numbers of the position in order, then zeros.",
        observation_fields,
        observation_version: 1,
        hash_version: 1,
        ruleset: "1",
        former_rulesets: &[],
        notation: &[
            "WORDS                  an action, in the words by which legal actions are listed",
            "leave 0                referee: seat 0 leaves the match",
        ],
        position_notation: &["the position as JSON"],
        summary: &[],
        legend: &[],
    }
}

/// Returns the only field of the observations of a [`PlainGame`](super::PlainGame); `shape` is its length.
pub const fn plain_observation(shape: &'static [Dimension]) -> ObservationField {
    ObservationField {
        name: "numbers",
        shape,
        number: NumberType::U8,
        range: (0, 255),
        absent: None,
        content: "the numbers of the position in order, then zeros",
    }
}
