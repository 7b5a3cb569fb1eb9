//! `tournament plot`: plots a tournament as SVG.

mod bracket;
mod history;
mod matrix;
mod ratings;
mod seats;
mod times;
mod title;

use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::description;
use super::head_to_head::HeadToHeadTable;
use super::rating_history::RatingHistory;
use super::source::SourceArgs;
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Arguments of `tournament plot`.
#[derive(Debug, Args)]
pub(super) struct PlotArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Directory for ratings.svg, scores.svg, seats.svg and times.svg, with two seats rating-history.svg, in
    /// a knockout bracket.svg; files are overwritten, the directory is created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes the plots.
pub(super) fn run(args: &PlotArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        let mut results = HeadToHeadTable::new(&table);
        let mut history = RatingHistory::new(&table);
        let add = |pairing| {
            results.add(&pairing);
            history.add(&pairing);
            Ok(())
        };
        source.pairings(&name, add).await?;
        let mut plots = vec![
            ("ratings.svg", ratings::plot(&table)),
            ("scores.svg", matrix::plot(&table, &results)),
            ("seats.svg", seats::plot(&table)),
            ("times.svg", times::plot(&table)),
        ];
        if table.tournament.as_ref().map_or(2, description::seats) == 2 {
            plots.push((
                "rating-history.svg",
                history::plot(&table, &history.finish()),
            ));
        }
        if !table.bracket.is_empty() {
            plots.push(("bracket.svg", bracket::plot(&table)));
        }
        let dir = args.out.display().to_string();
        fs::create_dir_all(&args.out).map_err(|error| Failure::file(&dir, &error))?;
        for (file, svg) in &plots {
            let path = args.out.join(file);
            fs::write(&path, svg)
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        }
        let files: Vec<_> = plots.iter().map(|(file, _)| *file).collect();
        if output.is_json() {
            return output.json(&json!({"tournament": name, "dir": dir, "files": files}));
        }
        output.line(format!("{dir}: {}", files.join(", ")))
    })
}
