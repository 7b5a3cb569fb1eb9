//! Remote bots that submit at once, each with its own connection and Play stream.

use botwerk_engine::GameType;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use botwerk_client::{AgentPlayer, Bot, Client, ClientError, Match, PlayStream, View, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::netzwerk::Netzwerk;
use proto::play_response::Kind;
use proto::stream_invitations_response::Kind as InvitationKind;
use tokio::task::JoinSet;
use tonic::Streaming;

/// Counts of what the bots have submitted so far.
#[derive(Debug, Default)]
pub(super) struct SubmittedCounts {
    turns: AtomicU64,
    actions: AtomicU64,
}

impl SubmittedCounts {
    /// Returns the number of turns and the number of actions.
    pub(super) fn turns_and_actions(&self) -> [u64; 2] {
        [&self.turns, &self.actions].map(|count| count.load(Ordering::Relaxed))
    }
}

/// What the bots were answered.
#[derive(Debug, Default)]
pub(super) struct BotLog {
    /// The time that each accepted submission was charged.
    pub(super) charged_nanos: Vec<u64>,
    /// Rejections that no flag explains, and withdrawals of a bot.
    pub(super) rejections: u64,
}

/// Reasons with which a submission is rejected after a flag.
const REASONS_AFTER_FLAG: [&str; 2] = ["FLAGGED", "MATCH_OVER"];

/// The instant bots of a tournament.
pub(super) struct InstantBots {
    bots: JoinSet<Result<BotLog, Failure>>,
    pub(super) submitted: Arc<SubmittedCounts>,
}

impl InstantBots {
    /// Connects a bot for every bot token of a tournament and starts to play.
    pub(super) async fn connect(
        address: &str,
        client: &Client,
        tournament: &str,
        max_concurrent_matches: u32,
    ) -> Result<Self, Failure> {
        let request = proto::GetBotTokensRequest {
            tournament: tournament.into(),
        };
        let tokens = client.organizer().get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        let submitted: Arc<SubmittedCounts> = Arc::default();
        let mut bots = JoinSet::new();
        for token in tokens {
            let submitted = Arc::clone(&submitted);
            let client = Client::connect(address)
                .await?
                .with_token(&token.bot_token)?;
            let request = proto::StreamInvitationsRequest {
                max_concurrent_matches,
            };
            let bot = InstantBot::connect(&client, request, submitted).await?;
            bots.spawn(bot.play());
        }
        Ok(Self { bots, submitted })
    }

    /// Plays for the given time.
    pub(super) async fn play_for(&mut self, time: Duration) -> Result<(), Failure> {
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            result = self.next_end() => result.map(drop),
        }
    }

    /// Plays until the tournament is over. Returns what all bots were answered.
    pub(super) async fn play_to_end(mut self) -> Result<BotLog, Failure> {
        let mut all = BotLog::default();
        while !self.bots.is_empty() {
            let log = self.next_end().await?;
            all.charged_nanos.extend(log.charged_nanos);
            all.rejections += log.rejections;
        }
        Ok(all)
    }

    /// Waits until a bot has finished or failed.
    async fn next_end(&mut self) -> Result<BotLog, Failure> {
        match self.bots.join_next().await {
            Some(Ok(result)) => result,
            Some(Err(error)) => Err(ClientError::Player(error.to_string()).into()),
            None => Ok(BotLog::default()),
        }
    }
}

/// A bot that submits at once, choosing at random.
struct InstantBot {
    invitations: Streaming<proto::StreamInvitationsResponse>,
    stream: PlayStream,
    /// The player of each match, by its handle.
    players: BTreeMap<u32, (AgentPlayer, Arc<Match>)>,
    submitted: Arc<SubmittedCounts>,
    log: BotLog,
    is_over: bool,
}

impl InstantBot {
    async fn connect(
        client: &Client,
        request: proto::StreamInvitationsRequest,
        submitted: Arc<SubmittedCounts>,
    ) -> Result<Self, Failure> {
        let invitations = client.bots().stream_invitations(request).await;
        Ok(Self {
            invitations: invitations.map_err(ClientError::from)?.into_inner(),
            stream: PlayStream::open(client).await?,
            players: BTreeMap::new(),
            submitted,
            log: BotLog::default(),
            is_over: false,
        })
    }

    /// Plays until the tournament is over.
    async fn play(mut self) -> Result<BotLog, Failure> {
        while !self.is_over {
            self.step().await?;
        }
        Ok(self.log)
    }

    /// Handles the next invitation or frame.
    async fn step(&mut self) -> Result<(), Failure> {
        tokio::select! {
            message = self.invitations.message() => match message.map_err(ClientError::from)? {
                Some(message) => self.handle_invitation(message.kind).await,
                None => Err(ClientError::Unreachable("the invitation stream has ended".into()).into()),
            },
            frame = self.stream.next() => match frame? {
                Some(frame) => self.handle_frame(frame).await,
                None => Err(ClientError::Unreachable("the stream has ended".into()).into()),
            },
        }
    }

    async fn handle_invitation(&mut self, kind: Option<InvitationKind>) -> Result<(), Failure> {
        match kind {
            Some(InvitationKind::Invitation(invitation)) => {
                let join = proto::Join {
                    r#match: invitation.r#match,
                    seat_token: invitation.seat_token,
                    view_options: Some(proto::ViewOptions {
                        include_legal_actions: false,
                        include_text: true,
                        ..Default::default()
                    }),
                    ..Default::default()
                };
                Ok(self.stream.join(join).await?)
            }
            Some(InvitationKind::TournamentEnded(_)) => {
                self.is_over = true;
                Ok(())
            }
            Some(InvitationKind::Online(_)) | None => Ok(()),
            Some(InvitationKind::EntrantWithdrawn(_)) => {
                self.log.rejections += 1;
                self.is_over = true;
                Ok(())
            }
        }
    }

    async fn handle_frame(&mut self, frame: Kind) -> Result<(), Failure> {
        match frame {
            Kind::Joined(joined) => {
                let mut player = AgentPlayer::new(Netzwerk::ID, "random")?;
                let handle = joined.handle;
                let joined = Arc::new(Match { joined });
                player.started(&joined).map_err(ClientError::from)?;
                self.players.insert(handle, (player, joined));
            }
            Kind::ActionRequest(request) => {
                let Some((player, joined)) = self.players.get_mut(&request.handle) else {
                    return Err(ClientError::Protocol(
                        "received a request for an unknown handle".into(),
                    )
                    .into());
                };
                let view = View::new(Arc::clone(joined), request);
                let text = player.choose(&view, &[]).map_err(ClientError::from)?.text;
                let request = view.request;
                let actions = text.split(' ').count() as u64;
                let turns = u64::from(request.part == 0);
                self.submitted.turns.fetch_add(turns, Ordering::Relaxed);
                self.submitted.actions.fetch_add(actions, Ordering::Relaxed);
                let submission = proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text,
                    ..Default::default()
                };
                self.stream.submit(submission).await?;
            }
            Kind::Accepted(accepted) => self.log.charged_nanos.push(accepted.charged_nanos),
            Kind::MatchOver(over) => drop(self.players.remove(&over.handle)),
            Kind::Rejected(rejected) => {
                let reason = rejected.error.unwrap_or_default().reason().name();
                self.log.rejections += u64::from(!REASONS_AFTER_FLAG.contains(&reason));
            }
            Kind::Update(_) | Kind::MatchStateChanged(_) => {}
        }
        Ok(())
    }
}
