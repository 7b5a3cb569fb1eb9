//! `tournament plot`: a tournament in pictures.

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

/// Which tournament, and where to.
#[derive(Debug, Args)]
pub(super) struct PlotArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The folder to write ratings.svg, scores.svg and seats.svg into, over older ones; it is made
    /// if need be
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Draws strengths, scores and seats.
pub(super) fn run(args: &PlotArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        let meetings = HeadToHeadTable::read(&source, &name, &table).await?;
        let pictures = [
            ("ratings.svg", ratings::plot(&table)),
            ("scores.svg", matrix::plot(&table, &meetings)),
            ("seats.svg", seats::plot(&table)),
        ];
        let folder = args.out.display().to_string();
        fs::create_dir_all(&args.out).map_err(|error| Failure::file(&folder, &error))?;
        for (file, picture) in &pictures {
            let path = args.out.join(file);
            fs::write(&path, picture)
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        }
        let files = pictures.map(|(file, _)| file);
        if output.is_json() {
            return output.json(&json!({"tournament": name, "folder": folder, "files": files}));
        }
        output.line(format!("{folder}: {}", files.join(", ")))
    })
}
