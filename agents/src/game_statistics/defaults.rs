//! What a statistic assumes where its caller says nothing.

use botwerk_engine::{GameId, Options};

use crate::registered::GameAgents;
use crate::spec::AgentSpec;

/// Number of nodes of a decision of the default player, if it searches.
const NODES: u64 = 1000;

/// The option for the number of sampled opening turns, and its value.
const OPENING_TURNS: (&str, &str) = ("opening_turns", "2");

/// Returns the player of a statistic that names none: the agent that plays against people, with a limit of nodes
/// in place of a level.
///
/// ```
/// use botwerk_agents::game_statistics::default_player;
/// use botwerk_engine::GameId;
///
/// assert_eq!(default_player(GameId::NETZWERK).to_string(), "minimax:nodes=1000");
/// ```
pub fn default_player(game: GameId) -> AgentSpec {
    let opponent = game.opponent_at_level(1);
    let roster = game.roster();
    let info = roster.iter().find(|info| info.name == opponent.name);
    info.map_or(opponent, |info| info.with_node_limit(NODES))
}

/// Returns the number of seats of a statistic that names none: two, or the fewest that the options allow if two
/// cannot play.
///
/// ```
/// use botwerk_agents::game_statistics::default_seats;
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::{GameRules, GameType, Options};
///
/// let options = |scenario| {
///     Options::resolve(Droids::spec().options, [("scenario", scenario)]).unwrap()
/// };
/// assert_eq!(default_seats(Droids::ID, &options("1")), 2);
/// assert_eq!(default_seats(Droids::ID, &options("5")), 1);
/// ```
pub fn default_seats(game: GameId, options: &Options) -> usize {
    if game.game(2, options.clone()).is_ok() {
        return 2;
    }
    game.min_seats(options)
}

/// Adds sampled opening turns to the options of a game that has them, unless they are given: agents that do not vary
/// their choices would otherwise play the same match again and again.
///
/// ```
/// use botwerk_agents::game_statistics::add_opening;
/// use botwerk_engine::GameId;
///
/// let mut given = vec![("width".to_owned(), "4".to_owned())];
/// add_opening(GameId::DROIDS, &mut given);
/// assert_eq!(given.len(), 1);
/// add_opening(GameId::NETZWERK, &mut given);
/// assert_eq!(given[1], ("opening_turns".to_owned(), "2".to_owned()));
/// ```
pub fn add_opening(game: GameId, given: &mut Vec<(String, String)>) {
    let (name, value) = OPENING_TURNS;
    let has_openings = game.spec().options.iter().any(|option| option.name == name);
    if has_openings && given.iter().all(|(other, _)| other != name) {
        given.push((name.to_owned(), value.to_owned()));
    }
}
