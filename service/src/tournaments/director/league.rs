//! Leagues: pairs rounds from the results so far and from who can play, and freezes the tables of seasons.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use botwerk_tournament::format::{LeagueCalendar, LeagueStep, Pairing};
use tokio::time::Instant;

use super::Director;
use super::league_wait::LeagueWait;
use super::pending_round::PairedRound;
use crate::background::{self, Computation};
use crate::error::Error;
use crate::requester::Requester;
use crate::store::{LeagueRoundRow, SeasonTableRow, TournamentAdditions, now_micros};
use crate::tournament_state::TournamentState;
use crate::tournaments::command::TournamentSnapshot;
use crate::tournaments::obstacle::Obstacle;
use crate::tournaments::standings::{TournamentDescription, TournamentStandings};
use crate::work_guard::{Work, fault_point};

/// How long a league sleeps at most while it waits for a day or a season to end: the clock may be set meanwhile.
const MAX_SLEEP: Duration = Duration::from_secs(60);

impl Director {
    /// Returns `true` for a league.
    pub(super) fn is_league(&self) -> bool {
        self.tournament.configuration.format.is_league()
    }

    /// Starts to pair the next round of a league if it is due, and before that freezes the table of a season that is over.
    pub(super) async fn advance_league(&mut self) {
        let Some(limits) = self.tournament.configuration.league() else {
            return;
        };
        if self.pending_round.is_some() || self.retry_at.is_some() {
            return;
        }
        self.league_wait = LeagueWait::None;
        let block = self.tournament.configuration.matches_per_block();
        while self.may_pair() {
            let calendar = self.status.league.unwrap_or_default();
            match calendar.next_step(&limits, block, now_micros()) {
                LeagueStep::Pair(max_blocks) => {
                    match self.start_pairing(max_blocks) {
                        Ok(Some(pending)) => self.pending_round = Some(pending),
                        Ok(None) => self.league_wait = LeagueWait::Entrants,
                        Err(error) => self.retry_league(&error),
                    }
                    return;
                }
                LeagueStep::EndSeason => {
                    if let Err(error) = self.end_season().await {
                        return self.retry_league(&error);
                    }
                }
                LeagueStep::Wait(until) => {
                    self.league_wait = LeagueWait::NextDay(until);
                    return;
                }
                LeagueStep::End => return self.progress.stop(),
            }
        }
    }

    /// Returns `true` if the next round is due, and its results can be counted: rounds and final tables are made from the sums.
    fn may_pair(&self) -> bool {
        self.state == TournamentState::Running
            && self.recount.is_none()
            && self.progress.is_round_due()
    }

    /// Starts to pair a round of the entrants that can play; returns `None` if these are too few.
    fn start_pairing(&self, max_blocks: u64) -> Result<Option<Computation<PairedRound>>, Error> {
        let anchors = self.tournament.configuration.anchors();
        let is_anchor = anchors.iter().map(Option::is_some).collect();
        let available = self.available_entrants();
        let pairing = self
            .progress
            .round_pairing(available, is_anchor, max_blocks);
        let Some(pairing) = pairing else {
            return Ok(None);
        };
        let tally = Arc::clone(&self.results.tally);
        let timer = self.rating_timer;
        let guard = Arc::clone(self.context.registry.guard());
        let work = Work::of_tournament(&self.tournament.id, "pairing a round");
        let pair = move || {
            let _mark = guard.enter(&work, guard.search_limit(None));
            fault_point("round");
            let ratings = tally.anchored_ratings(&anchors);
            Ok(PairedRound {
                round: pairing.pair(&ratings),
                ratings: timer.snapshot(&ratings, &tally),
            })
        };
        // Its own turn: the server computes standings in the meantime.
        let requester = Requester::Tournament(self.tournament.id.clone());
        background::start(&requester, pair).map(Some)
    }

    /// Stores and opens a round that was paired. It is dropped, and paired again, if the league was paused in the meantime,
    /// or an entrant withdrawn.
    pub(super) async fn add_paired_round(&mut self, paired: Result<PairedRound, Error>) {
        if !self.may_pair() {
            return;
        }
        let is_stored = match paired {
            Ok(paired) => {
                let mut entrants = paired.round.matchups.iter().flat_map(|it| &it.entrants);
                if entrants.any(|entrant| self.status.has_withdrawn(*entrant)) {
                    return;
                }
                self.store_round(paired).await
            }
            Err(error) => Err(error),
        };
        if let Err(error) = is_stored {
            self.retry_league(&error);
        }
    }

    fn retry_league(&mut self, error: &Error) {
        tracing::warn!(%error, "round or season of the league not stored");
        self.stall.record_store(Some(error.to_string()));
        self.back_off();
    }

    /// Returns the entrants that were not withdrawn and are built-in agents or bots that are online.
    fn available_entrants(&self) -> BTreeSet<usize> {
        let entrants = 0..self.tournament.configuration.entrants.len();
        let is_available = |entrant: &usize| {
            let is_online =
                |bot| self.context.online_bots.status(&bot).is_online && self.plays_game(&bot);
            !self.status.has_withdrawn(*entrant)
                && !self.tournament.of_other_version.contains(entrant)
                && self.tournament.bot(*entrant).is_none_or(is_online)
        };
        entrants.filter(is_available).collect()
    }

    /// Stores a round, so that a restart finds the same pairings, and opens it.
    async fn store_round(
        &mut self,
        PairedRound { round, ratings }: PairedRound,
    ) -> Result<(), Error> {
        let now = now_micros();
        let matches = round.blocks() * self.tournament.configuration.matches_per_block();
        let row = LeagueRoundRow {
            round: self.progress.next_batch_index() as u32,
            paired_micros: now,
            blocks: round
                .matchups
                .iter()
                .map(|matchup| matchup.entrants.clone())
                .collect::<Vec<_>>()
                .into(),
        };
        let mut calendar = self.status.league.unwrap_or_default();
        calendar.add_round(matches, now);
        let additions = TournamentAdditions {
            round: Some(row),
            ratings: ratings.clone(),
            ..TournamentAdditions::default()
        };
        self.store_calendar(calendar, additions).await?;
        if let Some(ratings) = &ratings {
            self.rating_timer.record(ratings);
        }
        self.progress.add_round(round);
        Ok(())
    }

    /// Stores the table of the season, which is final, and starts the next one.
    async fn end_season(&mut self) -> Result<(), Error> {
        let tally = Arc::clone(&self.results.tally);
        let description = TournamentDescription::new(Arc::new(TournamentSnapshot {
            running: 0,
            remaining: None,
            obstacles: Vec::new(),
            ..self.snapshot()
        }));
        let mut calendar = self.status.league.unwrap_or_default();
        let season = calendar.season;
        let encode = self.context.encode_final_table;
        let standings = background::compute(move || {
            let standings = TournamentStandings::compute(description, tally);
            Ok(encode(&standings, season))
        });
        let table = SeasonTableRow {
            season,
            ended_micros: now_micros(),
            standings: standings.await?,
        };
        calendar.start_next_season();
        let additions = TournamentAdditions {
            season_table: Some(table),
            ..TournamentAdditions::default()
        };
        self.store_calendar(calendar, additions).await?;
        tracing::info!(season, "season of the league ended");
        Ok(())
    }

    /// Stores the calendar with what is added to the league; it stays as it was if the store rejects it.
    async fn store_calendar(
        &mut self,
        calendar: LeagueCalendar,
        additions: TournamentAdditions,
    ) -> Result<(), Error> {
        let before = self.status.league.replace(calendar);
        let stored = self.store_state(self.state, additions).await;
        if stored.is_err() {
            self.status.league = before;
        }
        Ok(stored?)
    }

    /// Returns `true` if a match of a league is not to be played, since one of its bots went offline before any match
    /// of the block was started: no entrant loses for it, and no bot gets rid of a block that it is losing. Nor is one whose
    /// anchor is of a version that this server does not have.
    pub(super) fn is_cancelled(&self, pairing: &Pairing) -> bool {
        let is_offline = |entrant: &usize| {
            let bot = self.tournament.bot(*entrant);
            bot.is_some_and(|bot| !self.context.online_bots.status(&bot).is_online)
        };
        let mut seats = pairing.seats.iter();
        self.is_league()
            && (seats.any(|entrant| self.tournament.of_other_version.contains(entrant))
                || pairing.seats.iter().any(is_offline) && !self.has_started(pairing.block))
    }

    /// Returns `true` if a match of a block was started.
    pub(super) fn has_started(&self, block: u64) -> bool {
        let mut running = self.running.values();
        running.any(|running| running.pairing.block == block)
            || self.results.tally.has_played(block)
    }

    /// Returns what keeps a league from pairing a round.
    pub(super) fn league_obstacles(&self) -> Vec<Obstacle> {
        if !self.is_league() {
            return Vec::new();
        }
        let entrants = 0..self.tournament.configuration.entrants.len();
        let playing = entrants.filter(|entrant| !self.status.has_withdrawn(*entrant));
        let of_other_version = self.tournament.of_other_version.iter();
        let mut obstacles: Vec<Obstacle> = of_other_version
            .filter(|entrant| !self.status.has_withdrawn(**entrant))
            .map(|entrant| Obstacle::AgentVersion { entrant: *entrant })
            .collect();
        match self.league_wait {
            LeagueWait::None => {}
            LeagueWait::NextDay(until_micros) => {
                obstacles.push(Obstacle::DayLimit { until_micros });
            }
            LeagueWait::Entrants => {
                obstacles.extend(playing.filter_map(|entrant| {
                    self.bot_obstacle(&self.tournament.bot(entrant)?, entrant, false)
                }));
                let seats = self.tournament.configuration.seats;
                obstacles.push(Obstacle::TooFewEntrants { seats });
            }
        }
        obstacles
    }

    /// Returns when a league must act although nothing happens: at the end of a day or of a season.
    pub(super) fn next_league_step(&self) -> Option<Instant> {
        let limits = self.tournament.configuration.league()?;
        let season_end = self.status.league?.season_end_micros(&limits);
        let at = match self.league_wait {
            LeagueWait::None => return None,
            LeagueWait::NextDay(until) => until,
            LeagueWait::Entrants => season_end?,
        };
        let micros = u64::try_from(at - now_micros()).unwrap_or(0);
        Some(Instant::now() + Duration::from_micros(micros).min(MAX_SLEEP))
    }
}
