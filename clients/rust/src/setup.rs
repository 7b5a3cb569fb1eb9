//! Conversions between games, agents and their messages.

#[cfg(feature = "agents")]
use botwerk_agents::AgentSpec;
use botwerk_engine::{AnyGame, GameId, GameRules, OptionError, Options, UnknownGame};
use botwerk_proto::v1 as proto;

/// The error of a message that describes no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is not known.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// An option or the number of seats is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Creates the game that a message describes. Options that the message omits have their defaults.
///
/// ```
/// use botwerk_client::{game_from_setup, proto};
///
/// let mut setup = proto::GameSetup { game: "netzwerk".into(), seats: 2, ..Default::default() };
/// assert!(game_from_setup(&setup).is_ok());
/// setup.seats = 7;
/// assert!(game_from_setup(&setup).is_err());
/// ```
///
/// # Errors
/// Returns an error if there is no such game, an option is unknown or invalid, or the game cannot be played by this
/// number of seats.
pub fn game_from_setup(setup: &proto::GameSetup) -> Result<AnyGame, GameError> {
    let game: GameId = setup.game.parse()?;
    let options = setup
        .options
        .iter()
        .map(|option| (&option.name, &option.value));
    let options = Options::resolve(game.spec().options, options)?;
    Ok(game.game(setup.seats as usize, options)?)
}

/// Returns the message that describes a game, with the values of all its options.
///
/// ```
/// use botwerk_client::{game_from_setup, game_setup, proto};
///
/// let setup = proto::GameSetup { game: "micro-robots".into(), seats: 3, ..Default::default() };
/// let game = game_from_setup(&setup)?;
/// let setup = game_setup(&game);
/// assert_eq!((&*setup.game, setup.seats), ("micro-robots", 3));
/// assert!(setup.options.iter().any(|option| option.name == "chips_to_win"));
/// # Ok::<(), botwerk_client::GameError>(())
/// ```
pub fn game_setup(game: &AnyGame) -> proto::GameSetup {
    let option = |(name, value): (&str, &str)| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    proto::GameSetup {
        game: game.id().name().into(),
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
#[cfg(feature = "agents")]
pub fn agent_spec_message(spec: &AgentSpec) -> proto::AgentSpec {
    proto::AgentSpec::new(&spec.name, &spec.settings)
}
