//! The reproducible agents of a record, and the views in which they may have decided.

use std::panic::{AssertUnwindSafe, catch_unwind};

use botwerk_engine::record::{ClockKind, Replay, VerifyError};
use botwerk_engine::{Referee, RootSeed, Seat, Seats, Submission, Viewer};

use crate::agent::{Agent, Budget, DecisionRequest, Enforcement};
use crate::arena;
use crate::spec::{AgentError, RecordedAgent};
use crate::with_agents::WithAgents;

/// The agents of a match whose choices can be repeated.
pub(super) struct ReplayAgents<'s, G: WithAgents> {
    agents: Vec<Option<ReplayAgent<G>>>,
    /// The agent of each seat that is another here.
    changed: Vec<Option<ChangedAgent>>,
    /// Node budget of every choice, if the match had one.
    nodes: Option<u64>,
    /// Whether times are computed from effort.
    is_virtual: bool,
    /// Whether a clock could stop every choice.
    is_timed: bool,
    /// Ends the choices early, so that they are not those of the record.
    should_stop: &'s (dyn Fn() -> bool + Sync),
}

/// What has become of the agent that a record names.
#[derive(Debug, Clone, Copy)]
pub(super) enum ChangedAgent {
    /// It has this version.
    Version(u32),
    /// There is no agent of the name.
    Gone,
}

/// An agent and the views of its seat since the open request.
struct ReplayAgent<G: WithAgents> {
    agent: Box<dyn Agent<G>>,
    /// Turn and part of the open request.
    request: (u32, u32),
    /// Views in which the agent may have decided: other seats may act while the request is open.
    views: Vec<SeenView<G>>,
}

/// The knowledge of a seat at one point of a match.
struct SeenView<G: WithAgents> {
    view: G::View,
    earlier: Vec<G::View>,
}

/// The choice of an agent, as replayed.
pub(super) struct ReplayedChoice<A> {
    /// Actions that take effect; `None` if the submission is illegal.
    pub(super) actions: Option<Vec<A>>,
    /// Virtual time in nanoseconds; `None` if the choice is too late to count.
    pub(super) nanos: Option<u64>,
    /// The part of the time that the agent did not search.
    pub(super) delay_nanos: u64,
    /// Number of search nodes.
    pub(super) effort: u64,
    /// The score that the agent declares.
    pub(super) score: Option<i32>,
    /// Human-readable description: `choose ...`.
    pub(super) text: String,
}

impl<'s, G: WithAgents> ReplayAgents<'s, G> {
    /// Creates the agents that a record names and whose choices can be repeated.
    pub(super) fn new(
        replay: &Replay<'_, G>,
        should_stop: &'s (dyn Fn() -> bool + Sync),
    ) -> Result<Self, VerifyError> {
        let header = &replay.record().header;
        let (game, control) = (replay.referee().game(), replay.time_control());
        let is_timed = header.clock == ClockKind::Wall && control.has_clock();
        let difference = |message: String| VerifyError { seq: 0, message };
        let mut agents = Vec::new();
        let mut changed_agents = Vec::new();
        for seat in &header.seats {
            let (mut agent, mut changed) = (None, None);
            if let Some(text) = &seat.agent {
                let recorded: RecordedAgent =
                    text.parse().map_err(|e| difference(format!("{e}")))?;
                let agent_error = |error: AgentError| difference(error.to_string());
                let spec = &recorded.spec;
                // Another version may have other settings.
                changed = match game.agent_factory(&spec.without_settings()) {
                    Ok(here) if here.version() == recorded.version => None,
                    Ok(here) => Some(ChangedAgent::Version(here.version())),
                    Err(AgentError::Unknown { .. }) => Some(ChangedAgent::Gone),
                    Err(error) => return Err(agent_error(error)),
                };
                if changed.is_none() {
                    let limits = game.agent_limits(spec).map_err(agent_error)?;
                    if limits.is_reproducible() && (!is_timed || limits.is_bounded) {
                        agent = Some(game.agent_factory(spec).map_err(agent_error)?.make());
                    }
                }
            }
            agents.push(agent);
            changed_agents.push(changed);
        }
        Ok(Self {
            nodes: control.budget_nodes,
            is_virtual: header.clock == ClockKind::Virtual,
            is_timed,
            should_stop,
            changed: changed_agents,
            ..Self::with_agents(agents)
        })
    }

    /// Uses these agents; `None` for a seat whose choices cannot be repeated.
    pub(super) fn with_agents(agents: Vec<Option<Box<dyn Agent<G>>>>) -> Self {
        let with_agent = |agent| ReplayAgent {
            agent,
            request: (0, 0),
            views: Vec::new(),
        };
        let changed = vec![None; agents.len()];
        let agents = agents.into_iter();
        Self {
            changed,
            agents: agents.map(|agent| agent.map(with_agent)).collect(),
            nodes: None,
            is_virtual: true,
            is_timed: false,
            should_stop: &|| false,
        }
    }

    /// Returns `true` if the verification must end.
    pub(super) fn should_stop(&self) -> bool {
        (self.should_stop)()
    }

    /// Returns the agent of each seat that is another here, so that its choices cannot be repeated.
    pub(super) fn changed(&self) -> &[Option<ChangedAgent>] {
        &self.changed
    }

    /// Returns the seats with a reproducible agent.
    pub(super) fn seats(&self) -> Seats {
        let seats = Seat::all(self.agents.len());
        seats
            .filter(|seat| self.agents[seat.index()].is_some())
            .collect()
    }

    /// Shows the position to every agent that is to act.
    pub(super) fn show_position(&mut self, referee: &Referee<G>) {
        for seat in referee.awaited_seats() {
            let Some(agent) = &mut self.agents[seat.index()] else {
                continue;
            };
            let request = (referee.turn(seat), referee.parts(seat));
            if agent.request != request {
                agent.request = request;
                agent.views.clear();
            }
            let viewer = Viewer::Seat(seat);
            let view = referee.view(viewer);
            if agent.views.last().is_none_or(|last| last.view != view) {
                let earlier = referee.earlier_views(viewer);
                agent.views.push(SeenView { view, earlier });
            }
        }
    }

    /// Returns the choices of the agent of a seat that is to act, one for each view it had, the
    /// latest first, and then the same with a sparsely enforced node limit. Empty for a seat without an agent.
    pub(super) fn choices(
        &mut self,
        referee: &Referee<G>,
        seat: Seat,
        seed: RootSeed,
    ) -> impl Iterator<Item = ReplayedChoice<G::Action>> {
        let budget = |enforcement| Budget {
            nodes: self.nodes,
            depth: None,
            is_timed: self.is_timed,
            should_stop: self.should_stop,
            enforcement,
        };
        let budgets = [Enforcement::Exact, Enforcement::Sparse].map(budget);
        let is_virtual = self.is_virtual;
        let replay_agent = self.agents[seat.index()].as_mut();
        replay_agent.into_iter().flat_map(move |replay_agent| {
            let ReplayAgent {
                agent,
                request,
                views,
            } = replay_agent;
            let turn = request.0;
            let views = views.iter().rev();
            let attempts = { budgets }.into_iter();
            let attempts =
                attempts.flat_map(move |budget| views.clone().map(move |seen| (budget, seen)));
            attempts.map(move |(budget, seen)| {
                let request = DecisionRequest {
                    game: referee.game(),
                    view: &seen.view,
                    earlier_views: &seen.earlier,
                    seat,
                    turn,
                    seed,
                };
                replay_choice(referee, &mut **agent, &request, &budget, is_virtual)
            })
        })
    }
}

/// Repeats the choice of an agent for a request.
fn replay_choice<G: WithAgents>(
    referee: &Referee<G>,
    agent: &mut dyn Agent<G>,
    request: &DecisionRequest<'_, G>,
    budget: &Budget<'_>,
    is_virtual: bool,
) -> ReplayedChoice<G::Action> {
    // An agent that crashed in the match crashes here as well.
    let decide = AssertUnwindSafe(|| agent.decide(request, budget, &mut |_| {}));
    let Ok(choice) = catch_unwind(decide) else {
        return ReplayedChoice {
            actions: None,
            nanos: Some(0),
            delay_nanos: 0,
            effort: 0,
            score: None,
            text: "crash".into(),
        };
    };
    let effort = choice.effort;
    let score = arena::declared_score(referee, &choice);
    let delay_nanos = choice.delay_micros.saturating_mul(1000);
    let (mut actions, nanos) = if is_virtual {
        arena::apply_virtual_time(referee, choice)
    } else {
        (choice.actions, Some(0))
    };
    let submission = Submission {
        seat: request.seat,
        actions: &actions,
        nanos,
        effort,
        score,
    };
    let accepted = referee.validate(submission);
    let turn = referee.game().format_turn(request.view, &actions);
    let remark = if accepted.is_ok() {
        ""
    } else {
        ", which is illegal,"
    };
    let time = match nanos {
        Some(nanos) if is_virtual => format!(" after {nanos} ns"),
        None => " too late".to_owned(),
        Some(_) => String::new(),
    };
    let declared = score.map_or_else(String::new, |score| format!(" and score {score}"));
    let text = format!("choose `{turn}`{remark}{time} with effort {effort}{declared}");
    if let Ok(count) = accepted {
        actions.truncate(count);
    }
    ReplayedChoice {
        actions: accepted.is_ok().then_some(actions),
        nanos,
        delay_nanos,
        effort,
        score,
        text,
    }
}
