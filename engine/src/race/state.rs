//! Positions of games with a race, and their views.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::RaceOptions;
use super::numbers::{AnnouncedNumber, AnnouncedNumbers};
use crate::game::Viewer;
use crate::seat::{Seat, Seats};

/// A race: what was announced, and which seats have passed.
///
/// ```
/// use botwerk_engine::race::Race;
/// use botwerk_engine::{Seat, Seats};
///
/// let race = Race::with_passed(Seats::one(Seat::FIRST));
/// assert_eq!(race.open_seats(Seats::all(3)), Seats::all(3).without(Seat::FIRST));
/// assert!(!race.have_all_passed(Seats::all(3)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Race {
    /// The numbers announced so far in the order of their times; empty if the first one decides.
    pub announced: AnnouncedNumbers,
    /// The seats that have passed.
    pub passed: Seats,
}

impl Race {
    /// Creates a race without announcements, in which the given seats have passed.
    pub fn with_passed(passed: Seats) -> Self {
        Self {
            passed,
            ..Self::default()
        }
    }

    /// Returns the seats of `playing` that may still announce.
    pub const fn open_seats(&self, playing: Seats) -> Seats {
        playing.difference(self.passed)
    }

    /// Returns `true` if every seat of `playing` has passed, which ends the race.
    pub const fn have_all_passed(&self, playing: Seats) -> bool {
        self.open_seats(playing).is_empty()
    }

    /// Returns the numbers that an open seat may announce: lower than its last one.
    pub(crate) fn numbers(&self, options: &RaceOptions, seat: Seat) -> RangeInclusive<u8> {
        let last = self.announced.number_of(seat);
        1..=last.map_or(options.max_announce, |last| last - 1)
    }
}

/// The moves with which a seat shows what it has announced.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Show<R> {
    /// The seat that shows.
    pub seat: Seat,
    /// The number of moves that it announced.
    pub number: u8,
    /// The moves so far.
    pub route: R,
    /// The announced numbers that are shown next if this show is wrong, in order; empty if the first
    /// announcement decides.
    pub remaining: AnnouncedNumbers,
}

impl<R> Show<R> {
    /// Creates the show of an announced number.
    pub(super) fn new(announced: AnnouncedNumber, route: R, remaining: AnnouncedNumbers) -> Self {
        Self {
            seat: announced.seat,
            number: announced.number,
            route,
            remaining,
        }
    }
}

/// The phase of a round.
#[allow(
    clippy::large_enum_variant,
    reason = "values are cloned without heap allocation"
)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase<R> {
    /// Chance is to prepare the first round.
    Start,
    /// Chance is to determine the next target.
    Target,
    /// All seats search.
    Race(Race),
    /// A seat shows what it has announced.
    Show(Show<R>),
}

/// A position: what everyone sees, and the phase of the round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State<T, R> {
    pub(crate) table: T,
    pub(crate) phase: Phase<R>,
}

impl<T, R> State<T, R> {
    /// Returns the public part of the position.
    pub const fn table(&self) -> &T {
        &self.table
    }

    /// Returns the phase of the round.
    pub const fn phase(&self) -> &Phase<R> {
        &self.phase
    }

    /// Returns the seats that have passed in the open race, if there is one.
    pub(crate) fn passed(&self) -> Seats {
        match &self.phase {
            Phase::Race(race) => race.passed,
            Phase::Start | Phase::Target | Phase::Show(_) => Seats::EMPTY,
        }
    }
}

/// What a viewer may know of the phase of a round.
#[allow(
    clippy::large_enum_variant,
    reason = "values are cloned without heap allocation"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewPhase<R> {
    /// Chance is to prepare the first round.
    Start,
    /// Chance is to determine the next target.
    Target,
    /// All seats search. The passes of other seats stay hidden.
    Race {
        /// The numbers announced so far in the order of their times.
        announced: AnnouncedNumbers,
        /// Whether the viewing seat has passed.
        passed: bool,
    },
    /// A seat shows what it has announced.
    Show(Show<R>),
}

/// What a viewer may know of a position: everything except the passes of other seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<T, R> {
    /// The viewer.
    pub viewer: Viewer,
    /// The public part of the position.
    pub table: T,
    /// What the viewer may know of the phase.
    pub phase: ViewPhase<R>,
}

impl<T: Clone, R: Clone> View<T, R> {
    /// Creates the view of a position.
    pub(crate) fn new(state: &State<T, R>, viewer: Viewer) -> Self {
        let phase = match &state.phase {
            Phase::Start => ViewPhase::Start,
            Phase::Target => ViewPhase::Target,
            Phase::Race(Race { announced, passed }) => ViewPhase::Race {
                announced: announced.clone(),
                passed: matches!(viewer, Viewer::Seat(seat) if passed.contains(seat)),
            },
            Phase::Show(show) => ViewPhase::Show(show.clone()),
        };
        Self {
            viewer,
            table: state.table.clone(),
            phase,
        }
    }

    /// Returns the consistent position with the fewest passes: only those that the viewer knows of.
    pub(crate) fn minimal_state(&self) -> State<T, R> {
        let phase = match &self.phase {
            ViewPhase::Start => Phase::Start,
            ViewPhase::Target => Phase::Target,
            ViewPhase::Race { announced, passed } => Phase::Race(Race {
                announced: announced.clone(),
                passed: match self.viewer {
                    Viewer::Seat(seat) if *passed => Seats::one(seat),
                    Viewer::Seat(_) | Viewer::Spectator => Seats::EMPTY,
                },
            }),
            ViewPhase::Show(show) => Phase::Show(show.clone()),
        };
        State {
            table: self.table.clone(),
            phase,
        }
    }
}
