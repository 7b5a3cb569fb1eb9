//! Staying online for invitations, and playing every seat to which a bot is invited.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use botwerk_proto::v1 as proto;
use proto::stream_invitations_response::Kind;
use tokio::task::JoinSet;

use crate::bot::Bot;
use crate::bot_log;
use crate::client::Client;
use crate::error::ClientError;
use crate::reconnects::Reconnects;
use crate::seat::play_seat;

/// Plays an invited seat to the end of its match.
pub type SeatSession = Pin<Box<dyn Future<Output = Result<proto::MatchOver, ClientError>> + Send>>;

/// What the stream of invitations is called in the log.
const INVITATIONS: &str = "invitations";

/// The match and seat number that identify an invitation.
type SeatKey = (String, u32);

/// The decisions of a bot outside its matches.
pub trait InvitationHandler {
    /// Returns the session that plays an invited seat: [`play_session`] for a [`Bot`].
    ///
    /// # Errors
    /// Returns an error if the bot cannot play this game; it then does not join the match, and
    /// [`on_match_end`](Self::on_match_end) is called with the error.
    fn session(
        &mut self,
        client: &Client,
        invitation: &proto::Invitation,
    ) -> Result<SeatSession, ClientError>;

    /// Handles the end of a match, or the error that prevented the bot from playing it to the end.
    ///
    /// Returns `true` if the bot should stay online, and `false` if [`answer_invitations`] should return after the
    /// matches in progress. Returns `true` by default.
    fn on_match_end(
        &mut self,
        match_name: &str,
        over: Result<proto::MatchOver, ClientError>,
    ) -> bool {
        let _ = (match_name, over);
        true
    }

    /// Handles the end of the bot's participation in a tournament. `message` says why the bot was
    /// withdrawn; it is empty if the tournament has ended.
    ///
    /// Returns `true` if the bot should stay online, and `false` if [`answer_invitations`] should
    /// return after the matches in progress. Returns `true` by default.
    fn should_stay_online(&mut self, tournament: &str, message: &str) -> bool {
        let _ = (tournament, message);
        true
    }
}

/// Returns the session in which a bot plays an invited seat: see [`play_seat`].
pub fn play_session(client: &Client, invitation: &proto::Invitation, bot: impl Bot) -> SeatSession {
    let (client, invitation) = (client.clone(), invitation.clone());
    Box::pin(async move {
        let token = &invitation.seat_token;
        play_seat(&client, &invitation.r#match, token, bot).await
    })
}

/// Keeps a bot online and plays its matches, each on its own stream, until the bot decides to go
/// offline. Lost connections are reopened.
///
/// ```
/// use botwerk_client::invitations::{
///     InvitationHandler, SeatSession, answer_invitations, play_session,
/// };
/// use botwerk_client::{AgentPlayer, Client, ClientError, proto};
/// use botwerk_engine::GameId;
///
/// /// Plays with the `solver` agent until its first tournament has ended.
/// struct SolverSeats;
///
/// impl InvitationHandler for SolverSeats {
///     fn session(
///         &mut self,
///         client: &Client,
///         invitation: &proto::Invitation,
///     ) -> Result<SeatSession, ClientError> {
///         println!("invited to {}", invitation.r#match);
///         let player = AgentPlayer::new(GameId::MICRO_ROBOTS, "solver")?;
///         Ok(play_session(client, invitation, player))
///     }
///
///     fn should_stay_online(&mut self, _tournament: &str, _message: &str) -> bool {
///         false
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), ClientError> {
/// # let server = botwerk_tests::TestServer::in_memory().await;
/// # let address = server.address();
/// let client = Client::connect(&address).await?;
/// let request = proto::RegisterBotRequest { name: "my-bot".into(), ..Default::default() };
/// let registered = client.bots().register_bot(request).await?.into_inner();
/// # create_tournament(&client).await?;
/// answer_invitations(&client, &registered.bot_token, 1, &mut SolverSeats).await?;
/// # let request = proto::ListTournamentsRequest::default();
/// # let tournaments = client.tournaments().list_tournaments(request).await?.into_inner().tournaments;
/// # assert_eq!(tournaments[0].state(), proto::TournamentState::Over);
/// # Ok(())
/// # }
/// #
/// # async fn create_tournament(client: &Client) -> Result<(), ClientError> {
/// #     use proto::entrant::Player;
/// #     let random = proto::AgentSpec::new("random", &[]);
/// #     let entrant = |name: &str, player| proto::Entrant {
/// #         name: name.into(),
/// #         player: Some(player),
/// #         ..Default::default()
/// #     };
/// #     let option = proto::GameOption { name: "chips_to_win".into(), value: "1".into() };
/// #     let round_robin = proto::RoundRobin { cycles: 1 };
/// #     let setup = proto::TournamentSetup {
/// #         name: "example".into(),
/// #         format: Some(proto::TournamentFormat {
/// #             kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
/// #         }),
/// #         setup: Some(proto::GameSetup {
/// #             game: "micro-robots".into(),
/// #             seats: 2,
/// #             options: vec![option],
/// #         }),
/// #         entrants: vec![
/// #             entrant("bot", Player::Bot("my-bot".into())),
/// #             entrant("random", Player::Agent(random)),
/// #         ],
/// #         ..Default::default()
/// #     };
/// #     let request = proto::CreateTournamentRequest { setup: Some(setup), ..Default::default() };
/// #     client.organizer().create_tournament(request).await?;
/// #     Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns an error if the token is invalid, or the bot connects with the same token elsewhere. A server that is
/// unreachable is tried again without a limit. Matches in progress are played to their end first.
pub async fn answer_invitations<H: InvitationHandler>(
    client: &Client,
    bot_token: &str,
    max_concurrent_matches: u32,
    handler: &mut H,
) -> Result<(), ClientError> {
    let mut session = InvitationSession {
        client: client.clone(),
        handler,
        matches: JoinSet::new(),
        seats: BTreeSet::new(),
        is_online: true,
    };
    bot_log::write_line(INVITATIONS, format!("connected to {}", client.server()));
    let mut reconnects = Reconnects::default().with_subject(INVITATIONS);
    while session.is_online {
        let request = proto::StreamInvitationsRequest {
            max_concurrent_matches,
        };
        let client = session.client.with_token(bot_token)?;
        let outcome = match client.bots().stream_invitations(request).await {
            Ok(invitations) => session.handle_stream(invitations.into_inner()).await,
            Err(status) => Err(StreamFailure {
                has_received: false,
                error: status.into(),
            }),
        };
        let waited = match outcome {
            Err(StreamFailure {
                error,
                has_received,
            }) => {
                let next = reconnects
                    .reconnect(&session.client, error, has_received)
                    .await;
                next.map(|client| session.client = client)
            }
            Ok(()) if session.is_online => {
                reconnects.reset();
                reconnects.pause().await;
                Ok(())
            }
            Ok(()) => Ok(()),
        };
        if let Err(error) = waited {
            while session.finish_one().await {}
            return Err(error);
        }
    }
    while session.finish_one().await {}
    Ok(())
}

/// The error that ended an invitation stream.
struct StreamFailure {
    /// Whether the stream delivered any message before it failed.
    has_received: bool,
    error: ClientError,
}

/// A bot and the matches that it plays.
struct InvitationSession<'a, H> {
    client: Client,
    handler: &'a mut H,
    matches: JoinSet<(SeatKey, Result<proto::MatchOver, ClientError>)>,
    seats: BTreeSet<SeatKey>,
    is_online: bool,
}

impl<H: InvitationHandler> InvitationSession<'_, H> {
    /// Handles the messages of an invitation stream until it ends or the bot goes offline.
    async fn handle_stream(
        &mut self,
        mut invitations: tonic::Streaming<proto::StreamInvitationsResponse>,
    ) -> Result<(), StreamFailure> {
        let mut has_received = false;
        while self.is_online {
            tokio::select! {
                response = invitations.message() => match response {
                    Ok(Some(response)) => {
                        has_received = true;
                        self.handle_message(response.kind);
                    }
                    Ok(None) => return Ok(()),
                    Err(status) => {
                        return Err(StreamFailure { has_received, error: status.into() });
                    }
                },
                true = self.finish_one() => {}
            }
        }
        Ok(())
    }

    fn handle_message(&mut self, message: Option<Kind>) {
        match message {
            Some(Kind::Invitation(invitation)) => self.start_match(invitation),
            Some(Kind::EntrantWithdrawn(withdrawn)) => {
                let message = &withdrawn.message;
                self.is_online &= self
                    .handler
                    .should_stay_online(&withdrawn.tournament, message);
            }
            Some(Kind::TournamentEnded(ended)) => {
                self.is_online &= self.handler.should_stay_online(&ended.tournament, "");
            }
            // `None` is a kind of message that this version of the API does not define.
            Some(Kind::Online(_)) | None => {}
        }
    }

    fn start_match(&mut self, invitation: proto::Invitation) {
        let key = (invitation.r#match.clone(), invitation.seat);
        // Open invitations are sent again on every new stream.
        if !self.seats.insert(key.clone()) {
            return;
        }
        match self.handler.session(&self.client, &invitation) {
            Ok(session) => drop(self.matches.spawn(async move { (key, session.await) })),
            Err(error) => {
                self.is_online &= self.handler.on_match_end(&invitation.r#match, Err(error));
            }
        }
    }

    /// Waits for the end of one match. Returns `false` at once if no match is in progress.
    async fn finish_one(&mut self) -> bool {
        match self.matches.join_next().await {
            Some(Ok((key, over))) => {
                // After a failure the next invitation to the same seat is another try.
                if over.is_err() {
                    self.seats.remove(&key);
                }
                self.is_online &= self.handler.on_match_end(&key.0, over);
                true
            }
            Some(Err(_)) => true,
            None => false,
        }
    }
}
