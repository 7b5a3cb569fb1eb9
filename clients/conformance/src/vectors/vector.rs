//! A conformance vector: a request about the rules of a game, and what the answer must be.

use std::collections::BTreeMap;

use botwerk_client::proto;
use botwerk_engine::Actor;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line of a file of vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Vector {
    #[serde(flatten)]
    pub(crate) request: VectorRequest,
    /// The fields of the answer, or `error` with the reason of a rejection.
    pub(crate) expect: Map<String, Value>,
}

/// A request with its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VectorRequest {
    #[serde(flatten)]
    pub(crate) call: RulesCall,
    #[serde(flatten)]
    pub(crate) setup: VectorSetup,
}

/// A game with its number of seats and the options that differ from their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VectorSetup {
    pub(crate) game: String,
    pub(crate) seats: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
}

/// What is requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum RulesCall {
    /// The initial position of a seed.
    Start { seed: String },
    /// The hash of a position, and what it waits for.
    Position { position: String },
    /// The legal actions of an actor; without one, of the first who is to act.
    Legal {
        position: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
    },
    /// The position after the actions of a text.
    Apply {
        position: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        text: String,
        /// Positions that have occurred before, in games where repetition counts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        earlier: Vec<String>,
    },
    /// The outcome of chance that follows from a seed.
    Chance {
        position: String,
        seed: String,
        key: String,
        outcome: String,
        /// The weight of the outcome, and the sum of the weights of all outcomes.
        weight: [u64; 2],
    },
    /// What a viewer may know of a position.
    View { position: String, viewer: String },
    /// The number of an action.
    Action { text: String },
}

impl RulesCall {
    /// The kinds of requests, in the order in which they are reported.
    pub(crate) const KINDS: [&str; 7] = [
        "start", "position", "legal", "apply", "chance", "view", "action",
    ];

    /// Returns the name of the kind.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Start { .. } => Self::KINDS[0],
            Self::Position { .. } => Self::KINDS[1],
            Self::Legal { .. } => Self::KINDS[2],
            Self::Apply { .. } => Self::KINDS[3],
            Self::Chance { .. } => Self::KINDS[4],
            Self::View { .. } => Self::KINDS[5],
            Self::Action { .. } => Self::KINDS[6],
        }
    }
}

impl VectorSetup {
    /// Returns the message of the set-up.
    pub(crate) fn message(&self) -> proto::GameSetup {
        let option = |(name, value): (&String, &String)| proto::GameOption {
            name: name.clone(),
            value: value.clone(),
        };
        proto::GameSetup {
            game: self.game.clone(),
            options: self.options.iter().map(option).collect(),
            seats: self.seats,
        }
    }
}

/// Returns an actor as vectors name it.
pub(super) fn actor_text(actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => seat.to_string(),
        Actor::Chance => "chance".to_owned(),
        Actor::Referee => "referee".to_owned(),
    }
}
