//! The printed months of a year.

use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use super::month::Month;

/// The months so far, and what was found at the end.
#[derive(Debug, Default)]
pub(super) struct MonthTable {
    months: Vec<Month>,
    /// Number of faults that the check has found, if there was one.
    pub(super) faults: Option<u64>,
}

impl MonthTable {
    /// Adds a month; prints it at once as JSON, or to standard error: a year takes long.
    pub(super) fn add(&mut self, month: Month, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            output.json(&month.json())?;
        } else {
            eprintln!("botwerk: month {}: {} matches", month.number, month.matches);
        }
        self.months.push(month);
        Ok(())
    }

    /// Prints all months.
    ///
    /// # Errors
    /// Returns an error if a result was lost, a quota was exceeded, or a fault was found.
    pub(super) fn end(self, output: &mut Output) -> Result<(), Failure> {
        let has_defect = self.months.iter().any(Month::has_defect);
        if output.is_json() {
            output.json(&json!({
                "months": self.months.len(), "faults": self.faults,
                "lost_results": self.months.iter().map(|month| month.lost).sum::<u64>(),
                "exceeded_quotas": self.months.iter().map(|month| month.exceeded).sum::<u64>(),
            }))?;
        } else {
            self.print(output)?;
        }
        if has_defect || self.faults.is_some_and(|faults| faults > 0) {
            return Err(Failure::ReportedNegative);
        }
        Ok(())
    }

    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let mut header: Vec<String> = [
            "month",
            "matches",
            "file MB",
            "B/match",
            "matches/s",
            "commit p50 ms",
            "p99 ms",
            "server MB",
            "peak MB",
            "takeover s",
        ]
        .map(str::to_owned)
        .to_vec();
        let calls = self.months.first().map_or(&[][..], |month| &month.calls);
        header.extend(calls.iter().map(|(name, _)| format!("{name} ms")));
        header.extend(["kills", "full disks", "lost", "exceeded"].map(str::to_owned));
        table.set_header(header);
        for month in &self.months {
            let mut row = vec![
                month.number.to_string(),
                month.matches.to_string(),
                megabytes(month.bytes),
                month.bytes_per_match().to_string(),
                format!("{:.0}", month.rate),
                millis(month.commit_p50),
                millis(month.commit_p99),
                megabytes(month.memory),
                megabytes(month.peak_memory),
                format!("{:.2}", month.takeover.as_secs_f64()),
            ];
            row.extend(month.calls.iter().map(|(_, time)| millis(*time)));
            row.extend(
                [month.kills, month.full_disks, month.lost, month.exceeded]
                    .map(|count| count.to_string()),
            );
            table.add_row(row);
        }
        for column in table.column_iter_mut() {
            column.set_cell_alignment(CellAlignment::Right);
        }
        output.line(table.trim_fmt())?;
        if let Some(faults) = self.faults {
            output.line(format!("faults found by `botwerk db check`: {faults}"))?;
        }
        Ok(())
    }
}

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}
