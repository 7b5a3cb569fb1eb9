//! How a match ended, in sentences.

use botwerk_client::proto;
use botwerk_engine::{AnyGame, GameNotation};
use proto::Termination;

use super::seat_labels::SeatLabels;

/// Returns the lines that say how a match ended: who won and why, and why seats left.
pub fn ending_lines(game: &AnyGame, labels: &SeatLabels, end: &proto::MatchOver) -> Vec<String> {
    let Some(outcome) = end.outcome.as_ref() else {
        return vec!["The match was aborted; it has no result.".to_owned()];
    };
    let rule = &outcome.rule;
    let places: Vec<u8> = outcome.places.iter().map(|place| *place as u8).collect();
    let cause = if outcome.is_adjudicated {
        "adjudicated, since the scores of both players agree".to_owned()
    } else {
        let cause = game.ending(rule, &places, &outcome.points);
        cause.map_or_else(|| rule.clone(), |cause| format!("{cause} ({rule})"))
    };
    let result = result(labels, &places, &outcome.points);
    let mut lines = vec![capitalised(&format!("{result}: {cause}."))];
    lines.extend(departures(labels, end));
    if !outcome.points.is_empty() && labels.len() > 1 {
        let points = outcome.points.iter().enumerate();
        let points = points.map(|(seat, points)| format!("{} {points}", labels.label(seat)));
        lines.push(format!(
            "Points: {}.",
            points.collect::<Vec<_>>().join(", ")
        ));
    }
    lines
}

/// Returns `true` if the reader has won, and no other seat.
pub fn has_won(labels: &SeatLabels, end: &proto::MatchOver) -> bool {
    let Some((own, outcome)) = labels.own().zip(end.outcome.as_ref()) else {
        return false;
    };
    let places = outcome.places.iter();
    let mut winners = places.enumerate().filter(|(_, place)| **place == 1);
    outcome.places.len() > 1 && winners.all(|(seat, _)| seat == own)
}

/// Returns who has won.
fn result(labels: &SeatLabels, places: &[u8], points: &[i32]) -> String {
    let first = (0..places.len()).filter(|seat| places[*seat] == 1);
    let winners: Vec<usize> = first.collect();
    let others = |own: usize| {
        let others = winners.iter().copied().filter(|seat| *seat != own);
        labels.join(&others.collect::<Vec<_>>())
    };
    if places.len() == 1 {
        // A game for one is won or lost, which its points say.
        let who = labels.label(0);
        let verb = if points.first().is_some_and(|points| *points > 0) {
            "win"
        } else {
            "lose"
        };
        let ending = if labels.own() == Some(0) { "" } else { "s" };
        return format!("{who} {verb}{ending}");
    }
    if winners.len() == places.len() {
        return "a draw".to_owned();
    }
    match labels.own() {
        Some(own) if winners == [own] => "you win".to_owned(),
        Some(own) if winners.contains(&own) => format!("you win together with {}", others(own)),
        Some(_) if places.len() == 2 => "you lose".to_owned(),
        Some(own) => {
            let (place, winners) = (places[own], labels.join(&winners));
            format!(
                "you come in at place {place} of {}, {winners} won",
                places.len()
            )
        }
        None if winners.len() == 1 => format!("{} wins", labels.join(&winners)),
        None => format!("{} win", labels.join(&winners)),
    }
}

/// Returns a sentence for each seat that left before the end.
fn departures(labels: &SeatLabels, end: &proto::MatchOver) -> Vec<String> {
    let left = end.terminations().enumerate();
    let sentence = |(seat, termination): (usize, Termination)| {
        let (own, other) = match termination {
            Termination::Unspecified | Termination::None => return None,
            Termination::Resigned => ("resigned", "resigned"),
            Termination::Flagged => ("ran out of time", "ran out of time"),
            Termination::Illegal => (
                "submitted too many illegal actions",
                "submitted too many illegal actions",
            ),
            Termination::Disconnected => ("were offline too long", "was offline too long"),
            Termination::NoShow => ("did not join in time", "did not join in time"),
            Termination::Crashed => ("failed", "failed"),
            Termination::Infra => (
                "did not rejoin after the server restarted",
                "did not rejoin after the server restarted",
            ),
        };
        let predicate = if labels.own() == Some(seat) {
            own
        } else {
            other
        };
        Some(capitalised(&format!("{} {predicate}.", labels.label(seat))))
    };
    left.filter_map(sentence).collect()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

#[cfg(test)]
mod tests;
