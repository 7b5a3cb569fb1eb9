//! The game and options of checks.

use botwerk_client::{AgentPlayer, Bot, ClientError, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::{GameId, Options, Referee, RootSeed};

/// Number of seats of a match.
pub(super) const SEATS: usize = 2;

/// Options that shorten a match, in games that have them.
const SHORT_MATCH_OPTIONS: [(&str, &str); 3] =
    [("turn_cap", "20"), ("round_cap", "4"), ("overtime", "2s")];

/// The option by which the first announcement ends a race, in games in which others can count.
const FIRST_DECIDES: (&str, &str) = ("race", "first");

/// Agents for the scripted opponent, in order of preference. `solver` always has an answer in a
/// race.
const SCRIPTED_OPPONENT_AGENTS: [&str; 2] = ["solver", "random"];

/// The built-in opponent; it leaves the bot time to be first in a race.
pub(super) const OPPONENT_AGENT: &str = "random:think=1s";

/// The game and options of checks.
#[derive(Debug, Clone)]
pub(super) struct CheckGame {
    pub(super) id: GameId,
    options: Vec<proto::GameOption>,
    /// The stage in which seats act simultaneously, if the game has one.
    race_stage: Option<&'static str>,
}

impl CheckGame {
    pub(super) fn new(game: GameId) -> Result<Self, Failure> {
        let options = SHORT_MATCH_OPTIONS.into_iter();
        Ok(Self {
            id: game,
            options: options.filter_map(|it| option(game, it)).collect(),
            race_stage: opening_race_stage(game)?,
        })
    }

    /// Returns the game with races that the first announcement ends.
    pub(super) fn with_first_decides(&self) -> Self {
        let mut game = self.clone();
        game.options.extend(option(self.id, FIRST_DECIDES));
        game
    }

    pub(super) fn setup(&self) -> proto::GameSetup {
        proto::GameSetup {
            game: self.id.name().into(),
            options: self.options.clone(),
            seats: SEATS as u32,
        }
    }

    pub(super) fn has_races(&self) -> bool {
        self.race_stage.is_some()
    }

    /// Returns `true` if seats answer this request simultaneously.
    pub(super) fn is_race(&self, request: &proto::ActionRequest) -> bool {
        self.race_stage == Some(&*request.stage)
    }

    /// Creates the player of the opponent's seat.
    pub(super) fn player(&self) -> Result<Box<dyn Bot>, ClientError> {
        let mut players = SCRIPTED_OPPONENT_AGENTS
            .into_iter()
            .map(|agent| AgentPlayer::new(self.id, agent));
        let player = players.find_map(Result::ok);
        let unavailable = || ClientError::Player("no built-in agent can be the opponent".into());
        Ok(Box::new(player.ok_or_else(unavailable)?))
    }
}

/// Returns an option of a match, or `None` if the game has none of this name.
fn option(game: GameId, (name, value): (&str, &str)) -> Option<proto::GameOption> {
    let mut options = game.spec().options.iter();
    let has_option = options.any(|option| option.name == name);
    has_option.then(|| proto::GameOption {
        name: name.into(),
        value: value.into(),
    })
}

/// Returns the stage with which matches start, or `None` if it is not simultaneous.
fn opening_race_stage(game: GameId) -> Result<Option<&'static str>, Failure> {
    let options = Options::resolve(game.spec().options, Vec::<(&str, &str)>::new())?;
    let mut referee = Referee::new(game.game(SEATS, options)?, RootSeed::from_text(""));
    referee.resolve_chance(&mut Vec::new());
    let decision = referee.decision().filter(|decision| decision.simultaneous);
    Ok(decision.map(|decision| decision.stage))
}
