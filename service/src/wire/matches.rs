//! Matches as messages.

use botwerk_engine::{ADJUDICATED, GameId, is_hidden};
use botwerk_proto::v1 as proto;
use botwerk_tournament_wire::{agent_spec_message, termination_message, time_control_message};
use botwerk_wire::game_setup_message;

use super::text_limits::{check_name, check_options, check_text};
use super::{agent_spec, nanos_of_micros, time_control};
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};
use crate::match_description::{MatchDescription, SeatDescription, StoredOutcome};
use crate::match_state::MatchState;
use crate::new_match::{MAX_NAME_BYTES, NewMatch, NewSeat};
use crate::request_origin::content_sha256;
use crate::room::describe_stored;
use crate::seat_result::SeatResult;
use crate::server_secret::{ServerSecret, SignedHead};
use crate::store::{MatchFilter, MatchPage, PlayerFilter};

/// Reads a request that creates a match.
///
/// # Errors
/// Returns an error if the request is incomplete or contradicts itself.
pub(crate) fn new_match(request: proto::CreateMatchRequest) -> Result<NewMatch, Error> {
    let request_id = request_id(request.request_id)?;
    let setup = request.setup;
    let setup =
        setup.ok_or_else(|| Error::new(Reason::BadRequest, "setup: required, but not set"))?;
    check_options(&setup)?;
    check_text("seed", &request.seed)?;
    let game: GameId = setup.game.parse()?;
    let count = request.seats.len() as u32;
    if count == 0 {
        let message = "seats: expected at least one; an empty one is open to join";
        return Err(Error::new(Reason::BadRequest, message));
    }
    if setup.seats != 0 && setup.seats != count {
        let message = format!(
            "setup.seats: expected 0 or {count}, the number of `seats`, found {}",
            setup.seats
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    let options = setup.options.into_iter();
    let seat = |seat: proto::SeatSetup| NewSeat {
        name: non_empty(seat.name),
        agent: seat.agent.as_ref().map(agent_spec),
    };
    Ok(NewMatch {
        request_id,
        game,
        options: options.map(|option| (option.name, option.value)).collect(),
        seats: request.seats.into_iter().map(seat).collect(),
        seed: non_empty(request.seed),
        time_control: time_control(request.time_control.as_ref())?,
        is_virtual: request.uses_virtual_time,
        allow_hints: request.allows_hints,
        public_comments: request.public_comments,
    })
}

/// Reads the id of a request that creates something once; `None` if there is none.
///
/// # Errors
/// Returns an error if the id is too long.
pub(crate) fn request_id(id: String) -> Result<Option<String>, Error> {
    if id.len() > MAX_NAME_BYTES || id.contains(is_hidden) {
        let message = format!(
            "request_id: expected at most {MAX_NAME_BYTES} bytes without hidden characters"
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(non_empty(id))
}

pub(super) fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// Returns the list of a request for the tokens of its pages. Each has its own, so that no page of another one follows.
fn match_list(request: &proto::ListMatchesRequest) -> String {
    let filters = proto::ListMatchesRequest {
        page_size: 0,
        page_token: String::new(),
        ..request.clone()
    };
    format!("matches {}", content_sha256(&filters))
}

/// Reads which matches a request lists.
///
/// # Errors
/// Returns an error if a filter is not valid, or the token was not sent by a server for the same filters.
pub(crate) fn match_filter(
    request: &proto::ListMatchesRequest,
    secret: &ServerSecret,
) -> Result<MatchFilter, Error> {
    let created_at = |nanos| given_nanos(nanos).map(MatchId::first_at);
    let (tokens, list) = (secret.page_tokens(), match_list(request));
    let before = tokens.open(&list, &request.page_token)?.map(MatchId::from);
    Ok(MatchFilter {
        from: created_at(request.min_create_time_nanos),
        before: before
            .into_iter()
            .chain(created_at(request.max_create_time_nanos))
            .min(),
        state: match_state(request.state)?,
        player: player_filter(request)?,
    })
}

/// Reads which matches of a player a request lists.
fn player_filter(request: &proto::ListMatchesRequest) -> Result<Option<PlayerFilter>, Error> {
    check_name("player", &request.player)?;
    let opponent = opponent("player", &request.player, &request.opponent)?;
    let filter = PlayerFilter {
        name: request.player.clone(),
        opponent,
        result: seat_result(request.result)?,
        ended_from: given_nanos(request.min_end_time_nanos).map(micros),
        ended_before: given_nanos(request.max_end_time_nanos).map(micros),
    };
    if filter.name.is_empty() {
        if filter.result.is_some() || filter.ended_from.or(filter.ended_before).is_some() {
            let message = "player: required by `result`, `min_end_time_nanos` and `max_end_time_nanos`, but empty";
            return Err(Error::new(Reason::BadRequest, message));
        }
        return Ok(None);
    }
    Ok(Some(filter))
}

/// Reads the name of the opponent of a player by which a list is filtered.
///
/// # Errors
/// Returns an error if the name is too long, or there is no other player.
pub(super) fn opponent(field: &str, player: &str, name: &str) -> Result<Option<String>, Error> {
    check_name("opponent", name)?;
    if name.is_empty() {
        return Ok(None);
    }
    if player.is_empty() {
        let message = format!("{field}: required by `opponent`, but empty");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if name == player {
        let message = format!("opponent: expected another name than `{field}`, found `{name}`");
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(Some(name.to_owned()))
}

/// Reads the result by which a list is filtered; 0 for any.
///
/// # Errors
/// Returns an error if there is no such result.
pub(super) fn seat_result(number: i32) -> Result<Option<SeatResult>, Error> {
    use proto::SeatResult as Message;
    match Message::try_from(number) {
        Ok(Message::Unspecified) => Ok(None),
        Ok(Message::Won) => Ok(Some(SeatResult::Won)),
        Ok(Message::Lost) => Ok(Some(SeatResult::Lost)),
        Ok(Message::Drawn) => Ok(Some(SeatResult::Drawn)),
        Err(_) => {
            let message = format!("result: expected a `SeatResult`, found {number}");
            Err(Error::new(Reason::BadRequest, message))
        }
    }
}

/// Returns the time of a filter, in nanoseconds since 1970; `None` for 0, which stands for any.
pub(super) fn given_nanos(nanos: i64) -> Option<i64> {
    Some(nanos).filter(|nanos| *nanos != 0)
}

/// Returns the first microsecond that does not start before a time in nanoseconds.
pub(super) const fn micros(nanos: i64) -> i64 {
    let micros = nanos.div_euclid(1000);
    micros.saturating_add((nanos.rem_euclid(1000) > 0) as i64)
}

/// Returns the message for a page of a list of matches.
///
/// # Errors
/// Returns an error if a match is stored corrupt.
pub(crate) fn match_page(
    request: &proto::ListMatchesRequest,
    page: &MatchPage,
    secret: &ServerSecret,
) -> Result<proto::ListMatchesResponse, Error> {
    let message = |row| Ok::<_, Error>(match_message(describe_stored(row, secret)?));
    let next = page.next.as_ref();
    let token = |next: &MatchId| { secret.page_tokens() }.seal(&match_list(request), next.as_str());
    Ok(proto::ListMatchesResponse {
        matches: page.rows.iter().map(message).collect::<Result<_, _>>()?,
        next_page_token: next.map(token).unwrap_or_default(),
    })
}

/// Returns the message that describes a match.
pub(crate) fn match_message(description: MatchDescription) -> proto::Match {
    let tournament = description.tournament.as_ref();
    proto::Match {
        name: description.id.name(),
        setup: Some(game_setup_message(description.game)),
        state: description.state.number(),
        seats: description.seats.into_iter().map(seat_message).collect(),
        time_control: time_control_message(description.time_control),
        uses_virtual_time: description.is_virtual,
        event_count: description.events,
        seed_commitment: description.seed_commitment,
        create_time_nanos: nanos_of_micros(description.created_micros),
        end_time_nanos: description.ended_micros.map_or(0, nanos_of_micros),
        outcome: description.outcome.map(stored_outcome_message),
        allows_hints: description.allow_hints,
        public_comments: description.public_comments,
        record_head: description.record_head.map(signed_head_message),
        tournament: tournament.map_or_else(String::new, TournamentId::name),
    }
}

/// Returns the message of the head of a record.
pub(crate) fn signed_head_message(head: SignedHead) -> proto::SignedHead {
    proto::SignedHead {
        sha256: head.sha256,
        signature: head.signature.signature,
        key: head.signature.key,
    }
}

fn seat_message(seat: SeatDescription) -> proto::MatchSeat {
    proto::MatchSeat {
        name: seat.name,
        agent: seat.agent.as_ref().map(agent_spec_message),
        is_connected: seat.is_connected,
        termination: termination_message(seat.termination) as i32,
    }
}

fn stored_outcome_message(outcome: StoredOutcome) -> proto::Outcome {
    proto::Outcome {
        places: outcome.places.into_iter().map(u32::from).collect(),
        points: outcome.points,
        is_adjudicated: outcome.rule == ADJUDICATED,
        rule: outcome.rule,
    }
}

/// Reads the state by which a list is filtered; 0 for any state.
fn match_state(number: i32) -> Result<Option<MatchState>, Error> {
    if number == 0 {
        return Ok(None);
    }
    let state = MatchState::from_number(number);
    state.map(Some).ok_or_else(|| {
        let message = format!("state: expected a `MatchState`, found {number}");
        Error::new(Reason::BadRequest, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_state_numbers_are_those_of_the_api() {
        for state in MatchState::ALL {
            let message = proto::MatchState::try_from(state.number()).unwrap();
            let name = format!("MATCH_STATE_{}", state.label().to_uppercase());
            assert_eq!(message.as_str_name(), name);
            assert_eq!(match_state(state.number()), Ok(Some(state)));
        }
        assert_eq!(match_state(0), Ok(None));
        for number in [-1, 6] {
            assert_eq!(match_state(number).unwrap_err().reason, Reason::BadRequest);
        }
    }
}
