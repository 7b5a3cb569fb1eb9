//! Games that are written in Python: `botwerk.register`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use botwerk_engine::{
    Actor, AnyGame, DiagramColour, Dimension, GameEntry, GameId, GameSpec, Grid, GridCell, Next,
    OptionError, OptionKind, OptionSpec, Options, Outcome, Plain, PlainGame, Seat, StableRng,
    Viewer, plain_observation, plain_spec,
};
use pyo3::call::PyCallArgs;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::errors::value_error;

/// Registers a game. `description` is JSON; `create` makes its rules for a number of seats and options.
#[pyfunction]
pub(crate) fn register_game(description: &str, create: Py<PyAny>) -> PyResult<()> {
    let description: Description = serde_json::from_str(description).map_err(value_error)?;
    // A registered game stays as long as the process.
    let entry = Box::leak(Box::new(PythonEntry {
        spec: Box::leak(Box::new(description.spec())),
        create,
    }));
    GameId::register(entry).map_err(value_error)?;
    Ok(())
}

/// What the class of a game says of it.
#[derive(Debug, Deserialize)]
struct Description {
    name: String,
    title: String,
    min_seats: usize,
    max_seats: usize,
    rules: String,
    summary: Vec<String>,
    version: String,
    observation_len: usize,
    options: Vec<OptionDescription>,
}

/// An option: a word of `choices`, or without them a number.
#[derive(Debug, Deserialize)]
struct OptionDescription {
    name: String,
    default: String,
    #[serde(default)]
    choices: Vec<String>,
    #[serde(default)]
    min: u64,
    #[serde(default)]
    max: u64,
}

impl Description {
    fn spec(self) -> GameSpec {
        let options = self.options.into_iter().map(OptionDescription::spec);
        let shape: &[Dimension] = Box::leak(Box::new([Dimension::Fixed(self.observation_len)]));
        let fields = Box::leak(Box::new([plain_observation(shape)]));
        let seats = (self.min_seats, self.max_seats);
        GameSpec {
            options: Vec::leak(options.collect()),
            rules: leaked(self.rules),
            ruleset: leaked(self.version),
            summary: Vec::leak(self.summary.into_iter().map(leaked).collect()),
            ..plain_spec(leaked(self.name), leaked(self.title), seats, fields)
        }
    }
}

impl OptionDescription {
    fn spec(self) -> OptionSpec {
        let choices: Vec<&str> = self.choices.into_iter().map(leaked).collect();
        let kind = if choices.is_empty() {
            OptionKind::Number {
                min: self.min,
                max: self.max,
            }
        } else {
            OptionKind::Choice(choices.leak())
        };
        OptionSpec {
            name: leaked(self.name),
            rule: "options",
            kind,
            default: leaked(self.default),
            help: "",
        }
    }
}

fn leaked(text: String) -> &'static str {
    text.leak()
}

/// What is registered of a game.
struct PythonEntry {
    spec: &'static GameSpec,
    create: Py<PyAny>,
}

impl GameEntry for PythonEntry {
    fn spec(&self) -> &'static GameSpec {
        self.spec
    }

    fn create(
        &self,
        seats: usize,
        options: Options,
        _ruleset: &'static str,
    ) -> Result<AnyGame, OptionError> {
        let (min, max) = (self.spec.min_seats, self.spec.max_seats);
        if !(min..=max).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min,
                max,
            });
        }
        let rules = Python::attach(|python| {
            let given: HashMap<&str, &str> = options.iter().collect();
            let rules = self.create.call1(python, (seats, given))?;
            let texts = rules
                .call_method0(python, "actions")?
                .extract::<Vec<String>>(python)?;
            let has = |part: &str| {
                rules
                    .getattr(python, format!("has_{part}"))?
                    .extract(python)
            };
            Ok(PythonGame {
                has_hide: has("hide")?,
                has_seen: has("seen")?,
                has_sample_hidden: has("sample_hidden")?,
                has_weight: has("weight")?,
                has_explain: has("explain")?,
                has_check: has("check")?,
                texts: texts.into(),
                seats,
                rules: Arc::new(rules),
            })
        });
        let game = rules.map_err(|error: PyErr| OptionError::InvalidValue {
            name: self.spec.name.into(),
            message: error.to_string(),
        })?;
        Ok(AnyGame::new(Plain::described(
            game, self.spec, seats, options,
        )))
    }

    fn seats_of_position(&self, text: &str) -> Option<usize> {
        let position: Value = serde_json::from_str(text).ok()?;
        position.get("seats")?.as_u64().map(|seats| seats as usize)
    }

    fn options_for_position(&self, options: Options, _text: &str) -> Options {
        options
    }
}

/// A position: JSON in one spelling.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PythonState(Arc<str>);

impl PythonState {
    fn of(value: &Value) -> Self {
        Self(value.to_string().into())
    }
}

impl Serialize for PythonState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Value = serde_json::from_str(&self.0).unwrap_or_default();
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PythonState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self::of(&value))
    }
}

/// The place of an action in the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct PythonAction(u32);

/// The rules of a game, whose functions are those of an object of Python.
#[derive(Debug, Clone)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "the functions that a game may lack"
)]
struct PythonGame {
    rules: Arc<Py<PyAny>>,
    texts: Arc<[String]>,
    seats: usize,
    has_hide: bool,
    has_seen: bool,
    has_sample_hidden: bool,
    has_weight: bool,
    has_explain: bool,
    has_check: bool,
}

impl PythonGame {
    /// Calls a function of the rules.
    ///
    /// # Panics
    /// Panics with the exception if it raises one, as a game in Rust does that has a fault.
    fn call<T: for<'py> FromPyObjectOwned<'py>>(
        &self,
        name: &str,
        arguments: impl for<'py> PyCallArgs<'py>,
    ) -> T {
        let returned = Python::attach(|python| {
            let returned = self.rules.call_method1(python, name, arguments)?;
            returned.extract::<T>(python).map_err(Into::into)
        });
        returned.unwrap_or_else(|error: PyErr| {
            let trace = Python::attach(|python| {
                let trace = error.traceback(python);
                trace.and_then(|trace| trace.format().ok())
            });
            panic!("{name}: {error}\n{}", trace.unwrap_or_default())
        })
    }

    /// Calls a function that returns a position.
    fn state(&self, name: &str, arguments: impl for<'py> PyCallArgs<'py>) -> PythonState {
        let text: String = self.call(name, arguments);
        PythonState::of(&serde_json::from_str(&text).unwrap_or_default())
    }
}

/// Returns the name of a rule for as long as the process runs. A game has few.
fn lasting(rule: String) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rule) = known.get(&*rule) {
        return rule;
    }
    let rule = leaked(rule);
    known.insert(rule);
    rule
}

fn actor_index(actor: Actor) -> Option<usize> {
    match actor {
        Actor::Seat(seat) => Some(seat.index()),
        Actor::Chance | Actor::Referee => None,
    }
}

fn viewer_index(viewer: Viewer) -> Option<usize> {
    match viewer {
        Viewer::Seat(seat) => Some(seat.index()),
        Viewer::Spectator => None,
    }
}

/// The constants stand in the description.
impl PlainGame for PythonGame {
    type State = PythonState;
    type Action = PythonAction;
    const NAME: &'static str = "python";
    const TITLE: &'static str = "Python";
    const SEATS: (usize, usize) = (1, 1);

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        unreachable!("a game in Python is created by its entry")
    }

    fn start(&self, rng: &mut StableRng) -> PythonState {
        self.state("start", (rng.below(u64::MAX),))
    }

    fn actions(&self) -> Vec<PythonAction> {
        (0..self.texts.len() as u32).map(PythonAction).collect()
    }

    fn next(&self, state: &PythonState) -> Next {
        let (kind, numbers, points, rule): (String, Vec<i32>, Vec<i32>, String) =
            self.call("next", (&*state.0,));
        match &*kind {
            "seats" => Next::Seats(
                numbers
                    .into_iter()
                    .filter_map(|seat| Seat::new(usize::try_from(seat).ok()?))
                    .filter(|seat| seat.index() < self.seats)
                    .collect(),
            ),
            "chance" => Next::Chance,
            _ => Next::Over(Outcome::ranked(&numbers, points, lasting(rule))),
        }
    }

    fn legal_actions(&self, state: &PythonState, actor: Actor, actions: &mut Vec<PythonAction>) {
        let legal: Vec<u32> = self.call("legal_actions", (&*state.0, actor_index(actor)));
        actions.extend(legal.into_iter().map(PythonAction));
    }

    fn apply(&self, state: &mut PythonState, actor: Actor, PythonAction(action): PythonAction) {
        *state = self.state("apply", (&*state.0, actor_index(actor), action));
    }

    fn draw(&self, state: &PythonState) -> Grid {
        let (rows, lines): (Vec<Vec<String>>, Vec<String>) = self.call("draw", (&*state.0,));
        let row = |grid: Grid, row: Vec<String>| {
            let cells = row.into_iter();
            grid.row(cells.map(|text| GridCell::new(text, DiagramColour::Plain)))
        };
        let grid = rows.into_iter().fold(Grid::default(), row);
        lines.into_iter().fold(grid, Grid::line)
    }

    fn hide(&self, state: &mut PythonState, viewer: Viewer) {
        if self.has_hide {
            *state = self.state("hide", (&*state.0, viewer_index(viewer)));
        }
    }

    fn seen(
        &self,
        state: &PythonState,
        viewer: Viewer,
        actor: Actor,
        action: PythonAction,
    ) -> Option<PythonAction> {
        if !self.has_seen {
            return Some(action);
        }
        let (viewer, actor) = (viewer_index(viewer), actor_index(actor));
        let seen: Option<u32> = self.call("seen", (&*state.0, viewer, actor, action.0));
        seen.map(PythonAction)
    }

    fn sample_hidden(&self, state: &mut PythonState, viewer: Viewer, rng: &mut StableRng) {
        if self.has_sample_hidden {
            let seed = rng.below(u64::MAX);
            *state = self.state("sample_hidden", (&*state.0, viewer_index(viewer), seed));
        }
    }

    fn weight(&self, state: &PythonState, PythonAction(outcome): PythonAction) -> u32 {
        if self.has_weight {
            self.call("weight", (&*state.0, outcome))
        } else {
            1
        }
    }

    fn explain(
        &self,
        state: &PythonState,
        actor: Actor,
        action: PythonAction,
    ) -> (&'static str, Cow<'static, str>) {
        if !self.has_explain {
            return ("legal", "the action is not legal in this position".into());
        }
        let text: String = self.call("explain", (&*state.0, actor_index(actor), action.0));
        ("legal", text.into())
    }

    fn check(&self, state: &PythonState) -> Result<(), String> {
        if !self.has_check {
            return Ok(());
        }
        let wrong: Option<String> = self.call("check", (&*state.0,));
        wrong.map_or(Ok(()), Err)
    }

    fn action_text(&self, PythonAction(number): PythonAction) -> String {
        self.texts.get(number as usize).cloned().unwrap_or_default()
    }

    fn observe(&self, state: &PythonState, _viewer: Viewer, bytes: &mut [u8]) {
        let numbers: Vec<u8> = self.call("observe", (&*state.0,));
        let len = numbers.len().min(bytes.len());
        bytes[..len].copy_from_slice(&numbers[..len]);
    }
}
