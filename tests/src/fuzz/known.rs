//! Positions and what may be done in them, as a server has described them.

use botwerk_client::{Client, proto};

use super::words;
use crate::eventually;

/// Positions of a game of which one is known.
const STEP: usize = 4;

/// Legal actions of one position that are known at most.
const ACTIONS: usize = 6;

/// A position in which somebody may act.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) setup: proto::GameSetup,
    pub(super) text: String,
    pub(super) position: proto::Position,
    pub(super) actor: Option<proto::Actor>,
    /// Some of the legal actions; none after the end.
    pub(super) actions: Vec<proto::ActionInfo>,
}

/// Has a server describe positions of all games.
///
/// # Panics
/// If it does not know one.
pub(super) async fn places(client: &Client) -> Vec<Place> {
    let mut places = Vec::new();
    for game in words::games() {
        for text in game.positions.iter().step_by(STEP) {
            let setup = proto::GameSetup {
                game: game.id.name().to_owned(),
                ..Default::default()
            };
            places.push(place(client, setup, text).await);
        }
    }
    places
}

async fn place(client: &Client, setup: proto::GameSetup, text: &str) -> Place {
    let mut rules = client.rules();
    let parse = proto::ParsePositionRequest {
        setup: Some(setup.clone()),
        text: text.to_owned(),
    };
    let parsed = eventually(rules.parse_position(parse)).await.unwrap();
    let position = parsed.into_inner().position.unwrap().position.unwrap();
    let ask = proto::LegalActionsRequest {
        setup: Some(setup.clone()),
        position: text.to_owned(),
        actor: None,
    };
    let legal = eventually(rules.legal_actions(ask)).await.unwrap();
    let proto::LegalActionsResponse { actions, actor } = legal.into_inner();
    let step = actions.len() / ACTIONS + 1;
    Place {
        setup,
        text: text.to_owned(),
        position,
        actor,
        actions: actions.into_iter().step_by(step).collect(),
    }
}
