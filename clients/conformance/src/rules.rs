//! Compares the answers about the rules of one game with its vectors.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_client::Client;
use botwerk_command::failure::Failure;
use botwerk_command::progress_bar::ProgressBar;

use super::difference::differences;
use super::report::{ConformanceReport, ReportRow};
use crate::vectors::{RulesCall, VectorFile, ask_all};

/// The line of the first vector, after the header.
const FIRST_LINE: usize = 2;

/// Sends the requests of a file and adds the result of each kind to the report.
///
/// # Errors
/// Returns an error if the server does not answer.
pub(super) async fn check_vectors(
    client: &Client,
    file: &VectorFile,
    progress: &Arc<ProgressBar>,
    report: &mut ConformanceReport,
) -> Result<(), Failure> {
    let requests = file.vectors.iter().map(|vector| vector.request.clone());
    let answers = ask_all(client, requests.collect(), progress).await?;
    let mut rows: BTreeMap<&str, ReportRow> = BTreeMap::new();
    for (index, (vector, answer)) in file.vectors.iter().zip(&answers).enumerate() {
        let kind = vector.request.call.kind();
        let place = format!("{}:{}", file.name, index + FIRST_LINE);
        let row = rows
            .entry(kind)
            .or_insert_with(|| ReportRow::new(&file.header.game, kind));
        row.add(differences(&place, kind, &vector.expect, answer));
    }
    for kind in RulesCall::KINDS {
        if let Some(row) = rows.remove(kind) {
            report.add_row(row);
        }
    }
    Ok(())
}
