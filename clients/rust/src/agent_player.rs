//! An agent that plays a seat from this process.

use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AgentLimits, AgentSpec, Choice, DecisionRequest, Roster};
use botwerk_engine::{Game, RootSeed, Seat, Viewer};
use botwerk_proto::v1 as proto;

use crate::error::ClientError;
use crate::position_history::PositionHistory;
use crate::seat::{Player, Reply};
use crate::setup::game_of;

/// Plays a seat with a bundled agent, in this process.
pub struct AgentPlayer<G: Roster> {
    agent: Box<dyn Agent<G>>,
    limits: AgentLimits,
    seed: RootSeed,
    joined_game: Option<JoinedGame<G>>,
}

/// The game and seat that were joined.
struct JoinedGame<G: Roster> {
    name: String,
    game: G,
    seat: Seat,
    history: PositionHistory<G>,
    is_virtual: bool,
}

impl<G: Roster> std::fmt::Debug for AgentPlayer<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentPlayer").finish_non_exhaustive()
    }
}

impl<G: Roster> AgentPlayer<G> {
    /// The agent that a text such as `human:mean=12s` names.
    ///
    /// # Errors
    /// If the game has no such agent.
    pub fn new(spec: &str) -> Result<Self, ClientError> {
        let failed = |error: &dyn std::fmt::Display| ClientError::Player(error.to_string());
        let spec: AgentSpec = spec.parse().map_err(|error| failed(&error))?;
        let agent = G::agent(&spec).map_err(|error| failed(&error))?;
        let limits = G::limits(&spec).map_err(|error| failed(&error))?;
        Ok(Self {
            agent,
            limits,
            seed: RootSeed::new([0; 32]),
            joined_game: None,
        })
    }

    /// The same agent with another source of randomness.
    pub fn with_seed(self, seed: RootSeed) -> Self {
        Self { seed, ..self }
    }
}

impl<G: Roster> Player for AgentPlayer<G> {
    fn joined(&mut self, joined: &proto::Joined) -> Result<(), ClientError> {
        let unexpected = |why: String| ClientError::Protocol(why);
        let setup = joined.setup.as_ref();
        let setup = setup.ok_or_else(|| unexpected("a match without its set-up".into()))?;
        let id = G::spec().id.name();
        if setup.game != id {
            return Err(ClientError::Player(format!(
                "it plays {id}, not {}",
                setup.game
            )));
        }
        let game: G = game_of(setup).map_err(|error| unexpected(error.to_string()))?;
        let seat = Seat::new(joined.seat as usize);
        let seat = seat.ok_or_else(|| unexpected(format!("seat {}", joined.seat)))?;
        let known = self.joined_game.as_ref();
        if known.is_some_and(|known| (&known.name, known.seat) == (&joined.r#match, seat)) {
            // After a lost connection the reports go on where they were.
            return Ok(());
        }
        let mut history = PositionHistory::of(seat);
        let text = joined.view.as_ref().map_or("", |view| view.text.as_str());
        let start = game.parse_position(text);
        // Of a match that has begun, the view may be newer than the reports that follow.
        if let (proto::MatchState::Waiting, Ok(start)) = (joined.state(), start) {
            history.set_position(&game, start);
        }
        self.joined_game = Some(JoinedGame {
            name: joined.r#match.clone(),
            game,
            seat,
            history,
            is_virtual: joined.virtual_time,
        });
        Ok(())
    }

    fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError> {
        let unexpected = |why: String| ClientError::Protocol(why);
        let joined_game = self.joined_game.as_mut();
        let JoinedGame {
            game,
            seat,
            history,
            is_virtual,
            ..
        } = joined_game.ok_or_else(|| unexpected("a request before the seat was joined".into()))?;
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(*seat), text)
            .map_err(|error| unexpected(error.to_string()))?;
        // Positions count for repetition only where nothing of them is hidden.
        if let Ok(state) = game.position_from_setup(&game.view_setup(&view)) {
            history.set_position(game, state);
        }
        let turn = request.turn;
        let request = DecisionRequest {
            game,
            view: &view,
            earlier_views: history.earlier(),
            seat: *seat,
            turn,
            seed: self.seed,
        };
        let choice = decide_with_time_limit(&mut *self.agent, &request, self.limits);
        let text = game.format_turn(&view, &choice.actions);
        if *is_virtual {
            let effort = choice
                .effort
                .saturating_add(nodes_of(game, choice.delay_micros));
            return Ok(Reply {
                text,
                effort,
                pause: Duration::ZERO,
            });
        }
        let pause = Duration::from_micros(choice.delay_micros);
        Ok(Reply {
            text,
            effort: choice.effort,
            pause,
        })
    }

    fn update(&mut self, update: &proto::Update) {
        if let Some(JoinedGame { game, history, .. }) = &mut self.joined_game {
            history.apply_events(game, &update.events);
        }
    }
}

/// A pause as search nodes: over the wire effort is all that counts on virtual time (MR-25).
fn nodes_of<G: Roster>(game: &G, pause_micros: u64) -> u64 {
    let rate = game
        .options()
        .iter()
        .find(|(name, _)| *name == "nodes_per_second");
    let per_second: u64 = rate
        .and_then(|(_, value)| value.parse().ok())
        .unwrap_or(1_000_000);
    let nodes = u128::from(pause_micros) * u128::from(per_second) / 1_000_000;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// Lets an agent decide for as long as its settings allow: agents themselves read no clock.
pub fn decide_with_time_limit<G: Game>(
    agent: &mut dyn Agent<G>,
    request: &DecisionRequest<'_, G>,
    limits: AgentLimits,
) -> Choice<G::Action> {
    let begun = Instant::now();
    let should_stop = || limits.time.is_some_and(|time| begun.elapsed() >= time);
    agent.decide(request, &limits.budget(&should_stop), &mut |_| {})
}

#[cfg(test)]
mod tests;
