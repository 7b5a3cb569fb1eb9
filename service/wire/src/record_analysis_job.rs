//! The analysis of a record that is ready to run, for any game.

use std::fmt;

use botwerk_agents::{AgentSpec, Budget, GameAgents, RecordSearch, TurnAnalysis};
use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{AnyGame, GameId};
use botwerk_proto::v1 as proto;

use crate::agent_spec;
use crate::error::{Error, Reason};
use crate::game::nanos;

/// Search nodes before each turn if nothing limits the search.
const DEFAULT_NODES: u64 = 20_000;

/// Runs a search with the limits of one turn; returns `false` if the whole analysis must end.
pub type SearchTurn<'s> = dyn FnMut(&mut dyn FnMut(&Budget<'_>)) -> bool + 's;

type Search = dyn FnOnce(
        &mut SearchTurn<'_>,
        &mut dyn FnMut(proto::TurnAnalysis),
    ) -> Result<Vec<proto::TurnAnalysis>, Error>
    + Send;

/// The analysis of a record by an agent, ready to run.
pub struct RecordAnalysisJob {
    search: Box<Search>,
    /// The limits of each turn.
    pub limits: proto::SearchLimits,
}

impl fmt::Debug for RecordAnalysisJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordAnalysisJob")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl RecordAnalysisJob {
    /// Reads the analysis that a request asks for.
    ///
    /// # Errors
    /// Returns an error if the record contradicts itself or the rules, or if its game has no such agent or
    /// the agent no such settings.
    pub fn read(request: proto::AnalyzeRecordRequest) -> Result<Self, Error> {
        let record = Record::from_text(&request.record);
        let record = record.map_err(|error| not_a_record(&error.to_string()))?;
        let name = &record.header.game;
        let game: GameId = name.parse()?;
        let agent = request.agent.as_ref().map(agent_spec);
        let limits = request.limits.unwrap_or_default();
        Self::new(game, record, agent, limits)
    }

    fn new(
        game: GameId,
        record: Record,
        agent: Option<AgentSpec>,
        mut limits: proto::SearchLimits,
    ) -> Result<Self, Error> {
        let spec = agent.unwrap_or_else(|| game.strongest());
        let factory = game.factory(&spec)?;
        let time = game.limits(&spec)?.time.map(nanos);
        let requested = Some(limits.time_nanos).filter(|nanos| *nanos > 0);
        limits.time_nanos = requested.into_iter().chain(time).min().unwrap_or(0);
        if (limits.nodes, limits.depth, limits.time_nanos) == (0, 0, 0) {
            limits.nodes = DEFAULT_NODES;
        }
        let search = move |within: &mut SearchTurn<'_>,
                           found: &mut dyn FnMut(proto::TurnAnalysis)| {
            let replay = Replay::<AnyGame>::new(&record);
            let replay = replay.map_err(|error| not_a_record(&error.to_string()))?;
            let turns = RecordSearch::new(replay, factory.make()).run(
                &mut |position, agent| {
                    let mut analysis = None;
                    let goes_on = within(&mut |budget| {
                        analysis = Some(position.search(agent, budget, &mut |_| {}));
                    });
                    analysis.filter(|_| goes_on)
                },
                &mut |turn| found(turn_analysis_message(turn)),
            );
            let turns = turns.map_err(|error| not_a_record(&error.to_string()))?;
            Ok(turns.iter().map(turn_analysis_message).collect())
        };
        Ok(Self {
            search: Box::new(search),
            limits,
        })
    }

    /// Searches before every turn. `within` runs the search of one turn within its limits, `found` receives
    /// each turn after its search. Returns all turns that were searched.
    ///
    /// # Errors
    /// Returns an error at the first event that contradicts the rules.
    pub fn run(
        self,
        within: &mut SearchTurn<'_>,
        found: &mut dyn FnMut(proto::TurnAnalysis),
    ) -> Result<Vec<proto::TurnAnalysis>, Error> {
        (self.search)(within, found)
    }
}

fn not_a_record(message: &str) -> Error {
    Error::new(Reason::BadRequest, format!("record: {message}"))
}

/// Returns the message of an analysed turn.
pub fn turn_analysis_message(turn: &TurnAnalysis) -> proto::TurnAnalysis {
    proto::TurnAnalysis {
        seq: turn.seq,
        seat: turn.seat.index() as u32,
        turn: turn.turn,
        text: turn.text.clone(),
        best: turn.best.clone(),
        value_before: turn.before,
        value_after: turn.after,
        loss: turn.loss,
        is_blunder: turn.is_blunder,
    }
}
