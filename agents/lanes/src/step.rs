//! One step of the lanes of a thread.

use botwerk_agents::WithAgents;
use botwerk_engine::{Seat, Viewer};

use crate::actions::StepActions;
use crate::episode::{Effort, Node};
use crate::lane::{Lane, LanePhase};
use crate::opponents::Opponents;
use crate::outputs::{Fault, RowLengths, StepOutputs};
use crate::returns::returns;
use crate::settings::{Autoreset, LaneSettings};

/// What one thread uses.
pub(crate) struct Worker<G: WithAgents> {
    opponents: Opponents<G>,
    legal: Vec<G::Action>,
    bytes: Vec<u8>,
}

impl<G: WithAgents> Worker<G> {
    pub(crate) fn new(opponents: Opponents<G>) -> Self {
        Self {
            opponents,
            legal: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

/// What is the same for all lanes during a step.
pub(crate) struct Rules<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) settings: &'a LaneSettings,
    pub(crate) lengths: RowLengths,
}

impl<G: WithAgents> Rules<'_, G> {
    /// Steps the lanes of one thread.
    pub(crate) fn step_all(
        &self,
        lanes: &mut [Lane<G>],
        worker: &mut Worker<G>,
        mut actions: StepActions<'_>,
        mut outputs: StepOutputs<'_>,
    ) {
        for (row, lane) in lanes.iter_mut().enumerate() {
            outputs.rewards[row * self.lengths.seats..][..self.lengths.seats].fill(0.0);
            outputs.terminated[row] = false;
            outputs.truncated[row] = false;
            let result = self.step_lane(lane, worker, row, &mut actions, &mut outputs);
            outputs.faults[row] = result.err().unwrap_or(Fault::None) as u8;
            self.write_lane(lane, worker, row, &mut outputs);
        }
    }

    fn step_lane(
        &self,
        lane: &mut Lane<G>,
        worker: &mut Worker<G>,
        row: usize,
        actions: &mut StepActions<'_>,
        outputs: &mut StepOutputs<'_>,
    ) -> Result<(), Fault> {
        if let StepActions::Random(chosen) = actions {
            chosen[row] = -1;
        }
        if lane.phase == LanePhase::Ended {
            if self.settings.autoreset != Autoreset::NextStep {
                return Err(Fault::EpisodeOver);
            }
            lane.start_next(self.game);
            self.start(lane, worker);
            return Ok(());
        }
        match actions {
            StepActions::Given { actions, efforts } => {
                let nodes = efforts.map_or(0, |efforts| efforts[row]);
                lane.act(self.game, actions[row], Effort::of_nodes(nodes))?;
            }
            StepActions::Random(chosen) => {
                let number = lane.act_randomly(self.game, &mut worker.legal)?;
                chosen[row] = number.into();
            }
        }
        lane.steps += 1;
        let answered = worker.opponents.play(self.game, &mut lane.episode);
        self.end_episode(lane, answered.is_err(), row, outputs);
        if lane.phase == LanePhase::Ended && self.settings.autoreset == Autoreset::SameStep {
            if let Some(rows) = &mut outputs.final_observations {
                let len = self.lengths.observation;
                rows.write_row(row, len, &mut worker.bytes, |bytes| {
                    self.observe(lane, bytes);
                });
            }
            lane.start_next(self.game);
            self.start(lane, worker);
        }
        answered
    }

    /// Ends the episode if the match is over or it must be cut off.
    fn end_episode(
        &self,
        lane: &mut Lane<G>,
        has_failed: bool,
        row: usize,
        outputs: &mut StepOutputs<'_>,
    ) {
        if lane.episode.node() == Node::Over {
            if let Some(outcome) = lane.episode.outcome(self.game) {
                let rewards = &mut outputs.rewards[row * self.lengths.seats..];
                for (reward, value) in rewards.iter_mut().zip(returns(&outcome)) {
                    *reward = value;
                }
            }
            outputs.terminated[row] = true;
            lane.phase = LanePhase::Ended;
        } else if has_failed || self.settings.max_steps.is_some_and(|max| lane.steps >= max) {
            outputs.truncated[row] = true;
            lane.phase = LanePhase::Ended;
        }
    }

    /// Plays what comes before the first action of the caller.
    pub(crate) fn start(&self, lane: &mut Lane<G>, worker: &mut Worker<G>) {
        // An agent that fails here leaves its seat to act, whose next action is illegal for the caller.
        let _ = worker.opponents.play(self.game, &mut lane.episode);
        if lane.episode.node() == Node::Over {
            lane.phase = LanePhase::Ended;
        }
    }

    /// Writes what the next action follows from.
    pub(crate) fn write_lane(
        &self,
        lane: &Lane<G>,
        worker: &mut Worker<G>,
        row: usize,
        outputs: &mut StepOutputs<'_>,
    ) {
        let seat = lane.seat_to_act();
        outputs.to_act[row] = seat.map_or(-1, |seat| seat.index() as i8);
        if let Some(rows) = &mut outputs.observations {
            let len = self.lengths.observation;
            rows.write_row(row, len, &mut worker.bytes, |bytes| {
                self.observe(lane, bytes);
            });
        }
        if let Some(masks) = &mut outputs.masks {
            worker.legal.clear();
            if seat.is_some() {
                lane.episode.legal_actions(self.game, &mut worker.legal);
            }
            let numbers = worker.legal.iter();
            let numbers = numbers.map(|action| self.game.action_number(*action));
            masks.write_row(row, self.lengths.actions, numbers);
        }
    }

    /// Writes the observation of the seat to act, or of all seats.
    fn observe(&self, lane: &Lane<G>, bytes: &mut [u8]) {
        let state = lane.episode.state();
        let len = self.game.observation_len();
        let write = |seat: Seat, bytes: &mut [u8]| {
            let view = self.game.view(state, Viewer::Seat(seat));
            self.game.write_observation(&view, bytes);
        };
        if self.settings.observes_all {
            for (seat, bytes) in Seat::all(self.game.seats()).zip(bytes.chunks_mut(len)) {
                write(seat, bytes);
            }
        } else {
            write(lane.observer(), bytes);
        }
    }
}
