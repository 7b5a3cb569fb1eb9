//! A tournament as it is read from the store.

use std::collections::BTreeSet;

use botwerk_engine::record::{ClockKind, StartOrigin};
use botwerk_engine::{AnyGame, GameNotation, RootSeed, SeedSalt};
use botwerk_tournament::configuration::{Configuration, Player};
use botwerk_tournament::format::{Batch, Matchup, Pairing, Schedule};
use botwerk_tournament::{Progress, TournamentSeed, UnplayedRounds};

use super::attempt::{MatchPlan, runs_in_process};
use super::match_source::MatchSource;
use super::openings::OpeningCache;
use super::secret::TournamentSecret;
use super::status::TournamentStatus;
use crate::bots::{BotId, Invitation};
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};
use crate::store::{AttemptKey, LeagueRoundRow, StoredTournament, TournamentStore};
use crate::tournament_state::TournamentState;

/// What stays the same through a tournament.
pub(crate) struct Tournament {
    pub(crate) id: TournamentId,
    /// The id of the last request that has created or extended it, if one had an id.
    pub(crate) request_id: Option<String>,
    pub(crate) configuration: Configuration,
    pub(crate) seeds: TournamentSeed,
    pub(super) secret: TournamentSecret,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The number of matches of all rounds, as far as it is known before the first one.
    expected_matches: u64,
    /// What rounds and byes are worth.
    rounds: UnplayedRounds,
    /// Whether its matches are played in-process, without rooms.
    pub(super) runs_in_process: bool,
    /// The anchors of a version that this server does not have.
    pub(super) of_other_version: BTreeSet<usize>,
    openings: OpeningCache,
}

/// What changes in a tournament, as it is stored.
pub(crate) struct StoredState {
    pub(crate) state: TournamentState,
    pub(crate) status: TournamentStatus,
    /// Number of results in its checkpoint: of all once it has ended.
    pub(crate) results: u64,
}

impl Tournament {
    /// Reads a stored tournament.
    ///
    /// # Errors
    /// Returns an error if the stored tournament is corrupt.
    pub(crate) fn read(stored: StoredTournament) -> Result<(Self, StoredState), Error> {
        let StoredTournament { row, results } = stored;
        let corrupt = |part: &str, error: &dyn std::fmt::Display| {
            let message = format!(
                "tournament {}: the stored {part} is corrupt: {error}",
                row.id
            );
            Error::new(Reason::StoreUnavailable, message)
        };
        let configuration: Configuration = serde_json::from_str(&row.configuration)
            .map_err(|error| corrupt("configuration", &error))?;
        let status =
            serde_json::from_str(&row.status).map_err(|error| corrupt("status", &error))?;
        let seed = RootSeed::from_hex(&row.seed)
            .ok_or_else(|| corrupt("seed", &"expected 64 hex digits"))?;
        let secret = TournamentSecret::from_hex(&row.secret)
            .ok_or_else(|| corrupt("secret", &"expected 64 hex digits"))?;
        let state = row.state;
        let seeds = TournamentSeed::new(seed);
        let schedule = configuration.schedule(seeds);
        let schedule = schedule.map_err(|error| corrupt("configuration", &error))?;
        let tournament = Self {
            runs_in_process: runs_in_process(&configuration),
            of_other_version: configuration.entrants_of_other_version(),
            expected_matches: schedule.expected_matches(),
            rounds: UnplayedRounds::new(&schedule, Vec::new(), BTreeSet::new()),
            seeds,
            secret,
            created_micros: row.created_micros,
            id: row.id,
            request_id: row.request.map(|request| request.id),
            configuration,
            openings: OpeningCache::default(),
        };
        let stored = StoredState {
            state,
            status,
            results,
        };
        Ok((tournament, stored))
    }

    /// Returns the number of matches of all rounds, as far as it is known with this status.
    pub(crate) fn expected_matches(&self, status: &TournamentStatus) -> u64 {
        self.expected_matches.max(status.matches)
    }

    /// Returns `true` if the time of its remaining matches can be estimated: it has an end, and never waits for the
    /// next day.
    pub(crate) fn has_estimated_end(&self) -> bool {
        let league = self.configuration.league();
        league.is_none_or(|limits| self.expected_matches > 0 && limits.matches_per_day.is_none())
    }

    /// Returns what entrants have not played, with this status. An annulled entrant has no bye.
    pub(crate) fn unplayed(&self, status: &TournamentStatus) -> UnplayedRounds {
        let annulled = status.annulled();
        let byes = status
            .byes
            .iter()
            .filter(|entrant| !annulled.contains(entrant));
        let entrants = 0..self.configuration.entrants.len();
        UnplayedRounds {
            byes: byes.copied().collect(),
            withdrawn: entrants.filter(|it| status.has_withdrawn(*it)).collect(),
            ..self.rounds.clone()
        }
    }

    /// Returns the points of the byes of an entrant, with this status. An annulled entrant has no bye.
    pub(crate) fn bye_points(&self, status: &TournamentStatus, entrant: usize) -> f64 {
        let mut byes = status.byes.iter().filter(|bye| **bye == entrant).count();
        if status.is_annulled(entrant) {
            byes = 0;
        }
        self.rounds.points_of(byes as u32)
    }

    /// Returns the salt of the public commitment to the root seed.
    pub(crate) fn seed_salt(&self) -> SeedSalt {
        self.secret.tournament_salt()
    }

    /// Returns an entrant's name.
    pub(crate) fn entrant_name(&self, entrant: usize) -> &str {
        &self.configuration.entrants[entrant].name
    }

    /// Reads the rounds of a league that were paired; returns no round for another tournament.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(super) async fn read_rounds(
        &self,
        store: &dyn TournamentStore,
    ) -> Result<Vec<LeagueRoundRow>, Error> {
        if !self.configuration.format.is_league() {
            return Ok(Vec::new());
        }
        Ok(store.league_rounds(&self.id).await?)
    }

    /// Returns the progress before the first result, given the rounds of a league that were paired.
    ///
    /// # Errors
    /// Returns an error if the format cannot be played.
    pub(crate) fn progress(
        &self,
        status: &TournamentStatus,
        rounds: Vec<LeagueRoundRow>,
    ) -> Result<Progress, Error> {
        let mut progress = Progress::new(self.schedule(status)?, status.absences());
        for row in rounds {
            progress.add_round(round_batch(row));
        }
        // Forfeits that are being removed keep their batch open.
        let readmissions = status.readmissions.iter();
        if let Some(first) = readmissions.map(|readmission| readmission.from).min() {
            progress.hold(first);
        }
        Ok(progress)
    }

    /// Returns the schedule.
    ///
    /// # Errors
    /// Returns an error if the format cannot be played.
    fn schedule(&self, status: &TournamentStatus) -> Result<Schedule, Error> {
        playable_schedule(&self.configuration, self.seeds, status)
    }

    /// Returns the tournament with the configuration, the new request id, if any, and the status of an extension, and its
    /// schedule.
    ///
    /// # Errors
    /// Returns an error if the format cannot be played.
    pub(super) fn extended(
        &self,
        configuration: Configuration,
        request_id: Option<String>,
        status: &TournamentStatus,
    ) -> Result<(Self, Schedule), Error> {
        let schedule = playable_schedule(&configuration, self.seeds, status)?;
        let extended = Self {
            id: self.id.clone(),
            request_id: request_id.or_else(|| self.request_id.clone()),
            seeds: self.seeds,
            secret: self.secret.clone(),
            created_micros: self.created_micros,
            expected_matches: schedule.expected_matches(),
            rounds: self.rounds.clone(),
            runs_in_process: runs_in_process(&configuration),
            of_other_version: configuration.entrants_of_other_version(),
            configuration,
            openings: OpeningCache::default(),
        };
        Ok((extended, schedule))
    }

    /// Returns the bot that plays for an entrant, or `None` if an agent does.
    pub(super) fn bot(&self, entrant: usize) -> Option<BotId> {
        match &self.configuration.entrants[entrant].player {
            Player::Agent(_) => None,
            Player::Bot(name) => Some(BotId::Registered(name.clone())),
            Player::Command(_) | Player::Stdio(_) => {
                Some(BotId::Launched(self.id.clone(), entrant))
            }
        }
    }

    /// Returns the registered bots of the entrants that have not withdrawn.
    pub(super) fn registered_bots(&self, status: &TournamentStatus) -> impl Iterator<Item = BotId> {
        let entrants = 0..self.configuration.entrants.len();
        entrants
            .filter(|entrant| !status.has_withdrawn(*entrant))
            .filter_map(|entrant| self.bot(entrant))
            .filter(|bot| matches!(bot, BotId::Registered(_)))
    }

    /// Returns the entrants that launched bots play for.
    pub(super) fn launched_entrants(&self) -> impl Iterator<Item = usize> {
        let entrants = self.configuration.entrants.iter().enumerate();
        let launched = entrants.filter(|(_, e)| e.player.launched().is_some());
        launched.map(|(entrant, _)| entrant)
    }

    /// Plans a match.
    ///
    /// # Errors
    /// Returns an error if the opening of the match's block is not a position of the game.
    pub(super) fn plan(
        &self,
        game: &AnyGame,
        pairing: &Pairing,
        key: AttemptKey,
    ) -> Result<MatchPlan<'_>, Error> {
        let (_, start) = self.source().start(game, pairing.block)?;
        let text = game.format_position(&start.state);
        Ok(self.plan_from(pairing.block, &pairing.seats, key, text, start.origin))
    }

    /// Plans a match whose start is known.
    pub(super) fn plan_from(
        &self,
        block: u64,
        seats: &[usize],
        key: AttemptKey,
        start: String,
        origin: StartOrigin,
    ) -> MatchPlan<'_> {
        let is_virtual = self.runs_in_process || self.configuration.virtual_time;
        MatchPlan {
            configuration: &self.configuration,
            secret: &self.secret,
            seed: self.seeds.block_seed(block),
            start,
            origin,
            entrants: seats.to_vec(),
            key,
            time: if is_virtual {
                ClockKind::Virtual
            } else {
                ClockKind::Wall
            },
        }
    }

    /// Returns `true` if a match of a worker is played again.
    pub(super) fn is_checked(&self, pairing: u64, percent: u32) -> bool {
        self.secret.is_sampled(pairing, percent)
    }

    /// Returns what the matches are played from.
    pub(super) fn source(&self) -> MatchSource<'_> {
        MatchSource {
            configuration: &self.configuration,
            seeds: self.seeds,
            openings: &self.openings,
        }
    }

    /// Returns the invitation of a bot to a seat of a match.
    pub(super) fn invitation(&self, seat: usize, id: &MatchId) -> Invitation {
        let configuration = &self.configuration;
        Invitation {
            match_id: id.clone(),
            seat,
            seat_token: self.secret.seat_token(id, seat),
            game: configuration.game,
            options: configuration.match_options(),
            seats: configuration.seats,
            time_control: configuration.time_control,
            tournament: self.id.clone(),
        }
    }
}

/// Returns the matches of a round of a league.
fn round_batch(row: LeagueRoundRow) -> Batch {
    let matchup = |entrants| Matchup {
        round: row.round,
        entrants,
    };
    Batch {
        matchups: row.blocks.iter().map(matchup).collect(),
        cycles: 1,
        byes: Vec::new(),
    }
}

fn playable_schedule(
    configuration: &Configuration,
    seeds: TournamentSeed,
    status: &TournamentStatus,
) -> Result<Schedule, Error> {
    let schedule = configuration.schedule(seeds);
    let schedule = schedule.map_err(|error| Error::new(Reason::BadRequest, error.to_string()))?;
    Ok(schedule.with_earlier_extents(status.earlier_extents.clone()))
}
