//! What a provider says of a person, and whether it is valid.

use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{DecodingKey, Header, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value;

use super::signatures;
use super::suggested_name::suggest_name;

/// Maximum length of a subject, in bytes, as OpenID Connect has it.
const MAX_SUBJECT_BYTES: usize = 255;

/// The keys with which a provider signs.
#[derive(Debug, Default)]
pub(super) struct ProviderKeys(Vec<Jwk>);

/// What a token must say, besides a valid signature and time.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedClaims<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
}

/// Why a token is not valid.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidToken {
    /// The provider may have newer keys.
    #[error("the ID token is signed with a key that the provider does not publish")]
    UnknownKey,
    #[error("ID token: {0}")]
    Token(String),
}

/// What a token says of a person.
#[derive(Debug, Deserialize)]
pub(super) struct PersonClaims {
    #[serde(rename = "sub")]
    pub(super) subject: String,
    preferred_username: Option<String>,
    nickname: Option<String>,
    name: Option<String>,
    email: Option<String>,
}

#[derive(Debug, Deserialize)]
struct IdTokenClaims {
    #[serde(flatten)]
    person: PersonClaims,
    #[serde(rename = "aud")]
    audience: Audience,
    nonce: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl ProviderKeys {
    /// Reads the keys that a provider publishes, without those of kinds that are not known here.
    pub(super) fn new(published: Vec<Value>) -> Self {
        let keys = published.into_iter().map(serde_json::from_value);
        Self(keys.filter_map(Result::ok).collect())
    }

    /// Returns the claims of a token, if its signature and time are valid and it says what is expected (OpenID Connect Core
    /// 1.0, 3.1.3.7).
    ///
    /// # Errors
    /// Returns an error if anything of it is not valid.
    pub(super) fn verify(
        &self,
        token: &str,
        expected: ExpectedClaims<'_>,
    ) -> Result<PersonClaims, InvalidToken> {
        let invalid = |cause: &str| InvalidToken::Token(cause.to_owned());
        let failed = |error: jsonwebtoken::errors::Error| InvalidToken::Token(error.to_string());
        let header = decode_header(token).map_err(failed)?;
        if !signatures::is_accepted(header.alg) {
            return Err(invalid("signed with a key that is not public"));
        }
        let mut validation = Validation::new(header.alg);
        validation.set_required_spec_claims(&["aud", "exp", "iss", "sub"]);
        validation.set_issuer(&[expected.issuer]);
        validation.set_audience(&[expected.client_id]);
        validation.validate_nbf = true;
        let key = DecodingKey::from_jwk(self.key(&header)?).map_err(failed)?;
        let decoded = decode::<IdTokenClaims>(token, &key, &validation).map_err(failed)?;
        let claims = decoded.claims;
        if !claims.audience.is_only(expected.client_id) {
            return Err(invalid("meant for others as well"));
        }
        if claims.nonce.as_deref() != Some(expected.nonce) {
            return Err(invalid("not of this sign-in"));
        }
        let person = claims.person;
        if person.subject.is_empty() || person.subject.len() > MAX_SUBJECT_BYTES {
            return Err(invalid("the subject is empty or longer than 255 bytes"));
        }
        Ok(person)
    }

    /// Returns the key that a token names, or the only one for signatures if it names none.
    fn key(&self, header: &Header) -> Result<&Jwk, InvalidToken> {
        let signs = |key: &&Jwk| key.common.public_key_use != Some(PublicKeyUse::Encryption);
        let is_named = |key: &&Jwk| header.kid.is_none() || key.common.key_id == header.kid;
        let mut keys = self.0.iter().filter(signs).filter(is_named);
        let key = keys.next().ok_or(InvalidToken::UnknownKey)?;
        match keys.next() {
            None => Ok(key),
            Some(_) => Err(InvalidToken::Token("it names no single key".into())),
        }
    }
}

impl Audience {
    fn is_only(&self, client_id: &str) -> bool {
        match self {
            Self::One(audience) => audience == client_id,
            Self::Many(audiences) => audiences.iter().all(|audience| audience == client_id),
        }
    }
}

impl PersonClaims {
    /// Returns a name for a new owner; empty if nothing could be one.
    pub(super) fn suggested_name(&self) -> String {
        let texts = [
            &self.preferred_username,
            &self.nickname,
            &self.name,
            &self.email,
        ];
        suggest_name(texts.into_iter().filter_map(Option::as_deref))
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
    use serde_json::json;

    use super::*;
    use crate::store::now_micros;

    const EXPECTED: ExpectedClaims<'_> = ExpectedClaims {
        issuer: "https://id.example",
        client_id: "web",
        nonce: "n",
    };

    /// A key of a provider, with its id.
    enum SigningKey {
        Ed25519(Ed25519KeyPair),
        P256(EcdsaKeyPair),
    }

    fn encode(bytes: impl AsRef<[u8]>) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    impl SigningKey {
        fn ed25519() -> Self {
            let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
            Self::Ed25519(Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap())
        }

        fn p256() -> Self {
            let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
            let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
            Self::P256(EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap())
        }

        fn algorithm(&self) -> &'static str {
            match self {
                Self::Ed25519(_) => "EdDSA",
                Self::P256(_) => "ES256",
            }
        }

        fn published(&self, id: &str) -> Value {
            match self {
                Self::Ed25519(key) => {
                    let x = encode(key.public_key());
                    json!({"kty": "OKP", "crv": "Ed25519", "kid": id, "use": "sig", "x": x})
                }
                Self::P256(key) => {
                    let (x, y) = key.public_key().as_ref()[1..].split_at(32);
                    let (x, y) = (encode(x), encode(y));
                    json!({"kty": "EC", "crv": "P-256", "kid": id, "x": x, "y": y})
                }
            }
        }

        fn sign(&self, header: &Value, claims: &Value) -> String {
            let message = [header, claims]
                .map(|part| encode(part.to_string()))
                .join(".");
            let bytes = message.as_bytes();
            let signature = match self {
                Self::Ed25519(key) => encode(key.sign(bytes)),
                Self::P256(key) => encode(key.sign(&SystemRandom::new(), bytes).unwrap()),
            };
            format!("{message}.{signature}")
        }

        fn token(&self, id: &str, claims: &Value) -> String {
            self.sign(&json!({"alg": self.algorithm(), "kid": id}), claims)
        }
    }

    /// Claims that are valid but for one.
    fn claims(name: &str, value: Value) -> Value {
        let expires = now_micros() / 1_000_000 + 300;
        let mut claims = json!({
            "iss": "https://id.example", "aud": "web", "sub": "alice", "nonce": "n", "exp": expires,
            "name": "Alice Example",
        });
        claims[name] = value;
        claims
    }

    #[test]
    fn token_is_valid_with_every_kind_of_key_that_is_published() {
        signatures::install();
        let unknown = json!({"kty": "oct", "k": 5});
        let (first, second) = (SigningKey::ed25519(), SigningKey::p256());
        let keys = vec![unknown, first.published("a"), second.published("b")];
        let keys = ProviderKeys::new(keys);
        for (key, id) in [(&first, "a"), (&second, "b")] {
            for audience in [json!("web"), json!(["web"])] {
                let token = key.token(id, &claims("aud", audience));
                let person = keys.verify(&token, EXPECTED).unwrap();
                assert_eq!(
                    (&*person.subject, &*person.suggested_name()),
                    ("alice", "alice-example")
                );
            }
        }
        // Another key than the named one, and one that is not published.
        let token = second.token("a", &claims("sub", "alice".into()));
        assert!(matches!(
            keys.verify(&token, EXPECTED),
            Err(InvalidToken::Token(_))
        ));
        let token = first.token("c", &claims("sub", "alice".into()));
        assert_eq!(
            keys.verify(&token, EXPECTED).unwrap_err(),
            InvalidToken::UnknownKey
        );
        // Without a name the key must be the only one.
        let header = json!({"alg": "EdDSA"});
        let token = first.sign(&header, &claims("sub", "alice".into()));
        assert!(keys.verify(&token, EXPECTED).is_err());
        let only = ProviderKeys::new(vec![first.published("a")]);
        assert!(only.verify(&token, EXPECTED).is_ok());
    }

    #[test]
    fn token_that_says_something_else_is_not_valid() {
        signatures::install();
        let key = SigningKey::ed25519();
        let keys = ProviderKeys::new(vec![key.published("a")]);
        let past = now_micros() / 1_000_000 - 300;
        let future = past + 600;
        for (name, value) in [
            ("iss", json!("https://other.example")),
            ("iss", Value::Null),
            ("aud", json!("other")),
            ("aud", json!(["web", "other"])),
            ("aud", json!([])),
            ("aud", Value::Null),
            ("nonce", json!("other")),
            ("nonce", Value::Null),
            ("exp", json!(past)),
            ("exp", json!("never")),
            ("exp", Value::Null),
            ("nbf", json!(future)),
            ("sub", json!("")),
            ("sub", json!("x".repeat(256))),
            ("sub", json!(5)),
            ("sub", Value::Null),
        ] {
            let token = key.token("a", &claims(name, value.clone()));
            let verified = keys.verify(&token, EXPECTED);
            assert!(verified.is_err(), "{name}: {value}: {verified:?}");
        }
        let valid = key.token("a", &claims("sub", "alice".into()));
        assert!(keys.verify(&valid, EXPECTED).is_ok());
        let (message, signature) = valid.rsplit_once('.').unwrap();
        let header = message.split_once('.').unwrap().0;
        let other = encode(claims("sub", "bob".into()).to_string());
        for token in [
            format!("{header}.{other}.{signature}"),
            format!("{message}."),
            message.to_owned(),
            String::new(),
            "..".into(),
        ] {
            assert!(keys.verify(&token, EXPECTED).is_err(), "{token}");
        }
        // Algorithms without a public key, with which the published key could pass for a password.
        for algorithm in ["none", "HS256"] {
            let header = json!({"alg": algorithm, "kid": "a"});
            let token = key.sign(&header, &claims("sub", "alice".into()));
            assert!(keys.verify(&token, EXPECTED).is_err(), "{algorithm}");
        }
    }
}
