//! The statistics as text.

use botwerk_agents::game_statistics::{
    ComparedFigure, Estimate, FigureKind, GameStatistics, LadderRung, TurnOptionStatistics,
};
use botwerk_agents::strength::Interval;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_lanes::{ComparisonReport, LadderReport, StatisticsReport};
use comfy_table::{CellAlignment, Table, presets};

use super::figure::{
    distribution, estimated_mean, estimated_share, mean, mean_interval, number, percent,
    percent_interval, quantile,
};

/// Maximum length of an option's value in the heading; rulesets are longer.
const MAX_VALUE: usize = 30;

/// Prints a report.
pub(super) fn print(report: &StatisticsReport, output: &mut Output) -> Result<(), Failure> {
    let statistics = &report.statistics;
    output.line(heading(report))?;
    output.line(played(report))?;
    if let Some(error) = &statistics.interval_error {
        output.line(format!("no intervals: {error}"))?;
    }
    output.line("")?;
    output.line(length_table(statistics))?;
    output.line("")?;
    output.line(choice_table(statistics))?;
    if let Some(turns) = statistics.turn_options.as_ref() {
        output.line(sample_note(turns))?;
    }
    output.line("")?;
    output.line(balance_table(report))?;
    if statistics.draws.value + statistics.shared_wins.value > 0.0 {
        output.line("won: a seat that shares the first place has won a part of the match")?;
    }
    if let Some(lead) = &statistics.lead {
        output.line(format!("lead: {}", lead.basis))?;
    }
    if let Some(comparison) = &report.comparison {
        output.line("")?;
        output.line(comparison_heading(report, comparison))?;
        output.line("")?;
        output.line(comparison_table(&comparison.figures))?;
        output.line("* the interval of the difference does not contain 0")?;
    }
    if let Some(ladder) = &report.ladder {
        output.line("")?;
        output.line(ladder_table(report, ladder))?;
    }
    Ok(())
}

fn heading(report: &StatisticsReport) -> String {
    let seats = match report.seats {
        1 => "1 seat".to_owned(),
        seats => format!("{seats} seats"),
    };
    let options = options_text(&report.options);
    format!("{}, {seats}{options}", report.game)
}

/// Returns the options, each after a comma.
fn options_text(options: &std::collections::BTreeMap<String, String>) -> String {
    let option = |(name, value): (&String, &String)| {
        let length = value.chars().count();
        if length > MAX_VALUE {
            format!(", {name} of {length} characters")
        } else {
            format!(", {name}={value}")
        }
    };
    options.iter().map(option).collect()
}

fn played(report: &StatisticsReport) -> String {
    let GameStatistics {
        matches,
        distinct,
        faults,
        ..
    } = report.statistics;
    let mut text = format!(
        "{matches} matches of {}, seed {}",
        report.players.join(", "),
        report.seed
    );
    if matches < report.planned {
        text += &format!("; {} were planned", report.planned);
    }
    if distinct < matches {
        text += &format!("; {distinct} distinct");
    }
    if faults > 0 {
        text += &format!("; {faults} seats removed for a crash or an illegal action");
    }
    text
}

fn length_table(statistics: &GameStatistics) -> String {
    let mut table = FigureTable::new(["length of a match", "mean"], true);
    table.add("turns", distribution(&statistics.turns));
    if statistics.turns_by_seat.len() > 1 {
        for (seat, turns) in statistics.turns_by_seat.iter().enumerate() {
            table.add(format!("  of seat {seat}"), estimated_mean(turns));
        }
    }
    table.add("decisions", distribution(&statistics.decisions));
    table.add("actions", distribution(&statistics.actions));
    if statistics.actions_by_seat.len() > 1 {
        for (seat, actions) in statistics.actions_by_seat.iter().enumerate() {
            table.add(format!("  of seat {seat}"), estimated_mean(actions));
        }
    }
    if statistics.chance_outcomes.max > 0.0 {
        table.add("chance outcomes", distribution(&statistics.chance_outcomes));
    }
    if let Some(lead) = &statistics.lead {
        table.add("lead changes", distribution(&lead.changes));
    }
    table.text()
}

fn choice_table(statistics: &GameStatistics) -> String {
    let mut table = FigureTable::new(["choices", "mean"], true);
    if let Some(options) = &statistics.action_options {
        table.add("legal actions", distribution(options));
    }
    if let Some(geometric) = &statistics.action_options_geometric {
        table.add("  geometric mean", estimated_mean(geometric));
    }
    if let Some(turns) = &statistics.turn_options {
        let mut cells = estimated_mean(&turns.sequences_geometric);
        cells.extend([turns.sequences_median, turns.sequences_percentile_90].map(number));
        table.add("sequences of a turn", cells);
        let quantiles = [turns.results_median, turns.results_percentile_90].map(quantile);
        let cells = [String::new(), String::new()].into_iter().chain(quantiles);
        table.add("results of a turn", cells.collect());
    }
    table.add("game tree, log10", distribution(&statistics.complexity));
    let shares = [
        ("forced actions", statistics.forced_actions),
        ("forced turns", statistics.forced_turns),
    ];
    for (name, share) in shares {
        if let Some(share) = share {
            table.add(name, estimated_share(&share));
        }
    }
    table.text()
}

/// Explains the figures of whole turns.
fn sample_note(turns: &TurnOptionStatistics) -> String {
    let counted = if turns.counted.value >= 1.0 {
        "all counted".to_owned()
    } else {
        let share = percent(turns.counted.value);
        format!("{share} counted, others estimated")
    };
    format!(
        "sequences: geometric mean; {} sampled turns, {counted}",
        turns.turns
    )
}

fn balance_table(report: &StatisticsReport) -> String {
    let statistics = &report.statistics;
    let mut table = FigureTable::new(["share of matches", "share"], false);
    let wins = &statistics.wins_by_seat;
    for (seat, share) in wins.iter().enumerate() {
        table.add(format!("won by seat {seat}"), estimated_share(share));
    }
    if wins.len() > 1 {
        table.add("drawn", estimated_share(&statistics.draws));
    }
    if statistics.shared_wins.value > 0.0 {
        table.add(
            "first place shared",
            estimated_share(&statistics.shared_wins),
        );
    }
    if report.players.len() > 1 {
        for (player, share) in report.players.iter().zip(&statistics.wins_by_player) {
            table.add(format!("won by {player}, a seat"), estimated_share(share));
        }
    }
    for ending in &statistics.endings {
        table.add(
            format!("ended by {}", ending.rule),
            estimated_share(&ending.share),
        );
    }
    if let Some(lead) = &statistics.lead {
        table.add("lead never changed", estimated_share(&lead.unchanged));
        if let Some(wins) = &lead.halfway_wins {
            table.add("won by leader halfway", estimated_share(wins));
        }
    }
    table.text()
}

fn comparison_heading(report: &StatisticsReport, comparison: &ComparisonReport) -> String {
    let changed = |(name, value): (&String, &String)| {
        (report.options.get(name) != Some(value)).then(|| (name.clone(), value.clone()))
    };
    let changed = comparison.options.iter().filter_map(changed).collect();
    let text = options_text(&changed);
    let text = text.strip_prefix(", ").unwrap_or("the same options");
    let matches = comparison.statistics.matches;
    format!("compared with {text}: {matches} matches from the same seeds")
}

fn comparison_table(figures: &[ComparedFigure]) -> String {
    let mut table =
        FigureTable::with_columns(&["", "first", "second", "difference", "95 % interval", ""]);
    for figure in figures {
        let Estimate { value, interval } = figure.difference;
        let cells = match figure.kind {
            FigureKind::Mean => [
                mean(figure.first),
                mean(figure.second),
                signed(value, &mean),
                mean_interval(interval),
            ],
            FigureKind::Share => [
                percent(figure.first),
                percent(figure.second),
                signed(value, &percent),
                percent_interval(interval),
            ],
        };
        let mark = if figure.is_significant() { "*" } else { "" };
        let cells = cells.into_iter().chain([mark.to_owned()]);
        table.add(figure.name.clone(), cells.collect());
    }
    table.text()
}

/// Formats a difference with its sign.
fn signed(value: f64, format: &dyn Fn(f64) -> String) -> String {
    let text = format(value);
    if value > 0.0 && !text.starts_with('+') {
        format!("+{text}")
    } else {
        text
    }
}

fn ladder_table(report: &StatisticsReport, ladder: &LadderReport) -> String {
    let is_alone = report.seats == 1;
    let columns: &[&str] = if is_alone {
        &["ladder", "matches", "won", "95 % interval"]
    } else {
        &[
            "ladder",
            "matches",
            "score",
            "95 % interval",
            "Elo",
            "from the lowest",
        ]
    };
    let mut table = FigureTable::with_columns(columns);
    for rung in &ladder.rungs {
        let name = format!("{}={}", ladder.setting, rung.value);
        table.add(name, rung_cells(rung, is_alone));
    }
    let note = match report.seats {
        1 => "each value plays alone",
        2 => "each value plays against the next lower one",
        _ => "each value has one seat, the next lower one all others",
    };
    format!("{}\n{note}", table.text())
}

fn rung_cells(rung: &LadderRung, is_alone: bool) -> Vec<String> {
    let dash = || "-".to_owned();
    let whole = |value: f64| format!("{:+.0}", value + 0.0);
    let mut cells = vec![
        if rung.matches == 0 {
            dash()
        } else {
            rung.matches.to_string()
        },
        rung.score.map_or_else(dash, percent),
        percent_interval(rung.interval),
    ];
    if !is_alone {
        cells.push(match (rung.elo, rung.elo_low, rung.elo_high) {
            (Some(elo), ..) => whole(elo),
            (None, Some(low), _) => format!(">={}", whole(low)),
            (None, None, Some(high)) => format!("<={}", whole(high)),
            (None, None, None) => dash(),
        });
        cells.push(match (rung.total_elo, rung.total_interval) {
            (Some(total), Some(Interval { low, high })) => {
                format!("{} ({} to {})", whole(total), whole(low), whole(high))
            }
            (Some(total), None) => format!("{total:.0}"),
            (None, _) => dash(),
        });
    }
    cells
}

/// A table whose first column is text and all others numbers.
struct FigureTable {
    table: Table,
    columns: usize,
}

impl FigureTable {
    /// Creates a table of a name and a figure with its interval, and of quantiles and extremes if it has them.
    fn new([name, value]: [&str; 2], has_quantiles: bool) -> Self {
        let columns = [name, value, "95 % interval", "median", "90 %", "min", "max"];
        Self::with_columns(&columns[..if has_quantiles { 7 } else { 3 }])
    }

    fn with_columns(columns: &[&str]) -> Self {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(columns);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if index > 0 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self {
            table,
            columns: columns.len(),
        }
    }

    fn add(&mut self, name: impl Into<String>, cells: Vec<String>) {
        let mut row = vec![name.into()];
        row.extend(cells);
        row.resize(self.columns, String::new());
        self.table.add_row(row);
    }

    fn text(&self) -> String {
        self.table.trim_fmt()
    }
}
