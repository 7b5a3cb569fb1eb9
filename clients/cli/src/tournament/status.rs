//! `tournament status`: how it stands, in short.

use botwerk_client::proto;
use clap::Args;
use comfy_table::{Table, presets};
use serde_json::{Value, json};

use super::description::{format, format_name, game, has_ended, is_by_rounds, seats, state};
use super::figures::Sprt;
use super::source::SourceArgs;
use super::standings::{sheet, test};
use super::text_table::plain;
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Entrants that are told.
const TOP: usize = 5;

/// Which tournament.
#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    #[command(flatten)]
    source: SourceArgs,
}

/// Says how it stands.
pub(super) fn run(args: &StatusArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        if output.is_json() {
            return output.json(&object(&table));
        }
        output.line(text(&table))
    })
}

fn text(table: &proto::GetStandingsResponse) -> String {
    let standings = &table.standings;
    let top = &standings[..standings.len().min(TOP)];
    let mut text = format!("{}\n\n{}", facts(table), sheet(top).text());
    let left = standings.len() - top.len();
    if left > 0 {
        text += &format!("\nand {left} more, whom `botwerk tournament standings` shows");
    }
    text
}

/// A line a fact.
fn facts(table: &proto::GetStandingsResponse) -> String {
    let tournament = &table.tournament.clone().unwrap_or_default();
    let setup = tournament.setup.clone().unwrap_or_default();
    let mut facts = vec![
        ("name", setup.name),
        ("id", tournament.name.clone()),
        ("state", state(tournament)),
        ("game", game(tournament)),
        ("format", format(tournament)),
        ("matches", matches(tournament)),
    ];
    if let Some(sprt) = &table.sprt {
        facts.push(("test", test(sprt)));
    }
    if !tournament.waiting_for.is_empty() {
        facts.push(("waits for", tournament.waiting_for.join(", ")));
    }
    for withdrawal in &tournament.withdrawals {
        facts.push(("withdrawn", withdrawn(withdrawal)));
    }
    facts.push(("seed, SHA-256", tournament.seed_sha256.clone()));
    if !tournament.seed.is_empty() {
        facts.push(("seed", tournament.seed.clone()));
    }
    let mut lines = Table::new();
    lines.load_style(presets::NOTHING);
    for (name, fact) in facts {
        lines.add_row([name.to_owned(), plain(&fact)]);
    }
    lines.trim_fmt()
}

fn matches(tournament: &proto::Tournament) -> String {
    let (results, matches) = (tournament.result_count, tournament.match_count);
    let mut text = format!("{results} of {matches} are over");
    if !has_ended(tournament) {
        if is_by_rounds(tournament) {
            text = format!("{results} of {matches} of all rounds so far are over");
        }
        let (running, concurrency) = (tournament.running_matches, tournament.concurrency);
        text += &format!(", {running} being played, at most {concurrency} at a time");
    }
    text
}

fn withdrawn(withdrawal: &proto::Withdrawal) -> String {
    let annulled = if withdrawal.annulled {
        " (none of its matches counts)"
    } else {
        ""
    };
    format!("{}: {}{annulled}", withdrawal.entrant, withdrawal.message)
}

fn object(table: &proto::GetStandingsResponse) -> Value {
    let tournament = &table.tournament.clone().unwrap_or_default();
    let setup = tournament.setup.clone().unwrap_or_default();
    let withdrawals = tournament.withdrawals.iter().map(|withdrawal| {
        json!({
            "entrant": withdrawal.entrant, "why": withdrawal.message, "annulled": withdrawal.annulled,
        })
    });
    let top = table.standings.iter().take(TOP).map(|line| {
        json!({
            "place": line.place, "entrant": line.entrant, "matches": line.matches,
            "points": line.points, "share": line.score_rate,
        })
    });
    let seed = Some(&tournament.seed).filter(|seed| !seed.is_empty());
    json!({
        "tournament": tournament.name, "name": setup.name, "state": state(tournament),
        "game": setup.setup.as_ref().map(|game| &game.game), "seats": seats(tournament),
        "format": format_name(&setup), "matches": tournament.match_count,
        "results": tournament.result_count, "running": tournament.running_matches,
        "concurrency": tournament.concurrency, "waiting_for": tournament.waiting_for,
        "withdrawals": withdrawals.collect::<Vec<_>>(), "seed_sha256": tournament.seed_sha256,
        "seed": seed, "create_time_micros": tournament.create_time_micros,
        "sprt": table.sprt.as_ref().map(Sprt::new), "top": top.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    /// A table whose tournament was changed.
    fn changed(change: impl FnOnce(&mut proto::Tournament)) -> proto::GetStandingsResponse {
        let mut table = table();
        change(table.tournament.as_mut().unwrap());
        table
    }

    fn lines(table: &proto::GetStandingsResponse) -> Vec<String> {
        let text = facts(table);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(words).collect()
    }

    #[test]
    fn a_tournament_that_goes_on_tells_what_it_waits_for() {
        let table = changed(|tournament| {
            tournament.waiting_for = vec![NAME.into(), OTHER.into()];
            tournament.withdrawals.push(proto::Withdrawal {
                entrant: IDLE.into(),
                message: "crashed\ntwice".into(),
                annulled: true,
            });
        });
        let expected = [
            "name a & b".into(),
            "id tournaments/7".into(),
            "state running".into(),
            "game some-game with 2 seats".into(),
            "format round-robin, 4 cycles".into(),
            "matches 8 of 24 are over, 2 being played, at most 2 at a time".into(),
            format!("waits for {NAME}, {OTHER}"),
            format!("withdrawn {IDLE}: crashed twice (none of its matches counts)"),
            format!("seed, SHA-256 {}", "5e".repeat(32)),
        ];
        assert_eq!(lines(&table), expected);
        let object = object(&table);
        assert_eq!(object["waiting_for"], json!([NAME, OTHER]));
        assert_eq!(object["withdrawals"][0]["annulled"], true);
    }

    #[test]
    fn the_seed_is_told_in_the_end() {
        let seed = "ab".repeat(32);
        let over = changed(|tournament| {
            tournament.state = proto::TournamentState::Over as i32;
            tournament.seed.clone_from(&seed);
        });
        let lines = lines(&over);
        assert_eq!(lines[5], "matches 8 of 24 are over");
        assert_eq!(lines.last(), Some(&format!("seed {seed}")));
        assert_eq!(object(&over)["seed"], seed);
        assert_eq!(object(&table())["seed"], Value::Null);
    }

    #[test]
    fn a_test_is_told() {
        let mut table = table();
        table.sprt = Some(proto::SprtState {
            llr: -3.0,
            lower: -2.5,
            upper: 2.5,
            verdict: proto::SprtVerdict::H0 as i32,
            pairs: 20,
        });
        let told = "test log-likelihood ratio -3.00 between -2.50 (H0) and +2.50 (H1) after 20 \
                    pairs: H0 is accepted";
        assert_eq!(lines(&table)[6], told);
        assert_eq!(object(&table)["sprt"]["verdict"], "H0");
    }

    #[test]
    fn only_the_top_of_the_table_is_told() {
        let mut table = table();
        table.standings = vec![table.standings[0].clone(); 7];
        let text = text(&table);
        assert_eq!(text.matches(NAME).count(), TOP, "{text}");
        assert!(text.contains("\nand 2 more, whom"), "{text}");
        let object = object(&table);
        assert_eq!(object["top"].as_array().unwrap().len(), TOP);
        assert_eq!(object["top"][0]["entrant"], NAME);
    }
}
