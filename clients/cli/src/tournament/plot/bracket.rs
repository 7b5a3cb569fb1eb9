//! The plot of a knockout's bracket.

use botwerk_client::proto;

use super::title::heading;
use crate::plot::colour::{EMPTY, EVEN};
use crate::plot::page::{MARGIN, TOP};
use crate::plot::svg::{Anchor, Svg, TEXT_SIZE, widest};
use crate::tournament::bracket::round_name;

/// Height of the line of an entrant, gap between matchups of the first round, and width of the connectors.
const LINE_HEIGHT: f64 = 24.0;
const MATCHUP_GAP: f64 = 16.0;
const CONNECTOR: f64 = 36.0;

/// Space for the points, and around texts.
const POINTS_SPACE: f64 = 44.0;
const PADDING: f64 = 8.0;

/// Height of the names of the rounds.
const ROUND_NAMES: f64 = 30.0;

/// Plots one column per round, from the first on the left to the final on the right.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let bracket = &table.bracket;
    let rounds = bracket.last().map_or(0, |matchup| matchup.round);
    let names = bracket.iter().flat_map(|matchup| &matchup.entrants);
    let width = widest(names.map(String::as_str), TEXT_SIZE) + POINTS_SPACE + 2.0 * PADDING;
    let column = |round: u32| MARGIN + f64::from(round - 1) * (width + CONNECTOR);
    let first_round = bracket.iter().filter(|matchup| matchup.round == 1).count();
    let slot = 2.0 * LINE_HEIGHT + MATCHUP_GAP;
    let top = TOP + ROUND_NAMES;
    let mut svg = Svg::default();
    let mut middles: Vec<f64> = Vec::new();
    for round in 1..=rounds {
        let left = column(round);
        svg.text(
            [left, TOP],
            Anchor::Start,
            "strong",
            &round_name(round, rounds),
        );
        // A matchup is in the middle of those before it.
        middles = if round == 1 {
            let middle = |number| top + slot * (number as f64 + 0.5);
            (0..first_round).map(middle).collect()
        } else {
            middles
                .chunks(2)
                .map(|pair| pair.iter().sum::<f64>() / pair.len() as f64)
                .collect()
        };
        let matchups = bracket.iter().filter(|matchup| matchup.round == round);
        for (number, (matchup, middle)) in matchups.zip(&middles).enumerate() {
            draw(&mut svg, matchup, [left, *middle], width);
            if round < rounds {
                let (from, to) = (left + width, column(round + 1));
                let between = f64::midpoint(from, to);
                let next = f64::midpoint(*middle, middles[number ^ 1]);
                let points = [
                    [from, *middle],
                    [between, *middle],
                    [between, next],
                    [to, next],
                ];
                svg.polyline(&points, EVEN, 1.0);
            }
        }
    }
    let right = column(rounds.max(1)) + width;
    let bottom = top + slot * first_round as f64;
    let note = "points of all matches between two entrants; the winner is bold, after a draw the better seed".into();
    heading(table, "bracket", note).finish(svg, [right, bottom])
}

/// Draws a matchup: one line per entrant.
fn draw(svg: &mut Svg, matchup: &proto::BracketMatchup, [left, middle]: [f64; 2], width: f64) {
    for side in 0..2 {
        let top = middle + LINE_HEIGHT * (side as f64 - 1.0);
        svg.rectangle([left, top + 1.0], [width, LINE_HEIGHT - 2.0], EMPTY);
        let y = top + LINE_HEIGHT / 2.0;
        let (name, class) = match matchup.entrants.get(side) {
            None => ("bye", "faint"),
            Some(open) if open.is_empty() => ("?", "faint"),
            Some(name) if *name == matchup.winner => (&**name, "strong"),
            Some(name) => (&**name, ""),
        };
        svg.text([left + PADDING, y], Anchor::Start, class, name);
        let has_points = matchup.entrants.len() == 2 && name != "?";
        if let Some(points) = matchup.points.get(side).filter(|_| has_points) {
            let at = [left + width - PADDING, y];
            svg.text(at, Anchor::End, class, &points.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{IDLE, NAME, OTHER, bracket, table};

    #[test]
    fn every_matchup_has_two_lines() {
        let table = proto::GetStandingsResponse {
            bracket: bracket(),
            ..table()
        };
        let svg = plot(&table);
        let texts = texts(&svg);
        assert_eq!(texts[0], "a & b: bracket");
        let shown = [
            "semi-final",
            NAME,
            "bye",
            OTHER,
            "1.5",
            IDLE,
            "0.5",
            "final",
            NAME,
            "0",
            OTHER,
            "0",
        ];
        assert_eq!(texts[2..2 + shown.len()], shown, "{texts:?}");
        // The background, and two lines for each matchup; a connector for each semi-final.
        assert_eq!(svg.matches("<rect").count(), 1 + 3 * 2);
        assert_eq!(svg.matches("<polyline").count(), 2);
    }

    #[test]
    fn bracket_without_matchups_is_an_empty_plot() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }
}
