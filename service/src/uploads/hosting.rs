//! Hosts: they lease versions to build and check them, and bots to play.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use super::host_activity::HostActivity;
use crate::accounts::QuotaDay;
use crate::bots::{BotId, HostedBots, OnlineBots};
use crate::error::Error;
use crate::store::{
    AccountStore, ProcessorQuota, StoreError, StoredBot, VersionChange, VersionKey, VersionRow,
    VersionState, VersionStore, WriteCommand, now_micros,
};

/// Time after which a lease ends that is not renewed.
pub(crate) const LEASE: Duration = Duration::from_secs(30);

/// Time before the end of a lease at which it is renewed.
const RENEW_BEFORE: Duration = Duration::from_secs(20);

/// Maximum number of bots that one host plays.
const MAX_BOTS: usize = 1_000;

/// Maximum time that a call waits for a version to be built.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Time between two looks at the store, where other servers may have stored a version.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum length of a log, in bytes.
const MAX_LOG_BYTES: usize = 64 << 10;

/// How building and checking have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VersionResult {
    /// Why the version is rejected; empty if it is not.
    pub(crate) rejection: String,
    /// What was printed.
    pub(crate) log: String,
}

/// A bot that a host is to play.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub(crate) version: VersionRow,
    /// Token with which the bot receives invitations.
    pub(crate) bot_token: String,
    /// Maximum number of matches that it plays at a time.
    pub(crate) max_concurrent_matches: u32,
}

/// The leases of hosts.
pub(crate) struct Hosting {
    pub(crate) store: Arc<dyn VersionStore>,
    pub(crate) accounts: Arc<dyn AccountStore>,
    pub(crate) online_bots: Arc<OnlineBots>,
    pub(crate) hosted_bots: HostedBots,
    pub(crate) activity: Arc<HostActivity>,
    /// Notified when a version is stored.
    pub(crate) added: Arc<Notify>,
    /// Notified when a version was checked.
    pub(crate) checked: Arc<Notify>,
    /// Maximum processor time of the bots of an owner in a day, in seconds, unless the operator has set another.
    pub(crate) processor_secs_per_day: u32,
}

impl Hosting {
    /// Leases a version to be built and checked; waits for one at most for a time.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub(crate) async fn lease_version(
        &self,
        host: &str,
        wait: Duration,
    ) -> Result<Option<VersionRow>, Error> {
        self.activity.record_call(host);
        let until = tokio::time::Instant::now() + wait.min(MAX_WAIT);
        loop {
            let added = self.added.notified();
            let now = now_micros();
            let quota = self.processor_quota();
            if let Some(row) = self.store.version_to_build(now, quota).await? {
                let leased = self.lease(&row, VersionState::Building, host, now).await?;
                if leased {
                    return Ok(Some(row));
                }
                // Another host was faster.
                continue;
            }
            let look_at = tokio::time::Instant::now() + LOOK_INTERVAL;
            if until <= tokio::time::Instant::now() {
                return Ok(None);
            }
            tokio::select! {
                () = added => {}
                () = tokio::time::sleep_until(look_at.min(until)) => {}
            }
        }
    }

    /// Renews the lease of a version that a host builds; returns `false` if the host has lost it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub(crate) async fn renew(&self, key: &VersionKey, host: &str) -> Result<bool, Error> {
        self.activity.record_call(host);
        let row = self.store.version(key).await?;
        let Some(row) = row.filter(|row| row.host.as_deref() == Some(host)) else {
            return Ok(false);
        };
        // Its own lease is no obstacle.
        let now = row.leased_until_micros;
        self.lease(&row, VersionState::Building, host, now).await
    }

    /// Stores how building and checking have ended; returns `false` if the host has lost the lease.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub(crate) async fn report(
        &self,
        key: VersionKey,
        host: &str,
        result: VersionResult,
    ) -> Result<bool, Error> {
        let state = match result.rejection.as_str() {
            "" => VersionState::Checked,
            _ => VersionState::Rejected,
        };
        let change = VersionChange::Report {
            version: key,
            host: host.to_owned(),
            state,
            reason: result.rejection,
            log: last_bytes(result.log),
        };
        self.activity.record_call(host);
        let is_leased = self.write_leased(change).await?;
        if is_leased {
            self.activity.record_check(state);
        }
        if is_leased && state == VersionState::Checked {
            self.checked.notify_one();
        }
        Ok(is_leased)
    }

    /// Adds processor time that a host has spent on bots, in nanoseconds, to what their owners have used today.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub(crate) async fn add_processor_times(&self, times: Vec<(String, u64)>) -> Result<(), Error> {
        if times.is_empty() {
            return Ok(());
        }
        let change = VersionChange::AddProcessorTimes(QuotaDay::now(), times);
        let written = self.store.write(WriteCommand::ChangeVersions(change));
        Ok(written.await?)
    }

    fn processor_quota(&self) -> ProcessorQuota {
        ProcessorQuota {
            day: QuotaDay::now(),
            default_secs: self.processor_secs_per_day,
        }
    }

    /// Renews the leases of the bots that a host plays, gives it others, and returns all that it is to play. Bots whose owners
    /// have no processor time left play the matches that they have begun.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used.
    pub(crate) async fn sync(
        &self,
        host: &str,
        capacity: usize,
        playing: &BTreeSet<VersionKey>,
    ) -> Result<Vec<Assignment>, Error> {
        self.activity.record_call(host);
        let capacity = capacity.min(MAX_BOTS);
        let quota = self.processor_quota();
        let mut kept = Vec::new();
        let out_of_time = self.store.bots_out_of_time(host, quota).await?;
        let to_replace: BTreeSet<String> = self
            .store
            .bots_to_replace(host)
            .await?
            .into_iter()
            .collect();
        for row in self.store.versions_played_by(host, MAX_BOTS).await? {
            let is_playing = playing.contains(&row.key());
            if out_of_time.contains(&row.bot) && self.can_end(&row, is_playing) {
                self.write_leased(VersionChange::Pause {
                    version: row.key(),
                    host: host.to_owned(),
                })
                .await?;
            } else if kept.len() >= capacity {
                self.write_leased(VersionChange::Release {
                    version: row.key(),
                    host: host.to_owned(),
                })
                .await?;
            } else if to_replace.contains(&row.bot) && self.can_end(&row, is_playing) {
                self.write_leased(VersionChange::Replace(row.key())).await?;
            } else {
                kept.push(row);
            }
        }
        let now = now_micros();
        let soon = now + RENEW_BEFORE.as_micros() as i64;
        if kept.iter().any(|row| row.leased_until_micros < soon) {
            let renew = VersionChange::RenewPlaying {
                host: host.to_owned(),
                until_micros: now + LEASE.as_micros() as i64,
            };
            self.write_leased(renew).await?;
        }
        if kept.len() < capacity {
            let free = self
                .store
                .versions_to_play(now, quota, capacity - kept.len())
                .await?;
            for row in free {
                if self.lease(&row, VersionState::Playing, host, now).await? {
                    kept.push(row);
                }
            }
        }
        self.assignments(host, kept).await
    }

    /// Returns `true` if a bot plays no match, so that its program can end. While it still plays one it is invited to no new
    /// block, so that the time comes.
    fn can_end(&self, row: &VersionRow, is_playing: bool) -> bool {
        let bot = BotId::Registered(row.bot.clone());
        let is_idle = !is_playing || self.online_bots.status(&bot).active_matches == 0;
        self.online_bots.set_ending(&row.bot, !is_idle);
        is_idle
    }

    /// Returns what a host is to play, without the bots of owners that are banned.
    async fn assignments(
        &self,
        host: &str,
        rows: Vec<VersionRow>,
    ) -> Result<Vec<Assignment>, Error> {
        let names = rows.iter().map(|row| row.bot.clone()).collect();
        let bots = self.accounts.bots_named(names).await?;
        let find = |name: &str| bots.iter().find(|bot: &&StoredBot| bot.row.name == name);
        let assignment = |version: VersionRow| {
            let bot = find(&version.bot)?;
            bot.check_not_banned().ok()?;
            Some(Assignment {
                bot_token: self.hosted_bots.token(&version.key(), host),
                max_concurrent_matches: bot.row.max_concurrent_matches,
                version,
            })
        };
        Ok(rows.into_iter().filter_map(assignment).collect())
    }

    /// Gives a lease to a host; returns `false` if another host has it.
    async fn lease(
        &self,
        row: &VersionRow,
        to: VersionState,
        host: &str,
        now_micros: i64,
    ) -> Result<bool, Error> {
        let until_micros = crate::store::now_micros() + LEASE.as_micros() as i64;
        let change = VersionChange::Lease {
            version: row.key(),
            from: row.state,
            to,
            host: host.to_owned(),
            now_micros,
            until_micros,
        };
        self.write_leased(change).await
    }

    /// Makes a change that a lost lease rejects; returns `false` then.
    async fn write_leased(&self, change: VersionChange) -> Result<bool, Error> {
        match self.store.write(WriteCommand::ChangeVersions(change)).await {
            Ok(()) => Ok(true),
            Err(StoreError::Rejected(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the end of a log that is too long.
fn last_bytes(log: String) -> String {
    if log.len() <= MAX_LOG_BYTES {
        return log;
    }
    let mut start = log.len() - MAX_LOG_BYTES;
    while !log.is_char_boundary(start) {
        start += 1;
    }
    log[start..].to_owned()
}
