//! The agents that would choose the same again, and what they have seen.

use botwerk_engine::record::{Difference, Record, TimeKind};
use botwerk_engine::{Act, Referee, RootSeed, Seat, Seats, Viewer};

use crate::agent::{Agent, Budget, Request};
use crate::arena;
use crate::roster::Roster;
use crate::spec::AgentSpec;

/// The reproducible agents of a match on virtual time; of any other match, none.
pub(super) struct Players<G: Roster>(Vec<Option<Player<G>>>);

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
    /// All of it as it is written.
    pub(super) text: String,
}

impl<G: Roster> Players<G> {
    /// The agents that a record names.
    pub(super) fn of(record: &Record) -> Result<Self, Difference> {
        let wrong = |why: String| Difference { seq: 0, why };
        let agent = |text: &String| -> Result<Option<Box<dyn Agent<G>>>, Difference> {
            let spec: AgentSpec = text.parse().map_err(|e| wrong(format!("{e}")))?;
            let info = G::agent_info(&spec).map_err(|e| wrong(e.to_string()))?;
            let agent = G::agent(&spec).map_err(|e| wrong(e.to_string()))?;
            Ok((info.reproducible && record.header.time == TimeKind::Virtual).then_some(agent))
        };
        let seats = record.header.seats.iter();
        let agents: Result<_, _> = seats
            .map(|seat| seat.agent.as_ref().map_or(Ok(None), agent))
            .collect();
        Ok(Self::new(agents?))
    }

    /// These agents; `None` for a seat whose choices nobody can make again.
    pub(super) fn new(agents: Vec<Option<Box<dyn Agent<G>>>>) -> Self {
        let player = |agent| Player {
            agent,
            request: (0, 0),
            sights: Vec::new(),
        };
        let agents = agents.into_iter();
        Self(agents.map(|agent| agent.map(player)).collect())
    }

    /// The seats with an agent.
    pub(super) fn seats(&self) -> Seats {
        let seats = Seat::all(self.0.len());
        seats
            .filter(|seat| self.0[seat.index()].is_some())
            .collect()
    }

    /// Shows the position to everybody who is asked.
    pub(super) fn look(&mut self, referee: &Referee<G>) {
        let asked = referee.ask().map_or(Seats::EMPTY, |ask| ask.seats);
        for seat in asked {
            let Some(player) = &mut self.0[seat.index()] else {
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
        let player = self.0[seat.index()].as_mut();
        player.into_iter().flat_map(move |player| {
            let Player {
                agent,
                request,
                sights,
            } = player;
            let turn = request.0;
            let sights = sights.iter().rev();
            sights.map(move |sight| reply(referee, &mut **agent, sight, seat, turn, seed))
        })
    }
}

fn reply<G: Roster>(
    referee: &Referee<G>,
    agent: &mut dyn Agent<G>,
    sight: &Sight<G>,
    seat: Seat,
    turn: u32,
    seed: RootSeed,
) -> Reply<G::Action> {
    let request = Request {
        game: referee.game(),
        view: &sight.view,
        earlier: &sight.earlier,
        seat,
        turn,
        seed,
    };
    let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
    let effort = choice.effort;
    let (mut actions, nanos) = arena::timed(referee, choice);
    let act = Act {
        seat,
        actions: &actions,
        nanos,
        effort,
    };
    let taken = referee.check(act);
    let text = referee.game().format_turn(&sight.view, &actions);
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
