//! Remote bots that answer at once: a connection and a stream of Play each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use botwerk_cli::failure::Failure;
use botwerk_client::{AgentPlayer, Client, ClientError, PlayStream, Player, proto};
use botwerk_engine::netzwerk::Netzwerk;
use proto::play_response::Kind;
use proto::stream_invitations_response::Kind as Told;
use tokio::task::JoinSet;
use tonic::Streaming;

/// What bots have done so far.
#[derive(Debug, Default)]
pub(super) struct Counted {
    turns: AtomicU64,
    actions: AtomicU64,
}

impl Counted {
    /// Turns, and actions of turns.
    pub(super) fn now(&self) -> [u64; 2] {
        [&self.turns, &self.actions].map(|count| count.load(Ordering::Relaxed))
    }
}

/// The bots of a tournament.
pub(super) struct LoadClients {
    bots: JoinSet<Result<(), Failure>>,
    pub(super) counted: Arc<Counted>,
}

impl LoadClients {
    /// Lets all programs of a tournament attend and play.
    pub(super) async fn attend(
        address: &str,
        client: &Client,
        tournament: &str,
        max_concurrent_matches: u32,
    ) -> Result<Self, Failure> {
        let request = proto::GetBotTokensRequest {
            tournament: tournament.into(),
        };
        let tokens = client.tournaments().get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        let counted: Arc<Counted> = Arc::default();
        let mut bots = JoinSet::new();
        for token in tokens {
            let counted = Arc::clone(&counted);
            let bot = InstantBot::attend(address, token.bot_token, max_concurrent_matches, counted)
                .await?;
            bots.spawn(bot.play());
        }
        Ok(Self { bots, counted })
    }

    /// Lets them play for a while.
    pub(super) async fn play_for(&mut self, time: Duration) -> Result<(), Failure> {
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            ended = self.ended() => ended,
        }
    }

    /// Lets them play until the tournament is over.
    pub(super) async fn play_to_the_end(&mut self) -> Result<(), Failure> {
        while !self.bots.is_empty() {
            self.ended().await?;
        }
        Ok(())
    }

    /// Waits until a bot has come to its end.
    async fn ended(&mut self) -> Result<(), Failure> {
        match self.bots.join_next().await {
            Some(Ok(ended)) => ended,
            Some(Err(error)) => Err(ClientError::Player(error.to_string()).into()),
            None => Ok(()),
        }
    }
}

/// A bot that answers at once.
struct InstantBot {
    invitations: Streaming<proto::StreamInvitationsResponse>,
    stream: PlayStream,
    /// The player of each match, by its handle.
    players: BTreeMap<u32, AgentPlayer<Netzwerk>>,
    counted: Arc<Counted>,
    is_over: bool,
}

impl InstantBot {
    async fn attend(
        address: &str,
        bot_token: String,
        max_concurrent_matches: u32,
        counted: Arc<Counted>,
    ) -> Result<Self, Failure> {
        let client = Client::connect(address).await?;
        let request = proto::StreamInvitationsRequest {
            bot_token,
            max_concurrent_matches,
        };
        let invitations = client.bots().stream_invitations(request).await;
        Ok(Self {
            invitations: invitations.map_err(ClientError::from)?.into_inner(),
            stream: PlayStream::open(&client).await?,
            players: BTreeMap::new(),
            counted,
            is_over: false,
        })
    }

    /// Plays until the tournament is over.
    async fn play(mut self) -> Result<(), Failure> {
        while !self.is_over {
            self.step().await?;
        }
        Ok(())
    }

    /// Takes whatever comes next.
    async fn step(&mut self) -> Result<(), Failure> {
        tokio::select! {
            told = self.invitations.message() => match told.map_err(ClientError::from)? {
                Some(told) => self.take(told.kind).await,
                None => Err(ClientError::Unreachable("nobody is invited any more".into()).into()),
            },
            frame = self.stream.next() => match frame? {
                Some(frame) => self.answer(frame).await,
                None => Err(ClientError::Unreachable("the stream has ended".into()).into()),
            },
        }
    }

    async fn take(&mut self, told: Option<Told>) -> Result<(), Failure> {
        match told {
            Some(Told::Invitation(invited)) => {
                let join = proto::Join {
                    r#match: invited.r#match,
                    seat_token: invited.seat_token,
                    view_options: Some(proto::ViewOptions {
                        include_legal_actions: false,
                        include_text: true,
                    }),
                    ..Default::default()
                };
                Ok(self.stream.join(join).await?)
            }
            Some(Told::TournamentEnded(_)) => {
                self.is_over = true;
                Ok(())
            }
            Some(Told::Online(_)) | None => Ok(()),
            Some(Told::EntrantWithdrawn(out)) => Err(ClientError::Player(out.message).into()),
        }
    }

    async fn answer(&mut self, frame: Kind) -> Result<(), Failure> {
        match frame {
            Kind::Joined(joined) => {
                let mut player = AgentPlayer::new("random")?;
                player.on_joined(&joined)?;
                self.players.insert(joined.handle, player);
            }
            Kind::ActionRequest(request) => {
                let Some(player) = self.players.get_mut(&request.handle) else {
                    return Err(ClientError::Protocol("a request of nobody".into()).into());
                };
                let text = player.act(&request)?.text;
                let actions = text.split(' ').count() as u64;
                self.counted.turns.fetch_add(1, Ordering::Relaxed);
                self.counted.actions.fetch_add(actions, Ordering::Relaxed);
                let act = proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text,
                    ..Default::default()
                };
                self.stream.submit(act).await?;
            }
            Kind::MatchOver(over) => drop(self.players.remove(&over.handle)),
            Kind::Rejected(rejected) => {
                return Err(ClientError::from(rejected.error.unwrap_or_default()).into());
            }
            Kind::Update(_) | Kind::Accepted(_) | Kind::MatchStateChanged(_) | Kind::Ping(_) => {}
        }
        Ok(())
    }
}
