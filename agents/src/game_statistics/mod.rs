//! What a game is like, from many matches of its agents: length, choices, balance, endings, lead.
//!
//! A [`MatchSeries`] plays matches that are functions of their index, so they can be played in any order and on
//! any number of threads. A [`MatchProfile`] holds the figures of one match, [`GameStatistics`] those of all.
//! [`compare`] returns the differences of two series, such as those of two rulesets, and a [`Ladder`] the strength
//! of an agent by its budget.

mod comparison;
mod defaults;
mod distribution;
mod estimate;
mod ladder;
mod lead_history;
mod profile;
mod series;
mod summary;
mod turn_options;

pub use comparison::{ComparedFigure, FigureKind, compare};
pub use defaults::{add_opening, default_player, default_seats};
pub use distribution::Distribution;
pub use estimate::Estimate;
pub use ladder::{Ladder, LadderError, LadderMatch, LadderRung};
pub use profile::{MatchProfile, SAMPLED_TURNS};
pub use series::{MatchSeries, PlayedMatch, SeriesError};
pub use summary::{
    EndingStatistics, GameStatistics, LeadStatistics, Quantile, TurnOptionStatistics,
};
pub use turn_options::{MAX_POSITIONS, TurnCount, TurnOptions, count_turn, sample_sequences};
