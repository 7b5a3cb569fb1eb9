//! The signature of a record, its last line.

use serde::{Deserialize, Serialize};

use super::comment::RecordComment;

/// What precedes the head in the signed message, so that a signature means nothing elsewhere.
const CONTEXT: &str = "botwerk record ";

/// The signature with which a server vouches for a record: Ed25519 over [`Self::message`].
///
/// It follows the record as a line of its own and is not part of the running hash. The engine only reads and
/// writes it; checking it takes the key of a server that you trust.
///
/// ```
/// use botwerk_engine::record::RecordSignature;
///
/// let signature = RecordSignature { key: "ab".repeat(32), signature: "cd".repeat(64) };
/// let text = format!("a record\n{}", signature.to_line());
/// assert_eq!(RecordSignature::split(&text), ("a record\n", Some(signature)));
/// assert_eq!(RecordSignature::split("a record\n"), ("a record\n", None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSignature {
    /// The signature, as 128 hex digits.
    pub signature: String,
    /// The public key of the server, as 64 hex digits.
    pub key: String,
}

impl RecordSignature {
    /// Returns the message that is signed for a record with this head.
    pub fn message(head: &str) -> Vec<u8> {
        format!("{CONTEXT}{head}").into_bytes()
    }

    /// Returns the line, including its newline.
    pub fn to_line(&self) -> String {
        let line = serde_json::to_string(self).expect("signatures are plain JSON");
        line + "\n"
    }

    /// Splits a text into the record and its signature, if it has one. Comments after them are left out.
    pub fn split(text: &str) -> (&str, Option<Self>) {
        let (text, _) = RecordComment::split(text);
        let body = text.strip_suffix('\n').unwrap_or_default();
        let start = body.rfind('\n').map_or(0, |at| at + 1);
        let (record, line) = text.split_at(start);
        match serde_json::from_str::<Self>(line) {
            Ok(signature) if signature.to_line() == line => (record, Some(signature)),
            _ => (text, None),
        }
    }
}
