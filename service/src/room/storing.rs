//! Storing what happens, before anybody is told of it.

use crate::match_state::MatchState;
use botwerk_engine::Termination;
use botwerk_engine::record::{EventLine, OutcomeLine};
use botwerk_engine::{Event, Referee, Seat};

use super::conduct::Room;
use super::ends::Ended;
use super::seat::Post;
use crate::error::{Error, Reason};
use crate::store::tournaments::ScoredAttempt;
use crate::store::{Commit, SubmissionRow, to_json};
use crate::wire::Wire;

/// Seats that leave with a change, and why.
pub(super) type Leaving = Vec<(Seat, Termination)>;

impl<G: Wire> Room<G> {
    /// Changes the match, stores the change and tells everybody.
    pub(super) async fn change<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<G>, &mut Vec<Event<G::Action>>) -> Result<(), E>,
        leaving: Leaving,
    ) -> Result<(), Error> {
        self.store(change, None, leaving).await?;
        self.publish();
        Ok(())
    }

    /// Changes the match and stores the change together with the act that caused it. If either
    /// fails nothing has changed.
    pub(super) async fn store<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<G>, &mut Vec<Event<G::Action>>) -> Result<(), E>,
        act: Option<&mut SubmissionRow>,
        leaving: Leaving,
    ) -> Result<(), Error> {
        let before = self.referee.clone();
        let mut events = Vec::new();
        let changed = change(&mut self.referee, &mut events).map_err(Into::into);
        let stored = match changed {
            Ok(()) => self.write(&events, act, &leaving).await,
            Err(error) => Err(error),
        };
        if let Err(error) = stored {
            self.referee = before;
            return Err(error);
        }
        for (seat, termination) in leaving {
            self.posts[seat.index()].termination = Some(termination);
        }
        self.unpublished.extend(events);
        Ok(())
    }

    async fn write(
        &mut self,
        events: &[Event<G::Action>],
        act: Option<&mut SubmissionRow>,
        leaving: &Leaving,
    ) -> Result<(), Error> {
        if events.is_empty() && act.is_none() {
            return Ok(());
        }
        let act = act.map(|act| {
            act.view_hash = self.view_hash_of(act.seat as usize);
            act.clone()
        });
        let events = self.lines(events, act.as_ref(), leaving);
        let outcome = self.referee.outcome().map(|outcome| OutcomeLine {
            terminations: self.terminations(leaving),
            ..OutcomeLine::from(&outcome)
        });
        let state = if outcome.is_some() {
            MatchState::Over
        } else {
            MatchState::Running
        };
        self.commit(events, act.into_iter().collect(), state, outcome)
            .await
    }

    /// Ends the match without a result; `why` says it of each seat.
    pub(super) async fn call_off(
        &mut self,
        outcome: &str,
        why: impl Fn(&Post) -> Option<Termination>,
    ) -> Result<(), Error> {
        let why: Vec<_> = self.posts.iter().map(why).collect();
        let played = why.iter().all(Option::is_none);
        let line = OutcomeLine {
            outcome: outcome.into(),
            places: Vec::new(),
            points: Vec::new(),
            terminations: if played { Vec::new() } else { why.clone() },
        };
        self.commit(Vec::new(), Vec::new(), MatchState::Aborted, Some(line))
            .await?;
        for (post, why) in self.posts.iter_mut().zip(why) {
            post.termination = why;
        }
        self.publish();
        Ok(())
    }

    /// Stores the match's state, with what has happened. If the store fails, the match stands
    /// still until it is back.
    pub(super) async fn commit(
        &mut self,
        events: Vec<String>,
        acts: Vec<SubmissionRow>,
        state: MatchState,
        outcome: Option<OutcomeLine>,
    ) -> Result<(), Error> {
        let count = events.len() as u64;
        let ends = outcome.is_some();
        let ended = outcome.as_ref().and_then(|line| {
            let attempt = self.setup.place.as_ref()?.attempt.clone();
            let result = self.result(state, line, &acts);
            Some(Ended { attempt, result })
        });
        let scored = ended.as_ref().and_then(|ended| {
            let (attempt, result) = (ended.attempt.clone(), ended.result.clone()?);
            Some(ScoredAttempt { attempt, result })
        });
        let text = outcome.as_ref().map(to_json);
        let commit = Commit {
            events,
            submissions: acts,
            outcome,
            scored,
            ..Commit::new(self.row.id.clone(), self.row.events, state)
        };
        if let Err(error) = self.surroundings.store.commit(commit).await {
            self.store_failed(&error);
            return Err(Error::new(Reason::StoreUnavailable, error.to_string()));
        }
        self.row.events += count;
        self.row.state = state;
        if ends {
            self.row.outcome = text;
            self.state = state;
        }
        if let Some(ended) = ended {
            self.surroundings.ends.tell(ended);
        }
        Ok(())
    }

    fn lines(
        &self,
        events: &[Event<G::Action>],
        act: Option<&SubmissionRow>,
        leaving: &Leaving,
    ) -> Vec<String> {
        let game = self.referee.game();
        let why = |event: &Event<G::Action>| {
            let seat = leaving
                .iter()
                .find(|(seat, _)| game.leave_action(*seat) == event.action);
            seat.map(|(_, termination)| *termination)
        };
        let line = |(i, event): (usize, &Event<G::Action>)| {
            let mut line = EventLine::new(game, self.row.events + 1 + i as u64, event);
            line.why = why(event);
            line.charged = act
                .filter(|act| line.by == act.seat.to_string())
                .filter(|act| line.turn == Some(act.turn) && line.act == Some(act.act))
                .map(|act| act.charged)
                .filter(|charged| line.nanos != Some(*charged));
            to_json(&line)
        };
        events.iter().enumerate().map(line).collect()
    }

    /// Why each seat ended; nothing if all played to the end.
    fn terminations(&self, leaving: &Leaving) -> Vec<Option<Termination>> {
        let termination = |post: &Post| {
            let now = leaving.iter().find(|(seat, _)| *seat == post.seat);
            now.map_or(post.termination, |(_, termination)| Some(*termination))
        };
        let all: Vec<_> = self.posts.iter().map(termination).collect();
        if all.iter().all(Option::is_none) {
            Vec::new()
        } else {
            all
        }
    }
}
