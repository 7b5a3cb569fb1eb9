//! A way to play: over a stream of Play, or by looking on with a seat's token and calling.

use botwerk_client::{Client, ClientError, PlayStream, proto};
use proto::play_response::Kind;
use proto::watch_match_response::Kind as Watched;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tonic::Streaming;

use super::context::is_kill_related;

/// Which way a seat is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransportKind {
    /// With seats of other matches over one stream of Play.
    Shared,
    /// Over a stream of Play of its own.
    Own,
    /// `WatchMatch` and `SubmitAction`.
    Watch,
}

/// An open connection.
pub(super) enum Transport {
    Play(Box<PlayStream>),
    Watch(Box<WatchTransport>),
}

/// A seat that is watched and called for.
pub(super) struct WatchTransport {
    client: Client,
    join: proto::Join,
    frames: Option<Streaming<proto::WatchMatchResponse>>,
    /// Calls under way. They end with the line: none may reach the next server.
    calls: JoinSet<()>,
    answers: mpsc::UnboundedReceiver<Result<Kind, ClientError>>,
    answer: mpsc::UnboundedSender<Result<Kind, ClientError>>,
}

impl Transport {
    pub(super) async fn open(way: TransportKind, address: &str) -> Result<Self, ClientError> {
        let client = Client::connect(address).await?;
        Ok(match way {
            TransportKind::Shared | TransportKind::Own => {
                Self::Play(Box::new(PlayStream::open(&client).await?))
            }
            TransportKind::Watch => {
                let (answer, answers) = mpsc::unbounded_channel();
                Self::Watch(Box::new(WatchTransport {
                    client,
                    join: proto::Join::default(),
                    frames: None,
                    calls: JoinSet::new(),
                    answers,
                    answer,
                }))
            }
        })
    }

    /// Whether answers come in the same order as reports.
    pub(super) fn is_in_order(&self) -> bool {
        matches!(self, Self::Play(_))
    }

    pub(super) async fn join(&mut self, join: proto::Join) -> Result<(), ClientError> {
        match self {
            Self::Play(stream) => stream.join(join).await,
            Self::Watch(line) => line.join(join).await,
        }
    }

    pub(super) async fn act(&mut self, act: proto::Submission) -> Result<(), ClientError> {
        match self {
            Self::Play(stream) => stream.submit(act).await,
            Self::Watch(line) => {
                line.act(act);
                Ok(())
            }
        }
    }

    /// The next frame; `None` once the server has ended the stream.
    pub(super) async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        match self {
            Self::Play(stream) => stream.next().await,
            Self::Watch(line) => line.next().await,
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
            seat_token: join.seat_token.clone(),
            view_options: join.view_options,
        };
        let frames = self.client.matches().watch_match(request).await?;
        self.frames = Some(frames.into_inner());
        self.join = join;
        Ok(())
    }

    fn act(&mut self, act: proto::Submission) {
        let request = proto::SubmitActionsRequest {
            r#match: self.join.r#match.clone(),
            seat_token: self.join.seat_token.clone(),
            turn: act.turn,
            part: act.part,
            actions: act.actions,
            effort: act.effort,
            text: act.text,
        };
        let (mut matches, answer) = (self.client.matches(), self.answer.clone());
        self.calls.spawn(async move {
            let (turn, act) = (request.turn, request.part);
            let answered = matches.submit_actions(request).await;
            let answered = match answered.map_err(ClientError::from) {
                Ok(response) => Ok(response.into_inner().accepted.unwrap_or_default()),
                Err(error) => Err(error),
            };
            let frame = match answered {
                Ok(accepted) => Ok(Kind::Accepted(proto::Accepted {
                    handle: 1,
                    ..accepted
                })),
                Err(error) if is_kill_related(&error) => Err(error),
                Err(ClientError::Rejected { reason, message }) => {
                    let error = proto::Error {
                        reason,
                        message,
                        ..Default::default()
                    };
                    Ok(Kind::Rejected(proto::Rejected {
                        handle: 1,
                        turn,
                        part: act,
                        error: Some(error),
                    }))
                }
                Err(error) => Err(error),
            };
            // The line may have ended meanwhile.
            let _ = answer.send(frame);
        });
    }

    async fn next(&mut self) -> Result<Option<Kind>, ClientError> {
        let Some(frames) = &mut self.frames else {
            return Ok(None);
        };
        let frame = tokio::select! {
            frame = frames.message() => frame?,
            Some(answer) = self.answers.recv() => return answer.map(Some),
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
