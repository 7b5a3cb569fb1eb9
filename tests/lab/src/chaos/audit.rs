//! A record against those who were there: every act that was accepted, and no other.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use botwerk_agents::{Roster, verify};
use botwerk_client::proto;
use botwerk_engine::record::{ClockKind, EventLine, OutcomeLine, Record, Replay, VerifyError};
use botwerk_engine::{Actor, Event, Referee, Seat, Submission, Viewer};
use botwerk_tournament_wire::termination;

use super::fault::Violation;
use super::plan::ChaosMatch;
use super::seat_log::{PartKey, SeatLog, SequencedFrame, SubmissionLog};

/// A match that has ended, and what is known of it beside its record.
pub(super) struct AuditInput<'a> {
    pub(super) plan: &'a ChaosMatch,
    /// How it was described at its end.
    pub(super) last: &'a proto::Match,
    pub(super) logs: &'a [SeatLog],
    /// How often the server was killed at most while it was played.
    pub(super) kills: u64,
}

/// What was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AuditStats {
    /// Acts of witnesses that were accepted.
    pub(super) acts: u64,
    /// Events that were played again.
    pub(super) events: u64,
    /// How often seats were joined.
    pub(super) joins: u64,
    /// Acts whose answer was still awaited at a kill.
    pub(super) cut_off: u64,
    /// Accepted acts that were sent again and answered alike.
    pub(super) repeated: u64,
}

impl AddAssign for AuditStats {
    fn add_assign(&mut self, other: Self) {
        self.acts += other.acts;
        self.events += other.events;
        self.joins += other.joins;
        self.cut_off += other.cut_off;
        self.repeated += other.repeated;
    }
}

/// Verifies a record and compares it with its witnesses.
pub(super) fn audit<G: Roster>(case: &AuditInput<'_>, text: &str) -> Result<AuditStats, Violation> {
    let name = &case.last.name;
    let wrong = |what: String| Violation::of_match(name, what);
    let record = Record::from_text(text).map_err(|error| wrong(error.to_string()))?;
    let differs = |difference: VerifyError| {
        wrong(format!("the record differs: {}", difference.message)).at(difference.seq)
    };
    verify::<G>(&record).map_err(differs)?;
    let mut audit = Audit::<G> {
        case,
        replay: Replay::new(&record).map_err(differs)?,
        set_position: BTreeSet::new(),
        compared: BTreeSet::new(),
        broken: BTreeSet::new(),
        breaks: 0,
        shown: vec![Vec::new(); case.logs.len()],
    };
    audit.read(&record, &differs)?;
    for (at, log) in case.logs.iter().enumerate() {
        audit.check_acts(log)?;
        audit.check_updates(log, at)?;
        check_end(log, record.outcome.as_ref())?;
    }
    audit.check_breaks(&record)?;
    let events = record.events.len() as u64;
    if case.last.event_count != events {
        let what = format!(
            "{} events were counted, {events} recorded",
            case.last.event_count
        );
        return Err(wrong(what));
    }
    let accepted = |log: &SeatLog| log.acts().values().filter(is_accepted).count() as u64;
    Ok(AuditStats {
        acts: case.logs.iter().map(accepted).sum(),
        events,
        joins: case.logs.iter().map(SeatLog::sessions).sum(),
        cut_off: case
            .logs
            .iter()
            .map(SeatLog::unanswered_at_disconnect)
            .sum(),
        repeated: case.logs.iter().map(SeatLog::repeated).sum(),
    })
}

fn is_accepted(sent: &&SubmissionLog) -> bool {
    sent.answer.is_some()
}

/// An act of a seat.
type SeatAct = (u32, PartKey);

/// A record being compared.
struct Audit<'a, G: Roster> {
    case: &'a AuditInput<'a>,
    replay: Replay<'a, G>,
    /// Acts that stand in the record as events.
    set_position: BTreeSet<SeatAct>,
    /// Announcements that stand in a race.
    compared: BTreeSet<SeatAct>,
    /// Turns that the referee has ended.
    broken: BTreeSet<(u32, u32)>,
    /// Races that the referee has broken off.
    breaks: u64,
    /// What each witness may have seen, in order.
    shown: Vec<Vec<(proto::Actor, String)>>,
}

impl<'a, G: Roster> Audit<'a, G> {
    fn read(
        &mut self,
        record: &'a Record,
        differs: &impl Fn(VerifyError) -> Violation,
    ) -> Result<(), Violation> {
        // The act that the former event was part of.
        let mut open = None;
        while let Some((line, event)) = self.replay.peek().map_err(differs)? {
            let part = act_of(line);
            if let Some(act) = part
                && open != Some(act)
            {
                self.check_act(record, line, act)?;
            }
            open = part;
            self.check_race(line)?;
            self.show(&event);
            let before = self.replay.referee().clone();
            self.replay.step().map_err(differs)?;
            if line.actor == "referee" {
                self.note_broken(&before, line);
            }
        }
        Ok(())
    }

    fn log(&self, seat: u32) -> Option<&'a SeatLog> {
        self.case.logs.iter().find(|w| w.seat() == seat)
    }

    /// An act of a witness stands once, as it was sent and answered.
    fn check_act(
        &mut self,
        record: &Record,
        line: &EventLine,
        (seat, key): SeatAct,
    ) -> Result<(), Violation> {
        let Some(log) = self.log(seat) else {
            return Ok(());
        };
        let wrong = |what: String| log.fault(line.seq, what);
        if !self.set_position.insert((seat, key)) {
            return Err(wrong(format!("{key:?} stands twice in the record")));
        }
        let sent = log.acts().get(&key);
        let sent = sent.ok_or_else(|| wrong(format!("{key:?} was never sent")))?;
        if let Some(reason) = &sent.refused {
            return Err(wrong(format!("{key:?} stands, but was refused: {reason}")));
        }
        let part = record.events.iter().skip_while(|e| e.seq < line.seq);
        let part: Vec<_> = part
            .take_while(|e| act_of(e) == Some((seat, key)))
            .collect();
        let actions: Vec<_> = part.iter().map(|event| event.action.clone()).collect();
        let taken = self.taken(seat, sent);
        if sent.deed.actions.get(..taken) != Some(&actions) {
            let deed = &sent.deed.actions;
            return Err(wrong(format!(
                "{key:?} stands as {actions:?}, sent was {deed:?}"
            )));
        }
        for event in part {
            let recorded = (
                event.elapsed_nanos,
                event.charged_nanos.or(event.elapsed_nanos),
            );
            let answered = sent
                .answer
                .map(|answer| (Some(answer.elapsed_nanos), Some(answer.charged_nanos)));
            if answered.is_some_and(|answered| answered != recorded) {
                let what = format!("{key:?} took {answered:?}, recorded is {recorded:?}");
                return Err(wrong(what));
            }
            if event.effort.unwrap_or(0) != sent.deed.effort {
                let (own, other) = (sent.deed.effort, event.effort);
                return Err(wrong(format!(
                    "{key:?} cost {own} nodes, recorded is {other:?}"
                )));
            }
        }
        Ok(())
    }

    /// How many actions of an act take effect where the record stands.
    fn taken(&self, seat: u32, sent: &SubmissionLog) -> usize {
        let referee = self.replay.referee();
        let game = referee.game();
        let actions = sent.deed.actions.iter().map(|text| game.parse_action(text));
        let actions: Result<Vec<_>, _> = actions.collect();
        let (Ok(actions), Some(seat)) = (actions, Seat::new(seat as usize)) else {
            return 0;
        };
        let act = Submission {
            seat,
            actions: &actions,
            nanos: 0,
            effort: 0,
        };
        referee.validate(act).unwrap_or(0)
    }

    /// Announcements of witnesses that were compared are theirs.
    fn check_race(&mut self, line: &EventLine) -> Result<(), Violation> {
        let referee = self.replay.referee();
        for finish in &line.announcements {
            let Some(log) = self.log(finish.seat) else {
                continue;
            };
            let turn = Seat::new(finish.seat as usize).map_or(0, |seat| referee.turn(seat));
            let acts = log.acts().range((turn, 0)..=(turn, u32::MAX));
            let same = |sent: &SubmissionLog| {
                let time = sent
                    .answer
                    .is_none_or(|a| a.elapsed_nanos == finish.elapsed_nanos);
                let action = sent.deed.actions.first() == Some(&finish.action);
                action && time && sent.deed.effort == finish.effort && sent.refused.is_none()
            };
            let key = acts
                .filter(|(_, sent)| same(sent))
                .map(|(key, _)| *key)
                .next();
            let Some(key) = key else {
                let what = format!("compares {finish:?} in turn {turn}, which was never sent");
                return Err(log.fault(line.seq, what));
            };
            self.compared.insert((finish.seat, key));
        }
        Ok(())
    }

    fn show(&mut self, event: &Event<G::Action>) {
        let referee = self.replay.referee();
        let game = referee.game();
        for (log, shown) in self.case.logs.iter().zip(&mut self.shown) {
            let viewer = Seat::new(log.seat() as usize);
            let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
            let seen = game.visible_action(referee.state(), viewer, event.actor, event.action);
            shown.extend(seen.map(|action| (actor(event.actor), game.format_action(action))));
        }
    }

    /// Notes the turns that the referee has ended, and whether that broke off a race.
    fn note_broken(&mut self, before: &Referee<G>, line: &EventLine) {
        let Some(ask) = before.decision() else { return };
        let now = self.replay.referee();
        let goes_on = |seat| {
            now.turn(seat) == before.turn(seat)
                && now.decision().is_some_and(|a| a.seats.contains(seat))
        };
        for seat in ask.seats {
            if !goes_on(seat) {
                self.broken.insert((seat.index() as u32, before.turn(seat)));
            }
        }
        let ends = before.deadline().filter(|_| ask.simultaneous);
        let ends = ends.map(|ends| before.game().format_action(ends.action));
        self.breaks += u64::from(ends.as_ref() == Some(&line.action));
    }

    /// Every accepted act stands in the record; an announcement may have lost, or have been void.
    fn check_acts(&self, log: &SeatLog) -> Result<(), Violation> {
        for (key, sent) in log.acts() {
            let act = (log.seat(), *key);
            let Some(answer) = sent.answer else { continue };
            let void = sent.deed.contested
                && (self.compared.contains(&act) || self.broken.contains(&(log.seat(), key.0)));
            if !self.set_position.contains(&act) && !void {
                let what = format!("{key:?} `{}` is lost: {answer:?}", sent.deed.text);
                return Err(log.fault(answer.seq, what));
            }
        }
        Ok(())
    }

    /// What a witness was told is what the record shows, all of it and in order.
    fn check_updates(&self, log: &SeatLog, at: usize) -> Result<(), Violation> {
        let shown = &self.shown[at];
        let mut next = shown.iter();
        for (seq, report) in log.reports() {
            let SequencedFrame::Update(update) = report else {
                continue;
            };
            for event in &update.events {
                let told = (event.actor.unwrap_or_default(), event.text.clone());
                let expected = next.next();
                if expected != Some(&told) {
                    let what = format!("tells {told:?}, recorded is {expected:?}");
                    return Err(log.fault(*seq, what));
                }
            }
        }
        match next.next() {
            None => Ok(()),
            Some(event) => {
                let what = format!("{event:?} was never told");
                Err(log.fault(log.last(), what))
            }
        }
    }

    /// A race is broken off by a restart, or by its limit; on virtual time by neither.
    fn check_breaks(&self, record: &Record) -> Result<(), Violation> {
        let most = match record.header.clock {
            ClockKind::Virtual => 0,
            ClockKind::Wall if self.case.plan.long_race => self.case.kills,
            ClockKind::Wall => return Ok(()),
        };
        if self.breaks <= most {
            return Ok(());
        }
        let what = format!("{} races were broken off by {most} kills", self.breaks);
        Err(Violation::of_match(&self.case.last.name, what))
    }
}

/// The end is the one that was told.
fn check_end(log: &SeatLog, recorded: Option<&OutcomeLine>) -> Result<(), Violation> {
    let over = log.over();
    let told = over.map(|over| {
        let outcome = over.outcome.clone().unwrap_or_default();
        let terminations: Vec<_> = over.terminations().map(termination).collect();
        let played = terminations.iter().all(Option::is_none);
        OutcomeLine {
            outcome: outcome.rule,
            places: outcome.places.iter().map(|place| *place as u8).collect(),
            points: outcome.points,
            terminations: if played { Vec::new() } else { terminations },
        }
    });
    if told.as_ref() == recorded {
        return Ok(());
    }
    let what = format!("was told {told:?}, recorded is {recorded:?}");
    Err(log.fault(log.last(), what))
}

/// The act that an event is part of, if a seat acted.
fn act_of(line: &EventLine) -> Option<SeatAct> {
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
