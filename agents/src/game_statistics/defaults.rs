//! What a statistic assumes where its caller says nothing.

use botwerk_engine::{GameRules, Options};

use crate::roster::Roster;
use crate::spec::AgentSpec;

/// Number of nodes of a decision of the default player, if it searches.
const NODES: u64 = 1000;

/// The option for the number of sampled opening turns, and its value.
const OPENING_TURNS: (&str, &str) = ("opening_turns", "2");

/// Returns the player of a statistic that names none: the agent that plays against people, with a limit of nodes
/// in place of one of time.
///
/// ```
/// use botwerk_agents::game_statistics::default_player;
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// assert_eq!(default_player::<Netzwerk>().to_string(), "minimax:nodes=1000");
/// ```
pub fn default_player<G: Roster>() -> AgentSpec {
    let casual = G::casual_opponent();
    let mut entries = G::roster().iter();
    let entry = entries.find(|entry| entry.info.name == casual.name);
    entry.map_or(casual, |entry| entry.info.with_node_limit(NODES))
}

/// Returns the number of seats of a statistic that names none: two, or the fewest that the options allow if two
/// cannot play.
///
/// ```
/// use botwerk_agents::game_statistics::default_seats;
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::{GameRules, Options};
///
/// let options = |scenario| {
///     Options::resolve(Droids::spec().options, [("scenario", scenario)]).unwrap()
/// };
/// assert_eq!(default_seats::<Droids>(&options("1")), 2);
/// assert_eq!(default_seats::<Droids>(&options("5")), 1);
/// ```
pub fn default_seats<G: GameRules>(options: &Options) -> usize {
    if G::new(2, options.clone()).is_ok() {
        return 2;
    }
    G::min_seats(options)
}

/// Adds sampled opening turns to the options of a game that has them, unless they are given: agents that do not vary
/// their choices would otherwise play the same match again and again.
///
/// ```
/// use botwerk_agents::game_statistics::add_opening;
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// let mut given = vec![("width".to_owned(), "4".to_owned())];
/// add_opening::<Droids>(&mut given);
/// assert_eq!(given.len(), 1);
/// add_opening::<Netzwerk>(&mut given);
/// assert_eq!(given[1], ("opening_turns".to_owned(), "2".to_owned()));
/// ```
pub fn add_opening<G: GameRules>(given: &mut Vec<(String, String)>) {
    let (name, value) = OPENING_TURNS;
    let has_openings = G::spec().options.iter().any(|option| option.name == name);
    if has_openings && given.iter().all(|(other, _)| other != name) {
        given.push((name.to_owned(), value.to_owned()));
    }
}
