//! What a request that creates something once is recognised by when it is repeated.

use std::net::IpAddr;

use botwerk_engine::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};

/// The sender of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Caller {
    /// Any client with the admin token.
    Operator,
    /// Any client with this address, on a server without an admin token. An IPv6 address stands for its
    /// network.
    Address(IpAddr),
    /// This process.
    Process,
}

/// The request that creates a match, to recognise it when it is repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RequestOrigin {
    /// Its [`content_sha256`].
    pub(crate) content: String,
    pub(crate) caller: Caller,
}

impl RequestOrigin {
    /// Returns the origin of a request.
    pub(crate) fn new(request: &impl prost::Message, caller: Caller) -> Self {
        Self {
            content: content_sha256(request),
            caller,
        }
    }

    /// Returns the origin of a request of a test.
    #[cfg(test)]
    pub(crate) fn of_test() -> Self {
        Self {
            content: String::new(),
            caller: Caller::Process,
        }
    }

    /// Checks that a request with the same id is this one.
    ///
    /// # Errors
    /// Returns an error if its content is another one.
    pub(crate) fn check_repeated(&self, request_id: &str, repeated: &Self) -> Result<(), Error> {
        if self.content == repeated.content {
            return Ok(());
        }
        Err(reused(request_id))
    }
}

/// Returns the SHA-256 of the content of a request, as 64 hex digits. Fields that have their defaults are not part of
/// it, so that a later version of the API recognises the same request.
pub(crate) fn content_sha256(request: &impl prost::Message) -> String {
    hex(&Sha256::digest(request.encode_to_vec()))
}

/// Returns the error for the id of a request with other content.
pub(crate) fn reused(request_id: &str) -> Error {
    let message = format!(
        "request_id: `{request_id}` was used by a request with other content; choose another id"
    );
    Error::new(Reason::RequestIdReused, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the origin of a request, for which any message will do.
    fn origin(content: &str, caller: Caller) -> RequestOrigin {
        RequestOrigin::new(&content.to_owned(), caller)
    }

    #[test]
    fn request_is_repeated_by_its_content_whoever_sends_it() {
        let first = origin("7", Caller::Operator);
        let again = origin("7", Caller::Process);
        assert_eq!(first.check_repeated("id", &again), Ok(()));
        assert_ne!(first, again);
        let other = origin("8", Caller::Operator);
        let error = first.check_repeated("id", &other).unwrap_err();
        assert_eq!(error.reason, Reason::RequestIdReused);
    }
}
