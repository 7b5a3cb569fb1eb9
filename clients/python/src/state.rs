//! A match in progress.

use botwerk_engine::{RootSeed, Seat, Viewer};
use botwerk_lanes::{Effort, MatchState, Node, NumberedActError, PlayedAction, returns};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::{IllegalActionError, value_error};
use crate::game::{Game, seat, viewer};
use crate::history::{CHANCE, PlayedStep, StepHistory, with_history};
use crate::record::Record;

/// The player number after the end.
const TERMINAL: i32 = -4;

/// The number of an action. What is no such number is an illegal action.
pub(crate) struct ActionNumber(u32);

impl<'a, 'py> FromPyObject<'a, 'py> for ActionNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|_| {
            let message = "expected an integer from 0, the number of an action";
            IllegalActionError::new_err(format!("action {}: {message}", &*object))
        })
    }
}

/// A match in progress.
#[pyclass(module = "botwerk._botwerk", subclass)]
pub(crate) struct State {
    inner: Box<dyn MatchState>,
    game: Py<Game>,
    history: StepHistory,
}

impl State {
    pub(crate) fn new(state: Box<dyn MatchState>, game: Py<Game>) -> Self {
        Self::with_history(state, game, StepHistory::default())
    }

    pub(crate) fn with_history(
        state: Box<dyn MatchState>,
        game: Py<Game>,
        history: StepHistory,
    ) -> Self {
        Self {
            inner: state,
            game,
            history,
        }
    }

    fn viewer(&self, player: Option<usize>) -> PyResult<Viewer> {
        viewer(player, self.inner.seats())
    }

    /// Returns the legal actions of a player, or of the one to act or chance.
    fn legal_numbers(&self, player: Option<usize>) -> PyResult<Vec<u32>> {
        match (player, self.inner.node()) {
            (Some(player), _) => Ok(self.inner.legal_actions(seat(player, self.inner.seats())?)),
            (None, Node::Seat(seat)) => Ok(self.inner.legal_actions(seat)),
            (None, Node::Over) => Ok(Vec::new()),
            (None, Node::Chance(_) | Node::Tie(_)) => {
                let outcomes = self.inner.chance_outcomes();
                Ok(outcomes.into_iter().map(|(outcome, _)| outcome).collect())
            }
        }
    }

    /// Applies an action of a seat.
    fn act(&mut self, seat: Seat, action: u32, effort: u64) -> PyResult<()> {
        let nodes = Effort::of_nodes(effort);
        self.inner.act(seat, action, nodes).map_err(illegal)?;
        self.history.push((seat.index() as i32, action, effort));
        Ok(())
    }

    /// Returns the viewer who is to act if none is given.
    fn player_or_current(&self, player: Option<usize>) -> PyResult<usize> {
        match (player, self.inner.node()) {
            (Some(player), _) => Ok(player),
            (None, Node::Seat(seat)) => Ok(seat.index()),
            (None, _) => Err(value_error("expected a player, since no seat is to act")),
        }
    }
}

fn illegal(error: NumberedActError) -> PyErr {
    IllegalActionError::new_err(error.to_string())
}

#[pymethods]
impl State {
    fn game(&self, python: Python<'_>) -> Py<Game> {
        self.game.clone_ref(python)
    }

    fn clone(&self, python: Python<'_>) -> Self {
        Self {
            inner: self.inner.clone_boxed(),
            game: self.game.clone_ref(python),
            history: self.history.clone(),
        }
    }

    fn current_player(&self) -> i32 {
        match self.inner.node() {
            Node::Seat(seat) => seat.index() as i32,
            Node::Chance(_) | Node::Tie(_) => CHANCE,
            Node::Over => TERMINAL,
        }
    }

    fn is_terminal(&self) -> bool {
        self.inner.node() == Node::Over
    }

    fn is_chance_node(&self) -> bool {
        self.current_player() == CHANCE
    }

    fn is_player_node(&self) -> bool {
        matches!(self.inner.node(), Node::Seat(_))
    }

    fn is_initial_state(&self) -> bool {
        self.history.len() == 0
    }

    fn is_simultaneous_node(&self) -> bool {
        self.inner.is_simultaneous()
    }

    fn awaited_players(&self) -> Vec<usize> {
        self.inner
            .awaited()
            .iter()
            .map(|seat| seat.index())
            .collect()
    }

    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(
        &self,
        python: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let numbers = self.game.get().numbers(python);
        let legal = self.legal_numbers(player)?;
        let legal = legal.into_iter().map(|number| &numbers[number as usize]);
        PyList::new(python, legal)
    }

    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(
        &self,
        python: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = PyArray1::zeros(python, self.inner.action_count() as usize, false);
        let legal = match player {
            None if !matches!(self.inner.node(), Node::Seat(_)) => Vec::new(),
            player => self.legal_numbers(player)?,
        };
        let mut writer = mask.readwrite();
        let cells = writer.as_slice_mut().map_err(value_error)?;
        for action in legal {
            cells[action as usize] = 1;
        }
        drop(writer);
        Ok(mask)
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        self.inner.chance_outcomes()
    }

    #[pyo3(signature = (action, effort=0))]
    fn apply_action(&mut self, action: ActionNumber, effort: u64) -> PyResult<()> {
        let ActionNumber(action) = action;
        match self.inner.node() {
            Node::Seat(seat) => self.act(seat, action, effort),
            Node::Chance(_) | Node::Tie(_) => {
                self.inner.apply_outcome(action).map_err(illegal)?;
                self.history.push((CHANCE, action, 0));
                Ok(())
            }
            Node::Over => {
                let message = "the match is over; expected no further action";
                Err(IllegalActionError::new_err(message))
            }
        }
    }

    #[pyo3(signature = (player, action, effort=0))]
    fn apply_action_of(
        &mut self,
        player: usize,
        action: ActionNumber,
        effort: u64,
    ) -> PyResult<()> {
        let seat = seat(player, self.inner.seats())?;
        self.act(seat, action.0, effort)
    }

    #[pyo3(signature = (actions, efforts=None))]
    fn apply_actions(
        &mut self,
        python: Python<'_>,
        actions: Vec<ActionNumber>,
        efforts: Option<Vec<u64>>,
    ) -> PyResult<()> {
        if !self.inner.is_simultaneous() {
            let message =
                "several players do not act at once here; expected a call of apply_action";
            return Err(IllegalActionError::new_err(message));
        }
        let seats = self.inner.seats();
        let efforts = efforts.unwrap_or_else(|| vec![0; seats]);
        if actions.len() != seats || efforts.len() != seats {
            let message = format!("actions, efforts: expected {seats}, one for each player");
            return Err(value_error(message));
        }
        // All or none.
        let mut after = self.clone(python);
        for seat in self.inner.awaited() {
            let index = seat.index();
            after.act(seat, actions[index].0, efforts[index])?;
        }
        *self = after;
        Ok(())
    }

    #[pyo3(signature = (action, effort=0))]
    fn child(&self, python: Python<'_>, action: ActionNumber, effort: u64) -> PyResult<Self> {
        let mut child = self.clone(python);
        child.apply_action(action, effort)?;
        Ok(child)
    }

    fn num_players(&self) -> usize {
        self.inner.seats()
    }

    fn num_distinct_actions(&self) -> u32 {
        self.inner.action_count()
    }

    fn sample_chance(&mut self) {
        let sampled = self.inner.resolve_chance().into_iter();
        self.history
            .extend(sampled.map(|outcome| (CHANCE, outcome, 0)));
    }

    fn rewards(&self) -> Vec<f32> {
        self.returns()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner.save() == other.inner.save()
    }

    fn returns(&self) -> Vec<f32> {
        match self.inner.outcome() {
            Some(outcome) => returns(&outcome).collect(),
            None => vec![0.0; self.inner.seats()],
        }
    }

    fn player_reward(&self, player: usize) -> PyResult<f32> {
        self.player_return(player)
    }

    fn player_return(&self, player: usize) -> PyResult<f32> {
        let seat = seat(player, self.inner.seats())?;
        Ok(self.returns()[seat.index()])
    }

    fn places(&self) -> Option<Vec<u32>> {
        // Python would read bytes as `bytes`.
        let places = self.inner.outcome()?.places;
        Some(places.into_iter().map(u32::from).collect())
    }

    fn points(&self) -> Option<Vec<i32>> {
        self.inner.outcome().map(|outcome| outcome.points)
    }

    fn ending_rule(&self) -> Option<&'static str> {
        self.inner.outcome().map(|outcome| outcome.rule)
    }

    fn history(&self) -> Vec<u32> {
        let steps = self.history.steps().into_iter();
        steps.map(|(_, action, _)| action).collect()
    }

    fn history_str(&self) -> String {
        let numbers = self.history().into_iter().map(|action| action.to_string());
        numbers.collect::<Vec<_>>().join(", ")
    }

    fn move_number(&self) -> usize {
        self.history.len()
    }

    fn full_history(&self) -> Vec<(i32, u32)> {
        let steps = self.history.steps().into_iter();
        steps.map(|(player, action, _)| (player, action)).collect()
    }

    fn played_steps(&self) -> Vec<PlayedStep> {
        self.history.steps()
    }

    fn record(&self, names: Vec<String>) -> PyResult<Record> {
        let seats = self.inner.seats();
        let mut played = Vec::new();
        for (player, action, effort) in self.history.steps() {
            // What chance sampled is found again; other outcomes lead to another position.
            if let Ok(player) = usize::try_from(player) {
                played.push(PlayedAction {
                    seat: seat(player, seats)?,
                    action,
                    effort: Effort::of_nodes(effort),
                });
            }
        }
        let setup = &self.game.get().setup;
        let position = self.inner.position_text();
        let record = setup.record(self.inner.seed(), &names, &played, &position);
        record.map(Record::new).map_err(value_error)
    }

    #[pyo3(signature = (action, player=None))]
    fn action_to_string(&self, action: u32, player: Option<i32>) -> PyResult<String> {
        let _ = player;
        let text = self.inner.action_text(action);
        text.ok_or_else(|| {
            let count = self.inner.action_count();
            value_error(format!("action {action}: expected a number below {count}"))
        })
    }

    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.inner.action_number(text).map_err(value_error)
    }

    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<usize>) -> PyResult<String> {
        let player = self.player_or_current(player)?;
        let seat = seat(player, self.inner.seats())?;
        Ok(self.inner.information_text(seat))
    }

    #[pyo3(signature = (player=None))]
    fn information_state_tensor<'py>(
        &self,
        python: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let player = self.player_or_current(player)?;
        let seat = seat(player, self.inner.seats())?;
        let array = PyArray1::zeros(python, self.inner.information_len(), false);
        let mut writer = array.readwrite();
        let bytes = writer.as_slice_mut().map_err(value_error)?;
        self.inner.write_information(seat, bytes);
        drop(writer);
        Ok(array)
    }

    #[pyo3(signature = (player=None))]
    fn view_string(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.inner.view_text(self.viewer(player)?))
    }

    #[pyo3(signature = (player=None))]
    fn view_hash(&self, player: Option<usize>) -> PyResult<u64> {
        Ok(self.inner.view_hash(self.viewer(player)?))
    }

    fn public_string(&self) -> String {
        self.inner.view_text(Viewer::Spectator)
    }

    #[pyo3(signature = (player=None))]
    fn information_state_hash(&self, player: Option<usize>) -> PyResult<u64> {
        let player = self.player_or_current(player)?;
        let seat = seat(player, self.inner.seats())?;
        Ok(self.inner.information_hash(seat))
    }

    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        python: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let player = self.player_or_current(player)?;
        let array = PyArray1::zeros(python, self.inner.observation_len(), false);
        self.observe(player, array.readwrite())?;
        Ok(array)
    }

    fn write_observation(&self, player: usize, array: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        self.observe(player, array)
    }

    #[pyo3(signature = (player, seed))]
    fn resample(&self, python: Python<'_>, player: usize, seed: &str) -> PyResult<Self> {
        let seat = seat(player, self.inner.seats())?;
        Ok(Self {
            inner: self.inner.resample(seat, RootSeed::from_text(seed)),
            game: self.game.clone_ref(python),
            history: self.history.clone(),
        })
    }

    fn position_hash(&self) -> u64 {
        self.inner.position_hash()
    }

    fn position(&self) -> String {
        self.inner.match_text()
    }

    #[pyo3(signature = (player=None))]
    fn board(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.inner.diagram(self.viewer(player)?))
    }

    #[pyo3(signature = (player=None))]
    fn svg(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.inner.picture(self.viewer(player)?).to_string())
    }

    fn _repr_svg_(&self) -> String {
        self.inner.picture(Viewer::Spectator).to_string()
    }

    fn serialize(&self) -> PyResult<String> {
        with_history(self.inner.save(), &self.history)
    }

    fn __str__(&self) -> String {
        self.inner.diagram(Viewer::Spectator)
    }
}

impl State {
    fn observe(&self, player: usize, mut array: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let viewer = self.viewer(Some(player))?;
        let bytes = array.as_slice_mut().map_err(value_error)?;
        let expected = self.inner.observation_len();
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(value_error(format!(
                "array: expected {expected} bytes, found {found}"
            )));
        }
        self.inner.write_observation(viewer, bytes);
        Ok(())
    }
}
