//! The messages of Droids.

mod action;
mod position;
mod rules;
mod setup;
#[cfg(test)]
mod tests;
mod values;

use botwerk_engine::droids::{Action, Droids, Setup};
use botwerk_proto::v1 as proto;

use self::values::bad_action;
use super::messages::Messages;
use super::position::bad_position;
use crate::error::Error;

impl Messages for Droids {
    fn action_message(action: Action) -> proto::Action {
        proto::Action {
            game: Some(proto::action::Game::Droids(proto::DroidsAction {
                kind: Some(action::action_kind(action)),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<Action, Error> {
        let Some(proto::action::Game::Droids(message)) = &message.game else {
            return Err(bad_action("expected an action of droids"));
        };
        let kind = message.kind.as_ref();
        action::action(kind.ok_or_else(|| bad_action("expected a kind of action, found nothing"))?)
    }

    fn setup_message(setup: &Setup) -> proto::Position {
        position::setup_message(setup)
    }

    fn setup_of_message(message: &proto::Position) -> Result<Setup, Error> {
        match &message.game {
            Some(proto::position::Game::Droids(message)) => setup::setup(message),
            _ => Err(bad_position("expected a position of droids")),
        }
    }

    fn rules_message(&self) -> Option<proto::MatchRules> {
        let rules = rules::rules_message(self);
        Some(proto::MatchRules {
            game: Some(proto::match_rules::Game::Droids(rules)),
        })
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::Droids(message)) => message.seats.len() as u32,
            _ => 0,
        }
    }
}
