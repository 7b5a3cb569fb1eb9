//! The steps of a sign-in.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::provider::IdentityProvider;
use super::sealed_text::SealKey;
use super::sign_in_binding::SignInBinding;
use super::sign_in_state::SignInState;
use super::{ProviderSettings, SignInFailure, SignInTicket};
use crate::error::Error;
use crate::store::now_micros;

/// Maximum number of codes that are exchanged at the same time.
const MAX_EXCHANGES: usize = 32;

/// Maximum length of a code, in bytes.
const MAX_CODE_BYTES: usize = 4096;

/// Signs people in with the provider of a server.
pub(crate) struct SignIns {
    issuer: String,
    name: String,
    key: SealKey,
    provider: IdentityProvider,
    exchanges: Semaphore,
}

/// What a provider has redirected a browser back with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProviderAnswer {
    /// A code for the sign-in of this state.
    Code { code: String, state: String },
    /// An error, with its description.
    Rejected(String),
    /// Neither.
    Unknown,
}

impl SignIns {
    /// Returns the sign-ins of a server; those of the servers of a database have the same secret.
    ///
    /// # Errors
    /// Returns an error if the program was built without providers, or an address is not one.
    pub(crate) fn new(settings: ProviderSettings, secret: [u8; 32]) -> Result<Arc<Self>, String> {
        Ok(Arc::new(Self {
            issuer: settings.issuer.clone(),
            name: settings.name.clone(),
            key: SealKey::new(secret),
            provider: IdentityProvider::new(settings)?,
            exchanges: Semaphore::new(MAX_EXCHANGES),
        }))
    }

    /// Returns the name of the provider for people.
    pub(crate) fn provider_name(&self) -> &str {
        &self.name
    }

    /// Starts a sign-in of a page; returns the address of the provider to which its browser is redirected.
    ///
    /// # Errors
    /// Returns an error if the binding is not the SHA-256 of a secret, or the provider does not answer.
    pub(crate) async fn start(&self, binding: &str) -> Result<String, SignInFailure> {
        let binding = SignInBinding::parse(binding).ok_or_else(|| {
            let message = "this address starts no sign-in; use the page of bots";
            SignInFailure::new(message, "binding: expected 64 lower-case hex digits")
        })?;
        let state = SignInState::start(binding, now_micros()).map_err(|error| {
            SignInFailure::new("the sign-in could not be started; try it again", error)
        })?;
        let (nonce, verifier) = (state.nonce(&self.key), state.verifier(&self.key));
        let address = self
            .provider
            .authorization_address(state.seal(&self.key), nonce, verifier);
        address.await
    }

    /// Ends a sign-in; returns the ticket for the page.
    ///
    /// # Errors
    /// Returns an error if no server of the database has started the sign-in, it has expired, or the provider does not
    /// confirm it.
    pub(crate) async fn finish(&self, answer: ProviderAnswer) -> Result<String, SignInFailure> {
        let name = &self.name;
        let (code, state) = match answer {
            ProviderAnswer::Code { code, state } => (code, state),
            ProviderAnswer::Rejected(error) => {
                let message = format!("{name} has not signed you in; start it again");
                return Err(SignInFailure::new(message, error));
            }
            ProviderAnswer::Unknown => {
                let message = format!("{name} has sent neither a code nor an error");
                return Err(SignInFailure::new(message, "parameters are missing"));
            }
        };
        let state = SignInState::open(&self.key, &state, now_micros())?;
        if code.len() > MAX_CODE_BYTES {
            let message = format!("{name} has sent a code that is too long");
            return Err(SignInFailure::new(message, "code: too long"));
        }
        let Ok(_permit) = self.exchanges.try_acquire() else {
            let message = "many people sign in at the moment; try it again";
            return Err(SignInFailure::new(message, "too many codes are exchanged"));
        };
        let (nonce, verifier) = (state.nonce(&self.key), state.verifier(&self.key));
        let identity = self.provider.confirm(code, nonce, verifier).await?;
        let ticket = SignInTicket::new(identity, state.binding, now_micros());
        Ok(ticket.seal(&self.key))
    }

    /// Reads the ticket of a page, which presents its secret.
    ///
    /// # Errors
    /// Returns an error if the ticket is not valid, was issued to another page, has expired, or is of another provider.
    pub(crate) fn open_ticket(&self, ticket: &str, secret: &str) -> Result<SignInTicket, Error> {
        let opened = SignInTicket::open(&self.key, ticket, secret, now_micros())?;
        opened.check_issuer(&self.issuer)?;
        Ok(opened)
    }
}
