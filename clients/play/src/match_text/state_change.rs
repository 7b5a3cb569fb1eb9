//! Suspended and resumed matches.

use botwerk_client::proto;

/// Returns that a match is suspended or resumed, and why.
pub fn state_text(changed: &proto::MatchStateChanged) -> String {
    format!("the match is {}: {}", state_name(changed), changed.message)
}

/// Returns the name of the new state, such as `suspended`.
pub fn state_name(changed: &proto::MatchStateChanged) -> String {
    let state = changed.state().as_str_name();
    state.trim_start_matches("MATCH_STATE_").to_lowercase()
}
