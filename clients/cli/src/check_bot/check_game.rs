//! The game as checks play it.

use botwerk_agents::Roster;
use botwerk_client::{AgentPlayer, ClientError, Player, proto};
use botwerk_engine::{Game, GameId, Options, Referee, RootSeed, with_game};

use crate::failure::Failure;

/// Seats of a match.
pub(super) const SEATS: usize = 2;

/// Options that make a match short, where a game has them.
const SHORT: [(&str, &str); 2] = [("turn_cap", "20"), ("round_cap", "4")];

/// Players that would do as the opponent: one that always has an answer to a race comes first.
const OPPONENTS: [&str; 2] = ["solver", "random"];

/// A bundled player that leaves the bot time to be first in a race.
pub(super) const OPPONENT_AGENT: &str = "random:think=1s";

/// The game as checks play it.
#[derive(Debug, Clone)]
pub(super) struct CheckGame {
    pub(super) game: GameId,
    options: Vec<proto::GameOption>,
    /// The stage in which seats answer at the same time.
    race: Option<&'static str>,
}

impl CheckGame {
    pub(super) fn new(game: GameId) -> Result<Self, Failure> {
        let known = |name: &str| game.spec().options.iter().any(|option| option.name == name);
        let option = |(name, value): &(&str, &str)| proto::GameOption {
            name: (*name).into(),
            value: (*value).into(),
        };
        let short = SHORT.iter().filter(|(name, _)| known(name));
        Ok(Self {
            game,
            options: short.map(option).collect(),
            race: with_game!(game, G => race_of::<G>())?,
        })
    }

    pub(super) fn setup(&self) -> proto::GameSetup {
        proto::GameSetup {
            game: self.game.name().into(),
            options: self.options.clone(),
            seats: SEATS as u32,
        }
    }

    pub(super) fn has_races(&self) -> bool {
        self.race.is_some()
    }

    /// Whether seats answer a request at the same time.
    pub(super) fn is_race(&self, request: &proto::ActionRequest) -> bool {
        self.race == Some(&*request.stage)
    }

    /// Somebody who plays the opponent's seat.
    pub(super) fn player(&self) -> Result<Box<dyn Player>, ClientError> {
        with_game!(self.game, G => player::<G>())
    }
}

/// The stage with which matches begin if seats answer it at the same time.
fn race_of<G: Game>() -> Result<Option<&'static str>, Failure> {
    let options = Options::resolve(G::spec().options, Vec::<(&str, &str)>::new())?;
    let mut referee = Referee::new(G::new(SEATS, options)?, RootSeed::from_text(""));
    referee.resolve_chance(&mut Vec::new());
    let ask = referee.decision().filter(|ask| ask.simultaneous);
    Ok(ask.map(|ask| ask.stage))
}

fn player<G: Roster>() -> Result<Box<dyn Player>, ClientError> {
    let mut players = OPPONENTS.into_iter().map(AgentPlayer::<G>::new);
    let player = players.find_map(Result::ok);
    let none = || ClientError::Player("the game has no bundled player for it".into());
    Ok(Box::new(player.ok_or_else(none)?))
}
