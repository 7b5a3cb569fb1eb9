//! `bot show`: how a bot has played its last matches.

use botwerk_client::{ClientError, proto};
use botwerk_engine::plain_line;
use botwerk_proto::time_text;
use clap::Args;
use proto::{BotFaultKind, SeatResult};
use serde_json::{Value, json};

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Number of matches that the text shows.
const SHOWN_MATCHES: usize = 10;

/// Arguments of `bot show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Name of the bot
    name: String,
}

/// Shows how a bot has played.
pub(super) fn show(args: &ShowArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let request = proto::GetBotReportRequest {
            bot: format!("bots/{}", args.name),
        };
        let client = args.server.connect().await?;
        let found = client.bots().get_bot_report(request).await;
        let found = found.map_err(ClientError::from)?.into_inner();
        let report = found.report.unwrap_or_default();
        if output.is_json() {
            return output.json(&report_json(&report));
        }
        output.line(text(&report))
    })
}

fn text(report: &proto::BotReport) -> String {
    let name = plain_line(&report.bot);
    if report.matches.is_empty() {
        return format!("{name}: no matches of tournaments");
    }
    let (matches, results) = (report.matches.len(), report.result_count);
    let mut lines = vec![format!(
        "{name}: last {matches} matches, {results} with a result"
    )];
    let mut section = |title: &str, rows: Vec<[String; 4]>| {
        if !rows.is_empty() {
            lines.push(format!("\n{title}\n{}", columns(rows)));
        }
    };
    section("Leagues", report.ratings.iter().map(rating_row).collect());
    section(
        "Opponents",
        report.opponents.iter().map(opponent_row).collect(),
    );
    let faults = report.faults.iter().map(|fault| fault_row(fault, results));
    section("Faults", faults.collect());
    let matches = report.matches.iter().take(SHOWN_MATCHES).map(match_row);
    section("Last matches", matches.collect());
    if report.turns > 0 {
        let (turns, mean) = (report.turns, report.mean_think_nanos);
        lines.push(format!(
            "\n{turns} turns, {} on average, {} at most",
            millis(mean),
            millis(report.max_think_nanos)
        ));
    }
    lines.join("\n")
}

fn rating_row(rating: &proto::BotRating) -> [String; 4] {
    let elo = rating.elo.as_ref().map_or_else(String::new, |elo| {
        let bound = |bound: Option<f64>| {
            bound.map_or_else(|| "?".to_owned(), |bound| format!("{bound:.0}"))
        };
        format!(
            "{:.0} Elo [{}, {}]",
            elo.value,
            bound(elo.low),
            bound(elo.high)
        )
    });
    [
        plain_line(&rating.display_name),
        format!("place {}", rating.place),
        elo,
        format!("{} matches", rating.matches),
    ]
}

fn opponent_row(opponent: &proto::BotOpponent) -> [String; 4] {
    [
        plain_line(&opponent.name),
        format!("{} won", opponent.wins),
        format!("{} drawn", opponent.draws),
        format!("{} lost", opponent.losses),
    ]
}

fn fault_row(fault: &proto::BotFault, results: u32) -> [String; 4] {
    let share = 100.0 * f64::from(fault.matches) / f64::from(results.max(1));
    [
        kind_text(fault.kind()).to_owned(),
        format!("{share:.1} %"),
        fault.newest_match.clone(),
        plain_line(&fault.log_line),
    ]
}

fn match_row(found: &proto::BotMatch) -> [String; 4] {
    let opponents: Vec<_> = found
        .opponents
        .iter()
        .map(|name| plain_line(name))
        .collect();
    [
        time_text(found.create_time_nanos / 1000),
        result_text(found.result()).to_owned(),
        opponents.join(", "),
        found.r#match.clone(),
    ]
}

fn millis(nanos: u64) -> String {
    format!("{:.1} ms", nanos as f64 / 1e6)
}

fn kind_text(kind: BotFaultKind) -> &'static str {
    match kind {
        BotFaultKind::Unspecified => "unknown",
        BotFaultKind::Unparsable => "unparsable",
        BotFaultKind::Illegal => "illegal",
        BotFaultKind::Flagged => "flagged",
        BotFaultKind::Crashed => "crashed",
        BotFaultKind::Offline => "offline",
    }
}

fn result_text(result: SeatResult) -> &'static str {
    match result {
        SeatResult::Unspecified => "no result",
        SeatResult::Won => "won",
        SeatResult::Lost => "lost",
        SeatResult::Drawn => "drawn",
    }
}

fn report_json(report: &proto::BotReport) -> Value {
    let rating = |it: &proto::BotRating| {
        let elo = it
            .elo
            .map(|elo| json!({ "value": elo.value, "low": elo.low, "high": elo.high }));
        json!({
            "tournament": it.tournament, "display_name": it.display_name, "entrant": it.entrant,
            "place": it.place, "matches": it.matches, "elo": elo,
        })
    };
    let opponent = |it: &proto::BotOpponent| json!({ "name": it.name, "wins": it.wins, "draws": it.draws, "losses": it.losses });
    let fault = |it: &proto::BotFault| {
        json!({
            "kind": kind_text(it.kind()), "matches": it.matches, "newest_match": it.newest_match,
            "log_line": it.log_line,
        })
    };
    let found = |it: &proto::BotMatch| {
        json!({
            "match": it.r#match, "tournament": it.tournament, "seat": it.seat, "opponents": it.opponents,
            "result": result_text(it.result()), "created": time_text(it.create_time_nanos / 1000),
        })
    };
    json!({
        "name": report.bot, "result_count": report.result_count,
        "ratings": report.ratings.iter().map(rating).collect::<Vec<_>>(),
        "opponents": report.opponents.iter().map(opponent).collect::<Vec<_>>(),
        "faults": report.faults.iter().map(fault).collect::<Vec<_>>(),
        "matches": report.matches.iter().map(found).collect::<Vec<_>>(),
        "turns": report.turns, "mean_think_nanos": report.mean_think_nanos,
        "max_think_nanos": report.max_think_nanos,
    })
}
