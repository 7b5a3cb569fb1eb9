//! Owners, sign-up codes, tokens and the audit log as messages.

use std::time::Duration;

use botwerk_proto::v1 as proto;

use super::check_text;
use crate::accounts::{IssuedToken, NewIssuedToken, NewSignUpCode, TokenScope};
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::owners::OwnerDescription;
use crate::store::{AuditFilter, AuditRow, QuotaChange, SignUpCodeRow};

/// Maximum number of tournaments of one token of an organiser.
const MAX_ORGANIZED: usize = 100;

/// Returns the message of an owner.
pub(crate) fn owner_message(owner: OwnerDescription) -> proto::Owner {
    let OwnerDescription {
        row,
        quotas,
        bots,
        concurrent_matches,
        day,
        processor_time,
        searches,
        identities,
    } = owner;
    proto::Owner {
        name: format!("owners/{}", row.name),
        created_micros: row.created_micros,
        quotas: Some(proto::OwnerQuotas {
            bots: quotas.bots,
            concurrent_matches: quotas.concurrent_matches,
            processor_secs_per_day: quotas.processor_secs_per_day,
            searches_per_day: quotas.searches_per_day,
        }),
        r#use: Some(proto::OwnerUse {
            bots,
            concurrent_matches,
            processor_secs: processor_time.as_secs_f64(),
            searches,
            reset_time_nanos: day.end_micros() * 1000,
        }),
        ban_reason: row.ban_reason,
        token_expires_micros: row.token_expires_micros,
        is_deleted: row.token_sha256.is_none(),
        identities,
    }
}

/// Returns the quotas that a request sets.
pub(crate) fn quota_change(request: &proto::UpdateOwnerRequest) -> QuotaChange {
    QuotaChange {
        bots: request.bots,
        concurrent_matches: request.concurrent_matches,
        processor_secs_per_day: request.processor_secs_per_day,
        searches_per_day: request.searches_per_day,
    }
}

/// Reads the request for a sign-up code.
///
/// # Errors
/// Returns an error if the description is too long.
pub(crate) fn new_sign_up_code(
    request: proto::CreateSignUpCodeRequest,
) -> Result<NewSignUpCode, Error> {
    check_text("description", &request.description)?;
    Ok(NewSignUpCode {
        description: request.description,
        uses: request.uses,
        lifetime: Duration::from_secs(request.lifetime_secs),
    })
}

/// Returns the message of a sign-up code.
pub(crate) fn sign_up_code_message(code: SignUpCodeRow) -> proto::SignUpCode {
    proto::SignUpCode {
        name: format!("signUpCodes/{}", code.id),
        description: code.description,
        remaining_uses: code.remaining_uses,
        created_micros: code.created_micros,
        expires_micros: code.expires_micros,
    }
}

/// Reads the request for a token.
///
/// # Errors
/// Returns an error if it names no scope, or tournaments that do not fit it.
pub(crate) fn new_issued_token(
    request: proto::CreateTokenRequest,
) -> Result<NewIssuedToken, Error> {
    let invalid = |message: &str| Error::new(Reason::BadRequest, message);
    let scope = match request.scope() {
        proto::TokenScope::Unspecified => return Err(invalid("scope: required, but not set")),
        proto::TokenScope::Operator => TokenScope::Operator,
        proto::TokenScope::Worker => TokenScope::Worker,
        proto::TokenScope::Organizer => {
            if !(1..=MAX_ORGANIZED).contains(&request.tournaments.len()) {
                let found = request.tournaments.len();
                return Err(invalid(&format!(
                    "tournaments: expected 1 to {MAX_ORGANIZED} for an organiser, found {found}"
                )));
            }
            let ids = request.tournaments.iter();
            let ids = ids.map(|name| TournamentId::from_name(name));
            TokenScope::Organizer(ids.collect::<Result<_, _>>()?)
        }
    };
    if !matches!(scope, TokenScope::Organizer(_)) && !request.tournaments.is_empty() {
        return Err(invalid("tournaments: only an organiser has any; omit them"));
    }
    Ok(NewIssuedToken {
        id: request.token_id,
        scope,
        lifetime: request.lifetime_secs.map(Duration::from_secs),
    })
}

/// Returns the message of a token.
pub(crate) fn token_message(token: IssuedToken) -> proto::Token {
    let (scope, tournaments) = match &token.scope {
        TokenScope::Operator => (proto::TokenScope::Operator, Vec::new()),
        TokenScope::Worker => (proto::TokenScope::Worker, Vec::new()),
        TokenScope::Organizer(ids) => (
            proto::TokenScope::Organizer,
            ids.iter().map(TournamentId::name).collect(),
        ),
    };
    proto::Token {
        name: format!("tokens/{}", token.id),
        scope: scope.into(),
        tournaments,
        created_micros: token.created_micros,
        expires_micros: token.expires_micros,
    }
}

/// Reads which entries of the audit log a request asks for, after those before the given number.
///
/// # Errors
/// Returns an error if a text is too long.
pub(crate) fn audit_filter(
    request: &proto::ListAuditEntriesRequest,
    before: Option<u64>,
) -> Result<AuditFilter, Error> {
    check_text("actor", &request.actor)?;
    check_text("subject", &request.subject)?;
    let set = |text: &String| (!text.is_empty()).then(|| text.clone());
    Ok(AuditFilter {
        before,
        actor: set(&request.actor),
        subject: set(&request.subject),
    })
}

/// Returns the message of an entry of the audit log.
pub(crate) fn audit_entry_message(entry: AuditRow) -> proto::AuditEntry {
    proto::AuditEntry {
        number: entry.number,
        at_micros: entry.at_micros,
        actor: entry.actor,
        act: entry.act,
        subject: entry.subject,
        detail: entry.detail,
    }
}

/// Returns the id in a resource name that starts with a prefix such as `tokens/`.
///
/// # Errors
/// Returns an error if the name has another form.
pub(crate) fn resource_id<'n>(name: &'n str, prefix: &str) -> Result<&'n str, Error> {
    check_text("name", name)?;
    let id = name.strip_prefix(prefix).filter(|id| !id.is_empty());
    id.ok_or_else(|| {
        let message = format!("name: expected `{prefix}` and an id, found `{name}`");
        Error::new(Reason::NotFound, message)
    })
}
