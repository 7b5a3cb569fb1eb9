//! Reading which records may be deleted, and the statements that delete them, which SQLite and PostgreSQL run in the same
//! way.

use super::change_statement::ChangeStatement;
use super::{ReadResult, SqlReader, SqlRow, query_all};
use crate::error::Reason;
use crate::ids::TournamentId;
use crate::match_state::MatchState;
use crate::store::{RecordDeletion, RecordRetention, RetainedAttempt};
use crate::tournament_state::TournamentState;

/// Reads the tournaments whose records are kept for a time, the first `limit` after one, in order.
pub(super) async fn retentions(
    reader: &mut dyn SqlReader,
    after: String,
    limit: usize,
) -> ReadResult<Vec<RecordRetention>> {
    let sql = "SELECT id, record_days, next_pairing, state FROM record_retention
               JOIN tournaments ON key = tournament_key WHERE id > $1 ORDER BY id LIMIT $2";
    query_all(reader, sql, vec![after.into(), limit.into()], |row| {
        Ok(RecordRetention {
            tournament: row.column()?,
            record_days: row.column()?,
            next_pairing: row.column()?,
            has_ended: row.column::<TournamentState>()?.has_ended(),
        })
    })
    .await
}

/// Reads the first `limit` attempts at pairings from one on, in order.
pub(super) async fn retained_attempts(
    reader: &mut dyn SqlReader,
    tournament: TournamentId,
    from: u64,
    limit: usize,
) -> ReadResult<Vec<RetainedAttempt>> {
    let sql = "SELECT pairing, coalesce(created_micros, 0), state
               FROM attempts LEFT JOIN matches ON matches.key = match_key
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND pairing >= $2
               ORDER BY pairing, attempt LIMIT $3";
    let values = vec![(&tournament).into(), from.into(), limit.into()];
    query_all(reader, sql, values, |row: &mut SqlRow| {
        Ok(RetainedAttempt {
            pairing: row.column()?,
            created_micros: row.column()?,
            has_ended: row
                .column::<Option<MatchState>>()?
                .is_none_or(MatchState::has_ended),
        })
    })
    .await
}

/// Returns the statements of a deletion, in their order.
pub(crate) fn deletion_statements(deletion: &RecordDeletion) -> Vec<ChangeStatement> {
    let RecordDeletion {
        tournament,
        pairings,
        at_micros,
        is_last,
    } = deletion;
    let range = || {
        vec![
            tournament.into(),
            pairings.start.into(),
            pairings.end.into(),
        ]
    };
    let own = "tournament_key = (SELECT key FROM tournaments WHERE id = $1)";
    let matches = format!(
        "IN (SELECT match_key FROM attempts
             WHERE {own} AND pairing >= $2 AND pairing < $3 AND match_key IS NOT NULL)"
    );
    let advance =
        format!("UPDATE record_retention SET next_pairing = $3 WHERE {own} AND next_pairing = $2");
    let advance = ChangeStatement::new(advance, range())
        .or(Reason::Replaced, "another server has deleted these records");
    let mut marked = range();
    marked.push((*at_micros).into());
    let mut statements = vec![
        advance,
        ChangeStatement::new(
            format!("DELETE FROM commits WHERE match_key {matches}"),
            range(),
        ),
        ChangeStatement::new(
            format!("DELETE FROM seat_logs WHERE match_key {matches}"),
            range(),
        ),
        ChangeStatement::new(
            format!("UPDATE matches SET record_deleted_micros = $4 WHERE key {matches}"),
            marked,
        ),
    ];
    if *is_last {
        let sql = format!("DELETE FROM record_retention WHERE {own}");
        statements.push(ChangeStatement::new(sql, vec![tournament.into()]));
    }
    statements
}
