//! The seats that agents play inside of the lanes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use botwerk_agents::{Agent, AgentFactory, Budget, DecisionRequest, WithAgents};
use botwerk_engine::{Seat, Viewer};

use crate::episode::{Effort, Episode, Node};
use crate::error::LanesError;
use crate::outputs::Fault;
use crate::settings::LaneSettings;

/// The agents of one thread.
pub(crate) struct Opponents<G: WithAgents> {
    agents: Vec<(Seat, Box<dyn Agent<G>>)>,
    /// Whether the step is to end.
    stop: Arc<AtomicBool>,
}

impl<G: WithAgents> Opponents<G> {
    /// Creates the agents of each thread.
    ///
    /// # Errors
    /// Returns an error if an agent or its seat is invalid, or no seat is left.
    pub(crate) fn for_threads(game: &G, settings: &LaneSettings) -> Result<Vec<Self>, LanesError> {
        let seats = game.seats();
        let mut factories: Vec<(Seat, AgentFactory<G>)> = Vec::new();
        for (seat, spec) in &settings.opponents {
            let is_given = factories.iter().any(|(other, _)| other == seat);
            if is_given || seat.index() >= seats {
                let seat = seat.index();
                return Err(LanesError::OpponentSeat { seat, seats });
            }
            factories.push((*seat, game.agent_factory(spec)?));
        }
        if factories.len() == seats {
            return Err(LanesError::NoSeatLeft);
        }
        let make = |_| {
            let agents = factories.iter();
            Self {
                agents: agents
                    .map(|(seat, factory)| (*seat, factory.make()))
                    .collect(),
                stop: Arc::clone(&settings.stop),
            }
        };
        Ok((0..settings.threads).map(make).collect())
    }

    /// Resolves chance and plays the seats of agents until another seat must act or the match is over.
    pub(crate) fn play(&mut self, game: &G, episode: &mut Episode<G>) -> Result<(), Fault> {
        loop {
            episode.resolve_chance(game);
            let Node::Seat(seat) = episode.node() else {
                return Ok(());
            };
            let mut agents = self.agents.iter_mut();
            let Some((_, agent)) = agents.find(|(played, _)| *played == seat) else {
                return Ok(());
            };
            if self.stop.load(Ordering::Relaxed) {
                return Err(Fault::OpponentFailed);
            }
            let budget = Budget {
                should_stop: &|| self.stop.load(Ordering::Relaxed),
                ..Budget::UNLIMITED
            };
            play_turn(&mut **agent, game, episode, seat, &budget)?;
        }
    }
}

/// Plays one turn of an agent.
fn play_turn<G: WithAgents>(
    agent: &mut dyn Agent<G>,
    game: &G,
    episode: &mut Episode<G>,
    seat: Seat,
    budget: &Budget<'_>,
) -> Result<(), Fault> {
    let viewer = Viewer::Seat(seat);
    let view = game.view(episode.state(), viewer);
    let earlier = episode.history().views(game, viewer);
    let turn = episode.turn(seat);
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &earlier,
        seat,
        turn,
        seed: episode.seed(),
    };
    let choice = agent.decide(&request, budget, &mut |_| {});
    let effort = Effort {
        nodes: choice.effort,
        pause_micros: choice.delay_micros,
    };
    for (index, action) in choice.actions.iter().enumerate() {
        let is_same_turn = episode.node() == Node::Seat(seat) && episode.turn(seat) == turn;
        if index > 0 && !is_same_turn {
            // What a turn has ended before is dropped, as in a match.
            break;
        }
        let acted = episode.act(game, seat, *action, effort);
        acted.map_err(|_| Fault::OpponentFailed)?;
    }
    if choice.actions.is_empty() {
        return Err(Fault::OpponentFailed);
    }
    Ok(())
}
