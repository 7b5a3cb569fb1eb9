//! The players, and the openings of their matches.

use botwerk_agents::{AgentLimits, AgentSpec, Roster};
use botwerk_engine::record::SeedOrigin;
use botwerk_tournament::format::Pairing;

use super::args::StrengthArgs;
use crate::agent_argument::agent_argument;
use crate::failure::Failure;
use crate::local_match::{LocalMatch, ProgramLogs};
use crate::match_seat::MatchSeat;
use crate::opened_game::OpenedGame;

/// The players and their game.
pub(super) struct StrengthPlayers<G> {
    /// The measured agent and its opponent, if it has one.
    pub(super) specs: Vec<AgentSpec>,
    /// Number of seats: one for the agent, all others for its opponent.
    pub(super) seats: usize,
    limits: Vec<AgentLimits>,
    game: OpenedGame<G>,
}

impl<G: Roster> StrengthPlayers<G> {
    /// Creates the players for the given number of seats.
    pub(super) fn new(args: &StrengthArgs, seats: usize) -> Result<Self, Failure> {
        let named = [Some(&args.player), args.opponent.as_ref()];
        let named = named.into_iter().flatten();
        let specs: Result<Vec<_>, Failure> = named.map(|text| agent_argument::<G>(text)).collect();
        let specs = specs?;
        let limits: Result<_, _> = specs.iter().map(G::limits).collect();
        Ok(Self {
            limits: limits?,
            specs,
            seats,
            game: OpenedGame::new(args.game.given()?, seats, args.opening_turns)?,
        })
    }

    /// Returns the number of sampled opening turns; `None` in games without sampled openings.
    pub(super) const fn opening_turns(&self) -> Option<u32> {
        self.game.opening_turns()
    }

    /// Returns the number of threads that search at the same time in a match: players take turns.
    pub(super) fn threads(&self) -> usize {
        let threads = self.limits.iter().map(|limits| limits.threads);
        threads.max().unwrap_or(1)
    }

    /// Returns `true` if agents with a time limit would compete for cores, one of which is left to
    /// the rest of the program.
    pub(super) fn compete_for_cores(&self, concurrency: usize, cores: usize) -> bool {
        let has_time_limit = self.limits.iter().any(|limits| limits.time.is_some());
        has_time_limit && concurrency * self.threads() > cores - 1
    }

    /// Plays one match.
    pub(super) fn play(
        &self,
        pairing: &Pairing,
        seed: String,
        origin: SeedOrigin,
    ) -> Result<LocalMatch, Failure> {
        let entrants = pairing.seats.iter();
        let players: Vec<_> = entrants
            .map(|entrant| MatchSeat::Agent(self.specs[*entrant].clone()))
            .collect();
        let game = self.game.with_opening(&seed)?;
        LocalMatch::play(&game, &players, seed, origin, ProgramLogs::PassedOn)
    }
}
