//! The announcements of a race, and the selection of the earliest.

use crate::seat::{Seat, Seats};

/// An announcement with its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announcement<A> {
    /// The seat that announced.
    pub seat: Seat,
    /// Nanoseconds from the start of the race for this seat to its announcement.
    pub nanos: u64,
    /// Declared search nodes.
    pub effort: u64,
    /// The announced action.
    pub action: A,
}

/// The announcements of a race, held until no open seat can have been earlier.
///
/// ```
/// use botwerk_engine::race::{Announcement, HeldAnnouncements};
/// use botwerk_engine::{Seat, Seats};
///
/// let seats: Vec<Seat> = Seats::all(2).collect();
/// let mut held = HeldAnnouncements::default();
/// held.hold(Announcement { seat: seats[0], nanos: 900, effort: 0, action: "say 5" });
/// // Seat 1 could still be found to have announced after 800 ns.
/// assert_eq!(held.take_winner(Seats::all(2), |_| 800, |_| 0), None);
/// let winner = held.take_winner(Seats::all(2), |_| 901, |_| 0).unwrap();
/// assert_eq!(winner.seat, seats[0]);
/// ```
#[derive(Debug, Clone)]
pub struct HeldAnnouncements<A> {
    held: Vec<Announcement<A>>,
}

impl<A> Default for HeldAnnouncements<A> {
    fn default() -> Self {
        Self { held: Vec::new() }
    }
}

impl<A: Copy> HeldAnnouncements<A> {
    /// Holds an announcement and returns `true`, or returns `false` if one of the seat is held.
    pub fn hold(&mut self, announcement: Announcement<A>) -> bool {
        let is_first = !self.seats().contains(announcement.seat);
        if is_first {
            self.held.push(announcement);
        }
        is_first
    }

    /// Returns the held announcements in order of arrival.
    pub fn held(&self) -> &[Announcement<A>] {
        &self.held
    }

    /// Returns the seats with a held announcement.
    pub fn seats(&self) -> Seats {
        self.held
            .iter()
            .map(|announcement| announcement.seat)
            .collect()
    }

    /// Removes the announcement of a seat, if it has one.
    pub fn remove(&mut self, seat: Seat) {
        self.held.retain(|announcement| announcement.seat != seat);
    }

    /// Removes all announcements.
    pub fn clear(&mut self) {
        self.held.clear();
    }

    /// Removes and returns the earliest announcement, or `None` if another seat may still be earlier.
    ///
    /// `earliest_possible(seat)` is the minimum time that a seat of `open` without an announcement can
    /// still achieve; the race stays open while that is at most the minimum held time. Equal times are
    /// decided by `sample(n)`, a number below `n` that selects from the tied seats in order.
    pub fn take_winner(
        &mut self,
        open: Seats,
        earliest_possible: impl Fn(Seat) -> u64,
        sample: impl FnOnce(u64) -> u64,
    ) -> Option<Announcement<A>> {
        let earliest = self
            .held
            .iter()
            .map(|announcement| announcement.nanos)
            .min()?;
        let waiting = open.difference(self.seats());
        if waiting
            .into_iter()
            .any(|seat| earliest_possible(seat) <= earliest)
        {
            return None;
        }
        let index = winner_index(&self.held, sample)?;
        Some(self.held.remove(index))
    }
}

/// Returns the index of the announcement with the smallest time, or `None` if there are no
/// announcements. Equal times are decided by `sample(n)`, a number below `n` that selects from the
/// tied seats in order. Every seat has at most one announcement.
pub(crate) fn winner_index<A>(
    announcements: &[Announcement<A>],
    sample: impl FnOnce(u64) -> u64,
) -> Option<usize> {
    let earliest = announcements.iter().map(|it| it.nanos).min()?;
    let tied = announcements.iter().filter(|it| it.nanos == earliest);
    let mut tied: Seats = tied.map(|it| it.seat).collect();
    let winner = match tied.len() {
        1 => tied.next()?,
        several => tied.nth(sample(several as u64) as usize)?,
    };
    announcements.iter().position(|it| it.seat == winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn announcement(index: usize, nanos: u64) -> Announcement<char> {
        Announcement {
            seat: seat(index),
            nanos,
            effort: 0,
            action: 'a',
        }
    }

    fn no_tie(_: u64) -> u64 {
        panic!("no two times are equal")
    }

    #[test]
    fn mr_24_smallest_time_wins_in_any_order_of_arrival() {
        let mut held = HeldAnnouncements::default();
        held.hold(announcement(0, 900));
        held.hold(announcement(1, 400));
        held.hold(announcement(2, 401));
        assert_eq!(
            held.take_winner(Seats::all(3), |_| 0, no_tie),
            Some(announcement(1, 400))
        );
    }

    #[test]
    fn mr_24_race_is_resolved_once_no_open_seat_can_be_earlier_or_equal() {
        let mut held = HeldAnnouncements::default();
        held.hold(announcement(0, 900));
        assert_eq!(held.take_winner(Seats::all(2), |_| 899, no_tie), None);
        assert_eq!(held.take_winner(Seats::all(2), |_| 900, no_tie), None);
        assert_eq!(
            held.take_winner(Seats::all(2), |_| 901, no_tie),
            Some(announcement(0, 900))
        );
    }

    #[test]
    fn mr_24_equal_times_are_decided_by_chance() {
        let winner = |pick| {
            let mut held = HeldAnnouncements::default();
            held.hold(announcement(2, 7));
            held.hold(announcement(0, 7));
            held.hold(announcement(1, 8));
            held.take_winner(
                Seats::all(3),
                |_| 0,
                |n| {
                    assert_eq!(n, 2);
                    pick
                },
            )
        };
        assert_eq!(winner(0).map(|f| f.seat), Some(seat(0)));
        assert_eq!(winner(1).map(|f| f.seat), Some(seat(2)));
    }

    #[test]
    fn second_announcement_of_a_seat_is_not_held() {
        let mut held = HeldAnnouncements::default();
        assert!(held.hold(announcement(0, 5)));
        assert!(!held.hold(announcement(0, 4)));
        held.remove(seat(0));
        assert!(held.held().is_empty());
    }
}
