//! Bots and their invitations as messages.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_proto::v1 as proto;
use botwerk_tournament_wire::{termination_message, time_control_message};
use proto::stream_invitations_response::Kind;

use super::nanos_of_micros;
use super::standings::estimate;
use crate::bot_reports::{BotFaultKind, BotReport, LeagueRating, ReportedBotMatch, ReportedFault};
use crate::bots::{BotDescription, BotMessage, BotSettings, Invitation};
use crate::error::Error;
use crate::ids::MatchId;
use crate::seat_logs::LogTarget;
use crate::seat_result::SeatResult;
use crate::store::SeatLog;
use crate::tournaments::RatingPoint;

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

/// Returns the message of a report.
pub(crate) fn bot_report_message(report: BotReport) -> proto::BotReport {
    let results = report.matches.iter().filter(|it| it.stats.is_some());
    let times = &report.turn_times;
    let mean = times.nanos().checked_div(times.turns());
    proto::BotReport {
        result_count: results.count() as u32,
        opponents: opponent_messages(&report.matches),
        bot: report.bot,
        ratings: report.ratings.into_iter().map(rating_message).collect(),
        faults: report.faults.into_iter().map(fault_message).collect(),
        turns: times.turns(),
        mean_think_nanos: mean.unwrap_or(0),
        max_think_nanos: times.max_nanos(),
        matches: report.matches.into_iter().map(match_of_bot).collect(),
    }
}

/// Returns the results against each opponent, by name.
fn opponent_messages(matches: &[ReportedBotMatch]) -> Vec<proto::BotOpponent> {
    let mut opponents: BTreeMap<&str, proto::BotOpponent> = BTreeMap::new();
    for found in matches {
        let names: BTreeSet<&str> = found.opponents.iter().map(String::as_str).collect();
        for name in names {
            let opponent = opponents.entry(name).or_default();
            name.clone_into(&mut opponent.name);
            match found.result {
                Some(SeatResult::Won) => opponent.wins += 1,
                Some(SeatResult::Drawn) => opponent.draws += 1,
                Some(SeatResult::Lost) => opponent.losses += 1,
                None => {}
            }
        }
    }
    opponents.into_values().collect()
}

fn rating_message(rating: LeagueRating) -> proto::BotRating {
    let standing = rating.standing;
    proto::BotRating {
        tournament: rating.tournament.name(),
        display_name: rating.display_name,
        entrant: rating.entrant,
        place: standing.place as u32,
        matches: standing.stats.matches,
        elo: standing.elo.map(estimate),
        history: rating.history.into_iter().map(rating_point).collect(),
    }
}

fn rating_point(point: RatingPoint) -> proto::RatingPoint {
    proto::RatingPoint {
        time_nanos: nanos_of_micros(point.at_micros),
        elo: Some(estimate(point.elo)),
    }
}

fn match_of_bot(found: ReportedBotMatch) -> proto::BotMatch {
    let result = found.result.map(|result| match result {
        SeatResult::Won => proto::SeatResult::Won,
        SeatResult::Lost => proto::SeatResult::Lost,
        SeatResult::Drawn => proto::SeatResult::Drawn,
    });
    proto::BotMatch {
        r#match: found.id.name(),
        tournament: found.attempt.tournament.name(),
        seat: found.seat as u32,
        opponents: found.opponents,
        result: result.unwrap_or_default() as i32,
        termination: termination_message(found.termination) as i32,
        create_time_nanos: nanos_of_micros(found.created_micros),
        end_time_nanos: found.ended_micros.map_or(0, nanos_of_micros),
    }
}

fn fault_message(fault: ReportedFault) -> proto::BotFault {
    let kind = match fault.kind {
        BotFaultKind::Unparsable => proto::BotFaultKind::Unparsable,
        BotFaultKind::Illegal => proto::BotFaultKind::Illegal,
        BotFaultKind::Flagged => proto::BotFaultKind::Flagged,
        BotFaultKind::Crashed => proto::BotFaultKind::Crashed,
        BotFaultKind::Offline => proto::BotFaultKind::Offline,
    };
    proto::BotFault {
        kind: kind as i32,
        matches: fault.matches,
        newest_match: fault.newest.name(),
        log_line: fault.log_line,
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
