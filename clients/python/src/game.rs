//! A game with its options.

use std::ops::Range;
use std::str::FromStr;

use botwerk_engine::{GameId, ObservationField, RootSeed, Seat, Viewer, observation_fields};
use botwerk_lanes::{GameSetup, MatchState};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyTuple};

use crate::errors::value_error;
use crate::history::split_history;
use crate::state::State;

/// Returns the names of all games.
#[pyfunction]
pub(crate) fn game_names() -> Vec<&'static str> {
    GameId::all().iter().map(|game| game.name()).collect()
}

/// Returns the game with this name.
pub(crate) fn game_id(name: &str) -> PyResult<GameId> {
    GameId::from_str(name).map_err(|_| {
        let names = game_names().join(", ");
        value_error(format!("game `{name}`: expected one of {names}"))
    })
}

/// A game with its options and number of seats.
#[pyclass(frozen, module = "botwerk._botwerk")]
pub(crate) struct Game {
    pub(crate) setup: GameSetup,
    /// The start of a match, to answer questions about all of them.
    start: Box<dyn MatchState>,
    /// The numbers of actions and chance outcomes, of which lists are made without creating them again.
    numbers: PyOnceLock<Vec<Py<PyInt>>>,
}

/// A field of observations in the order of `botwerk.ObservationField`.
type FieldTuple<'py> = (
    &'static str,
    usize,
    Bound<'py, PyTuple>,
    &'static str,
    u32,
    u32,
    Option<u32>,
    &'static str,
);

/// Returns the seat with this index of a match with this number of seats.
pub(crate) fn seat(index: usize, seats: usize) -> PyResult<Seat> {
    let seat = Seat::new(index).filter(|seat| seat.index() < seats);
    seat.ok_or_else(|| {
        PyIndexError::new_err(format!("seat {index}: expected a seat below {seats}"))
    })
}

/// Returns a seat as viewer, or the spectators.
pub(crate) fn viewer(index: Option<usize>, seats: usize) -> PyResult<Viewer> {
    index.map_or(Ok(Viewer::Spectator), |index| {
        seat(index, seats).map(Viewer::Seat)
    })
}

impl Game {
    /// Returns the game of a set-up.
    pub(crate) fn from_setup(setup: GameSetup) -> PyResult<Self> {
        let start = setup.start(RootSeed::from_text("")).map_err(value_error)?;
        let numbers = PyOnceLock::new();
        Ok(Self {
            setup,
            start,
            numbers,
        })
    }

    /// Returns the numbers of actions and chance outcomes, in order.
    pub(crate) fn numbers(&self, python: Python<'_>) -> &[Py<PyInt>] {
        self.numbers.get_or_init(python, || {
            let count = self.max_chance_outcomes();
            (0..count)
                .map(|number| PyInt::new(python, number).unbind())
                .collect()
        })
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, options, seats))]
    fn new(name: &str, options: Vec<(String, String)>, seats: usize) -> PyResult<Self> {
        Self::from_setup(GameSetup {
            game: game_id(name)?,
            seats,
            options,
        })
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.setup.game.name()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.setup.game.spec().title
    }

    #[getter]
    fn given_options(&self) -> Vec<(String, String)> {
        self.setup.options.clone()
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.setup.game.spec().rules
    }

    #[getter]
    fn observation_layout(&self) -> &'static str {
        self.setup.game.spec().observation
    }

    #[getter]
    fn observation_version(&self) -> u32 {
        self.setup.game.spec().observation_version
    }

    #[getter]
    fn hash_version(&self) -> u32 {
        self.setup.game.spec().hash_version
    }

    #[getter]
    fn observation_fields<'py>(&self, python: Python<'py>) -> PyResult<Vec<FieldTuple<'py>>> {
        let seats = self.start.seats();
        let fields = self.start.observation_fields();
        let tuple = |(range, field): (Range<usize>, &ObservationField)| {
            let shape = field.shape.iter().map(|dimension| dimension.len(seats));
            let shape = PyTuple::new(python, shape)?;
            let number = field.number.name();
            let (low, high) = field.range;
            let absent = field.absent;
            let content = field.content;
            Ok((
                field.name,
                range.start,
                shape,
                number,
                low,
                high,
                absent,
                content,
            ))
        };
        observation_fields(fields, seats).map(tuple).collect()
    }

    fn num_players(&self) -> usize {
        self.start.seats()
    }

    fn num_distinct_actions(&self) -> u32 {
        self.start.action_count()
    }

    fn max_chance_outcomes(&self) -> usize {
        self.start.action_count() as usize + self.start.seats()
    }

    fn max_game_length(&self) -> Option<u64> {
        self.start.max_match_length()
    }

    fn observation_len(&self) -> usize {
        self.start.observation_len()
    }

    fn information_state_len(&self) -> usize {
        self.start.information_len()
    }

    fn action_to_string(&self, action: u32) -> PyResult<String> {
        let text = self.start.action_text(action);
        text.ok_or_else(|| {
            let count = self.start.action_count();
            value_error(format!("action {action}: expected a number below {count}"))
        })
    }

    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.start.action_number(text).map_err(value_error)
    }

    fn new_initial_state(slf: Bound<'_, Self>, seed: &str) -> PyResult<State> {
        let state = slf.get().setup.start(RootSeed::from_text(seed));
        Ok(State::new(state.map_err(value_error)?, slf.unbind()))
    }

    fn parse_state(slf: Bound<'_, Self>, position: &str, seed: &str) -> PyResult<State> {
        let state = slf.get().setup.parse(position, RootSeed::from_text(seed));
        Ok(State::new(state.map_err(value_error)?, slf.unbind()))
    }

    fn state_from_view(
        slf: Bound<'_, Self>,
        view: &str,
        player: usize,
        seed: &str,
    ) -> PyResult<State> {
        let seed = RootSeed::from_text(seed);
        let state = slf.get().setup.parse_view(view, player, seed);
        Ok(State::new(state.map_err(value_error)?, slf.unbind()))
    }

    fn deserialize_state(slf: Bound<'_, Self>, saved: &str) -> PyResult<State> {
        let (saved, history) = split_history(saved)?;
        let state = slf.get().setup.load(&saved).map_err(value_error)?;
        Ok(State::with_history(state, slf.unbind(), history))
    }
}
