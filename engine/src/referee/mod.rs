//! The referee of a match: decisions, submissions, races and chance outcomes.
//!
//! The referee reads no clock and never blocks. Its caller, such as a server room or a loop over
//! agents, measures times and passes them as numbers.

mod event;
mod race;
mod replay;
mod submission;

pub use event::{Event, Removal, SubmissionInfo};
pub use submission::{Acceptance, Submission, SubmissionError};

use crate::adjudication::{Adjudication, Adjudicator};
use crate::chance::RootSeed;
use crate::game::Outcome;
use crate::game::{Actor, Deadline, Decision, Game, IllegalAction, Turn, Viewer};
use crate::history::History;
use crate::race::{Announcement, AppliedAnnouncements, HeldAnnouncements};
use crate::seat::{Seat, Seats};
use crate::termination::Termination;

/// The progress of a seat: its latest turn, and the submissions accepted in it.
#[derive(Debug, Clone, Copy, Default)]
struct SeatProgress {
    turn: u32,
    parts: u32,
}

/// A match in progress.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{
///     Acceptance, GameNotation, GameRules, GameType, Options, Referee, RootSeed, Seat, Submission,
/// };
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let mut referee = Referee::new(game, RootSeed::from_text("7"));
/// let mut events = Vec::new();
/// referee.resolve_chance(&mut events);
///
/// let view = referee.view(botwerk_engine::Viewer::Seat(Seat::FIRST));
/// let actions = referee.game().parse_turn(&view, "b2-b4 / k3-k5 .").unwrap();
/// let submission = Submission::new(Seat::FIRST, &actions);
/// assert_eq!(referee.submit(submission, &mut events), Ok(Acceptance::Applied));
/// assert_eq!(events.len(), 4);
/// assert_eq!(referee.awaited_seats().map(Seat::index).collect::<Vec<_>>(), [1]);
/// ```
#[derive(Debug, Clone)]
pub struct Referee<G: Game> {
    game: G,
    seed: RootSeed,
    history: History<G>,
    announcements: HeldAnnouncements<G::Action>,
    /// The announcements of the open race that were applied.
    applied: AppliedAnnouncements,
    /// Whether each seat announces only once in a race.
    is_virtual: bool,
    progress: Vec<SeatProgress>,
    terminations: Vec<Option<Termination>>,
    decision: Option<Decision>,
    adjudicator: Option<Adjudicator>,
}

impl<G: Game> Referee<G> {
    /// Creates a match at its start position. The first chance outcomes are still to be sampled: see
    /// [`Self::resolve_chance`].
    pub fn new(game: G, seed: RootSeed) -> Self {
        let start = game.initial_state(seed);
        Self::from_position(game, seed, start)
    }

    /// Creates a match that starts with the given position.
    pub fn from_position(game: G, seed: RootSeed, start: G::State) -> Self {
        let history = History::new(&game, start);
        Self::from_history(game, seed, history)
    }

    /// Creates a match that starts with the given position and history.
    pub fn from_history(game: G, seed: RootSeed, history: History<G>) -> Self {
        let progress = vec![SeatProgress::default(); game.seats()];
        let mut referee = Self {
            terminations: vec![None; game.seats()],
            game,
            seed,
            history,
            announcements: HeldAnnouncements::default(),
            applied: AppliedAnnouncements::default(),
            is_virtual: false,
            progress,
            decision: None,
            adjudicator: None,
        };
        referee.open_decision();
        referee
    }

    /// Returns the match before its first event, with rules for its adjudication if there are any. They are
    /// valid for its number of seats: see [`Adjudication::errors`].
    pub fn with_adjudication(mut self, rules: Option<Adjudication>) -> Self {
        self.adjudicator = rules.map(Adjudicator::new);
        self
    }

    /// Returns the match before its first event, played on virtual time or not. On virtual time each seat
    /// announces only once in a race.
    pub fn with_virtual_time(mut self, is_virtual: bool) -> Self {
        self.is_virtual = is_virtual;
        self
    }

    /// Returns the rules for the adjudication of the match, if there are any.
    pub fn adjudication(&self) -> Option<Adjudication> {
        self.adjudicator.as_ref().map(Adjudicator::rules)
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the position.
    pub fn state(&self) -> &G::State {
        self.history.state()
    }

    /// Returns the position with its history, and drops everything else of the match.
    pub fn into_history(self) -> History<G> {
        self.history
    }

    /// Returns what a viewer may know of the position.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(self.state(), viewer)
    }

    /// Returns the viewer's views of all positions that count for repetition, in order: see
    /// [`History::occurrences`].
    pub fn earlier_views(&self, viewer: Viewer) -> Vec<G::View> {
        self.history.views(&self.game, viewer)
    }

    /// Returns the outcome, or `None` if the match is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(self.state()) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance(_) => self.adjudicated_outcome().cloned(),
        }
    }

    /// Returns why each seat has left the match; `None` for a seat that is still in it.
    pub fn terminations(&self) -> &[Option<Termination>] {
        &self.terminations
    }

    /// Returns the open decision, or `None` while chance is to act and after the end.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Returns the seats that must still act in the open decision.
    pub fn awaited_seats(&self) -> Seats {
        let announced = self.announcements.seats().union(self.announced_once());
        self.decision.map_or(Seats::EMPTY, |decision| {
            decision.seats.difference(announced)
        })
    }

    /// Returns the number of a seat's latest turn, from 1, or 0 before its first.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.progress[seat.index()].turn
    }

    /// Returns the number of accepted submissions of a seat in its latest turn.
    pub fn parts(&self, seat: Seat) -> u32 {
        self.progress[seat.index()].parts
    }

    /// Returns the time limit that the rules set for the open decision, or `None` if there is no limit.
    pub fn deadline(&self) -> Option<Deadline<G::Action>> {
        self.decision.and_then(|_| self.game.deadline(self.state()))
    }

    /// Samples and applies chance outcomes until a seat is to act or the match is over.
    pub fn resolve_chance(&mut self, events: &mut Vec<Event<G::Action>>) {
        while self.adjudicated_outcome().is_none()
            && let Turn::Chance(key) = self.game.turn(self.state())
        {
            let action = self
                .game
                .sample_outcome(self.history.state(), &mut self.seed.rng_for_chance(key));
            self.history
                .apply(&self.game, Actor::Chance, action)
                .expect("a sampled outcome is legal, as the law tests show for every game");
            let key = Some(key);
            events.push(Event {
                actor: Actor::Chance,
                action,
                key,
                submission: None,
                announcements: vec![],
                removal: None,
            });
        }
        self.open_decision();
    }

    /// Applies a submission, or holds it if it is an announcement in a race.
    ///
    /// # Errors
    /// Returns an error if the seat is not to act or an action is illegal; nothing is changed.
    pub fn submit(
        &mut self,
        submission: Submission<'_, G::Action>,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<Acceptance, SubmissionError> {
        let applied = self.validate(submission)?;
        let Submission {
            seat,
            nanos,
            effort,
            ..
        } = submission;
        let [first, ..] = submission.actions else {
            return Err(SubmissionError::Empty);
        };
        if self.game.is_contested(self.state(), *first) {
            let announcement = Announcement {
                seat,
                nanos: nanos.ok_or(SubmissionError::Untimed(seat))?,
                effort,
                action: *first,
            };
            self.record_part(submission);
            self.announcements.hold(announcement);
            return Ok(Acceptance::Held);
        }
        let info = self.record_part(submission);
        for action in &submission.actions[..applied] {
            let actor = Actor::Seat(submission.seat);
            self.apply_checked(actor, *action, Some(info), vec![], events);
        }
        self.open_decision();
        self.adjudicate(seat, info);
        Ok(Acceptance::Applied)
    }

    /// Checks a submission without applying it, and returns the number of actions that take effect.
    ///
    /// # Errors
    /// Returns the same errors as [`Self::submit`].
    pub fn validate(
        &self,
        submission: Submission<'_, G::Action>,
    ) -> Result<usize, SubmissionError> {
        let Submission { seat, actions, .. } = submission;
        let decision = self
            .decision
            .filter(|decision| decision.seats.contains(seat));
        let decision = decision.ok_or(SubmissionError::NotYourTurn(seat))?;
        if !self.awaited_seats().contains(seat) {
            return Err(SubmissionError::AlreadyAnnounced(seat));
        }
        let [first, rest @ ..] = actions else {
            return Err(SubmissionError::Empty);
        };
        if self.game.is_contested(self.state(), *first) {
            if !rest.is_empty() {
                let rule = self
                    .game
                    .id()
                    .spec()
                    .race_rules
                    .map_or("race", |rules| rules.announcement);
                let error = IllegalAction::new(rule, "an announcement must be submitted alone");
                return Err(SubmissionError::Illegal { index: 1, error });
            }
            submission.nanos.ok_or(SubmissionError::Untimed(seat))?;
        }
        let mut state = self.state().clone();
        for (index, action) in actions.iter().enumerate() {
            if index > 0 && !is_same_decision(&self.game, &state, decision, seat) {
                if actions[index..]
                    .iter()
                    .all(|rest| self.game.ignores_trailing(*rest))
                {
                    return Ok(index);
                }
                let error = IllegalAction::after_turn();
                return Err(SubmissionError::Illegal { index, error });
            }
            self.game
                .apply(&mut state, Actor::Seat(seat), *action)
                .map_err(|error| SubmissionError::Illegal { index, error })?;
        }
        Ok(actions.len())
    }

    /// Applies a referee action, such as an expired time limit. See [`Self::remove_seat`] for a seat that
    /// leaves.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the action.
    pub fn apply_referee_action(
        &mut self,
        action: G::Action,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<(), IllegalAction> {
        self.apply_as_referee(action, None, events)
    }

    /// Removes a seat from the match.
    ///
    /// # Errors
    /// Returns an error if the seat has left already or the match is over.
    pub fn remove_seat(
        &mut self,
        seat: Seat,
        removal: impl Into<Removal>,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<(), IllegalAction> {
        let leave = self.game.leave_action(seat);
        let removal = removal.into();
        self.apply_as_referee(leave, Some(removal), events)?;
        self.terminations[seat.index()] = Some(removal.termination);
        Ok(())
    }

    fn apply_as_referee(
        &mut self,
        action: G::Action,
        removal: Option<Removal>,
        events: &mut Vec<Event<G::Action>>,
    ) -> Result<(), IllegalAction> {
        self.check_not_adjudicated()?;
        let actor = Actor::Referee;
        self.history.apply(&self.game, actor, action)?;
        events.push(Event {
            actor,
            action,
            key: None,
            submission: None,
            announcements: vec![],
            removal,
        });
        self.discard_stale();
        self.open_decision();
        Ok(())
    }

    /// Counts an accepted submission.
    fn record_part(&mut self, submission: Submission<'_, G::Action>) -> SubmissionInfo {
        let progress = &mut self.progress[submission.seat.index()];
        let info = SubmissionInfo {
            turn: progress.turn,
            part: progress.parts,
            elapsed_nanos: submission.nanos,
            effort: submission.effort,
            score: submission.score,
        };
        progress.parts += 1;
        info
    }

    fn apply_checked(
        &mut self,
        actor: Actor,
        action: G::Action,
        submission: Option<SubmissionInfo>,
        announcements: Vec<Announcement<G::Action>>,
        events: &mut Vec<Event<G::Action>>,
    ) {
        self.history
            .apply(&self.game, actor, action)
            .expect("the action was checked against this position");
        events.push(Event {
            actor,
            action,
            key: None,
            submission,
            announcements,
            removal: None,
        });
    }

    /// Updates the open decision, and starts the turns of the seats that are newly to act.
    fn open_decision(&mut self) {
        if self.adjudicated_outcome().is_some() {
            self.decision = None;
            return;
        }
        let Turn::Decision(decision) = self.game.turn(self.state()) else {
            self.decision = None;
            return;
        };
        let same = self.decision.filter(|old| old.is_same(&decision));
        if same.is_none() {
            self.applied = AppliedAnnouncements::default();
        }
        let previous = same.map_or(Seats::EMPTY, |old| old.seats);
        for seat in decision.seats.difference(previous) {
            let progress = &mut self.progress[seat.index()];
            *progress = SeatProgress {
                turn: progress.turn + 1,
                parts: 0,
            };
        }
        self.decision = Some(decision);
    }

    /// Returns the outcome by adjudication, or `None` while the match is not adjudicated.
    fn adjudicated_outcome(&self) -> Option<&Outcome> {
        self.adjudicator.as_ref()?.outcome()
    }

    /// Returns an error if the match is adjudicated.
    fn check_not_adjudicated(&self) -> Result<(), IllegalAction> {
        match self.adjudicated_outcome() {
            None => Ok(()),
            Some(outcome) => Err(IllegalAction::new(outcome.rule, "the match is over")),
        }
    }

    /// Ends the match if that is due with an applied submission, unless its seat's turn continues or the
    /// rules have ended the match.
    fn adjudicate(&mut self, seat: Seat, info: SubmissionInfo) {
        let decision = self.decision;
        let is_open = decision.is_some_and(|decision| decision.seats.contains(seat))
            && self.progress[seat.index()].turn == info.turn;
        let is_over = matches!(self.game.turn(self.state()), Turn::Over(_));
        if let Some(adjudicator) = &mut self.adjudicator
            && !is_open
            && !is_over
        {
            adjudicator.record_turn(seat, info.turn, info.score);
            self.open_decision();
        }
    }
}

/// Returns `true` if a seat is still to act for the same decision in this position.
pub fn is_same_decision<G: Game>(
    game: &G,
    state: &G::State,
    decision: Decision,
    seat: Seat,
) -> bool {
    match game.turn(state) {
        Turn::Decision(now) => now.seats.contains(seat) && now.is_same(&decision),
        Turn::Chance(_) | Turn::Over(_) => false,
    }
}
