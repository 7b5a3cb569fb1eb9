//! Taking over the matches and tournaments of servers that have ended.

use deadpool_postgres::Object;
use tokio::time::sleep;
use tokio_postgres::Row;

use super::pool::{query, query_opt};
use super::write_failure::{PAUSES_AFTER_CONFLICT, WriteFailure};
use crate::ids::{MatchId, TournamentId};
use crate::store::sql::ReadResult;
use crate::store::{Owner, StoreError, TournamentElsewhere};
use crate::tournament_state::TournamentState;

/// Maximum number of tournaments that one statement reads.
const PAGE: usize = 500;

/// Whose matches and tournaments are taken over.
#[derive(Debug)]
pub(super) enum FormerOwners {
    /// Those of an earlier process of the same server, whose identity this is, and of servers whose lease has expired.
    SameServer(String),
    /// Those of servers whose lease has expired.
    Expired,
}

/// Takes over what other servers own, for the server with an epoch. Returns `true` if there were any.
///
/// # Errors
/// Returns an error if the lease of this server is gone, or a statement fails.
pub(super) async fn take_over(
    mut object: Object,
    epoch: i64,
    former: FormerOwners,
) -> Result<bool, StoreError> {
    let mut taken_over = try_take_over(&mut object, epoch, &former).await;
    for pause in PAUSES_AFTER_CONFLICT {
        if !matches!(taken_over, Err(WriteFailure::Conflict(_))) {
            break;
        }
        sleep(pause).await;
        taken_over = try_take_over(&mut object, epoch, &former).await;
    }
    taken_over.map_err(|failure| match failure {
        WriteFailure::LeaseLost => StoreError::LeaseLost,
        WriteFailure::Conflict(error)
        | WriteFailure::Unavailable(error)
        | WriteFailure::Rejected(error) => error,
        WriteFailure::Refused(message) => StoreError::Unavailable(message),
    })
}

async fn try_take_over(
    object: &mut Object,
    epoch: i64,
    former: &FormerOwners,
) -> Result<bool, WriteFailure> {
    let identity = match former {
        FormerOwners::SameServer(identity) => Some(identity.as_str()),
        FormerOwners::Expired => None,
    };
    let condition = "epoch <> $1 AND (expires_at < clock_timestamp() OR identity = $2)";
    let sql = format!("SELECT FROM servers WHERE {condition} LIMIT 1");
    if query(object, &sql, &[&epoch, &identity]).await?.is_empty() {
        return Ok(false);
    }
    let transaction = object.transaction().await?;
    // Waits for a transaction of the former owner. What it has written is then seen by the following statements, and it
    // can start no other one. The own lease is locked as well, in the same order: after an outage of the database two
    // servers may try to take over from each other.
    let sql = format!(
        "SELECT epoch FROM servers WHERE epoch = $1 OR ({condition}) ORDER BY epoch FOR UPDATE"
    );
    let locked = transaction.query(&sql, &[&epoch, &identity]).await?;
    let locked: Vec<i64> = locked.iter().map(|row| row.get(0)).collect();
    if !locked.contains(&epoch) {
        return Err(WriteFailure::LeaseLost);
    }
    let former: Vec<i64> = locked
        .into_iter()
        .filter(|locked| *locked != epoch)
        .collect();
    let mut counts = [0; 2];
    // In the order in which all transactions lock rows.
    let tables = [("tournaments", "id"), ("matches", "key")];
    for (count, (table, order)) in counts.iter_mut().zip(tables) {
        let sql = format!(
            "SELECT FROM {table} WHERE owner_epoch = ANY($1) ORDER BY {order} FOR NO KEY UPDATE"
        );
        transaction.query(&sql, &[&former]).await?;
        let sql = format!("UPDATE {table} SET owner_epoch = $1 WHERE owner_epoch = ANY($2)");
        *count = transaction.execute(&sql, &[&epoch, &former]).await?;
    }
    let sql = "DELETE FROM servers WHERE epoch = ANY($1)";
    transaction.execute(sql, &[&former]).await?;
    transaction.commit().await?;
    let [tournaments, matches] = counts;
    if matches + tournaments > 0 {
        tracing::info!(
            ?former,
            matches,
            tournaments,
            "took over from servers that have ended"
        );
    }
    Ok(!former.is_empty())
}

/// Reads the owner of a match as the server with an epoch sees it, or `None` if there is no such match.
pub(super) async fn match_owner(
    object: Object,
    epoch: i64,
    id: MatchId,
) -> ReadResult<Option<Owner>> {
    let sql = "SELECT owner_epoch, address, expires_at > clock_timestamp()
               FROM matches LEFT JOIN servers ON epoch = owner_epoch WHERE id = $1";
    let row = query_opt(&object, sql, &[&id.as_str()]).await?;
    row.map(|row| owner(&row, epoch)).transpose()
}

/// Reads the owner of a tournament as the server with an epoch sees it, or `None` if there is no such tournament.
pub(super) async fn tournament_owner(
    object: Object,
    epoch: i64,
    id: TournamentId,
) -> ReadResult<Option<Owner>> {
    let sql = "SELECT owner_epoch, address, expires_at > clock_timestamp()
               FROM tournaments LEFT JOIN servers ON epoch = owner_epoch WHERE id = $1";
    let row = query_opt(&object, sql, &[&id.as_str()]).await?;
    row.map(|row| owner(&row, epoch)).transpose()
}

fn owner(row: &Row, epoch: i64) -> ReadResult<Owner> {
    let Some(owner) = row.try_get::<_, Option<i64>>(0)? else {
        return Ok(Owner::None);
    };
    if owner == epoch {
        return Ok(Owner::This);
    }
    let is_alive: Option<bool> = row.try_get(2)?;
    Ok(match row.try_get(1)? {
        Some(address) if is_alive == Some(true) => Owner::Other(address),
        _ => Owner::Expired,
    })
}

/// Reads the running tournaments that servers other than the one with an epoch direct.
pub(super) async fn elsewhere(object: Object, epoch: i64) -> ReadResult<Vec<TournamentElsewhere>> {
    let sql = "SELECT id, address, md5(configuration || status)
               FROM tournaments JOIN servers ON epoch = owner_epoch
               WHERE owner_epoch <> $1 AND state = $2 AND expires_at > clock_timestamp() AND id > $3
               ORDER BY id LIMIT $4";
    let running = TournamentState::Running.number();
    let mut tournaments: Vec<TournamentElsewhere> = Vec::new();
    loop {
        let after = tournaments.last().map_or("", |last| last.id.as_str());
        let page = query(&object, sql, &[&epoch, &running, &after, &(PAGE as i64)]).await?;
        for row in &page {
            tournaments.push(TournamentElsewhere {
                id: row.try_get::<_, &str>(0)?.into(),
                address: row.try_get(1)?,
                version: row.try_get(2)?,
            });
        }
        if page.len() < PAGE {
            return Ok(tournaments);
        }
    }
}
