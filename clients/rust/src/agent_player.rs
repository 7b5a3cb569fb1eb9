//! A bot that runs a built-in agent in the client's process.

use std::thread;
use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AgentLimits, AgentSpec, DecisionRequest, GameAgents};
use botwerk_engine::{AnyAction, AnyGame, GameId, GameNotation, GameRules, RootSeed, Seat};
use botwerk_proto::v1 as proto;

use crate::bot::{Bot, BotError, Choice};
use crate::error::ClientError;
use crate::position_history::PositionHistory;
use crate::view::{Match, View};

/// Time after which an agent that delays its choice finds that the request is closed.
const WAITING_STEP: Duration = Duration::from_millis(10);

/// A [`Bot`] that runs a built-in agent in this process.
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

impl Bot for AgentPlayer {
    fn started(&mut self, joined: &Match) -> Result<(), BotError> {
        let id = self.id;
        if joined.game() != id.name() {
            let message = format!("the agent plays {id}, the match is {}", joined.game());
            return Err(message.into());
        }
        let game = joined.to_game()?;
        let seat = Seat::new(joined.player() as usize).ok_or("Joined: no seat of a match")?;
        let previous = self.joined_game.as_ref();
        if previous.is_some_and(|game| (&*game.name, game.seat) == (joined.name(), seat)) {
            // After a reconnect, frames continue after the last one received.
            return Ok(());
        }
        let mut history = PositionHistory::new(seat);
        let joined_frame = &joined.joined;
        let text = joined_frame.view.as_ref().map_or("", |view| &view.text);
        let position = game.parse_position(text);
        // In a match that has started, the view may be newer than the frames that follow.
        if let (proto::MatchState::Waiting, Ok(position)) = (joined_frame.state(), position) {
            history.set_position(&game, position);
        }
        self.joined_game = Some(JoinedGame {
            name: joined.name().to_owned(),
            game,
            seat,
            history,
            is_virtual: joined.uses_virtual_time(),
        });
        Ok(())
    }

    fn choose(&mut self, view: &View, _legal: &[String]) -> Result<Choice, BotError> {
        let joined_game = self.joined_game.as_mut();
        let JoinedGame {
            game,
            seat,
            history,
            is_virtual,
            ..
        } = joined_game.ok_or("the agent must choose before its match has started")?;
        let parsed = view.parse(game)?;
        // Only games without hidden information count repetitions of positions.
        if let Ok(state) = game.parse_position(view.text()) {
            history.set_position(game, state);
        }
        let request = DecisionRequest {
            game,
            view: &parsed,
            earlier_views: history.earlier_views(),
            seat: *seat,
            turn: view.request.turn,
            seed: self.seed,
        };
        let choice = decide_with_time_limit(&mut *self.agent, &request, self.limits);
        let text = game.format_turn(&parsed, &choice.actions);
        let score = game.id().spec().score_unit.and_then(|_| choice.score());
        let mut effort = choice.effort;
        if *is_virtual {
            effort = effort.saturating_add(nodes_for_delay(game, choice.delay_micros));
        } else {
            wait(view, Duration::from_micros(choice.delay_micros));
        }
        Ok(Choice {
            text,
            effort,
            score,
            comment: String::new(),
        })
    }

    fn updated(&mut self, update: &proto::Update) {
        if let Some(JoinedGame { game, history, .. }) = &mut self.joined_game {
            history.apply_events(game, &update.events);
        }
    }

    fn needs_legal_actions(&self) -> bool {
        false
    }
}

/// Waits for a time, or until the request is closed.
fn wait(view: &View, time: Duration) {
    let start = Instant::now();
    while view.is_open() {
        let left = time.saturating_sub(start.elapsed());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(WAITING_STEP));
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
) -> botwerk_agents::Choice<AnyAction> {
    let started = Instant::now();
    let should_stop = || limits.time.is_some_and(|time| started.elapsed() >= time);
    agent.decide(request, &limits.budget(&should_stop), &mut |_| {})
}

#[cfg(test)]
mod tests;
