//! The robot phase of a placement: where White's robots can come to, by the batteries beside them.

use std::collections::HashMap;

use botwerk_engine::netzwerk::{
    Fields, Point, Position, RobotPhases, Rules, Side, Square, Squares,
};

use super::placements::{Placement, Placements, Target};
use super::value::Score;

/// What White can do with his robots in a placement.
///
/// Only batteries beside his robots at the start of the turn feed them (NW-7), so what he can do
/// is listed once for every set of those.
#[derive(Debug)]
pub(super) struct RobotPhase {
    /// The bits of the fields beside White's robots.
    beside: Vec<u8>,
    /// By [`RobotPhase::pattern`], the place of what can be done.
    choices: Vec<u32>,
    /// Every different thing that can be done.
    different: Vec<Choices>,
}

/// The ends of a robot phase.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Choices {
    /// The best that ends the match at once, or that nothing can be done.
    pub(super) decided: Score,
    /// Placements of later layers that it can end in.
    pub(super) exits: Vec<Target>,
    /// Placements of the same layer that it can end in.
    pub(super) inside: Vec<Target>,
}

impl RobotPhase {
    /// Lists what White can do with at most so many batteries; `first_of_layer` is the number of
    /// the first placement of the layer.
    pub(super) fn new(
        phases: &mut RobotPhases,
        rules: &Rules,
        placements: &Placements,
        placement: Placement,
        batteries: usize,
        first_of_layer: usize,
    ) -> Self {
        let fields = fields_beside(placement[Side::White.index()]);
        let beside: Vec<_> = Iterator::map(fields, Point::bit).collect();
        let mut phase = Self {
            choices: vec![0; 1 << beside.len()],
            different: Vec::new(),
            beside,
        };
        let mut places = HashMap::new();
        for pattern in 0..phase.choices.len() {
            if pattern.count_ones() as usize > batteries {
                continue;
            }
            let present = phase.fields(pattern);
            let position = Position::at_start_of_turn(placement, present, Side::White);
            let choices = Choices::of(phases, rules, placements, &position, first_of_layer);
            let next = phase.different.len() as u32;
            let different = &mut phase.different;
            phase.choices[pattern] = *places.entry(choices).or_insert_with_key(|choices| {
                different.push(choices.clone());
                next
            });
        }
        phase
    }

    /// Every different thing that can be done.
    pub(super) fn different(&self) -> &[Choices] {
        &self.different
    }

    /// The place of what can be done with these batteries in [`RobotPhase::different`].
    pub(super) fn place(&self, batteries: Fields) -> usize {
        let bits = batteries.bits();
        let present = self.beside.iter().enumerate();
        let pattern = present.fold(0, |pattern, (place, bit)| {
            pattern | ((bits >> bit & 1) as usize) << place
        });
        self.choices[pattern] as usize
    }

    fn fields(&self, pattern: usize) -> Fields {
        let present = self.beside.iter().enumerate();
        let bits = present.fold(0, |bits, (place, bit)| {
            bits | ((pattern >> place & 1) as u64) << bit
        });
        Fields::from_bits(bits)
    }
}

fn fields_beside(robots: Squares) -> Fields {
    let beside = Iterator::map(robots, Square::fields);
    beside.fold(Fields::EMPTY, Fields::union)
}

impl Choices {
    fn of(
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
                let won = end.winner == Some(start.side());
                decided = decided.max(if won {
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
