//! Plots of the statistics as SVG.

mod histogram;
mod interval_rows;
mod line_chart;

use botwerk_agents::game_statistics::{Estimate, FigureKind, GameStatistics, MatchProfile};
use botwerk_lanes::{ComparisonReport, LadderReport, StatisticsReport};

use self::interval_rows::{IntervalRow, IntervalRows};
use self::line_chart::{LineChart, LinePoint};

/// Returns the plots of a report with the names of their files.
pub(super) fn plots(report: &StatisticsReport) -> Vec<(&'static str, String)> {
    let mut plots = vec![
        ("length.svg", length(report)),
        ("choices.svg", choices(report)),
        ("balance.svg", balance(report)),
    ];
    if let Some(comparison) = &report.comparison {
        plots.push(("comparison.svg", differences(report, comparison)));
    }
    if let Some(ladder) = &report.ladder {
        plots.push(("ladder.svg", strength(report, ladder)));
    }
    plots
}

/// Returns a heading such as `netzwerk: length`.
fn head(report: &StatisticsReport, subject: &str) -> String {
    format!("{}: {subject}", report.game)
}

/// Returns what was played, as a part of a sentence.
fn matches_text(report: &StatisticsReport) -> String {
    let players = report.players.join(", ");
    format!("{} matches of {players}", report.statistics.matches)
}

fn length(report: &StatisticsReport) -> String {
    let turns = report.profiles.iter().map(MatchProfile::all_turns);
    let turns: Vec<_> = turns.collect();
    let note = format!("number of matches by their turns; {}", matches_text(report));
    histogram::plot(&turns, head(report, "length"), note)
}

fn choices(report: &StatisticsReport) -> String {
    let means = report.statistics.options_by_turn.iter().enumerate();
    let points = means.map(|(turn, mean)| LinePoint {
        label: (turn + 1).to_string(),
        value: *mean,
        interval: None,
    });
    let chart = LineChart {
        head: head(report, "choices"),
        note: format!(
            "mean number of legal actions in each turn of a match; {}",
            matches_text(report)
        ),
        points: points.collect(),
        has_marks: false,
    };
    chart.plot()
}

fn balance(report: &StatisticsReport) -> String {
    let statistics = &report.statistics;
    let rows = IntervalRows {
        head: head(report, "balance"),
        note: format!("shares with 95 % intervals; {}", matches_text(report)),
        rows: balance_rows(statistics),
    };
    rows.plot()
}

fn balance_rows(statistics: &GameStatistics) -> Vec<IntervalRow> {
    let row = |label: String, share: &Estimate| IntervalRow {
        label,
        percent: 100.0 * share.value,
        interval: share
            .interval
            .map(|interval| [interval.low, interval.high].map(|x| 100.0 * x)),
    };
    let wins = statistics.wins_by_seat.iter().enumerate();
    let mut rows: Vec<_> = wins
        .map(|(seat, share)| row(format!("won by seat {seat}"), share))
        .collect();
    if rows.len() > 1 {
        rows.push(row("drawn".into(), &statistics.draws));
    }
    let endings = statistics.endings.iter();
    rows.extend(endings.map(|ending| row(format!("ended by {}", ending.rule), &ending.share)));
    rows
}

fn differences(report: &StatisticsReport, comparison: &ComparisonReport) -> String {
    let shares = comparison.figures.iter();
    let shares = shares.filter(|figure| figure.kind == FigureKind::Share);
    let rows = shares.map(|figure| IntervalRow {
        label: figure.name.clone(),
        percent: 100.0 * figure.difference.value,
        interval: { figure.difference.interval }
            .map(|interval| [interval.low, interval.high].map(|x| 100.0 * x)),
    });
    let rows = IntervalRows {
        head: head(report, "comparison"),
        note: format!(
            "second share minus first one with 95 % intervals, in percentage points; {}",
            matches_text(report)
        ),
        rows: rows.collect(),
    };
    rows.plot()
}

fn strength(report: &StatisticsReport, ladder: &LadderReport) -> String {
    let is_alone = report.seats == 1;
    let points = ladder.rungs.iter().filter_map(|rung| {
        let label = rung.value.to_string();
        if is_alone {
            return Some(LinePoint {
                label,
                value: 100.0 * rung.score?,
                interval: rung.interval.map(|i| [100.0 * i.low, 100.0 * i.high]),
            });
        }
        Some(LinePoint {
            label,
            value: rung.total_elo?,
            interval: rung.total_interval.map(|i| [i.low, i.high]),
        })
    });
    let figure = if is_alone {
        "share of matches won alone, in per cent,"
    } else {
        "Elo relative to the lowest value,"
    };
    let chart = LineChart {
        head: head(report, "ladder"),
        note: format!(
            "{figure} with 95 % intervals, by {}; {} matches a step",
            ladder.setting, report.planned
        ),
        points: points.collect(),
        has_marks: true,
    };
    chart.plot()
}
