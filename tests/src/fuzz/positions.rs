//! Positions and their legal actions, as a server describes them.

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};

use super::corpus;
use crate::eventually;

/// Every how many positions of a game one is used.
const POSITION_STEP: usize = 4;

/// Maximum number of legal actions kept for one position.
const MAX_ACTIONS: usize = 6;

/// A position with its actor and some of its legal actions.
#[derive(Debug, Clone)]
pub(super) struct KnownPosition {
    pub(super) setup: proto::GameSetup,
    pub(super) text: String,
    pub(super) position: proto::Position,
    pub(super) actor: Option<proto::Actor>,
    /// Some of the legal actions; empty after the end.
    pub(super) actions: Vec<proto::ActionInfo>,
}

impl KnownPosition {
    /// Returns the position as a request names it: as text or as a message.
    pub(super) fn input(
        &self,
        source: &mut Unstructured<'_>,
    ) -> Result<(String, Option<proto::Position>)> {
        Ok(if source.arbitrary()? {
            (self.text.clone(), None)
        } else {
            (String::new(), Some(self.position.clone()))
        })
    }
}

/// Fetches descriptions of positions of all games from a server.
///
/// # Panics
/// Panics if the server rejects a position.
pub(super) async fn fetch_positions(client: &Client) -> Vec<KnownPosition> {
    let mut positions = Vec::new();
    for game in corpus::games() {
        for text in game.positions.iter().step_by(POSITION_STEP) {
            let setup = proto::GameSetup {
                game: game.id.name().to_owned(),
                ..Default::default()
            };
            positions.push(fetch_position(client, setup, text).await);
        }
    }
    positions
}

async fn fetch_position(client: &Client, setup: proto::GameSetup, text: &str) -> KnownPosition {
    let mut rules = client.rules();
    let parse = proto::ParsePositionRequest {
        setup: Some(setup.clone()),
        text: text.to_owned(),
    };
    let parsed = eventually(rules.parse_position(parse)).await.unwrap();
    let position = parsed.into_inner().position.unwrap().position.unwrap();
    let request = proto::ListLegalActionsRequest {
        setup: Some(setup.clone()),
        position: text.to_owned(),
        actor: None,
        ..Default::default()
    };
    let legal = eventually(rules.list_legal_actions(request)).await.unwrap();
    let proto::ListLegalActionsResponse { actions, actor } = legal.into_inner();
    let step = actions.len() / MAX_ACTIONS + 1;
    KnownPosition {
        setup,
        text: text.to_owned(),
        position,
        actor,
        actions: actions.into_iter().step_by(step).collect(),
    }
}
