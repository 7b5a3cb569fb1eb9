//! The players, and the openings of their matches.

use std::marker::PhantomData;

use botwerk_agents::{AgentLimits, AgentSpec, Roster};
use botwerk_engine::record::SeedOrigin;
use botwerk_engine::{Game, Options};
use botwerk_tournament::format::Pairing;

use super::args::StrengthArgs;
use crate::agent_argument::agent_argument;
use crate::failure::{Failure, Reason};
use crate::local_match::LocalMatch;
use crate::match_seat::MatchSeat;

/// The option for the number of opening turns.
const OPENING_TURNS: &str = "opening_turns";

/// The option for the seed of openings.
const OPENING_SEED: &str = "opening_seed";

/// Default number of opening turns.
const DEFAULT_OPENING_TURNS: u32 = 2;

/// The players and their game.
pub(super) struct StrengthPlayers<G> {
    /// The measured agent and its opponent, if it has one.
    pub(super) specs: Vec<AgentSpec>,
    /// Number of seats: one for the agent, all others for its opponent.
    pub(super) seats: usize,
    /// Number of sampled opening turns; `None` in games without sampled openings.
    pub(super) opening_turns: Option<u32>,
    limits: Vec<AgentLimits>,
    options: Options,
    game: PhantomData<G>,
}

impl<G: Roster> StrengthPlayers<G> {
    /// Creates the players for the given number of seats.
    pub(super) fn new(args: &StrengthArgs, seats: usize) -> Result<Self, Failure> {
        let named = [Some(&args.player), args.opponent.as_ref()];
        let named = named.into_iter().flatten();
        let specs: Result<Vec<_>, Failure> = named.map(|text| agent_argument::<G>(text)).collect();
        let specs = specs?;
        let limits: Result<_, _> = specs.iter().map(G::limits).collect();
        let players = Self {
            limits: limits?,
            specs,
            seats,
            opening_turns: opening_turns::<G>(args)?,
            options: args.game.options::<G>()?,
            game: PhantomData,
        };
        players.game_with_opening("check")?;
        Ok(players)
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
        let game = self.game_with_opening(&seed)?;
        LocalMatch::play(&game, &players, seed, origin)
    }

    /// Returns the game with the opening of this seed.
    fn game_with_opening(&self, seed: &str) -> Result<G, Failure> {
        let mut given: Vec<_> = self.options.iter().collect();
        let turns = self.opening_turns.map(|turns| turns.to_string());
        if let Some(turns) = &turns {
            given.retain(|(name, _)| ![OPENING_TURNS, OPENING_SEED].contains(name));
            given.extend([(OPENING_TURNS, turns.as_str()), (OPENING_SEED, seed)]);
        }
        let options = Options::resolve(G::spec().options, given)?;
        Ok(G::new(self.seats, options)?)
    }
}

/// Returns the number of opening turns, or `None` in games without sampled openings.
fn opening_turns<G: Game>(args: &StrengthArgs) -> Result<Option<u32>, Failure> {
    let has_openings = G::spec()
        .options
        .iter()
        .any(|option| option.name == OPENING_TURNS);
    let rejected = |message: String| Err(Failure::new(Reason::BadOptions, message));
    if has_openings
        && let Some(name) = [OPENING_TURNS, OPENING_SEED]
            .iter()
            .find(|n| args.game.sets(n))
    {
        return rejected(format!(
            "option {name}: set by this command; use --opening-turns and --seed"
        ));
    }
    match args.opening_turns {
        Some(turns) if !has_openings => rejected(format!(
            "--opening-turns {turns}: {} has no sampled openings; omit it",
            G::spec().id
        )),
        given => Ok(has_openings.then_some(given.unwrap_or(DEFAULT_OPENING_TURNS))),
    }
}
