//! Droids as a [`Game`](crate::Game).

mod chance;
mod encoding;
mod notation;
mod rules;
mod setup;
mod views;

use std::sync::Arc;

use super::options::OPTIONS;
use super::rules::Rules;
use super::ruleset;
use crate::game::{GameRace, GameSpec};
use crate::game_id::GameId;
use crate::options::Options;

static SPEC: GameSpec = GameSpec {
    id: GameId::Droids,
    title: "Droids",
    min_seats: 1,
    max_seats: 4,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    ruleset: ruleset::STANDARD_TEXT,
    notation: &[
        "draw violet            a stone is drawn from a container: violet, blue, red, grey",
        "draw v2,b1,r3,g1       all seven are named at once, where the ruleset says so",
        "set V2 S 5.1           a stone of the hand is set: kind, arrow, transmitter and slot",
        "stop                   the seat sets no more",
        "send 5                 the front stone of a transmitter is sent",
        "send 5 >N              a relay stone is sent for the droid of N",
        "lift 7                 the strip over a transmitter is lifted",
        "set V1 E 5.1 ; stop    a turn: its actions in order",
        "start S4,N9            chance: the start roll",
        "stone V2               chance: the stone that is drawn",
        "die 7                  chance: the die names a transmitter, or the solo shift",
        "leave S                referee: a seat leaves the match",
    ],
};

/// Droids with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct Droids {
    options: Options,
    rules: Arc<Rules>,
    lift_limit: u64,
}

impl Droids {
    /// The rules of the match, for those that search.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl GameRace for Droids {}
