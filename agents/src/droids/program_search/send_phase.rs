//! The send phase: only dice are hidden, so the rest of the round is searched.

use botwerk_engine::droids::{
    Action, Pending, Phase, PublicState, Rules, Side, ToAct, Transmitter,
};

use crate::droids::objective::ScenarioEvaluation;
use crate::droids::seat::SeatContext;
use crate::node_meter::NodeMeter;

/// Depth limit of a search in decisions; more than a round has.
const DEPTH_LIMIT: u32 = 32;

/// A search of the rest of a round: every seat maximises its own win probability, and dice are averaged.
struct Search<'a, 'b> {
    rules: &'a Rules,
    evaluation: &'a ScenarioEvaluation<'a>,
    meter: &'a mut NodeMeter<'b>,
    /// `true` if the depth limit cut off part of the tree.
    is_cut: bool,
}

/// Returns the order or lift, its win probability unless a limit is reached before one is searched, and the depth in
/// decisions.
pub(super) fn next_order(
    seat: &SeatContext<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    meter: &mut NodeMeter<'_>,
) -> (Option<Action>, Option<f64>, u32) {
    let mut best = (seat.legal.first().copied(), None, 0);
    let mut search = Search {
        rules: seat.rules,
        evaluation,
        meter,
        is_cut: false,
    };
    for depth in 1..DEPTH_LIMIT {
        search.is_cut = false;
        let mut found: Option<(Action, f64)> = None;
        for action in &seat.legal {
            let table = search.after_action(seat.table, seat.side, *action);
            let value = search.values(&table, depth)[seat.side.index()];
            if search.meter.is_exhausted() {
                break;
            }
            if found.is_none_or(|(_, best_value)| value > best_value) {
                found = Some((*action, value));
            }
        }
        if search.meter.is_exhausted() && depth > 1 {
            break;
        }
        if let Some((action, value)) = found {
            best = (Some(action), Some(value), depth);
        }
        // A deeper search finds nothing new once the tree is complete.
        if search.meter.is_exhausted() || !search.is_cut {
            break;
        }
    }
    best
}

impl Search<'_, '_> {
    /// Returns the table after an action of a seat.
    fn after_action(&mut self, table: &PublicState, side: Side, action: Action) -> PublicState {
        let mut table = table.clone();
        self.meter.take_one();
        match action {
            Action::Send {
                transmitter,
                target,
            } => self.rules.send(&mut table, side, transmitter, target),
            Action::Lift(strip) => self.rules.lift(&mut table, side, strip),
            _ => {}
        }
        table
    }

    /// Returns the value of a table for each side, searching this number of decisions.
    fn values(&mut self, table: &PublicState, depth: u32) -> [f64; 4] {
        let is_open = table.phase == Phase::Send;
        if !is_open || depth == 0 || self.meter.is_exhausted() {
            self.is_cut |= is_open;
            return Side::ALL.map(|side| self.static_value(table, side));
        }
        match table.to_act() {
            ToAct::Turn(side) => {
                let mut sends = Vec::new();
                self.rules.list_sends(table, side, &mut sends);
                // A forced action costs no depth.
                let depth = depth - u32::from(sends.len() > 1);
                self.best_values(table, side, &sends, depth)
            }
            ToAct::Lift(owner) => {
                let lifts: Vec<Action> = table.bank(owner).strips().map(Action::Lift).collect();
                let depth = depth - u32::from(lifts.len() > 1);
                self.best_values(table, owner, &lifts, depth)
            }
            ToAct::Chance(Pending::Die(owner)) => self.mean_over_die(table, owner, depth),
            ToAct::Chance(_) | ToAct::None => {
                Side::ALL.map(|side| self.evaluation.win_probability(table, side))
            }
        }
    }

    /// Returns a side's win probability at a leaf.
    fn static_value(&self, table: &PublicState, side: Side) -> f64 {
        if table.seats.contains(side) {
            self.evaluation.win_probability(table, side)
        } else {
            0.0
        }
    }

    /// Returns the values of the action that is best for a side.
    fn best_values(
        &mut self,
        table: &PublicState,
        side: Side,
        actions: &[Action],
        depth: u32,
    ) -> [f64; 4] {
        let mut best: Option<[f64; 4]> = None;
        for action in actions {
            if best.is_some() && self.meter.must_end() {
                break;
            }
            let next = self.after_action(table, side, *action);
            let values = self.values(&next, depth);
            let index = side.index();
            if best.is_none_or(|best| values[index] > best[index]) {
                best = Some(values);
            }
        }
        best.unwrap_or([0.0; 4])
    }

    /// Returns the mean over the die. All transmitters that are already covered are equivalent, and
    /// so are all without stones.
    fn mean_over_die(&mut self, table: &PublicState, owner: Side, depth: u32) -> [f64; 4] {
        let bank = table.bank(owner);
        let class = |die| {
            let is_covered = bank.strips().contains(die);
            let is_distinct = !is_covered && bank.has_stones(die);
            (is_covered, is_distinct.then_some(die))
        };
        let mut classes: Vec<(Transmitter, u32)> = Vec::new();
        let dice = Transmitter::all().filter(|die| self.rules.can_be_rolled(table, owner, *die));
        for die in dice {
            let mut groups = classes.iter_mut();
            match groups.find(|(other, _)| class(*other) == class(die)) {
                Some((_, weight)) => *weight += 1,
                None => classes.push((die, 1)),
            }
        }
        let total: u32 = classes.iter().map(|(_, weight)| weight).sum();
        let mut values = [0.0; 4];
        for (die, weight) in classes {
            let mut next = table.clone();
            self.rules.roll(&mut next, die);
            self.meter.take_one();
            let die_values = self.values(&next, depth.saturating_sub(1));
            for (value, die_value) in values.iter_mut().zip(die_values) {
                *value += die_value * f64::from(weight) / f64::from(total.max(1));
            }
        }
        values
    }
}
