//! Stands for the provider in a program without OpenID Connect: no provider is accepted.

use super::sign_in_ticket::ConfirmedIdentity;
use super::{ProviderSettings, SignInFailure};

const ABSENT: &str = "this program was built without the feature oidc; build it with \
                      `cargo install --path clients/cli --features full`";

/// A provider. There is none, since the program was built without them.
pub(super) enum IdentityProvider {}

/// Returns an error, since the program was built without providers.
pub(crate) fn check_built() -> Result<(), String> {
    Err(ABSENT.to_owned())
}

impl IdentityProvider {
    /// Returns an error, since the program was built without providers.
    pub(super) fn new(_: ProviderSettings) -> Result<Self, String> {
        Err(ABSENT.to_owned())
    }

    /// Is never called, since there is no provider.
    #[expect(clippy::unused_async, reason = "as with providers")]
    pub(super) async fn authorization_address(
        &self,
        _: String,
        _: String,
        _: String,
    ) -> Result<String, SignInFailure> {
        match *self {}
    }

    /// Is never called, since there is no provider.
    #[expect(clippy::unused_async, reason = "as with providers")]
    pub(super) async fn confirm(
        &self,
        _: String,
        _: String,
        _: String,
    ) -> Result<ConfirmedIdentity, SignInFailure> {
        match *self {}
    }
}
