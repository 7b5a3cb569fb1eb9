//! The announcements of a race, and which of them was earliest.

use crate::seat::{Seat, Seats};

/// An announcement and the time it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announcement<A> {
    /// Who announced.
    pub seat: Seat,
    /// Whole nanoseconds from the seat's own start to its announcement.
    pub nanos: u64,
    /// Declared search nodes.
    pub effort: u64,
    /// What was announced.
    pub action: A,
}

/// Announcements that have arrived and wait until nobody can be found to have been faster.
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
    /// Holds an announcement. A seat has at most one; `false` if it has one already.
    pub fn hold(&mut self, finish: Announcement<A>) -> bool {
        let free = !self.seats().contains(finish.seat);
        if free {
            self.held.push(finish);
        }
        free
    }

    /// What is held, in order of arrival.
    pub fn held(&self) -> &[Announcement<A>] {
        &self.held
    }

    /// The seats with an announcement.
    pub fn seats(&self) -> Seats {
        self.held.iter().map(|finish| finish.seat).collect()
    }

    /// Drops a seat's announcement, if it has one.
    pub fn remove(&mut self, seat: Seat) {
        self.held.retain(|finish| finish.seat != seat);
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.held.clear();
    }

    /// Takes out the announcement that was first, as soon as that is certain.
    ///
    /// `soonest(seat)` is the smallest time that a seat of `open`, which has not announced, could
    /// still be found to have; it waits while anybody could be as fast as the fastest held. Equal
    /// times are decided by `draw(n)`, a number below n that picks from the tied seats in order.
    pub fn take_winner(
        &mut self,
        open: Seats,
        soonest: impl Fn(Seat) -> u64,
        draw: impl FnOnce(u64) -> u64,
    ) -> Option<Announcement<A>> {
        let best = self.held.iter().map(|finish| finish.nanos).min()?;
        let waiting = open.difference(self.seats());
        if waiting.into_iter().any(|seat| soonest(seat) <= best) {
            return None;
        }
        let at = winner_index(&self.held, draw)?;
        Some(self.held.remove(at))
    }
}

/// Which of several announcements, of a seat each, was first: the one with the smallest time. Among equal ones
/// `draw(n)`, a number below n, picks in the order of seats.
pub(crate) fn winner_index<A>(
    finishes: &[Announcement<A>],
    draw: impl FnOnce(u64) -> u64,
) -> Option<usize> {
    let best = finishes.iter().map(|finish| finish.nanos).min()?;
    let fastest = finishes.iter().filter(|finish| finish.nanos == best);
    let mut tied: Seats = fastest.map(|finish| finish.seat).collect();
    let winner = match tied.len() {
        1 => tied.next()?,
        several => tied.nth(draw(several as u64) as usize)?,
    };
    finishes.iter().position(|finish| finish.seat == winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn finish(index: usize, nanos: u64) -> Announcement<char> {
        Announcement {
            seat: seat(index),
            nanos,
            effort: 0,
            action: 'a',
        }
    }

    fn no_tie(_: u64) -> u64 {
        panic!("nobody was as fast")
    }

    #[test]
    fn mr_24_the_smallest_time_wins_whatever_the_order_of_arrival() {
        let mut photo = HeldAnnouncements::default();
        photo.hold(finish(0, 900));
        photo.hold(finish(1, 400));
        photo.hold(finish(2, 401));
        assert_eq!(
            photo.take_winner(Seats::first(3), |_| 0, no_tie),
            Some(finish(1, 400))
        );
    }

    #[test]
    fn mr_24_the_decision_waits_for_whoever_can_still_be_as_fast_and_no_longer() {
        let mut photo = HeldAnnouncements::default();
        photo.hold(finish(0, 900));
        assert_eq!(photo.take_winner(Seats::first(2), |_| 899, no_tie), None);
        assert_eq!(photo.take_winner(Seats::first(2), |_| 900, no_tie), None);
        assert_eq!(
            photo.take_winner(Seats::first(2), |_| 901, no_tie),
            Some(finish(0, 900))
        );
    }

    #[test]
    fn mr_24_equal_times_are_drawn() {
        let decide = |pick| {
            let mut photo = HeldAnnouncements::default();
            photo.hold(finish(2, 7));
            photo.hold(finish(0, 7));
            photo.hold(finish(1, 8));
            photo.take_winner(
                Seats::first(3),
                |_| 0,
                |n| {
                    assert_eq!(n, 2);
                    pick
                },
            )
        };
        assert_eq!(decide(0).map(|f| f.seat), Some(seat(0)));
        assert_eq!(decide(1).map(|f| f.seat), Some(seat(2)));
    }

    #[test]
    fn a_seat_is_held_once() {
        let mut photo = HeldAnnouncements::default();
        assert!(photo.hold(finish(0, 5)));
        assert!(!photo.hold(finish(0, 4)));
        photo.remove(seat(0));
        assert!(photo.held().is_empty());
    }
}
