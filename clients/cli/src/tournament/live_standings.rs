//! `tournament show --watch`: prints the live standings, and the standings after the end.

use std::io::{self, IsTerminal};

use botwerk_client::{ClientError, WatchedTournament, proto};

use super::live_table::live_table;
use super::source::{Source, SourceArgs};
use super::standings;
use super::table_format::TableFormat;
use crate::failure::Failure;
use crate::output::Output;

/// Prints the standings whenever they change, until the tournament has ended.
pub(super) async fn watch(args: &SourceArgs, output: &mut Output) -> Result<(), Failure> {
    let client = args.server.connect().await?;
    let source = Source::Server(client.clone());
    let name = source.find(args.tournament.as_deref()).await?;
    let request = proto::WatchTournamentRequest {
        name: name.clone(),
        interval_nanos: 0,
    };
    let responses = client.tournaments().watch_tournament(request).await;
    let mut responses = responses.map_err(ClientError::from)?.into_inner();
    let redraws = io::stdout().is_terminal() && !output.is_json();
    let mut watched = WatchedTournament::default();
    let mut lines = 0;
    while let Some(response) = responses.message().await.map_err(ClientError::from)? {
        watched.update(response);
        if output.is_json() {
            for line in &watched.standings {
                output.json(&line_json(&watched, line))?;
            }
        } else {
            let table = live_table(&watched);
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
}

fn line_json(watched: &WatchedTournament, line: &proto::LiveStanding) -> serde_json::Value {
    let tournament = watched.tournament.as_ref();
    serde_json::json!({
        "results": tournament.map(|t| t.result_count), "entrant": line.entrant,
        "matches": line.matches, "points": line.points, "wins": line.wins, "draws": line.draws,
        "losses": line.losses, "live_rating": line.live_rating,
        "live_uncertainty": line.live_uncertainty,
    })
}
