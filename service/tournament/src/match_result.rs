//! The result of one match.

use botwerk_agents::strength::Score;
use botwerk_engine::Termination;
use botwerk_engine::record::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::turn_times::TurnTimes;

/// The result of a match, as a tournament scores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The entrant on each seat.
    pub seats: Vec<usize>,
    /// The place of each seat. 1 is best; equal places are draws.
    pub places: Vec<u8>,
    /// Whether rating statistics may use it. A forfeit is not rated.
    pub is_rated: bool,
    /// Whether it counts for no entrant, because the match could not be played in any attempt.
    #[serde(default)]
    pub is_voided: bool,
    /// Whether the scores of the players ended it before the rules did.
    #[serde(default)]
    pub is_adjudicated: bool,
    /// What was played; `None` if nothing was, or an earlier version has stored the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Fingerprint>,
    /// The statistics of each seat; empty if the match was not played.
    pub seat_stats: Vec<SeatStats>,
}

/// Statistics of one seat in one match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatStats {
    /// Why the seat left before the end; `None` if it did not.
    pub termination: Option<Termination>,
    /// Number of submissions rejected as illegal.
    pub illegal_submissions: u32,
    /// Number of texts rejected as no turn, without penalty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unparsable_submissions: u32,
    /// Times of its turns.
    #[serde(flatten)]
    pub turn_times: TurnTimes,
}

impl MatchResult {
    /// Returns the half points of a seat: two per opponent beaten and one per draw.
    pub fn half_points(&self, seat: usize) -> u64 {
        let [wins, draws, _] = self.wins_draws_losses(seat);
        2 * wins + draws
    }

    /// Returns `true` if no seat left early for another reason than a resignation.
    pub fn is_regular(&self) -> bool {
        let mut seats = self.seat_stats.iter();
        seats.all(|stats| matches!(stats.termination, None | Some(Termination::Resigned)))
    }

    /// Returns `true` if no seat could act, since one did not join or has withdrawn.
    pub(crate) fn is_unplayed(&self) -> bool {
        let mut seats = self.seat_stats.iter();
        !self.is_rated || seats.any(|stats| stats.termination == Some(Termination::NoShow))
    }

    /// Returns the numbers of opponents that a seat has beaten, drawn with and lost to.
    pub(crate) fn wins_draws_losses(&self, seat: usize) -> [u64; 3] {
        let mut numbers = [0; 3];
        let others = self.places.iter().enumerate();
        for (_, place) in others.filter(|(other, _)| *other != seat) {
            match Score::from_two_places(self.places[seat], *place) {
                Score::Win => numbers[0] += 1,
                Score::Draw(_) => numbers[1] += 1,
                Score::Loss => numbers[2] += 1,
            }
        }
        numbers
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
