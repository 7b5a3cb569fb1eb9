//! Netzwerk as a [`Game`](crate::Game).

mod encoding;
mod notation;
mod rules;
mod setup;
mod views;

use super::options::{OPTIONS, Settings};
use super::rules::Rules;
use super::side::Side;
use super::state::State;
use crate::game::{GameRace, GameSpec};
use crate::game_id::GameId;
use crate::options::Options;
use crate::outcome::Outcome;

/// Both players.
const SEATS: usize = 2;

static SPEC: GameSpec = GameSpec {
    id: GameId::Netzwerk,
    title: "Netzwerk",
    min_seats: SEATS,
    max_seats: SEATS,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    ruleset: include_str!("../ruleset.json"),
    notation: &[
        "b2-b4                  a robot's step to the next square, or its jump over an own robot",
        "b2xb4                  a step or jump that captures",
        "/                      the end of the robot phase",
        "k3-g3                  a battery goes along its line to the next empty energy field",
        ".                      the end of the turn",
        "b2-b4 b4-b6 / k3-g3 .  a turn: its actions in order",
        "leave w                referee: a side leaves the match",
    ],
};

/// Netzwerk with its options.
#[derive(Debug, Clone)]
pub struct Netzwerk {
    options: Options,
    settings: Settings,
}

impl Netzwerk {
    /// The rules of the board, for those that search.
    pub fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    /// How a match in this state ended.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over {
            return None;
        }
        let (winner, rule) = match state.departed {
            Some(side) => (Some(side.other()), "NW-30"),
            None => {
                let end = self.rules().end(&state.position, state.repeated)?;
                (end.winner, end.rule)
            }
        };
        let won = |side| u8::from(winner == Some(side));
        Some(Outcome::ranked(&Side::ALL.map(won), vec![], rule))
    }
}

impl GameRace for Netzwerk {}
