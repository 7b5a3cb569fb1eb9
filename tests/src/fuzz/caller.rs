//! Calls of any method by its descriptor, with checks that hold for every answer.

use std::time::Duration;

use botwerk_client::proto::ErrorReason;
use botwerk_proto::DESCRIPTORS;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor};
use tokio_stream::Stream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;

use crate::{Bytes, status_reason};

/// Maximum time for an answer that must arrive. An opening is drawn for seconds, while the agents of
/// matches take all cores.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum number of messages read from an endless stream, and the timeout for each after the
/// first.
const MAX_STREAM_MESSAGES: usize = 16;
const STREAM_TIMEOUT: Duration = Duration::from_millis(10);

/// The methods whose streams stay open as long as the client listens.
const ENDLESS_METHODS: [&str; 3] = ["StreamInvitations", "WatchMatch", "WatchTournament"];

/// A connection that can send any bytes to any method.
#[derive(Debug)]
pub(super) struct Caller {
    channel: Channel,
    methods: Vec<MethodDescriptor>,
    play: MethodDescriptor,
}

impl Caller {
    pub(super) async fn connect(address: &str) -> Self {
        let url = format!("http://{address}");
        let endpoint = Endpoint::from_shared(url).unwrap();
        let methods = methods();
        let play = methods.iter().find(|method| method.name() == "Play");
        Self {
            channel: endpoint.connect().await.unwrap(),
            play: play.unwrap().clone(),
            methods,
        }
    }

    /// Returns every method of the API.
    pub(super) fn methods(&self) -> &[MethodDescriptor] {
        &self.methods
    }

    /// Returns the descriptor of the messages that a client sends on a `Play` stream.
    pub(super) fn play_request(&self) -> MessageDescriptor {
        self.play.input()
    }

    /// Opens a `Play` stream.
    pub(super) async fn play(
        &self,
        requests: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Streaming<Vec<u8>> {
        let called = self.send(&self.play, requests, "");
        let called = tokio::time::timeout(ANSWER_TIMEOUT, called).await;
        let called = called.expect("Play opens before the first request");
        called.expect("Play requires no token")
    }

    /// Sends a request with a token and returns the answers, or the reason of the rejection, or `None` if the
    /// transport rejected the bytes.
    ///
    /// # Panics
    /// Panics if an answer does not arrive or a rejection has no reason.
    pub(super) async fn call(
        &self,
        method: &MethodDescriptor,
        request: Vec<u8>,
        token: &str,
    ) -> Result<Vec<DynamicMessage>, Option<String>> {
        let name = method.name();
        let is_valid_message = DynamicMessage::decode(method.input(), &request[..]).is_ok();
        let rejection = |status: Status| checked_reason(name, is_valid_message, &status);
        let is_endless = ENDLESS_METHODS.contains(&name);
        let called = self.send(method, tokio_stream::once(request), token);
        let called = tokio::time::timeout(ANSWER_TIMEOUT, called).await;
        let called = called.unwrap_or_else(|_| panic!("{name} does not answer"));
        let mut stream = called.map_err(rejection)?;
        let mut answers = Vec::new();
        while !is_endless || answers.len() < MAX_STREAM_MESSAGES {
            // Even an endless stream starts with a message.
            let may_time_out = is_endless && !answers.is_empty();
            let limit = if may_time_out {
                STREAM_TIMEOUT
            } else {
                ANSWER_TIMEOUT
            };
            match tokio::time::timeout(limit, stream.message()).await {
                Ok(Ok(Some(answer))) => {
                    let answer = DynamicMessage::decode(method.output(), &answer[..]);
                    answers.push(answer.expect("an answer is a valid message"));
                }
                Ok(Ok(None)) => break,
                Ok(Err(status)) => return Err(rejection(status)),
                Err(_) => {
                    assert!(may_time_out, "{name} does not answer");
                    break;
                }
            }
        }
        Ok(answers)
    }

    async fn send(
        &self,
        method: &MethodDescriptor,
        requests: impl Stream<Item = Vec<u8>> + Send + 'static,
        token: &str,
    ) -> Result<Streaming<Vec<u8>>, Status> {
        let mut grpc = tonic::client::Grpc::new(self.channel.clone());
        grpc.ready().await.expect("the server is reachable");
        let service = method.parent_service();
        let path = format!("/{}/{}", service.full_name(), method.name());
        let path = path.parse().unwrap();
        let mut request = Request::new(requests);
        // What is no token cannot be sent.
        if let Ok(value) = format!("Bearer {token}").parse()
            && !token.is_empty()
        {
            request.metadata_mut().insert("authorization", value);
        }
        let answer = grpc.streaming(request, path, Bytes).await?;
        Ok(answer.into_inner())
    }
}

/// Returns the reason of a rejected call, or `None` if the transport rejected bytes that are not a
/// message.
///
/// # Panics
/// Panics if a valid message was rejected without a reason.
pub(super) fn checked_reason(
    method: &str,
    is_valid_message: bool,
    status: &Status,
) -> Option<String> {
    if !is_valid_message && status.get_details_error_info().is_none() {
        assert_ne!(status.code(), Code::Unknown, "{method}: {status:?}");
        return None;
    }
    assert!(
        status.get_details_error_info().is_some(),
        "{method} returns no reason: {status:?}"
    );
    Some(checked_client_reason(method, &status_reason(status)))
}

/// Returns a reason of the API that does not blame the server.
///
/// # Panics
/// Panics if the reason is unknown or blames the server.
pub(super) fn checked_client_reason(method: &str, reason: &str) -> String {
    let listed = ErrorReason::from_name(reason);
    let blames_server = matches!(
        listed,
        Some(ErrorReason::Internal | ErrorReason::StoreUnavailable)
    );
    assert!(
        listed.is_some() && !blames_server,
        "{method}: unexpected reason {reason}"
    );
    reason.to_owned()
}

fn methods() -> Vec<MethodDescriptor> {
    let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
    let services: Vec<_> = pool.services().collect();
    services
        .iter()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
        .collect()
}
