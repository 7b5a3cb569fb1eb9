//! The robot phase of a placement: the placements that White's robots can reach, by adjacent
//! batteries.

use std::collections::HashMap;

use botwerk_engine::netzwerk::{
    Fields, Point, Position, RobotPhases, Rules, Side, Square, Squares,
};

use super::placements::{Placement, Placements, Target};
use super::value::Score;

/// White's possible robot phases in a placement.
///
/// Only batteries next to its robots at the start of the turn supply energy (NW-7), so the results
/// are listed once for every set of those batteries.
#[derive(Debug)]
pub(super) struct RobotPhase {
    /// Bits of the fields next to White's robots.
    adjacent: Vec<u8>,
    /// Index of the choices, by the pattern of batteries on those fields.
    choices: Vec<u32>,
    /// All distinct choices.
    distinct: Vec<Choices>,
}

/// The results of a robot phase.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Choices {
    /// Best score of a result that ends the match, or that of having no action.
    pub(super) decided: Score,
    /// Reachable placements of later layers.
    pub(super) exits: Vec<Target>,
    /// Reachable placements of the same layer.
    pub(super) inside: Vec<Target>,
}

impl RobotPhase {
    /// Lists White's choices with at most `batteries` batteries; `first_of_layer` is the index of
    /// the first placement of the layer.
    pub(super) fn new(
        phases: &mut RobotPhases,
        rules: &Rules,
        placements: &Placements,
        placement: Placement,
        batteries: usize,
        first_of_layer: usize,
    ) -> Self {
        let fields = adjacent_fields(placement[Side::White.index()]);
        let adjacent: Vec<_> = Iterator::map(fields, Point::bit).collect();
        let mut phase = Self {
            choices: vec![0; 1 << adjacent.len()],
            distinct: Vec::new(),
            adjacent,
        };
        let mut indices = HashMap::new();
        for pattern in 0..phase.choices.len() {
            if pattern.count_ones() as usize > batteries {
                continue;
            }
            let present = phase.fields(pattern);
            let position = Position::at_start_of_turn(placement, present, Side::White);
            let choices = Choices::new(phases, rules, placements, &position, first_of_layer);
            let next_index = phase.distinct.len() as u32;
            let distinct = &mut phase.distinct;
            phase.choices[pattern] = *indices.entry(choices).or_insert_with_key(|choices| {
                distinct.push(choices.clone());
                next_index
            });
        }
        phase
    }

    /// Returns all distinct choices.
    pub(super) fn distinct(&self) -> &[Choices] {
        &self.distinct
    }

    /// Returns the index in [`RobotPhase::distinct`] of the choices with these batteries.
    pub(super) fn index(&self, batteries: Fields) -> usize {
        let bits = batteries.bits();
        let present = self.adjacent.iter().enumerate();
        let pattern = present.fold(0, |pattern, (index, bit)| {
            pattern | ((bits >> bit & 1) as usize) << index
        });
        self.choices[pattern] as usize
    }

    fn fields(&self, pattern: usize) -> Fields {
        let present = self.adjacent.iter().enumerate();
        let bits = present.fold(0, |bits, (index, bit)| {
            bits | ((pattern >> index & 1) as u64) << bit
        });
        Fields::from_bits(bits)
    }
}

fn adjacent_fields(robots: Squares) -> Fields {
    let adjacent = Iterator::map(robots, Square::fields);
    adjacent.fold(Fields::EMPTY, Fields::union)
}

impl Choices {
    fn new(
        phases: &mut RobotPhases,
        rules: &Rules,
        placements: &Placements,
        start: &Position,
        first_of_layer: usize,
    ) -> Self {
        let mut decided = Score::STUCK;
        let mut exits = Vec::new();
        let mut inside = Vec::new();
        for result in phases.all(rules, start) {
            if let Some(end) = result.end {
                let has_won = end.winner == Some(start.side());
                decided = decided.max(if has_won {
                    Score::WINS_NOW
                } else {
                    Score::LOSES_NOW
                });
            } else if let Some(target) = placements.find(result.robots) {
                if (target.placement as usize) < first_of_layer {
                    exits.push(target);
                } else {
                    inside.push(target);
                }
            }
        }
        for targets in [&mut exits, &mut inside] {
            targets.sort_unstable();
        }
        Self {
            decided,
            exits,
            inside,
        }
    }
}
