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
    /// # use botwerk_engine::{GameRules, Options, netzwerk::Netzwerk};
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
        Record {
            header: Header::new(game, seats, seed, origin, ClockKind::Virtual),
            events: (1..).zip(events).map(line).collect(),
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
/// use botwerk_agents::arena::{self, DecisionDriver};
/// use botwerk_agents::{Agent, Budget, Choice, DecisionRequest, Roster};
/// use botwerk_engine::{Game, RootSeed};
/// # use botwerk_engine::{GameRules, Options, netzwerk::Netzwerk};
/// # let board = [("width", "3"), ("ranks", "4"), ("turn_cap", "6")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// /// Gives every decision the same node budget.
/// struct NodeLimit(u64);
///
/// impl<G: Game> DecisionDriver<G> for NodeLimit {
///     fn decide(
///         &mut self,
///         agent: &mut dyn Agent<G>,
///         request: &DecisionRequest<'_, G>,
///     ) -> Option<Choice<G::Action>> {
///         let budget = Budget { nodes: Some(self.0), ..Budget::UNLIMITED };
///         Some(agent.decide(request, &budget, &mut |_| {}))
///     }
/// }
///
/// let mcts = || Netzwerk::agent(&"mcts".parse().unwrap()).unwrap();
/// let mut events = Vec::new();
/// let seed = RootSeed::from_text("7");
/// arena::play_with(&game, seed, &mut [mcts(), mcts()], &mut NodeLimit(20), &mut events);
/// let efforts = events.iter().filter_map(|event| Some(event.submission?.effort));
/// assert_eq!(efforts.max(), Some(20));
/// ```
pub trait DecisionDriver<G: Game> {
    /// Runs one decision of an agent. Returns `None` if the seat must leave the match: see
    /// [`fault`](Self::fault).
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &DecisionRequest<'_, G>,
    ) -> Option<Choice<G::Action>>;

    /// Returns why a seat has no choice. By default its agent has crashed.
    fn fault(&self, seat: Seat) -> SeatFault {
        let _ = seat;
        SeatFault::Crashed
    }
}

/// Runs decisions without limits: an agent with a time limit falls back to its default nodes.
#[derive(Debug)]
pub struct Unlimited;

impl<G: Game> DecisionDriver<G> for Unlimited {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &DecisionRequest<'_, G>,
    ) -> Option<Choice<G::Action>> {
        Some(agent.decide(request, &Budget::UNLIMITED, &mut |_| {}))
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
/// # use botwerk_engine::{GameRules, Options, netzwerk::Netzwerk};
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
    driver: &mut dyn DecisionDriver<G>,
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
    driver: &mut dyn DecisionDriver<G>,
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
    driver: &mut dyn DecisionDriver<G>,
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
    let choice = driver.decide(agent, &request);
    let choice = choice.ok_or_else(|| driver.fault(seat))?;
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
