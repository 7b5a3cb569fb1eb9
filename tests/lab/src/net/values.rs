//! `net values`: what a net says of positions.

use std::fs;
use std::path::PathBuf;

use botwerk_agents::netzwerk::minimax::self_play::{SAMPLE_BYTES, Sample};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use clap::Args;
use serde_json::json;

use super::net_file;

/// Arguments of `net values`.
#[derive(Debug, Args)]
pub(super) struct ValuesArgs {
    /// File of the net
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// File of samples
    #[arg(long, value_name = "FILE")]
    samples: PathBuf,
}

pub(super) fn run(args: &ValuesArgs, output: &mut Output) -> Result<(), Failure> {
    let net = net_file::read(&args.net)?;
    let name = args.samples.display().to_string();
    let bytes = fs::read(&args.samples).map_err(|error| Failure::file(&name, &error))?;
    let (samples, rest) = bytes.as_chunks::<SAMPLE_BYTES>();
    if !rest.is_empty() {
        let message = format!(
            "{name}: expected samples of {SAMPLE_BYTES} bytes each; use a file that `net samples` wrote"
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    for sample in samples {
        let value = net.value(&Sample::from_bytes(sample).position);
        if output.is_json() {
            output.json(&json!({ "value": value }))?;
        } else {
            output.line(value.to_string())?;
        }
    }
    Ok(())
}
