//! Records of matches.

use botwerk_agents::GameAgents;
use botwerk_engine::record::{Record as MatchRecord, VerifyError as Difference, frames};
use botwerk_engine::{AnyGame, strip};
use botwerk_lanes::{RecordedDecisions, recorded_decisions, recorded_match};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{VerifyError, value_error};
use crate::game::Game;
use crate::history::played_step;
use crate::state::State;

/// The record of a match.
#[pyclass(frozen, module = "botwerk._botwerk")]
pub(crate) struct Record {
    record: MatchRecord,
}

impl Record {
    pub(crate) fn new(record: MatchRecord) -> Self {
        Self { record }
    }
}

fn difference(error: Difference) -> PyErr {
    VerifyError::new_err((error.to_string(), error.seq))
}

#[pymethods]
impl Record {
    #[staticmethod]
    fn parse(python: Python<'_>, text: &str) -> PyResult<Self> {
        let record = python.detach(|| MatchRecord::from_text(text));
        record.map(Self::new).map_err(value_error)
    }

    fn text(&self) -> String {
        self.record.to_text()
    }

    fn header(&self) -> PyResult<String> {
        serde_json::to_string(&self.record.header).map_err(value_error)
    }

    fn events(&self) -> PyResult<String> {
        serde_json::to_string(&self.record.events).map_err(value_error)
    }

    fn outcome(&self) -> PyResult<Option<String>> {
        let outcome = self.record.outcome.as_ref();
        let json = outcome.map(serde_json::to_string);
        json.transpose().map_err(value_error)
    }

    /// Returns the numbers of events and of agents' choices that were checked.
    fn verify(&self, python: Python<'_>) -> PyResult<(u64, u64)> {
        let game = self.record.header.game_id();
        let game = game.ok_or_else(|| value_error("game: unknown in this version"))?;
        let verified = python.detach(|| game.verify(&self.record));
        let verified = verified.map_err(difference)?;
        Ok((verified.events, verified.choices))
    }

    fn state(&self, python: Python<'_>, events: usize) -> PyResult<State> {
        let found = python.detach(|| recorded_match(&self.record, events));
        let found = found.map_err(difference)?;
        let game = Py::new(python, Game::from_setup(found.setup)?)?;
        let history = found.applied.iter().map(played_step).collect();
        Ok(State::with_history(found.state, game, history))
    }

    fn svg(&self, python: Python<'_>, frame_millis: u32) -> PyResult<String> {
        let frames = python.detach(|| frames::<AnyGame>(&self.record));
        Ok(strip(&frames.map_err(difference)?, frame_millis))
    }

    /// Returns the columns by name, with the legal actions as masks.
    fn decisions<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = self.decision_table(python)?;
        let masks = masks(python, &table)?;
        let columns = columns(python, table)?;
        columns.set_item("masks", masks)?;
        Ok(columns)
    }

    /// Returns the columns by name, with the legal actions as lists, and the number of actions.
    fn ragged_decisions<'py>(&self, python: Python<'py>) -> PyResult<(Bound<'py, PyDict>, usize)> {
        let mut table = self.decision_table(python)?;
        let count = table.action_count;
        let starts = std::mem::take(&mut table.legal_starts);
        let legal = std::mem::take(&mut table.legal_actions);
        let columns = columns(python, table)?;
        columns.set_item("legal_starts", PyArray1::from_vec(python, starts))?;
        columns.set_item("legal_actions", PyArray1::from_vec(python, legal))?;
        Ok((columns, count))
    }
}

impl Record {
    fn decision_table(&self, python: Python<'_>) -> PyResult<RecordedDecisions> {
        let table = python.detach(|| recorded_decisions(&self.record));
        table.map_err(difference)
    }
}

/// Returns 1 for each legal action and 0 for all others, row by row.
fn masks<'py>(
    python: Python<'py>,
    table: &RecordedDecisions,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let masks = PyArray2::zeros(python, [table.rows, table.action_count], false);
    let mut writer = masks.readwrite();
    let cells = writer.as_slice_mut().map_err(value_error)?;
    for (row, bounds) in table.legal_starts.windows(2).enumerate() {
        for action in &table.legal_actions[bounds[0]..bounds[1]] {
            cells[row * table.action_count + *action as usize] = 1_u8;
        }
    }
    drop(writer);
    Ok(masks)
}

/// Returns all columns but the legal actions.
fn columns(python: Python<'_>, table: RecordedDecisions) -> PyResult<Bound<'_, PyDict>> {
    let columns = PyDict::new(python);
    let shape = [table.rows, table.observation_len];
    let observations = PyArray1::from_vec(python, table.observations).reshape(shape)?;
    columns.set_item("seqs", PyArray1::from_vec(python, table.seqs))?;
    columns.set_item("players", PyArray1::from_vec(python, table.players))?;
    columns.set_item("turns", PyArray1::from_vec(python, table.turns))?;
    columns.set_item("actions", PyArray1::from_vec(python, table.actions))?;
    columns.set_item("efforts", PyArray1::from_vec(python, table.efforts))?;
    columns.set_item("returns", PyArray1::from_vec(python, table.returns))?;
    columns.set_item("observations", observations)?;
    Ok(columns)
}
