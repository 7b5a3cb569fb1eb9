//! The identifiers of all games. A new game is added here, in one line.

use std::fmt;
use std::str::FromStr;

/// Passes the list of games to another macro: the identifier of each, its name, and the path of the
/// type that implements it. Tokens after the macro's name are passed on before the list.
macro_rules! for_each_game {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            MicroRobots = "micro-robots", micro_robots::MicroRobots;
            Netzwerk = "netzwerk", netzwerk::Netzwerk;
            Droids = "droids", droids::Droids;
            Ricochet = "ricochet", ricochet::Ricochet;
        }
    };
}
pub(crate) use for_each_game;

macro_rules! game_id {
    ($($variant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        /// The identifier of a game.
        ///
        /// ```
        /// use botwerk_engine::GameId;
        ///
        /// let names: Vec<&str> = GameId::ALL.iter().map(|id| id.name()).collect();
        /// assert_eq!(names, ["micro-robots", "netzwerk", "droids", "ricochet"]);
        /// assert_eq!("netzwerk".parse(), Ok(GameId::Netzwerk));
        /// assert_eq!(GameId::Netzwerk.spec().title, "Netzwerk");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(#[doc = concat!("`", $name, "`")] $variant,)+
        }

        impl GameId {
            /// All games, in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the name of the game, as used in the API, files, records and the command
            /// line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

for_each_game!(game_id);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
        Self::ALL
            .iter()
            .copied()
            .find(|game| game.name() == name)
            .ok_or_else(|| {
                let known: Vec<_> = Self::ALL.iter().map(|game| game.name()).collect();
                UnknownGame {
                    found: name.into(),
                    known: known.join(", "),
                }
            })
    }
}
