//! What a played turn was worth to its player.

use botwerk_engine::Game;

/// Where the value after a turn comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueBasis {
    /// Two seats that know the whole position, and what is good for one is as bad for the other: the value of the
    /// next decision of either.
    Opposed,
    /// The value of the seat's own next decision that has one: what the others do in between and luck are part of it.
    OwnNext,
    /// What the turn itself announces.
    Announced,
}

/// A game in which the turns of a match can be compared with what an agent would have played.
///
/// ```
/// use botwerk_agents::{TurnValue, ValueBasis};
/// use botwerk_engine::micro_robots::{Action, MicroRobots};
/// use botwerk_engine::{GameType, Options};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
/// let game = MicroRobots::new(2, options).unwrap();
/// assert_eq!(game.value_basis(), ValueBasis::Announced);
/// assert_eq!(game.announced_value(Action::Say(5).into()), Some(-5));
/// assert_eq!(game.blunder_loss(), 1);
/// ```
pub trait TurnValue: Game {
    /// Returns where the value after a turn comes from.
    fn value_basis(&self) -> ValueBasis;

    /// Returns by how much less than the best turn a blunder is worth at least, in the unit of the agents' values.
    fn blunder_loss(&self) -> i64;

    /// Returns the value that an action announces, or `None` if it announces nothing.
    fn announced_value(&self, action: Self::Action) -> Option<i64> {
        let _ = action;
        None
    }
}
