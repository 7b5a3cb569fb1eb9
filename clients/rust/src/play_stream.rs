//! A stream of Play.

use botwerk_proto::v1 as proto;
use proto::play_request::Kind as RequestKind;
use proto::play_response::Kind;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use crate::client::Client;
use crate::error::ClientError;

/// Requests that wait to be sent at most.
const QUEUE: usize = 64;

/// The sending side of a stream, for whoever sends while somebody else reads; clones share it.
#[derive(Debug, Clone)]
pub struct PlaySender {
    requests: mpsc::Sender<proto::PlayRequest>,
}

impl PlaySender {
    /// Asks for a seat; `Joined` or `Rejected` is the answer.
    ///
    /// # Errors
    /// If the stream has ended.
    pub async fn join(&self, join: proto::Join) -> Result<(), ClientError> {
        self.send(RequestKind::Join(join)).await
    }

    /// Answers a request.
    ///
    /// # Errors
    /// If the stream has ended.
    pub async fn act(&self, act: proto::Submission) -> Result<(), ClientError> {
        self.send(RequestKind::Submission(act)).await
    }

    async fn send(&self, kind: RequestKind) -> Result<(), ClientError> {
        let request = proto::PlayRequest { kind: Some(kind) };
        let ended = |_| ClientError::Unreachable("the stream has ended".into());
        self.requests.send(request).await.map_err(ended)
    }
}

/// A stream that plays any number of seats.
#[derive(Debug)]
pub struct PlayStream {
    sender: PlaySender,
    responses: Streaming<proto::PlayResponse>,
}

impl PlayStream {
    /// Opens a stream.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub async fn open(client: &Client) -> Result<Self, ClientError> {
        let (requests, receiver) = mpsc::channel(QUEUE);
        let responses = client
            .matches()
            .play(ReceiverStream::new(receiver))
            .await?
            .into_inner();
        Ok(Self {
            sender: PlaySender { requests },
            responses,
        })
    }

    /// The sending side.
    pub fn sender(&self) -> PlaySender {
        self.sender.clone()
    }

    /// Asks for a seat; `Joined` or `Rejected` is the answer.
    ///
    /// # Errors
    /// If the stream has ended.
    pub async fn join(&self, join: proto::Join) -> Result<(), ClientError> {
        self.sender.join(join).await
    }

    /// Answers a request.
    ///
    /// # Errors
    /// If the stream has ended.
    pub async fn act(&self, act: proto::Submission) -> Result<(), ClientError> {
        self.sender.act(act).await
    }

    /// The next frame; `None` once the server has ended the stream. Pings are answered on the way.
    ///
    /// # Errors
    /// If the connection is lost or the server refuses to go on.
    pub async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        loop {
            let Some(response) = self.responses.message().await? else {
                return Ok(None);
            };
            match response.kind {
                Some(Kind::Ping(ping)) => {
                    self.sender
                        .send(RequestKind::Pong(proto::Pong { nonce: ping.nonce }))
                        .await?;
                }
                Some(kind) => return Ok(Some(kind)),
                // A frame of a newer contract.
                None => {}
            }
        }
    }
}
