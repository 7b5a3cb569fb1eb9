//! What the outcome of a match is for one seat.

/// What the outcome of a match is for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatResult {
    /// It has the first place alone.
    Won,
    /// Another seat has a better place.
    Lost,
    /// It shares the first place.
    Drawn,
}

impl SeatResult {
    /// Returns the result of a seat, given the places of all; `None` if it has none, since the match has no outcome.
    pub(crate) fn from_places(places: &[u8], seat: usize) -> Option<Self> {
        let own = *places.get(seat)?;
        let best = *places.iter().min()?;
        let sharing: u32 = places.iter().map(|place| u32::from(*place == best)).sum();
        Some(match (own == best, sharing) {
            (false, _) => Self::Lost,
            (true, 1) => Self::Won,
            (true, _) => Self::Drawn,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_place_wins_unless_it_is_shared() {
        use SeatResult::{Drawn, Lost, Won};
        for (places, expected) in [
            (&[2, 1][..], &[Some(Lost), Some(Won), None][..]),
            (&[1, 1], &[Some(Drawn), Some(Drawn)]),
            (&[1, 1, 3], &[Some(Drawn), Some(Drawn), Some(Lost)]),
            (&[], &[None]),
        ] {
            for (seat, expected) in expected.iter().enumerate() {
                assert_eq!(SeatResult::from_places(places, seat), *expected);
            }
        }
    }
}
