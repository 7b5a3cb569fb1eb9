//! The description of a game.

use crate::game::ObservationField;
use crate::options::OptionSpec;
use crate::race::RaceRuleIds;

/// The description of a game, independent of any match.
#[derive(Debug, Clone)]
pub struct GameSpec {
    /// The name, as used in the API, files, records and the command line, such as `micro-robots`.
    pub name: &'static str,
    /// The title as printed on the box, such as `Micro Robots`.
    pub title: &'static str,
    /// Minimum number of seats.
    pub min_seats: usize,
    /// Maximum number of seats.
    pub max_seats: usize,
    /// All options, in the order in which they are listed.
    pub options: &'static [OptionSpec],
    /// The ids of the rules that govern the race, or `None` for a game without a race.
    pub race_rules: Option<&'static RaceRuleIds>,
    /// The unit of the scores that players may declare for what their search expects, or `None` for a game whose players
    /// have no comparable expectations, so that its matches cannot be adjudicated.
    pub score_unit: Option<&'static str>,
    /// The rules document, in Markdown.
    pub rules: &'static str,
    /// The layout of observations, in Markdown.
    pub observation: &'static str,
    /// The fields of observations, in order.
    pub observation_fields: &'static [ObservationField],
    /// The version of the layout of observations: another one for any other layout, so that a model is not fed with it.
    pub observation_version: u32,
    /// The version of the hashes of positions and views: another one if equal positions have other hashes. It does not follow
    /// from the version of observations.
    pub hash_version: u32,
    /// The data file that the rules refer to, as text. Every record contains it with its SHA-256.
    pub ruleset: &'static str,
    /// The data files of former versions, which records of earlier matches contain. None is ever removed.
    pub former_rulesets: &'static [&'static str],
    /// The notation of actions: one line each, an example followed by its meaning.
    pub notation: &'static [&'static str],
    /// The notation of positions: one line for each field, in order, with its meaning.
    pub position_notation: &'static [&'static str],
    /// The game in short, for people who play it: lines of at most 96 characters with rule ids.
    pub summary: &'static [&'static str],
    /// The marks of the diagram: one line each, an example followed by its meaning.
    pub legend: &'static [&'static str],
}
