//! Signatures of tokens, checked with the cryptography that TLS has here already.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{self, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::signature as ring_signature;
use ring::signature::{RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};

/// Checks signatures with `ring`, and signs nothing.
static CRYPTOGRAPHY: CryptoProvider = CryptoProvider {
    signer_factory: no_signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// How signatures of an algorithm are checked. There are those with public keys only: a server shares no key with its
/// provider but its password.
enum Scheme {
    Rsa(&'static RsaParameters),
    Curve(&'static dyn ring_signature::VerificationAlgorithm),
}

struct SignatureVerifier {
    algorithm: Algorithm,
    scheme: Scheme,
    key: DecodingKey,
}

/// Makes this the cryptography of all tokens of the process.
pub(super) fn install() {
    // It is there already if the process has a second server.
    let _ = CRYPTOGRAPHY.install_default();
}

/// Returns `true` if signatures of an algorithm are accepted.
pub(super) fn is_accepted(algorithm: Algorithm) -> bool {
    scheme(algorithm).is_some()
}

fn scheme(algorithm: Algorithm) -> Option<Scheme> {
    Some(match algorithm {
        Algorithm::RS256 => Scheme::Rsa(&ring_signature::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Scheme::Rsa(&ring_signature::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Scheme::Rsa(&ring_signature::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Scheme::Rsa(&ring_signature::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Scheme::Rsa(&ring_signature::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Scheme::Rsa(&ring_signature::RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Scheme::Curve(&ring_signature::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Scheme::Curve(&ring_signature::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Scheme::Curve(&ring_signature::ED25519),
        _ => return None,
    })
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let scheme = scheme(*algorithm).ok_or(ErrorKind::UnsupportedAlgorithm)?;
    Ok(Box::new(SignatureVerifier {
        algorithm: *algorithm,
        scheme,
        key: key.clone(),
    }))
}

fn no_signer(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn jsonwebtoken::crypto::JwtSigner>> {
    Err(ErrorKind::UnsupportedAlgorithm.into())
}

impl Verifier<Vec<u8>> for SignatureVerifier {
    fn verify(
        &self,
        message: &[u8],
        signature: &Vec<u8>,
    ) -> std::result::Result<(), signature::Error> {
        let verified = match (&self.scheme, self.key.kind()) {
            (Scheme::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Scheme::Curve(algorithm), DecodingKeyKind::SecretOrDer(key)) => {
                UnparsedPublicKey::new(*algorithm, key).verify(message, signature)
            }
            _ => return Err(signature::Error::new()),
        };
        verified.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for SignatureVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
