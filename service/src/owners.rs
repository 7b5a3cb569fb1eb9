//! Owners: they sign up, own bots within quotas, and can be banned.

mod sign_in;

use std::sync::Arc;
use std::time::Duration;

pub(crate) use self::sign_in::{NewSignIn, SignInOptions, SignInOutcome};
use crate::accounts::{
    Actor, AuditLog, OwnerQuotas, QuotaDay, SearchCounts, SignUpPolicy, check_account_id,
    issue_token,
};
use crate::bots::Bots;
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::identities::SignIns;
use crate::store::{
    AccountChange, AccountStore, OwnerRow, QuotaChange, SignUpPermission, StoredBot, now_micros,
};
use crate::token::token_sha256;

/// Time over which open sign-ups are counted.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// An owner with its quotas and what its bots use.
#[derive(Debug, Clone)]
pub(crate) struct OwnerDescription {
    pub(crate) row: OwnerRow,
    pub(crate) quotas: OwnerQuotas,
    /// Number of its bots.
    pub(crate) bots: u32,
    /// Number of matches that they play on this server.
    pub(crate) concurrent_matches: u32,
    /// Number of identities of the provider that are linked to it.
    pub(crate) identities: u32,
    /// The day over which the following is counted.
    pub(crate) day: QuotaDay,
    /// Processor time of the uploaded ones.
    pub(crate) processor_time: Duration,
    /// Number of searches that were requested of this server.
    pub(crate) searches: u32,
}

/// An owner to be signed up.
#[derive(Debug, Clone)]
pub(crate) struct NewOwner {
    pub(crate) name: String,
    /// The sign-up code; may be empty.
    pub(crate) code: String,
}

/// All owners.
pub(crate) struct Owners {
    store: Arc<dyn AccountStore>,
    audit_log: AuditLog,
    bots: Arc<Bots>,
    sign_ins: Option<Arc<SignIns>>,
    policy: SignUpPolicy,
    /// Maximum number of owners that sign up without a code in 24 hours.
    max_sign_ups_per_day: u32,
    default_quotas: OwnerQuotas,
    searches: SearchCounts,
}

impl Owners {
    pub(crate) fn new(
        config: &Config,
        sign_ins: Option<Arc<SignIns>>,
        store: Arc<dyn AccountStore>,
        audit_log: AuditLog,
        bots: Arc<Bots>,
    ) -> Self {
        Self {
            store,
            audit_log,
            bots,
            sign_ins,
            policy: config.sign_up,
            max_sign_ups_per_day: config.max_sign_ups_per_day,
            default_quotas: config.owner_quotas(),
            searches: SearchCounts::default(),
        }
    }

    /// Signs up an owner; returns it and its token.
    ///
    /// # Errors
    /// Returns an error if the server does not allow it, the name is taken or cannot be one, or the owner cannot be stored.
    pub(crate) async fn sign_up(
        &self,
        new: NewOwner,
        actor: &Actor,
    ) -> Result<(OwnerDescription, String), Error> {
        let permission = self.permission(&new.code, false)?;
        let (row, token) = new_row(new.name)?;
        let change = AccountChange::SignUp(row.clone(), permission);
        let subject = format!("owners/{}", row.name);
        let stored = self
            .audit_log
            .store(change, actor, "owner.sign-up", subject, "");
        stored.await?;
        Ok((self.describe(row).await?, token))
    }

    /// Returns what allows a client to sign an owner up with a code, or without one if it has signed in with the provider
    /// or needs none.
    fn permission(&self, code: &str, has_identity: bool) -> Result<SignUpPermission, Error> {
        let needs_code = match self.policy {
            SignUpPolicy::Closed => {
                let message = "this server signs no client up; ask its operator";
                return Err(Error::new(Reason::BadToken, message));
            }
            SignUpPolicy::Code => true,
            SignUpPolicy::Identity => !has_identity,
            SignUpPolicy::Open => false,
        };
        match code {
            "" if needs_code => {
                let message = "code: missing; ask the operator of the server for a sign-up code";
                Err(Error::new(Reason::BadToken, message))
            }
            "" => Ok(SignUpPermission::Open {
                since_micros: now_micros() - DAY.as_micros() as i64,
                limit: self.max_sign_ups_per_day,
            }),
            code => Ok(SignUpPermission::Code(token_sha256(code))),
        }
    }

    /// Returns the owner of a token, or `None` if no owner has it.
    ///
    /// # Errors
    /// Returns an error if the token has expired, the owner is banned, or the store cannot be read.
    pub(crate) async fn find_by_token(&self, token: &str) -> Result<Option<OwnerRow>, Error> {
        let owner = self.store.owner_by_token(&token_sha256(token)).await?;
        owner.as_ref().map_or(Ok(()), OwnerRow::check_usable)?;
        Ok(owner)
    }

    /// Returns the owner of a token, or of the bot with this token; `None` if neither has it.
    ///
    /// # Errors
    /// Returns an error if the token has expired, the owner is banned, or the store cannot be read.
    pub(crate) async fn find_by_any_token(&self, token: &str) -> Result<Option<OwnerRow>, Error> {
        let owner = self.find_by_token(token).await?;
        if owner.is_some() {
            return Ok(owner);
        }
        let bot = self.store.bot_by_token(&token_sha256(token)).await?;
        bot.as_ref().map_or(Ok(()), StoredBot::check_usable)?;
        Ok(bot.and_then(|bot| bot.owner))
    }

    /// Counts a search that an owner requests.
    ///
    /// # Errors
    /// Returns an error if the owner has used up its quota.
    pub(crate) fn count_search(&self, owner: &OwnerRow) -> Result<(), Error> {
        let quota = self.default_quotas.of_owner(owner).searches_per_day;
        self.searches.count(&owner.name, quota, QuotaDay::now())
    }

    /// Checks that the uploaded bots of an owner may use more processor time today.
    ///
    /// # Errors
    /// Returns an error if its quota is used up, or the store cannot be read.
    pub(crate) async fn check_processor_time(&self, owner: &OwnerRow) -> Result<(), Error> {
        let quota = self.default_quotas.of_owner(owner).processor_secs_per_day;
        let day = QuotaDay::now();
        let nanos = self.store.processor_nanos(&owner.name, day).await?;
        let used = Duration::from_nanos(nanos);
        if used < Duration::from_secs(quota.into()) {
            return Ok(());
        }
        let message = format!(
            "processor time: the uploaded bots of the owner `{}` have used {} of {quota} s today; the next upload may be {}",
            owner.name,
            used.as_secs(),
            day.reset_text()
        );
        Err(Error::new(Reason::QuotaExceeded, message))
    }

    /// Returns an owner.
    ///
    /// # Errors
    /// Returns an error if no owner has this name, or the store cannot be read.
    pub(crate) async fn get(&self, name: &str) -> Result<OwnerDescription, Error> {
        let row = self.store.owner(name).await?;
        let row =
            row.ok_or_else(|| Error::new(Reason::NotFound, format!("there is no owner `{name}`")))?;
        self.describe(row).await
    }

    /// Returns at most `limit` owners with names after `after`, by name, and whether there are more.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(
        &self,
        after: &str,
        limit: usize,
    ) -> Result<(Vec<OwnerDescription>, bool), Error> {
        let mut rows = self.store.owners(after, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let mut owners = Vec::with_capacity(rows.len());
        for row in rows {
            owners.push(self.describe(row).await?);
        }
        Ok((owners, has_more))
    }

    /// Changes the quotas of an owner that are set.
    ///
    /// # Errors
    /// Returns an error if there is no such owner, or the store accepts no writes.
    pub(crate) async fn set_quotas(
        &self,
        actor: &Actor,
        name: &str,
        quotas: QuotaChange,
    ) -> Result<OwnerDescription, Error> {
        let named = [
            ("bots", quotas.bots),
            ("concurrent matches", quotas.concurrent_matches),
            ("processor seconds per day", quotas.processor_secs_per_day),
            ("searches per day", quotas.searches_per_day),
        ];
        let set = named
            .iter()
            .filter_map(|(what, quota)| Some(format!("{what} {}", (*quota)?)));
        let detail = set.collect::<Vec<_>>().join(", ");
        let change = AccountChange::SetQuotas(name.to_owned(), quotas);
        self.change(change, actor, "owner.quotas", name, detail)
            .await?;
        self.get(name).await
    }

    /// Bans an owner for a reason, or ends its ban.
    ///
    /// # Errors
    /// Returns an error if there is no such owner, or the store accepts no writes.
    pub(crate) async fn set_ban(
        &self,
        actor: &Actor,
        name: &str,
        reason: Option<String>,
    ) -> Result<OwnerDescription, Error> {
        let act = if reason.is_some() {
            "owner.ban"
        } else {
            "owner.unban"
        };
        let detail = reason.clone().unwrap_or_default();
        let change = AccountChange::SetBan(name.to_owned(), reason);
        self.change(change, actor, act, name, detail).await?;
        self.get(name).await
    }

    /// Replaces the token of an owner; returns the new one.
    ///
    /// # Errors
    /// Returns an error if there is no such owner, the lifetime is not valid, or the store accepts no writes.
    pub(crate) async fn rotate_token(
        &self,
        actor: &Actor,
        name: &str,
        lifetime: Option<Duration>,
    ) -> Result<String, Error> {
        let (token, stored) = issue_token(lifetime)?;
        let change = AccountChange::RotateOwner(name.to_owned(), stored);
        self.change(change, actor, "owner.rotate-token", name, "")
            .await?;
        Ok(token)
    }

    /// Deletes an owner with its bots; returns how many these were.
    ///
    /// # Errors
    /// Returns an error if there is no such owner, or the store accepts no writes.
    pub(crate) async fn delete(&self, actor: &Actor, name: &str) -> Result<u32, Error> {
        let bots = self.store.bot_count(name).await?;
        let change = AccountChange::DeleteOwner(name.to_owned());
        let detail = format!("{bots} bots");
        self.change(change, actor, "owner.delete", name, detail)
            .await?;
        Ok(bots)
    }

    /// Stores a change of an owner, and applies it to the bots that are online here.
    async fn change(
        &self,
        change: AccountChange,
        actor: &Actor,
        act: &str,
        name: &str,
        detail: impl Into<String>,
    ) -> Result<(), Error> {
        let subject = format!("owners/{name}");
        self.audit_log
            .store(change, actor, act, subject, detail)
            .await?;
        self.bots.apply_account_changes().await
    }

    async fn describe(&self, row: OwnerRow) -> Result<OwnerDescription, Error> {
        let day = QuotaDay::now();
        let processor_nanos = self.store.processor_nanos(&row.name, day).await?;
        Ok(OwnerDescription {
            day,
            processor_time: Duration::from_nanos(processor_nanos),
            searches: self.searches.used(&row.name, day),
            quotas: self.default_quotas.of_owner(&row),
            bots: self.store.bot_count(&row.name).await?,
            concurrent_matches: self.bots.active_matches_of_owner(&row.name),
            identities: self.store.identity_count(&row.name).await?,
            row,
        })
    }
}

/// Returns a new owner and its token.
fn new_row(name: String) -> Result<(OwnerRow, String), Error> {
    check_account_id("name", &name)?;
    let (token, stored) = issue_token(None)?;
    let row = OwnerRow {
        name,
        created_micros: now_micros(),
        token_sha256: Some(stored.sha256),
        token_expires_micros: None,
        ban_reason: None,
        max_bots: None,
        max_concurrent_matches: None,
        max_processor_secs: None,
        max_searches: None,
    };
    Ok((row, token))
}
