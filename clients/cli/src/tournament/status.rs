//! `tournament show --view status`: prints a short summary.

use botwerk_client::proto;
use botwerk_engine::plain_line;
use botwerk_proto::date_text;
use serde_json::{Value, json};

use super::description::{
    format, format_name, game, has_ended, is_by_rounds, planned_matches, seats, state,
};
use super::number::count;
use super::obstacles;
use super::source::Source;
use super::standings::{sprt_text, text_table};
use super::statistics::SprtStatistics;
use super::text_table::columns;
use crate::failure::Failure;
use crate::output::Output;

/// Maximum number of entrants in the summary.
const MAX_ENTRANTS: usize = 5;

/// Prints the summary.
pub(super) async fn show(source: &Source, name: &str, output: &mut Output) -> Result<(), Failure> {
    let table = source.standings(name).await?;
    if output.is_json() {
        return output.json(&summary_json(&table));
    }
    output.line(text(&table))
}

fn text(table: &proto::GetStandingsResponse) -> String {
    let standings = &table.standings;
    let top = &standings[..standings.len().min(MAX_ENTRANTS)];
    let mut text = format!("{}\n\n{}", facts(table), text_table(top).text());
    let remaining = standings.len() - top.len();
    if remaining > 0 {
        text += &format!("\nand {remaining} more; `botwerk tournament show` shows all");
    }
    text
}

/// Returns one line per fact.
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
    if let Some(league) = tournament
        .league
        .as_ref()
        .filter(|_| !has_ended(tournament))
    {
        facts.push(("season", season(league)));
    }
    if let Some(sprt) = &table.sprt {
        facts.push(("test", sprt_text(sprt)));
    }
    if let Some(failure) = &tournament.failure {
        facts.push(("paused", failure.message.clone()));
    }
    for obstacle in &tournament.obstacles {
        facts.push(("waiting", obstacle.message.clone()));
    }
    for withdrawal in &tournament.withdrawals {
        facts.push(("withdrawn", withdrawn(withdrawal)));
    }
    facts.push(("seed commitment", tournament.seed_commitment.clone()));
    if !tournament.seed.is_empty() {
        facts.push(("seed", tournament.seed.clone()));
    }
    let row = |(name, fact): (&str, String)| [name.to_owned(), plain_line(&fact)];
    columns(facts.into_iter().map(row))
}

fn matches(tournament: &proto::Tournament) -> String {
    let (results, matches) = (tournament.result_count, planned_matches(tournament));
    let mut text = format!("{results} of {matches} finished");
    if !has_ended(tournament) {
        if is_by_rounds(tournament) {
            text = format!("{results} of {matches} in all rounds so far finished");
        }
        let (running, concurrency) = (tournament.running_matches, tournament.concurrency);
        text += &format!(", {running} in progress, at most {concurrency} at a time");
    }
    text
}

/// Returns the season of a league with its matches.
fn season(league: &proto::LeagueState) -> String {
    let matches = count(league.season_match_count, "match");
    let mut text = format!("{}, {matches} so far", league.season);
    if let Some(end) = league.season_end_nanos {
        text += &format!(", ends on {} at 00:00 UTC", date_text(end / 1000));
    }
    text
}

fn withdrawn(withdrawal: &proto::Withdrawal) -> String {
    let state = match (withdrawal.is_annulled, withdrawal.is_readmitted) {
        (_, true) => " (readmitted)",
        (true, false) => " (none of its matches counts)",
        (false, false) => "",
    };
    format!("{}: {}{state}", withdrawal.entrant, withdrawal.message)
}

fn summary_json(table: &proto::GetStandingsResponse) -> Value {
    let tournament = &table.tournament.clone().unwrap_or_default();
    let setup = tournament.setup.clone().unwrap_or_default();
    let withdrawals = tournament.withdrawals.iter().map(|withdrawal| {
        json!({
            "entrant": withdrawal.entrant, "message": withdrawal.message, "annulled": withdrawal.is_annulled,
            "readmitted": withdrawal.is_readmitted,
        })
    });
    let top = table.standings.iter().take(MAX_ENTRANTS).map(|line| {
        json!({
            "place": line.place, "entrant": line.entrant, "matches": line.matches,
            "points": line.points, "score_rate": line.score_rate,
        })
    });
    let seed = Some(&tournament.seed).filter(|seed| !seed.is_empty());
    json!({
        "tournament": tournament.name, "name": setup.name, "state": state(tournament),
        "game": setup.setup.as_ref().map(|game| &game.game), "seats": seats(tournament),
        "format": format_name(&setup), "matches": planned_matches(tournament),
        "results": tournament.result_count, "running": tournament.running_matches,
        "concurrency": tournament.concurrency, "obstacles": obstacles::list_json(tournament),
        "failure": tournament.failure.as_ref().map(|failure| &failure.message),
        "withdrawals": withdrawals.collect::<Vec<_>>(), "seed_commitment": tournament.seed_commitment,
        "seed": seed, "create_time_nanos": tournament.create_time_nanos,
        "league": tournament.league.as_ref().map(league_json),
        "sprt": table.sprt.as_ref().map(SprtStatistics::new), "top": top.collect::<Vec<_>>(),
    })
}

fn league_json(league: &proto::LeagueState) -> Value {
    json!({
        "season": league.season, "season_matches": league.season_match_count,
        "season_end_nanos": league.season_end_nanos, "day_start_nanos": league.day_start_nanos,
        "day_matches": league.day_match_count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    /// Returns standings whose tournament is changed by `change`.
    fn changed(change: impl FnOnce(&mut proto::Tournament)) -> proto::GetStandingsResponse {
        let mut table = table();
        change(table.tournament.as_mut().unwrap());
        table
    }

    fn lines(table: &proto::GetStandingsResponse) -> Vec<String> {
        let text = facts(table);
        let normalised = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(normalised).collect()
    }

    #[test]
    fn unfinished_tournament_names_missing_bots() {
        let table = changed(|tournament| {
            let obstacle = |name: &str| proto::TournamentObstacle {
                kind: proto::ObstacleKind::BotOffline as i32,
                entrant: name.into(),
                message: format!("the bot of {name} is not online"),
            };
            tournament.obstacles = vec![obstacle(NAME), obstacle(OTHER)];
            tournament.withdrawals.push(proto::Withdrawal {
                entrant: IDLE.into(),
                message: "crashed\ntwice".into(),
                is_annulled: true,
                is_readmitted: false,
            });
            tournament.withdrawals.push(proto::Withdrawal {
                entrant: OTHER.into(),
                message: "on holiday".into(),
                is_annulled: false,
                is_readmitted: true,
            });
        });
        let expected = [
            "name a & b".into(),
            "id tournaments/7".into(),
            "state running".into(),
            "game some-game with 2 seats".into(),
            "format round-robin, 4 cycles".into(),
            "matches 8 of 24 finished, 2 in progress, at most 2 at a time".into(),
            format!("waiting the bot of {NAME} is not online"),
            format!("waiting the bot of {OTHER} is not online"),
            format!("withdrawn {IDLE}: crashed twice (none of its matches counts)"),
            format!("withdrawn {OTHER}: on holiday (readmitted)"),
            format!("seed commitment {}", "5e".repeat(32)),
        ];
        assert_eq!(lines(&table), expected);
        let summary_json = summary_json(&table);
        assert_eq!(summary_json["obstacles"][1]["entrant"], OTHER);
        assert_eq!(summary_json["obstacles"][1]["kind"], "bot_offline");
        assert_eq!(summary_json["withdrawals"][0]["annulled"], true);
    }

    #[test]
    fn seed_is_shown_once_the_tournament_is_over() {
        let seed = "ab".repeat(32);
        let over = changed(|tournament| {
            tournament.state = proto::TournamentState::Over as i32;
            tournament.seed.clone_from(&seed);
        });
        let lines = lines(&over);
        assert_eq!(lines[5], "matches 8 of 24 finished");
        assert_eq!(lines.last(), Some(&format!("seed {seed}")));
        assert_eq!(summary_json(&over)["seed"], seed);
        assert_eq!(summary_json(&table())["seed"], Value::Null);
    }

    #[test]
    fn season_of_a_league_is_shown() {
        let league = proto::LeagueState {
            season: 3,
            season_match_count: 40,
            season_end_nanos: Some(20_782 * 86_400_000_000_000),
            ..Default::default()
        };
        let table = changed(|tournament| tournament.league = Some(league));
        let expected = "season 3, 40 matches so far, ends on 2026-11-25 at 00:00 UTC";
        assert!(lines(&table).contains(&expected.to_owned()));
        assert_eq!(summary_json(&table)["league"]["season_matches"], 40);
    }

    #[test]
    fn sprt_state_is_shown() {
        let mut table = table();
        table.sprt = Some(proto::SprtState {
            llr: -3.0,
            lower: -2.5,
            upper: 2.5,
            verdict: proto::SprtVerdict::H0 as i32,
            pairs: 20,
        });
        let expected = "test log-likelihood ratio -3.00 between -2.50 (H0) and +2.50 (H1) after 20 \
                    pairs: H0 is accepted";
        assert_eq!(lines(&table)[6], expected);
        assert_eq!(summary_json(&table)["sprt"]["verdict"], "H0");
    }

    #[test]
    fn only_the_best_entrants_are_shown() {
        let mut table = table();
        table.standings = vec![table.standings[0].clone(); 7];
        let text = text(&table);
        assert_eq!(text.matches(NAME).count(), MAX_ENTRANTS, "{text}");
        assert!(text.contains("\nand 2 more; "), "{text}");
        let summary_json = summary_json(&table);
        assert_eq!(summary_json["top"].as_array().unwrap().len(), MAX_ENTRANTS);
        assert_eq!(summary_json["top"][0]["entrant"], NAME);
    }
}
