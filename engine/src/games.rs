//! The games that a program knows: those of Botwerk, to which a new one is added here in one line, and those that are
//! registered while it runs.

use std::marker::PhantomData;
use std::str::FromStr;

use crate::any_game::AnyGame;
use crate::game::{Game, GameType};
use crate::game_id::GameId;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};
use crate::registered::Registered;

/// What a program knows of a game before a match: see [`GameType`], which the entry of a game in Rust stands for.
pub trait GameEntry: Send + Sync {
    /// Returns the description of the game.
    fn spec(&self) -> &'static GameSpec;

    /// Creates the game: see [`GameType::with_ruleset`].
    ///
    /// # Errors
    /// Returns an error if the game cannot be played by this number of seats, or if the value of an option contradicts
    /// the rules.
    fn create(
        &self,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<AnyGame, OptionError>;

    /// Returns the number of seats of the text of a position: see [`GameType::seats_of_position`].
    fn seats_of_position(&self, text: &str) -> Option<usize>;

    /// Returns the options that a position needs: see [`GameType::options_for_position`].
    fn options_for_position(&self, options: Options, text: &str) -> Options;
}

/// The entry of a game that is a type.
struct TypedEntry<G>(PhantomData<fn() -> G>);

impl<G: GameType> GameEntry for TypedEntry<G> {
    fn spec(&self) -> &'static GameSpec {
        G::spec()
    }

    fn create(
        &self,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<AnyGame, OptionError> {
        G::with_ruleset(seats, options, ruleset).map(AnyGame::new)
    }

    fn seats_of_position(&self, text: &str) -> Option<usize> {
        G::seats_of_position(text)
    }

    fn options_for_position(&self, options: Options, text: &str) -> Options {
        G::options_for_position(options, text)
    }
}

impl GameId {
    /// Returns all games: those of Botwerk, then all others in the order in which they were registered.
    pub fn all() -> Vec<Self> {
        GAMES.games()
    }

    /// Registers a game, so that its name is known: in the API, files, records and the command line. To register the same
    /// game twice is no error.
    ///
    /// # Errors
    /// Returns an error if another game has its name.
    pub fn register(entry: &'static dyn GameEntry) -> Result<Self, NameTaken> {
        let game = Self::new(entry.spec());
        let known = Self::all().into_iter().find(|known| *known == game);
        match known {
            Some(known) if std::ptr::eq(known.spec(), game.spec()) => {}
            Some(known) => return Err(NameTaken(known.name())),
            None => GAMES.register(game, entry),
        }
        Ok(game)
    }

    /// Registers a game that is a type: see [`GameId::register`].
    ///
    /// # Errors
    /// Returns an error if another game has its name.
    pub fn register_type<G: GameType>() -> Result<Self, NameTaken> {
        Self::register(const { &TypedEntry::<G>(PhantomData) })
    }

    fn entry(self) -> Result<&'static dyn GameEntry, OptionError> {
        GAMES.get(self).ok_or_else(|| OptionError::InvalidValue {
            name: "game".into(),
            message: format!("{self} is not registered in this program"),
        })
    }

    /// Creates the game for a number of seats and the given options.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played by this number of seats, if the value of an option contradicts the
    /// rules, or if the game is not registered.
    pub fn game(self, seats: usize, options: Options) -> Result<AnyGame, OptionError> {
        self.game_with_ruleset(seats, options, self.spec().ruleset)
    }

    /// Creates the game under a ruleset of its [`GameSpec`]: the current one or a former one.
    ///
    /// # Errors
    /// Returns an error as [`GameId::game`] does.
    pub fn game_with_ruleset(
        self,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<AnyGame, OptionError> {
        self.entry()?.create(seats, options, ruleset)
    }

    /// Returns the minimum number of seats with these options, or [`GameSpec::min_seats`] if the
    /// options are invalid for every number of seats; [`GameId::game`] then returns the error.
    pub fn min_seats(self, options: &Options) -> usize {
        let spec = self.spec();
        let mut seats = spec.min_seats..=spec.max_seats;
        let min = seats.find(|seats| self.game(*seats, options.clone()).is_ok());
        min.unwrap_or(spec.min_seats)
    }

    /// Returns the number of seats that the text of a position is for, or `None` if the text does not show it.
    pub fn seats_of_position(self, text: &str) -> Option<usize> {
        self.entry().ok()?.seats_of_position(text)
    }

    /// Returns the options of a match that can reach the position of a text: see
    /// [`GameType::options_for_position`].
    pub fn options_for_position(self, options: Options, text: &str) -> Options {
        match self.entry() {
            Ok(entry) => entry.options_for_position(options, text),
            Err(_) => options,
        }
    }
}

impl Game for AnyGame {
    fn create(
        id: GameId,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        id.game_with_ruleset(seats, options, ruleset)
    }

    fn only_id() -> Option<GameId> {
        None
    }
}

/// The error of a game whose name another one has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a game named `{0}` is registered already; give this one another name")]
pub struct NameTaken(pub &'static str);

/// The error of an unknown game name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game `{found}`; expected one of {known}")]
pub struct UnknownGame {
    /// The unknown name.
    pub found: String,
    /// The names of all games, separated by commas.
    pub known: String,
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let games = Self::all();
        let found = games.iter().copied().find(|game| game.name() == name);
        found.ok_or_else(|| {
            let known: Vec<_> = games.iter().map(|game| game.name()).collect();
            UnknownGame {
                found: name.into(),
                known: known.join(", "),
            }
        })
    }
}

/// Passes the games of Botwerk to another macro: the constant of each, its name, and the path of the type that implements
/// it. Tokens after the macro's name are passed on before the list.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            MICRO_ROBOTS = "micro-robots", micro_robots::MicroRobots;
            NETZWERK = "netzwerk", netzwerk::Netzwerk;
            DROIDS = "droids", droids::Droids;
            RICOCHET = "ricochet", ricochet::Ricochet;
        }
    };
}

/// `$dollar` stands for a `$` that belongs to the inner macro.
macro_rules! games {
    ($dollar:tt $($constant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        impl GameId {
            $(#[doc = concat!("`", $name, "`")]
            pub const $constant: Self = crate::$module::$game::ID;)+

            /// The games of Botwerk.
            pub const BUILT_IN: &'static [Self] = &[$(Self::$constant),+];
        }

        static GAMES: Registered<&dyn GameEntry> = Registered::new(
            &[$((GameId::$constant, &TypedEntry::<crate::$module::$game>(PhantomData))),+]
        );

        /// Evaluates an expression with a type name bound to the game of a [`GameId`], which must be one of
        /// [`GameId::BUILT_IN`].
        ///
        /// # Panics
        /// Panics if it is another game.
        ///
        /// ```
        /// use botwerk_engine::{GameId, GameType, with_game};
        /// let seats = with_game!(GameId::NETZWERK, G => G::spec().min_seats);
        /// assert_eq!(seats, 2);
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($dollar id:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar id.name() {
                    $($name => {
                        type $dollar game = $dollar crate::$module::$game;
                        $dollar body
                    })+
                    name => unreachable!("{name}: expected a built-in game"),
                }
            };
        }
    };
}

for_each_game! { games $ }
