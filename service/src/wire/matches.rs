//! Matches as messages.

use botwerk_proto::v1 as proto;
use botwerk_tournament_wire::{agent_spec_message, termination_message, time_control_message};

use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::match_description::{GameDescription, MatchDescription, SeatDescription, StoredOutcome};
use crate::match_state::MatchState;

/// Returns the message that describes a match.
pub(crate) fn match_message(description: MatchDescription) -> proto::Match {
    let tournament = description.tournament.as_ref();
    proto::Match {
        name: description.id.name(),
        setup: Some(game_setup_message(description.game)),
        state: description.state.number(),
        seats: description.seats.into_iter().map(seat_message).collect(),
        time_control: time_control_message(description.time_control),
        virtual_time: description.is_virtual,
        events: description.events,
        seed_sha256: description.seed_sha256,
        create_time_micros: description.created_micros,
        outcome: description.outcome.map(stored_outcome_message),
        allow_hints: description.allow_hints,
        tournament: tournament.map_or_else(String::new, TournamentId::name),
    }
}

/// Returns the message that names a game with its options and its number of seats.
pub(crate) fn game_setup_message(game: GameDescription) -> proto::GameSetup {
    let option = |(name, value)| proto::GameOption { name, value };
    proto::GameSetup {
        game: game.name,
        options: game.options.into_iter().map(option).collect(),
        seats: game.seats as u32,
    }
}

fn seat_message(seat: SeatDescription) -> proto::MatchSeat {
    proto::MatchSeat {
        name: seat.name,
        agent: seat.agent.as_ref().map(agent_spec_message),
        connected: seat.is_connected,
        termination: termination_message(seat.termination) as i32,
    }
}

fn stored_outcome_message(outcome: StoredOutcome) -> proto::Outcome {
    proto::Outcome {
        places: outcome.places.into_iter().map(u32::from).collect(),
        points: outcome.points,
        rule: outcome.rule,
    }
}

/// Reads the state by which a list is filtered; 0 for any state.
pub(crate) fn match_state(number: i32) -> Result<Option<MatchState>, Error> {
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
