//! A match of bundled players in this process, on virtual time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use botwerk_agents::arena::{self, DecisionDriver};
use botwerk_agents::{Agent, AgentError, AgentLimits, AgentSpec, Choice, DecisionRequest, Roster};
use botwerk_client::decide_with_time_limit;
use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{Game, RootSeed};
use serde::Serialize;

/// A match that was played.
pub(super) struct LocalMatch {
    /// Its seed as it was given.
    pub(super) seed: String,
    /// Everything that happened.
    pub(super) record: Record,
    /// What seats were taken out for.
    pub(super) faults: Vec<SeatFaultReport>,
    /// Time that each seat has taken for its decisions; empty if nobody measured it.
    pub(super) times: Vec<Duration>,
}

/// A player that crashed or gave an illegal act.
#[derive(Debug, Clone, Serialize)]
pub(super) struct SeatFaultReport {
    pub(super) seat: usize,
    pub(super) message: String,
}

impl LocalMatch {
    /// Plays a match between these players, who remember no former one. Their settings limit their
    /// time; nothing else does.
    pub(super) fn play<G: Roster>(
        game: &G,
        specs: &[AgentSpec],
        seed: String,
        origin: SeedOrigin,
    ) -> Result<Self, AgentError> {
        let agents: Result<Vec<_>, _> = specs.iter().map(G::agent).collect();
        let limits: Result<Vec<_>, _> = specs.iter().map(G::limits).collect();
        let mut timekeeper = Timekeeper {
            limits: limits?,
            times: vec![Duration::ZERO; specs.len()],
        };
        let mut events = Vec::new();
        let root = RootSeed::from_text(&seed);
        let played = arena::play_with(game, root, &mut agents?, &mut timekeeper, &mut events);
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
            times: timekeeper.times,
            seed,
        })
    }
}

/// Keeps and measures the time of every seat's decisions.
struct Timekeeper {
    limits: Vec<AgentLimits>,
    times: Vec<Duration>,
}

impl<G: Game> DecisionDriver<G> for Timekeeper {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &DecisionRequest<'_, G>,
    ) -> Option<Choice<G::Action>> {
        let seat = request.seat.index();
        let limits = self.limits[seat];
        let begun = Instant::now();
        let decide = AssertUnwindSafe(|| decide_with_time_limit(agent, request, limits));
        // A player that has crashed leaves the match and is not asked again.
        let choice = catch_unwind(decide).ok();
        self.times[seat] += begun.elapsed();
        choice
    }
}
