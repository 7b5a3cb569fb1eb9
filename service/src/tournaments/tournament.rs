//! What stays the same through a tournament.

use crate::tournament_state::TournamentState;
use botwerk_agents::Roster;
use botwerk_engine::record::ClockKind;
use botwerk_engine::{RootSeed, with_game};
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::{Configuration, Player};
use botwerk_tournament::format::Pairing;
use botwerk_tournament::{Progress, TournamentSeed, TournamentTally};

use super::attempt::{MatchPlan, runs_in_process};
use super::command::TournamentSnapshot;
use super::openings::OpeningCache;
use super::secret::Secret;
use super::status::TournamentStatus;
use crate::bots::BotId;
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};
use crate::store::tournaments::{AttemptKey, StoredTournament};
use crate::wire::time_control_message;

/// What stays the same through a tournament.
pub(super) struct Tournament {
    pub(super) id: TournamentId,
    pub(super) configuration: Configuration,
    pub(super) seeds: TournamentSeed,
    pub(super) secret: Secret,
    pub(super) created_micros: i64,
    /// Whether its matches need nobody but the server.
    pub(super) is_self_contained: bool,
    pub(super) starts: OpeningCache,
}

/// What changes.
pub(super) struct Stored {
    pub(super) state: TournamentState,
    pub(super) status: TournamentStatus,
    pub(super) tally: TournamentTally,
}

impl Tournament {
    /// Reads a stored tournament.
    pub(super) fn read(stored: StoredTournament) -> Result<(Self, Stored), Error> {
        let StoredTournament { row, tally } = stored;
        let broken = |what: &str, why: &dyn std::fmt::Display| {
            let message = format!("tournament {} is stored damaged: {what}: {why}", row.id);
            Error::new(Reason::StoreUnavailable, message)
        };
        let configuration: Configuration = serde_json::from_str(&row.configuration)
            .map_err(|error| broken("configuration", &error))?;
        let status = serde_json::from_str(&row.status).map_err(|error| broken("status", &error))?;
        let seed = RootSeed::from_hex(&row.seed).ok_or_else(|| broken("seed", &"it is none"))?;
        let state = row.state;
        let tally = serde_json::from_str(&tally).map_err(|error| broken("tally", &error))?;
        let game = configuration.game;
        let tournament = Self {
            is_self_contained: with_game!(game, G => runs_in_process::<G>(&configuration)),
            seeds: TournamentSeed::new(seed),
            secret: Secret::stored(&row.secret),
            created_micros: row.created_micros,
            id: row.id,
            configuration,
            starts: OpeningCache::default(),
        };
        let stored = Stored {
            state,
            status,
            tally,
        };
        Ok((tournament, stored))
    }

    /// The name in the contract.
    pub(super) fn name(&self) -> String {
        self.id.name()
    }

    /// An entrant's name.
    pub(super) fn entrant_name(&self, entrant: usize) -> &str {
        &self.configuration.entrants[entrant].name
    }

    /// The progress before the first result.
    pub(super) fn progress(&self, status: &TournamentStatus) -> Result<Progress, Error> {
        let schedule = self.configuration.schedule(self.seeds);
        let schedule =
            schedule.map_err(|error| Error::new(Reason::BadRequest, error.to_string()))?;
        let out = status.withdrawals.iter();
        let out = out.map(|out| (out.entrant, out.from_stage)).collect();
        Ok(Progress::new(schedule, out))
    }

    /// The bot that plays for an entrant; none for a bundled player.
    pub(super) fn bot(&self, entrant: usize) -> Option<BotId> {
        match &self.configuration.entrants[entrant].player {
            Player::Agent(_) => None,
            Player::Bot(name) => Some(BotId::Registered(name.clone())),
            Player::Command(_) => Some(BotId::Program(self.id.clone(), entrant)),
        }
    }

    /// Entrants for whom programs play.
    pub(super) fn programs(&self) -> impl Iterator<Item = usize> {
        let entrants = self.configuration.entrants.iter().enumerate();
        let programs = entrants.filter(|(_, e)| matches!(e.player, Player::Command(_)));
        programs.map(|(entrant, _)| entrant)
    }

    /// How a match is made.
    pub(super) fn plan<G: Roster>(
        &self,
        game: &G,
        pairing: &Pairing,
        key: AttemptKey,
    ) -> MatchPlan<'_> {
        let seed = self.seeds.block_seed(pairing.block);
        let is_virtual = self.is_self_contained || self.configuration.virtual_time;
        MatchPlan {
            configuration: &self.configuration,
            secret: &self.secret,
            seed,
            start: self.starts.of(pairing.block, game, seed),
            entrants: pairing.seats.clone(),
            key,
            time: if is_virtual {
                ClockKind::Virtual
            } else {
                ClockKind::Wall
            },
        }
    }

    /// What a bot is told of a seat in a match.
    pub(super) fn invitation(&self, seat: usize, id: &MatchId) -> proto::Invitation {
        let configuration = &self.configuration;
        let options = configuration.match_options().into_iter();
        let option = |(name, value)| proto::GameOption { name, value };
        proto::Invitation {
            r#match: id.name(),
            seat: seat as u32,
            seat_token: self.secret.of_seat(id, seat),
            setup: Some(proto::GameSetup {
                game: configuration.game.name().into(),
                options: options.map(option).collect(),
                seats: configuration.seats as u32,
            }),
            time_control: time_control_message(configuration.time_control),
            tournament: self.name(),
        }
    }
}

impl Stored {
    /// Returns the snapshot of a tournament that has no director.
    pub(super) fn snapshot(&self) -> TournamentSnapshot {
        TournamentSnapshot {
            state: self.state,
            status: self.status.clone(),
            results: self.tally.result_count(),
            running: 0,
            waiting_for: Vec::new(),
            lines: self.tally.entrants.clone(),
            live: Vec::new(),
        }
    }
}
