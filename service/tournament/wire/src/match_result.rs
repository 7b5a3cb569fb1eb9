//! Results of matches.

use botwerk_proto::v1 as proto;
use botwerk_tournament::{MatchResult, SeatStats};
use botwerk_wire::termination;

/// Reads a result, without the times of its turns. `seats` are the entrants on the seats.
pub fn match_result(seats: Vec<usize>, message: &proto::PairingResult) -> MatchResult {
    let seat_stats = |stats: &proto::SeatStats| SeatStats {
        termination: termination(stats.termination()),
        illegal_submissions: stats.illegal_submissions,
        unparsable_submissions: stats.unparsable_submissions,
        ..SeatStats::default()
    };
    MatchResult {
        seats,
        places: message.places.iter().map(|place| *place as u8).collect(),
        is_rated: message.is_rated,
        is_voided: message.is_voided,
        is_adjudicated: message.is_adjudicated,
        fingerprint: message.fingerprint.parse().ok(),
        seat_stats: message.seat_stats.iter().map(seat_stats).collect(),
    }
}
