//! Digests, which stand for what is too long to be written out.

use std::fmt::Display;

use botwerk_engine::hex;
use prost::Message;
use sha2::{Digest, Sha256};

/// Number of bytes of a digest.
const DIGEST_BYTES: usize = 8;

/// Returns the first 16 hex digits of the SHA-256 of bytes.
pub(super) fn bytes_digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..DIGEST_BYTES])
}

/// Returns the digest of items that are joined by line feeds.
pub(super) fn lines_digest<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    bytes_digest(items.join("\n").as_bytes())
}

/// Returns the digest of messages in the wire format, each preceded by its length as a varint.
///
/// The fields of a message are in the order of their numbers, without those that have their default.
pub(super) fn messages_digest<M: Message>(messages: impl IntoIterator<Item = M>) -> String {
    let bytes: Vec<_> = messages
        .into_iter()
        .flat_map(|message| message.encode_length_delimited_to_vec())
        .collect();
    bytes_digest(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_is_the_start_of_sha_256() {
        assert_eq!(bytes_digest(b""), "e3b0c44298fc1c14");
        assert_eq!(lines_digest(["abc"]), "ba7816bf8f01cfea");
        assert_eq!(lines_digest([1, 2]), bytes_digest(b"1\n2"));
        assert_eq!(
            messages_digest([String::from("a")]),
            bytes_digest(b"\x03\n\x01a")
        );
    }
}
