//! The list of games. A new game is added here, in one line.

use std::fmt;
use std::str::FromStr;

/// `$dollar` is how the outer macro writes a `$` that belongs to the inner one.
macro_rules! games {
    ($dollar:tt $($variant:ident = $name:literal, $module:ident::$rules:ident;)+) => {
        /// Every game there is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(#[doc = concat!("`", $name, "`")] $variant,)+
        }

        impl GameId {
            /// All games in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the contract, files, records and the program.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// What is known of the game before a match.
            pub fn spec(self) -> &'static crate::game::GameSpec {
                match self { $(Self::$variant => <crate::$module::$rules as crate::Game>::spec()),+ }
            }
        }

        /// Evaluates an expression with a type name bound to the game of a [`GameId`].
        ///
        /// ```
        /// use botwerk_engine::{Game, GameId, with_game};
        /// let seats = with_game!(GameId::MicroRobots, G => G::spec().min_seats);
        /// assert_eq!(seats, 2);
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($dollar id:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar id {
                    $($dollar crate::GameId::$variant => {
                        type $dollar game = $dollar crate::$module::$rules;
                        $dollar body
                    })+
                }
            };
        }
    };
}

games! { $
    MicroRobots = "micro-robots", micro_robots::MicroRobots;
    Netzwerk = "netzwerk", netzwerk::Netzwerk;
    Droids = "droids", droids::Droids;
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no game has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {given}: there is none of that name; there are {known}")]
pub struct UnknownGame {
    /// The name given.
    pub given: String,
    /// The names there are.
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
                    given: name.into(),
                    known: known.join(", "),
                }
            })
    }
}
