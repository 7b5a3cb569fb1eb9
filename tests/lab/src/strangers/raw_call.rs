//! Calls whose answers are read and not decoded, so that the callers cost less than the server.

use botwerk_client::ClientError;
use bytes::Bytes;
use prost::Message;
use tokio_stream::StreamExt;
use tonic::Request;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;

use super::stranger;
use crate::bench::echo::Raw;

/// A call with its request.
#[derive(Debug, Clone)]
pub(super) struct RawCall {
    /// The service and the method.
    pub(super) method: &'static str,
    path: PathAndQuery,
    request: Bytes,
}

impl RawCall {
    /// Returns a call of a method, given as `/botwerk.v1.SERVICE/METHOD`.
    pub(super) fn new(method: &'static str, request: &impl Message) -> Self {
        Self {
            method,
            path: PathAndQuery::from_static(method),
            request: request.encode_to_vec().into(),
        }
    }

    /// Makes the call as a stranger on a connection of its own, one after the other, until the server does not answer.
    pub(super) async fn repeat(self, address: String) {
        let Ok(channel) = stranger::connect(&address).await else {
            return;
        };
        let mut connection = Grpc::new(channel).max_decoding_message_size(usize::MAX);
        while connection.ready().await.is_ok() {
            // A rejection is an answer, too.
            let _ = self.send(&mut connection).await;
        }
    }

    /// Makes the call and reads the whole answer: one message, or a stream of them.
    async fn send(&self, connection: &mut Grpc<Channel>) -> Result<(), ClientError> {
        let (request, path) = (Request::new(self.request.clone()), self.path.clone());
        let answer = connection.server_streaming(request, path, Raw).await?;
        let mut messages = answer.into_inner();
        while let Some(message) = messages.next().await {
            message?;
        }
        Ok(())
    }
}
