//! What a remote seat does: a bundled player decides, chance varies how it is sent.

use std::time::Duration;

use botwerk_agents::{Agent, AgentLimits, DecisionRequest, Roster};
use botwerk_client::{decide_with_time_limit, game_from_setup, proto};
use botwerk_engine::{Decision, RootSeed, Seat, StableRng, Turn, Viewer};

use super::seat_log::PlannedSubmission;

/// The longest time that a player thinks.
const PAUSE_MICROS: u64 = 40_000;

/// The most search nodes that an act declares.
pub(super) const MOST_NODES: u64 = 1_000_000;

/// Somebody who knows what to do on a seat.
pub(super) trait Strategy: Send {
    /// The seat is taken; gives the action that breaks off the race that is open, if one is.
    fn joined(&mut self, joined: &proto::Joined) -> Result<Option<String>, String>;

    /// What to do, and after which pause.
    fn decide(
        &mut self,
        request: &proto::ActionRequest,
        dice: &mut StableRng,
    ) -> Result<(PlannedSubmission, Duration), String>;
}

/// A bundled player in this process.
pub(super) struct AgentStrategy<G: Roster> {
    agent: Box<dyn Agent<G>>,
    limits: AgentLimits,
    seed: RootSeed,
    table: Option<MatchTrial<G>>,
    /// What is left to do in a turn.
    rest: (u32, Vec<G::Action>),
}

/// The game and seat that were joined.
struct MatchTrial<G> {
    game: G,
    seat: Seat,
    is_virtual: bool,
}

impl<G: Roster> AgentStrategy<G> {
    /// The player of a text such as `human:mean=20ms`.
    pub(super) fn new(spec: &str, seed: RootSeed) -> Result<Self, String> {
        let spec = spec.parse().map_err(|_| format!("`{spec}` is no player"))?;
        let agent = G::agent(&spec).map_err(|error| error.to_string())?;
        let limits = G::limits(&spec).map_err(|error| error.to_string())?;
        Ok(Self {
            agent,
            limits,
            seed,
            table: None,
            rest: (0, Vec::new()),
        })
    }
}

impl<G: Roster> Strategy for AgentStrategy<G> {
    fn joined(&mut self, joined: &proto::Joined) -> Result<Option<String>, String> {
        let setup = joined.setup.as_ref().ok_or("Joined names no game")?;
        let game: G = game_from_setup(setup).map_err(|error| error.to_string())?;
        let seat = Seat::new(joined.seat as usize).ok_or("Joined names no seat")?;
        let text = joined.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(seat), text)
            .map_err(|error| error.to_string())?;
        let state = game.sample_hidden(&view, &mut self.seed.rng_for_agent(seat, 0));
        let race = matches!(
            game.turn(&state),
            Turn::Decision(Decision {
                simultaneous: true,
                ..
            })
        );
        let ends = game.deadline(&state).filter(|_| race);
        let ends = ends.map(|deadline| game.format_action(deadline.action));
        self.table = Some(MatchTrial {
            game,
            seat,
            is_virtual: joined.virtual_time,
        });
        Ok(ends)
    }

    fn decide(
        &mut self,
        request: &proto::ActionRequest,
        dice: &mut StableRng,
    ) -> Result<(PlannedSubmission, Duration), String> {
        let table = self.table.as_ref().ok_or("asked before Joined")?;
        let MatchTrial { game, seat, .. } = table;
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        let view = game
            .parse_view(Viewer::Seat(*seat), text)
            .map_err(|error| error.to_string())?;
        let state = game.sample_hidden(&view, dice);
        let (turn, rest) = std::mem::take(&mut self.rest);
        let mut pause = 0;
        let mut effort = dice.below(5_000);
        let mut actions = rest;
        if turn != request.turn || actions.is_empty() {
            let asked = DecisionRequest {
                game,
                view: &view,
                // How well it plays does not matter here.
                earlier_views: &[],
                seat: *seat,
                turn: request.turn,
                seed: self.seed,
            };
            let choice = decide_with_time_limit(&mut *self.agent, &asked, self.limits);
            pause = choice.delay_micros;
            effort += choice.effort;
            actions = choice.actions;
            if let Some(pass) = game.pass_action(&state)
                && dice.below(10) == 0
            {
                actions = vec![pass];
            }
        }
        if actions.len() > 1 && dice.below(3) == 0 {
            // A part of the turn: the same is asked again for the next act.
            self.rest = (request.turn, actions.split_off(1));
        }
        if table.is_virtual {
            // Time that is thought costs effort there, and is not waited for.
            effort += std::mem::take(&mut pause);
        }
        let first = actions.first().ok_or("the player does nothing")?;
        let deed = PlannedSubmission {
            text: game.format_turn(&view, &actions),
            effort: effort.min(MOST_NODES),
            contested: game.is_contested(&state, *first),
            actions: actions.iter().map(|a| game.format_action(*a)).collect(),
        };
        let pause = pause.min(PAUSE_MICROS) + dice.below(2) * dice.below(8_000);
        Ok((deed, Duration::from_micros(pause)))
    }
}
