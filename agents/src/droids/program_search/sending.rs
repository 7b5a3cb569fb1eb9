//! Sending stones: nothing is hidden any more but dice, so the rest of the round is searched.

use botwerk_engine::droids::{Action, Asked, Pending, Phase, Rules, Side, Table, Transmitter};

use super::meter::Meter;
use crate::droids::objective::Objective;
use crate::droids::seat::AskedSeat;

/// Decisions that are looked ahead at most: more than a round has.
const DEEPEST: u32 = 32;

/// A search through the rest of a round: every seat does what is best for itself, dice are averaged.
struct Search<'a, 'b> {
    rules: &'a Rules,
    objective: &'a Objective<'a>,
    meter: &'a mut Meter<'b>,
    /// Whether something was not looked at for want of depth.
    is_cut: bool,
}

/// What to send or lift, the expected share, and how many decisions were looked ahead.
pub(super) fn next_order(
    seat: &AskedSeat<'_>,
    objective: &Objective<'_>,
    meter: &mut Meter<'_>,
) -> (Option<Action>, f64, u32) {
    let mut best = (seat.legal.first().copied(), 0.0, 0);
    if seat.legal.len() < 2 {
        return best;
    }
    let mut search = Search {
        rules: seat.rules,
        objective,
        meter,
        is_cut: false,
    };
    for depth in 1..DEEPEST {
        search.is_cut = false;
        let mut found: Option<(Action, f64)> = None;
        for action in &seat.legal {
            let table = search.after(seat.table, seat.side, *action);
            let value = search.values(&table, depth)[seat.side.index()];
            if search.meter.is_spent() {
                break;
            }
            if found.is_none_or(|(_, most)| value > most) {
                found = Some((*action, value));
            }
        }
        if search.meter.is_spent() && depth > 1 {
            break;
        }
        if let Some((action, value)) = found {
            best = (Some(action), value, depth);
        }
        // Once everything is seen nothing is gained by looking farther.
        if search.meter.is_spent() || !search.is_cut {
            break;
        }
    }
    best
}

impl Search<'_, '_> {
    /// The table after a seat's answer.
    fn after(&mut self, table: &Table, side: Side, action: Action) -> Table {
        let mut table = table.clone();
        self.meter.nodes += 1;
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

    /// What a table is worth to each side, looking so many decisions ahead.
    fn values(&mut self, table: &Table, depth: u32) -> [f64; 4] {
        let is_open = table.phase == Phase::Send;
        if !is_open || depth == 0 || self.meter.is_spent() {
            self.is_cut |= is_open;
            return Side::ALL.map(|side| self.worth(table, side));
        }
        match table.asked() {
            Asked::Turn(side) => {
                let mut sends = Vec::new();
                self.rules.list_sends(table, side, &mut sends);
                // A single way costs no depth.
                let depth = depth - u32::from(sends.len() > 1);
                self.best(table, side, &sends, depth)
            }
            Asked::Lift(owner) => {
                let lifts: Vec<Action> = table.bank(owner).strips().map(Action::Lift).collect();
                let depth = depth - u32::from(lifts.len() > 1);
                self.best(table, owner, &lifts, depth)
            }
            Asked::Chance(Pending::Die(owner)) => self.average(table, owner, depth),
            Asked::Chance(_) | Asked::Nobody => {
                Side::ALL.map(|side| self.objective.share(table, side))
            }
        }
    }

    /// What a side's share is where the search ends.
    fn worth(&self, table: &Table, side: Side) -> f64 {
        if table.seats.contains(side) {
            self.objective.share(table, side)
        } else {
            0.0
        }
    }

    /// The values of the action that is best for a side.
    fn best(&mut self, table: &Table, side: Side, actions: &[Action], depth: u32) -> [f64; 4] {
        let mut best: Option<[f64; 4]> = None;
        for action in actions {
            let next = self.after(table, side, *action);
            let values = self.values(&next, depth);
            let own = side.index();
            if best.is_none_or(|best| values[own] > best[own]) {
                best = Some(values);
            }
        }
        best.unwrap_or([0.0; 4])
    }

    /// The average over the die. Transmitters that are covered already are alike, and so are those
    /// without stones.
    fn average(&mut self, table: &Table, owner: Side, depth: u32) -> [f64; 4] {
        let bank = table.bank(owner);
        let class = |die| {
            let is_covered = bank.strips().contains(die);
            let of_its_own = !is_covered && bank.has_stones(die);
            (is_covered, of_its_own.then_some(die))
        };
        let mut classes: Vec<(Transmitter, u32)> = Vec::new();
        let dice = Transmitter::all().filter(|die| self.rules.may_be_rolled(table, owner, *die));
        for die in dice {
            let mut known = classes.iter_mut();
            match known.find(|(other, _)| class(*other) == class(die)) {
                Some((_, weight)) => *weight += 1,
                None => classes.push((die, 1)),
            }
        }
        let all: u32 = classes.iter().map(|(_, weight)| weight).sum();
        let mut values = [0.0; 4];
        for (die, weight) in classes {
            let mut next = table.clone();
            self.rules.roll(&mut next, die);
            self.meter.nodes += 1;
            let of_die = self.values(&next, depth.saturating_sub(1));
            for (value, of_die) in values.iter_mut().zip(of_die) {
                *value += of_die * f64::from(weight) / f64::from(all.max(1));
            }
        }
        values
    }
}
