//! The provider: where it signs people in, and the identities that it confirms.

mod http_client;
mod suggested_name;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndUserEmail, EndUserName, EndUserNickname, EndUserUsername, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IdTokenVerifier, IssuerUrl, LocalizedClaim, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError,
    TokenResponse,
};
use tokio::sync::Mutex;

use self::http_client::HttpClient;
use self::suggested_name::suggest_name;
use super::sign_in_ticket::ConfirmedIdentity;
use super::{ProviderSettings, SignInFailure};

/// Time for which the description and the keys of a provider are used.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Time between two attempts to fetch them again.
const REFETCH_PAUSE: Duration = Duration::from_secs(60);

/// Time between two attempts to fetch them for the first time.
const FETCH_PAUSE: Duration = Duration::from_secs(5);

/// Maximum length of a subject, in bytes, as OpenID Connect has it.
const MAX_SUBJECT_BYTES: usize = 255;

/// The algorithms of signatures that are accepted: those with public keys.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A client of the provider with its addresses and keys.
type ProviderClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider of a server.
pub(super) struct IdentityProvider {
    settings: ProviderSettings,
    issuer: IssuerUrl,
    redirect_address: RedirectUrl,
    http: HttpClient,
    cache: Mutex<ProviderCache>,
}

/// What was last fetched from the provider.
#[derive(Default)]
struct ProviderCache {
    fetched: Option<FetchedClient>,
    attempted: Option<Instant>,
}

#[derive(Clone)]
struct FetchedClient {
    client: Arc<ProviderClient>,
    at: Instant,
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
    /// Returns an error if an address is not one.
    pub(super) fn new(settings: ProviderSettings) -> Result<Self, String> {
        let invalid = |address: &str| format!("`{address}` is not an address");
        let issuer = IssuerUrl::new(settings.issuer.clone());
        let redirect_address = RedirectUrl::new(settings.redirect_address.clone());
        Ok(Self {
            issuer: issuer.map_err(|_| invalid(&settings.issuer))?,
            redirect_address: redirect_address.map_err(|_| invalid(&settings.redirect_address))?,
            http: HttpClient::new()?,
            cache: Mutex::default(),
            settings,
        })
    }

    /// Returns the address at which the provider signs a person in.
    ///
    /// # Errors
    /// Returns an error if the provider does not answer.
    pub(super) async fn authorization_address(
        &self,
        state: String,
        nonce: String,
        verifier: String,
    ) -> Result<String, SignInFailure> {
        let client = self.client().await?;
        let verifier = PkceCodeVerifier::new(verifier);
        let request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new(state),
            || Nonce::new(nonce),
        );
        let scopes = ["profile", "email"].map(|scope| Scope::new(scope.to_owned()));
        let (address, ..) = request
            .add_scopes(scopes)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(address.into())
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
        let client = self.client().await?;
        let request = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| self.unconfirmed(&error))?;
        let response = request
            .set_pkce_verifier(PkceCodeVerifier::new(verifier))
            .request_async(&self.http)
            .await
            .map_err(|error| self.unconfirmed(&error))?;
        let claims = self.verify(&client, &response, &Nonce::new(nonce)).await?;
        let subject = claims.subject().to_string();
        if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES {
            let cause = "the subject is empty or longer than 255 bytes";
            return Err(SignInFailure::new(self.unconfirmed_message(), cause));
        }
        let suggested_name = self.suggested_name(&client, &response, &claims).await;
        Ok(ConfirmedIdentity {
            issuer: self.settings.issuer.clone(),
            subject,
            suggested_name,
        })
    }

    /// Returns what the provider says of a person, if issuer, audience, nonce, signature and time are valid.
    async fn verify(
        &self,
        client: &Arc<ProviderClient>,
        response: &CoreTokenResponse,
        nonce: &Nonce,
    ) -> Result<CoreIdTokenClaims, SignInFailure> {
        let token = response.id_token().ok_or_else(|| {
            let cause = "the provider has sent no ID token";
            SignInFailure::new(self.unconfirmed_message(), cause)
        })?;
        let verified = |client: &ProviderClient| {
            let verifier: IdTokenVerifier<'_, _> = client.id_token_verifier();
            let claims = token.claims(&verifier.set_allowed_algs(ALGORITHMS), nonce);
            claims.cloned()
        };
        let mut claims = verified(client);
        if claims.as_ref().is_err_and(has_unknown_key)
            && let Some(client) = self.client_with_newer_keys(client).await
        {
            claims = verified(&client);
        }
        claims.map_err(|error| self.unconfirmed(&error))
    }

    /// Returns a name for a new owner; empty if the provider says nothing that could be one.
    async fn suggested_name(
        &self,
        client: &ProviderClient,
        response: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> String {
        let name = name_from(
            claims.preferred_username(),
            claims.nickname(),
            claims.name(),
            claims.email(),
        );
        if !name.is_empty() {
            return name;
        }
        // Many providers name the person only to who asks for it. A sign-in works without.
        let token = response.access_token().clone();
        let Ok(request) = client.user_info(token, Some(claims.subject().clone())) else {
            return name;
        };
        let info: CoreUserInfoClaims = match request.request_async(&self.http).await {
            Ok(info) => info,
            Err(error) => {
                tracing::debug!(cause = describe(&error), "the provider names no person");
                return name;
            }
        };
        name_from(
            info.preferred_username(),
            info.nickname(),
            info.name(),
            info.email(),
        )
    }

    /// Returns a client with addresses and keys that are not too old, or with older ones if the provider does not answer.
    async fn client(&self) -> Result<Arc<ProviderClient>, SignInFailure> {
        let mut cache = self.cache.lock().await;
        let Some(known) = cache.fetched.clone() else {
            return self.fetch(&mut cache, FETCH_PAUSE).await.map_err(|cause| {
                let message = format!("{} does not answer; try it again later", self.settings.name);
                SignInFailure::new(message, cause)
            });
        };
        if known.at.elapsed() < MAX_AGE {
            return Ok(known.client);
        }
        match self.fetch(&mut cache, REFETCH_PAUSE).await {
            Ok(client) => Ok(client),
            Err(cause) => {
                tracing::warn!(cause, "the provider was not asked for its present keys");
                Ok(known.client)
            }
        }
    }

    /// Returns a client with other keys than those of this one, or `None` if there are none.
    async fn client_with_newer_keys(
        &self,
        used: &Arc<ProviderClient>,
    ) -> Option<Arc<ProviderClient>> {
        let mut cache = self.cache.lock().await;
        match &cache.fetched {
            Some(known) if !Arc::ptr_eq(&known.client, used) => Some(Arc::clone(&known.client)),
            _ => self.fetch(&mut cache, REFETCH_PAUSE).await.ok(),
        }
    }

    /// Fetches the description and the keys of the provider, unless this was tried a moment ago.
    async fn fetch(
        &self,
        cache: &mut ProviderCache,
        pause: Duration,
    ) -> Result<Arc<ProviderClient>, String> {
        if { cache.attempted }.is_some_and(|attempted| attempted.elapsed() < pause) {
            return Err("the provider was asked a moment ago".into());
        }
        cache.attempted = Some(Instant::now());
        let metadata = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http);
        let metadata = metadata.await.map_err(|error| describe(&error))?;
        let client = Arc::new(self.client_of(metadata));
        cache.fetched = Some(FetchedClient {
            client: Arc::clone(&client),
            at: Instant::now(),
        });
        Ok(client)
    }

    fn client_of(&self, metadata: CoreProviderMetadata) -> ProviderClient {
        let methods = metadata.token_endpoint_auth_methods_supported();
        // Without a list it is the first one.
        let accepts = |method| methods.is_some_and(|methods| methods.contains(&method));
        let is_in_body = accepts(CoreClientAuthMethod::ClientSecretPost)
            && !accepts(CoreClientAuthMethod::ClientSecretBasic);
        let client = ProviderClient::from_provider_metadata(
            metadata,
            ClientId::new(self.settings.client_id.clone()),
            Some(ClientSecret::new(self.settings.client_secret.clone())),
        );
        let client = client.set_redirect_uri(self.redirect_address.clone());
        if is_in_body {
            return client.set_auth_type(AuthType::RequestBody);
        }
        client
    }

    fn unconfirmed(&self, error: &dyn Error) -> SignInFailure {
        SignInFailure::new(self.unconfirmed_message(), describe(error))
    }

    fn unconfirmed_message(&self) -> String {
        let name = &self.settings.name;
        format!("{name} has not confirmed the sign-in; start it again")
    }
}

fn has_unknown_key(error: &ClaimsVerificationError) -> bool {
    let no_key = SignatureVerificationError::NoMatchingKey;
    *error == ClaimsVerificationError::SignatureVerification(no_key)
}

fn name_from(
    username: Option<&EndUserUsername>,
    nickname: Option<&LocalizedClaim<EndUserNickname>>,
    name: Option<&LocalizedClaim<EndUserName>>,
    email: Option<&EndUserEmail>,
) -> String {
    let texts = [
        username.map(|name| name.as_str()),
        nickname
            .and_then(|name| name.get(None))
            .map(|name| name.as_str()),
        name.and_then(|name| name.get(None))
            .map(|name| name.as_str()),
        email.map(|email| email.as_str()),
    ];
    suggest_name(texts.into_iter().flatten())
}

/// Returns an error with its sources. No source contains a token.
fn describe(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}
