//! The decisions in a record, compared with what reproducible agents choose.

use std::ops::AddAssign;

use botwerk_engine::record::{ClockKind, EventLine, Record, Replay};
use botwerk_engine::{Actor, Event, Seat, Seats, Termination};

use super::replay_agents::{ReplayAgents, ReplayedChoice};
use crate::with_agents::WithAgents;

/// The terminations with which the referee removes an agent from a match.
const FAULTS: [Termination; 2] = [Termination::Illegal, Termination::Crashed];

/// The numbers of choices that were compared with those of the record.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChoiceCounts {
    /// Choices that are the same.
    pub(super) repeated: u64,
    /// Choices that are not, since a clock may have stopped them.
    pub(super) stopped: u64,
}

impl ChoiceCounts {
    const NONE: Self = Self {
        repeated: 0,
        stopped: 0,
    };
    const REPEATED: Self = Self {
        repeated: 1,
        ..Self::NONE
    };
    const STOPPED: Self = Self {
        stopped: 1,
        ..Self::NONE
    };
}

impl AddAssign for ChoiceCounts {
    fn add_assign(&mut self, other: Self) {
        self.repeated += other.repeated;
        self.stopped += other.stopped;
    }
}

/// The decision that an event records.
pub(super) enum RecordedStep<A> {
    /// A submission of one seat; the event is the first of its actions.
    Submission(RecordedSubmission<A>),
    /// The announcements of several seats, as far as no earlier event lists them.
    Race(Vec<RecordedSubmission<A>>),
    /// The referee removed a seat, with this termination.
    Leave(Seat, Option<Termination>),
    /// A time limit expired.
    Limit,
    /// Chance acted, or the overtime of a race ended.
    Nothing,
}

/// A submission or announcement as recorded.
pub(super) struct RecordedSubmission<A> {
    seat: Seat,
    actions: Vec<A>,
    nanos: Option<u64>,
    effort: u64,
    /// The declared score.
    score: DeclaredScore,
}

/// The score in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeclaredScore {
    /// That of a submission.
    Kept(Option<i32>),
    /// Records do not keep the scores of announcements.
    NotKept,
}

impl<A: Copy + Eq> RecordedStep<A> {
    /// Reads the decision of the next event.
    pub(super) fn from_event<G: WithAgents<Action = A>>(
        replay: &Replay<'_, G>,
        line: &EventLine,
        event: &Event<A>,
    ) -> Result<Self, String> {
        let game = replay.referee().game();
        let (seat, submission) = match (event.actor, event.submission) {
            (Actor::Seat(seat), Some(submission)) => (seat, submission),
            (Actor::Referee, _) => {
                let overtime = game.overtime(replay.referee().state());
                if overtime.is_some_and(|overtime| overtime.close == event.action) {
                    return Ok(Self::Nothing);
                }
                let leaving = game.leaving_seat(event.action);
                return Ok(leaving.map_or(Self::Limit, |seat| Self::Leave(seat, line.termination)));
            }
            (Actor::Seat(_) | Actor::Chance, _) => return Ok(Self::Nothing),
        };
        if !event.announcements.is_empty() {
            // Those that an earlier one was compared with were chosen before it was applied.
            let held = replay.referee().held_announcements();
            let announcements = event.announcements.iter();
            let announcements = announcements
                .filter(|announcement| !held.contains(announcement))
                .map(|announcement| RecordedSubmission {
                    seat: announcement.seat,
                    actions: vec![announcement.action],
                    nanos: Some(announcement.nanos),
                    effort: announcement.effort,
                    score: DeclaredScore::NotKept,
                });
            return Ok(Self::Race(announcements.collect()));
        }
        let lines = submission_lines(replay.record(), replay.seq());
        let actions: Result<Vec<_>, _> =
            lines.map(|line| game.parse_action(&line.action)).collect();
        Ok(Self::Submission(RecordedSubmission {
            seat,
            actions: actions.map_err(|error| error.to_string())?,
            nanos: submission.elapsed_nanos,
            effort: submission.effort,
            score: DeclaredScore::Kept(submission.score),
        }))
    }

    /// Returns the number of following events that belong to the same submission.
    pub(super) fn following_events(&self) -> usize {
        match self {
            Self::Submission(submission) => submission.actions.len() - 1,
            _ => 0,
        }
    }

    /// Compares the decision with the agents' choices; returns the numbers of choices compared.
    pub(super) fn check<G: WithAgents<Action = A>>(
        &self,
        replay: &Replay<'_, G>,
        agents: &mut ReplayAgents<'_, G>,
    ) -> Result<ChoiceCounts, String> {
        match self {
            Self::Submission(submission) => submission.check(replay, agents),
            Self::Race(submissions) => {
                let mut counts = ChoiceCounts::NONE;
                for submission in submissions {
                    counts += submission.check(replay, agents)?;
                }
                Ok(counts)
            }
            Self::Leave(seat, termination) => check_leaving(*seat, *termination, replay, agents),
            Self::Limit => check_limit(replay, agents).map(|()| ChoiceCounts::NONE),
            Self::Nothing => Ok(ChoiceCounts::NONE),
        }
    }
}

impl<A: Copy + Eq> RecordedSubmission<A> {
    fn check<G: WithAgents<Action = A>>(
        &self,
        replay: &Replay<'_, G>,
        agents: &mut ReplayAgents<'_, G>,
    ) -> Result<ChoiceCounts, String> {
        let is_virtual = replay.record().header.clock == ClockKind::Virtual;
        let mut first_choice = None;
        for choice in agents.choices(replay.referee(), self.seat, replay.seed()) {
            let is_match = if is_virtual {
                self.matches(&choice)
            } else {
                self.matches_apart_from_time(&choice) || self.is_late(&choice, replay)
            };
            if is_match {
                return Ok(ChoiceCounts::REPEATED);
            }
            first_choice.get_or_insert(choice);
        }
        match first_choice {
            None => Ok(ChoiceCounts::NONE),
            Some(choice) if self.effort < choice.effort && self.can_be_stopped(replay) => {
                Ok(ChoiceCounts::STOPPED)
            }
            Some(choice) if self.is_cut(&choice, replay) => Err(format!(
                "the record ends inside a turn of seat {}, after {} of its {} actions; lines at the end are missing",
                self.seat,
                self.actions.len(),
                choice.actions.map_or(0, |actions| actions.len()),
            )),
            Some(choice) => Err(describe_mismatch(self.seat, &choice)),
        }
    }

    /// Returns `true` if the record ends with the first actions of the choice, but not with all.
    fn is_cut<G: WithAgents<Action = A>>(
        &self,
        choice: &ReplayedChoice<A>,
        replay: &Replay<'_, G>,
    ) -> bool {
        let record = replay.record();
        let is_last = replay.seq() as usize - 1 + self.actions.len() == record.events.len();
        let actions = choice.actions.as_deref().unwrap_or_default();
        record.outcome.is_none()
            && is_last
            && self.actions.len() < actions.len()
            && actions.starts_with(&self.actions)
    }

    /// Returns `true` if the agent had searched for so long that its clock stopped it.
    fn can_be_stopped<G: WithAgents<Action = A>>(&self, replay: &Replay<'_, G>) -> bool {
        let is_virtual = replay.record().header.clock == ClockKind::Virtual;
        let limit = replay.thinking_nanos(self.seat);
        !is_virtual && limit.is_some_and(|limit| self.nanos.is_some_and(|nanos| nanos >= limit))
    }

    fn matches(&self, choice: &ReplayedChoice<A>) -> bool {
        self.matches_apart_from_time(choice) && choice.nanos == self.nanos
    }

    fn matches_apart_from_time(&self, choice: &ReplayedChoice<A>) -> bool {
        choice.actions.as_ref() == Some(&self.actions)
            && choice.effort == self.effort
            && self.has_score_of(choice)
    }

    fn has_score_of(&self, choice: &ReplayedChoice<A>) -> bool {
        match self.score {
            DeclaredScore::Kept(score) => score == choice.score,
            DeclaredScore::NotKept => true,
        }
    }

    /// Returns `true` for a pass in place of a choice that came after the end of its race (MR-22).
    fn is_late<G: WithAgents<Action = A>>(
        &self,
        choice: &ReplayedChoice<A>,
        replay: &Replay<'_, G>,
    ) -> bool {
        let referee = replay.referee();
        let pass = referee.game().pass_action(referee.state());
        let limit = replay.race_limit_nanos();
        let delayed = self.nanos.unwrap_or(0).saturating_add(choice.delay_nanos);
        pass.is_some_and(|pass| self.actions == [pass])
            && choice.effort == self.effort
            && self.has_score_of(choice)
            && limit.is_some_and(|limit| delayed > limit)
    }
}

/// Checks that an agent left the match because of an illegal submission or a crash, or since its clock
/// reached zero.
fn check_leaving<G: WithAgents>(
    seat: Seat,
    termination: Option<Termination>,
    replay: &Replay<'_, G>,
    agents: &mut ReplayAgents<'_, G>,
) -> Result<ChoiceCounts, String> {
    let is_virtual = replay.record().header.clock == ClockKind::Virtual;
    let is_flagged = !is_virtual && termination == Some(Termination::Flagged);
    if !agents.seats().contains(seat) || is_flagged {
        return Ok(ChoiceCounts::NONE);
    }
    let referee = replay.referee();
    if !referee.awaited_seats().contains(seat) {
        return Err(format!(
            "seat {seat} is not to act and has no reason to leave"
        ));
    }
    if termination.is_some_and(|termination| !FAULTS.contains(&termination)) {
        return Err(format!(
            "seat {seat} may leave only for an illegal submission or a crash"
        ));
    }
    let mut first_choice = None;
    for choice in agents.choices(referee, seat, replay.seed()) {
        if choice.actions.is_none() {
            return Ok(ChoiceCounts::REPEATED);
        }
        first_choice.get_or_insert(choice);
    }
    first_choice.map_or(Ok(ChoiceCounts::NONE), |choice| {
        Err(describe_mismatch(seat, &choice))
    })
}

/// Checks that a seat without a reproducible agent was to act: on virtual time the match waits for
/// agents.
fn check_limit<G: WithAgents>(
    replay: &Replay<'_, G>,
    agents: &ReplayAgents<'_, G>,
) -> Result<(), String> {
    if replay.record().header.clock == ClockKind::Wall {
        return Ok(());
    }
    let referee = replay.referee();
    let all = Seats::all(referee.game().seats());
    let acting = referee.decision().map_or(all, |decision| decision.seats);
    if acting.difference(agents.seats()).is_empty() {
        return Err("no time limit expires while only built-in agents are to act".into());
    }
    Ok(())
}

fn describe_mismatch<A>(seat: Seat, choice: &ReplayedChoice<A>) -> String {
    format!("seat {seat} would {}", choice.text)
}

/// Returns the lines of the submission that starts with this event.
fn submission_lines(record: &Record, seq: u64) -> impl Iterator<Item = &EventLine> {
    let lines = record.events.get(seq as usize - 1..).unwrap_or_default();
    let first = lines.first();
    lines.iter().take_while(move |line| {
        first.is_some_and(|first| {
            (&line.actor, line.turn, line.part) == (&first.actor, first.turn, first.part)
        })
    })
}
