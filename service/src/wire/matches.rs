//! Matches as messages.

use crate::error::{Error, Reason};
use crate::match_state::MatchState;

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
    use botwerk_proto::v1 as proto;

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
