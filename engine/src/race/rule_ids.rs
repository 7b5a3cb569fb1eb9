//! The rule ids that a game gives to the parts of its race.

/// The ids under which the rules document of a game has the rules of its race.
///
/// Errors, options and the documentation of a game name these ids, so that two games with a race
/// can number their rules independently.
///
/// ```
/// use botwerk_engine::GameRace;
/// use botwerk_engine::micro_robots::MicroRobots;
///
/// assert_eq!(MicroRobots::race_rules().map(|rules| rules.pass), Some("MR-23"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceRuleIds {
    /// What an announcement is, and which numbers may be announced.
    pub announcement: &'static str,
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
}
