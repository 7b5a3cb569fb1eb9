//! How messages are read and written on both sides of a call.

use std::fmt;
use std::marker::PhantomData;

use prost::Message;
use tonic::codec::{BufferSettings, Codec};
use tonic_prost::ProstCodec;

/// Bytes that a call's buffer has from its start; it grows with its messages. Most of them are
/// small, and a server carries thousands of streams that are silent most of the time.
const BUFFER: usize = 512;

/// Bytes of messages that are put together before they are sent.
const TOGETHER: usize = 32 * 1024;

/// Protobuf with buffers that are small at first.
pub struct SlimCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for SlimCodec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, U> fmt::Debug for SlimCodec<T, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SlimCodec")
    }
}

impl<T, U> Codec for SlimCodec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = <ProstCodec<T, U> as Codec>::Encoder;
    type Decoder = <ProstCodec<T, U> as Codec>::Decoder;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<T, U>::raw_encoder(BufferSettings::new(BUFFER, TOGETHER))
    }

    fn decoder(&mut self) -> Self::Decoder {
        ProstCodec::<T, U>::raw_decoder(BufferSettings::new(BUFFER, TOGETHER))
    }
}
