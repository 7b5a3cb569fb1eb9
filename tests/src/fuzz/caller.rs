//! Calls by the contract's description, and what every answer must be.

use std::time::Duration;

use botwerk_proto::DESCRIPTORS;
use botwerk_service::Reason;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor};
use tokio_stream::Stream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;

use crate::{Bytes, reason_of};

/// How long a server may take for an answer that must come.
pub(super) const LIMIT: Duration = Duration::from_secs(20);

/// Answers of an endless stream that are read at most, and how long one is waited for.
const ANSWERS: usize = 16;
const PATIENCE: Duration = Duration::from_millis(10);

/// The method whose answers come as long as anybody listens, whatever happens.
const ENDLESS: [&str; 3] = ["Attend", "WatchMatch", "WatchTournament"];

/// A connection that sends any bytes to any method.
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

    /// Every method of the contract.
    pub(super) fn methods(&self) -> &[MethodDescriptor] {
        &self.methods
    }

    /// What is sent over a stream of Play.
    pub(super) fn play_request(&self) -> MessageDescriptor {
        self.play.input()
    }

    /// Opens a stream of Play.
    pub(super) async fn play(
        &self,
        requests: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Streaming<Vec<u8>> {
        let called = tokio::time::timeout(LIMIT, self.call(&self.play, requests)).await;
        let called = called.expect("Play opens without a request");
        called.expect("Play is open to all")
    }

    /// Sends a request; its answers, or why it was refused, or nothing if the transport would not
    /// have the bytes.
    ///
    /// # Panics
    /// If an answer that must come does not, or a refusal gives no reason.
    pub(super) async fn ask(
        &self,
        method: &MethodDescriptor,
        request: Vec<u8>,
    ) -> Result<Vec<DynamicMessage>, Option<String>> {
        let name = method.name();
        let whole = DynamicMessage::decode(method.input(), &request[..]).is_ok();
        let refused = |status: Status| why(name, whole, &status);
        let is_endless = ENDLESS.contains(&name);
        let called = self.call(method, tokio_stream::once(request));
        let called = tokio::time::timeout(LIMIT, called).await;
        let called = called.unwrap_or_else(|_| panic!("{name} gives no answer"));
        let mut stream = called.map_err(refused)?;
        let mut answers = Vec::new();
        while !is_endless || answers.len() < ANSWERS {
            // Even an endless stream begins with an answer.
            let may_rest = is_endless && !answers.is_empty();
            let limit = if may_rest { PATIENCE } else { LIMIT };
            match tokio::time::timeout(limit, stream.message()).await {
                Ok(Ok(Some(answer))) => {
                    let answer = DynamicMessage::decode(method.output(), &answer[..]);
                    answers.push(answer.expect("an answer is whole"));
                }
                Ok(Ok(None)) => break,
                Ok(Err(status)) => return Err(refused(status)),
                Err(_) => {
                    assert!(may_rest, "{name} gives no answer");
                    break;
                }
            }
        }
        Ok(answers)
    }

    async fn call(
        &self,
        method: &MethodDescriptor,
        requests: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Result<Streaming<Vec<u8>>, Status> {
        let mut grpc = tonic::client::Grpc::new(self.channel.clone());
        grpc.ready().await.expect("the server is there");
        let service = method.parent_service();
        let path = format!("/{}/{}", service.full_name(), method.name());
        let path = path.parse().unwrap();
        let answer = grpc.streaming(Request::new(requests), path, Bytes).await?;
        Ok(answer.into_inner())
    }
}

/// Why a call was refused, by the contract's own reasons; `None` for the transport's words about
/// bytes that are no message.
///
/// # Panics
/// If a whole message was refused without a reason.
pub(super) fn why(method: &str, whole: bool, status: &Status) -> Option<String> {
    if !whole && status.get_details_error_info().is_none() {
        assert_ne!(status.code(), Code::Unknown, "{method}: {status:?}");
        return None;
    }
    assert!(
        status.get_details_error_info().is_some(),
        "{method} gives no reason: {status:?}"
    );
    Some(reason_in(method, &reason_of(status)))
}

/// A reason, which must be one of the contract's, and none that blames the server.
///
/// # Panics
/// If it is not.
pub(super) fn reason_in(method: &str, reason: &str) -> String {
    let known = Reason::ALL.iter().find(|known| known.name() == reason);
    let blames_server = matches!(known, Some(Reason::Internal | Reason::StoreUnavailable));
    assert!(
        known.is_some() && !blames_server,
        "{method} refuses for {reason}"
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
