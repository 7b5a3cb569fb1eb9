//! The arrays of a caller, and short matches of every game.

use botwerk_agents::Roster;
use botwerk_engine::{GameType, Options};
use botwerk_lanes::{LaneSettings, Lanes, Masks, Observations, StepActions, StepOutputs};

/// The arrays of a caller.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arrays {
    pub(crate) actions: Vec<i64>,
    pub(crate) rewards: Vec<f32>,
    pub(crate) terminated: Vec<bool>,
    pub(crate) truncated: Vec<bool>,
    pub(crate) to_act: Vec<i8>,
    pub(crate) faults: Vec<u8>,
    pub(crate) observations: Vec<u8>,
    pub(crate) final_observations: Vec<u8>,
    pub(crate) masks: Vec<u8>,
}

impl Arrays {
    pub(crate) fn new<G: Roster>(lanes: &Lanes<G>) -> Self {
        let count = lanes.settings().lanes;
        Self {
            actions: vec![0; count],
            rewards: vec![9.0; count * lanes.game().seats()],
            terminated: vec![true; count],
            truncated: vec![true; count],
            to_act: vec![9; count],
            faults: vec![9; count],
            observations: vec![9; count * lanes.observation_len()],
            final_observations: vec![9; count * lanes.observation_len()],
            masks: vec![9; count * lanes.action_count()],
        }
    }

    pub(crate) fn split(&mut self) -> (&mut Vec<i64>, StepOutputs<'_>) {
        let outputs = StepOutputs {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_act: &mut self.to_act,
            faults: &mut self.faults,
            observations: Some(Observations::Bytes(&mut self.observations)),
            final_observations: Some(Observations::Bytes(&mut self.final_observations)),
            masks: Some(Masks::Bytes(&mut self.masks)),
        };
        (&mut self.actions, outputs)
    }

    pub(crate) fn step_randomly<G: Roster>(&mut self, lanes: &mut Lanes<G>) {
        let (actions, outputs) = self.split();
        lanes.step(StepActions::Random(actions), outputs).unwrap();
    }

    pub(crate) fn step<G: Roster>(&mut self, lanes: &mut Lanes<G>) {
        let (actions, outputs) = self.split();
        let actions = StepActions::Given {
            actions,
            efforts: None,
        };
        lanes.step(actions, outputs).unwrap();
    }

    pub(crate) fn reset<G: Roster>(&mut self, lanes: &mut Lanes<G>, chosen: Option<&[usize]>) {
        lanes.reset(chosen, None, self.split().1).unwrap();
    }
}

pub(crate) fn game<G: GameType>(seats: usize, values: &[(&str, &str)]) -> G {
    let options = Options::resolve(G::spec().options, values.iter().copied()).unwrap();
    let seats = seats.max(G::ID.min_seats(&options));
    G::new(seats, options).unwrap()
}

/// Short matches of every game.
pub(crate) fn short<G: GameType>(seats: usize) -> G {
    let values = [
        ("round_cap", "4"),
        ("turn_cap", "12"),
        ("targets_to_win", "2"),
    ];
    let specs = G::spec().options.iter();
    let names: Vec<_> = specs.map(|spec| spec.name).collect();
    let known: Vec<_> = values
        .into_iter()
        .filter(|(name, _)| names.contains(name))
        .collect();
    game(seats, &known)
}

pub(crate) fn settings(lanes: usize) -> LaneSettings {
    LaneSettings::new(lanes, "7")
}
