//! `tournament watch`: the table while it fills.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use botwerk_client::{ClientError, proto};
use clap::Args;

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;

/// The longest bar, in characters.
const BAR: usize = 30;

/// Milliseconds between two tables.
const INTERVAL: u32 = 500;

/// Which tournament of which server.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// A tournament such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
}

/// Shows the table whenever it changes, until the tournament is over.
pub(super) fn run(args: &WatchArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let request = proto::WatchTournamentRequest {
            name: args.tournament.clone(),
            interval_millis: INTERVAL,
        };
        let news = client.tournaments().watch_tournament(request).await;
        let mut news = news.map_err(ClientError::from)?.into_inner();
        let in_place = io::stdout().is_terminal() && !output.is_json();
        let mut lines = 0;
        while let Some(now) = news.message().await.map_err(ClientError::from)? {
            if output.is_json() {
                for line in &now.standings {
                    output.json(&json_of(&now, line))?;
                }
            } else {
                let table = table(&now);
                if in_place && lines > 0 {
                    // Back to the former table's first line, and everything behind it away.
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

fn json_of(now: &proto::WatchTournamentResponse, line: &proto::LiveStanding) -> serde_json::Value {
    let tournament = now.tournament.as_ref();
    serde_json::json!({
        "results": tournament.map(|t| t.result_count), "entrant": line.entrant,
        "matches": line.matches, "points": line.points, "wins": line.wins, "ties": line.draws,
        "losses": line.losses, "live_rating": line.live_rating,
        "live_uncertainty": line.live_uncertainty,
    })
}

/// A line an entrant, the best share of points first, with a bar of that share.
fn table(now: &proto::WatchTournamentResponse) -> String {
    let tournament = now.tournament.clone().unwrap_or_default();
    let mut lines: Vec<_> = now
        .standings
        .iter()
        .map(|line| (share(line), line))
        .collect();
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let width = now
        .standings
        .iter()
        .map(|line| line.entrant.chars().count());
    let width = width.max().unwrap_or_default();
    let mut text = format!(
        "{} of {} matches, {} going on",
        tournament.result_count, tournament.match_count, tournament.running_matches
    );
    if !tournament.waiting_for.is_empty() {
        // Writing to a text cannot fail.
        let _ = write!(text, ", waits for {}", tournament.waiting_for.join(", "));
    }
    for (share, line) in lines {
        let filled = (share * BAR as f64).round() as usize;
        let bar = "#".repeat(filled) + &".".repeat(BAR.saturating_sub(filled));
        let _ = write!(
            text,
            "\n{:width$}  {bar} {:5.1} %  {:>8.1} of {}  +{} ={} -{}  live {:.1} ± {:.1}",
            line.entrant,
            share * 100.0,
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

/// Points of all that there were.
fn share(line: &proto::LiveStanding) -> f64 {
    let met = line.wins + line.draws + line.losses;
    if met == 0 {
        return 0.0;
    }
    (line.wins as f64 + line.draws as f64 / 2.0) / met as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_the_larger_share_comes_first() {
        let line = |entrant: &str, wins, losses| proto::LiveStanding {
            entrant: entrant.into(),
            matches: wins + losses,
            points: wins as f64,
            wins,
            losses,
            ..Default::default()
        };
        let now = proto::WatchTournamentResponse {
            tournament: None,
            standings: vec![line("a", 1, 3), line("bee", 3, 1), line("c", 0, 0)],
        };
        let table = table(&now);
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
