//! Messages that are encoded once, whose bytes all their responses share.

use std::sync::OnceLock;

use bytes::{BufMut, Bytes, BytesMut};
use prost::Message;

/// Size of what precedes a message of gRPC: a byte of flags, and the length.
const PREFIX_BYTES: usize = 5;

/// A message as gRPC sends it. Clones share the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EncodedMessage(Bytes);

impl EncodedMessage {
    /// Encodes a message.
    pub(crate) fn new(message: &impl Message) -> Self {
        let mut buffer = Self::buffer(message.encoded_len());
        // The buffer has room for the whole message.
        let _ = message.encode(&mut buffer);
        Self(buffer.freeze())
    }

    /// Returns the message that has the repeated fields of all parts, in their order, and of other fields the last.
    pub(crate) fn merged(parts: &[Self]) -> Self {
        let contents = parts.iter().map(|part| &part.0[PREFIX_BYTES..]);
        let length = contents.clone().map(<[u8]>::len).sum();
        let mut buffer = Self::buffer(length);
        for content in contents {
            buffer.put_slice(content);
        }
        Self(buffer.freeze())
    }

    /// Returns a buffer for a message of this size, with what precedes it.
    fn buffer(length: usize) -> BytesMut {
        let mut buffer = BytesMut::with_capacity(PREFIX_BYTES + length);
        // Not compressed.
        buffer.put_u8(0);
        // A message of 4 GiB would not fit into the memory that answers may take.
        buffer.put_u32(length as u32);
        buffer
    }

    /// Returns the size, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the bytes, with the length before them.
    pub(crate) fn into_bytes(self) -> Bytes {
        self.0
    }

    /// Reads the message.
    #[cfg(test)]
    pub(crate) fn decode<M: Message + Default>(&self) -> M {
        M::decode(&self.0[PREFIX_BYTES..]).unwrap()
    }
}

/// The messages that show a value to the operator and to other callers, encoded when the first of them asks.
#[derive(Debug, Default)]
pub(crate) struct SharedMessages([OnceLock<EncodedMessage>; 2]);

impl SharedMessages {
    /// Returns the message for the operator or for others; `message` is called if none was encoded before.
    pub(crate) fn get_or_encode<M: Message>(
        &self,
        is_operator: bool,
        message: impl FnOnce() -> M,
    ) -> EncodedMessage {
        let encode = || EncodedMessage::new(&message());
        self.0[usize::from(is_operator)].get_or_init(encode).clone()
    }
}
