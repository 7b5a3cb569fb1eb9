//! Matches between the same players, each of which has every seat equally often.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use botwerk_agents::{AgentLimits, GameAgents};
use botwerk_tournament::format::Rotation;

use super::concurrent_matches::play_concurrently;
use super::finished_match::FinishedMatch;
use super::local_match::{LocalMatch, ProgramLogs};
use super::match_folders::MatchFolders;
use super::wall_clock;
use crate::cores::cores;
use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::opened_game::OpenedGame;
use crate::player::Player;
use crate::progress_bar::ProgressBar;
use crate::seed::Seed;

/// The clock that decides races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum RaceClock {
    /// Declared effort: reproducible, and faster than the clock
    Virtual,
    /// Wall-clock time, on an embedded server
    Wall,
}

/// The players and the conditions of their matches.
pub(super) struct MatchSeries {
    /// One player for each seat.
    pub(super) players: Vec<Player>,
    pub(super) game: OpenedGame,
    pub(super) seed: Seed,
    /// Number of matches from one start, between which the players move on by one seat.
    pub(super) block_size: u64,
    /// Number of matches; unless it is 1, a multiple of the matches of a block.
    pub(super) matches: u64,
    pub(super) clock: RaceClock,
    pub(super) program_logs: ProgramLogs,
    pub(super) folders: MatchFolders,
}

/// Returns the number of rotations of the players in which another one has a seat: 1 if all are equal.
pub(super) fn distinct_rotations(players: &[Player]) -> u64 {
    let count = players.len();
    let is_same =
        |shift: &usize| (0..count).all(|seat| players[seat] == players[(seat + shift) % count]);
    (1..count).find(is_same).unwrap_or(count) as u64
}

/// Checks that a number of matches consists of whole blocks, so that every player has every seat equally often.
///
/// # Errors
/// Returns an error with the next number that does; `argument` names the given one.
pub(super) fn check_matches(argument: &str, matches: u64, block_size: u64) -> Result<(), Failure> {
    if matches > 0 && matches.is_multiple_of(block_size) {
        return Ok(());
    }
    // The previous multiple, if the next one overflows.
    let next = matches.max(1).checked_next_multiple_of(block_size);
    let next = next.unwrap_or(matches - matches % block_size);
    let message = format!(
        "{argument}: expected a multiple of {block_size}, so that every player has every seat equally often, \
         found {matches}; use {next}"
    );
    Err(Failure::new(Reason::BadArgument, message))
}

impl MatchSeries {
    /// Plays the matches and returns them in their order. After an interrupt those in progress are finished; a break
    /// of `each`, which sees every match as soon as it is finished, ends the series at once.
    ///
    /// # Errors
    /// Returns an error if a program does not start or a file cannot be written.
    pub(super) fn play(
        &self,
        concurrency: usize,
        interrupt: &Interrupt,
        mut each: impl FnMut(&FinishedMatch) -> ControlFlow<()>,
    ) -> Result<Vec<FinishedMatch>, Failure> {
        let bar = ProgressBar::new(self.matches, "matches");
        let mut played: Vec<FinishedMatch> = Vec::new();
        let play = |number| (number, self.play_one(number));
        let keep = |(number, finished): (u64, Result<LocalMatch, Failure>)| {
            let finished = finished.and_then(|finished| self.finished(number, finished));
            let finished = finished.map_err(Some)?;
            let flow = each(&finished);
            played.push(finished);
            bar.inc(1);
            if flow.is_break() { Err(None) } else { Ok(()) }
        };
        let all = play_concurrently(self.matches, concurrency, interrupt, play, keep);
        bar.clear();
        if let Err(Some(failure)) = all {
            return Err(failure);
        }
        played.sort_by_key(|played| played.r#match);
        Ok(played)
    }

    /// Returns the number of matches at a time: as given, or else one for each core, or a single one where the clock
    /// decides.
    pub(super) fn concurrency(&self, given: Option<NonZeroUsize>) -> usize {
        let usual = match self.clock {
            RaceClock::Virtual => cores(),
            RaceClock::Wall => 1,
        };
        let matches = usize::try_from(self.matches).unwrap_or(usize::MAX);
        given.map_or(usual, usize::from).min(matches)
    }

    /// Returns `true` if so many matches at a time make agents with a time limit compete for cores. The rest of the
    /// program needs one core.
    ///
    /// # Errors
    /// Returns an error if the settings of an agent are invalid.
    pub(super) fn shares_cores(&self, concurrency: usize) -> Result<bool, Failure> {
        let specs = self.players.iter().filter_map(Player::spec);
        let limits: Vec<AgentLimits> = specs
            .map(|spec| self.game.id().limits(spec))
            .collect::<Result<_, _>>()?;
        // Players take turns.
        let threads = limits.iter().map(|limits| limits.threads).max();
        let has_time_limit = limits.iter().any(|limits| limits.time.is_some());
        Ok(has_time_limit && concurrency * threads.unwrap_or(1) > cores() - 1)
    }

    /// Plays the match with this number.
    ///
    /// # Errors
    /// Returns an error if a program does not start.
    pub(super) fn play_one(&self, number: u64) -> Result<LocalMatch, Failure> {
        // All matches of a block have the same start and the same chance outcomes.
        let seed = self.seed.of_match(number / self.block_size + 1);
        let game = self.game.with_opening(&seed)?;
        let seats = self.seats(number);
        let seated: Vec<_> = seats.iter().map(|it| self.players[*it].clone()).collect();
        let (origin, logs) = (self.seed.origin, self.program_logs);
        let played = match self.clock {
            RaceClock::Virtual => LocalMatch::play(&game, &seated, seed, origin, logs),
            RaceClock::Wall => wall_clock::play(&game, &seated, seed, logs),
        };
        played.map_err(|failure| failure.in_place(&format!("match {number}")))
    }

    /// Writes the files of a match, where they are wanted, and returns its result.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(super) fn finished(
        &self,
        number: u64,
        played: LocalMatch,
    ) -> Result<FinishedMatch, Failure> {
        let block = number / self.block_size;
        FinishedMatch::new(number, block, self.seats(number), played, &self.folders)
    }

    /// Returns the number of the player on each seat of a match.
    fn seats(&self, number: u64) -> Vec<usize> {
        let players: Vec<usize> = (0..self.players.len()).collect();
        Rotation::Cyclic.seats(&players, number % self.block_size)
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use botwerk_agents::AgentSpec;

    use super::*;

    #[test]
    fn matches_form_whole_blocks() {
        for (matches, block_size) in [(2, 2), (10, 2), (9, 3), (7, 1)] {
            check_matches("--matches", matches, block_size).unwrap();
        }
        for (matches, block_size, next) in [
            (1, 2, "use 2"),
            (10, 3, "use 12"),
            (0, 2, "use 2"),
            (u64::MAX, 4, "use 18446744073709551612"),
        ] {
            let failure = check_matches("--matches", matches, block_size).unwrap_err();
            assert!(format!("{failure:?}").contains(next), "{failure:?}");
        }
    }

    #[test]
    fn rotations_that_repeat_the_seats_are_not_played() {
        for (players, rotations) in [
            (&["a"][..], 1),
            (&["a", "a"], 1),
            (&["a", "b"], 2),
            (&["a", "b", "a", "b"], 2),
            (&["a", "a", "b", "b"], 4),
            (&["a", "b", "b", "b"], 4),
        ] {
            let agent = |name: &&str| Player::Agent(AgentSpec::from_str(name).unwrap());
            let players: Vec<_> = players.iter().map(agent).collect();
            assert_eq!(distinct_rotations(&players), rotations, "{players:?}");
        }
    }
}
