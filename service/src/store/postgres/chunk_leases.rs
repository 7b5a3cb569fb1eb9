//! The chunks of a PostgreSQL database and their leases, which any server grants.

use std::time::Duration;

use deadpool_postgres::Object;
use tokio_postgres::Row;

use super::lease::milliseconds;
use super::pool::{execute, query, query_opt};
use crate::ids::TournamentId;
use crate::store::chunk_rows::progress_limit;
use crate::store::sql::ReadResult;
use crate::store::{ChunkLease, LeaseRenewal, LeasedChunk};

/// Reads the columns `id, first_pairing, lease_epoch, matches, done, holder`.
fn leased_chunk(row: &Row) -> ReadResult<LeasedChunk> {
    let id: &str = row.try_get(0)?;
    Ok(LeasedChunk {
        lease: ChunkLease {
            tournament: id.into(),
            first_pairing: row.try_get::<_, i64>(1)? as u64,
            epoch: row.try_get::<_, i64>(2)? as u64,
            worker: row.try_get::<_, Option<String>>(5)?.unwrap_or_default(),
        },
        matches: serde_json::from_str(row.try_get(3)?)?,
        done: row.try_get::<_, i64>(4)? as u64,
        has_expired_before: false,
    })
}

/// Reads the chunks of a tournament that are not complete, in order.
pub(super) async fn chunks(object: Object, id: TournamentId) -> ReadResult<Vec<LeasedChunk>> {
    let sql = "SELECT id, first_pairing, lease_epoch, matches, done, holder
               FROM chunks JOIN tournaments ON key = tournament_key
               WHERE id = $1 ORDER BY first_pairing";
    let rows = query(&object, sql, &[&id.as_str()]).await?;
    rows.iter().map(leased_chunk).collect()
}

/// Reads the chunk that was leased, whether or not the lease is still its newest.
pub(super) async fn chunk(object: Object, lease: ChunkLease) -> ReadResult<Option<LeasedChunk>> {
    let sql = "SELECT id, first_pairing, lease_epoch, matches, done, holder
               FROM chunks JOIN tournaments ON key = tournament_key
               WHERE id = $1 AND first_pairing = $2";
    let first = lease.first_pairing as i64;
    let row = query_opt(&object, sql, &[&lease.tournament.as_str(), &first]).await?;
    row.as_ref().map(leased_chunk).transpose()
}

/// Which chunks are looked for first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeaseOrder {
    /// Free ones, which an index finds.
    FreeFirst,
    /// Those whose lease has ended, for which all leased chunks are read.
    ExpiredFirst,
}

impl LeaseOrder {
    fn conditions(self) -> [&'static str; 2] {
        let free = "NOT is_leased ORDER BY first_pairing";
        let expired = "is_leased AND expires_at < clock_timestamp() ORDER BY expires_at";
        match self {
            Self::FreeFirst => [free, expired],
            Self::ExpiredFirst => [expired, free],
        }
    }
}

/// Leases the first chunk that is free or whose lease has ended.
pub(super) async fn lease_chunk(
    object: Object,
    worker: String,
    duration: Duration,
    order: LeaseOrder,
) -> ReadResult<Option<LeasedChunk>> {
    for condition in order.conditions() {
        let sql = format!(
            "WITH selected AS (
                 SELECT tournament_key, first_pairing, is_leased FROM chunks WHERE {condition} LIMIT 1
                 FOR UPDATE SKIP LOCKED)
             UPDATE chunks SET lease_epoch = lease_epoch + 1, is_leased = TRUE, holder = $2,
                    progressed_at = clock_timestamp(),
                    expires_at = clock_timestamp() + $1 * INTERVAL '1 millisecond'
             FROM selected JOIN tournaments ON tournaments.key = selected.tournament_key
             WHERE chunks.tournament_key = selected.tournament_key
                   AND chunks.first_pairing = selected.first_pairing
             RETURNING id, chunks.first_pairing, lease_epoch, matches, done, holder, selected.is_leased"
        );
        if let Some(row) = query_opt(&object, &sql, &[&milliseconds(duration), &worker]).await? {
            return Ok(Some(LeasedChunk {
                has_expired_before: row.try_get(6)?,
                ..leased_chunk(&row)?
            }));
        }
    }
    Ok(None)
}

/// Renews leases, each with the time without a new result after which it ends.
pub(super) async fn renew(
    object: Object,
    leases: Vec<(ChunkLease, Duration)>,
    duration: Duration,
) -> ReadResult<Vec<LeaseRenewal>> {
    // All expressions have the values before the update.
    let sql = "UPDATE chunks SET
                   expires_at = CASE WHEN progressed_at + $6 * INTERVAL '1 millisecond' > clock_timestamp()
                                THEN clock_timestamp() + $5 * INTERVAL '1 millisecond' END,
                   is_leased = progressed_at + $6 * INTERVAL '1 millisecond' > clock_timestamp(),
                   holder = CASE WHEN progressed_at + $6 * INTERVAL '1 millisecond' > clock_timestamp()
                            THEN holder END
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
                     AND first_pairing = $2 AND lease_epoch = $3 AND holder = $4
               RETURNING is_leased";
    let mut renewed = Vec::with_capacity(leases.len());
    for (lease, limit) in leases {
        let (first, epoch) = (lease.first_pairing as i64, lease.epoch as i64);
        let (milliseconds, limit) = (
            milliseconds(duration),
            milliseconds(progress_limit(limit, lease.epoch)),
        );
        let values = [
            &lease.tournament.as_str() as _,
            &first as _,
            &epoch as _,
            &lease.worker as _,
            &milliseconds as _,
            &limit as _,
        ];
        let row = query_opt(&object, sql, &values).await?;
        renewed.push(match row.map(|row| row.try_get(0)).transpose()? {
            Some(true) => LeaseRenewal::Held,
            Some(false) => LeaseRenewal::Stalled,
            None => LeaseRenewal::Ended,
        });
    }
    Ok(renewed)
}

/// Ends a lease.
pub(super) async fn release(object: Object, lease: ChunkLease) -> ReadResult<()> {
    let sql = "UPDATE chunks SET is_leased = FALSE, expires_at = NULL
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
                     AND first_pairing = $2 AND lease_epoch = $3 AND holder = $4";
    let (first, epoch) = (lease.first_pairing as i64, lease.epoch as i64);
    let values = [
        &lease.tournament.as_str() as _,
        &first as _,
        &epoch as _,
        &lease.worker as _,
    ];
    execute(&object, sql, &values).await?;
    Ok(())
}

/// Removes the chunks of a tournament that are free or whose lease has ended, or all, and returns them.
pub(super) async fn remove(
    object: Object,
    id: TournamentId,
    all: bool,
) -> ReadResult<Vec<LeasedChunk>> {
    // Locked in the order in which reports lock them.
    let sql = "WITH removed AS (
                   SELECT tournament_key, first_pairing, id FROM chunks JOIN tournaments ON key = tournament_key
                   WHERE id = $1 AND ($2 OR NOT is_leased OR expires_at < clock_timestamp())
                   ORDER BY first_pairing FOR UPDATE OF chunks)
               DELETE FROM chunks USING removed
               WHERE chunks.tournament_key = removed.tournament_key
                     AND chunks.first_pairing = removed.first_pairing
               RETURNING id, chunks.first_pairing, lease_epoch, matches, done, holder";
    let rows = query(&object, sql, &[&id.as_str(), &all]).await?;
    rows.iter().map(leased_chunk).collect()
}
