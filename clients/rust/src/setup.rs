//! Games and agents as messages of the API, and back.

use botwerk_agents::AgentSpec;
use botwerk_engine::{Game, OptionError, Options};
use botwerk_proto::v1 as proto;

/// The game that a message sets up.
///
/// # Errors
/// If its options or its number of seats are not those of this game.
pub fn game_of<G: Game>(setup: &proto::GameSetup) -> Result<G, OptionError> {
    let given = setup
        .options
        .iter()
        .map(|option| (&option.name, &option.value));
    G::new(
        setup.seats as usize,
        Options::resolve(G::spec().options, given)?,
    )
}

/// The message that sets up a game, with all its options.
pub fn setup_of<G: Game>(game: &G) -> proto::GameSetup {
    let option = |(name, value): (&str, &str)| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    proto::GameSetup {
        game: G::spec().id.name().into(),
        options: game.options().iter().map(option).collect(),
        seats: game.seats() as u32,
    }
}

/// Returns the message that names an agent and its settings.
pub fn agent_spec_message(spec: &AgentSpec) -> proto::AgentSpec {
    proto::AgentSpec::new(&spec.name, &spec.settings)
}
