//! The choices of a remote seat: a built-in agent decides, and chance varies how they are sent.

use std::time::Duration;

use botwerk_agents::{Agent, AgentLimits, DecisionRequest, GameAgents};
use botwerk_client::{decide_with_time_limit, game_from_setup, proto};
use botwerk_engine::{
    AnyAction, AnyGame, Decision, GameId, GameNotation, GameRace, GameRules, GameViews, RootSeed,
    Seat, StableRng, Turn, Viewer,
};

use super::seat_log::PlannedSubmission;

/// Maximum delay before a submission, in microseconds.
const MAX_DELAY_MICROS: u64 = 40_000;

/// Maximum number of search nodes that a submission declares.
pub(super) const MAX_NODES: u64 = 1_000_000;

/// Decides the submissions of a seat.
pub(super) trait Strategy: Send {
    /// Handles the confirmed join. Returns the action that would interrupt the open race, if there is one.
    fn joined(&mut self, joined: &proto::Joined) -> Result<Option<String>, String>;

    /// Returns the next submission and the delay before it.
    fn decide(
        &mut self,
        request: &proto::ActionRequest,
        rng: &mut StableRng,
    ) -> Result<(PlannedSubmission, Duration), String>;

    /// Forgets what it has planned of the turn, since the match went back to before it.
    fn forget_plan(&mut self);
}

/// A built-in agent in this process.
pub(super) struct AgentStrategy {
    agent: Box<dyn Agent<AnyGame>>,
    limits: AgentLimits,
    seed: RootSeed,
    joined: Option<JoinedMatch>,
    /// The turn and the actions that remain of it.
    rest: (u32, Vec<AnyAction>),
}

/// The game and seat that were joined.
struct JoinedMatch {
    game: AnyGame,
    seat: Seat,
    is_virtual: bool,
}

impl AgentStrategy {
    /// Creates the strategy of an agent such as `human:mean=20ms`.
    pub(super) fn new(game: GameId, spec: &str, seed: RootSeed) -> Result<Self, String> {
        let spec = spec
            .parse()
            .map_err(|_| format!("unknown agent `{spec}`"))?;
        let agent = game.agent(&spec).map_err(|error| error.to_string())?;
        let limits = game.limits(&spec).map_err(|error| error.to_string())?;
        Ok(Self {
            agent,
            limits,
            seed,
            joined: None,
            rest: (0, Vec::new()),
        })
    }
}

impl Strategy for AgentStrategy {
    fn joined(&mut self, joined: &proto::Joined) -> Result<Option<String>, String> {
        let setup = joined.setup.as_ref().ok_or("Joined names no game")?;
        let game = game_from_setup(setup).map_err(|error| error.to_string())?;
        let seat = joined.seat.and_then(|seat| Seat::new(seat as usize));
        let seat = seat.ok_or("Joined names no seat")?;
        let text = joined.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(seat), text)
            .map_err(|error| error.to_string())?;
        let state = game.sample_hidden(&view, &mut self.seed.rng_for_agent(seat, 0));
        let is_race = matches!(
            game.turn(&state),
            Turn::Decision(Decision {
                simultaneous: true,
                ..
            })
        );
        let ends = game.deadline(&state).filter(|_| is_race);
        let ends = ends.map(|deadline| game.format_action(deadline.action));
        self.joined = Some(JoinedMatch {
            game,
            seat,
            is_virtual: joined.uses_virtual_time,
        });
        Ok(ends)
    }

    fn decide(
        &mut self,
        request: &proto::ActionRequest,
        rng: &mut StableRng,
    ) -> Result<(PlannedSubmission, Duration), String> {
        let joined = self.joined.as_ref().ok_or("a request before Joined")?;
        let JoinedMatch { game, seat, .. } = joined;
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(*seat), text)
            .map_err(|error| error.to_string())?;
        let state = game.sample_hidden(&view, rng);
        let (turn, rest) = std::mem::take(&mut self.rest);
        let mut delay = 0;
        let mut effort = rng.below(5_000);
        let mut actions = rest;
        if turn != request.turn || actions.is_empty() {
            let decision = DecisionRequest {
                game,
                view: &view,
                // The strength of the agent does not matter here.
                earlier_views: &[],
                seat: *seat,
                turn: request.turn,
                seed: self.seed,
            };
            let choice = decide_with_time_limit(&mut *self.agent, &decision, self.limits);
            delay = choice.delay_micros;
            effort += choice.effort;
            actions = choice.actions;
            if let Some(pass) = game.pass_action(&state)
                && rng.below(10) == 0
            {
                actions = vec![pass];
            }
        }
        if actions.len() > 1 && rng.below(3) == 0 {
            // Only a part of the turn: the rest follows with the next request.
            self.rest = (request.turn, actions.split_off(1));
        }
        if joined.is_virtual {
            // In virtual time a delay is effort, and no time passes.
            effort += std::mem::take(&mut delay);
        }
        let first = actions.first().ok_or("the agent chose no action")?;
        let planned = PlannedSubmission {
            text: game.format_turn(&view, &actions),
            effort: effort.min(MAX_NODES),
            is_contested: game.is_contested(&state, *first),
            actions: actions.iter().map(|a| game.format_action(*a)).collect(),
        };
        let delay = delay.min(MAX_DELAY_MICROS) + rng.below(2) * rng.below(8_000);
        Ok((planned, Duration::from_micros(delay)))
    }

    fn forget_plan(&mut self) {
        self.rest = (0, Vec::new());
    }
}
