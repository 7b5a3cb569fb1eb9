//! The tournaments and bots of a store in memory.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use botwerk_tournament::MatchResult;

use crate::ids::{MatchId, TournamentId};
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, CheckpointRow, LeagueRoundRow, ListedTournament,
    PlayedMatch, RemovedForfeits, ResultRow, ScoredAttempt, SeasonTableRow, StoreError,
    StoredTournament, TournamentAdditions, TournamentChange, TournamentRequest, TournamentRow,
};
use crate::tournament_state::TournamentState;

/// All tournaments and bots.
#[derive(Debug, Default)]
pub(super) struct MemoryTournaments {
    by_id: BTreeMap<TournamentId, MemoryTournament>,
    /// The requests by which tournaments are found, by their ids.
    requests: BTreeMap<String, (TournamentId, TournamentRequest)>,
    bots: BTreeMap<String, BotRow>,
}

#[derive(Debug)]
struct MemoryTournament {
    row: TournamentRow,
    checkpoint: Option<CheckpointRow>,
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
            results: self.checkpoint.as_ref().map_or(0, |saved| saved.results),
        }
    }

    /// Returns `true` if an attempt at a pairing has a result.
    fn has_result(&self, pairing: u64) -> bool {
        let mut attempts = self.attempts.range((pairing, 0)..=(pairing, u32::MAX));
        attempts.any(|(_, attempt)| attempt.result.is_some())
    }
}

impl MemoryTournaments {
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
        if self
            .by_id
            .values()
            .any(|stored| stored.row.seed == row.seed)
        {
            return Err(StoreError::tournament_exists());
        }
        self.add_request(&row.id, row.request.as_ref())?;
        let stored = MemoryTournament {
            checkpoint: None,
            row,
            attempts: BTreeMap::new(),
            rounds: BTreeMap::new(),
            season_tables: BTreeMap::new(),
        };
        self.by_id.insert(stored.row.id.clone(), stored);
        Ok(())
    }

    /// Stores a request by which a tournament is found.
    fn add_request(
        &mut self,
        id: &TournamentId,
        request: Option<&TournamentRequest>,
    ) -> Result<(), StoreError> {
        let Some(request) = request else {
            return Ok(());
        };
        match self.requests.entry(request.id.clone()) {
            Entry::Occupied(_) => Err(StoreError::tournament_exists()),
            Entry::Vacant(entry) => {
                entry.insert((id.clone(), request.clone()));
                Ok(())
            }
        }
    }

    /// Changes a tournament.
    pub(super) fn change(&mut self, change: TournamentChange) -> Result<(), StoreError> {
        let TournamentAdditions {
            extension,
            round,
            season_table,
        } = change.additions;
        let stored = self.get(&change.id)?;
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
        let request = extension.as_ref().and_then(|it| it.request.as_ref());
        self.add_request(&change.id, request)?;
        let stored = self.get_mut(&change.id)?;
        stored.rounds.extend(round.map(|row| (row.round, row)));
        stored
            .season_tables
            .extend(season_table.map(|row| (row.season, row)));
        if let Some(extension) = extension {
            stored.row.configuration = extension.configuration;
            stored.row.request = extension.request.or(stored.row.request.take());
        }
        stored.row.state = change.state;
        stored.row.status = change.status;
        Ok(())
    }

    /// Removes forfeits.
    pub(super) fn remove_forfeits(&mut self, forfeits: &RemovedForfeits) -> Result<(), StoreError> {
        let attempts = &mut self.get_mut(&forfeits.tournament)?.attempts;
        for key in &forfeits.attempts {
            let forfeit = attempts.get(key).filter(|it| it.match_id.is_none());
            if forfeit.is_some() {
                attempts.remove(key);
            }
        }
        Ok(())
    }

    /// Stores a checkpoint in place of the previous one.
    pub(super) fn save_checkpoint(&mut self, checkpoint: CheckpointRow) -> Result<(), StoreError> {
        let stored = self.get_mut(&checkpoint.tournament)?;
        stored.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// Returns the content of the newest checkpoint, or `None` if there is none.
    pub(super) fn checkpoint(&self, id: &TournamentId) -> Option<String> {
        let saved = self.by_id.get(id)?.checkpoint.as_ref();
        saved.map(|saved| saved.content.clone())
    }

    /// Returns the first results of a range of pairings, at most `limit`, in order.
    pub(super) fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> Result<Vec<ResultRow>, StoreError> {
        let attempts = &self.get(id)?.attempts;
        let attempts = attempts.range((pairings.start, 0)..(pairings.end, 0));
        let row = |((pairing, attempt), stored): (&(u64, u32), &Attempt)| {
            Some(ResultRow {
                pairing: *pairing,
                attempt: *attempt,
                is_forfeit: stored.match_id.is_none(),
                result: stored.result.clone()?,
            })
        };
        Ok(attempts.filter_map(row).take(limit).collect())
    }

    /// Returns the first attempts at pairings of a range that have no result, at most `limit`, in order.
    /// `played` returns a stored match.
    pub(super) fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
        played: impl Fn(&MatchId) -> Option<PlayedMatch>,
    ) -> Result<Vec<AttemptRow>, StoreError> {
        let stored = self.get(id)?;
        let attempts = stored
            .attempts
            .range((pairings.start, 0)..(pairings.end, 0));
        let open = attempts.filter(|((pairing, _), _)| !stored.has_result(*pairing));
        Ok(open
            .take(limit)
            .map(|(key, attempt)| attempt_row(*key, attempt, &played))
            .collect())
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
        if stored.has_result(key.pairing) {
            return Err(attempt_exists());
        }
        let attempt = stored.attempts.get_mut(&(key.pairing, key.attempt));
        attempt.ok_or_else(attempt_exists)?.result = Some(result);
        Ok(())
    }

    /// Returns a tournament with the number of its results.
    pub(super) fn tournament(&self, id: &TournamentId) -> Result<StoredTournament, StoreError> {
        self.get(id).map(MemoryTournament::stored)
    }

    /// Returns the tournament that a request has created or extended, or `None` if it has done neither.
    pub(super) fn tournament_by_request_id(&self, request_id: &str) -> Option<TournamentRow> {
        let (id, request) = self.requests.get(request_id)?;
        Some(TournamentRow {
            request: Some(request.clone()),
            ..self.by_id.get(id)?.row.clone()
        })
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
        let attempts = self.get(id)?.attempts.range(range);
        Ok(attempts
            .map(|(key, attempt)| attempt_row(*key, attempt, &played))
            .collect())
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

fn attempt_row(
    (pairing, attempt): (u64, u32),
    stored: &Attempt,
    played: impl Fn(&MatchId) -> Option<PlayedMatch>,
) -> AttemptRow {
    AttemptRow {
        pairing,
        attempt,
        played: stored.match_id.as_ref().and_then(played),
        result: stored.result.clone(),
    }
}

fn attempt_exists() -> StoreError {
    let message = "the attempt was never started or has a result already";
    StoreError::Unavailable(message.into())
}
