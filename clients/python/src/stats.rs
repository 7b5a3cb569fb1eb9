//! The statistics of a game.

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use botwerk_agents::AgentSpec;
use botwerk_agents::game_statistics::MatchProfile;
use botwerk_lanes::{StatisticsControl, StatisticsRequest, measure_game as measure};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::value_error;
use crate::game::game_id;

/// The texts of a report as JSON: its statistics, the columns of its matches, and those of the compared ones.
type ReportTexts = (String, String, Option<String>);

/// Plays matches of a game and returns their statistics as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn measure_game(
    python: Python<'_>,
    game: &str,
    options: Vec<(String, String)>,
    compared_options: Option<Vec<(String, String)>>,
    seats: Option<usize>,
    players: Vec<String>,
    matches: Option<u64>,
    seed: String,
    ladder: Option<String>,
    threads: usize,
) -> PyResult<ReportTexts> {
    let players: Result<_, _> = players
        .iter()
        .map(|text| AgentSpec::from_str(text))
        .collect();
    let request = StatisticsRequest {
        game: game_id(game)?,
        options,
        compared_options,
        seats,
        players: players.map_err(value_error)?,
        matches,
        seed,
        ladder,
        concurrency: threads,
    };
    python.detach(|| {
        let is_interrupted = AtomicBool::new(false);
        let mut interruption = None;
        let control = StatisticsControl {
            should_stop: &|| is_interrupted.load(Ordering::Relaxed),
            on_progress: &mut |_, _| {
                let check_signals = |python: Python<'_>| python.check_signals();
                if let Err(error) = Python::attach(check_signals) {
                    is_interrupted.store(true, Ordering::Relaxed);
                    interruption.get_or_insert(error);
                }
            },
        };
        let report = measure(&request, control);
        if let Some(error) = interruption {
            return Err(error);
        }
        let report = report.map_err(value_error)?;
        let compared = report.comparison.as_ref();
        Ok((
            serde_json::to_string(&report).map_err(value_error)?,
            columns(&report.profiles).to_string(),
            compared.map(|comparison| columns(&comparison.profiles).to_string()),
        ))
    })
}

/// Returns the figures of each match by name, with a column for each seat where seats differ.
fn columns(profiles: &[MatchProfile]) -> Value {
    let column = |figure: &dyn Fn(&MatchProfile) -> Value| -> Value {
        profiles.iter().map(figure).collect()
    };
    let mut columns = json!({
        "match": column(&|profile| profile.number.into()),
        "seed": column(&|profile| profile.seed.as_str().into()),
        "rule": column(&|profile| profile.rule.into()),
        "turns": column(&|profile| profile.all_turns().into()),
        "decisions": column(&|profile| profile.decisions.into()),
        "actions": column(&|profile| profile.all_actions().into()),
        "chance_outcomes": column(&|profile| profile.chance_outcomes.into()),
        "forced_actions": column(&|profile| profile.forced_actions.into()),
        "forced_turns": column(&|profile| profile.forced_turns.into()),
        "mean_legal_actions": column(&|profile| profile.mean_action_options().into()),
        "game_tree_log10": column(&|profile| profile.complexity().into()),
    });
    let seats = profiles.first().map_or(0, |profile| profile.places.len());
    if seats > 1 {
        columns["lead_changes"] = column(&|profile| profile.lead_changes.into());
    }
    for seat in 0..seats {
        let mut add = |name: &str, figure: &dyn Fn(&MatchProfile) -> Value| {
            columns[format!("{name}_{seat}")] = column(figure);
        };
        add("player", &|profile| profile.players[seat].into());
        add("place", &|profile| profile.places[seat].into());
        add("score", &|profile| profile.scores[seat].into());
        add("turns", &|profile| profile.turns[seat].into());
        add("actions", &|profile| profile.actions[seat].into());
    }
    columns
}
