//! Laws of forged records: a lie is found out although the running hash is right.

use botwerk_engine::record::{EventLine, FinishLine, Record, Replay, TimeKind};
use botwerk_engine::{Game, Generator, Seat, Termination};

use crate::Held;
use crate::matches::Match;
use crate::records::record;

/// Events of a match into which lies are put.
const LIES: usize = 8;

/// An honest record, and whether a lie in it is found.
struct Honest<'a, G: Game> {
    game: &'a G,
    record: Record,
}

impl<G: Game> Honest<'_, G> {
    /// Tells one lie; one that says the same as the truth is none.
    fn check(&self, what: &str, forge: impl FnOnce(&mut Record)) -> Held {
        let mut forged = self.record.clone();
        forge(&mut forged);
        let is_found = || Replay::<G>::new(&forged).and_then(Replay::run).is_err();
        if forged == self.record || is_found() {
            return Ok(());
        }
        Err(format!("forged {what} is not found"))
    }

    /// Tells one lie about an event.
    fn check_line(&self, what: &str, at: usize, forge: impl FnOnce(&mut EventLine)) -> Held {
        let line = &self.record.events[at];
        let what = format!("{what} of event {}, {line:?},", at + 1);
        self.check(&what, |record| forge(&mut record.events[at]))
    }

    /// Whether the nanoseconds of an event follow from its effort.
    fn is_timed_by_effort(&self, line: &EventLine) -> bool {
        let seats = &self.record.header.seats;
        let seat = line.by.parse().ok().and_then(|seat: usize| seats.get(seat));
        let agent = seat.and_then(|seat| seat.agent.as_ref());
        self.record.header.time == TimeKind::Virtual && agent.is_none()
    }
}

/// A record with a right running hash, but with a draw, a race or a result that the match did not
/// have, fails the replay.
pub(crate) fn forgeries_are_found<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut Generator,
) -> Held {
    let record = record(game, played);
    let honest = Honest { game, record };
    header_and_end(&honest, played)?;
    let events = honest.record.events.len() as u64;
    for _ in 0..LIES {
        let at = generator.below(events) as usize;
        let any = generator.below(u64::from(game.action_count())) as u32;
        let any = game.action_from_number(any).ok_or("numbers have a gap")?;
        let any = game.format_action(any);
        event(&honest, at, &any)?;
        race(&honest, played.referee.state(), at, &any)?;
    }
    Ok(())
}

fn header_and_end<G: Game>(honest: &Honest<'_, G>, played: &Match<G>) -> Held {
    if honest.record.events.iter().any(|line| line.by == "chance") {
        honest.check("seed", |record| {
            let is_zero = record.header.seed.starts_with('0');
            let digit = if is_zero { "1" } else { "0" };
            record.header.seed.replace_range(..1, digit);
        })?;
    }
    honest.check("start", |record| {
        record.header.start = honest.game.format_position(played.referee.state());
    })?;
    honest.check("version", |record| record.header.botwerk += 1)?;
    honest.check("game", |record| record.header.game.push('s'))?;
    honest.check("ruleset", |record| record.header.ruleset.push(' '))?;
    honest.check("options", |record| record.header.options.clear())?;
    honest.check("end", |record| record.outcome = None)?;
    honest.check("places", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.places.rotate_left(1);
        }
    })?;
    honest.check("rule", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.outcome.push('0');
        }
    })?;
    honest.check("terminations of too many seats", |record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.terminations = vec![Some(Termination::Resigned); outcome.places.len() + 1];
        }
    })?;
    if honest.game.seats() > 1 {
        honest.check("terminations of too few seats", |record| {
            if let Some(outcome) = &mut record.outcome {
                outcome.terminations = vec![Some(Termination::Resigned)];
            }
        })?;
    }
    honest.check("event after the end", |record| {
        let more = record.events.last().cloned();
        record.events.extend(more);
        if let Some(more) = record.events.last_mut() {
            more.seq += 1;
        }
    })
}

/// Lies about who did what and when.
fn event<G: Game>(honest: &Honest<'_, G>, at: usize, any: &str) -> Held {
    let line = &honest.record.events[at];
    honest.check_line("number", at, |line| line.seq += 1)?;
    honest.check_line("number 0", at, |line| line.seq = 0)?;
    honest.check_line("turn", at, |line| {
        line.turn = line.turn.map_or(Some(1), |turn| turn.checked_add(1));
    })?;
    honest.check_line("missing turn", at, |line| line.turn = None)?;
    honest.check_line("act", at, |line| {
        // One more may be an act that was given in two parts.
        line.act = line.act.map_or(Some(0), |act| act.checked_add(2));
    })?;
    honest.check_line("missing time", at, |line| line.nanos = None)?;
    honest.check_line("effort 0", at, |line| {
        line.effort = line.effort.or(Some(0));
    })?;
    let leave = |seat| honest.game.format_action(honest.game.leave_action(seat));
    if Seat::all(honest.game.seats()).all(|seat| leave(seat) != line.action) {
        honest.check_line("reason", at, |line| line.why = Some(Termination::Resigned))?;
    }
    honest.check_line("way to write a seat", at, |line| {
        if line.by.parse::<usize>().is_ok() {
            line.by.insert(0, '0');
        }
    })?;
    if line.by == "chance" {
        honest.check_line("draw", at, |line| line.action = any.into())?;
        honest.check_line("missing key", at, |line| line.key = None)?;
    } else {
        honest.check_line("key", at, |line| line.key = Some("roll:1".into()))?;
    }
    if line.race.is_empty() {
        honest.check_line("needless race", at, |line| {
            line.race.push(FinishLine {
                seat: 0,
                action: any.into(),
                nanos: 5,
                effort: 0,
            });
        })?;
    }
    if honest.is_timed_by_effort(line) && line.nanos.is_some() {
        honest.check_line("time", at, |line| {
            line.nanos = line.nanos.map(|nanos| nanos ^ 1);
        })?;
        let mut other = line.clone();
        other.effort = Some(line.effort.unwrap_or(0) + 1_000_000);
        honest.check_line("effort", at, |line| line.effort = other.effort)?;
    }
    Ok(())
}

/// Lies about who was first, and who else there was.
fn race<G: Game>(honest: &Honest<'_, G>, state: &G::State, at: usize, any: &str) -> Held {
    let line = &honest.record.events[at];
    if line.race.is_empty() {
        return Ok(());
    }
    honest.check_line("missing race", at, |line| line.race.clear())?;
    honest.check_line("action", at, |line| line.action = any.into())?;
    honest.check_line("time", at, |line| {
        line.nanos = line.nanos.map(|nanos| nanos ^ 1);
    })?;
    honest.check_line("faster announcement", at, |line| {
        for finish in &mut line.race {
            let winner = finish.seat.to_string() == line.by;
            finish.nanos = if winner { 9 } else { 0 };
        }
        if line.race.len() == 1 {
            line.race.clear();
        }
    })?;
    honest.check_line("announcement of one seat twice", at, |line| {
        line.race.push(line.race[0].clone());
    })?;
    honest.check_line("announcement of nobody", at, |line| {
        line.race[0].seat = 64;
    })?;
    for other in 0..line.race.len() {
        let is_contested = |text: &str| {
            let action = honest.game.parse_action(text);
            action.is_ok_and(|action| honest.game.is_contested(state, action))
        };
        if !is_contested(any) {
            honest.check_line("announcement that is none", at, |line| {
                line.race[other].action = any.into();
            })?;
        }
        if honest.record.header.time == TimeKind::Virtual {
            honest.check_line("missing announcement", at, |line| {
                line.race.remove(other);
            })?;
        }
    }
    Ok(())
}
