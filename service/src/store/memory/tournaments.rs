//! The tournaments and bots of a store in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_tournament::MatchResult;

use crate::ids::{MatchId, TournamentId};
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, LeagueRoundRow, ListedTournament, PlayedMatch,
    ResultFold, ResultSums, ScoredAttempt, SeasonTableRow, StoreError, StoredTournament,
    TournamentAdditions, TournamentChange, TournamentRow,
};
use crate::tournament_state::TournamentState;

/// All tournaments and bots.
#[derive(Debug)]
pub(super) struct MemoryTournaments {
    fold: Arc<dyn ResultFold>,
    by_id: BTreeMap<TournamentId, MemoryTournament>,
    bots: BTreeMap<String, BotRow>,
}

#[derive(Debug)]
struct MemoryTournament {
    row: TournamentRow,
    sums: Box<dyn ResultSums>,
    attempts: BTreeMap<(u64, u32), Attempt>,
    rounds: BTreeMap<u32, LeagueRoundRow>,
    season_tables: BTreeMap<u32, SeasonTableRow>,
}

#[derive(Debug, Default)]
struct Attempt {
    match_id: Option<MatchId>,
    result: Option<MatchResult>,
}

impl MemoryTournament {
    fn stored(&self) -> StoredTournament {
        StoredTournament {
            row: self.row.clone(),
            tally: self.sums.to_json(),
        }
    }
}

impl MemoryTournaments {
    /// Returns an empty store, in which `fold` adds up the results of tournaments.
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            fold,
            by_id: BTreeMap::new(),
            bots: BTreeMap::new(),
        }
    }

    fn get(&self, id: &TournamentId) -> Result<&MemoryTournament, StoreError> {
        self.by_id
            .get(id)
            .ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    fn get_mut(&mut self, id: &TournamentId) -> Result<&mut MemoryTournament, StoreError> {
        self.by_id
            .get_mut(id)
            .ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    /// Stores a new tournament.
    pub(super) fn create(&mut self, row: TournamentRow) -> Result<(), StoreError> {
        let same_request = |stored: &MemoryTournament| stored.row.request_id == row.request_id;
        let requested = row.request_id.is_some() && self.by_id.values().any(same_request);
        if requested
            || self
                .by_id
                .values()
                .any(|stored| stored.row.seed == row.seed)
        {
            return Err(StoreError::tournament_exists());
        }
        let sums = self.fold.start(&row.configuration, &BTreeSet::new());
        let stored = MemoryTournament {
            sums: sums.map_err(unreadable)?,
            row,
            attempts: BTreeMap::new(),
            rounds: BTreeMap::new(),
            season_tables: BTreeMap::new(),
        };
        self.by_id.insert(stored.row.id.clone(), stored);
        Ok(())
    }

    /// Changes a tournament.
    pub(super) fn change(&mut self, change: TournamentChange) -> Result<(), StoreError> {
        let fold = Arc::clone(&self.fold);
        let TournamentAdditions {
            extension,
            round,
            season_table,
        } = change.additions;
        if let Some(request_id) = extension.as_ref().and_then(|it| it.request_id.as_ref()) {
            let is_other = |stored: &&MemoryTournament| stored.row.id != change.id;
            let mut others = self.by_id.values().filter(is_other);
            if others.any(|stored| stored.row.request_id.as_ref() == Some(request_id)) {
                return Err(StoreError::tournament_exists());
            }
        }
        let stored = self.get_mut(&change.id)?;
        let has_round = round
            .as_ref()
            .is_some_and(|row| stored.rounds.contains_key(&row.round));
        let has_table = season_table
            .as_ref()
            .is_some_and(|row| stored.season_tables.contains_key(&row.season));
        if has_round || has_table {
            let message = "the round or the final table of the season exists already";
            return Err(StoreError::Unavailable(message.into()));
        }
        stored.rounds.extend(round.map(|row| (row.round, row)));
        stored
            .season_tables
            .extend(season_table.map(|row| (row.season, row)));
        if let Some(extension) = extension {
            stored.row.configuration = extension.configuration;
            stored.row.request_id = extension.request_id.or(stored.row.request_id.take());
        }
        stored.row.state = change.state;
        stored.row.status = change.status;
        if let Some(recount) = change.recount {
            let sums = fold.start(&stored.row.configuration, &recount.annulled);
            stored.sums = sums.map_err(unreadable)?;
            for key in &recount.removed_forfeits {
                stored.attempts.remove(key);
            }
            for ((pairing, _), attempt) in &stored.attempts {
                if let Some(result) = &attempt.result {
                    stored.sums.add(*pairing, result.clone());
                }
            }
        }
        Ok(())
    }

    /// Stores that an attempt is played as a match, or that it is forfeited.
    pub(super) fn start_attempt(
        &mut self,
        key: &AttemptKey,
        match_id: Option<MatchId>,
    ) -> Result<(), StoreError> {
        let attempts = &mut self.get_mut(&key.tournament)?.attempts;
        let number = (key.pairing, key.attempt);
        if attempts.contains_key(&number) {
            return Err(attempt_exists());
        }
        let attempt = Attempt {
            match_id,
            result: None,
        };
        attempts.insert(number, attempt);
        Ok(())
    }

    /// Removes an attempt that was started just now.
    pub(super) fn remove_attempt(&mut self, key: &AttemptKey) {
        if let Some(stored) = self.by_id.get_mut(&key.tournament) {
            stored.attempts.remove(&(key.pairing, key.attempt));
        }
    }

    /// Removes all attempts at a pairing.
    pub(super) fn remove_attempts(&mut self, tournament: &TournamentId, pairing: u64) {
        if let Some(stored) = self.by_id.get_mut(tournament) {
            stored.attempts.retain(|(other, _), _| *other != pairing);
        }
    }

    /// Stores the result of an attempt that was started.
    pub(super) fn score(&mut self, scored: ScoredAttempt) -> Result<(), StoreError> {
        let ScoredAttempt {
            attempt: key,
            result,
        } = scored;
        let stored = self.get_mut(&key.tournament)?;
        let of_pairing = (key.pairing, 0)..=(key.pairing, u32::MAX);
        if stored
            .attempts
            .range(of_pairing)
            .any(|(_, a)| a.result.is_some())
        {
            return Err(attempt_exists());
        }
        let attempt = stored.attempts.get_mut(&(key.pairing, key.attempt));
        attempt.ok_or_else(attempt_exists)?.result = Some(result.clone());
        stored.sums.add(key.pairing, result);
        Ok(())
    }

    /// Returns a tournament with its sums.
    pub(super) fn tournament(&self, id: &TournamentId) -> Result<StoredTournament, StoreError> {
        self.get(id).map(MemoryTournament::stored)
    }

    /// Returns the tournament that a request created, or `None` if it created none.
    pub(super) fn tournament_by_request_id(&self, request_id: &str) -> Option<TournamentRow> {
        let mut rows = self.by_id.values().map(|stored| &stored.row);
        let row = rows.find(|row| row.request_id.as_deref() == Some(request_id));
        row.cloned()
    }

    /// Lists at most `limit` tournaments with ids below `before`, the newest first. `None` stands
    /// for any id or any state.
    pub(super) fn list(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> Vec<ListedTournament> {
        let all = match before {
            Some(before) => self.by_id.range::<TournamentId, _>(..before),
            None => self.by_id.range::<TournamentId, _>(..),
        };
        let rows = all.rev().map(|(_, stored)| &stored.row);
        let selected = rows.filter(|row| state.is_none_or(|state| row.state == state));
        let listed = selected.map(|row| ListedTournament {
            id: row.id.clone(),
            state: row.state,
        });
        listed.take(limit).collect()
    }

    /// Returns the tournaments that have not ended, the newest first.
    pub(super) fn unfinished(&self) -> Vec<StoredTournament> {
        let all = self.by_id.values().rev();
        let unfinished = all.filter(|stored| !stored.row.state.has_ended());
        unfinished.map(MemoryTournament::stored).collect()
    }

    /// Returns all attempts at up to `limit` pairings, starting with pairing `from`, in order.
    /// `match_state` returns the state of a stored match.
    pub(super) fn attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: u64,
        played: impl Fn(&MatchId) -> Option<PlayedMatch>,
    ) -> Result<Vec<AttemptRow>, StoreError> {
        let range = (from, 0)..(from.saturating_add(limit), 0);
        let row = |((pairing, attempt), stored): (&(u64, u32), &Attempt)| AttemptRow {
            pairing: *pairing,
            attempt: *attempt,
            played: stored.match_id.as_ref().and_then(&played),
            result: stored.result.clone(),
        };
        let attempts = self.get(id)?.attempts.range(range);
        Ok(attempts.map(row).collect())
    }

    /// Returns all rounds of a league in order.
    pub(super) fn league_rounds(&self, id: &TournamentId) -> Vec<LeagueRoundRow> {
        let stored = self.by_id.get(id).into_iter();
        stored
            .flat_map(|stored| stored.rounds.values().cloned())
            .collect()
    }

    /// Returns the final table of a season, or `None` if the season has not ended.
    pub(super) fn season_table(&self, id: &TournamentId, season: u32) -> Option<SeasonTableRow> {
        self.by_id.get(id)?.season_tables.get(&season).cloned()
    }

    /// Stores a bot if `claim` gives the right to its name.
    pub(super) fn register_bot(&mut self, row: BotRow, claim: &BotClaim) -> Result<(), StoreError> {
        let present = self.bots.get(&row.name).map(|bot| &bot.token_sha256);
        let is_claimed = match claim {
            BotClaim::Unused => present.is_none(),
            BotClaim::Rotation => true,
            BotClaim::Holder(held) => present == Some(held),
        };
        if !is_claimed {
            return Err(StoreError::bot_exists(&row.name));
        }
        self.bots.insert(row.name.clone(), row);
        Ok(())
    }

    /// Returns the bots with these names.
    pub(super) fn bots_named(&self, names: &[String]) -> Vec<BotRow> {
        let named = names.iter().filter_map(|name| self.bots.get(name));
        named.cloned().collect()
    }

    /// Returns the bot whose token has this hash, or `None` if no bot has it.
    pub(super) fn bot_by_token(&self, token_sha256: &str) -> Option<BotRow> {
        let mut bots = self.bots.values();
        bots.find(|bot| bot.token_sha256 == token_sha256).cloned()
    }

    /// Returns at most `limit` bots with names after `after`, in order.
    pub(super) fn bots(&self, after: &str, limit: usize) -> Vec<BotRow> {
        let bots = self.bots.values();
        let next = bots.filter(|bot| bot.name.as_str() > after);
        next.take(limit).cloned().collect()
    }
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

fn attempt_exists() -> StoreError {
    let message = "the attempt was never started or has a result already";
    StoreError::Unavailable(message.into())
}
