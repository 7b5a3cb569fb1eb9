//! The store of owners, bots and tokens.

use super::{
    AuditFilter, AuditRow, IdentityRow, OwnerRow, PendingRead, SignUpCodeRow, StoredBot, TokenRow,
    WriteStore,
};
use crate::accounts::QuotaDay;

/// Maximum number of sign-up codes, and of tokens.
pub(crate) const MAX_CODES_AND_TOKENS: u32 = 500;

/// Maximum number of identities of an owner, and of its sessions.
pub(crate) const MAX_IDENTITIES: u32 = 10;

/// A store of who may use the server: owners, bots, sign-up codes and tokens, and of the audit log.
pub(crate) trait AccountStore: WriteStore {
    /// Reads an owner, or `None` if no owner has this name.
    fn owner(&self, name: &str) -> PendingRead<Option<OwnerRow>>;

    /// Reads the owner whose token, or the token of whose session, has this hash, or `None` if there is none. The row has
    /// the time at which this token expires.
    fn owner_by_token(&self, token_sha256: &str) -> PendingRead<Option<OwnerRow>>;

    /// Reads an identity, or `None` if it is linked to no owner.
    fn identity(&self, issuer: &str, subject: &str) -> PendingRead<Option<IdentityRow>>;

    /// Returns the number of identities that are linked to an owner.
    fn identity_count(&self, owner: &str) -> PendingRead<u32>;

    /// Reads at most `limit` owners with names after `after`, in order.
    fn owners(&self, after: &str, limit: usize) -> PendingRead<Vec<OwnerRow>>;

    /// Returns the number of bots of an owner.
    fn bot_count(&self, owner: &str) -> PendingRead<u32>;

    /// Returns the processor time of the uploaded bots of an owner in a day, in nanoseconds.
    fn processor_nanos(&self, owner: &str, day: QuotaDay) -> PendingRead<u64>;

    /// Reads the bots with these names, in any order.
    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<StoredBot>>;

    /// Reads the bot whose token has this hash, or `None` if no bot has it.
    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<StoredBot>>;

    /// Reads at most `limit` bots with names after `after`, in order: of one owner, or all.
    fn bots(&self, owner: Option<&str>, after: &str, limit: usize) -> PendingRead<Vec<StoredBot>>;

    /// Reads all sign-up codes, the newest first.
    fn sign_up_codes(&self) -> PendingRead<Vec<SignUpCodeRow>>;

    /// Reads all tokens of operators, workers and organisers, by id.
    fn tokens(&self) -> PendingRead<Vec<TokenRow>>;

    /// Reads at most `limit` entries of the audit log, the newest first.
    fn audit_entries(&self, filter: &AuditFilter, limit: usize) -> PendingRead<Vec<AuditRow>>;
}
