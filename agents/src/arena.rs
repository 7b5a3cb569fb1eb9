//! Matches between agents in one process, on virtual time (MR-25).

use botwerk_engine::record::{
    EventLine, Header, OutcomeLine, Record, SeatHeader, SeedOrigin, TimeKind,
};
use botwerk_engine::{
    Act, Event, Game, Outcome, Referee, Refusal, RootSeed, Seat, Termination, Viewer,
};

use crate::agent::{Agent, Budget, Choice, Request};

/// A finished match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// What each seat did wrong, if it was taken out of the match for it.
    pub faults: Vec<Option<Fault>>,
}

/// What a seat is taken out of a match for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An act that is none, or that the rules forbid.
    #[error(transparent)]
    Illegal(Refusal),
    /// The agent panicked.
    #[error("the player crashed")]
    Crashed,
}

impl Fault {
    /// Returns the termination of a seat that is removed for this fault.
    pub const fn termination(&self) -> Termination {
        match self {
            Self::Illegal(_) => Termination::Illegal,
            Self::Crashed => Termination::Crashed,
        }
    }
}

impl Played {
    /// The record of the match, given everything that has happened.
    pub fn record<G: Game>(
        &self,
        game: &G,
        seats: Vec<SeatHeader>,
        seed: RootSeed,
        origin: SeedOrigin,
        events: &[Event<G::Action>],
    ) -> Record {
        let line = |(seq, event)| EventLine::new(game, seq, event);
        Record {
            header: Header::new(game, seats, seed, origin, TimeKind::Virtual),
            events: (1..).zip(events).map(line).collect(),
            outcome: Some(self.outcome_line()),
        }
    }

    /// The last line of the match's record.
    pub fn outcome_line(&self) -> OutcomeLine {
        let mut outcome = OutcomeLine::from(&self.outcome);
        if self.faults.iter().any(Option::is_some) {
            let faults = self.faults.iter();
            let termination = |fault: &Option<Fault>| fault.as_ref().map(Fault::termination);
            outcome.terminations = faults.map(termination).collect();
        }
        outcome
    }
}

/// Whoever conducts a match: lets agents decide, and keeps their time if anybody does.
pub trait Conductor<G: Game> {
    /// Lets an agent decide; `None` if it crashed.
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &Request<'_, G>,
    ) -> Option<Choice<G::Action>>;
}

/// Lets agents decide without any limit: one whose settings ask for time falls back on nodes.
struct Unlimited;

impl<G: Game> Conductor<G> for Unlimited {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &Request<'_, G>,
    ) -> Option<Choice<G::Action>> {
        Some(agent.decide(request, &Budget::UNLIMITED, &mut |_| {}))
    }
}

/// Plays a match to its end, without any limit to what a decision costs, and appends everything
/// that happens to `events`.
///
/// # Panics
/// If there is not one agent for each seat, or if one panics.
pub fn play<G: Game>(
    game: &G,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    events: &mut Vec<Event<G::Action>>,
) -> Played {
    conduct(game, seed, agents, &mut Unlimited, events)
}

/// Plays a match to its end and appends everything that happens to `events`.
///
/// Answers to a simultaneous request are compared by their virtual time, whatever time they took;
/// an agent that crashes or gives an illegal act leaves the match.
///
/// # Panics
/// If there is not one agent for each seat.
pub fn conduct<G: Game>(
    game: &G,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    conductor: &mut dyn Conductor<G>,
    events: &mut Vec<Event<G::Action>>,
) -> Played {
    conduct_from(
        game,
        seed,
        game.initial_state(seed),
        agents,
        conductor,
        events,
    )
}

/// Plays a match from a position to its end: see [`conduct`].
///
/// # Panics
/// If there is not one agent for each seat.
pub fn conduct_from<G: Game>(
    game: &G,
    seed: RootSeed,
    start: G::State,
    agents: &mut [Box<dyn Agent<G>>],
    conductor: &mut dyn Conductor<G>,
    events: &mut Vec<Event<G::Action>>,
) -> Played {
    assert_eq!(agents.len(), game.seats(), "one agent for each seat");
    let mut referee = Referee::from_position(game.clone(), seed, start);
    let mut faults = vec![None; agents.len()];
    loop {
        referee.advance(events);
        let Some(ask) = referee.ask() else { break };
        for seat in ask.seats {
            let agent = &mut *agents[seat.index()];
            let answered = answer(&mut referee, seat, agent, conductor, seed, events);
            if let Err(fault) = answered {
                faults[seat.index()] = Some(fault);
                // A seat that is asked is in the match, so it can leave.
                let _ = referee.intervene(game.leave_action(seat), events);
            }
        }
        referee.decide(|_| u64::MAX, events);
    }
    let outcome = referee
        .outcome()
        .expect("nobody is asked any more, so the match is over");
    Played { outcome, faults }
}

/// Lets one agent answer the request that its seat owes.
fn answer<G: Game>(
    referee: &mut Referee<G>,
    seat: Seat,
    agent: &mut dyn Agent<G>,
    conductor: &mut dyn Conductor<G>,
    seed: RootSeed,
    events: &mut Vec<Event<G::Action>>,
) -> Result<(), Fault> {
    if !referee.owing().contains(seat) {
        return Ok(());
    }
    let view = referee.view(Viewer::Seat(seat));
    let earlier = referee.earlier_views(Viewer::Seat(seat));
    let turn = referee.turn(seat);
    let request = Request {
        game: referee.game(),
        view: &view,
        earlier: &earlier,
        seat,
        turn,
        seed,
    };
    let choice = conductor.decide(agent, &request).ok_or(Fault::Crashed)?;
    let effort = choice.effort;
    let (actions, nanos) = timed(referee, choice);
    let act = Act {
        seat,
        actions: &actions,
        nanos,
        effort,
    };
    referee.act(act, events).map_err(Fault::Illegal)?;
    Ok(())
}

/// A choice's actions and virtual time. A choice that comes too late for a race is a pass (MR-25);
/// where nobody races, time decides nothing.
pub fn timed<G: Game>(referee: &Referee<G>, choice: Choice<G::Action>) -> (Vec<G::Action>, u64) {
    let game = referee.game();
    match (
        game.virtual_time(choice.effort, choice.pause_micros),
        game.pass_action(referee.state()),
    ) {
        (Some(nanos), _) => (choice.actions, nanos),
        (None, Some(silence)) => (vec![silence], u64::MAX),
        (None, None) => (choice.actions, u64::MAX),
    }
}
