//! Tournaments as messages.

use crate::error::{Error, Reason};
use crate::tournament_state::TournamentState;

/// Reads the state by which a list is filtered; 0 for any state.
pub(crate) fn tournament_state(number: i32) -> Result<Option<TournamentState>, Error> {
    if number == 0 {
        return Ok(None);
    }
    let state = TournamentState::from_number(number);
    state.map(Some).ok_or_else(|| {
        let message = format!("state: expected a `TournamentState`, found {number}");
        Error::new(Reason::BadRequest, message)
    })
}

#[cfg(test)]
mod tests {
    use botwerk_proto::v1 as proto;

    use super::*;

    #[test]
    fn tournament_state_numbers_are_those_of_the_api() {
        for state in TournamentState::ALL {
            let message = proto::TournamentState::try_from(state.number()).unwrap();
            let name = format!("TOURNAMENT_STATE_{}", state.label().to_uppercase());
            assert_eq!(message.as_str_name(), name);
            assert_eq!(tournament_state(state.number()), Ok(Some(state)));
        }
        assert_eq!(tournament_state(0), Ok(None));
        for number in [-1, 5] {
            assert_eq!(
                tournament_state(number).unwrap_err().reason,
                Reason::BadRequest
            );
        }
    }
}
