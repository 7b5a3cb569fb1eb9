//! Which seat is ahead in a match.

use botwerk_engine::Game;

/// A game that can say which seat is ahead in a position.
///
/// ```
/// use botwerk_agents::Lead;
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
/// let game = MicroRobots::new(3, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// assert_eq!(game.lead_values(&start), [0.0, 0.0, 0.0]);
/// assert_eq!(game.lead_basis(), "chips after each round");
/// ```
pub trait Lead: Game {
    /// Returns what the values are, and how often they are compared, such as `chips after each round`.
    fn lead_basis(&self) -> &'static str;

    /// Returns a number that changes whenever the values are to be compared again.
    fn lead_period(&self, state: &Self::State) -> u64;

    /// Returns the value of the position for each seat; the seat with the largest one is ahead. Seats that win
    /// together have equal values.
    fn lead_values(&self, state: &Self::State) -> Vec<f64>;
}
