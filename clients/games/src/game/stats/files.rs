//! The files that `game stats` writes.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_agents::game_statistics::MatchProfile;
use botwerk_command::failure::Failure;
use botwerk_lanes::StatisticsReport;
use csv::Writer;

/// The directory of the files.
pub(super) struct OutputDirectory(PathBuf);

impl OutputDirectory {
    /// Creates the directory if it does not exist, before matches are played for it.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        Ok(Self(path.to_owned()))
    }

    /// Writes the statistics and a row for each match, and returns the names of the files.
    pub(super) fn write(&self, report: &StatisticsReport) -> Result<String, Failure> {
        let mut files = vec![
            ("statistics.json", statistics_json(report)),
            ("matches.csv", matches_csv(&report.profiles)),
        ];
        if let Some(comparison) = &report.comparison {
            files.push(("compared-matches.csv", matches_csv(&comparison.profiles)));
        }
        for (name, text) in &files {
            let path = self.0.join(name);
            fs::write(&path, text)
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        }
        let names: Vec<_> = files.iter().map(|(name, _)| *name).collect();
        Ok(format!("{}: {}", self.0.display(), names.join(", ")))
    }
}

fn statistics_json(report: &StatisticsReport) -> String {
    // A report contains only what JSON can express.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// Names of the columns. Columns with several numbers have one for each seat, separated by blanks.
const COLUMNS: [&str; 19] = [
    "match",
    "seed",
    "players",
    "places",
    "points",
    "scores",
    "rule",
    "turns",
    "decisions",
    "actions",
    "chance_outcomes",
    "turns_by_seat",
    "actions_by_seat",
    "forced_actions",
    "forced_turns",
    "mean_legal_actions",
    "game_tree_log10",
    "lead_changes",
    "halfway_leaders",
];

/// Returns a table with a row for each match.
fn matches_csv(profiles: &[MatchProfile]) -> String {
    let mut table = Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and every row has as many fields as there are columns.
    let _ = table.write_record(COLUMNS);
    for profile in profiles {
        let _ = table.write_record(row(profile));
    }
    let bytes = table.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn row(profile: &MatchProfile) -> [String; COLUMNS.len()] {
    let lead_changes = profile.lead_changes.map(|changes| changes.to_string());
    [
        profile.number.to_string(),
        profile.seed.clone(),
        joined(&profile.players),
        joined(&profile.places),
        joined(&profile.points),
        joined(&profile.scores),
        profile.rule.to_owned(),
        profile.all_turns().to_string(),
        profile.decisions.to_string(),
        profile.all_actions().to_string(),
        profile.chance_outcomes.to_string(),
        joined(&profile.turns),
        joined(&profile.actions),
        profile.forced_actions.to_string(),
        profile.forced_turns.to_string(),
        format!("{:.4}", profile.mean_action_options()),
        format!("{:.4}", profile.complexity()),
        lead_changes.unwrap_or_default(),
        joined(&profile.halfway_leaders),
    ]
}

fn joined<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<_> = numbers.iter().map(T::to_string).collect();
    numbers.join(" ")
}
