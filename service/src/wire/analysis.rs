//! What a search finds.

use std::time::Duration;

use botwerk_agents::{Analysis, PvTurn};
use botwerk_proto::v1 as proto;

pub(crate) fn analysis_message(analysis: Analysis, passed: Duration) -> proto::Analysis {
    let turn = |PvTurn { seat, text }| proto::PvTurn {
        seat: seat.index() as u32,
        text,
    };
    proto::Analysis {
        depth: analysis.depth,
        value: analysis.value,
        nodes: analysis.nodes,
        millis: passed.as_millis() as u64,
        principal_variation: analysis.principal_variation.into_iter().map(turn).collect(),
    }
}
