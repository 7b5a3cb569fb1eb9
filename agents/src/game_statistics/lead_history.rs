//! Who was ahead in a match, and how often that changed.

use botwerk_engine::{Seat, Seats};

use crate::lead::Lead;

/// The seats that are ahead, over the periods of a match.
///
/// Seats are ahead if they have the largest value, unless all seats have it. The lead changes when none of the
/// seats that were ahead is ahead any longer; periods in which all seats are equal are skipped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LeadHistory {
    period: Option<u64>,
    /// The seats that were ahead at the start of each period; empty if all were equal.
    ahead: Vec<Seats>,
}

impl LeadHistory {
    /// Compares the seats if a new period has started.
    pub(super) fn observe<G: Lead>(&mut self, game: &G, state: &G::State) {
        let period = game.lead_period(state);
        if self.period != Some(period) {
            self.period = Some(period);
            self.add_values(&game.lead_values(state));
        }
    }

    /// Adds the values of the seats at the start of a period.
    fn add_values(&mut self, values: &[f64]) {
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seats = Seat::all(values.len()).zip(values);
        let ahead = seats.filter(|(_, value)| **value >= best);
        self.add(ahead.map(|(seat, _)| seat).collect(), values.len());
    }

    /// Adds the seats in first place at the end.
    pub(super) fn finish(&mut self, places: &[u8]) {
        let seats = Seat::all(places.len()).zip(places);
        let winners = seats.filter(|(_, place)| **place == 1);
        self.add(winners.map(|(seat, _)| seat).collect(), places.len());
    }

    fn add(&mut self, ahead: Seats, seats: usize) {
        let is_equal = ahead.len() == seats;
        self.ahead.push(if is_equal { Seats::EMPTY } else { ahead });
    }

    /// Returns how often the lead changed.
    pub(super) fn changes(&self) -> u64 {
        let (mut current, mut changes) = (Seats::EMPTY, 0);
        for ahead in self.ahead.iter().filter(|ahead| !ahead.is_empty()) {
            let still = current.intersection(*ahead);
            if !still.is_empty() {
                current = still;
                continue;
            }
            changes += u64::from(!current.is_empty());
            current = *ahead;
        }
        changes
    }

    /// Returns the seats that were ahead halfway through the match; empty if all were equal.
    pub(super) fn halfway(&self) -> Seats {
        let middle = self.ahead.len() / 2;
        self.ahead.get(middle).copied().unwrap_or(Seats::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(values: &[&[f64]]) -> LeadHistory {
        let mut history = LeadHistory::default();
        for values in values {
            history.add_values(values);
        }
        history
    }

    #[test]
    fn lead_changes_when_no_leading_seat_stays_ahead() {
        let two = |values: &[[f64; 2]]| {
            let values: Vec<&[f64]> = values.iter().map(|pair| &pair[..]).collect();
            history(&values).changes()
        };
        assert_eq!(two(&[]), 0);
        // The first lead is not a change, and equality does not end a lead.
        assert_eq!(two(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0]]), 0);
        assert_eq!(two(&[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [3.0, 2.0]]), 2);
        // Seat 1 shares the lead, and then has it alone: seat 0 has lost it.
        let three = history(&[&[1.0, 0.0, 0.0], &[1.0, 1.0, 0.0], &[1.0, 2.0, 0.0]]);
        assert_eq!(three.changes(), 1);
    }

    #[test]
    fn winner_is_ahead_at_the_end() {
        let mut decided = history(&[&[0.0, 0.0], &[1.0, 0.0], &[2.0, 0.0]]);
        let mut drawn = decided.clone();
        decided.finish(&[2, 1]);
        drawn.finish(&[1, 1]);
        assert_eq!((decided.changes(), drawn.changes()), (1, 0));
        assert_eq!(decided.halfway(), Seats::one(Seat::FIRST));
    }
}
