//! Playing the matches of `strength` concurrently.

use botwerk_agents::Roster;
use botwerk_agents::strength::{Comparison, VerifiedResult};
use botwerk_engine::record::Record;
use botwerk_tournament::format::{Pairing, Rotation};

use super::archive::{MatchTableRow, RecordArchive};
use super::players::StrengthPlayers;
use crate::concurrent_matches::play_concurrently;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::local_match::LocalMatch;
use crate::output::progress_bar;
use crate::seat_times::SeatTimes;
use crate::seed::Seed;

/// The index of the measured player.
const PLAYER: usize = 0;

/// The index of its opponent.
const OTHER: usize = 1;

/// Plays the matches.
pub(super) struct StrengthRunner<'a, G> {
    pub(super) players: &'a StrengthPlayers<G>,
    pub(super) seed: &'a Seed,
    pub(super) archive: &'a RecordArchive,
}

/// The results of all matches.
pub(super) struct StrengthResults {
    /// The matches whose records were verified.
    pub(super) comparison: Comparison,
    /// Number of choices of reproducible agents that were checked.
    pub(super) choices: u64,
    /// Records that verification rejected, and why.
    pub(super) rejected: Vec<String>,
    /// The faults for which players were removed.
    pub(super) faults: Vec<String>,
}

/// A finished match and the result of its verification.
struct VerifiedMatch {
    pairing: Pairing,
    local_match: LocalMatch,
    result: Result<VerifiedResult, String>,
}

impl<G: Roster> StrengthRunner<'_, G> {
    /// Plays the given number of matches. Matches in progress are finished after an interrupt.
    pub(super) fn play(
        &self,
        matches: u64,
        concurrency: usize,
        interrupt: &Interrupt,
    ) -> Result<StrengthResults, Failure> {
        let bar = progress_bar(matches, "matches");
        let mut results = StrengthResults::new(self.players.seats);
        let play = |index| self.play_one(pairing(self.players.seats, index));
        let count = |verified_match: Result<_, _>| {
            self.count(verified_match?, &mut results)?;
            bar.set_message(results.wdl_text());
            bar.inc(1);
            Ok(())
        };
        let played = play_concurrently(matches, concurrency, interrupt, play, count);
        bar.finish_and_clear();
        played.map(|()| results)
    }

    /// Plays a match, archives its record and verifies it.
    fn play_one(&self, pairing: Pairing) -> Result<VerifiedMatch, Failure> {
        // All matches of a block start with the same opening.
        let seed = self.seed.of_match(pairing.block + 1);
        let local_match = self.players.play(&pairing, seed, self.seed.origin)?;
        let text = local_match.record.to_text();
        self.archive.write_record(pairing.index, &text)?;
        let result = match Record::from_text(&text) {
            Ok(record) => {
                VerifiedResult::from_record::<G>(&record).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        Ok(VerifiedMatch {
            pairing,
            local_match,
            result,
        })
    }

    fn count(
        &self,
        verified_match: VerifiedMatch,
        results: &mut StrengthResults,
    ) -> Result<(), Failure> {
        let VerifiedMatch {
            pairing,
            local_match,
            result,
        } = verified_match;
        let number = pairing.index + 1;
        let name = format!("match {number} (seed {})", local_match.seed);
        for fault in &local_match.faults {
            let player = &self.players.specs[pairing.seats[fault.seat]];
            let message = &fault.message;
            results.faults.push(format!("{name}: {player}: {message}"));
        }
        let mut seats = pairing.seats.iter();
        let own_seat = seats.position(|entrant| *entrant == PLAYER);
        let own_seat = own_seat.unwrap_or_default();
        let mut row = MatchTableRow::new(number, &pairing, &local_match);
        match result {
            Ok(result) => {
                let times = local_match.times.iter().map(SeatTimes::total);
                let times: Vec<_> = times.collect();
                results.comparison.add(own_seat, &result, &times);
                results.choices += result.choices;
                row.add_result(&result, result.score(own_seat));
            }
            Err(error) => {
                results.rejected.push(format!("{name}: differs: {error}"));
                row.verification_error = Some(error);
            }
        }
        self.archive.write_row(&row)
    }
}

/// Returns the pairing with this index. Within a block the player moves from the last seat to the
/// first.
fn pairing(seats: usize, index: u64) -> Pairing {
    let mut entrants = vec![OTHER; seats - 1];
    entrants.push(PLAYER);
    Pairing {
        index,
        round: 1,
        block: index / Rotation::Cyclic.matches_per_block(seats),
        seats: Rotation::Cyclic.seats(&entrants, index),
    }
}

impl StrengthResults {
    /// Creates empty results for matches with this number of seats.
    fn new(seats: usize) -> Self {
        Self {
            comparison: Comparison::new(seats),
            choices: 0,
            rejected: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Returns the score so far, such as `+12 =3 -5`.
    fn wdl_text(&self) -> String {
        let tally = self.comparison.tally();
        let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
        let rejected = match self.rejected.len() {
            0 => String::new(),
            rejected => format!(", {rejected} rejected"),
        };
        format!("+{wins} ={draws} -{losses}{rejected}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_has_every_seat_once_per_block() {
        for seats in 1..=4 {
            for block in 0..3 {
                let matches = (0..seats as u64).map(|game| block * seats as u64 + game);
                let pairings: Vec<_> = matches.map(|index| pairing(seats, index)).collect();
                assert!(pairings.iter().all(|pairing| pairing.block == block));
                for seat in 0..seats {
                    let entrants = pairings.iter().map(|pairing| pairing.seats[seat]);
                    assert_eq!(entrants.filter(|entrant| *entrant == PLAYER).count(), 1);
                }
                for pairing in pairings {
                    let others = pairing.seats.iter().filter(|entrant| **entrant == OTHER);
                    assert_eq!(others.count(), seats - 1);
                }
            }
        }
    }
}
