//! Who plays, from which openings.

use std::marker::PhantomData;
use std::str::FromStr;

use botwerk_agents::{AgentError, AgentLimits, AgentSpec, Roster};
use botwerk_engine::record::SeedOrigin;
use botwerk_engine::{Game, Options};
use botwerk_tournament::format::Pairing;

use super::args::StrengthArgs;
use crate::failure::{Failure, Reason};
use crate::local_match::LocalMatch;

/// The option of games that draw openings: how many turns.
const OPENING_TURNS: &str = "opening_turns";

/// The option of such games that says what openings are drawn from.
const OPENING_SEED: &str = "opening_seed";

/// Turns that are drawn if nothing is said.
const USUAL_OPENING: u32 = 2;

/// The players and the game that they play.
pub(super) struct StrengthPlayers<G> {
    /// The player whose score is told, and the other one, if there is one.
    pub(super) specs: Vec<AgentSpec>,
    /// Seats of a match: one for the player, all others for the other one.
    pub(super) seats: usize,
    /// Turns that are drawn before each match; `None` in games that draw none.
    pub(super) opening_turns: Option<u32>,
    limits: Vec<AgentLimits>,
    options: Options,
    game: PhantomData<G>,
}

impl<G: Roster> StrengthPlayers<G> {
    /// What the command line asks for, with so many seats.
    pub(super) fn new(args: &StrengthArgs, seats: usize) -> Result<Self, Failure> {
        let spec = |text: &String| -> Result<AgentSpec, AgentError> {
            let spec = AgentSpec::from_str(text)?;
            // A player that there is not is refused before anything is played.
            G::agent(&spec)?;
            Ok(spec)
        };
        let named = [Some(&args.player), args.opponent.as_ref()];
        let specs: Result<Vec<_>, _> = named.into_iter().flatten().map(spec).collect();
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

    /// Threads that search at the same time in a match: the players take turns.
    pub(super) fn threads(&self) -> usize {
        let threads = self.limits.iter().map(|limits| limits.threads);
        threads.max().unwrap_or(1)
    }

    /// Whether players limited by time would take it from each other, one core being left to
    /// everything else.
    pub(super) fn share_cores(&self, concurrency: usize, cores: usize) -> bool {
        let timed = self.limits.iter().any(|limits| limits.time.is_some());
        timed && concurrency * self.threads() > cores - 1
    }

    /// Plays one match.
    pub(super) fn play(
        &self,
        pairing: &Pairing,
        seed: String,
        origin: SeedOrigin,
    ) -> Result<LocalMatch, Failure> {
        let entrants = pairing.seats.iter();
        let specs: Vec<_> = entrants
            .map(|entrant| self.specs[*entrant].clone())
            .collect();
        let game = self.game_with_opening(&seed)?;
        Ok(LocalMatch::play(&game, &specs, seed, origin)?)
    }

    /// The game with the opening of this seed.
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

/// How many turns are drawn before each match.
fn opening_turns<G: Game>(args: &StrengthArgs) -> Result<Option<u32>, Failure> {
    let draws = G::spec()
        .options
        .iter()
        .any(|option| option.name == OPENING_TURNS);
    let refused = |message: String| Err(Failure::new(Reason::BadOptions, message));
    if draws
        && let Some(name) = [OPENING_TURNS, OPENING_SEED]
            .iter()
            .find(|n| args.game.sets(n))
    {
        return refused(format!(
            "option {name}: is set for every match by this program; give --opening-turns and --seed"
        ));
    }
    match args.opening_turns {
        Some(turns) if !draws => refused(format!(
            "--opening-turns {turns}: {} draws no opening; leave it out",
            G::spec().id
        )),
        given => Ok(draws.then_some(given.unwrap_or(USUAL_OPENING))),
    }
}
