//! `tournament watch`: prints the live standings.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use botwerk_client::{ClientError, proto};
use clap::Args;

use super::obstacles;
use super::source::Source;
use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;

/// Length of the longest bar, in characters.
const BAR_LENGTH: usize = 30;

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
        let request = proto::WatchTournamentRequest {
            name: source.find(args.tournament.as_deref()).await?,
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
                let table = table(&response);
                if redraws && lines > 0 {
                    // Moves the cursor to the first line of the previous table, and clears
                    // everything below it.
                    output.line(format!("\x1b[{}A\x1b[J{table}", lines + 1))?;
                } else {
                    output.line(&table)?;
                }
                lines = table.lines().count();
            }
            output.flush()?;
        }
        Ok(())
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

/// Returns one line per entrant, best score rate first, with a bar of that rate.
fn table(response: &proto::WatchTournamentResponse) -> String {
    let tournament = response.tournament.clone().unwrap_or_default();
    let mut lines: Vec<_> = response
        .standings
        .iter()
        .map(|line| (score_rate(line), line))
        .collect();
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let width = response
        .standings
        .iter()
        .map(|line| line.entrant.chars().count());
    let width = width.max().unwrap_or_default();
    let mut text = format!(
        "{} of {} matches, {} in progress",
        tournament.result_count, tournament.match_count, tournament.running_matches
    );
    if !tournament.obstacles.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ", waiting: {}", obstacles::text(&tournament));
    }
    for (score_rate, line) in lines {
        let filled = (score_rate * BAR_LENGTH as f64).round() as usize;
        let bar = "#".repeat(filled) + &".".repeat(BAR_LENGTH.saturating_sub(filled));
        let _ = write!(
            text,
            "\n{:width$}  {bar} {:5.1} %  {:>8.1} of {}  +{} ={} -{}  live {:.1} ± {:.1}",
            line.entrant,
            score_rate * 100.0,
            line.points,
            line.matches,
            line.wins,
            line.draws,
            line.losses,
            line.live_rating,
            line.live_uncertainty,
        );
    }
    text
}

/// Returns the score rate, or 0 before the first match.
fn score_rate(line: &proto::LiveStanding) -> f64 {
    let opponents = line.wins + line.draws + line.losses;
    if opponents == 0 {
        return 0.0;
    }
    (line.wins as f64 + line.draws as f64 / 2.0) / opponents as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_ordered_by_score_rate() {
        let line = |entrant: &str, wins, losses| proto::LiveStanding {
            entrant: entrant.into(),
            matches: wins + losses,
            points: wins as f64,
            wins,
            losses,
            ..Default::default()
        };
        let response = proto::WatchTournamentResponse {
            tournament: None,
            standings: vec![line("a", 1, 3), line("bee", 3, 1), line("c", 0, 0)],
        };
        let table = table(&response);
        let order: Vec<_> = table
            .lines()
            .skip(1)
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(order, ["bee", "a", "c"]);
        assert!(
            table.contains("bee  #######################....... "),
            "{table}"
        );
    }
}
