//! Conversions of rules for the adjudication of matches.

use botwerk_engine::{Adjudication, DrawRule, ResignRule};
use botwerk_proto::v1 as proto;

/// Returns the rules of a message without validating them: see [`Adjudication::errors`].
pub fn adjudication(message: proto::Adjudication) -> Adjudication {
    Adjudication {
        resign: message.resign.map(|rule| ResignRule {
            score: rule.score,
            turns: rule.turns,
        }),
        draw: message.draw.map(|rule| DrawRule {
            score: rule.score,
            turns: rule.turns,
            min_turn: rule.min_turn.max(1),
        }),
    }
}

/// Returns the message of rules.
pub fn adjudication_message(rules: Adjudication) -> proto::Adjudication {
    proto::Adjudication {
        resign: rules.resign.map(|rule| proto::ResignRule {
            score: rule.score,
            turns: rule.turns,
        }),
        draw: rules.draw.map(|rule| proto::DrawRule {
            score: rule.score,
            turns: rule.turns,
            min_turn: rule.min_turn,
        }),
    }
}
