//! `tournament plot`: plots a tournament as SVG.

mod axis;
mod colour;
mod matrix;
mod page;
mod ratings;
mod seats;
mod svg;

use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::head_to_head::HeadToHeadTable;
use super::source::SourceArgs;
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Arguments of `tournament plot`.
#[derive(Debug, Args)]
pub(super) struct PlotArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Directory for ratings.svg, scores.svg and seats.svg, which are overwritten; created if it
    /// does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes the plots.
pub(super) fn run(args: &PlotArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        let results = HeadToHeadTable::read(&source, &name, &table).await?;
        let plots = [
            ("ratings.svg", ratings::plot(&table)),
            ("scores.svg", matrix::plot(&table, &results)),
            ("seats.svg", seats::plot(&table)),
        ];
        let dir = args.out.display().to_string();
        fs::create_dir_all(&args.out).map_err(|error| Failure::file(&dir, &error))?;
        for (file, svg) in &plots {
            let path = args.out.join(file);
            fs::write(&path, svg)
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        }
        let files = plots.map(|(file, _)| file);
        if output.is_json() {
            return output.json(&json!({"tournament": name, "dir": dir, "files": files}));
        }
        output.line(format!("{dir}: {}", files.join(", ")))
    })
}
