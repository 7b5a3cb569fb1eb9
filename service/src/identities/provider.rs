//! The provider: where it signs people in, and the identities that it confirms.

mod description;
mod http_client;
mod id_token;
mod signatures;
mod suggested_name;

use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use self::description::{ClientAuthentication, ProviderDescription};
use self::http_client::{HttpClient, HttpFailure};
use self::id_token::{ExpectedClaims, InvalidToken, PersonClaims};
use super::sign_in_ticket::ConfirmedIdentity;
use super::{ProviderSettings, SignInFailure};

/// Time for which the description and the keys of a provider are used.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Time between two attempts to fetch them when they are too old.
const REFETCH_PAUSE: Duration = Duration::from_secs(60);

/// Time between two attempts to fetch them when nothing can be done without.
const FETCH_PAUSE: Duration = Duration::from_secs(5);

/// A provider of a server.
pub(super) struct IdentityProvider {
    settings: ProviderSettings,
    http: HttpClient,
    cache: Mutex<ProviderCache>,
}

/// What was last fetched from the provider.
#[derive(Default)]
struct ProviderCache {
    fetched: Option<FetchedDescription>,
    attempted: Option<Instant>,
}

#[derive(Clone)]
struct FetchedDescription {
    description: Arc<ProviderDescription>,
    at: Instant,
}

/// What a provider returns for a code (RFC 6749, 4.1.4).
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    id_token: Option<String>,
}

/// Returns no error, since the program was built with providers.
#[expect(clippy::unnecessary_wraps, reason = "as without providers")]
pub(crate) fn check_built() -> Result<(), String> {
    Ok(())
}

impl IdentityProvider {
    /// Returns a provider, which is first called when a person signs in.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be configured.
    pub(super) fn new(settings: ProviderSettings) -> Result<Self, String> {
        signatures::install();
        Ok(Self {
            http: HttpClient::new()?,
            cache: Mutex::default(),
            settings,
        })
    }

    /// Returns the address at which the provider signs a person in (RFC 6749, 4.1.1; RFC 7636, 4.3).
    ///
    /// # Errors
    /// Returns an error if the provider does not answer.
    pub(super) async fn authorization_address(
        &self,
        state: String,
        nonce: String,
        verifier: String,
    ) -> Result<String, SignInFailure> {
        let description = self.description().await?;
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let parameters = form(&[
            ("response_type", "code"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", &self.settings.redirect_address),
            ("scope", "openid profile email"),
            ("state", &state),
            ("nonce", &nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        let address = &description.authorization_endpoint;
        let separator = if address.query().is_some() { '&' } else { '?' };
        Ok(format!("{address}{separator}{parameters}"))
    }

    /// Exchanges the code of a sign-in for the identity of the person.
    ///
    /// # Errors
    /// Returns an error if the provider does not answer, rejects the code, or confirms the identity in a way that is not
    /// valid.
    pub(super) async fn confirm(
        &self,
        code: String,
        nonce: String,
        verifier: String,
    ) -> Result<ConfirmedIdentity, SignInFailure> {
        let description = self.description().await?;
        let response = self.exchange(&description, &code, &verifier).await;
        let response = response.map_err(|error| self.unconfirmed(error))?;
        let person = self.verify(&description, &response, &nonce).await?;
        let suggested_name = self.suggested_name(&description, &response, &person).await;
        Ok(ConfirmedIdentity {
            issuer: self.settings.issuer.clone(),
            subject: person.subject,
            suggested_name,
        })
    }

    /// Exchanges a code for tokens (RFC 6749, 4.1.3).
    async fn exchange(
        &self,
        description: &ProviderDescription,
        code: &str,
        verifier: &str,
    ) -> Result<TokenResponse, HttpFailure> {
        let ProviderSettings {
            client_id,
            client_secret,
            redirect_address,
            ..
        } = &self.settings;
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_address),
            ("code_verifier", verifier),
        ];
        let authorization = match description.client_authentication {
            ClientAuthentication::Basic => {
                let pair = format!("{}:{}", encoded(client_id), encoded(client_secret));
                Some(format!("Basic {}", BASE64_STANDARD.encode(pair)))
            }
            ClientAuthentication::Form => {
                fields.extend([
                    ("client_id", &**client_id),
                    ("client_secret", client_secret),
                ]);
                None
            }
        };
        let address = &description.token_endpoint;
        let response = self.http.post(address, authorization, form(&fields));
        response.await
    }

    /// Returns what the provider says of a person, if issuer, audience, nonce, signature and time are valid.
    async fn verify(
        &self,
        description: &Arc<ProviderDescription>,
        response: &TokenResponse,
        nonce: &str,
    ) -> Result<PersonClaims, SignInFailure> {
        let token = response.id_token.as_deref();
        let token = token.ok_or_else(|| self.unconfirmed("the provider has sent no ID token"))?;
        let expected = ExpectedClaims {
            issuer: &self.settings.issuer,
            client_id: &self.settings.client_id,
            nonce,
        };
        let mut verified = description.keys.verify(token, expected);
        if verified
            .as_ref()
            .is_err_and(|error| *error == InvalidToken::UnknownKey)
            && let Some(description) = self.description_with_newer_keys(description).await
        {
            verified = description.keys.verify(token, expected);
        }
        verified.map_err(|error| self.unconfirmed(error))
    }

    /// Returns a name for a new owner; empty if the provider says nothing that could be one.
    async fn suggested_name(
        &self,
        description: &ProviderDescription,
        response: &TokenResponse,
        person: &PersonClaims,
    ) -> String {
        let name = person.suggested_name();
        // Many providers name the person only to who asks for it. A sign-in works without.
        let (true, Some(address)) = (name.is_empty(), &description.userinfo_endpoint) else {
            return name;
        };
        let authorization = format!("Bearer {}", response.access_token);
        let info: Result<PersonClaims, _> = self.http.get(address, Some(authorization)).await;
        match info {
            Ok(info) if info.subject == person.subject => info.suggested_name(),
            Ok(_) => name,
            Err(error) => {
                tracing::debug!(cause = %error, "the provider names no person");
                name
            }
        }
    }

    /// Returns a description that is not too old, or an older one if the provider does not answer.
    async fn description(&self) -> Result<Arc<ProviderDescription>, SignInFailure> {
        let mut cache = self.cache.lock().await;
        let Some(known) = cache.fetched.clone() else {
            return self.fetch(&mut cache, FETCH_PAUSE).await.map_err(|cause| {
                let message = format!("{} does not answer; try it again later", self.settings.name);
                SignInFailure::new(message, cause)
            });
        };
        if known.at.elapsed() < MAX_AGE {
            return Ok(known.description);
        }
        match self.fetch(&mut cache, REFETCH_PAUSE).await {
            Ok(description) => Ok(description),
            Err(cause) => {
                tracing::warn!(cause, "the provider was not asked for its present keys");
                Ok(known.description)
            }
        }
    }

    /// Returns a description with other keys than those of this one, or `None` if there are none.
    async fn description_with_newer_keys(
        &self,
        used: &Arc<ProviderDescription>,
    ) -> Option<Arc<ProviderDescription>> {
        let mut cache = self.cache.lock().await;
        match &cache.fetched {
            Some(known) if !Arc::ptr_eq(&known.description, used) => {
                Some(Arc::clone(&known.description))
            }
            // Only the provider itself can send such a token.
            _ => self.fetch(&mut cache, FETCH_PAUSE).await.ok(),
        }
    }

    /// Fetches the description and the keys of the provider, unless this was tried a moment ago.
    async fn fetch(
        &self,
        cache: &mut ProviderCache,
        pause: Duration,
    ) -> Result<Arc<ProviderDescription>, String> {
        if { cache.attempted }.is_some_and(|attempted| attempted.elapsed() < pause) {
            return Err("the provider was asked a moment ago".into());
        }
        cache.attempted = Some(Instant::now());
        let fetched = ProviderDescription::fetch(&self.http, &self.settings.issuer).await?;
        let description = Arc::new(fetched);
        cache.fetched = Some(FetchedDescription {
            description: Arc::clone(&description),
            at: Instant::now(),
        });
        Ok(description)
    }

    fn unconfirmed(&self, cause: impl Display) -> SignInFailure {
        let name = &self.settings.name;
        let message = format!("{name} has not confirmed the sign-in; start it again");
        SignInFailure::new(message, cause)
    }
}

/// Returns fields as a form or the query of an address has them.
fn form(fields: &[(&str, &str)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", encoded(value)));
    fields.collect::<Vec<_>>().join("&")
}

fn encoded(text: &str) -> impl Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}
