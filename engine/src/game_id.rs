//! The identifiers of games.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::game_spec::GameSpec;

/// The identifier of a game, from which matches of it can be created. Equal identifiers have equal names.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameId, GameRules, GameType, Options};
///
/// let names: Vec<&str> = GameId::all().iter().map(|id| id.name()).collect();
/// assert_eq!(names, ["micro-robots", "netzwerk", "droids", "ricochet"]);
/// let id: GameId = "netzwerk".parse().unwrap();
/// assert_eq!((id, id.spec().title), (Netzwerk::ID, "Netzwerk"));
/// let options = Options::resolve(id.spec().options, [("width", "3")]).unwrap();
/// assert_eq!(id.game(2, options).unwrap().seats(), 2);
/// ```
#[derive(Clone, Copy)]
pub struct GameId(&'static GameSpec);

impl GameId {
    /// Returns the identifier of the game with this description.
    pub(crate) const fn new(spec: &'static GameSpec) -> Self {
        Self(spec)
    }

    /// Returns the name of the game, as used in the API, files, records and the command line.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the description of the game.
    pub const fn spec(self) -> &'static GameSpec {
        self.0
    }
}

impl PartialEq for GameId {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for GameId {}

impl Hash for GameId {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name().hash(hasher);
    }
}

impl PartialOrd for GameId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GameId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
