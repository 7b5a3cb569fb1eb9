//! The result of `conformance check`.

use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use super::difference::Difference;
use super::match_states::CheckedState;

/// The name of the states of matches among the games.
const MATCHES: &str = "matches";

/// The results of one game and kind of request, or of one state of a match.
#[derive(Debug)]
pub(super) struct ReportRow {
    group: String,
    kind: String,
    vectors: usize,
    /// The vectors that were answered differently.
    differing: usize,
    differences: Vec<Difference>,
}

impl ReportRow {
    pub(super) fn new(group: &str, kind: &str) -> Self {
        Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            vectors: 0,
            differing: 0,
            differences: Vec::new(),
        }
    }

    /// Adds the differences of one vector.
    pub(super) fn add(&mut self, differences: Vec<Difference>) {
        self.vectors += 1;
        self.differing += usize::from(!differences.is_empty());
        self.differences.extend(differences);
    }
}

/// What was checked.
#[derive(Debug, Default)]
pub(super) struct ConformanceReport {
    rows: Vec<ReportRow>,
    /// Games and states that could not be checked, with the reasons. Each counts as a failure.
    failed: Vec<(String, String)>,
    /// States that were not checked since the command line does not say how.
    omitted: Vec<(String, String)>,
}

impl ConformanceReport {
    pub(super) fn add_row(&mut self, row: ReportRow) {
        self.rows.push(row);
    }

    /// Adds a game that could not be checked.
    pub(super) fn skip(&mut self, game: &str, reason: &str) {
        self.failed.push((game.to_owned(), reason.to_owned()));
    }

    pub(super) fn add_state(&mut self, state: CheckedState) {
        let name = |state: &str| format!("{MATCHES}, {state}");
        match state {
            CheckedState::Played { state, answers } => {
                let mut row = ReportRow::new(MATCHES, &state);
                for difference in answers {
                    row.add(difference.into_iter().collect());
                }
                self.rows.push(row);
            }
            CheckedState::NotReached { state, reason } => self.failed.push((name(&state), reason)),
            CheckedState::Omitted { state, reason } => self.omitted.push((name(&state), reason)),
        }
    }

    /// Prints the differences, a table and a summary. Fails if the server differs.
    pub(super) fn print(
        &self,
        elapsed: Duration,
        max_differences: usize,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let differences = self.rows.iter().flat_map(|row| &row.differences);
        for difference in differences.clone().take(max_differences) {
            if output.is_json() {
                output.json(&json!({"difference": difference}))?;
            } else {
                output.line(difference)?;
            }
        }
        let hidden = differences.count().saturating_sub(max_differences);
        if output.is_json() {
            self.print_json(elapsed, output)?;
        } else {
            if hidden > 0 {
                output.line(format!(
                    "and {hidden} more differences; --differences N shows more"
                ))?;
            }
            self.print_text(elapsed, output)?;
        }
        if self.differing() > 0 || !self.failed.is_empty() {
            return Err(Failure::ReportedNegative);
        }
        Ok(())
    }

    fn print_json(&self, elapsed: Duration, output: &mut Output) -> Result<(), Failure> {
        for row in &self.rows {
            output.json(&json!({
                "group": row.group,
                "kind": row.kind,
                "vectors": row.vectors,
                "differing": row.differing,
            }))?;
        }
        let list = |list: &[(String, String)]| {
            let object = |(name, reason)| json!({"name": name, "reason": reason});
            let items = list.iter().map(|(name, reason)| object((name, reason)));
            items.collect::<Vec<_>>()
        };
        output.json(&json!({
            "vectors": self.vectors(),
            "differing": self.differing(),
            "not_checked": list(&self.failed),
            "omitted": list(&self.omitted),
            "seconds": elapsed.as_secs_f64(),
        }))
    }

    fn print_text(&self, elapsed: Duration, output: &mut Output) -> Result<(), Failure> {
        if !self.rows.is_empty() {
            output.line(self.table().trim_fmt())?;
        }
        for (name, reason) in &self.failed {
            output.line(format!("{name}: not checked: {reason}"))?;
        }
        for (name, reason) in &self.omitted {
            output.line(format!("{name}: omitted: {reason}"))?;
        }
        let verdict = match (self.differing(), self.failed.len()) {
            (0, 0) => "no differences".to_owned(),
            (differing, 0) => format!("{differing} answered differently"),
            (differing, failed) => {
                format!("{differing} answered differently, {failed} not checked")
            }
        };
        let (vectors, seconds) = (self.vectors(), elapsed.as_secs_f64());
        output.line(format!("{vectors} vectors in {seconds:.1} s: {verdict}"))
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["game", "kind", "vectors", "differing"]);
        for row in &self.rows {
            table.add_row([
                row.group.clone(),
                row.kind.clone(),
                row.vectors.to_string(),
                row.differing.to_string(),
            ]);
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    fn vectors(&self) -> usize {
        self.rows.iter().map(|row| row.vectors).sum()
    }

    fn differing(&self) -> usize {
        self.rows.iter().map(|row| row.differing).sum()
    }
}
