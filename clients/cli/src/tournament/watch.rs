//! `tournament watch`: prints the live standings, and the standings after the end.

use std::io::{self, IsTerminal};

use botwerk_client::{ClientError, proto};
use clap::Args;

use super::live_table::live_table;
use super::source::Source;
use super::standings;
use super::table_format::TableFormat;
use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;

/// Minimum time between two tables, in milliseconds.
const INTERVAL_MILLIS: u32 = 500;

/// Arguments of `tournament watch`.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Tournament, such as tournaments/0198... [default: the newest]
    #[arg(value_name = "TOURNAMENT")]
    tournament: Option<String>,
}

/// Prints the standings whenever they change, until the tournament has ended.
pub(super) fn run(args: &WatchArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let source = Source::Server(client.clone());
        let name = source.find(args.tournament.as_deref()).await?;
        let request = proto::WatchTournamentRequest {
            name: name.clone(),
            interval_millis: INTERVAL_MILLIS,
        };
        let responses = client.tournaments().watch_tournament(request).await;
        let mut responses = responses.map_err(ClientError::from)?.into_inner();
        let redraws = io::stdout().is_terminal() && !output.is_json();
        let mut lines = 0;
        while let Some(response) = responses.message().await.map_err(ClientError::from)? {
            if output.is_json() {
                for line in &response.standings {
                    output.json(&line_json(&response, line))?;
                }
            } else {
                let table = live_table(&response);
                if redraws && lines > 0 {
                    output.erase_lines(lines + 1)?;
                }
                output.line(&table)?;
                lines = table.lines().count();
            }
            output.flush()?;
        }
        // Live ratings depend on the order of the matches; these are those of all complete blocks.
        let table = source.standings(&name).await?;
        if !output.is_json() {
            output.line("")?;
        }
        output.line(standings::text(&table, TableFormat::default_for(output))?)
    })
}

fn line_json(
    response: &proto::WatchTournamentResponse,
    line: &proto::LiveStanding,
) -> serde_json::Value {
    let tournament = response.tournament.as_ref();
    serde_json::json!({
        "results": tournament.map(|t| t.result_count), "entrant": line.entrant,
        "matches": line.matches, "points": line.points, "wins": line.wins, "draws": line.draws,
        "losses": line.losses, "live_rating": line.live_rating,
        "live_uncertainty": line.live_uncertainty,
    })
}
