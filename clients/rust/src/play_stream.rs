//! The `Play` stream, over which a client plays seats.

use botwerk_proto::v1 as proto;
use proto::play_request::Kind as RequestKind;
use proto::play_response::Kind;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use crate::client::Client;
use crate::error::ClientError;

/// Maximum number of requests waiting to be sent.
const REQUEST_QUEUE_CAPACITY: usize = 64;

/// The sending half of a [`PlayStream`], for use by another task. Clones share the stream.
#[derive(Debug, Clone)]
pub struct PlaySender {
    requests: mpsc::Sender<proto::PlayRequest>,
}

impl PlaySender {
    /// Requests a seat. The server answers with `Joined` or `Rejected`.
    ///
    /// # Errors
    /// Returns an error if the stream has ended.
    pub async fn join(&self, join: proto::Join) -> Result<(), ClientError> {
        self.send(RequestKind::Join(join)).await
    }

    /// Sends a submission. The server answers with `Accepted` or `Rejected`.
    ///
    /// # Errors
    /// Returns an error if the stream has ended.
    pub async fn submit(&self, submission: proto::Submission) -> Result<(), ClientError> {
        self.send(RequestKind::Submission(submission)).await
    }

    async fn send(&self, kind: RequestKind) -> Result<(), ClientError> {
        let request = proto::PlayRequest { kind: Some(kind) };
        let ended = |_| ClientError::Unreachable("the stream has ended".into());
        self.requests.send(request).await.map_err(ended)
    }
}

/// A stream that plays any number of seats of any matches.
///
/// [`play_seat`](crate::play_seat) is simpler for a single seat: it also reconnects.
///
/// ```
/// use botwerk_client::{Client, PlayStream, proto};
/// use proto::play_response::Kind;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), botwerk_client::ClientError> {
/// # let server = botwerk_tests::TestServer::in_memory().await;
/// # let address = server.address();
/// # let client = Client::connect(&address).await?;
/// # let seats = vec![botwerk_tests::open_seat(), botwerk_tests::agent_seat("random")];
/// # let created = botwerk_tests::create_match(&client, botwerk_tests::micro_robots(seats, &[])).await;
/// # let (name, seat_token) = (created.name, created.tokens[0].clone());
/// let mut stream = PlayStream::open(&client).await?;
/// let join = proto::Join { r#match: name, seat_token, ..Default::default() };
/// stream.join(join).await?;
/// while let Some(frame) = stream.next().await? {
///     match frame {
///         Kind::ActionRequest(request) => {
///             let submission = proto::Submission {
///                 handle: request.handle,
///                 turn: request.turn,
///                 part: request.part,
///                 text: "pass".into(),
///                 ..Default::default()
///             };
///             stream.submit(submission).await?;
///         }
///         Kind::Accepted(accepted) => {
///             println!("accepted after {:?} ns", accepted.elapsed_nanos);
///             break;
///         }
///         Kind::Rejected(rejected) => panic!("{rejected:?}"),
///         _ => {}
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PlayStream {
    sender: PlaySender,
    responses: Streaming<proto::PlayResponse>,
}

impl PlayStream {
    /// Opens a stream.
    ///
    /// # Errors
    /// Returns an error if the server is unreachable or rejects the stream.
    pub async fn open(client: &Client) -> Result<Self, ClientError> {
        let (requests, receiver) = mpsc::channel(REQUEST_QUEUE_CAPACITY);
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

    /// Returns the sending half of the stream.
    pub fn sender(&self) -> PlaySender {
        self.sender.clone()
    }

    /// Requests a seat. The server answers with `Joined` or `Rejected`.
    ///
    /// # Errors
    /// Returns an error if the stream has ended.
    pub async fn join(&self, join: proto::Join) -> Result<(), ClientError> {
        self.sender.join(join).await
    }

    /// Sends a submission. The server answers with `Accepted` or `Rejected`.
    ///
    /// # Errors
    /// Returns an error if the stream has ended.
    pub async fn submit(&self, submission: proto::Submission) -> Result<(), ClientError> {
        self.sender.submit(submission).await
    }

    /// Waits for the next frame and returns it, or `None` once the server has ended the stream.
    ///
    /// # Errors
    /// Returns an error if the connection is lost or the server ends the stream with an error.
    pub async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        loop {
            let Some(response) = self.responses.message().await? else {
                return Ok(None);
            };
            // A response without a kind is one that this version of the API does not define.
            if let Some(kind) = response.kind {
                return Ok(Some(kind));
            }
        }
    }
}
