//! Conversions between the messages of the API and the types of the program.
//!
//! Only this module and `rpc` use generated types. Games have theirs in `botwerk-wire`.

mod accounts;
mod bots;
mod envs;
mod matches;
mod season_table;
mod sign_in;
mod standings;
mod text_limits;
mod tournaments;
mod uploads;
mod worker_tournament;
mod workers;

pub(crate) use accounts::{
    audit_entry_message, audit_filter, new_issued_token, new_sign_up_code, owner_message,
    quota_change, resource_id, sign_up_code_message, token_message,
};
pub(crate) use bots::{
    bot_message, bot_report_message, bot_settings, invitations_response, seat_log_append,
    seat_log_message,
};
pub(crate) use botwerk_tournament_wire::{termination_message, time_control_message};
pub(crate) use botwerk_wire::replay::comment_message;
pub(crate) use botwerk_wire::{
    EncodedAction, EncodedPosition, EncodedRules, SubmissionContent, actor_message, agent_spec,
    error_message, game_setup_message, outcome_message, setup,
};
pub(crate) use envs::{env_message, env_setup, lane_batch, lane_numbers, lane_results};
pub(crate) use matches::{
    match_filter, match_message, match_page, new_match, request_id, signed_head_message,
};
pub(crate) use sign_in::{new_sign_in, sign_in_options_response, sign_in_response};
pub(crate) use standings::{
    complete_standings, encode_final_table, final_standings, head_to_head_start, more_head_to_head,
    standings_part, standings_response,
};
pub(crate) use text_limits::check_text;
pub(crate) use tournaments::{
    change_update, extension, first_update, listed_tournament, new_tournament, pairing_messages,
    pairings_request, state_update, tournament_message, tournament_state,
};
pub(crate) use uploads::{
    assignment_message, check_host, hosted_version, nanos, new_upload, playing, processor_times,
    version_message, version_result,
};
pub use worker_tournament::WorkerTournament;
pub use workers::worker_id;
pub(crate) use workers::{
    chunk_lease, chunk_lease_message, chunk_leases, chunk_wait, differing_match,
    leased_chunk_message, report_message, work_message, worker_info, worker_report, worker_status,
};

use botwerk_engine::clock::TimeControl;
use botwerk_proto::v1 as proto;

use crate::error::{Error, Reason};

/// Default number of items in a response to a list request.
const DEFAULT_PAGE_SIZE: u32 = 50;

/// Maximum number of items in a response to a list request.
const MAX_PAGE_SIZE: u32 = 500;

/// Maximum size of a response to a list request, in bytes, unless one item is larger.
pub(crate) const MAX_PAGE_BYTES: usize = 256 << 10;

/// Reads the number of items that a list request asks for; 0 for the default.
pub(crate) fn page_size(requested: u32) -> usize {
    let size = match requested {
        0 => DEFAULT_PAGE_SIZE,
        size => size.min(MAX_PAGE_SIZE),
    };
    size as usize
}

/// Returns a point in time in nanoseconds since 1970, as the API counts it.
pub(crate) const fn nanos_of_micros(micros: i64) -> i64 {
    micros.saturating_mul(1000)
}

/// Reads a time control.
///
/// # Errors
/// Returns an error that names a limit that is not valid.
pub(crate) fn time_control(message: Option<&proto::TimeControl>) -> Result<TimeControl, Error> {
    let control = botwerk_tournament_wire::time_control(message);
    match control.validate().into_iter().next() {
        None => Ok(control),
        Some(error) => Err(Error::new(Reason::BadRequest, error.to_string())),
    }
}
