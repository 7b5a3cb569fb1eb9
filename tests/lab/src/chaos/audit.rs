//! Compares a record with the logs of its seats: it contains every accepted submission and no other.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use botwerk_agents::GameAgents;
use botwerk_client::proto;
use botwerk_engine::record::{ClockKind, EventLine, OutcomeLine, Record, Replay, VerifyError};
use botwerk_engine::{
    Actor, AnyAction, AnyGame, Event, GameNotation, GameViews, Referee, Seat, Submission, Viewer,
};
use botwerk_tournament_wire::termination;

use super::plan::ChaosMatch;
use super::seat_log::{PartKey, SeatLog, SequencedFrame, SubmissionLog};
use super::violation::Violation;

/// An ended match with what is known of it in addition to its record.
pub(super) struct AuditInput<'a> {
    pub(super) plan: &'a ChaosMatch,
    /// Its description after the end.
    pub(super) description: &'a proto::Match,
    pub(super) logs: &'a [SeatLog],
    /// Maximum number of kills of the server while it was played.
    pub(super) kills: u64,
}

/// Counts of what was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AuditStats {
    /// Accepted submissions of remote seats.
    pub(super) submissions: u64,
    /// Replayed events.
    pub(super) events: u64,
    /// Joins of seats.
    pub(super) joins: u64,
    /// Submissions without a reply at a kill.
    pub(super) unanswered: u64,
    /// Accepted submissions that were re-sent and got the same reply.
    pub(super) repeated: u64,
}

impl AddAssign for AuditStats {
    fn add_assign(&mut self, other: Self) {
        self.submissions += other.submissions;
        self.events += other.events;
        self.joins += other.joins;
        self.unanswered += other.unanswered;
        self.repeated += other.repeated;
    }
}

/// Verifies a record and compares it with the logs of its seats.
pub(super) fn audit(input: &AuditInput<'_>, text: &str) -> Result<AuditStats, Violation> {
    let name = &input.description.name;
    let wrong = |what: String| Violation::of_match(name, what);
    let record = Record::from_text(text).map_err(|error| wrong(error.to_string()))?;
    let record_error = |difference: VerifyError| {
        wrong(format!("the record differs: {}", difference.message)).at(difference.seq)
    };
    let game = record.header.game_id();
    let game = game.ok_or_else(|| wrong("its game is unknown".to_owned()))?;
    game.verify(&record).map_err(record_error)?;
    let mut audit = Audit {
        input,
        replay: Replay::new(&record).map_err(record_error)?,
        recorded: BTreeSet::new(),
        compared: BTreeSet::new(),
        ended_turns: BTreeSet::new(),
        interrupted_races: 0,
        shown: vec![Vec::new(); input.logs.len()],
    };
    audit.read(&record, &record_error)?;
    for (at, log) in input.logs.iter().enumerate() {
        audit.check_submissions(log)?;
        audit.check_updates(log, at)?;
        check_end(log, record.outcome.as_ref())?;
    }
    audit.check_interrupted_races(&record)?;
    let events = record.events.len() as u64;
    if input.description.event_count != events {
        let what = format!(
            "expected {} events, the record has {events}",
            input.description.event_count
        );
        return Err(wrong(what));
    }
    let accepted = |log: &SeatLog| log.submissions().values().filter(is_accepted).count() as u64;
    Ok(AuditStats {
        submissions: input.logs.iter().map(accepted).sum(),
        events,
        joins: input.logs.iter().map(SeatLog::sessions).sum(),
        unanswered: input
            .logs
            .iter()
            .map(SeatLog::unanswered_at_disconnect)
            .sum(),
        repeated: input.logs.iter().map(SeatLog::repeated).sum(),
    })
}

fn is_accepted(sent: &&SubmissionLog) -> bool {
    sent.reply.is_some()
}

/// A submission of a seat.
type SeatPart = (u32, PartKey);

/// A comparison in progress.
struct Audit<'a> {
    input: &'a AuditInput<'a>,
    replay: Replay<'a, AnyGame>,
    /// Submissions that the record contains as events.
    recorded: BTreeSet<SeatPart>,
    /// Announcements that were compared in a race.
    compared: BTreeSet<SeatPart>,
    /// Turns that the referee ended.
    ended_turns: BTreeSet<(u32, u32)>,
    /// Number of races that the referee interrupted.
    interrupted_races: u64,
    /// The events that each seat may have seen, in order.
    shown: Vec<Vec<(proto::Actor, String)>>,
}

impl<'a> Audit<'a> {
    fn read(
        &mut self,
        record: &'a Record,
        record_error: &impl Fn(VerifyError) -> Violation,
    ) -> Result<(), Violation> {
        // The submission that contains the previous event.
        let mut open = None;
        while let Some((line, event)) = self.replay.peek().map_err(record_error)? {
            let part = part_of(line);
            if let Some(part) = part
                && open != Some(part)
            {
                self.check_part(record, line, part)?;
            }
            open = part;
            self.check_race(line)?;
            self.show(&event);
            let before = self.replay.referee().clone();
            self.replay.step().map_err(record_error)?;
            if line.actor == "referee" {
                self.record_ended_turns(&before, line);
            }
        }
        Ok(())
    }

    fn log(&self, seat: u32) -> Option<&'a SeatLog> {
        self.input.logs.iter().find(|w| w.seat() == seat)
    }

    /// Checks that a submission is recorded once, with the content and the times that the seat knows.
    fn check_part(
        &mut self,
        record: &Record,
        line: &EventLine,
        (seat, key): SeatPart,
    ) -> Result<(), Violation> {
        let Some(log) = self.log(seat) else {
            return Ok(());
        };
        let wrong = |what: String| log.violation(line.seq, what);
        if !self.recorded.insert((seat, key)) {
            return Err(wrong(format!("{key:?} is recorded twice")));
        }
        let sent = log.submissions().get(&key);
        let sent = sent.ok_or_else(|| wrong(format!("{key:?} was never sent")))?;
        if let Some(reason) = &sent.rejected {
            return Err(wrong(format!(
                "{key:?} is recorded, but was rejected: {reason}"
            )));
        }
        let events = record.events.iter().skip_while(|e| e.seq < line.seq);
        let events: Vec<_> = events
            .take_while(|e| part_of(e) == Some((seat, key)))
            .collect();
        let actions: Vec<_> = events.iter().map(|event| event.action.clone()).collect();
        let applied = self.applied_count(seat, sent);
        if sent.planned.actions.get(..applied) != Some(&actions) {
            let planned = &sent.planned.actions;
            return Err(wrong(format!(
                "{key:?} is recorded as {actions:?}, but was sent as {planned:?}"
            )));
        }
        for event in events {
            let recorded = (
                event.elapsed_nanos,
                event.charged_nanos.or(event.elapsed_nanos).or(Some(0)),
            );
            let replied = sent
                .reply
                .map(|reply| (reply.elapsed_nanos, Some(reply.charged_nanos)));
            if replied.is_some_and(|replied| replied != recorded) {
                let what = format!("times of {key:?}: expected {replied:?}, recorded {recorded:?}");
                return Err(wrong(what));
            }
            if event.effort.unwrap_or(0) != sent.planned.effort {
                let (own, other) = (sent.planned.effort, event.effort);
                return Err(wrong(format!(
                    "nodes of {key:?}: expected {own}, recorded {other:?}"
                )));
            }
        }
        Ok(())
    }

    /// Returns how many actions of a submission take effect at the current point of the record.
    fn applied_count(&self, seat: u32, sent: &SubmissionLog) -> usize {
        let referee = self.replay.referee();
        let game = referee.game();
        let actions = sent
            .planned
            .actions
            .iter()
            .map(|text| game.parse_action(text));
        let actions: Result<Vec<_>, _> = actions.collect();
        let (Ok(actions), Some(seat)) = (actions, Seat::new(seat as usize)) else {
            return 0;
        };
        let mut held = referee.held_announcements().iter();
        if held.any(|announcement| announcement.seat == seat) {
            // It was checked with the earlier announcement that it waits since.
            return actions.len();
        }
        let submission = Submission::new(seat, &actions);
        referee.validate(submission).unwrap_or(0)
    }

    /// Checks that compared announcements are those that the seats sent.
    fn check_race(&mut self, line: &EventLine) -> Result<(), Violation> {
        let referee = self.replay.referee();
        for announcement in &line.announcements {
            let Some(log) = self.log(announcement.seat) else {
                continue;
            };
            let turn = Seat::new(announcement.seat as usize).map_or(0, |seat| referee.turn(seat));
            let sent_in_turn = log.submissions().range((turn, 0)..=(turn, u32::MAX));
            let is_same = |sent: &SubmissionLog| {
                let has_time = sent
                    .reply
                    .is_none_or(|a| a.elapsed_nanos == Some(announcement.elapsed_nanos));
                let has_action = sent.planned.actions.first() == Some(&announcement.action);
                has_action
                    && has_time
                    && sent.planned.effort == announcement.effort
                    && sent.rejected.is_none()
            };
            let key = sent_in_turn
                .filter(|(_, sent)| is_same(sent))
                .map(|(key, _)| *key)
                .next();
            let Some(key) = key else {
                let what = format!("{announcement:?} was compared in turn {turn}, but never sent");
                return Err(log.violation(line.seq, what));
            };
            self.compared.insert((announcement.seat, key));
        }
        Ok(())
    }

    fn show(&mut self, event: &Event<AnyAction>) {
        let referee = self.replay.referee();
        let game = referee.game();
        for (log, shown) in self.input.logs.iter().zip(&mut self.shown) {
            let viewer = Seat::new(log.seat() as usize);
            let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
            let seen = game.visible_action(referee.state(), viewer, event.actor, event.action);
            shown.extend(seen.map(|action| (actor(event.actor), game.format_action(action))));
        }
    }

    /// Records the turns that the referee ended, and whether that interrupted a race.
    fn record_ended_turns(&mut self, before: &Referee<AnyGame>, line: &EventLine) {
        let Some(decision) = before.decision() else {
            return;
        };
        let now = self.replay.referee();
        let continues = |seat| {
            now.turn(seat) == before.turn(seat)
                && now.decision().is_some_and(|a| a.seats.contains(seat))
        };
        for seat in decision.seats {
            if !continues(seat) {
                self.ended_turns
                    .insert((seat.index() as u32, before.turn(seat)));
            }
        }
        let ends = before.deadline().filter(|_| decision.simultaneous);
        let ends = ends.map(|ends| before.game().format_action(ends.action));
        self.interrupted_races += u64::from(ends.as_ref() == Some(&line.action));
    }

    /// Checks that every accepted submission is recorded. An announcement may have lost its race, or the
    /// race was interrupted.
    fn check_submissions(&self, log: &SeatLog) -> Result<(), Violation> {
        for (key, sent) in log.submissions() {
            let part = (log.seat(), *key);
            let Some(reply) = sent.reply else { continue };
            let is_void = sent.planned.is_contested
                && (self.compared.contains(&part)
                    || self.ended_turns.contains(&(log.seat(), key.0)));
            if !self.recorded.contains(&part) && !is_void {
                let what = format!("{key:?} `{}` is lost: {reply:?}", sent.planned.text);
                return Err(log.violation(reply.seq, what));
            }
        }
        Ok(())
    }

    /// Checks that a seat received exactly the events that the record shows it, in order.
    fn check_updates(&self, log: &SeatLog, at: usize) -> Result<(), Violation> {
        let shown = &self.shown[at];
        let mut next = shown.iter();
        for (seq, frame) in log.frames() {
            let SequencedFrame::Update(update) = frame else {
                continue;
            };
            for event in &update.events {
                let received = (event.actor.unwrap_or_default(), event.text.clone());
                let expected = next.next();
                if expected != Some(&received) {
                    let what = format!("received {received:?}, but {expected:?} is recorded");
                    return Err(log.violation(*seq, what));
                }
            }
        }
        match next.next() {
            None => Ok(()),
            Some(event) => {
                let what = format!("{event:?} was never received");
                Err(log.violation(log.last(), what))
            }
        }
    }

    /// Checks the number of interrupted races: a race is interrupted by a restart or its limit, and in
    /// virtual time by neither.
    fn check_interrupted_races(&self, record: &Record) -> Result<(), Violation> {
        let max = match record.header.clock {
            ClockKind::Virtual => 0,
            ClockKind::Wall if self.input.plan.is_long_race => self.input.kills,
            ClockKind::Wall => return Ok(()),
        };
        if self.interrupted_races <= max {
            return Ok(());
        }
        let what = format!(
            "{} races were interrupted, expected at most {max}",
            self.interrupted_races
        );
        Err(Violation::of_match(&self.input.description.name, what))
    }
}

/// Checks that the recorded outcome is the received one.
fn check_end(log: &SeatLog, recorded: Option<&OutcomeLine>) -> Result<(), Violation> {
    let over = log.over();
    let received = over.map(|over| {
        let outcome = over.outcome.clone().unwrap_or_default();
        let terminations: Vec<_> = over.terminations().map(termination).collect();
        let is_complete = terminations.iter().all(Option::is_none);
        OutcomeLine {
            outcome: outcome.rule,
            places: outcome.places.iter().map(|place| *place as u8).collect(),
            points: outcome.points,
            terminations: if is_complete {
                Vec::new()
            } else {
                terminations
            },
        }
    });
    if received.as_ref() == recorded {
        return Ok(());
    }
    let what = format!("received outcome {received:?}, recorded {recorded:?}");
    Err(log.violation(log.last(), what))
}

/// Returns the submission that contains an event, or `None` if no seat acted.
fn part_of(line: &EventLine) -> Option<SeatPart> {
    let seat = line.actor.parse().ok()?;
    Some((seat, (line.turn?, line.part?)))
}

fn actor(actor: Actor) -> proto::Actor {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Chance => Kind::Chance(true),
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Referee => Kind::Referee(true),
    };
    proto::Actor { kind: Some(kind) }
}

#[cfg(test)]
mod tests;
