//! Bots and their invitations as messages.

use botwerk_proto::v1 as proto;
use botwerk_tournament_wire::time_control_message;
use proto::stream_invitations_response::Kind;

use crate::bots::{BotDescription, BotMessage, BotSettings, Invitation};
use crate::error::Error;
use crate::ids::MatchId;
use crate::seat_logs::LogTarget;
use crate::store::SeatLog;

/// Reads what a bot is registered with.
pub(crate) fn bot_settings(games: Vec<String>, max_concurrent_matches: u32) -> BotSettings {
    BotSettings {
        games,
        max_concurrent_matches,
    }
}

/// Returns the message that describes a bot.
pub(crate) fn bot_message(bot: BotDescription) -> proto::Bot {
    proto::Bot {
        name: bot.name,
        games: bot.games,
        max_concurrent_matches: bot.max_concurrent_matches,
        is_online: bot.is_online,
        active_matches: bot.active_matches,
        owner: bot
            .owner
            .map_or_else(String::new, |owner| format!("owners/{owner}")),
    }
}

/// Reads a request that appends to a log, and its token: the seats, and the text.
///
/// # Errors
/// Returns an error if the name of the match has another form.
pub(crate) fn seat_log_append(
    request: proto::AppendSeatLogRequest,
    token: String,
) -> Result<(LogTarget, String), Error> {
    let target = if request.r#match.is_empty() {
        LogTarget::Bot { bot_token: token }
    } else {
        LogTarget::Seat {
            id: MatchId::from_name(&request.r#match)?,
            seat_token: token,
        }
    };
    Ok((target, request.text))
}

/// Returns the message of a log.
pub(crate) fn seat_log_message(log: SeatLog) -> proto::GetSeatLogResponse {
    proto::GetSeatLogResponse {
        text: log.text,
        omitted_bytes: log.omitted_bytes,
    }
}

/// Returns the response on an invitation stream.
pub(crate) fn invitations_response(message: BotMessage) -> proto::StreamInvitationsResponse {
    let kind = match message {
        BotMessage::Online(bot) => Kind::Online(proto::Online {
            bot: Some(bot_message(bot)),
        }),
        BotMessage::Invitation(invitation) => Kind::Invitation(invitation_message(invitation)),
        BotMessage::EntrantWithdrawn {
            tournament,
            message,
        } => Kind::EntrantWithdrawn(proto::EntrantWithdrawn {
            tournament: tournament.name(),
            message,
        }),
        BotMessage::TournamentEnded(tournament) => Kind::TournamentEnded(proto::TournamentEnded {
            tournament: tournament.name(),
        }),
    };
    proto::StreamInvitationsResponse { kind: Some(kind) }
}

fn invitation_message(invitation: Invitation) -> proto::Invitation {
    let option = |(name, value)| proto::GameOption { name, value };
    proto::Invitation {
        r#match: invitation.match_id.name(),
        seat: invitation.seat as u32,
        seat_token: invitation.seat_token,
        setup: Some(proto::GameSetup {
            game: invitation.game.name().into(),
            options: invitation.options.into_iter().map(option).collect(),
            seats: invitation.seats as u32,
        }),
        time_control: time_control_message(invitation.time_control),
        tournament: invitation.tournament.name(),
    }
}
