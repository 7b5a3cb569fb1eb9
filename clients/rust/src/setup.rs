//! Conversions between games, agents and their messages.

use botwerk_agents::AgentSpec;
use botwerk_engine::{Game, OptionError, Options};
use botwerk_proto::v1 as proto;

/// Creates the game that a message describes. Options that the message omits have their defaults.
///
/// ```
/// use botwerk_client::{game_from_setup, proto};
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// let mut setup = proto::GameSetup { game: "netzwerk".into(), seats: 2, ..Default::default() };
/// assert!(game_from_setup::<Netzwerk>(&setup).is_ok());
/// setup.seats = 7;
/// assert!(game_from_setup::<Netzwerk>(&setup).is_err());
/// ```
///
/// # Errors
/// Returns an error if an option is unknown or invalid, or the game cannot be played by this number
/// of seats.
pub fn game_from_setup<G: Game>(setup: &proto::GameSetup) -> Result<G, OptionError> {
    let options = setup
        .options
        .iter()
        .map(|option| (&option.name, &option.value));
    G::new(
        setup.seats as usize,
        Options::resolve(G::spec().options, options)?,
    )
}

/// Returns the message that describes a game, with the values of all its options.
///
/// ```
/// use botwerk_client::{game_from_setup, game_setup, proto};
/// use botwerk_engine::micro_robots::MicroRobots;
///
/// let setup = proto::GameSetup { game: "micro-robots".into(), seats: 3, ..Default::default() };
/// let game: MicroRobots = game_from_setup(&setup)?;
/// let setup = game_setup(&game);
/// assert_eq!((&*setup.game, setup.seats), ("micro-robots", 3));
/// assert!(setup.options.iter().any(|option| option.name == "chips_to_win"));
/// # Ok::<(), botwerk_engine::OptionError>(())
/// ```
pub fn game_setup<G: Game>(game: &G) -> proto::GameSetup {
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
///
/// ```
/// use botwerk_agents::AgentSpec;
///
/// let spec: AgentSpec = "human:mean=12s".parse()?;
/// let message = botwerk_client::agent_spec_message(&spec);
/// assert_eq!(message.name, "human");
/// assert_eq!((&*message.settings[0].name, &*message.settings[0].value), ("mean", "12s"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn agent_spec_message(spec: &AgentSpec) -> proto::AgentSpec {
    proto::AgentSpec::new(&spec.name, &spec.settings)
}
