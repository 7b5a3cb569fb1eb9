//! The agents that would choose the same again, and what they have seen.

use std::panic::{AssertUnwindSafe, catch_unwind};

use botwerk_engine::record::{Difference, Header, Record, TimeKind};
use botwerk_engine::{Act, Referee, RootSeed, Seat, Seats, Viewer};

use crate::agent::{Agent, Budget, Request};
use crate::arena;
use crate::roster::Roster;
use crate::spec::AgentSpec;

/// The reproducible agents of a match on virtual time; of any other match, none: a clock may have
/// cut its decisions off.
pub(super) struct Players<G: Roster> {
    players: Vec<Option<Player<G>>>,
    /// Search nodes of every answer, where the match limited them.
    nodes: Option<u64>,
}

/// An agent, and what its seat has seen since it was asked.
struct Player<G: Roster> {
    agent: Box<dyn Agent<G>>,
    /// Turn and act that it is asked for.
    request: (u32, u32),
    /// Whoever conducts a match asks as soon as it can; others may have acted meanwhile.
    sights: Vec<Sight<G>>,
}

/// What a seat could know at a moment of a match.
struct Sight<G: Roster> {
    view: G::View,
    earlier: Vec<G::View>,
}

/// What an agent does when it is asked.
pub(super) struct Reply<A> {
    /// The actions that take effect; `None` if the act is illegal.
    pub(super) actions: Option<Vec<A>>,
    /// Its virtual time.
    pub(super) nanos: u64,
    /// Its search nodes.
    pub(super) effort: u64,
    /// All of it in words: `choose ...`.
    pub(super) text: String,
}

impl<G: Roster> Players<G> {
    /// The agents that a record names.
    pub(super) fn of(record: &Record) -> Result<Self, Difference> {
        let wrong = |why: String| Difference { seq: 0, why };
        let agent = |text: &String| -> Result<Option<Box<dyn Agent<G>>>, Difference> {
            let spec: AgentSpec = text.parse().map_err(|e| wrong(format!("{e}")))?;
            let limits = G::limits(&spec).map_err(|e| wrong(e.to_string()))?;
            if !limits.is_reproducible() || record.header.time == TimeKind::Wall {
                return Ok(None);
            }
            let agent = G::agent(&spec).map_err(|e| wrong(e.to_string()))?;
            Ok(Some(agent))
        };
        let seats = record.header.seats.iter();
        let agents: Result<_, _> = seats
            .map(|seat| seat.agent.as_ref().map_or(Ok(None), agent))
            .collect();
        Ok(Self {
            nodes: budget_nodes(&record.header),
            ..Self::new(agents?)
        })
    }

    /// These agents; `None` for a seat whose choices nobody can make again.
    pub(super) fn new(agents: Vec<Option<Box<dyn Agent<G>>>>) -> Self {
        let player = |agent| Player {
            agent,
            request: (0, 0),
            sights: Vec::new(),
        };
        let agents = agents.into_iter();
        Self {
            players: agents.map(|agent| agent.map(player)).collect(),
            nodes: None,
        }
    }

    /// The seats with an agent.
    pub(super) fn seats(&self) -> Seats {
        let seats = Seat::all(self.players.len());
        seats
            .filter(|seat| self.players[seat.index()].is_some())
            .collect()
    }

    /// Shows the position to everybody who is asked.
    pub(super) fn look(&mut self, referee: &Referee<G>) {
        let asked = referee.ask().map_or(Seats::EMPTY, |ask| ask.seats);
        for seat in asked {
            let Some(player) = &mut self.players[seat.index()] else {
                continue;
            };
            let request = (referee.turn(seat), referee.acts(seat));
            if player.request != request {
                player.request = request;
                player.sights.clear();
            }
            let viewer = Viewer::Seat(seat);
            let view = referee.view(viewer);
            if player.sights.last().is_none_or(|last| last.view != view) {
                let earlier = referee.earlier_views(viewer);
                player.sights.push(Sight { view, earlier });
            }
        }
    }

    /// Asks the agent of a seat that is asked: what it does for each view that it has had, the
    /// latest first. Nothing for a seat without one.
    pub(super) fn replies(
        &mut self,
        referee: &Referee<G>,
        seat: Seat,
        seed: RootSeed,
    ) -> impl Iterator<Item = Reply<G::Action>> {
        let budget = Budget {
            nodes: self.nodes,
            ..Budget::UNLIMITED
        };
        let player = self.players[seat.index()].as_mut();
        player.into_iter().flat_map(move |player| {
            let Player {
                agent,
                request,
                sights,
            } = player;
            let turn = request.0;
            let sights = sights.iter().rev();
            sights.map(move |sight| {
                let request = Request {
                    game: referee.game(),
                    view: &sight.view,
                    earlier: &sight.earlier,
                    seat,
                    turn,
                    seed,
                };
                reply(referee, &mut **agent, &request, &budget)
            })
        })
    }
}

/// The nodes to which a match limited every answer, as its record words it.
fn budget_nodes(header: &Header) -> Option<u64> {
    let words = header.time_control.as_ref()?;
    let nodes = words.strip_prefix("budget ")?.strip_suffix(" nodes")?;
    nodes.parse().ok()
}

fn reply<G: Roster>(
    referee: &Referee<G>,
    agent: &mut dyn Agent<G>,
    request: &Request<'_, G>,
    budget: &Budget<'_>,
) -> Reply<G::Action> {
    // A player that crashed in the match crashes here as well.
    let decide = AssertUnwindSafe(|| agent.decide(request, budget, &mut |_| {}));
    let Ok(choice) = catch_unwind(decide) else {
        return Reply {
            actions: None,
            nanos: 0,
            effort: 0,
            text: "crash".into(),
        };
    };
    let effort = choice.effort;
    let (mut actions, nanos) = arena::timed(referee, choice);
    let act = Act {
        seat: request.seat,
        actions: &actions,
        nanos,
        effort,
    };
    let taken = referee.check(act);
    let turn = referee.game().format_turn(request.view, &actions);
    let legal = if taken.is_ok() {
        ""
    } else {
        ", which is illegal,"
    };
    let text = format!("choose `{turn}`{legal} after {nanos} ns with effort {effort}");
    if let Ok(taken) = taken {
        actions.truncate(taken);
    }
    Reply {
        actions: taken.is_ok().then_some(actions),
        nanos,
        effort,
        text,
    }
}
