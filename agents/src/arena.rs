//! Matches between agents in one process, on virtual time (MR-25).

use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, SeedOrigin,
};
use botwerk_engine::{
    Event, Game, Outcome, Referee, RootSeed, Seat, Submission, SubmissionError, Termination, Viewer,
};

use crate::agent::{Agent, Budget, Choice, DecisionRequest};

/// The result of a finished match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedMatch {
    /// Outcome of the match.
    pub outcome: Outcome,
    /// Fault of each seat, if it was removed from the match for one.
    pub faults: Vec<Option<SeatFault>>,
}

/// A fault for which a seat is removed from a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatFault {
    /// The submission is malformed or illegal.
    #[error(transparent)]
    Illegal(SubmissionError),
    /// The agent panicked, or the program failed.
    #[error("the player crashed")]
    Crashed,
    /// The player has resigned.
    #[error("the player resigned")]
    Resigned,
    /// Too many submissions of the player were rejected before one was legal.
    #[error("too many submissions were illegal")]
    Rejected,
}

impl SeatFault {
    /// Returns the termination of a seat that is removed for this fault.
    pub const fn termination(&self) -> Termination {
        match self {
            Self::Illegal(_) | Self::Rejected => Termination::Illegal,
            Self::Crashed => Termination::Crashed,
            Self::Resigned => Termination::Resigned,
        }
    }
}

impl FinishedMatch {
    /// Returns the record of the match with these events.
    ///
    /// ```
    /// use botwerk_agents::{Roster, arena, verify};
    /// use botwerk_engine::RootSeed;
    /// use botwerk_engine::record::{RecordedSeat, SeedOrigin};
    /// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
    /// # let board = [("width", "2"), ("ranks", "3")];
    /// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    /// # let game = Netzwerk::new(2, options).unwrap();
    ///
    /// let agents = ["greedy", "random"].map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
    /// let seed = RootSeed::from_text("7");
    /// let mut events = Vec::new();
    /// let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
    /// let seats = ["greedy", "random"].map(|name| RecordedSeat {
    ///     name: name.into(),
    ///     agent: Some(name.into()),
    /// });
    /// let record = finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events);
    /// assert_eq!(record.events.len(), events.len());
    /// assert!(verify::<Netzwerk>(&record).is_ok());
    /// ```
    pub fn record<G: Game>(
        &self,
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        origin: SeedOrigin,
        events: &[Event<G::Action>],
    ) -> Record {
        let line = |(seq, event)| EventLine::new(game, seq, event);
        let lines = (1..).zip(events).map(line).collect();
        self.record_of_lines(game, seats, seed, origin, lines)
    }

    /// Returns the record of the match with the lines of its events.
    pub fn record_of_lines<G: Game>(
        &self,
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        origin: SeedOrigin,
        events: Vec<EventLine>,
    ) -> Record {
        Record {
            header: Header::new(game, seats, seed, origin, ClockKind::Virtual),
            events,
            outcome: Some(self.outcome_line()),
        }
    }

    /// Returns the outcome line of the match's record.
    pub fn outcome_line(&self) -> OutcomeLine {
        let faults = self.faults.iter();
        let termination = |fault: &Option<SeatFault>| fault.as_ref().map(SeatFault::termination);
        let terminations: Vec<_> = faults.map(termination).collect();
        OutcomeLine::new(&self.outcome, &terminations)
    }
}

/// Runs the agents' decisions in a match, and limits their time where needed.
///
/// ```
/// use botwerk_agents::arena::{self, DecisionDriver, PendingDecision};
/// use botwerk_agents::{Budget, Roster};
/// use botwerk_engine::{RootSeed, Seat};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "3"), ("ranks", "4"), ("turn_cap", "6")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// /// Gives every decision the same node budget.
/// struct NodeLimit(u64);
///
/// impl DecisionDriver for NodeLimit {
///     fn decide(&mut self, _seat: Seat, decision: &mut dyn PendingDecision) {
///         decision.search(&Budget { nodes: Some(self.0), ..Budget::UNLIMITED });
///     }
/// }
///
/// let minimax = || Netzwerk::agent(&"minimax".parse().unwrap()).unwrap();
/// let mut events = Vec::new();
/// let seed = RootSeed::from_text("7");
/// arena::play_with(&game, seed, &mut [minimax(), minimax()], &mut NodeLimit(20), &mut events);
/// let efforts = events.iter().filter_map(|event| Some(event.submission?.effort));
/// assert_eq!(efforts.max(), Some(20));
/// ```
pub trait DecisionDriver {
    /// Runs one decision of the agent of a seat. If there is no choice afterwards, since the search was not run or
    /// panicked, or the choice was dropped, the seat leaves the match: see [`fault`](Self::fault).
    fn decide(&mut self, seat: Seat, decision: &mut dyn PendingDecision);

    /// Returns why a seat has no choice. By default its agent has crashed.
    fn fault(&self, seat: Seat) -> SeatFault {
        let _ = seat;
        SeatFault::Crashed
    }
}

/// A decision that an agent is about to make, for a [`DecisionDriver`].
pub trait PendingDecision {
    /// Returns the number of the decision of its seat, from 1.
    fn turn(&self) -> u32;

    /// Lets the agent choose within a budget, and keeps its choice.
    fn search(&mut self, budget: &Budget<'_>);

    /// Returns the number of nodes of the choice, or `None` if there is no choice.
    fn effort(&self) -> Option<u64>;

    /// Drops the choice.
    fn drop_choice(&mut self);
}

/// The decision of an agent of a game.
struct AgentDecision<'a, G: Game> {
    agent: &'a mut dyn Agent<G>,
    request: DecisionRequest<'a, G>,
    choice: Option<Choice<G::Action>>,
}

impl<G: Game> PendingDecision for AgentDecision<'_, G> {
    fn turn(&self) -> u32 {
        self.request.turn
    }

    fn search(&mut self, budget: &Budget<'_>) {
        self.choice = None;
        self.choice = Some(self.agent.decide(&self.request, budget, &mut |_| {}));
    }

    fn effort(&self) -> Option<u64> {
        self.choice.as_ref().map(|choice| choice.effort)
    }

    fn drop_choice(&mut self) {
        self.choice = None;
    }
}

/// Runs decisions without limits: an agent with a time limit falls back to its default nodes.
#[derive(Debug)]
pub struct Unlimited;

impl DecisionDriver for Unlimited {
    fn decide(&mut self, _seat: Seat, decision: &mut dyn PendingDecision) {
        decision.search(&Budget::UNLIMITED);
    }
}

/// Plays a match to its end without limits on decisions, and appends its events to `events`.
///
/// # Panics
/// Panics unless there is one agent for each seat, or if an agent panics.
///
/// ```
/// use botwerk_agents::{Roster, arena};
/// use botwerk_engine::RootSeed;
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let names = ["greedy", "random"];
/// let agents = names.map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// let mut events = Vec::new();
/// let finished = arena::play(&game, RootSeed::from_text("7"), &mut Vec::from(agents), &mut events);
/// assert_eq!(finished.outcome.places, [1, 2]);
/// assert!(!events.is_empty() && finished.faults == [None, None]);
/// ```
pub fn play<G: Game>(
    game: &G,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    events: &mut Vec<Event<G::Action>>,
) -> FinishedMatch {
    play_with(game, seed, agents, &mut Unlimited, events)
}

/// Plays a match to its end and appends its events to `events`.
///
/// Submissions to a simultaneous decision are compared by their virtual time, not by the time they
/// took. An agent that crashes or chooses an illegal action leaves the match.
///
/// # Panics
/// Panics unless there is one agent for each seat.
pub fn play_with<G: Game>(
    game: &G,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    driver: &mut dyn DecisionDriver,
    events: &mut Vec<Event<G::Action>>,
) -> FinishedMatch {
    play_match(
        Referee::new(game.clone(), seed),
        seed,
        agents,
        driver,
        events,
    )
}

/// Plays a match that has not started, such as one from another position, to its end: see [`play_with`].
/// `seed` is that of the agents' randomness.
///
/// # Panics
/// Panics unless there is one agent for each seat.
pub fn play_match<G: Game>(
    referee: Referee<G>,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<G>>],
    driver: &mut dyn DecisionDriver,
    events: &mut Vec<Event<G::Action>>,
) -> FinishedMatch {
    assert_eq!(
        agents.len(),
        referee.game().seats(),
        "expected one agent for each seat"
    );
    let mut referee = referee.with_virtual_time(true);
    let mut faults = vec![None; agents.len()];
    loop {
        referee.resolve_chance(events);
        let Some(decision) = referee.decision() else {
            break;
        };
        for seat in decision.seats {
            let agent = &mut *agents[seat.index()];
            let result = submit_choice(&mut referee, seat, agent, driver, seed, events);
            if let Err(fault) = result {
                // A seat that is to act is in the match, so it can leave.
                let _ = referee.remove_seat(seat, fault.termination(), events);
                faults[seat.index()] = Some(fault);
            }
        }
        referee.resolve_race(|_| u64::MAX, events);
    }
    let outcome = referee
        .outcome()
        .expect("a match without an open decision is over");
    FinishedMatch { outcome, faults }
}

/// Submits one agent's choice if its seat must still act.
fn submit_choice<G: Game>(
    referee: &mut Referee<G>,
    seat: Seat,
    agent: &mut dyn Agent<G>,
    driver: &mut dyn DecisionDriver,
    seed: RootSeed,
    events: &mut Vec<Event<G::Action>>,
) -> Result<(), SeatFault> {
    if !referee.awaited_seats().contains(seat) {
        return Ok(());
    }
    let view = referee.view(Viewer::Seat(seat));
    let earlier = referee.earlier_views(Viewer::Seat(seat));
    let turn = referee.turn(seat);
    let request = DecisionRequest {
        game: referee.game(),
        view: &view,
        earlier_views: &earlier,
        seat,
        turn,
        seed,
    };
    let mut decision = AgentDecision {
        agent,
        request,
        choice: None,
    };
    driver.decide(seat, &mut decision);
    let choice = decision.choice.ok_or_else(|| driver.fault(seat))?;
    let effort = choice.effort;
    let score = declared_score(referee, &choice);
    let (actions, nanos) = apply_virtual_time(referee, choice);
    let submission = Submission {
        seat,
        actions: &actions,
        nanos,
        effort,
        score,
    };
    referee
        .submit(submission, events)
        .map_err(SeatFault::Illegal)?;
    Ok(())
}

/// Returns the score that an agent declares with a choice: none in a match that is not adjudicated.
pub fn declared_score<G: Game>(referee: &Referee<G>, choice: &Choice<G::Action>) -> Option<i32> {
    referee.adjudication().and_then(|_| choice.score())
}

/// Returns a choice's actions and virtual time. A choice that is too late for a race becomes a pass
/// (MR-25) and has no time; outside of races the virtual time has no effect.
pub fn apply_virtual_time<G: Game>(
    referee: &Referee<G>,
    choice: Choice<G::Action>,
) -> (Vec<G::Action>, Option<u64>) {
    let game = referee.game();
    let nanos = game.virtual_time(choice.effort, choice.delay_micros);
    match game.pass_action(referee.state()) {
        Some(pass) if nanos.is_none() => (vec![pass], None),
        _ => (choice.actions, nanos),
    }
}
