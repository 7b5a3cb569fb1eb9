//! A game whose matches start from sampled openings, if it has them.

use botwerk_engine::{AnyGame, GameId, Options};
use botwerk_tournament::configuration::DEFAULT_OPENING_TURNS;

use super::failure::{Failure, Reason};

/// The option for the number of opening turns.
const OPENING_TURNS: &str = "opening_turns";

/// The option for the seed of openings.
const OPENING_SEED: &str = "opening_seed";

/// The options of a game and its number of seats, without the opening of a match.
#[derive(Debug)]
pub(crate) struct OpenedGame {
    options: Options,
    seats: usize,
    opening_turns: Option<u32>,
    game: GameId,
}

impl OpenedGame {
    /// Creates the game with these options, and the number of sampled turns before each match.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the options, the seats or the openings.
    pub(crate) fn new(
        game: GameId,
        given: Vec<(String, String)>,
        seats: usize,
        opening_turns: Option<u32>,
    ) -> Result<Self, Failure> {
        let opened = Self {
            opening_turns: resolve_opening_turns(game, &given, opening_turns)?,
            options: Options::resolve(game.spec().options, given)?,
            seats,
            game,
        };
        opened.with_opening("check")?;
        Ok(opened)
    }

    /// Returns the identifier of the game.
    pub(crate) const fn id(&self) -> GameId {
        self.game
    }

    /// Returns the number of sampled opening turns; `None` in games without sampled openings.
    pub(crate) const fn opening_turns(&self) -> Option<u32> {
        self.opening_turns
    }

    /// Returns the game with the opening of this seed.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the number of opening turns.
    pub(crate) fn with_opening(&self, seed: &str) -> Result<AnyGame, Failure> {
        let mut given: Vec<_> = self.options.iter().collect();
        let turns = self.opening_turns.map(|turns| turns.to_string());
        if let Some(turns) = &turns {
            given.retain(|(name, _)| ![OPENING_TURNS, OPENING_SEED].contains(name));
            given.extend([(OPENING_TURNS, turns.as_str()), (OPENING_SEED, seed)]);
        }
        let options = Options::resolve(self.game.spec().options, given)?;
        Ok(self.game.game(self.seats, options)?)
    }
}

/// Returns the number of opening turns, or `None` in games without sampled openings.
fn resolve_opening_turns(
    game: GameId,
    given: &[(String, String)],
    opening_turns: Option<u32>,
) -> Result<Option<u32>, Failure> {
    let mut options = game.spec().options.iter();
    let has_openings = options.any(|option| option.name == OPENING_TURNS);
    let rejected = |message: String| Err(Failure::new(Reason::BadOptions, message));
    let is_given = |name: &&&str| given.iter().any(|(other, _)| other == **name);
    if has_openings && let Some(name) = [OPENING_TURNS, OPENING_SEED].iter().find(is_given) {
        return rejected(format!(
            "option {name}: set by this command; use --opening-turns and --seed"
        ));
    }
    match opening_turns {
        Some(turns) if !has_openings => rejected(format!(
            "--opening-turns {turns}: {game} has no sampled openings; omit it"
        )),
        given => Ok(has_openings.then_some(given.unwrap_or(DEFAULT_OPENING_TURNS))),
    }
}
