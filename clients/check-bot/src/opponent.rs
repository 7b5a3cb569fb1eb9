//! The scripted opponent, which acts when the script says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_client::{Bot, Client, ClientError, Match, PlaySender, PlayStream, View, proto};
use botwerk_command::failure::Failure;
use botwerk_command::resignation;
use proto::play_response::Kind as ServerFrame;
use proto::stream_invitations_response::Kind as Invitation;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;

use super::check_game::CheckGame;
use super::event::Event;
use super::script_error::ScriptError;

/// A seat of the opponent.
struct SeatOccupant {
    player: Box<dyn Bot>,
    joined: Arc<Match>,
    /// The request that is not answered yet.
    open_request: Option<proto::ActionRequest>,
}

/// The opponent of the bot.
pub(super) struct Opponent {
    server: Client,
    game: CheckGame,
    sender: PlaySender,
    seats: BTreeMap<u32, SeatOccupant>,
    invitation: Option<proto::Invitation>,
    has_ended: bool,
    /// Tasks that turn received invitations and frames into events.
    _receivers: JoinSet<()>,
}

impl Opponent {
    /// Goes online. Received invitations and frames are sent as events.
    pub(super) async fn attend(
        server: Client,
        game: CheckGame,
        token: &str,
        events: UnboundedSender<Event>,
    ) -> Result<Self, Failure> {
        let request = proto::StreamInvitationsRequest {
            max_concurrent_matches: 0,
        };
        let bot = server.with_token(token)?;
        let invitations = bot.bots().stream_invitations(request).await;
        let invitations = invitations.map_err(ClientError::from)?.into_inner();
        let stream = PlayStream::open(&server).await?;
        let sender = stream.sender();
        let mut receivers = JoinSet::new();
        receivers.spawn(receive_invitations(invitations, events.clone()));
        receivers.spawn(receive_frames(stream, events));
        Ok(Self {
            server,
            game,
            sender,
            seats: BTreeMap::new(),
            invitation: None,
            has_ended: false,
            _receivers: receivers,
        })
    }

    /// Joins the next match.
    pub(super) async fn join(&mut self, invitation: proto::Invitation) -> Result<(), ScriptError> {
        let view_options = proto::ViewOptions {
            include_legal_actions: false,
            include_text: true,
            ..Default::default()
        };
        self.sender
            .join(proto::Join {
                r#match: invitation.r#match.clone(),
                seat_token: invitation.seat_token.clone(),
                view_options: Some(view_options),
                ..Default::default()
            })
            .await?;
        self.invitation = Some(invitation);
        self.has_ended = false;
        Ok(())
    }

    /// Handles a frame.
    pub(super) fn on_frame(&mut self, frame: ServerFrame) -> Result<(), ScriptError> {
        match frame {
            ServerFrame::Joined(joined) => {
                let mut player = self.game.player()?;
                let handle = joined.handle;
                let joined = Arc::new(Match { joined });
                player.started(&joined).map_err(ClientError::from)?;
                let seat = SeatOccupant {
                    player,
                    joined,
                    open_request: None,
                };
                self.seats.insert(handle, seat);
            }
            ServerFrame::ActionRequest(request) => {
                if let Some(seat) = self.seats.get_mut(&request.handle) {
                    seat.open_request = Some(request);
                }
            }
            ServerFrame::Update(update) => {
                if let Some(seat) = self.seats.get_mut(&update.handle) {
                    seat.player.updated(&update);
                }
            }
            ServerFrame::MatchOver(over) => {
                self.seats.remove(&over.handle);
                self.has_ended = true;
            }
            ServerFrame::Accepted(_)
            | ServerFrame::Rejected(_)
            | ServerFrame::MatchStateChanged(_) => {}
        }
        Ok(())
    }

    /// Returns the open action request, or `None` if the opponent need not act.
    pub(super) fn open_request(&self) -> Option<&proto::ActionRequest> {
        self.seats
            .values()
            .find_map(|seat| seat.open_request.as_ref())
    }

    /// Returns `true` if the match of the latest invitation is over.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Answers all open requests.
    pub(super) async fn answer(&mut self) -> Result<(), ScriptError> {
        for seat in self.seats.values_mut() {
            let Some(request) = seat.open_request.take() else {
                continue;
            };
            let view = View::new(Arc::clone(&seat.joined), request);
            let choice = seat.player.choose(&view, &[]).map_err(ClientError::from)?;
            let request = view.request;
            self.sender
                .submit(proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text: choice.text,
                    effort: choice.effort,
                    ..Default::default()
                })
                .await?;
        }
        Ok(())
    }

    /// Resigns from the match of the latest invitation.
    pub(super) async fn resign(&mut self) -> Result<(), ScriptError> {
        let Some(invitation) = &self.invitation else {
            return Ok(());
        };
        resign(&self.server, invitation).await
    }
}

/// Resigns the seat of an invitation.
pub(super) async fn resign(
    server: &Client,
    invitation: &proto::Invitation,
) -> Result<(), ScriptError> {
    let (match_name, seat_token) = (&invitation.r#match, &invitation.seat_token);
    Ok(resignation::resign(server, match_name, seat_token).await?)
}

async fn receive_invitations(
    mut invitations: tonic::Streaming<proto::StreamInvitationsResponse>,
    events: UnboundedSender<Event>,
) {
    while let Ok(Some(frame)) = invitations.message().await {
        if let Some(Invitation::Invitation(invitation)) = frame.kind
            && events.send(Event::OpponentInvited(invitation)).is_err()
        {
            return;
        }
    }
}

async fn receive_frames(mut stream: PlayStream, events: UnboundedSender<Event>) {
    while let Ok(Some(frame)) = stream.next().await {
        if events.send(Event::OpponentFrame(frame)).is_err() {
            return;
        }
    }
}
