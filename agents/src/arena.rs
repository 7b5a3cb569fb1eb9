//! Matches between agents in one process, on virtual time (MR-25).

use botwerk_engine::{Act, Event, Game, Outcome, Referee, Refusal, RootSeed, Seat, Viewer};

use crate::agent::{Agent, Budget, Choice, Request};

/// A finished match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// What each seat did wrong, if it was taken out of the match for it.
    pub faults: Vec<Option<Refusal>>,
}

/// Plays a match to its end and appends everything that happens to `events`.
///
/// Answers to a simultaneous request are compared by their virtual time; an agent that gives an
/// illegal act leaves the match.
///
/// # Panics
/// If there is not one agent for each seat.
pub fn play<G: Game>(
    game: &G,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    events: &mut Vec<Event<G::Action>>,
) -> Played {
    assert_eq!(agents.len(), game.seats(), "one agent for each seat");
    let mut referee = Referee::new(game.clone(), seed);
    let mut faults = vec![None; agents.len()];
    loop {
        referee.advance(events);
        let Some(ask) = referee.ask() else { break };
        for seat in ask.seats {
            let fault = answer(&mut referee, seat, &mut *agents[seat.index()], seed, events);
            if let Err(refusal) = fault {
                faults[seat.index()] = Some(refusal);
                // A seat that is asked is in the match, so it can leave.
                let _ = referee.intervene(game.leave(seat), events);
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
    seed: RootSeed,
    events: &mut Vec<Event<G::Action>>,
) -> Result<(), Refusal> {
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
    let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
    let effort = choice.effort;
    let (actions, nanos) = timed(referee, choice);
    let act = Act {
        seat,
        actions: &actions,
        nanos,
        effort,
    };
    referee.act(act, events).map(|_| ())
}

/// A choice's actions and virtual time. A choice that comes too late for a race is a pass (MR-25);
/// where nobody races, time decides nothing.
pub fn timed<G: Game>(referee: &Referee<G>, choice: Choice<G::Action>) -> (Vec<G::Action>, u64) {
    let game = referee.game();
    match (
        game.virtual_time(choice.effort, choice.pause_micros),
        game.silence(referee.state()),
    ) {
        (Some(nanos), _) => (choice.actions, nanos),
        (None, Some(silence)) => (vec![silence], u64::MAX),
        (None, None) => (choice.actions, u64::MAX),
    }
}
