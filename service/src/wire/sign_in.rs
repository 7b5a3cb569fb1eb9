//! Sign-ins with a provider as messages.

use botwerk_proto::v1 as proto;

use super::{check_text, owner_message};
use crate::accounts::SignUpPolicy;
use crate::error::Error;
use crate::owners::{NewSignIn, SignInOptions, SignInOutcome};
use crate::store::OwnerRow;

/// Number of nanoseconds of a microsecond.
const NANOS: i64 = 1000;

/// Returns the response about how owners sign in.
pub(crate) fn sign_in_options_response(options: SignInOptions) -> proto::GetSignInOptionsResponse {
    let SignInOptions { policy, provider } = options;
    let has_provider = provider.is_some();
    proto::GetSignInOptionsResponse {
        accepts_sign_up: policy != SignUpPolicy::Closed,
        needs_code: matches!(policy, SignUpPolicy::Code | SignUpPolicy::Identity),
        provider: provider.unwrap_or_default(),
        provider_replaces_code: has_provider && policy == SignUpPolicy::Identity,
    }
}

/// Reads the request to sign in, given the owner whose token it presents. The ticket has a limit of its own.
///
/// # Errors
/// Returns an error if a text is too long.
pub(crate) fn new_sign_in(
    request: proto::SignInRequest,
    owner: Option<OwnerRow>,
) -> Result<NewSignIn, Error> {
    let proto::SignInRequest {
        ticket,
        binding,
        name,
        code,
    } = request;
    check_text("binding", &binding)?;
    check_text("code", &code)?;
    Ok(NewSignIn {
        ticket,
        binding,
        name,
        code,
        owner,
    })
}

/// Returns the response to a sign-in.
pub(crate) fn sign_in_response(outcome: SignInOutcome) -> proto::SignInResponse {
    match outcome {
        SignInOutcome::SignedIn {
            owner,
            session_token,
            expires_micros,
        } => proto::SignInResponse {
            owner: Some(owner_message(owner)),
            session_token,
            expire_time_nanos: expires_micros.saturating_mul(NANOS),
            suggested_name: String::new(),
        },
        // The client has a token of the owner already.
        SignInOutcome::Linked(owner) => proto::SignInResponse {
            owner: Some(owner_message(owner)),
            ..Default::default()
        },
        SignInOutcome::Unknown { suggested_name } => proto::SignInResponse {
            suggested_name,
            ..Default::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_say_whether_a_code_is_needed() {
        for (policy, provider, accepts_sign_up, needs_code, replaces_code) in [
            (SignUpPolicy::Closed, None, false, false, false),
            (SignUpPolicy::Closed, Some("ID"), false, false, false),
            (SignUpPolicy::Code, None, true, true, false),
            (SignUpPolicy::Code, Some("ID"), true, true, false),
            (SignUpPolicy::Identity, Some("ID"), true, true, true),
            (SignUpPolicy::Open, Some("ID"), true, false, false),
        ] {
            let provider = provider.map(str::to_owned);
            let expected = proto::GetSignInOptionsResponse {
                accepts_sign_up,
                needs_code,
                provider: provider.clone().unwrap_or_default(),
                provider_replaces_code: replaces_code,
            };
            let options = SignInOptions { policy, provider };
            assert_eq!(sign_in_options_response(options), expected);
        }
    }
}
