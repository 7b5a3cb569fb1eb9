//! Races, shared by all games that have one: announcements, passes, the earliest seat, and the rounds that follow.
//!
//! This module reads no clock; the caller measures times or computes them from declared effort. It
//! is independent of any game: a game passes the ids of its rules as [`RaceRuleIds`].

mod announcements;
mod hints;
pub(crate) mod notation;
mod numbers;
mod options;
mod overtime;
mod rules;
mod state;

pub(crate) use announcements::winner_index;
pub use announcements::{Announcement, HeldAnnouncements};
pub(crate) use hints::{RoutePart, planned_route, route_hints};
pub(crate) use numbers::read_announced;
pub use numbers::{AnnouncedNumber, AnnouncedNumbers};
pub use options::{RaceOptions, race_options};
pub(crate) use overtime::AppliedAnnouncements;
pub use overtime::Overtime;
pub(crate) use rules::{Applied, Table, illegal};
pub use state::{Phase, Race, Show, State, View, ViewPhase};

use crate::chance::ChanceKey;

/// Returns the default key of the chance outcome that decides between equal times in a round.
pub(crate) const fn tie_break_key(round: u32) -> ChanceKey {
    ChanceKey {
        kind: "tie",
        seat: None,
        round,
        index: 0,
    }
}

/// The ids under which the rules document of a game has the rules of its race.
///
/// Errors, options and the documentation of a game name these ids, so that two games with a race
/// can number their rules independently.
///
/// ```
/// use botwerk_engine::GameType;
/// use botwerk_engine::micro_robots::MicroRobots;
///
/// assert_eq!(MicroRobots::spec().race_rules.map(|rules| rules.pass), Some("MR-23"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceRuleIds {
    /// What an announcement is, and which numbers may be announced.
    pub announcement: &'static str,
    /// Which announcements follow the first one, and which one is shown.
    pub overtime: &'static str,
    /// What a seat shows after the race.
    pub show: &'static str,
    /// The time limit for the show of an announced route.
    pub show_limit: &'static str,
    /// The time limit of a race without an announcement.
    pub race_limit: &'static str,
    /// A pass and its finality.
    pub pass: &'static str,
    /// Which announcement was earliest, and what decides between equal times.
    pub tie_break: &'static str,
    /// The virtual time of a choice, computed from search nodes and pauses.
    pub virtual_time: &'static str,
    /// What follows when a seat leaves the match.
    pub departure: &'static str,
}
