//! Texts that a server hands to browsers and later reads again, which nothing but a server of its database can write.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use botwerk_engine::hex;
use ring::hmac::{self, HMAC_SHA256};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::to_json;

/// Maximum length of a text that is read, in bytes.
const MAX_BYTES: usize = 4096;

/// The key with which texts are authenticated.
#[derive(Debug, Clone)]
pub(super) struct SealKey(hmac::Key);

impl SealKey {
    /// Returns the key of a secret.
    pub(super) fn new(secret: [u8; 32]) -> Self {
        Self(hmac::Key::new(HMAC_SHA256, &secret))
    }

    /// Returns a text of a kind that contains a value: anyone can read it, and only [`open`](Self::open) accepts it.
    pub(super) fn seal<T: Serialize>(&self, kind: &str, content: &T) -> String {
        let content = BASE64_URL_SAFE_NO_PAD.encode(to_json(content));
        let tag = self.tag(kind, &content);
        format!("{content}.{}", BASE64_URL_SAFE_NO_PAD.encode(tag))
    }

    /// Returns the value of a text of a kind, or `None` if [`seal`](Self::seal) has not returned the text.
    pub(super) fn open<T: DeserializeOwned>(&self, kind: &str, text: &str) -> Option<T> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let (content, tag) = text.split_once('.')?;
        let tag = BASE64_URL_SAFE_NO_PAD.decode(tag).ok()?;
        hmac::verify(&self.0, &message(kind, content), &tag).ok()?;
        let content = BASE64_URL_SAFE_NO_PAD.decode(content).ok()?;
        serde_json::from_slice(&content).ok()
    }

    /// Returns a secret of a kind that belongs to a text, 64 hex digits.
    pub(super) fn derive(&self, kind: &str, text: &str) -> String {
        hex(self.tag(kind, text).as_ref())
    }

    fn tag(&self, kind: &str, text: &str) -> hmac::Tag {
        hmac::sign(&self.0, &message(kind, text))
    }
}

/// Returns what is authenticated: no kind contains a zero byte, so that texts of different kinds differ.
fn message(kind: &str, text: &str) -> Vec<u8> {
    [kind.as_bytes(), &[0], text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_opened_with_its_key_and_kind_only() {
        let key = SealKey::new([7; 32]);
        let text = key.seal("state", &("a", 7));
        let open = |key: &SealKey, kind: &str, text: &str| key.open::<(String, u32)>(kind, text);
        assert_eq!(open(&key, "state", &text), Some(("a".into(), 7)));
        assert_eq!(open(&key, "ticket", &text), None);
        assert_eq!(open(&SealKey::new([8; 32]), "state", &text), None);
        let is_url_safe = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        assert!(text.chars().all(is_url_safe), "{text}");
    }

    #[test]
    fn changed_text_is_not_opened() {
        let key = SealKey::new([7; 32]);
        let text = key.seal("state", &"a state");
        for at in 0..text.len() {
            for other in ["A", "B", ".", ""] {
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                let opened = key.open::<String>("state", &changed);
                assert_eq!(opened.is_some(), changed == text, "{changed}");
            }
        }
        for other in ["", ".", "a", &format!("{text}.a"), &"a.".repeat(4096)] {
            assert_eq!(key.open::<String>("state", other), None, "{other}");
        }
    }

    #[test]
    fn secrets_differ_by_kind_and_text() {
        let key = SealKey::new([7; 32]);
        let secrets = [("a", "b"), ("a", "c"), ("ab", ""), ("", "ab")];
        let mut secrets = secrets.map(|(kind, text)| key.derive(kind, text)).to_vec();
        assert!(secrets.iter().all(|secret| secret.len() == 64));
        secrets.sort();
        secrets.dedup();
        assert_eq!(secrets.len(), 4);
    }
}
