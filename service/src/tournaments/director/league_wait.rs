//! What a league waits for.

/// Why a league has paired no round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum LeagueWait {
    /// It has paired one, or is no league.
    #[default]
    None,
    /// The matches of the day are used up until this time, in microseconds since 1970.
    NextDay(i64),
    /// Too few entrants can play.
    Entrants,
}
