//! The matches of a statistic: who plays where, from which seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use botwerk_engine::{Event, RootSeed, Seat};

use crate::agent::Budget;
use crate::arena::{self, DecisionDriver, FinishedMatch, PendingDecision};
use crate::roster::AgentFactory;
use crate::spec::{AgentError, AgentSpec};
use crate::with_agents::WithAgents;

/// A series of matches between built-in agents, each a function of its index.
///
/// Several players take turns on the seats: with as many matches as seats, all from one seed, each player has
/// had every seat. One player has all seats, and each match has its own seed.
///
/// ```
/// use botwerk_agents::game_statistics::MatchSeries;
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let players = ["greedy", "random"].map(|text| text.parse().unwrap());
/// let series = MatchSeries::new(game, &players, "7").unwrap();
/// assert_eq!((series.players_of_match(0), series.players_of_match(1)), (vec![0, 1], vec![1, 0]));
/// assert_eq!((series.seed_of_match(1), series.seed_of_match(2)), ("7".into(), "7/2".into()));
/// assert_eq!(series.play(0).finished, series.play(0).finished);
/// ```
#[derive(Debug)]
pub struct MatchSeries<G: WithAgents> {
    game: G,
    factories: Vec<AgentFactory<G>>,
    /// The player of each seat in the first match.
    first_seats: Vec<usize>,
    seed: String,
}

/// Why matches cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    /// No player is given, or more than there are seats.
    #[error("players: expected 1 to {seats}, one for each seat at most, found {found}")]
    PlayerCount {
        /// Number of players.
        found: usize,
        /// Number of seats.
        seats: usize,
    },
    /// The agent cannot be created.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent depends on a clock or on threads.
    #[error(
        "agent {0}: expected a reproducible agent; limit it by nodes or depth instead of time, with one thread"
    )]
    Timed(String),
}

/// A finished match of a series.
#[derive(Debug, Clone)]
pub struct PlayedMatch<A> {
    /// Index in the series, from 0.
    pub index: u64,
    /// Seed as text.
    pub seed: String,
    /// Index of the player of each seat.
    pub players: Vec<usize>,
    /// All events, in order.
    pub events: Vec<Event<A>>,
    /// Outcome and faults.
    pub finished: FinishedMatch,
}

impl<G: WithAgents> MatchSeries<G> {
    /// Creates the series of a game with these players and a seed as text.
    ///
    /// # Errors
    /// Returns an error if the number of players does not fit the seats, or if an agent is unknown, has an
    /// invalid setting or is not reproducible.
    pub fn new(game: G, players: &[AgentSpec], seed: &str) -> Result<Self, SeriesError> {
        let (found, seats) = (players.len(), game.seats());
        if found == 0 || found > seats {
            return Err(SeriesError::PlayerCount { found, seats });
        }
        for spec in players {
            if !game.agent_limits(spec)?.is_reproducible() {
                return Err(SeriesError::Timed(spec.to_string()));
            }
        }
        let factories: Result<Vec<_>, _> = players
            .iter()
            .map(|spec| game.agent_factory(spec))
            .collect();
        Ok(Self {
            factories: factories?,
            first_seats: (0..seats).map(|seat| seat % found).collect(),
            seed: seed.to_owned(),
            game,
        })
    }

    /// Returns the series in which the first player has one seat and the last one all others.
    pub(super) fn one_against_others(mut self) -> Self {
        let last = self.factories.len() - 1;
        let seats = 0..self.first_seats.len();
        self.first_seats = seats.map(|seat| if seat == 0 { 0 } else { last }).collect();
        self
    }

    /// Returns the game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of players.
    pub fn player_count(&self) -> usize {
        self.factories.len()
    }

    /// Returns the number of matches from one seed, in which every player has every seat.
    pub fn matches_per_seed(&self) -> u64 {
        if self.factories.len() == 1 {
            1
        } else {
            self.first_seats.len() as u64
        }
    }

    /// Returns the player of each seat in a match, counted from 0.
    pub fn players_of_match(&self, index: u64) -> Vec<usize> {
        let mut players = self.first_seats.clone();
        let shift = index % players.len() as u64;
        players.rotate_left(shift as usize);
        players
    }

    /// Returns the seed of a match, counted from 0: `7`, `7/2`, `7/3`.
    pub fn seed_of_match(&self, index: u64) -> String {
        match index / self.matches_per_seed() + 1 {
            1 => self.seed.clone(),
            number => format!("{}/{number}", self.seed),
        }
    }

    /// Plays a match on virtual time, between newly created agents. An agent that crashes or chooses an illegal
    /// action leaves the match.
    pub fn play(&self, index: u64) -> PlayedMatch<G::Action> {
        let (seed, players) = (self.seed_of_match(index), self.players_of_match(index));
        let agents = players.iter().map(|player| self.factories[*player].make());
        let mut agents: Vec<_> = agents.collect();
        let root = RootSeed::from_text(&seed);
        let mut events = Vec::new();
        let driver = &mut CrashGuard;
        let finished = arena::play_with(&self.game, root, &mut agents, driver, &mut events);
        PlayedMatch {
            index,
            seed,
            players,
            events,
            finished,
        }
    }
}

/// Runs decisions without limits, and reports crashes.
struct CrashGuard;

impl DecisionDriver for CrashGuard {
    fn decide(&mut self, _seat: Seat, decision: &mut dyn PendingDecision) {
        let search = || decision.search(&Budget::UNLIMITED);
        // An agent that has crashed has no choice: it leaves the match and gets no further requests.
        let _ = catch_unwind(AssertUnwindSafe(search));
    }
}

#[cfg(test)]
mod tests;
