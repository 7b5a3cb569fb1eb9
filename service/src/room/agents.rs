//! The agents of a room: their decisions run on the search threads.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use botwerk_agents::{
    Agent, AgentLimits, Budget, Choice, DecisionRequest, GameAgents, RecordedAgent,
};
use botwerk_engine::record::Header;
use botwerk_engine::{AnyAction, AnyGame, AnyView, GameId, RootSeed, Seat};

use super::mailbox::Mailbox;
use super::open_request::SearchHandle;
use super::stamp::Stamp;
use crate::error::Error;
use crate::pool::SearchPool;
use crate::requester::Requester;
use crate::work_guard::{Work, WorkGuard, fault_point};

/// An event of an agent's decision.
pub(super) enum AgentEvent {
    /// A thread has started the search; the seat's time runs from here.
    SearchStarted {
        /// The seat.
        seat: Seat,
        /// The number of the turn.
        turn: u32,
        /// When the search started.
        at: Stamp,
    },
    /// The agent has decided.
    Decided {
        /// The seat.
        seat: Seat,
        /// The number of the turn.
        turn: u32,
        /// Nanoseconds since the seat's time started.
        nanos: u64,
        /// The choice.
        choice: Choice<AnyAction>,
        /// The agent, for its next decision.
        agent: Box<dyn Agent<AnyGame>>,
    },
    /// The delay that an agent asked for is over.
    DelayElapsed {
        /// The seat.
        seat: Seat,
        /// The number of the turn.
        turn: u32,
        /// Nanoseconds since the seat's time started, with the delay.
        nanos: u64,
        /// The choice.
        choice: Choice<AnyAction>,
    },
    /// The agent panicked.
    Crashed {
        /// The seat.
        seat: Seat,
    },
}

/// A decision that an agent is asked for.
pub(super) struct AgentRequest {
    /// What the seat may know.
    pub(super) view: AnyView,
    /// What the seat could know at every position that counts for repetition.
    pub(super) earlier_views: Vec<AnyView>,
    /// The seat.
    pub(super) seat: Seat,
    /// The number of the turn.
    pub(super) turn: u32,
    /// When the seat's time started, or `None` if it starts with the search.
    pub(super) time_start: Option<Stamp>,
}

/// The limits that a match sets to a decision; the agent's settings may set lower ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct DecisionBudget {
    /// Maximum number of search nodes.
    pub(super) nodes: Option<u64>,
    /// Maximum nanoseconds from the start of the search.
    pub(super) nanos: Option<u64>,
}

/// The agents of a room by seat.
pub(super) struct RoomAgents {
    /// The agent of each seat; `None` while it searches, after a crash, and for other seats.
    agents: Vec<Option<Box<dyn Agent<AnyGame>>>>,
    /// The limits in the settings of each agent; `None` for other seats.
    limits: Vec<Option<AgentLimits>>,
    events: Arc<Mailbox<AgentEvent>>,
    seed: RootSeed,
    /// The search of the match's agents, as it is marked.
    work: Arc<Work>,
}

impl RoomAgents {
    /// Creates the agents that a header names.
    ///
    /// # Errors
    /// Returns an error if the game has no such agent.
    pub(super) fn new(header: &Header, seed: RootSeed, work: Work) -> Result<Self, Error> {
        let game: GameId = header.game.parse()?;
        let mut agents = Vec::new();
        let mut limits = Vec::new();
        for seat in &header.seats {
            let agent = seat
                .agent
                .as_ref()
                .map(|text| text.parse::<RecordedAgent>());
            // A match that an earlier version has begun is continued by this one, and its record names the first.
            let spec = agent.transpose()?.map(|agent| agent.spec);
            agents.push(spec.as_ref().map(|spec| game.agent(spec)).transpose()?);
            limits.push(spec.as_ref().map(|spec| game.limits(spec)).transpose()?);
        }
        Ok(Self {
            agents,
            limits,
            events: Arc::default(),
            seed,
            work: Arc::new(work),
        })
    }

    /// Returns the queue of the agents' events.
    pub(super) fn events(&self) -> &Mailbox<AgentEvent> {
        &self.events
    }

    /// Queues the search of an agent; returns `None` while the agent is busy with an earlier decision.
    ///
    /// The search announces that its time is about to be measured. As long as it has not, the agent
    /// will be found to have taken longer than until now.
    pub(super) fn start_search(
        &mut self,
        (pool, requester): (&SearchPool, &Requester),
        guard: &Arc<WorkGuard>,
        game: &AnyGame,
        request: AgentRequest,
        budget: DecisionBudget,
    ) -> Option<SearchHandle> {
        let AgentRequest {
            view,
            earlier_views,
            seat,
            turn,
            time_start,
        } = request;
        let mut agent = self.agents[seat.index()].take()?;
        let own = self.limits[seat.index()].and_then(|limits| limits.time);
        let own = own.map(|time| time.as_nanos() as u64);
        let nanos = budget.nanos.into_iter().chain(own).min();
        let search = SearchHandle::default();
        let is_time_measured = Arc::clone(&search.is_time_measured);
        let should_stop = Arc::clone(&search.should_stop);
        let (game, seed, events) = (game.clone(), self.seed, Arc::clone(&self.events));
        let (work_guard, work) = (Arc::clone(guard), Arc::clone(&self.work));
        pool.spawn_agent_job(requester, move || {
            let limit = work_guard.search_limit(nanos.map(Duration::from_nanos));
            let _mark = work_guard.enter(&work, limit);
            let guard = CrashGuard {
                events: Some(events),
                seat,
            };
            let at = Stamp::now();
            guard.send(AgentEvent::SearchStarted { seat, turn, at });
            let request = DecisionRequest {
                game: &game,
                view: &view,
                earlier_views: &earlier_views,
                seat,
                turn,
                seed,
            };
            let deadline = nanos.map(|nanos| at.after_nanos(nanos));
            let is_late = || deadline.is_some_and(|deadline| Stamp::now() >= deadline);
            let budget = Budget {
                nodes: budget.nodes,
                is_timed: deadline.is_some(),
                should_stop: &|| should_stop.load(Ordering::Relaxed) || is_late(),
                ..Budget::UNLIMITED
            };
            fault_point("search");
            let choice = agent.decide(&request, &budget, &mut |_| {});
            is_time_measured.store(true, Ordering::SeqCst);
            let nanos = Stamp::now().nanos_since(time_start.unwrap_or(at));
            guard.complete(AgentEvent::Decided {
                seat,
                turn,
                nanos,
                choice,
                agent,
            });
        });
        Some(search)
    }

    /// Takes an agent back that has decided.
    pub(super) fn return_agent(&mut self, seat: Seat, agent: Box<dyn Agent<AnyGame>>) {
        self.agents[seat.index()] = Some(agent);
    }

    /// Queues an event at the given time.
    pub(super) fn send_later(&self, at: Stamp, event: AgentEvent) {
        let events = Arc::clone(&self.events);
        tokio::spawn(async move {
            tokio::time::sleep_until(at.timer()).await;
            // The room may have closed in the meantime.
            let _ = events.push(event);
        });
    }
}

/// Reports a crash when it is dropped before the search is complete, as a panic does.
struct CrashGuard {
    events: Option<Arc<Mailbox<AgentEvent>>>,
    seat: Seat,
}

impl CrashGuard {
    fn send(&self, event: AgentEvent) {
        if let Some(events) = &self.events {
            // The room may have closed in the meantime.
            let _ = events.push(event);
        }
    }

    fn complete(mut self, event: AgentEvent) {
        self.send(event);
        self.events = None;
    }
}

impl Drop for CrashGuard {
    fn drop(&mut self) {
        self.send(AgentEvent::Crashed { seat: self.seat });
    }
}
