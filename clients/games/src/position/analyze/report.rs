//! Intermediate and final results of a search.

use std::time::Duration;

use botwerk_agents::Analysis;
use botwerk_client::proto;
use serde_json::{Value, json};

/// The result of a search at some moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnalysisReport {
    pub(super) depth: u32,
    pub(super) value: Option<i64>,
    pub(super) nodes: u64,
    /// Time since the search started.
    pub(super) time: Duration,
    /// The principal variation: seats and turns, the suggested turn first.
    pub(super) turns: Vec<(usize, String)>,
    /// Hints for a person, each revealing more than the one before.
    pub hints: Vec<String>,
    /// Whether the search has ended.
    pub is_final: bool,
}

impl AnalysisReport {
    /// Creates the report of a local search.
    pub(super) fn new<A>(analysis: Analysis<A>, time: Duration, is_final: bool) -> Self {
        let turns = analysis.principal_variation.into_iter();
        Self {
            depth: analysis.depth,
            value: analysis.value,
            nodes: analysis.nodes,
            time,
            turns: turns.map(|turn| (turn.seat.index(), turn.text)).collect(),
            hints: analysis.hints,
            is_final,
        }
    }

    /// Creates the report of a search on a server.
    pub fn from_message(analysis: Option<proto::Analysis>, is_final: bool) -> Self {
        let analysis = analysis.unwrap_or_default();
        let turns = analysis.principal_variation.into_iter();
        Self {
            depth: analysis.depth,
            value: analysis.value,
            nodes: analysis.nodes,
            time: Duration::from_nanos(analysis.time_nanos),
            turns: turns.map(|turn| (turn.seat as usize, turn.text)).collect(),
            hints: analysis.hints,
            is_final,
        }
    }

    /// Returns the suggested turn, or `None` if the search found none.
    pub fn suggested(&self) -> Option<&str> {
        self.turns.first().map(|(_, text)| text.as_str())
    }

    /// Returns the report as one line of text, with the unit of its value.
    pub(super) fn text(&self, value_unit: &str) -> String {
        let Self { depth, nodes, .. } = self;
        let value = match self.value {
            None => "no value".to_owned(),
            Some(value) => format!("value {value} {value_unit}").trim_end().to_owned(),
        };
        let (rate, seconds) = (self.nodes_per_second(), self.time.as_secs_f64());
        let turns = self
            .turns
            .iter()
            .map(|(seat, text)| format!(" [{seat}] {text}"));
        let turns: String = turns.collect();
        // Agents that search to no depth report 0.
        let depth = match depth {
            0 => String::new(),
            depth => format!("depth {depth} turns, "),
        };
        format!("{depth}{value}, {nodes} nodes, {rate} nodes/s, {seconds:.3} s:{turns}")
    }

    /// Returns the report as JSON, with the unit of the value.
    pub fn json(&self, value_unit: &str) -> Value {
        let turns = self.turns.iter();
        let turns = turns.map(|(seat, text)| json!({"seat": seat, "text": text}));
        json!({
            "depth": self.depth,
            "value": self.value,
            "value_unit": value_unit,
            "nodes": self.nodes,
            "nodes_per_second": self.nodes_per_second(),
            "millis": self.time.as_millis() as u64,
            "principal_variation": turns.collect::<Vec<_>>(),
            "hints": self.hints,
            "final": self.is_final,
        })
    }

    /// Returns `true` if the report differs from an earlier one at most in its cost.
    pub(super) fn has_same_result(&self, earlier: &Self) -> bool {
        let result = |report: &Self| (report.depth, report.value);
        result(self) == result(earlier) && self.turns == earlier.turns
    }

    fn nodes_per_second(&self) -> u64 {
        // Servers report whole milliseconds, so shorter times are not meaningful.
        let nanos = self.time.as_nanos().max(1_000_000);
        let rate = u128::from(self.nodes) * 1_000_000_000 / nanos;
        u64::try_from(rate).unwrap_or(u64::MAX)
    }
}
