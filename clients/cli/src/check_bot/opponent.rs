//! The opponent, played by this program: it acts when the script wants it.

use std::collections::BTreeMap;

use botwerk_client::{Client, ClientError, PlaySender, PlayStream, Player, proto};
use proto::play_response::Kind as Told;
use proto::stream_invitations_response::Kind as Invitation;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;

use super::check_game::CheckGame;
use super::event::Event;
use super::script_error::ScriptError;
use crate::failure::Failure;

/// A seat of the opponent.
struct SeatOccupant {
    player: Box<dyn Player>,
    /// What it has not answered yet.
    open: Option<proto::ActionRequest>,
}

/// The opponent of the bot.
pub(super) struct Opponent {
    server: Client,
    field: CheckGame,
    sender: PlaySender,
    chairs: BTreeMap<u32, SeatOccupant>,
    invited: Option<proto::Invitation>,
    has_ended: bool,
    /// They hear what the opponent is told, as long as it is there.
    _listening: JoinSet<()>,
}

impl Opponent {
    /// Attends; what it is told comes as events.
    pub(super) async fn attend(
        server: Client,
        field: CheckGame,
        token: &str,
        events: UnboundedSender<Event>,
    ) -> Result<Self, Failure> {
        let request = proto::StreamInvitationsRequest {
            bot_token: token.into(),
            max_concurrent_matches: 0,
        };
        let invitations = server.bots().stream_invitations(request).await;
        let invitations = invitations.map_err(ClientError::from)?.into_inner();
        let stream = PlayStream::open(&server).await?;
        let sender = stream.sender();
        let mut listening = JoinSet::new();
        listening.spawn(hear_invitations(invitations, events.clone()));
        listening.spawn(hear_frames(stream, events));
        Ok(Self {
            server,
            field,
            sender,
            chairs: BTreeMap::new(),
            invited: None,
            has_ended: false,
            _listening: listening,
        })
    }

    /// Takes a seat in the next match.
    pub(super) async fn join(&mut self, invited: proto::Invitation) -> Result<(), ScriptError> {
        let view_options = proto::ViewOptions {
            include_legal_actions: false,
            include_text: true,
        };
        self.sender
            .join(proto::Join {
                r#match: invited.r#match.clone(),
                seat_token: invited.seat_token.clone(),
                view_options: Some(view_options),
                ..Default::default()
            })
            .await?;
        self.invited = Some(invited);
        self.has_ended = false;
        Ok(())
    }

    /// Takes notice of what it is told.
    pub(super) fn hear(&mut self, told: Told) -> Result<(), ScriptError> {
        match told {
            Told::Joined(joined) => {
                let mut player = self.field.player()?;
                player.joined(&joined)?;
                let chair = SeatOccupant { player, open: None };
                self.chairs.insert(joined.handle, chair);
            }
            Told::ActionRequest(request) => {
                if let Some(chair) = self.chairs.get_mut(&request.handle) {
                    chair.open = Some(request);
                }
            }
            Told::Update(update) => {
                if let Some(chair) = self.chairs.get_mut(&update.handle) {
                    chair.player.update(&update);
                }
            }
            Told::MatchOver(over) => {
                self.chairs.remove(&over.handle);
                self.has_ended = true;
            }
            Told::Accepted(_) | Told::Rejected(_) | Told::MatchStateChanged(_) | Told::Ping(_) => {}
        }
        Ok(())
    }

    /// What it is asked.
    pub(super) fn open(&self) -> Option<&proto::ActionRequest> {
        self.chairs.values().find_map(|chair| chair.open.as_ref())
    }

    /// Whether the match that it was invited to last is over.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Answers what it is asked.
    pub(super) async fn answer(&mut self) -> Result<(), ScriptError> {
        for chair in self.chairs.values_mut() {
            let Some(request) = chair.open.take() else {
                continue;
            };
            let reply = chair.player.act(&request)?;
            let proto::ActionRequest {
                handle,
                turn,
                part: act,
                ..
            } = request;
            self.sender
                .act(proto::Submission {
                    handle,
                    turn,
                    part: act,
                    text: reply.text,
                    effort: reply.effort,
                    ..Default::default()
                })
                .await?;
        }
        Ok(())
    }

    /// Leaves the match that it was invited to last.
    pub(super) async fn resign(&mut self) -> Result<(), ScriptError> {
        let Some(invited) = &self.invited else {
            return Ok(());
        };
        resign(&self.server, invited).await
    }
}

/// Takes a seat out of its match; of one that has just ended this is nothing.
pub(super) async fn resign(
    server: &Client,
    invited: &proto::Invitation,
) -> Result<(), ScriptError> {
    let request = proto::ResignRequest {
        r#match: invited.r#match.clone(),
        seat_token: invited.seat_token.clone(),
    };
    match server
        .matches()
        .resign(request)
        .await
        .map_err(ClientError::from)
    {
        Ok(_) => Ok(()),
        Err(ClientError::Rejected { reason, .. }) if reason == "MATCH_OVER" => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn hear_invitations(
    mut invitations: tonic::Streaming<proto::StreamInvitationsResponse>,
    events: UnboundedSender<Event>,
) {
    while let Ok(Some(told)) = invitations.message().await {
        if let Some(Invitation::Invitation(invited)) = told.kind
            && events.send(Event::OpponentInvited(invited)).is_err()
        {
            return;
        }
    }
}

async fn hear_frames(mut stream: PlayStream, events: UnboundedSender<Event>) {
    while let Ok(Some(told)) = stream.next().await {
        if events.send(Event::OpponentTold(told)).is_err() {
            return;
        }
    }
}
