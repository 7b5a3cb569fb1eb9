//! Who may use the server, and the audit log of what they do: tokens of operators, workers and organisers, sign-up codes,
//! and what the rooms of owners and bots share.

mod account_id;
mod actor;
mod audit_log;
mod issued_tokens;
mod owner_quotas;
mod quota_day;
mod search_counts;
mod search_policy;
mod sign_up_codes;
mod sign_up_policy;
mod token_scope;

pub(crate) use account_id::{check_account_id, owner_id};
pub(crate) use actor::Actor;
pub(crate) use audit_log::AuditLog;
pub(crate) use issued_tokens::{IssuedToken, IssuedTokens, NewIssuedToken};
pub(crate) use owner_quotas::OwnerQuotas;
pub(crate) use quota_day::QuotaDay;
pub(crate) use search_counts::SearchCounts;
pub use search_policy::SearchPolicy;
pub(crate) use sign_up_codes::{NewSignUpCode, SignUpCodes};
pub use sign_up_policy::SignUpPolicy;
pub(crate) use token_scope::TokenScope;

use std::time::Duration;

use crate::error::{Error, Reason};
use crate::store::{NewToken, now_micros};
use crate::token::{new_token, token_sha256};

/// Maximum time until a token expires that expires: 100 years.
const MAX_LIFETIME: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

/// Creates a token that expires after a time, if one is given; returns the token and what is stored of it.
///
/// # Errors
/// Returns an error if the time is 0 or longer than 100 years, or the system has no source of randomness.
pub(crate) fn issue_token(lifetime: Option<Duration>) -> Result<(String, NewToken), Error> {
    if lifetime.is_some_and(|lifetime| lifetime.is_zero() || lifetime > MAX_LIFETIME) {
        let message = "lifetime_secs: expected at least 1 and at most 100 years; omit it for a token without an end";
        return Err(Error::new(Reason::BadRequest, message));
    }
    let (token, _) = new_token()?;
    let stored = NewToken {
        sha256: token_sha256(&token),
        expires_micros: lifetime.map(|lifetime| now_micros() + lifetime.as_micros() as i64),
    };
    Ok((token, stored))
}
