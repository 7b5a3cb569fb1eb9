//! The seats that agents play inside of the lanes.

use botwerk_agents::{Agent, AgentFactory, Budget, DecisionRequest, Roster};
use botwerk_engine::{Seat, Viewer};

use crate::episode::{Effort, Episode, Node};
use crate::error::LanesError;
use crate::outputs::Fault;
use crate::settings::LaneSettings;

/// The agents of one thread.
pub(crate) struct Opponents<G: Roster>(Vec<(Seat, Box<dyn Agent<G>>)>);

impl<G: Roster> Opponents<G> {
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
            factories.push((*seat, G::factory(spec)?));
        }
        if factories.len() == seats {
            return Err(LanesError::NoSeatLeft);
        }
        let make = |_| {
            let agents = factories.iter();
            Self(
                agents
                    .map(|(seat, factory)| (*seat, factory.make()))
                    .collect(),
            )
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
            let agent = self.0.iter_mut().find(|(played, _)| *played == seat);
            let Some((_, agent)) = agent else {
                return Ok(());
            };
            play_turn(&mut **agent, game, episode, seat)?;
        }
    }
}

/// Plays one turn of an agent.
fn play_turn<G: Roster>(
    agent: &mut dyn Agent<G>,
    game: &G,
    episode: &mut Episode<G>,
    seat: Seat,
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
    let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
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
