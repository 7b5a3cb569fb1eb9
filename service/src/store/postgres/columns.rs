//! The columns of several rows, which one statement inserts or updates.

use botwerk_tournament::MatchResult;
use tokio_postgres::types::ToSql;

use crate::store::commit_content::CommitContent;
use crate::store::compressed_text::compress_text;
use crate::store::match_players::match_players;
use crate::store::{MatchRow, to_json};

/// Values of one statement.
pub(super) type Values<'a> = Vec<&'a (dyn ToSql + Sync)>;

/// New matches, by column.
#[derive(Debug, Default)]
pub(super) struct MatchColumns<'a> {
    keys: Vec<i64>,
    ids: Vec<&'a str>,
    request_ids: Vec<Option<&'a str>>,
    owners: Vec<Option<i64>>,
    states: Vec<i32>,
    created: Vec<i64>,
    setups: Vec<Vec<u8>>,
    outcomes: Vec<Option<String>>,
    heads: Vec<Option<&'a str>>,
    ended: Vec<Option<i64>>,
}

/// What a match has become when it is inserted.
pub(super) struct MatchEnd<'a> {
    pub(super) state: i32,
    pub(super) outcome: Option<String>,
    pub(super) head: Option<&'a str>,
    pub(super) ended_micros: Option<i64>,
}

impl<'a> MatchColumns<'a> {
    pub(super) const INSERT: &'static str = "INSERT INTO matches
        (key, id, request_id, owner_epoch, state, created_micros, setup, outcome, head,
         ended_micros)
        SELECT * FROM unnest($1::BIGINT[], $2::TEXT[], $3::TEXT[], $4::BIGINT[], $5::INTEGER[], $6::BIGINT[],
                             $7::BYTEA[], $8::TEXT[], $9::TEXT[], $10::BIGINT[])";

    /// Adds a match. One that has ended has an outcome and no owner.
    pub(super) fn push(
        &mut self,
        key: i64,
        row: &'a MatchRow,
        owner: Option<i64>,
        end: MatchEnd<'a>,
    ) {
        self.keys.push(key);
        self.ids.push(row.id.as_str());
        self.request_ids.push(row.request_id.as_deref());
        self.owners.push(owner);
        self.states.push(end.state);
        self.created.push(row.created_micros);
        self.setups.push(compress_text(&row.setup));
        self.outcomes.push(end.outcome);
        self.heads.push(end.head);
        self.ended.push(end.ended_micros);
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![
            &self.keys,
            &self.ids,
            &self.request_ids,
            &self.owners,
            &self.states,
            &self.created,
            &self.setups,
            &self.outcomes,
            &self.heads,
            &self.ended,
        ]
    }
}

/// The names by which new matches are found, by column.
#[derive(Debug, Default)]
pub(super) struct PlayerColumns<'a> {
    names: Vec<String>,
    match_ids: Vec<&'a str>,
    seats: Vec<i64>,
}

impl<'a> PlayerColumns<'a> {
    pub(super) const INSERT: &'static str = "INSERT INTO match_players (name, match_id, seat)
        SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::BIGINT[])";

    /// Adds the names of a match.
    pub(super) fn push(&mut self, row: &'a MatchRow) {
        for (name, seat) in match_players(&row.setup) {
            self.names.push(name);
            self.match_ids.push(row.id.as_str());
            self.seats.push(seat.into());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![&self.names, &self.match_ids, &self.seats]
    }
}

/// New commits, by column.
#[derive(Debug, Default)]
pub(super) struct CommitColumns {
    keys: Vec<i64>,
    numbers: Vec<i32>,
    event_counts: Vec<i64>,
    events: Vec<Vec<u8>>,
    submissions: Vec<Vec<u8>>,
    comments: Vec<Option<Vec<u8>>>,
}

impl CommitColumns {
    pub(super) const INSERT: &'static str = "INSERT INTO commits
        (match_key, number, event_count, events, submissions, comment)
        SELECT * FROM unnest($1::BIGINT[], $2::INTEGER[], $3::BIGINT[], $4::BYTEA[], $5::BYTEA[], $6::BYTEA[])";

    pub(super) fn push(&mut self, key: i64, number: i32, event_count: u64, content: CommitContent) {
        self.keys.push(key);
        self.numbers.push(number);
        self.event_counts.push(event_count as i64);
        self.events.push(content.events);
        self.submissions.push(content.submissions);
        self.comments.push(content.comment);
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![
            &self.keys,
            &self.numbers,
            &self.event_counts,
            &self.events,
            &self.submissions,
            &self.comments,
        ]
    }
}

/// Changes of matches, by column; at most one for each match.
#[derive(Debug, Default)]
pub(super) struct MatchChangeColumns {
    keys: Vec<i64>,
    states: Vec<i32>,
    outcomes: Vec<Option<String>>,
    heads: Vec<Option<String>>,
    ended: Vec<Option<i64>>,
    have_ended: Vec<bool>,
}

impl MatchChangeColumns {
    pub(super) const UPDATE: &'static str = "UPDATE matches
        SET state = changed.state, outcome = coalesce(changed.outcome, matches.outcome),
            head = coalesce(changed.head, matches.head),
            ended_micros = coalesce(changed.ended_micros, matches.ended_micros),
            owner_epoch = CASE WHEN changed.has_ended THEN NULL ELSE owner_epoch END
        FROM unnest($1::BIGINT[], $2::INTEGER[], $3::TEXT[], $4::TEXT[], $5::BIGINT[], $6::BOOLEAN[])
             AS changed (key, state, outcome, head, ended_micros, has_ended)
        WHERE matches.key = changed.key";

    pub(super) fn push(
        &mut self,
        key: i64,
        state: i32,
        outcome: Option<String>,
        head: Option<String>,
        ended_micros: Option<i64>,
        has_ended: bool,
    ) {
        self.keys.push(key);
        self.states.push(state);
        self.outcomes.push(outcome);
        self.heads.push(head);
        self.ended.push(ended_micros);
        self.have_ended.push(has_ended);
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![
            &self.keys,
            &self.states,
            &self.outcomes,
            &self.heads,
            &self.ended,
            &self.have_ended,
        ]
    }
}

/// Attempts, by column: new ones, or those that get a result.
#[derive(Debug, Default)]
pub(super) struct AttemptColumns {
    tournament_keys: Vec<i64>,
    pairings: Vec<i64>,
    attempts: Vec<i32>,
    match_keys: Vec<Option<i64>>,
    results: Vec<Option<Vec<u8>>>,
}

impl AttemptColumns {
    pub(super) const INSERT: &'static str = "INSERT INTO attempts
        (tournament_key, pairing, attempt, match_key, result)
        SELECT * FROM unnest($1::BIGINT[], $2::BIGINT[], $3::INTEGER[], $4::BIGINT[], $5::BYTEA[])";

    /// Updates fewer rows than there are if an attempt was never started or has a result already.
    pub(super) const SCORE: &'static str = "UPDATE attempts SET result = scored.result
        FROM unnest($1::BIGINT[], $2::BIGINT[], $3::INTEGER[], $4::BIGINT[], $5::BYTEA[])
             AS scored (tournament_key, pairing, attempt, match_key, result)
        WHERE attempts.tournament_key = scored.tournament_key AND attempts.pairing = scored.pairing
              AND attempts.attempt = scored.attempt AND attempts.result IS NULL";

    pub(super) fn push(
        &mut self,
        tournament_key: i64,
        pairing: u64,
        attempt: u32,
        match_key: Option<i64>,
        result: Option<&MatchResult>,
    ) {
        self.tournament_keys.push(tournament_key);
        self.pairings.push(pairing as i64);
        self.attempts.push(attempt as i32);
        self.match_keys.push(match_key);
        self.results
            .push(result.map(|result| compress_text(&to_json(result))));
    }

    pub(super) fn len(&self) -> usize {
        self.tournament_keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![
            &self.tournament_keys,
            &self.pairings,
            &self.attempts,
            &self.match_keys,
            &self.results,
        ]
    }
}
