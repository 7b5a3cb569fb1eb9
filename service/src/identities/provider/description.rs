//! What a provider publishes about itself (OpenID Connect Discovery 1.0).

use http::Uri;
use serde::Deserialize;
use serde_json::Value;

use super::http_client::HttpClient;
use super::id_token::ProviderKeys;
use crate::identities::is_secure_address;

/// Addresses and keys of a provider.
#[derive(Debug)]
pub(super) struct ProviderDescription {
    pub(super) authorization_endpoint: Uri,
    pub(super) token_endpoint: Uri,
    pub(super) userinfo_endpoint: Option<Uri>,
    pub(super) client_authentication: ClientAuthentication,
    pub(super) keys: ProviderKeys,
}

/// How a server proves to the provider that it is the one the provider knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientAuthentication {
    /// Id and secret in the header.
    Basic,
    /// Id and secret in the form.
    Form,
}

#[derive(Debug, Deserialize)]
struct PublishedDescription {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct PublishedKeys {
    keys: Vec<Value>,
}

impl ProviderDescription {
    /// Fetches the description and the keys of a provider.
    ///
    /// # Errors
    /// Returns an error if the provider does not answer, publishes another issuer, or an address is not secure.
    pub(super) async fn fetch(http: &HttpClient, issuer: &str) -> Result<Self, String> {
        let well_known = "/.well-known/openid-configuration";
        let address = secure_address(&format!("{}{well_known}", issuer.trim_end_matches('/')))?;
        let published = http.get(&address, None).await;
        let published: PublishedDescription =
            published.map_err(|error| format!("{address}: {error}"))?;
        if published.issuer != issuer {
            let found = published.issuer;
            return Err(format!(
                "{address}: the issuer is `{found}` instead of `{issuer}`"
            ));
        }
        let keys = secure_address(&published.jwks_uri)?;
        let published_keys = http.get(&keys, None).await;
        let published_keys: PublishedKeys =
            published_keys.map_err(|error| format!("{keys}: {error}"))?;
        let userinfo = published.userinfo_endpoint.as_deref();
        Ok(Self {
            authorization_endpoint: secure_address(&published.authorization_endpoint)?,
            token_endpoint: secure_address(&published.token_endpoint)?,
            userinfo_endpoint: userinfo.map(secure_address).transpose()?,
            client_authentication: ClientAuthentication::new(
                published.token_endpoint_auth_methods_supported.as_deref(),
            ),
            keys: ProviderKeys::new(published_keys.keys),
        })
    }
}

impl ClientAuthentication {
    /// Returns how to authenticate with a provider that accepts these methods; without a list it is the first one.
    fn new(methods: Option<&[String]>) -> Self {
        let accepts = |method| methods.is_none_or(|methods| methods.iter().any(|m| m == method));
        if !accepts("client_secret_basic") && accepts("client_secret_post") {
            return Self::Form;
        }
        Self::Basic
    }
}

fn secure_address(text: &str) -> Result<Uri, String> {
    let address: Result<Uri, _> = text.parse();
    match address {
        Ok(address) if is_secure_address(&address) => Ok(address),
        _ => Err(format!("`{text}` is not an address with TLS")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_sent_in_the_form_only_if_the_provider_accepts_nothing_else() {
        let method = |methods: &[&str]| {
            let methods: Vec<_> = methods.iter().map(ToString::to_string).collect();
            ClientAuthentication::new(Some(&methods))
        };
        let (basic, post) = ("client_secret_basic", "client_secret_post");
        assert_eq!(ClientAuthentication::new(None), ClientAuthentication::Basic);
        assert_eq!(method(&[post, basic]), ClientAuthentication::Basic);
        assert_eq!(method(&[post]), ClientAuthentication::Form);
        assert_eq!(method(&["private_key_jwt"]), ClientAuthentication::Basic);
    }
}
