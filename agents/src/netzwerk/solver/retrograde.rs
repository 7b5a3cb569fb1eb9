//! Retrograde analysis: layer by layer, from the end of the match to its start.

use std::ops::Range;

use botwerk_engine::netzwerk::{Fields, Position, RobotPhases, Rules, Side};

use super::battery_phase::{BatteryPhase, MAX_BATTERIES, Subsets};
use super::battery_sets::BatterySets;
use super::estimate::ResourceEstimate;
use super::placements::{Placements, Target};
use super::robot_phase::RobotPhase;
use super::symmetry::BoardSymmetry;
use super::tablebase::Tablebase;
use super::task::Task;
use super::value::{LONGEST, SCORE_BEFORE_TURN, Score, Value};
use super::workers::for_each_parallel;

/// The resources for solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Memory limit in bytes.
    pub memory: u128,
    /// Number of threads, at least 1. The solution does not depend on it.
    pub threads: usize,
}

/// The progress of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Number of placements of robots that are solved.
    pub solved: usize,
    /// Number of all placements.
    pub placements: usize,
}

/// The error for a task that cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The memory limit would be exceeded.
    #[error(
        "memory: {} positions take {}, more than {}",
        estimate.positions, Gibibytes(estimate.bytes), Gibibytes(*memory)
    )]
    Memory {
        /// Estimate of the required memory.
        estimate: ResourceEstimate,
        /// Memory limit in bytes.
        memory: u128,
    },
    /// There are too many batteries, or too many sets and moves of batteries to be indexed.
    #[error("batteries: expected at most {MAX_BATTERIES}, and fewer on large boards, found {0}")]
    Batteries(usize),
    /// The caller has stopped the solution.
    #[error("the solution was stopped")]
    Stopped,
    /// A distance is too long for a byte of the table.
    #[error("distance: a position needs more than {LONGEST} turns")]
    Distance,
}

/// Formats bytes as `1.5 GiB`, rounded up.
struct Gibibytes(u128);

impl std::fmt::Display for Gibibytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10).div_ceil(1 << 30);
        write!(f, "{}.{} GiB", tenths / 10, tenths % 10)
    }
}

/// Solves a task and calls `watch` after every layer.
///
/// # Errors
/// Returns an error if more memory than allowed would be needed, there are too many batteries, or a
/// distance is too long for the table.
///
/// ```
/// use botwerk_agents::netzwerk::solver::{Limits, Task, Value, solve};
/// use botwerk_engine::RootSeed;
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let task = Task::new(game.rules(), start.position()).unwrap();
/// let limits = Limits { memory: 1 << 30, threads: 1 };
/// let tablebase = solve(&task, &limits, &mut |_| {}).unwrap();
/// assert_eq!(tablebase.start_value(), Value::Win(1));
/// assert_eq!(tablebase.stats().positions, 33_264);
/// ```
pub fn solve(
    task: &Task,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress),
) -> Result<Tablebase, SolveError> {
    solve_until(task, limits, &|| false, watch)
}

/// Does the same as [`solve`] until `should_stop` returns `true`.
///
/// # Errors
/// Returns an error as [`solve`] does, or if it is stopped.
pub fn solve_until(
    task: &Task,
    limits: &Limits,
    should_stop: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(Progress),
) -> Result<Tablebase, SolveError> {
    let threads = limits.threads.max(1);
    let estimate = ResourceEstimate::estimate(task, threads);
    if estimate.bytes > limits.memory {
        let memory = limits.memory;
        return Err(SolveError::Memory { estimate, memory });
    }
    // Moves are indexed as well, up to four of each battery.
    let batteries = task.batteries();
    let moves = estimate.battery_sets * 4 * batteries as u128;
    if batteries > MAX_BATTERIES || moves > u128::from(u32::MAX) {
        return Err(SolveError::Batteries(batteries));
    }
    let sets = BatterySets::new(task.rules(), batteries);
    let placements = Placements::new(task);
    let values = {
        let mut tables = Tables::new(task, threads, &sets, &placements);
        for layer in placements.layers() {
            tables.solve_layer(layer, should_stop)?;
            watch(Progress {
                solved: layer.end,
                placements: placements.as_slice().len(),
            });
        }
        tables.turns
    };
    let is_too_long = |value| matches!(value, Value::Win(n) | Value::Loss(n) if n > LONGEST);
    if (0..=u8::MAX).any(|byte| is_too_long(Score(byte).value()) && values.contains(&byte)) {
        return Err(SolveError::Distance);
    }
    Ok(Tablebase::new(*task, placements, sets, values))
}

/// The tables while they are filled: scores by placement and set of batteries, White to move.
///
/// Unproven positions count as draws. Every round propagates what the previous round proved, wins
/// and losses alike, with distances that may still become shorter. When nothing changes any more,
/// every value follows from those of its successors: wins and losses have their exact distances,
/// since each depends on shorter ones, and all other positions can be continued forever.
struct Tables<'a> {
    rules: &'a Rules,
    threads: usize,
    sets: &'a BatterySets,
    subsets: Subsets,
    placements: &'a Placements,
    /// Scores at the start of a turn.
    turns: Vec<u8>,
    /// Scores at the start of a battery phase.
    phases: Vec<u8>,
}

/// The data of a placement that the rounds need.
struct Node {
    robots: RobotPhase,
    /// Placements of the layer on whose battery phases this one depends.
    inside: Vec<usize>,
    /// Fields on which White controls batteries.
    control: Fields,
    /// The placement with Black to move, and the image in which the table contains it.
    turned: (usize, BoardSymmetry),
    /// `true` if the last round changed its scores.
    changed: bool,
}

impl<'a> Tables<'a> {
    fn new(
        task: &'a Task,
        threads: usize,
        sets: &'a BatterySets,
        placements: &'a Placements,
    ) -> Self {
        let positions = placements.as_slice().len() * sets.len();
        Self {
            rules: task.rules(),
            threads,
            sets,
            subsets: Subsets::new(sets.size()),
            placements,
            turns: vec![Score::DRAW.0; positions],
            phases: vec![Score::DRAW.0; positions],
        }
    }

    fn solve_layer(
        &mut self,
        layer: &Range<usize>,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<(), SolveError> {
        let (mut nodes, exits) = self.prepare(layer);
        let mut turn_changes = vec![true; nodes.len()];
        let mut phase_changes = vec![true; nodes.len()];
        while phase_changes.contains(&true) {
            if should_stop() {
                return Err(SolveError::Stopped);
            }
            self.solve_turns(layer, &mut nodes, &exits, &phase_changes);
            for (change, node) in turn_changes.iter_mut().zip(&nodes) {
                *change = node.changed;
            }
            self.solve_phases(layer, &mut nodes, &turn_changes);
            for (change, node) in phase_changes.iter_mut().zip(&nodes) {
                *change = node.changed;
            }
        }
        Ok(())
    }

    /// Creates the nodes of a layer, and for each the scores of leaving the layer or ending the
    /// match.
    fn prepare(&self, layer: &Range<usize>) -> (Vec<Node>, Vec<u8>) {
        let width = self.sets.len();
        let mut exits = vec![0; layer.len() * width];
        let mut nodes: Vec<Option<Node>> = layer.clone().map(|_| None).collect();
        let items = layer
            .clone()
            .zip(nodes.iter_mut())
            .zip(exits.chunks_mut(width));
        for_each_parallel(
            self.threads,
            items,
            RobotPhases::new,
            |phases, ((index, node), exits)| {
                let new_node = self.node(phases, index, layer);
                self.write_exits(&new_node.robots, exits);
                *node = Some(new_node);
            },
        );
        (nodes.into_iter().flatten().collect(), exits)
    }

    fn node(&self, phases: &mut RobotPhases, index: usize, layer: &Range<usize>) -> Node {
        let placement = self.placements.as_slice()[index];
        let batteries = self.sets.size();
        let robots = RobotPhase::new(
            phases,
            self.rules,
            self.placements,
            placement,
            batteries,
            layer.start,
        );
        let inside = robots.distinct().iter().flat_map(|choices| &choices.inside);
        let mut inside: Vec<_> = inside
            .map(|target| target.placement as usize - layer.start)
            .collect();
        inside.sort_unstable();
        inside.dedup();
        let position = Position::at_start_of_turn(placement, Fields::EMPTY, Side::White);
        // Exchanging the colours decides no match, so the table contains the placement.
        let turned = self.placements.find_for(placement, Side::Black);
        Node {
            robots,
            inside,
            control: self.rules.controlled(&position, Side::White),
            turned: turned.unwrap_or((index, BoardSymmetry::TURNED)),
            changed: false,
        }
    }

    /// Writes the best score of every turn that ends the match or leaves the layer.
    fn write_exits(&self, robots: &RobotPhase, exits: &mut [u8]) {
        for (set, exit) in exits.iter_mut().enumerate() {
            let choices = &robots.distinct()[robots.index(self.sets.as_slice()[set])];
            *exit = self.best_phase(&choices.exits, set).max(choices.decided.0);
        }
    }

    /// Returns the best score of the battery phases of these placements.
    fn best_phase(&self, targets: &[Target], set: usize) -> u8 {
        let mirror = self.sets.images(BoardSymmetry::ALL[1]);
        let width = self.sets.len();
        let scores = targets.iter().map(|target| {
            let set = if target.mirrored {
                mirror[set] as usize
            } else {
                set
            };
            self.phases[target.placement as usize * width + set]
        });
        scores.max().unwrap_or(0)
    }

    /// Updates the starts of turns from battery phases.
    fn solve_turns(
        &mut self,
        layer: &Range<usize>,
        nodes: &mut [Node],
        exits: &[u8],
        changes: &[bool],
    ) {
        let width = self.sets.len();
        let mut turns = std::mem::take(&mut self.turns);
        let layer_turns = turns[layer.start * width..layer.end * width].chunks_mut(width);
        let items = nodes.iter_mut().zip(layer_turns).zip(exits.chunks(width));
        for_each_parallel(
            self.threads,
            items,
            || (),
            |(), ((node, turns), exits)| {
                node.changed = false;
                if !node.inside.is_empty() && !node.inside.iter().any(|inside| changes[*inside]) {
                    return;
                }
                for (set, (turn, exit)) in turns.iter_mut().zip(exits).enumerate() {
                    let choices =
                        &node.robots.distinct()[node.robots.index(self.sets.as_slice()[set])];
                    let score = self.best_phase(&choices.inside, set).max(*exit);
                    node.changed |= score != *turn;
                    *turn = score;
                }
            },
        );
        self.turns = turns;
    }

    /// Updates battery phases from the starts of the turns after them.
    fn solve_phases(&mut self, layer: &Range<usize>, nodes: &mut [Node], changes: &[bool]) {
        let width = self.sets.len();
        let mut phases = std::mem::take(&mut self.phases);
        let layer_phases = phases[layer.start * width..layer.end * width].chunks_mut(width);
        let scratch = || {
            let phase = BatteryPhase::new(self.sets, &self.subsets);
            (phase, vec![0; width], vec![0; width])
        };
        for_each_parallel(
            self.threads,
            nodes.iter_mut().zip(layer_phases),
            scratch,
            |scratch, (node, scores)| {
                let (phase, ends, best) = scratch;
                let (turned, image) = node.turned;
                node.changed = changes[turned - layer.start];
                if !node.changed {
                    return;
                }
                let turns = &self.turns[turned * width..][..width];
                for (end, set) in ends.iter_mut().zip(self.sets.images(image)) {
                    *end = SCORE_BEFORE_TURN[usize::from(turns[*set as usize])];
                }
                phase.solve(node.control, ends, best);
                node.changed = scores != best.as_slice();
                scores.copy_from_slice(best);
            },
        );
        self.phases = phases;
    }
}
