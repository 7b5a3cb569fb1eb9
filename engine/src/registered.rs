//! What a program knows of each game.

use std::sync::{PoisonError, RwLock};

use crate::game_id::GameId;

/// What a program knows of each game: of those of Botwerk from the start, of others once it is registered.
///
/// ```
/// use botwerk_engine::{GameId, Registered};
///
/// static PLAYERS: Registered<&str> = Registered::new(&[(GameId::NETZWERK, "two")]);
/// PLAYERS.register(GameId::DROIDS, "up to four");
/// PLAYERS.register(GameId::DROIDS, "another");
/// assert_eq!(PLAYERS.get(GameId::NETZWERK), Some("two"));
/// assert_eq!(PLAYERS.get(GameId::DROIDS), Some("up to four"));
/// assert_eq!(PLAYERS.get(GameId::RICOCHET), None);
/// ```
#[derive(Debug)]
pub struct Registered<T: 'static> {
    built_in: &'static [(GameId, T)],
    others: RwLock<Vec<(GameId, T)>>,
}

impl<T: Copy> Registered<T> {
    /// Creates a registry with what is known of the games of Botwerk.
    pub const fn new(built_in: &'static [(GameId, T)]) -> Self {
        Self {
            built_in,
            others: RwLock::new(Vec::new()),
        }
    }

    /// Adds what is known of a game, unless something is.
    pub fn register(&self, game: GameId, value: T) {
        let mut others = self.others.write().unwrap_or_else(PoisonError::into_inner);
        let mut known = self.built_in.iter().chain(&*others);
        if known.all(|(known, _)| *known != game) {
            others.push((game, value));
        }
    }

    /// Returns what is known of a game.
    pub fn get(&self, game: GameId) -> Option<T> {
        let value_in = |known: &[(GameId, T)]| {
            let found = known.iter().find(|(known, _)| *known == game);
            found.map(|(_, value)| *value)
        };
        // The games of Botwerk need no lock.
        value_in(self.built_in)
            .or_else(|| value_in(&self.others.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns all games of which something is known, in the order in which they were registered.
    pub fn games(&self) -> Vec<GameId> {
        let others = self.others.read().unwrap_or_else(PoisonError::into_inner);
        let known = self.built_in.iter().chain(&*others);
        known.map(|(game, _)| *game).collect()
    }
}
