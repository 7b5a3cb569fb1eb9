//! The live standings, which `tournament show --watch` and `tournament run` print.

use botwerk_client::{WatchedTournament, proto};
use proto::tournament_format::Kind;

use super::description::planned_matches;
use super::number::duration;
use super::obstacles;

/// Length of the longest bar, in characters.
const BAR_LENGTH: usize = 30;

/// Returns one line for the tournament and one per entrant.
pub(super) fn live_table(watched: &WatchedTournament) -> String {
    let tournament = watched.tournament.clone().unwrap_or_default();
    let mut lines = vec![progress_text(&tournament)];
    lines.extend(live_rows(watched, usize::MAX));
    lines.join("\n")
}

/// Returns how far a tournament is, when it is expected to end, and what it waits for.
pub(super) fn progress_text(tournament: &proto::Tournament) -> String {
    let mut text = format!(
        "{} of {} matches, {} in progress",
        tournament.result_count,
        planned_matches(tournament),
        tournament.running_matches
    );
    if let Some(remaining) = remaining_text(tournament) {
        text += &format!(", {remaining}");
    }
    if !tournament.obstacles.is_empty() {
        text += &format!(", waiting: {}", obstacles::text(tournament));
    }
    text
}

/// Returns one line per entrant, best score rate first, with a bar of that rate; at most a number of
/// entrants.
pub(super) fn live_rows(watched: &WatchedTournament, max_entrants: usize) -> Vec<String> {
    let mut lines: Vec<_> = watched
        .standings
        .iter()
        .map(|line| (score_rate(line), line))
        .collect();
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let width = watched
        .standings
        .iter()
        .map(|line| line.entrant.chars().count());
    let width = width.max().unwrap_or_default();
    let omitted = lines.len().saturating_sub(max_entrants);
    let rows = lines.into_iter().take(max_entrants);
    let mut rows: Vec<String> = rows
        .map(|(score_rate, line)| {
            let filled = (score_rate * BAR_LENGTH as f64).round() as usize;
            let bar = "#".repeat(filled) + &".".repeat(BAR_LENGTH.saturating_sub(filled));
            format!(
                "{:width$}  {bar} {:5.1} %  {:>8.1} of {}  +{} ={} -{}  live {:.1} ± {:.1}",
                line.entrant,
                score_rate * 100.0,
                line.points,
                line.matches,
                line.wins,
                line.draws,
                line.losses,
                line.live_rating,
                line.live_uncertainty,
            )
        })
        .collect();
    if omitted > 0 {
        rows.push(format!("and {omitted} more"));
    }
    rows
}

/// Returns when the tournament is expected to end, or `None` if that is unknown.
pub(super) fn remaining_text(tournament: &proto::Tournament) -> Option<String> {
    let millis = tournament.remaining_nanos? / 1_000_000;
    let setup = tournament.setup.as_ref();
    let format = setup.and_then(|setup| setup.format.as_ref()?.kind.as_ref());
    let bound = match format {
        Some(Kind::Sprt(_)) => "at most",
        _ => "about",
    };
    Some(format!("{bound} {} left", duration(millis)))
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
        let watched = WatchedTournament {
            tournament: Some(proto::Tournament {
                result_count: 4,
                expected_match_count: 12,
                remaining_nanos: Some(100_000_000_000),
                ..Default::default()
            }),
            standings: vec![line("a", 1, 3), line("bee", 3, 1), line("c", 0, 0)],
        };
        let table = [progress_text(
            &watched.tournament.clone().unwrap_or_default(),
        )];
        let table = [&table[..], &live_rows(&watched, 2)].concat().join("\n");
        let head = "4 of 12 matches, 0 in progress, about 1 min 40 s left\n";
        assert!(table.starts_with(head), "{table}");
        let order: Vec<_> = table
            .lines()
            .skip(1)
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(order, ["bee", "a", "and"]);
        assert!(
            table.contains("bee  #######################....... "),
            "{table}"
        );
    }
}
