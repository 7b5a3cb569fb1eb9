//! Laws of forged records: a forgery is detected although the hash chain is valid.

use crate::record::{AnnouncementLine, ClockKind, EventLine, Record, Replay};
use crate::{Game, Seat, StableRng, Termination};

use super::matches::Match;
use super::records::record;
use super::violation::LawResult;

/// Number of events of a match that are forged.
const FORGED_EVENTS: usize = 3;

/// A genuine record, from which forgeries are derived.
struct GenuineRecord<'a, G: Game> {
    game: &'a G,
    record: Record,
}

impl<G: Game> GenuineRecord<'_, G> {
    /// Returns an error if a forgery is not detected. A forgery equal to the genuine record is
    /// ignored.
    fn check(&self, what: &str, forge: impl FnOnce(&mut Record)) -> LawResult {
        let mut forged = self.record.clone();
        forge(&mut forged);
        let is_detected = || Replay::<G>::new(&forged).and_then(Replay::run).is_err();
        if forged == self.record || is_detected() {
            return Ok(());
        }
        Err(format!("forged {what} is not detected"))
    }

    /// Returns an error if a forgery of one event is not detected.
    fn check_line(&self, what: &str, at: usize, forge: impl FnOnce(&mut EventLine)) -> LawResult {
        let line = &self.record.events[at];
        let what = format!("{what} of event {}, {line:?},", at + 1);
        self.check(&what, |record| forge(&mut record.events[at]))
    }

    /// Returns `true` if the nanoseconds of an event are computed from its effort.
    fn is_timed_by_effort(&self, line: &EventLine) -> bool {
        let seats = &self.record.header.seats;
        let seat = line
            .actor
            .parse()
            .ok()
            .and_then(|seat: usize| seats.get(seat));
        let agent = seat.and_then(|seat| seat.agent.as_ref());
        self.record.header.clock == ClockKind::Virtual && agent.is_none()
    }
}

/// A record with a valid hash chain fails the replay if a chance outcome, race or result differs
/// from the match.
pub(super) fn forgeries_are_detected<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut StableRng,
) -> LawResult {
    let record = record(game, played);
    let genuine = GenuineRecord { game, record };
    header_and_end(&genuine, played)?;
    let events = genuine.record.events.len() as u64;
    for _ in 0..FORGED_EVENTS {
        let at = generator.below(events) as usize;
        let any = generator.below(u64::from(game.action_count())) as u32;
        let any = game.action_from_number(any).ok_or("numbers have a gap")?;
        let any = game.format_action(any);
        event(&genuine, at, &any)?;
        race(&genuine, played.referee.state(), at, &any)?;
    }
    Ok(())
}

fn header_and_end<G: Game>(genuine: &GenuineRecord<'_, G>, played: &Match<G>) -> LawResult {
    if genuine
        .record
        .events
        .iter()
        .any(|line| line.actor == "chance")
    {
        genuine.check("seed", |record| {
            let is_zero = record.header.seed.starts_with('0');
            let digit = if is_zero { "1" } else { "0" };
            record.header.seed.replace_range(..1, digit);
        })?;
    }
    genuine.check("start", |record| {
        record.header.start = genuine.game.format_position(played.referee.state());
    })?;
    genuine.check("version", |record| record.header.botwerk += 1)?;
    genuine.check("game", |record| record.header.game.push('s'))?;
    genuine.check("ruleset", |record| record.header.ruleset.push(' '))?;
    genuine.check("options", |record| record.header.options.clear())?;
    genuine.check("end", |record| record.outcome = None)?;
    genuine.check("places", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.places.rotate_left(1);
        }
    })?;
    genuine.check("rule", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.outcome.push('0');
        }
    })?;
    genuine.check("terminations of too many seats", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.terminations = vec![Some(Termination::Resigned); outcome.places.len() + 1];
        }
    })?;
    if genuine.game.seats() > 1 {
        genuine.check("terminations of too few seats", |record| {
            if let Some(outcome) = &mut record.outcome {
                outcome.terminations = vec![Some(Termination::Resigned)];
            }
        })?;
    }
    genuine.check("event after the end", |record| {
        let copy = record.events.last().cloned();
        record.events.extend(copy);
        if let Some(copy) = record.events.last_mut() {
            copy.seq += 1;
        }
    })
}

/// Forges the actor, action, time and other fields of an event.
fn event<G: Game>(genuine: &GenuineRecord<'_, G>, at: usize, any: &str) -> LawResult {
    let line = &genuine.record.events[at];
    genuine.check_line("number", at, |line| line.seq += 1)?;
    genuine.check_line("number 0", at, |line| line.seq = 0)?;
    genuine.check_line("turn", at, |line| {
        line.turn = line.turn.map_or(Some(1), |turn| turn.checked_add(1));
    })?;
    genuine.check_line("missing turn", at, |line| line.turn = None)?;
    genuine.check_line("part", at, |line| {
        // One more may be a valid number, since a client can split its actions into parts.
        line.part = line.part.map_or(Some(0), |act| act.checked_add(2));
    })?;
    // On virtual time an agent may delay its choice, and a client that passes may also have submitted nothing.
    let is_measured = genuine.record.header.clock == ClockKind::Wall;
    if is_measured || genuine.is_timed_by_effort(line) && line.effort.is_some() {
        genuine.check_line("missing time", at, |line| line.elapsed_nanos = None)?;
    }
    genuine.check_line("effort 0", at, |line| {
        line.effort = line.effort.or(Some(0));
    })?;
    let leave = |seat| genuine.game.format_action(genuine.game.leave_action(seat));
    if Seat::all(genuine.game.seats()).all(|seat| leave(seat) != line.action) {
        genuine.check_line("reason", at, |line| {
            line.termination = Some(Termination::Resigned);
        })?;
    }
    genuine.check_line("spelling of the seat", at, |line| {
        if line.actor.parse::<usize>().is_ok() {
            line.actor.insert(0, '0');
        }
    })?;
    if line.actor == "chance" {
        genuine.check_line("chance outcome", at, |line| line.action = any.into())?;
        genuine.check_line("missing key", at, |line| line.key = None)?;
    } else {
        genuine.check_line("key", at, |line| line.key = Some("roll:1".into()))?;
    }
    if line.announcements.is_empty() {
        genuine.check_line("needless race", at, |line| {
            line.announcements.push(AnnouncementLine {
                seat: 0,
                action: any.into(),
                elapsed_nanos: 5,
                effort: 0,
            });
        })?;
    }
    if genuine.is_timed_by_effort(line) && line.elapsed_nanos.is_some() {
        genuine.check_line("time", at, |line| {
            line.elapsed_nanos = line.elapsed_nanos.map(|nanos| nanos ^ 1);
        })?;
        let mut other = line.clone();
        other.effort = Some(line.effort.unwrap_or(0) + 1_000_000);
        genuine.check_line("effort", at, |line| line.effort = other.effort)?;
    }
    Ok(())
}

/// Forges the winner and the announcements of a race.
fn race<G: Game>(
    genuine: &GenuineRecord<'_, G>,
    state: &G::State,
    at: usize,
    any: &str,
) -> LawResult {
    let line = &genuine.record.events[at];
    if line.announcements.is_empty() {
        return Ok(());
    }
    genuine.check_line("missing race", at, |line| line.announcements.clear())?;
    genuine.check_line("action", at, |line| line.action = any.into())?;
    genuine.check_line("time", at, |line| {
        line.elapsed_nanos = line.elapsed_nanos.map(|nanos| nanos ^ 1);
    })?;
    genuine.check_line("faster announcement", at, |line| {
        for finish in &mut line.announcements {
            let winner = finish.seat.to_string() == line.actor;
            finish.elapsed_nanos = if winner { 9 } else { 0 };
        }
        if line.announcements.len() == 1 {
            line.announcements.clear();
        }
    })?;
    genuine.check_line("announcement of one seat twice", at, |line| {
        line.announcements.push(line.announcements[0].clone());
    })?;
    genuine.check_line("announcement of an invalid seat", at, |line| {
        line.announcements[0].seat = 64;
    })?;
    for other in 0..line.announcements.len() {
        let is_contested = |text: &str| {
            let action = genuine.game.parse_action(text);
            action.is_ok_and(|action| genuine.game.is_contested(state, action))
        };
        if !is_contested(any) {
            genuine.check_line("announcement of an uncontested action", at, |line| {
                line.announcements[other].action = any.into();
            })?;
        }
        if genuine.record.header.clock == ClockKind::Virtual {
            genuine.check_line("missing announcement", at, |line| {
                line.announcements.remove(other);
            })?;
        }
    }
    Ok(())
}
