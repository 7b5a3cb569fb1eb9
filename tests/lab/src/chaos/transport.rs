//! The transport of a seat: a Play stream, or `WatchMatch` with a seat token and unary calls.

use botwerk_client::{Client, ClientError, PlayStream, proto};
use proto::play_response::Kind;
use proto::watch_match_response::Kind as Watched;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tonic::Streaming;

use super::context::is_kill_related;

/// How a seat is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransportKind {
    /// A Play stream shared with seats of other matches.
    Shared,
    /// Its own Play stream.
    Own,
    /// `WatchMatch` and `SubmitAction`.
    Watch,
}

/// An open connection.
pub(super) enum Transport {
    Play(Box<PlayStream>),
    Watch(Box<WatchTransport>),
}

/// A seat that watches its match and submits with unary calls.
pub(super) struct WatchTransport {
    client: Client,
    join: proto::Join,
    frames: Option<Streaming<proto::WatchMatchResponse>>,
    /// Calls in progress. They are cancelled with the transport: none may reach the next server run.
    calls: JoinSet<()>,
    responses: mpsc::UnboundedReceiver<Result<Kind, ClientError>>,
    response_sender: mpsc::UnboundedSender<Result<Kind, ClientError>>,
}

impl Transport {
    pub(super) async fn open(kind: TransportKind, address: &str) -> Result<Self, ClientError> {
        let client = Client::connect(address).await?;
        Ok(match kind {
            TransportKind::Shared | TransportKind::Own => {
                Self::Play(Box::new(PlayStream::open(&client).await?))
            }
            TransportKind::Watch => {
                let (response_sender, responses) = mpsc::unbounded_channel();
                Self::Watch(Box::new(WatchTransport {
                    client,
                    join: proto::Join::default(),
                    frames: None,
                    calls: JoinSet::new(),
                    responses,
                    response_sender,
                }))
            }
        })
    }

    /// Returns `true` if responses are ordered relative to sequenced frames.
    pub(super) fn is_in_order(&self) -> bool {
        matches!(self, Self::Play(_))
    }

    pub(super) async fn join(&mut self, join: proto::Join) -> Result<(), ClientError> {
        match self {
            Self::Play(stream) => stream.join(join).await,
            Self::Watch(watch) => watch.join(join).await,
        }
    }

    pub(super) async fn submit(
        &mut self,
        submission: proto::Submission,
    ) -> Result<(), ClientError> {
        match self {
            Self::Play(stream) => stream.submit(submission).await,
            Self::Watch(watch) => {
                watch.submit(submission);
                Ok(())
            }
        }
    }

    /// Returns the next frame, or `None` once the server has closed the stream.
    pub(super) async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        match self {
            Self::Play(stream) => stream.next().await,
            Self::Watch(watch) => watch.next().await,
        }
    }
}

impl WatchTransport {
    async fn join(&mut self, join: proto::Join) -> Result<(), ClientError> {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::WatchTarget {
                r#match: join.r#match.clone(),
                resume_after_seq: join.resume_after_seq,
            }],
            as_seat: true,
            view_options: join.view_options,
        };
        let client = self.client.with_token(&join.seat_token)?;
        let frames = client.matches().watch_match(request).await?;
        self.frames = Some(frames.into_inner());
        self.join = join;
        Ok(())
    }

    fn submit(&mut self, submission: proto::Submission) {
        let (turn, part) = (submission.turn, submission.part);
        let request = proto::SubmitActionsRequest {
            r#match: self.join.r#match.clone(),
            submission: Some(submission),
        };
        let client = self.client.with_token(&self.join.seat_token);
        let sender = self.response_sender.clone();
        self.calls.spawn(async move {
            let submit = async {
                let response = client?.matches().submit_actions(request).await?;
                Ok(response.into_inner().accepted.unwrap_or_default())
            };
            let accepted: Result<_, ClientError> = submit.await;
            let frame = match accepted {
                Ok(accepted) => Ok(Kind::Accepted(proto::Accepted {
                    handle: 1,
                    ..accepted
                })),
                Err(error) if is_kill_related(&error) => Err(error),
                Err(ClientError::Rejected {
                    reason, message, ..
                }) => {
                    let error = proto::Error {
                        reason: reason.into(),
                        message,
                        ..Default::default()
                    };
                    Ok(Kind::Rejected(proto::Rejected {
                        handle: 1,
                        turn,
                        part,
                        error: Some(error),
                        ..Default::default()
                    }))
                }
                Err(error) => Err(error),
            };
            // The transport may have been closed in the meantime.
            let _ = sender.send(frame);
        });
    }

    async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        let Some(frames) = &mut self.frames else {
            return Ok(None);
        };
        let frame = tokio::select! {
            frame = frames.message() => frame?,
            Some(response) = self.responses.recv() => return response.map(Some),
        };
        let Some(kind) = frame.and_then(|frame| frame.kind) else {
            return Ok(None);
        };
        Ok(Some(match kind {
            Watched::Joined(joined) => Kind::Joined(joined),
            Watched::ActionRequest(request) => Kind::ActionRequest(request),
            Watched::Update(update) => Kind::Update(update),
            Watched::MatchOver(over) => Kind::MatchOver(over),
            Watched::MatchStateChanged(changed) => Kind::MatchStateChanged(changed),
        }))
    }
}
