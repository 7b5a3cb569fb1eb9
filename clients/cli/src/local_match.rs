//! A match of built-in agents in this process, on virtual time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use botwerk_agents::arena::{self, DecisionDriver};
use botwerk_agents::{Agent, AgentError, AgentLimits, AgentSpec, Choice, DecisionRequest, Roster};
use botwerk_client::decide_with_time_limit;
use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{Game, RootSeed};
use serde::Serialize;

/// A finished match.
pub(super) struct LocalMatch {
    /// The seed as text.
    pub(super) seed: String,
    /// The complete record.
    pub(super) record: Record,
    /// The faults for which seats were removed.
    pub(super) faults: Vec<SeatFaultReport>,
    /// Total decision time of each seat; empty if it was not measured.
    pub(super) times: Vec<Duration>,
}

/// The fault for which a seat was removed: a crash or an illegal choice.
#[derive(Debug, Clone, Serialize)]
pub(super) struct SeatFaultReport {
    pub(super) seat: usize,
    pub(super) message: String,
}

impl LocalMatch {
    /// Plays a match between newly created agents. Only their settings limit their time.
    pub(super) fn play<G: Roster>(
        game: &G,
        specs: &[AgentSpec],
        seed: String,
        origin: SeedOrigin,
    ) -> Result<Self, AgentError> {
        let agents: Result<Vec<_>, _> = specs.iter().map(G::agent).collect();
        let limits: Result<Vec<_>, _> = specs.iter().map(G::limits).collect();
        let mut timer = DecisionTimer {
            limits: limits?,
            times: vec![Duration::ZERO; specs.len()],
        };
        let mut events = Vec::new();
        let root = RootSeed::from_text(&seed);
        let played = arena::play_with(game, root, &mut agents?, &mut timer, &mut events);
        let faults = played.faults.iter().enumerate();
        let faults = faults.filter_map(|(seat, fault)| {
            let message = fault.as_ref()?.to_string();
            Some(SeatFaultReport { seat, message })
        });
        let seats = specs.iter().map(|spec| RecordedSeat {
            name: spec.name.clone(),
            agent: Some(spec.to_string()),
        });
        Ok(Self {
            faults: faults.collect(),
            record: played.record(game, seats.collect(), root, origin, &events),
            times: timer.times,
            seed,
        })
    }
}

/// Limits and measures the decision times of all seats.
struct DecisionTimer {
    limits: Vec<AgentLimits>,
    times: Vec<Duration>,
}

impl<G: Game> DecisionDriver<G> for DecisionTimer {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &DecisionRequest<'_, G>,
    ) -> Option<Choice<G::Action>> {
        let seat = request.seat.index();
        let limits = self.limits[seat];
        let started = Instant::now();
        let decide = AssertUnwindSafe(|| decide_with_time_limit(agent, request, limits));
        // An agent that has crashed leaves the match and gets no further requests.
        let choice = catch_unwind(decide).ok();
        self.times[seat] += started.elapsed();
        choice
    }
}
