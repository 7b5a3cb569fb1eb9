//! Many matches that are stepped together.

use std::sync::{Mutex, MutexGuard, TryLockError};

use botwerk_agents::AgentSpec;
use botwerk_engine::Seat;
use botwerk_lanes::{
    Autoreset, Fault, LaneSet, LaneSettings, Masks, Observations, StepActions, StepOutputs,
};
use numpy::{
    PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArrayDyn,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::game::Game;

/// Many matches that are stepped together, in arrays of the caller.
#[pyclass(frozen, module = "botwerk._botwerk")]
pub(crate) struct Lanes {
    set: Mutex<Box<dyn LaneSet>>,
}

/// An array of observations, as bytes or floating point.
#[derive(FromPyObject)]
enum ObservationArray<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

/// The arrays of the caller in order: rewards, terminated, truncated, player to act, faults, observations,
/// final observations, masks, and whether a mask has a bit instead of a byte for each action.
type ArrayTuple<'py> = (
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, u8>,
    Option<ObservationArray<'py>>,
    Option<ObservationArray<'py>>,
    Option<PyReadwriteArray2<'py, u8>>,
    bool,
);

/// The starts of ragged lists of legal actions, and the lists.
type LegalArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

/// Returns the slices of the arrays.
fn outputs<'a>(arrays: &'a mut ArrayTuple<'_>) -> PyResult<StepOutputs<'a>> {
    let (
        rewards,
        terminated,
        truncated,
        to_act,
        faults,
        observations,
        final_observations,
        masks,
        is_packed,
    ) = arrays;
    let observed = |array: &'a mut Option<ObservationArray<'_>>| {
        let array = array.as_mut().map(|array| match array {
            ObservationArray::Bytes(bytes) => bytes.as_slice_mut().map(Observations::Bytes),
            ObservationArray::Floats(floats) => floats.as_slice_mut().map(Observations::Floats),
        });
        array.transpose().map_err(value_error)
    };
    let masks = masks.as_mut().map(|masks| masks.as_slice_mut());
    let masks = masks.transpose().map_err(value_error)?;
    Ok(StepOutputs {
        rewards: rewards.as_slice_mut().map_err(value_error)?,
        terminated: terminated.as_slice_mut().map_err(value_error)?,
        truncated: truncated.as_slice_mut().map_err(value_error)?,
        to_act: to_act.as_slice_mut().map_err(value_error)?,
        faults: faults.as_slice_mut().map_err(value_error)?,
        observations: observed(observations)?,
        final_observations: observed(final_observations)?,
        masks: masks.map(|masks| {
            if *is_packed {
                Masks::Bits(masks)
            } else {
                Masks::Bytes(masks)
            }
        }),
    })
}

impl Lanes {
    /// Uses the lanes without holding up other threads of Python.
    ///
    /// # Errors
    /// Returns an error if another thread uses them.
    fn with<T: Send>(
        &self,
        python: Python<'_>,
        act: impl FnOnce(&mut dyn LaneSet) -> T + Send,
    ) -> PyResult<T> {
        let used = python.detach(|| Some(act(&mut **self.try_lock()?)));
        used.ok_or_else(|| {
            PyRuntimeError::new_err(
                "another thread uses this environment; create one for each thread, or let one call at a time in",
            )
        })
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, Box<dyn LaneSet>>> {
        match self.set.try_lock() {
            Ok(set) => Some(set),
            // Lanes are valid between two steps whatever happened in one of them.
            Err(TryLockError::Poisoned(set)) => Some(set.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (game, lanes, seed, autoreset, max_steps, opponents, threads, observes_all))]
    #[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn new(
        python: Python<'_>,
        game: &Bound<'_, Game>,
        lanes: usize,
        seed: String,
        autoreset: &str,
        max_steps: Option<u32>,
        opponents: Vec<(usize, String)>,
        threads: usize,
        observes_all: bool,
    ) -> PyResult<Self> {
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => {
                let message = "expected `NextStep`, `SameStep` or `Disabled`";
                return Err(value_error(format!("autoreset `{other}`: {message}")));
            }
        };
        let opponent = |(seat, spec): (usize, String)| {
            let found = Seat::new(seat);
            let seat = found.ok_or_else(|| value_error(format!("opponents: no seat {seat}")))?;
            let spec: AgentSpec = spec.parse().map_err(value_error)?;
            Ok::<_, PyErr>((seat, spec))
        };
        let opponents: PyResult<Vec<_>> = opponents.into_iter().map(opponent).collect();
        let settings = LaneSettings {
            autoreset,
            max_steps,
            opponents: opponents?,
            threads,
            observes_all,
            ..LaneSettings::new(lanes, seed)
        };
        let setup = &game.get().setup;
        let set = python
            .detach(|| setup.lanes(settings))
            .map_err(value_error)?;
        Ok(Self {
            set: Mutex::new(set),
        })
    }

    fn num_players(&self, python: Python<'_>) -> PyResult<usize> {
        self.with(python, |set| set.seats())
    }

    fn observation_len(&self, python: Python<'_>) -> PyResult<usize> {
        self.with(python, |set| set.observation_len())
    }

    fn num_actions(&self, python: Python<'_>) -> PyResult<usize> {
        self.with(python, |set| set.action_count())
    }

    #[pyo3(signature = (actions, efforts, arrays))]
    fn step(
        &self,
        python: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        efforts: Option<PyReadonlyArray1<'_, u64>>,
        mut arrays: ArrayTuple<'_>,
    ) -> PyResult<()> {
        let outputs = outputs(&mut arrays)?;
        let efforts = efforts.as_ref().map(|efforts| efforts.as_slice());
        let actions = StepActions::Given {
            actions: actions.as_slice().map_err(value_error)?,
            efforts: efforts.transpose().map_err(value_error)?,
        };
        let stepped = self.with(python, move |set| set.step(actions, outputs));
        stepped?.map_err(value_error)
    }

    fn step_random(
        &self,
        python: Python<'_>,
        mut actions: PyReadwriteArray1<'_, i64>,
        mut arrays: ArrayTuple<'_>,
    ) -> PyResult<()> {
        let outputs = outputs(&mut arrays)?;
        let chosen = actions.as_slice_mut().map_err(value_error)?;
        let actions = StepActions::Random(chosen);
        let stepped = self.with(python, move |set| set.step(actions, outputs));
        stepped?.map_err(value_error)
    }

    #[pyo3(signature = (lanes, seeds, arrays))]
    fn reset(
        &self,
        python: Python<'_>,
        lanes: Option<Vec<usize>>,
        seeds: Option<Vec<String>>,
        mut arrays: ArrayTuple<'_>,
    ) -> PyResult<()> {
        let outputs = outputs(&mut arrays)?;
        let reset = |set: &mut dyn LaneSet| set.reset(lanes.as_deref(), seeds.as_deref(), outputs);
        self.with(python, reset)?.map_err(value_error)
    }

    fn legal_actions<'py>(&self, python: Python<'py>) -> PyResult<LegalArrays<'py>> {
        let (starts, mut numbers) = self.with(python, |set| set.legal_actions())?;
        // An entry for lanes without actions, so that every start is an index.
        numbers.push(0);
        let starts = starts.into_iter().map(|start| start as i64).collect();
        let starts = PyArray1::from_vec(python, starts);
        Ok((starts, PyArray1::from_vec(python, numbers)))
    }

    fn observation<'py>(
        &self,
        python: Python<'py>,
        lane: usize,
        player: usize,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let observed = self.with(python, |set| set.observation(lane, player))?;
        let observed = observed.ok_or_else(|| no_such_lane(lane, Some(player)))?;
        Ok(PyArray1::from_vec(python, observed))
    }

    fn episode(&self, python: Python<'_>, lane: usize) -> PyResult<(String, u32)> {
        let episode = self.with(python, |set| {
            let (seed, number) = set.episode_of(lane)?;
            Some((seed.to_owned(), number))
        })?;
        episode.ok_or_else(|| no_such_lane(lane, None))
    }

    #[pyo3(signature = (lane, player=None))]
    fn view(&self, python: Python<'_>, lane: usize, player: Option<usize>) -> PyResult<String> {
        let text = self.with(python, |set| set.view_text(lane, player))?;
        text.ok_or_else(|| no_such_lane(lane, player))
    }

    fn save(&self, python: Python<'_>, lanes: Vec<usize>) -> PyResult<Vec<String>> {
        self.with(python, |set| set.save(&lanes))?
            .map_err(value_error)
    }

    fn load(&self, python: Python<'_>, lanes: Vec<usize>, saved: Vec<String>) -> PyResult<()> {
        let load = |set: &mut dyn LaneSet| set.load(&lanes, &saved);
        self.with(python, load)?.map_err(value_error)
    }

    #[classattr]
    const ILLEGAL_ACTION: u8 = Fault::IllegalAction as u8;

    #[classattr]
    const EPISODE_OVER: u8 = Fault::EpisodeOver as u8;

    #[classattr]
    const OPPONENT_FAILED: u8 = Fault::OpponentFailed as u8;
}

fn no_such_lane(lane: usize, player: Option<usize>) -> PyErr {
    let message = match player {
        None => format!("lane {lane}: expected a lane of this set"),
        Some(player) => {
            format!("lane {lane}, player {player}: expected a lane and player of this set")
        }
    };
    PyIndexError::new_err(message)
}
