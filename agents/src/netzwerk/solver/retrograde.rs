//! Retrograde analysis: layer by layer, from the end of the match to its start.

use std::ops::Range;

use botwerk_engine::netzwerk::{Fields, Position, RobotPhases, Rules, Side};

use super::battery_phase::{BatteryPhase, MOST_BATTERIES, Subsets};
use super::battery_sets::BatterySets;
use super::image::Image;
use super::need::Need;
use super::placements::{Placements, Target};
use super::robot_phase::RobotPhase;
use super::table::Table;
use super::task::Task;
use super::value::{BEFORE, LONGEST, Score, Value};
use super::workers::share;

/// Means for solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Memory in bytes.
    pub memory: u128,
    /// Threads, at least one. The solution does not depend on them.
    pub threads: usize,
}

/// How far a solution is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Placements of robots that are solved.
    pub solved: usize,
    /// All of them.
    pub placements: usize,
}

/// Why a task is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It would take more memory than allowed.
    #[error(
        "memory: {} positions take {}, more than {}",
        need.positions, Gibibytes(need.bytes), Gibibytes(*memory)
    )]
    Memory {
        /// What it would take.
        need: Need,
        /// What is allowed, in bytes.
        memory: u128,
    },
    /// There are more batteries than are solved, or more ways to lay them than can be numbered.
    #[error("batteries: {0} of them are more than {MOST_BATTERIES}, or can lie in too many ways")]
    Batteries(usize),
    /// A match is won in more turns than a byte of the table can say.
    #[error("distance: some position takes more than {LONGEST} turns")]
    Distance,
}

/// Bytes as `1.5 GiB`, rounded up.
struct Gibibytes(u128);

impl std::fmt::Display for Gibibytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10).div_ceil(1 << 30);
        write!(f, "{}.{} GiB", tenths / 10, tenths % 10)
    }
}

/// Solves a task and tells `watch` of every layer.
///
/// # Errors
/// If that takes more memory than allowed, or a distance is too long for the table.
pub fn solve(
    task: &Task,
    limits: &Limits,
    watch: &mut dyn FnMut(Progress),
) -> Result<Table, SolveError> {
    let threads = limits.threads.max(1);
    let need = Need::of(task, threads);
    if need.bytes > limits.memory {
        let memory = limits.memory;
        return Err(SolveError::Memory { need, memory });
    }
    // Moves are numbered as well, up to four of each battery.
    let batteries = task.batteries();
    let moves = need.battery_sets * 4 * batteries as u128;
    if batteries > MOST_BATTERIES || moves > u128::from(u32::MAX) {
        return Err(SolveError::Batteries(batteries));
    }
    let sets = BatterySets::new(task.rules(), batteries);
    let placements = Placements::new(task);
    let values = {
        let mut analysis = Analysis::new(task, threads, &sets, &placements);
        for layer in placements.layers() {
            analysis.solve_layer(layer);
            watch(Progress {
                solved: layer.end,
                placements: placements.as_slice().len(),
            });
        }
        analysis.turns
    };
    let too_long = |value| matches!(value, Value::Win(n) | Value::Loss(n) if n > LONGEST);
    if (0..=u8::MAX).any(|byte| too_long(Score(byte).value()) && values.contains(&byte)) {
        return Err(SolveError::Distance);
    }
    Ok(Table::new(*task, placements, sets, values))
}

/// The tables while they are filled: scores by placement and set of batteries, White to move.
///
/// What is not proven yet counts as a draw. Every round passes on what was proven in the round
/// before, wins and losses alike, with distances that may still become shorter. When nothing
/// changes any more, every value follows from those of its successors: wins and losses are at
/// their exact distances, as each of them rests on shorter ones, and whoever has none of them can
/// go on for ever.
struct Analysis<'a> {
    rules: &'a Rules,
    threads: usize,
    sets: &'a BatterySets,
    subsets: Subsets,
    placements: &'a Placements,
    /// At the start of a turn.
    turns: Vec<u8>,
    /// At the start of a battery phase.
    phases: Vec<u8>,
}

/// What the rounds need to know of a placement.
struct Node {
    robots: RobotPhase,
    /// The placements of the layer whose battery phases it rests on.
    inside: Vec<usize>,
    /// The fields on which White controls batteries.
    control: Fields,
    /// The placement with Black to move, and its image in which it stands in the table.
    turned: (usize, Image),
    /// Whether the round changed it.
    changed: bool,
}

impl<'a> Analysis<'a> {
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

    fn solve_layer(&mut self, layer: &Range<usize>) {
        let (mut nodes, exits) = self.prepare(layer);
        let mut turn_changes = vec![true; nodes.len()];
        let mut phase_changes = vec![true; nodes.len()];
        while phase_changes.contains(&true) {
            self.solve_turns(layer, &mut nodes, &exits, &phase_changes);
            for (change, node) in turn_changes.iter_mut().zip(&nodes) {
                *change = node.changed;
            }
            self.solve_phases(layer, &mut nodes, &turn_changes);
            for (change, node) in phase_changes.iter_mut().zip(&nodes) {
                *change = node.changed;
            }
        }
    }

    /// The nodes of a layer, and for each the scores of leaving the layer or ending the match.
    fn prepare(&self, layer: &Range<usize>) -> (Vec<Node>, Vec<u8>) {
        let width = self.sets.len();
        let mut exits = vec![0; layer.len() * width];
        let mut nodes: Vec<Option<Node>> = layer.clone().map(|_| None).collect();
        let items = layer
            .clone()
            .zip(nodes.iter_mut())
            .zip(exits.chunks_mut(width));
        share(
            self.threads,
            items,
            RobotPhases::new,
            |phases, ((number, node), exits)| {
                let found = self.node(phases, number, layer);
                self.leave(&found.robots, exits);
                *node = Some(found);
            },
        );
        (nodes.into_iter().flatten().collect(), exits)
    }

    fn node(&self, phases: &mut RobotPhases, number: usize, layer: &Range<usize>) -> Node {
        let placement = self.placements.as_slice()[number];
        let batteries = self.sets.size();
        let robots = RobotPhase::new(
            phases,
            self.rules,
            self.placements,
            placement,
            batteries,
            layer.start,
        );
        let inside = robots
            .different()
            .iter()
            .flat_map(|choices| &choices.inside);
        let mut inside: Vec<_> = inside
            .map(|target| target.placement as usize - layer.start)
            .collect();
        inside.sort_unstable();
        inside.dedup();
        let position = Position::at_start_of_turn(placement, Fields::EMPTY, Side::White);
        // Exchanging the colours decides no match, so the placement is in the table.
        let turned = self.placements.find_for(placement, Side::Black);
        Node {
            robots,
            inside,
            control: self.rules.controlled(&position, Side::White),
            turned: turned.unwrap_or((number, Image::TURNED)),
            changed: false,
        }
    }

    /// Writes the best score of every turn that ends the match or leaves the layer.
    fn leave(&self, robots: &RobotPhase, exits: &mut [u8]) {
        for (set, exit) in exits.iter_mut().enumerate() {
            let choices = &robots.different()[robots.place(self.sets.as_slice()[set])];
            *exit = self.best_phase(&choices.exits, set).max(choices.decided.0);
        }
    }

    /// The best of the battery phases of these placements.
    fn best_phase(&self, targets: &[Target], set: usize) -> u8 {
        let mirror = self.sets.images(Image::ALL[1]);
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

    /// Goes from battery phases to the starts of turns.
    fn solve_turns(
        &mut self,
        layer: &Range<usize>,
        nodes: &mut [Node],
        exits: &[u8],
        changes: &[bool],
    ) {
        let width = self.sets.len();
        let mut turns = std::mem::take(&mut self.turns);
        let here = turns[layer.start * width..layer.end * width].chunks_mut(width);
        let items = nodes.iter_mut().zip(here).zip(exits.chunks(width));
        share(
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
                        &node.robots.different()[node.robots.place(self.sets.as_slice()[set])];
                    let score = self.best_phase(&choices.inside, set).max(*exit);
                    node.changed |= score != *turn;
                    *turn = score;
                }
            },
        );
        self.turns = turns;
    }

    /// Goes from the starts of turns to the battery phases before them.
    fn solve_phases(&mut self, layer: &Range<usize>, nodes: &mut [Node], changes: &[bool]) {
        let width = self.sets.len();
        let mut phases = std::mem::take(&mut self.phases);
        let here = phases[layer.start * width..layer.end * width].chunks_mut(width);
        let bench = || {
            let phase = BatteryPhase::new(self.sets, &self.subsets);
            (phase, vec![0; width], vec![0; width])
        };
        share(
            self.threads,
            nodes.iter_mut().zip(here),
            bench,
            |bench, (node, scores)| {
                let (phase, ends, best) = bench;
                let (turned, image) = node.turned;
                node.changed = changes[turned - layer.start];
                if !node.changed {
                    return;
                }
                let turns = &self.turns[turned * width..][..width];
                for (end, there) in ends.iter_mut().zip(self.sets.images(image)) {
                    *end = BEFORE[usize::from(turns[*there as usize])];
                }
                phase.solve(node.control, ends, best);
                node.changed = scores != best.as_slice();
                scores.copy_from_slice(best);
            },
        );
        self.phases = phases;
    }
}
