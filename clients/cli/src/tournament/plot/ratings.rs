//! Strengths with their intervals.

use botwerk_client::proto;

use super::axis::Axis;
use super::colour::{BLUE, EVEN, GRID};
use super::page::{GAP, Heading, TOP, label, names_end};
use super::svg::{Anchor, NOTE, Svg, widest};
use crate::tournament::description::seats;
use crate::tournament::number::estimate;

/// Pixels from the axis's beginning to its end, and of a row.
const WIDTH: f64 = 560.0;
const ROW: f64 = 30.0;

/// How far beyond all strengths intervals are drawn, in Elo: hardly any would be left of the others
/// beside one of thousands.
const REACH: f64 = 600.0;

/// Half the height of the marks at an interval's ends, and of arrows.
const MARK: f64 = 5.0;

/// A row.
struct Row<'a> {
    line: &'a proto::Standing,
    label: String,
    /// The strength, if there is any.
    elo: Option<&'a proto::Estimate>,
    /// It in words.
    figure: String,
}

/// A row an entrant, the strongest first.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let rows = rows(&table.standings);
    let axis = axis(&rows);
    let left = names_end(rows.iter().map(|row| row.label.as_str())) + GAP;
    let bottom = TOP + ROW * rows.len() as f64;
    let place = |value: f64| left + WIDTH * axis.place(value);
    let mut svg = Svg::default();
    for tick in axis.ticks() {
        let is_even = tick.abs() < f64::EPSILON;
        let (stroke, width) = if is_even { (EVEN, 1.5) } else { (GRID, 1.0) };
        let x = place(tick);
        svg.line([x, TOP], [x, bottom], stroke, width);
        let text = if is_even {
            "0".into()
        } else {
            format!("{tick:+}")
        };
        svg.text([x, bottom + 16.0], Anchor::Middle, "note", &text);
    }
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        svg.titled(&format!("{}: {}", row.label, row.figure), |svg| {
            let class = if row.line.withdrawn { "faint" } else { "" };
            svg.text([left - GAP, y], Anchor::End, class, &row.label);
            if let Some(elo) = row.elo {
                draw(svg, elo, y, [left, left + WIDTH], place);
            }
            let class = if row.elo.is_some() {
                "note"
            } else {
                "note faint"
            };
            svg.text([left + WIDTH + GAP, y], Anchor::Start, class, &row.figure);
        });
    }
    let whose = whose(table);
    let middle = left + WIDTH / 2.0;
    svg.text(
        [middle, bottom + 42.0],
        Anchor::Middle,
        "note",
        &format!("Elo {whose}"),
    );
    let figures = widest(rows.iter().map(|row| row.figure.as_str()), NOTE);
    let note = format!(
        "Elo {whose} with 95 % intervals, from {} complete blocks",
        table.counted_blocks
    );
    let right = left + WIDTH + GAP + figures;
    Heading::new(table, "strength", note).finish(svg, [right, bottom + 48.0])
}

/// Whom strengths are told against.
fn whose(table: &proto::GetStandingsResponse) -> &'static str {
    if table.tournament.as_ref().map_or(2, seats) == 2 {
        "against those met"
    } else {
        "against the mean of all"
    }
}

/// The strongest first, and last those of whom nothing is known.
fn rows(standings: &[proto::Standing]) -> Vec<Row<'_>> {
    let rows = standings.iter().map(|line| {
        let elo = line.elo.as_ref().filter(|elo| elo.value.is_finite());
        Row {
            line,
            label: label(line),
            elo,
            figure: elo.map_or_else(|| "no estimate".into(), estimate),
        }
    });
    let mut rows: Vec<_> = rows.collect();
    let value = |row: &Row<'_>| row.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    rows
}

/// Holds all strengths, and as much of their intervals as is sensible.
fn axis(rows: &[Row<'_>]) -> Axis {
    let estimates: Vec<_> = rows.iter().filter_map(|row| row.elo).collect();
    let values = || estimates.iter().map(|elo| elo.value);
    let least = values().fold(0.0, f64::min) - REACH;
    let most = values().fold(0.0, f64::max) + REACH;
    let ends = || {
        let ends = estimates.iter().flat_map(|elo| [elo.low, elo.high]);
        ends.flatten().map(|end| end.clamp(least, most))
    };
    Axis::around(
        values().chain(ends()).fold(0.0, f64::min),
        values().chain(ends()).fold(0.0, f64::max),
    )
}

/// Draws a dot and its interval; an arrow shows where it goes on beyond the edge.
fn draw(
    svg: &mut Svg,
    elo: &proto::Estimate,
    y: f64,
    [left, right]: [f64; 2],
    place: impl Fn(f64) -> f64,
) {
    let low = elo.low.map(&place).filter(|x| *x >= left);
    let high = elo.high.map(&place).filter(|x| *x <= right);
    let from = low.unwrap_or(left + MARK);
    let to = high.unwrap_or(right - MARK);
    svg.line([from, y], [to, y], BLUE, 2.0);
    for (bound, edge, way) in [(low, left, MARK), (high, right, -MARK)] {
        match bound {
            Some(x) => svg.line([x, y - MARK], [x, y + MARK], BLUE, 2.0),
            None => {
                let back = edge + 2.0 * way;
                svg.triangle([[edge, y], [back, y - MARK], [back, y + MARK]], BLUE);
            }
        }
    }
    svg.dot([place(elo.value), y], 5.5, BLUE);
}

#[cfg(test)]
mod tests {
    use super::super::page::MARGIN;
    use super::super::svg::tests::texts;
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    #[test]
    fn everybody_is_listed_and_who_has_an_estimate_has_a_dot() {
        let picture = plot(&table());
        let texts = texts(&picture);
        let place = |text: &str| texts.iter().position(|other| other == text);
        assert!(
            place(NAME) < place(OTHER) && place(NAME).is_some(),
            "{texts:?}"
        );
        let idle = format!("{IDLE} (withdrawn)");
        assert!(place(OTHER) < place(&idle), "{texts:?}");
        assert!(place("+254.5 [-12.3, inf]").is_some(), "{texts:?}");
        assert!(place("no estimate").is_some(), "{texts:?}");
        assert_eq!(texts[0], "a & b: strength");
        assert_eq!(picture.matches("<circle").count(), 2);
        // Each has one side without a bound.
        assert_eq!(picture.matches("<polygon").count(), 2);
    }

    #[test]
    fn the_strongest_come_first_whatever_their_places() {
        let mut table = table();
        table.standings.reverse();
        let rows = rows(&table.standings);
        let order: Vec<_> = rows.iter().map(|row| row.line.entrant.as_str()).collect();
        assert_eq!(order, [NAME, OTHER, IDLE]);
    }

    #[test]
    fn an_interval_of_thousands_goes_beyond_the_edge() {
        let mut table = table();
        table.standings[0].elo.as_mut().unwrap().low = Some(-5000.0);
        let picture = plot(&table);
        assert_eq!(picture.matches("<polygon").count(), 3);
        assert!(!texts(&picture).contains(&"-5000".to_owned()));
    }

    #[test]
    fn nobody_makes_an_empty_picture() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }

    #[test]
    fn longer_names_get_more_room() {
        let left = |name: &str| {
            let mut table = table();
            table.standings[0].entrant = name.into();
            names_end(rows(&table.standings).iter().map(|row| row.label.as_str()))
        };
        assert!(left(&"long".repeat(20)) > left("short") + 300.0);
        assert!(left("short") > MARGIN);
    }
}
