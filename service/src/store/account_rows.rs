//! Owners, bots, sign-up codes, tokens and the audit log as they are stored.

use super::now_micros;
use crate::error::{Error, Reason};

/// A person or team that owns bots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnerRow {
    pub(crate) name: String,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The hash of its token, 64 hex digits; `None` if the owner was deleted. Its name stays taken.
    pub(crate) token_sha256: Option<String>,
    /// When the token expires by which the owner was found, in microseconds since 1970; `None` for never.
    pub(crate) token_expires_micros: Option<i64>,
    /// Why it is banned; `None` if it is not.
    pub(crate) ban_reason: Option<String>,
    /// Maximum number of its bots; `None` for the server's default.
    pub(crate) max_bots: Option<u32>,
    /// Maximum number of matches that its bots play at a time; `None` for the server's default.
    pub(crate) max_concurrent_matches: Option<u32>,
    /// Maximum processor time of its uploaded bots per day in seconds; `None` for the server's default.
    pub(crate) max_processor_secs: Option<u32>,
    /// Maximum number of its searches per day; `None` for the server's default.
    pub(crate) max_searches: Option<u32>,
}

impl OwnerRow {
    /// Returns `true` if a bot belongs to the owner, by its name.
    pub(crate) fn owns(&self, bot: &str) -> bool {
        let own = bot.strip_prefix(&self.name);
        own.is_some_and(|rest| rest.starts_with('/'))
    }

    /// Checks that the token of the owner grants anything.
    ///
    /// # Errors
    /// Returns an error if it has expired, or the owner is banned.
    pub(crate) fn check_usable(&self) -> Result<(), Error> {
        if has_expired(self.token_expires_micros) {
            let message = "owner_token: expired; sign in again, or ask the operator for a new one";
            return Err(Error::new(Reason::BadToken, message));
        }
        self.check_not_banned()
    }

    /// Checks that the owner is not banned.
    ///
    /// # Errors
    /// Returns an error with the reason if it is.
    pub(crate) fn check_not_banned(&self) -> Result<(), Error> {
        match &self.ban_reason {
            None => Ok(()),
            Some(reason) => {
                let message = format!("the owner `{}` is banned: {reason}", self.name);
                Err(Error::new(Reason::Banned, message))
            }
        }
    }
}

/// An identity of an OpenID provider that is linked to an owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdentityRow {
    /// The address of the provider.
    pub(crate) issuer: String,
    /// The id of the person at the provider.
    pub(crate) subject: String,
    /// Name of the owner.
    pub(crate) owner: String,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
}

/// A token of an owner who has signed in with an identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionRow {
    /// The hash of the token, 64 hex digits.
    pub(crate) token_sha256: String,
    /// Name of the owner.
    pub(crate) owner: String,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// When it expires, in microseconds since 1970.
    pub(crate) expires_micros: i64,
}

/// A registered bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BotRow {
    pub(crate) name: String,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The hash of its token, 64 hex digits.
    pub(crate) token_sha256: String,
    /// When the token expires, in microseconds since 1970; `None` for never.
    pub(crate) token_expires_micros: Option<i64>,
    /// Names of the games that it plays; empty for all.
    pub(crate) games: Vec<String>,
    /// Maximum number of matches that it plays at a time.
    pub(crate) max_concurrent_matches: u32,
    /// Name of its owner; `None` for the operator.
    pub(crate) owner: Option<String>,
}

/// A registered bot with its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredBot {
    pub(crate) row: BotRow,
    pub(crate) owner: Option<OwnerRow>,
}

impl StoredBot {
    /// Checks that the token of the bot grants anything.
    ///
    /// # Errors
    /// Returns an error if it has expired, or its owner is banned.
    pub(crate) fn check_usable(&self) -> Result<(), Error> {
        if has_expired(self.row.token_expires_micros) {
            let message = "bot_token: expired; issue another one (`botwerk bot rotate`)";
            return Err(Error::new(Reason::BadToken, message));
        }
        self.check_not_banned()
    }

    /// Checks that the owner of the bot is not banned.
    ///
    /// # Errors
    /// Returns an error if it is.
    pub(crate) fn check_not_banned(&self) -> Result<(), Error> {
        { self.owner.as_ref() }.map_or(Ok(()), OwnerRow::check_not_banned)
    }
}

/// Returns `true` if a token that expires at a time has expired.
pub(crate) fn has_expired(expires_micros: Option<i64>) -> bool {
    expires_micros.is_some_and(|end| end <= now_micros())
}

/// A code with which owners sign up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignUpCodeRow {
    pub(crate) id: String,
    /// The hash of the code, 64 hex digits.
    pub(crate) code_sha256: String,
    /// Whom it is for, as the operator has written it.
    pub(crate) description: String,
    /// Number of owners that may still sign up with it.
    pub(crate) remaining_uses: u32,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// When it expires, in microseconds since 1970.
    pub(crate) expires_micros: i64,
}

/// A token of an operator, a worker or an organiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenRow {
    pub(crate) id: String,
    /// The hash of the token, 64 hex digits.
    pub(crate) token_sha256: String,
    /// What it grants, as JSON.
    pub(crate) scope: String,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// When it expires, in microseconds since 1970; `None` for never.
    pub(crate) expires_micros: Option<i64>,
}

/// What was done, by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AuditRow {
    /// From 1; the store assigns it.
    pub(crate) number: u64,
    /// Microseconds since 1970.
    pub(crate) at_micros: i64,
    pub(crate) actor: String,
    /// Such as `owner.ban`.
    pub(crate) act: String,
    /// The resource name of what was changed; may be empty.
    pub(crate) subject: String,
    pub(crate) detail: String,
}

/// Which entries of the audit log are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AuditFilter {
    /// Only entries with lower numbers.
    pub(crate) before: Option<u64>,
    /// Only entries of this actor.
    pub(crate) actor: Option<String>,
    /// Only entries about this subject.
    pub(crate) subject: Option<String>,
}

/// A change of who may use the server. An entry of the audit log is stored with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AccountChange {
    /// Stores a new owner.
    SignUp(OwnerRow, SignUpPermission),
    /// Stores a new owner with an identity and a session.
    SignUpWithIdentity(OwnerRow, SignUpPermission, IdentityRow, SessionRow),
    /// Links an identity to its owner.
    LinkIdentity(IdentityRow),
    /// Stores a session.
    AddSession(SessionRow),
    /// Deletes the session whose token has this hash.
    DeleteSession(String),
    /// Replaces the token of an owner, and when the new one expires. Its sessions end.
    RotateOwner(String, NewToken),
    /// Changes the quotas of an owner that are set.
    SetQuotas(String, QuotaChange),
    /// Bans an owner for a reason, which ends its sessions, or ends the ban.
    SetBan(String, Option<String>),
    /// Deletes an owner with its bots, identities and sessions.
    DeleteOwner(String),
    /// Stores a new bot, if its owner has fewer than a number of them.
    AddBot(BotRow, Option<u32>),
    /// Replaces the games and the number of concurrent matches of a bot.
    UpdateBot {
        bot: String,
        games: Vec<String>,
        max_concurrent_matches: u32,
    },
    /// Replaces the token of a bot; if a hash is given, only the token with this hash.
    RotateBot {
        bot: String,
        token: NewToken,
        held_sha256: Option<String>,
    },
    /// Deletes a bot.
    DeleteBot(String),
    /// Stores a sign-up code.
    AddCode(SignUpCodeRow),
    /// Deletes a sign-up code.
    DeleteCode(String),
    /// Stores a token.
    AddToken(TokenRow),
    /// Deletes a token.
    DeleteToken(String),
    /// Changes nothing: the entry is about what is stored elsewhere.
    None,
}

impl AccountChange {
    /// Returns `true` if a token or what it grants changes, which the other servers of a database must learn.
    #[cfg_attr(
        not(feature = "postgres"),
        allow(dead_code, reason = "for servers that share a database")
    )]
    pub(crate) const fn changes_access(&self) -> bool {
        !matches!(
            self,
            // No server keeps sessions in its memory.
            Self::SignUp(..)
                | Self::SignUpWithIdentity(..)
                | Self::LinkIdentity(..)
                | Self::AddSession(_)
                | Self::DeleteSession(_)
                | Self::AddCode(_)
                | Self::DeleteCode(_)
                | Self::None
        )
    }
}

/// New quotas of an owner. Those that are `None` do not change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct QuotaChange {
    pub(crate) bots: Option<u32>,
    pub(crate) concurrent_matches: Option<u32>,
    pub(crate) processor_secs_per_day: Option<u32>,
    pub(crate) searches_per_day: Option<u32>,
}

/// What allows an owner to sign up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SignUpPermission {
    /// A code with this hash, 64 hex digits.
    Code(String),
    /// Fewer than a number of owners have signed up since a time, in microseconds since 1970.
    Open { since_micros: i64, limit: u32 },
}

/// A token that replaces another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewToken {
    /// Its hash, 64 hex digits.
    pub(crate) sha256: String,
    /// When it expires, in microseconds since 1970; `None` for never.
    pub(crate) expires_micros: Option<i64>,
}
