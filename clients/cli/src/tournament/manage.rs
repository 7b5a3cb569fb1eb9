//! `tournament list` and `tournament cancel`: what the operator of a server does with tournaments.

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::plain_line;
use clap::Args;
use serde_json::{Value, json};

use super::description::{format_name, game, planned_matches, state};
use super::obstacles;
use super::text_table::columns;
use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;

/// Number of tournaments per page.
const PAGE_SIZE: u32 = 500;

/// Arguments of `tournament list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Maximum number of tournaments, newest first
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

/// Prints one line per tournament.
pub(super) fn list(args: &ListArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let tournaments = newest(&client, args.limit).await?;
        if output.is_json() {
            for tournament in &tournaments {
                output.json(&summary_json(tournament))?;
            }
            return Ok(());
        }
        if tournaments.is_empty() {
            return output.line("no tournaments; `botwerk tournament run FILE` plays one");
        }
        output.line(columns(tournaments.iter().map(summary)))
    })
}

async fn newest(client: &Client, limit: usize) -> Result<Vec<proto::Tournament>, Failure> {
    let mut tournaments = Vec::new();
    let mut request = proto::ListTournamentsRequest {
        page_size: PAGE_SIZE.min(limit.try_into().unwrap_or(PAGE_SIZE)),
        ..Default::default()
    };
    while tournaments.len() < limit {
        let page = client.tournaments().list_tournaments(request.clone()).await;
        let page = page.map_err(ClientError::from)?.into_inner();
        tournaments.extend(page.tournaments);
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    tournaments.truncate(limit);
    Ok(tournaments)
}

fn summary(tournament: &proto::Tournament) -> [String; 5] {
    let setup = tournament.setup.clone().unwrap_or_default();
    let (results, matches) = (tournament.result_count, planned_matches(tournament));
    [
        tournament.name.clone(),
        state(tournament),
        format!("{results} of {matches} matches"),
        format!("{} in {}", format_name(&setup), game(tournament)),
        plain_line(&setup.name),
    ]
}

fn summary_json(tournament: &proto::Tournament) -> Value {
    let setup = tournament.setup.clone().unwrap_or_default();
    json!({
        "tournament": tournament.name, "name": setup.name, "state": state(tournament),
        "game": setup.setup.as_ref().map(|game| &game.game), "format": format_name(&setup),
        "entrants": tournament.entrant_count, "results": tournament.result_count,
        "matches": planned_matches(tournament), "running": tournament.running_matches,
        "create_time_nanos": tournament.create_time_nanos,
        "obstacles": obstacles::list_json(tournament),
    })
}

/// Arguments of `tournament cancel`.
#[derive(Debug, Args)]
pub(super) struct CancelArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Tournament, such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
}

/// Cancels a tournament.
pub(super) fn cancel(args: &CancelArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let request = proto::CancelTournamentRequest {
            name: resource_name(&args.tournament),
        };
        let cancelled = client.organizer().cancel_tournament(request).await;
        let cancelled = cancelled.map_err(ClientError::from)?.into_inner();
        let tournament = cancelled.tournament.unwrap_or_default();
        if output.is_json() {
            return output.json(&summary_json(&tournament));
        }
        let (name, state) = (&tournament.name, state(&tournament));
        let (results, matches) = (tournament.result_count, planned_matches(&tournament));
        output.line(format!(
            "{name} is {state} after {results} of {matches} matches"
        ))
    })
}

/// Returns the resource name of a tournament that is given by its name or its id.
pub(super) fn resource_name(tournament: &str) -> String {
    if tournament.contains('/') {
        return tournament.to_owned();
    }
    format!("tournaments/{tournament}")
}
