//! Matches between the same players, each of which has every seat equally often.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use botwerk_agents::Roster;
use botwerk_tournament::format::Rotation;

use super::arena_folders::ArenaFolders;
use super::arena_match::ArenaMatch;
use crate::concurrent_matches::play_concurrently;
use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::local_match::{LocalMatch, ProgramLogs};
use crate::match_seat::MatchSeat;
use crate::opened_game::OpenedGame;
use crate::output::progress_bar;
use crate::seed::Seed;

/// The players and the conditions of their matches.
pub(crate) struct ArenaSeries<G> {
    /// One player for each seat.
    pub(crate) players: Vec<MatchSeat>,
    pub(crate) game: OpenedGame<G>,
    pub(crate) seed: Seed,
    /// Number of matches, a multiple of the players.
    pub(crate) matches: u64,
    pub(crate) folders: ArenaFolders,
}

/// Checks that a number of matches gives every player every seat equally often.
///
/// # Errors
/// Returns an error with the next number that does; `argument` names the given one.
pub(crate) fn check_matches(argument: &str, matches: u64, players: usize) -> Result<(), Failure> {
    let next = matches.next_multiple_of(players as u64);
    if matches == next && matches > 0 {
        return Ok(());
    }
    let next = next.max(players as u64);
    let message = format!(
        "{argument}: expected a multiple of {players}, so that every player has every seat equally often, \
         found {matches}; use {next}"
    );
    Err(Failure::new(Reason::BadArgument, message))
}

impl<G: Roster> ArenaSeries<G> {
    /// Plays the matches and returns them in their order. After an interrupt those in progress are finished; a break
    /// of `each`, which sees every match as soon as it is finished, ends the series at once.
    ///
    /// # Errors
    /// Returns an error if a program does not start or a file cannot be written.
    pub(crate) fn play(
        &self,
        concurrency: Option<NonZeroUsize>,
        interrupt: &Interrupt,
        mut each: impl FnMut(&ArenaMatch) -> ControlFlow<()>,
    ) -> Result<Vec<ArenaMatch>, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let concurrency = concurrency.map_or(cores, usize::from);
        let concurrency = concurrency.min(usize::try_from(self.matches).unwrap_or(usize::MAX));
        let bar = progress_bar(self.matches, "matches");
        let mut played: Vec<ArenaMatch> = Vec::new();
        let play = |number| self.play_one(number);
        let keep = |finished: Result<_, Failure>| {
            let finished = finished.map_err(Some)?;
            let flow = each(&finished);
            played.push(finished);
            bar.inc(1);
            if flow.is_break() { Err(None) } else { Ok(()) }
        };
        let all = play_concurrently(self.matches, concurrency, interrupt, play, keep);
        bar.finish_and_clear();
        if let Err(Some(failure)) = all {
            return Err(failure);
        }
        played.sort_by_key(|played| played.r#match);
        Ok(played)
    }

    fn play_one(&self, number: u64) -> Result<ArenaMatch, Failure> {
        let players: Vec<usize> = (0..self.players.len()).collect();
        let seats = Rotation::Cyclic.seats(&players, number % players.len() as u64);
        // All matches of a block have the same start and the same chance outcomes.
        let seed = self.seed.of_match(number / players.len() as u64 + 1);
        let game = self.game.with_opening(&seed)?;
        let seated: Vec<_> = seats.iter().map(|it| self.players[*it].clone()).collect();
        let origin = self.seed.origin;
        let played = LocalMatch::play(&game, &seated, seed, origin, ProgramLogs::Kept);
        let played = played.map_err(|failure| failure.in_place(&format!("match {number}")))?;
        ArenaMatch::new(number, seats, played, &self.folders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_form_whole_blocks() {
        for (matches, players) in [(2, 2), (10, 2), (9, 3)] {
            check_matches("--matches", matches, players).unwrap();
        }
        for (matches, players, next) in [(1, 2, "use 2"), (10, 3, "use 12"), (0, 2, "use 2")] {
            let failure = check_matches("--matches", matches, players).unwrap_err();
            assert!(format!("{failure:?}").contains(next), "{failure:?}");
        }
    }
}
