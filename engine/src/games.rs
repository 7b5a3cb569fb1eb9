//! Access to the type of a game by its identifier.

use crate::game::{GameRules, GameSpec};
use crate::game_id::{GameId, for_each_game};

/// `$dollar` stands for a `$` that belongs to the inner macro.
macro_rules! games {
    ($dollar:tt $($variant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        impl GameId {
            /// Returns the description of the game.
            pub fn spec(self) -> &'static GameSpec {
                match self { $(Self::$variant => <crate::$module::$game as GameRules>::spec()),+ }
            }
        }

        /// Evaluates an expression with a type name bound to the game of a [`GameId`].
        ///
        /// ```
        /// use botwerk_engine::{GameId, GameRules, with_game};
        /// let seats = with_game!(GameId::MicroRobots, G => G::spec().min_seats);
        /// assert_eq!(seats, 2);
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($dollar id:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar id {
                    $($dollar crate::GameId::$variant => {
                        type $dollar game = $dollar crate::$module::$game;
                        $dollar body
                    })+
                }
            };
        }
    };
}

for_each_game! { games $ }
