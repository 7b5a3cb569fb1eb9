//! Laws of records: they are read as they are written, and whatever is changed in one is found.

use botwerk_engine::record::{
    EventLine, Header, OutcomeLine, Record, Replay, SeatHeader, SeedOrigin, TimeKind,
};
use botwerk_engine::{Game, Generator, hex};
use sha2::{Digest, Sha256};

use crate::Held;
use crate::matches::Match;

/// Bytes of records that are read again after changes, for each match.
const EFFORT: usize = 1_000_000;

/// The record of a match.
pub(crate) fn record<G: Game>(game: &G, played: &Match<G>) -> Record {
    let seats = (0..game.seats())
        .map(|seat| SeatHeader {
            name: format!("player {seat}"),
            agent: (seat == 0).then(|| "random".into()),
        })
        .collect();
    let header = Header::new(
        game,
        seats,
        played.seed,
        SeedOrigin::Given,
        TimeKind::Virtual,
    );
    let events = played.events.iter().zip(1..);
    Record {
        header,
        events: events
            .map(|(event, seq)| EventLine::new(game, seq, event))
            .collect(),
        outcome: played
            .referee
            .outcome()
            .map(|outcome| OutcomeLine::from(&outcome)),
    }
}

fn replayed<G: Game>(record: &Record) -> Held {
    Replay::<G>::new(record)
        .and_then(Replay::run)
        .map_err(|difference| difference.to_string())
}

/// A record is read as it is written, its lines are the events, and it passes the replay.
pub(crate) fn round_trips<G: Game>(game: &G, played: &Match<G>, _: &mut Generator) -> Held {
    let record = record(game, played);
    let text = record.to_text();
    let read = Record::from_text(&text).map_err(|why| why.to_string())?;
    if read != record || read.to_text() != text {
        return Err("the record is read differently".into());
    }
    for (event, line) in played.events.iter().zip(&read.events) {
        let read = line.event(game).map_err(|why| why.to_string())?;
        let key = line.key.clone();
        let same = read.actor == event.actor
            && read.action == event.action
            && read.answer == event.answer
            && read.finishes == event.finishes
            && key == event.key.map(|key| key.to_string());
        if !same {
            return Err(format!("{event:?} is read {read:?}"));
        }
    }
    replayed::<G>(&record)
}

/// A record in which one character or line was changed is not read, or fails the replay.
pub(crate) fn changes_are_found<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut Generator,
) -> Held {
    let text = record(game, played).to_text();
    let is_found = |changed: &str| match Record::from_text(changed) {
        Err(_) => true,
        Ok(record) => replayed::<G>(&record).is_err(),
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut below = |n: usize| generator.below(n as u64) as usize;
    for _ in 0..(EFFORT / text.len()).clamp(4, 100) {
        let at = below(text.len());
        let mut bytes = text.clone().into_bytes();
        let other = b"\n\r \"0a}x9,"[below(10)];
        bytes[at] = if bytes[at] == other { b'~' } else { other };
        let changed = String::from_utf8(bytes).map_err(|why| why.to_string())?;
        if !is_found(&changed) {
            let was = &text[at..=at];
            return Err(format!(
                "byte {at}, {was:?}, may become {:?}",
                other as char
            ));
        }
        let (one, other) = (below(lines.len()), below(lines.len()));
        let mut dropped = lines.clone();
        dropped.remove(one);
        let mut doubled = lines.clone();
        doubled.insert(other, lines[one]);
        let mut swapped = lines.clone();
        swapped.swap(one, other);
        for (what, changed) in [
            ("dropped", dropped),
            ("doubled", doubled),
            ("swapped", swapped),
        ] {
            if changed != lines && !is_found(&changed.concat()) {
                return Err(format!("lines {one} and {other} may be {what}"));
            }
        }
    }
    for (what, changed) in [
        ("the last newline", text.trim_end().to_owned()),
        ("the newlines' kind", text.replace('\n', "\r\n")),
        ("an added line", format!("{text}\n")),
    ] {
        if !is_found(&changed) {
            return Err(format!("{what} makes no difference"));
        }
    }
    Ok(())
}

/// A record with a right running hash, but with a draw, a race or a result that the match did not
/// have, fails the replay.
pub(crate) fn forgeries_are_found<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut Generator,
) -> Held {
    let honest = record(game, played);
    let check = |what: &str, forge: &dyn Fn(&mut Record)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        if forged != honest && replayed::<G>(&forged).is_ok() {
            return Err(format!("forged {what} is not found"));
        }
        Ok(())
    };
    let last = honest.events.len();
    check("seed", &|record| {
        let digit = if record.header.seed.starts_with('0') {
            "1"
        } else {
            "0"
        };
        record.header.seed.replace_range(..1, digit);
    })?;
    check("start", &|record| {
        record.header.start = game.format_position(played.referee.state());
    })?;
    check("end", &|record| record.outcome = None)?;
    check("places", &|record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.places.rotate_left(1);
        }
    })?;
    check("rule", &|record| {
        if let Some(outcome) = &mut record.outcome {
            outcome.outcome.push('0');
        }
    })?;
    check("event after the end", &|record| {
        let mut more = record.events[last - 1].clone();
        more.seq += 1;
        record.events.push(more);
    })?;
    for _ in 0..20 {
        let at = generator.below(last as u64) as usize;
        let line = &honest.events[at];
        let any = generator.below(u64::from(game.action_count())) as u32;
        let any = game.numbered_action(any).ok_or("numbers have a gap")?;
        let any = game.format_action(any);
        if line.by == "chance" {
            check("draw", &|record| {
                record.events[at].action.clone_from(&any);
            })?;
            check("key", &|record| record.events[at].key = None)?;
        }
        check("turn", &|record| {
            record.events[at].turn = line.turn.map(|turn| turn + 1);
        })?;
        if !line.race.is_empty() {
            check("race", &|record| record.events[at].race.clear())?;
            check("action", &|record| {
                record.events[at].action.clone_from(&any);
            })?;
            check("time", &|record| {
                record.events[at].nanos = line.nanos.map(|nanos| nanos + 1);
            })?;
            check("faster announcement", &|record| {
                let race = &mut record.events[at].race;
                for finish in race.iter_mut() {
                    let winner = finish.seat.to_string() == line.by;
                    finish.nanos = if winner { 9 } else { 0 };
                }
                if race.len() == 1 {
                    race.clear();
                }
            })?;
            check("announcement of one seat twice", &|record| {
                let race = &mut record.events[at].race;
                race.push(race[0].clone());
            })?;
        }
    }
    Ok(())
}

/// The lines of a record without their running hash.
pub(crate) fn unsealed(text: &str) -> Vec<String> {
    let part = |line: &str| {
        let (part, _) = line.rsplit_once(",\"sha256\":\"").unwrap_or((line, ""));
        format!("{part}}}")
    };
    text.lines().map(part).collect()
}

/// Lines with their running hash, whatever they say.
pub(crate) fn sealed(lines: &[String]) -> String {
    let mut chain = [0u8; 32];
    let mut text = String::new();
    for line in lines {
        let mut hash = Sha256::new();
        hash.update(chain);
        hash.update(line.as_bytes());
        chain = hash.finalize().into();
        let part = line.strip_suffix('}').unwrap_or(line);
        text += &format!("{part},\"sha256\":\"{}\"}}\n", hex(&chain));
    }
    text
}
