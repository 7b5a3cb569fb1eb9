//! A player that runs a built-in agent in the client's process.

use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AgentLimits, AgentSpec, Choice, DecisionRequest, GameAgents};
use botwerk_engine::{AnyAction, AnyGame, GameId, GameNotation, GameRules, RootSeed, Seat, Viewer};
use botwerk_proto::v1 as proto;

use crate::error::ClientError;
use crate::position_history::PositionHistory;
use crate::seat::{Player, Reply};
use crate::setup::game_from_setup;

/// A [`Player`] that runs a built-in agent in this process.
///
/// The agent follows the match through its frames, so it sees exactly what its seat may see.
///
/// ```
/// use botwerk_client::AgentPlayer;
/// use botwerk_engine::{GameId, RootSeed};
///
/// # fn main() -> Result<(), botwerk_client::ClientError> {
/// let player = AgentPlayer::new(GameId::NETZWERK, "minimax:nodes=20000")?;
/// let player = player.with_seed(RootSeed::from_text("7"));
/// let error = AgentPlayer::new(GameId::NETZWERK, "solver").unwrap_err();
/// assert!(error.to_string().contains("solver"));
/// # drop(player);
/// # Ok(())
/// # }
/// ```
pub struct AgentPlayer {
    id: GameId,
    agent: Box<dyn Agent<AnyGame>>,
    limits: AgentLimits,
    seed: RootSeed,
    joined_game: Option<JoinedGame>,
}

/// The match that the player has joined.
struct JoinedGame {
    name: String,
    game: AnyGame,
    seat: Seat,
    history: PositionHistory,
    is_virtual: bool,
}

impl std::fmt::Debug for AgentPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentPlayer").finish_non_exhaustive()
    }
}

impl AgentPlayer {
    /// Creates a player for an agent and its settings, such as `human:mean=12s`.
    ///
    /// # Errors
    /// Returns an error if the game has no such agent or a setting is invalid.
    pub fn new(game: GameId, spec: &str) -> Result<Self, ClientError> {
        let failed = |error: &dyn std::fmt::Display| ClientError::Player(error.to_string());
        let spec: AgentSpec = spec.parse().map_err(|error| failed(&error))?;
        let agent = game.agent(&spec).map_err(|error| failed(&error))?;
        let limits = game.limits(&spec).map_err(|error| failed(&error))?;
        Ok(Self {
            id: game,
            agent,
            limits,
            seed: RootSeed::new([0; 32]),
            joined_game: None,
        })
    }

    /// Sets the seed of the agent's randomness; by default it is all zeros.
    pub fn with_seed(self, seed: RootSeed) -> Self {
        Self { seed, ..self }
    }
}

impl Player for AgentPlayer {
    fn on_joined(&mut self, joined: &proto::Joined) -> Result<(), ClientError> {
        let unexpected = ClientError::Protocol;
        let setup = joined.setup.as_ref();
        let setup = setup.ok_or_else(|| unexpected("Joined: setup is missing".into()))?;
        let id = self.id;
        if setup.game != id.name() {
            return Err(ClientError::Player(format!(
                "the agent plays {id}, the match is {}",
                setup.game
            )));
        }
        let game = game_from_setup(setup).map_err(|error| unexpected(error.to_string()))?;
        let seat = joined.seat.and_then(|seat| Seat::new(seat as usize));
        let seat = seat.ok_or_else(|| unexpected("Joined: no seat of a match".into()))?;
        let previous = self.joined_game.as_ref();
        if previous.is_some_and(|game| (&game.name, game.seat) == (&joined.r#match, seat)) {
            // After a reconnect, frames continue after the last one received.
            return Ok(());
        }
        let mut history = PositionHistory::new(seat);
        let text = joined.view.as_ref().map_or("", |view| view.text.as_str());
        let position = game.parse_position(text);
        // In a match that has started, the view may be newer than the frames that follow.
        if let (proto::MatchState::Waiting, Ok(position)) = (joined.state(), position) {
            history.set_position(&game, position);
        }
        self.joined_game = Some(JoinedGame {
            name: joined.r#match.clone(),
            game,
            seat,
            history,
            is_virtual: joined.uses_virtual_time,
        });
        Ok(())
    }

    fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError> {
        let unexpected = ClientError::Protocol;
        let joined_game = self.joined_game.as_mut();
        let JoinedGame {
            game,
            seat,
            history,
            is_virtual,
            ..
        } = joined_game.ok_or_else(|| unexpected("ActionRequest received before Joined".into()))?;
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(*seat), text)
            .map_err(|error| unexpected(error.to_string()))?;
        // Only games without hidden information count repetitions of positions.
        if let Ok(state) = game.parse_position(text) {
            history.set_position(game, state);
        }
        let turn = request.turn;
        let request = DecisionRequest {
            game,
            view: &view,
            earlier_views: history.earlier_views(),
            seat: *seat,
            turn,
            seed: self.seed,
        };
        let choice = decide_with_time_limit(&mut *self.agent, &request, self.limits);
        let text = game.format_turn(&view, &choice.actions);
        let score = game.id().spec().score_unit.and_then(|_| choice.score());
        if *is_virtual {
            let effort = choice
                .effort
                .saturating_add(nodes_for_delay(game, choice.delay_micros));
            return Ok(Reply {
                text,
                effort,
                score,
                delay: Duration::ZERO,
            });
        }
        let delay = Duration::from_micros(choice.delay_micros);
        Ok(Reply {
            text,
            effort: choice.effort,
            score,
            delay,
        })
    }

    fn on_update(&mut self, update: &proto::Update) {
        if let Some(JoinedGame { game, history, .. }) = &mut self.joined_game {
            history.apply_events(game, &update.events);
        }
    }
}

/// Converts a delay to search nodes, because virtual time is computed from effort alone (MR-25).
fn nodes_for_delay(game: &AnyGame, delay_micros: u64) -> u64 {
    let rate = game
        .options()
        .iter()
        .find(|(name, _)| *name == "nodes_per_second");
    let per_second: u64 = rate
        .and_then(|(_, value)| value.parse().ok())
        .unwrap_or(1_000_000);
    let nodes = u128::from(delay_micros) * u128::from(per_second) / 1_000_000;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// Runs one decision of an agent and stops it at the time limit of its settings.
///
/// Agents themselves read no clock.
pub fn decide_with_time_limit(
    agent: &mut dyn Agent<AnyGame>,
    request: &DecisionRequest<'_, AnyGame>,
    limits: AgentLimits,
) -> Choice<AnyAction> {
    let started = Instant::now();
    let should_stop = || limits.time.is_some_and(|time| started.elapsed() >= time);
    agent.decide(request, &limits.budget(&should_stop), &mut |_| {})
}

#[cfg(test)]
mod tests;
