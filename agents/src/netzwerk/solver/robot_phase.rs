//! The robot phase of a placement: where White's robots can come to, by the batteries beside them.

use std::collections::{HashMap, HashSet};

use botwerk_engine::netzwerk::{Action, Fields, Point, Position, Rules, Side, Square, Squares};

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
            let choices = Choices::of(rules, placements, &position, first_of_layer);
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
    fn of(rules: &Rules, placements: &Placements, start: &Position, first_of_layer: usize) -> Self {
        let (decided, ends) = ends(rules, start);
        let mut exits = Vec::new();
        let mut inside = Vec::new();
        // No end is decided, so all of them stand in the table.
        for target in ends.into_iter().filter_map(|end| placements.find(end)) {
            if (target.placement as usize) < first_of_layer {
                exits.push(target);
            } else {
                inside.push(target);
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

/// Where the robots can be at the end of a robot phase that does not decide the match, and the
/// best that can come of one that does.
fn ends(rules: &Rules, start: &Position) -> (Score, HashSet<Placement>) {
    let mut decided = Score::STUCK;
    let mut ends = HashSet::new();
    let mut seen = HashSet::new();
    let mut open = vec![*start];
    while let Some(position) = open.pop() {
        rules.each_action(&position, |action| {
            if action == Action::EndRobots {
                ends.insert(Side::ALL.map(|side| position.robots(side)));
                return;
            }
            let mut next = position;
            rules.play(&mut next, action);
            let next = next.as_repeated();
            match rules.decided(&next) {
                Some(end) if end.winner == Some(start.side()) => decided = Score::WINS_NOW,
                Some(_) => decided = decided.max(Score::LOSES_NOW),
                None if seen.insert(next) => open.push(next),
                None => {}
            }
        });
    }
    (decided, ends)
}
