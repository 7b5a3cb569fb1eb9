//! Tasks for the solver of Netzwerk, and its solutions.

use botwerk_agents::netzwerk::solver::{
    Limits, PerfectTurn, ResourceEstimate, Task, Value, solve_until,
};
use botwerk_engine::netzwerk::{Netzwerk, State};
use botwerk_engine::{GameNotation, GameViews, Seat, Viewer};
use botwerk_proto::v1 as proto;
use proto::solve_instance_response::Kind;

use super::action::{kind, side_message};
use crate::error::{Error, Reason};
use crate::solver_task::SolverTask;

/// Maximum number of positions of a task, which take a few seconds of one core; a solution cannot be
/// stopped.
const MAX_POSITIONS: u128 = 1_000_000;

/// Maximum memory of a task in bytes, more than that number of positions needs.
const MAX_MEMORY: u128 = 64 << 20;

/// A task for the solver: the value of a position, and best play from it.
pub(super) struct ValueTask {
    game: Netzwerk,
    /// The position, for the notation of turns.
    state: State,
    task: Task,
}

impl ValueTask {
    /// Creates the task of solving a position.
    ///
    /// # Errors
    /// Returns an error if the position is within a turn, a side has left or there are too many positions.
    pub(super) fn new(game: &Netzwerk, state: &State) -> Result<Self, Error> {
        let bad = |message: String| Err(Error::new(Reason::BadPosition, message));
        if state.departed().is_some() {
            return bad("position: a side has left the match, so there is nothing to solve".into());
        }
        let task = match Task::new(game.rules(), state.position()) {
            Ok(task) => task,
            Err(error) => return bad(error.to_string()),
        };
        let estimate = ResourceEstimate::estimate(&task, 1);
        if estimate.positions > MAX_POSITIONS || estimate.bytes > MAX_MEMORY {
            let found = estimate.positions;
            return bad(format!(
                "position: solving it takes {found} positions, more than {MAX_POSITIONS}; use a smaller \
                 board or fewer robots, or `botwerk solve`"
            ));
        }
        Ok(Self {
            game: game.clone(),
            state: state.clone(),
            task,
        })
    }

    fn turn_message(&self, turn: &PerfectTurn) -> proto::NetzwerkSolvedTurn {
        let (value, turns) = value_message(turn.value);
        // The notation of a turn depends on its actions only.
        let view = self.game.view(&self.state, Viewer::Seat(Seat::FIRST));
        let action = |action| proto::NetzwerkAction {
            kind: Some(kind(action)),
        };
        proto::NetzwerkSolvedTurn {
            side: side_message(turn.before.side()).into(),
            value: value.into(),
            turns,
            actions: turn.actions.iter().copied().map(action).collect(),
            text: self.game.format_turn(&view, &turn.actions),
        }
    }
}

impl SolverTask for ValueTask {
    fn solve(
        &self,
        _: &mut dyn FnMut(u32),
        should_stop: &dyn Fn() -> bool,
    ) -> Result<proto::SolveInstanceResponse, Error> {
        let limits = Limits {
            memory: MAX_MEMORY,
            threads: 1,
        };
        let table = solve_until(&self.task, &limits, should_stop, &mut |_| {})
            .map_err(|error| Error::new(Reason::BadPosition, error.to_string()))?;
        let (value, turns) = value_message(table.start_value());
        let variation = table.principal_variation();
        let solution = proto::NetzwerkSolution {
            value: value.into(),
            turns,
            principal_variation: variation
                .iter()
                .map(|turn| self.turn_message(turn))
                .collect(),
            positions: table.stats().positions,
        };
        Ok(proto::SolveInstanceResponse {
            kind: Some(Kind::Netzwerk(solution)),
        })
    }
}

/// Returns the message of a value, and its number of turns.
fn value_message(value: Value) -> (proto::NetzwerkValue, u32) {
    match value {
        Value::Win(turns) => (proto::NetzwerkValue::Win, turns.into()),
        Value::Draw => (proto::NetzwerkValue::Draw, 0),
        Value::Loss(turns) => (proto::NetzwerkValue::Loss, turns.into()),
    }
}
