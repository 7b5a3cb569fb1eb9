//! Creating matches for models.

use std::collections::BTreeMap;
use std::time::Duration;

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_client::{Client, ClientError, agent_spec_message, game_setup, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::{GameId, GameSpec, OptionKind, Options};
use botwerk_play::plain_text::plain_name;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::tool_error::ToolError;

/// The opponent that is another client.
const OPEN: &str = "open";

/// Time limit of a decision, in seconds, if none is given.
const DEFAULT_LIMIT_SECS: u64 = 600;

/// Longest time limit of a decision, in seconds.
const MAX_LIMIT_SECS: u64 = 3600;

/// Level of the opponent if neither a level nor opponents are given.
const DEFAULT_LEVEL: u8 = 1;

/// Arguments of `new_match`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMatchCall {
    /// Game, such as `netzwerk`: see `list_games`.
    pub(super) game: String,
    /// Your seat, from 0. Default 0.
    #[serde(default)]
    seat: usize,
    /// Players of the other seats, in order: built-in agents such as `greedy` or `minimax:nodes=20000` (section
    /// `agents` of `rules`), or `open` for another client that joins with the seat token of the answer. Default:
    /// one opponent at `level`.
    #[serde(default)]
    opponents: Option<Vec<String>>,
    /// Level of the opponent if `opponents` names none, 1 to 10. Default 1.
    #[serde(default)]
    level: Option<u8>,
    /// Options of the game that differ from their defaults, by name: section `options` of `rules`.
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// Seed for all randomness. The same seed, options and agents give the same start and the same chance
    /// outcomes. Default: random.
    #[serde(default)]
    seed: String,
    /// Time for each of your decisions and those of other clients, 1 to 3600. Who exceeds it leaves the match; a
    /// race ends without an announcement. Default 600.
    #[serde(default)]
    time_limit_seconds: Option<u64>,
    /// Whether `legal_actions` may be called in this match. Default true.
    #[serde(default)]
    pub(super) legal_actions: Option<bool>,
    /// Whether races are measured by the `effort` that `act` declares, not by the clock. Default false.
    #[serde(default)]
    virtual_time: bool,
    /// Name of your seat in the match and its record. Default `model`.
    #[serde(default)]
    name: Option<String>,
}

/// A match that was created.
pub(super) struct CreatedMatch {
    /// The resource name.
    pub(super) name: String,
    /// The token of the model's own seat.
    pub(super) seat_token: String,
    /// The tokens of the other open seats.
    pub(super) open_seats: Vec<proto::SeatToken>,
}

/// Creates a match.
///
/// # Errors
/// Returns an error if an argument is invalid, or the server rejects the match or does not answer.
pub(super) async fn create(
    game: GameId,
    client: &Client,
    call: &NewMatchCall,
) -> Result<CreatedMatch, ToolError> {
    let limit = call.limit()?;
    let options = call.options(game, limit)?;
    let seats = call.seats(game, &options)?;
    let game = game.game(seats.len(), options).map_err(Failure::from)?;
    let turn_nanos = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
    let request = proto::CreateMatchRequest {
        setup: Some(game_setup(&game)),
        seats,
        seed: call.seed.clone(),
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(turn_nanos)),
            ..Default::default()
        }),
        uses_virtual_time: call.virtual_time,
        ..Default::default()
    };
    let created = client.matches().create_match(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    let is_own = |token: &proto::SeatToken| token.seat as usize == call.seat;
    let (own, open_seats) = created.seat_tokens.into_iter().partition(is_own);
    let own: Vec<proto::SeatToken> = own;
    Ok(CreatedMatch {
        name: created.r#match.unwrap_or_default().name,
        seat_token: own.into_iter().next().unwrap_or_default().token,
        open_seats,
    })
}

impl NewMatchCall {
    fn limit(&self) -> Result<Duration, ToolError> {
        let seconds = self.time_limit_seconds.unwrap_or(DEFAULT_LIMIT_SECS);
        if (1..=MAX_LIMIT_SECS).contains(&seconds) {
            return Ok(Duration::from_secs(seconds));
        }
        let message =
            format!("time_limit_seconds: expected 1 to {MAX_LIMIT_SECS}, found {seconds}");
        Err(ToolError::argument(message))
    }

    /// Returns the options with the time limit in place of the limits of the rules, where none is given.
    fn options(&self, game: GameId, limit: Duration) -> Result<Options, ToolError> {
        let mut given = Vec::new();
        for (name, value) in &self.options {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                Value::Null | Value::Array(_) | Value::Object(_) => {
                    let message =
                        format!("option {name}: expected a text, a number, true or false");
                    return Err(ToolError::new("BAD_OPTIONS", message));
                }
            };
            given.push((name.clone(), value));
        }
        for name in limit_names(game.spec()) {
            if !self.options.contains_key(name) {
                given.push((name.to_owned(), format!("{}s", limit.as_secs())));
            }
        }
        let options = Options::resolve(game.spec().options, given);
        Ok(options.map_err(Failure::from)?)
    }

    /// Returns the players of all seats.
    fn seats(&self, game: GameId, options: &Options) -> Result<Vec<proto::SeatSetup>, ToolError> {
        let mut seats = match &self.opponents {
            Some(opponents) => {
                let seats = opponents.iter().map(|text| opponent(game, text));
                seats.collect::<Result<Vec<_>, _>>()?
            }
            None if game.game(2, options.clone()).is_err() => Vec::new(),
            None => vec![agent_seat(&self.opponent_at_level(game)?)],
        };
        if self.seat > seats.len() {
            let message = format!(
                "seat: expected 0 to {}, found {}; name the players of the other seats in `opponents`",
                seats.len(),
                self.seat
            );
            return Err(ToolError::argument(message));
        }
        let name = plain_name(self.name.as_deref().unwrap_or("model"));
        seats.insert(self.seat, proto::SeatSetup { name, agent: None });
        Ok(seats)
    }

    /// Returns the opponent if none is named.
    fn opponent_at_level(&self, game: GameId) -> Result<AgentSpec, ToolError> {
        let level = self.level.unwrap_or(DEFAULT_LEVEL);
        let spec = game.opponent_at_level(level);
        match game.factory(&spec) {
            Ok(_) => Ok(spec),
            Err(error) => Err(ToolError::argument(format!("level: {error}"))),
        }
    }
}

/// Returns the names of the time limits in the rules of a game.
fn limit_names(spec: &'static GameSpec) -> impl Iterator<Item = &'static str> {
    let limits = spec.options.iter().filter(|option| {
        matches!(option.kind, OptionKind::Time { .. }) && option.name.ends_with("_limit")
    });
    limits.map(|option| option.name)
}

/// Returns the player of a seat that is not the model's own. Settings are taken as they are: a model must not read
/// files, as the command line does.
fn opponent(game: GameId, text: &str) -> Result<proto::SeatSetup, ToolError> {
    if text == OPEN {
        return Ok(proto::SeatSetup::default());
    }
    let spec: Result<AgentSpec, AgentError> = text.parse().map_err(AgentError::from);
    let spec = spec.and_then(|spec| game.factory(&spec).map(|_| spec));
    let spec = spec.map_err(|error| {
        let message = format!("opponents: {error}; section `agents` of `rules` lists them");
        ToolError::new("UNKNOWN_AGENT", message)
    })?;
    Ok(agent_seat(&spec))
}

fn agent_seat(spec: &AgentSpec) -> proto::SeatSetup {
    proto::SeatSetup {
        name: spec.name.clone(),
        agent: Some(agent_spec_message(spec)),
    }
}
