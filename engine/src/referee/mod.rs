//! Conducting a match: who is asked, what was answered, and what follows from it.
//!
//! The referee knows no clock and waits for nobody. Whoever drives it, a server's room with real
//! players or a loop over agents, measures times and passes them in as numbers.

mod submission;
mod event;

pub use submission::{Acceptance, Submission, SubmissionError};
pub use event::{Event, SubmissionInfo};

use crate::chance::RootSeed;
use crate::game::{Actor, Deadline, Decision, Game, IllegalAction, Turn, Viewer};
use crate::history::History;
use crate::outcome::Outcome;
use crate::race::{Announcement, HeldAnnouncements};
use crate::seat::{Seat, Seats};

/// How far a seat has been asked.
#[derive(Debug, Clone, Copy, Default)]
struct SeatProgress {
    turn: u32,
    parts: u32,
}

/// A match in progress.
#[derive(Debug, Clone)]
pub struct Referee<G: Game> {
    game: G,
    seed: RootSeed,
    history: History<G>,
    announcements: HeldAnnouncements<G::Action>,
    requests: Vec<SeatProgress>,
    decision: Option<Decision>,
}

impl<G: Game> Referee<G> {
    /// A match at its start position. Nothing has been drawn yet: see [`Self::resolve_chance`].
    pub fn new(game: G, seed: RootSeed) -> Self {
        let start = game.initial_state(seed);
        Self::from_position(game, seed, start)
    }

    /// A match that starts from a given position.
    pub fn from_position(game: G, seed: RootSeed, start: G::State) -> Self {
        let history = History::new(&game, start);
        Self::from_history(game, seed, history)
    }

    /// A match that starts from a given position with a past.
    pub fn from_history(game: G, seed: RootSeed, history: History<G>) -> Self {
        let requests = vec![SeatProgress::default(); game.seats()];
        let mut referee = Self {
            game,
            seed,
            history,
            announcements: HeldAnnouncements::default(),
            requests,
            decision: None,
        };
        referee.open_requests();
        referee
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        self.history.state()
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(self.state(), viewer)
    }

    /// What a viewer could know at every position that counts for repetition, in order: see
    /// [`History::occurrences`]. The present one is the last if it counts; empty in games without
    /// repetition.
    pub fn earlier_views(&self, viewer: Viewer) -> Vec<G::View> {
        let earlier = self.history.occurrences().iter();
        earlier.map(|state| self.game.view(state, viewer)).collect()
    }

    /// The result, once the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(self.state()) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// What is asked now; `None` while chance acts and after the end.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The seats that still owe an answer.
    pub fn awaited_seats(&self) -> Seats {
        self.decision.map_or(Seats::EMPTY, |ask| {
            ask.seats.difference(self.announcements.seats())
        })
    }

    /// The number of a seat's latest request, from 1; 0 before the first.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.requests[seat.index()].turn
    }

    /// How often a seat has acted in its latest request.
    pub fn parts(&self, seat: Seat) -> u32 {
        self.requests[seat.index()].parts
    }

    /// The limit that the rules set to what is asked now.
    pub fn deadline(&self) -> Option<Deadline<G::Action>> {
        self.decision.and_then(|_| self.game.deadline(self.state()))
    }

    /// Whether announcements wait for a decision.
    pub fn has_held_announcements(&self) -> bool {
        !self.announcements.held().is_empty()
    }

    /// The smallest time among the announcements that wait for a decision.
    pub fn earliest_held_nanos(&self) -> Option<u64> {
        self.announcements
            .held()
            .iter()
            .map(|finish| finish.nanos)
            .min()
    }

    /// Lets chance act until a seat is asked or the match is over.
    pub fn resolve_chance(&mut self, events: &mut Vec<Event<G::Action>>) {
        while let Turn::Chance(key) = self.game.turn(self.state()) {
            let action = self
                .game
                .sample_outcome(self.history.state(), &mut self.seed.rng_for_chance(key));
            self.history
                .apply(&self.game, Actor::Chance, action)
                .expect("a drawn outcome is legal, as the law harness shows for every game");
            let key = Some(key);
            events.push(Event {
                actor: Actor::Chance,
                action,
                key,
                submission: None,
                announcements: vec![],
            });
        }
        self.open_requests();
    }

    /// Takes a seat's answer.
    ///
    /// # Errors
    /// If it is not the seat's turn or any of the actions is illegal; nothing has changed then.
    pub fn submit(
        &mut self,
        act: Submission<'_, G::Action>,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<Acceptance, SubmissionError> {
        let taken = self.validate(act)?;
        let [first, ..] = act.actions else {
            return Err(SubmissionError::Empty);
        };
        let answer = self.answered(act);
        if self.game.is_contested(self.state(), *first) {
            let Submission {
                seat,
                nanos,
                effort,
                ..
            } = act;
            self.announcements.hold(Announcement {
                seat,
                nanos,
                effort,
                action: *first,
            });
            return Ok(Acceptance::Held);
        }
        for action in &act.actions[..taken] {
            self.carry_out(Actor::Seat(act.seat), *action, Some(answer), vec![], events);
        }
        self.open_requests();
        Ok(Acceptance::Applied)
    }

    /// Checks an act without carrying it out; gives the number of actions that take effect.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub fn validate(&self, act: Submission<'_, G::Action>) -> Result<usize, SubmissionError> {
        let Submission { seat, actions, .. } = act;
        let ask = self.decision.filter(|ask| ask.seats.contains(seat));
        let ask = ask.ok_or(SubmissionError::NotYourTurn(seat))?;
        if self.announcements.seats().contains(seat) {
            return Err(SubmissionError::AlreadyAnnounced(seat));
        }
        let [first, rest @ ..] = actions else {
            return Err(SubmissionError::Empty);
        };
        if self.game.is_contested(self.state(), *first) && !rest.is_empty() {
            let rule = G::race_rules().map_or("race", |rules| rules.announcement);
            let why = IllegalAction::new(rule, "an announcement is an act of its own");
            return Err(SubmissionError::Illegal { index: 1, why });
        }
        let mut state = self.state().clone();
        for (index, action) in actions.iter().enumerate() {
            if index > 0 && !is_same_decision(&self.game, &state, ask, seat) {
                if actions[index..]
                    .iter()
                    .all(|rest| self.game.ignores_trailing(*rest))
                {
                    return Ok(index);
                }
                let why = IllegalAction::new("turn", "the turn has ended before this action");
                return Err(SubmissionError::Illegal { index, why });
            }
            self.game
                .apply(&mut state, Actor::Seat(seat), *action)
                .map_err(|why| SubmissionError::Illegal { index, why })?;
        }
        Ok(actions.len())
    }

    /// Decides the race as far as it can be decided.
    ///
    /// `soonest(seat)` is the smallest number of nanoseconds that a seat which has not answered
    /// could still be found to have taken. Returns whether anything was decided.
    pub fn resolve_race(
        &mut self,
        soonest: impl Fn(Seat) -> u64,
        events: &mut Vec<Event<G::Action>>,
    ) -> bool {
        let mut decided = false;
        while let Some(ask) = self.decision {
            let before = self.announcements.held().to_vec();
            let first = self.announcements.take_winner(ask.seats, &soonest, |n| {
                self.seed
                    .rng_for_chance(self.game.tie_break_key(&ask))
                    .below(n)
            });
            let Some(first) = first else { return decided };
            decided = true;
            let request = self.requests[first.seat.index()];
            let answer = SubmissionInfo {
                turn: request.turn,
                part: request.parts.saturating_sub(1),
                elapsed_nanos: first.nanos,
                effort: first.effort,
            };
            let actor = Actor::Seat(first.seat);
            self.carry_out(actor, first.action, Some(answer), before, events);
            self.drop_stale();
            self.open_requests();
        }
        decided
    }

    /// Carries out an action of the referee: a time limit that has passed, a seat that leaves.
    ///
    /// # Errors
    /// If the rules do not allow it now.
    pub fn apply_referee_action(
        &mut self,
        action: G::Action,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<(), IllegalAction> {
        let actor = Actor::Referee;
        self.history.apply(&self.game, actor, action)?;
        events.push(Event {
            actor,
            action,
            key: None,
            submission: None,
            announcements: vec![],
        });
        self.forget_stale();
        self.open_requests();
        Ok(())
    }

    /// Carries out an event that a record or a store holds, without drawing anything.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn replay(&mut self, event: &Event<G::Action>) -> Result<(), IllegalAction> {
        self.history.apply(&self.game, event.actor, event.action)?;
        match (event.actor, event.submission) {
            (Actor::Seat(seat), Some(answer)) => {
                self.requests[seat.index()].parts = answer.part.saturating_add(1);
                self.restore_announcements(seat, &event.announcements);
            }
            (Actor::Referee, _) => self.forget_stale(),
            (Actor::Seat(_) | Actor::Chance, _) => {}
        }
        self.open_requests();
        Ok(())
    }

    /// Counts the announcements that a replayed one was compared with; those that the rules still
    /// allow are held on.
    fn restore_announcements(&mut self, winner: Seat, finishes: &[Announcement<G::Action>]) {
        for finish in finishes.iter().filter(|finish| finish.seat != winner) {
            if self.announcements.hold(*finish) {
                let acts = &mut self.requests[finish.seat.index()].parts;
                *acts = acts.saturating_add(1);
            }
        }
        self.announcements.remove(winner);
        if !finishes.is_empty() {
            self.drop_stale();
        }
    }

    fn answered(&mut self, act: Submission<'_, G::Action>) -> SubmissionInfo {
        let request = &mut self.requests[act.seat.index()];
        let answer = SubmissionInfo {
            turn: request.turn,
            part: request.parts,
            elapsed_nanos: act.nanos,
            effort: act.effort,
        };
        request.parts += 1;
        answer
    }

    fn carry_out(
        &mut self,
        actor: Actor,
        action: G::Action,
        answer: Option<SubmissionInfo>,
        finishes: Vec<Announcement<G::Action>>,
        events: &mut Vec<Event<G::Action>>,
    ) {
        self.history
            .apply(&self.game, actor, action)
            .expect("the action was checked against this position");
        events.push(Event {
            actor,
            action,
            key: None,
            submission: answer,
            announcements: finishes,
        });
    }

    /// Drops held announcements that the referee has made pointless. They were compared with
    /// nothing and stand in no record, so they do not count as acts either.
    fn forget_stale(&mut self) {
        for seat in self.drop_stale() {
            let acts = &mut self.requests[seat.index()].parts;
            *acts = acts.saturating_sub(1);
        }
    }

    /// Drops held announcements that the rules allow no longer; gives their seats.
    fn drop_stale(&mut self) -> Seats {
        let mut dropped = Seats::EMPTY;
        for finish in self.announcements.held().to_vec() {
            let mut state = self.state().clone();
            if self
                .game
                .apply(&mut state, Actor::Seat(finish.seat), finish.action)
                .is_err()
            {
                self.announcements.remove(finish.seat);
                dropped = dropped.with(finish.seat);
            }
        }
        dropped
    }

    /// Numbers the requests that the position opens.
    fn open_requests(&mut self) {
        let Turn::Decision(ask) = self.game.turn(self.state()) else {
            self.decision = None;
            return;
        };
        let same = |old: &Decision| old.stage == ask.stage && old.number == ask.number;
        let old = self
            .decision
            .filter(same)
            .map_or(Seats::EMPTY, |old| old.seats);
        for seat in ask.seats.difference(old) {
            let request = &mut self.requests[seat.index()];
            *request = SeatProgress {
                turn: request.turn + 1,
                parts: 0,
            };
        }
        self.decision = Some(ask);
    }
}

/// Whether a seat that was asked `ask` is still answering the same request.
pub fn is_same_decision<G: Game>(game: &G, state: &G::State, ask: Decision, seat: Seat) -> bool {
    match game.turn(state) {
        Turn::Decision(now) => {
            now.seats.contains(seat) && now.stage == ask.stage && now.number == ask.number
        }
        Turn::Chance(_) | Turn::Over(_) => false,
    }
}
