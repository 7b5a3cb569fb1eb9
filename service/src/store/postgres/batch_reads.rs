//! What a transaction reads and locks before its rows are planned.

use deadpool_postgres::ClientWrapper;

use super::batch::{
    changed_chunks, changed_matches, changed_tournaments, created_matches, directed_tournaments,
};
use super::chunk_cache::{LockedChunk, LockedChunks};
use super::match_cache::CachedMatch;
use super::pool;
use super::postgres_command::PostgresCommand;
use super::tournament_cache::CachedTournament;
use super::write_failure::WriteFailure;
use super::writer::Writer;
use crate::match_state::MatchState;
use crate::store::StoreError;

impl Writer {
    /// Reads the matches and tournaments of commands that are not cached, and keys for new matches.
    pub(super) async fn load(
        &mut self,
        client: &ClientWrapper,
        commands: &[PostgresCommand],
    ) -> Result<LockedChunks, WriteFailure> {
        self.matches.evict();
        self.tournaments.evict();
        let chunks = lock_chunks(client, commands).await?;
        let blocks = self.matches.missing_blocks(created_matches(commands));
        if blocks > 0 {
            let sql = "SELECT nextval('match_keys') FROM generate_series(1, $1::bigint)";
            for row in pool::query(client, sql, &[&blocks]).await? {
                self.matches.add_block(row.try_get(0)?);
            }
        }
        let ids: Vec<&str> = changed_matches(commands)
            .into_iter()
            .filter(|id| {
                let cached = self.matches.get(id);
                cached.is_none_or(|cached| cached.owner != Some(self.lease.epoch()))
            })
            .collect();
        if !ids.is_empty() {
            self.load_matches(client, &ids).await?;
        }
        // What another server owned when it was read may have been taken over since then.
        let directed = directed_tournaments(commands);
        let ids: Vec<&str> = changed_tournaments(commands)
            .into_iter()
            .filter(|id| {
                let is_directed = directed.contains(id);
                !self.tournaments.contains(id)
                    || is_directed && !self.tournaments.is_owned(id, self.lease.epoch())
            })
            .collect();
        if !ids.is_empty() {
            self.load_tournaments(client, &ids).await?;
        }
        Ok(chunks)
    }

    async fn load_matches(
        &mut self,
        client: &ClientWrapper,
        ids: &[&str],
    ) -> Result<(), WriteFailure> {
        let sql = "SELECT id, key, state, owner_epoch, last.number, last.event_count
                   FROM matches LEFT JOIN LATERAL
                        (SELECT number, event_count FROM commits
                         WHERE match_key = key ORDER BY number DESC LIMIT 1) AS last ON TRUE
                   WHERE id = ANY($1)";
        for row in pool::query(client, sql, &[&ids]).await? {
            let state: i32 = row.try_get(2)?;
            let last: Option<i32> = row.try_get(4)?;
            let events: Option<i64> = row.try_get(5)?;
            let cached = CachedMatch {
                key: row.try_get(1)?,
                commits: last.map_or(0, |last| last + 1),
                events: events.unwrap_or_default() as u64,
                state: MatchState::from_number(state).unwrap_or(MatchState::Aborted),
                owner: row.try_get(3)?,
            };
            let id: &str = row.try_get(0)?;
            self.matches.insert(id.into(), cached);
        }
        Ok(())
    }

    async fn load_tournaments(
        &mut self,
        client: &ClientWrapper,
        ids: &[&str],
    ) -> Result<(), WriteFailure> {
        let sql = "SELECT id, key, owner_epoch FROM tournaments WHERE id = ANY($1)";
        for row in pool::query(client, sql, &[&ids]).await? {
            let id: &str = row.try_get(0)?;
            let (key, owner) = (row.try_get(1)?, row.try_get(2)?);
            self.tournaments
                .insert(id.into(), CachedTournament { key, owner });
        }
        Ok(())
    }
}

/// Reads and locks the chunks that commands report results of, and those that they add again: a report of such a chunk is
/// not in progress after this, so that the next statement sees its results.
async fn lock_chunks(
    client: &ClientWrapper,
    commands: &[PostgresCommand],
) -> Result<LockedChunks, WriteFailure> {
    let changed = changed_chunks(commands);
    let mut chunks = LockedChunks::new();
    if changed.is_empty() {
        return Ok(chunks);
    }
    let ids: Vec<&str> = changed.iter().map(|(id, _)| id.as_str()).collect();
    let pairings: Vec<i64> = changed.iter().map(|(_, first)| *first as i64).collect();
    let sql = "SELECT id, first_pairing, tournament_key, lease_epoch, matches, done, holder
               FROM chunks JOIN tournaments ON key = tournament_key
               WHERE (id, first_pairing) IN (SELECT * FROM unnest($1::TEXT[], $2::BIGINT[]))
               ORDER BY tournament_key, first_pairing FOR UPDATE OF chunks";
    for row in pool::query(client, sql, &[&ids, &pairings]).await? {
        let id: &str = row.try_get(0)?;
        let matches = serde_json::from_str(row.try_get(4)?).map_err(|error| {
            StoreError::Unavailable(format!(
                "tournament {id}: a stored chunk is corrupt: {error}"
            ))
        })?;
        let chunk = LockedChunk {
            tournament_key: row.try_get(2)?,
            epoch: row.try_get::<_, i64>(3)? as u64,
            matches,
            done: row.try_get::<_, i64>(5)? as u64,
            is_complete: false,
            holder: row.try_get(6)?,
        };
        chunks.insert((id.into(), row.try_get::<_, i64>(1)? as u64), chunk);
    }
    Ok(chunks)
}
