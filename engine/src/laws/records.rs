//! Laws of records: they round-trip as text, and every alteration is detected.

use crate::record::{
    EventLine, Header, OutcomeLine, Record, RecordedSeat, Replay, SeedOrigin, StartOrigin,
};
use crate::{Game, MAX_EXACT_NUMBER, Referee, StableRng, hex};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::matches::Match;
use super::violation::LawResult;

/// Total size of the altered records to parse per match, in bytes.
const ALTERED_BYTES: usize = 1_000_000;

/// Returns the record of a match.
pub(super) fn record<G: Game>(game: &G, played: &Match<G>) -> Record {
    let seats = (0..game.seats())
        .map(|seat| RecordedSeat {
            name: format!("player {seat}"),
            agent: (seat == 0).then(|| "random".into()),
        })
        .collect();
    let header = Header::new(game, seats, played.seed, SeedOrigin::Given, played.time);
    let events = played.events.iter().zip(1..);
    Record {
        header,
        events: events
            .map(|(event, seq)| EventLine::new(game, seq, event))
            .collect(),
        outcome: OutcomeLine::from_referee(&played.referee),
    }
}

fn replay<G: Game>(record: &Record) -> LawResult {
    Replay::<G>::new(record)
        .and_then(Replay::run)
        .map_err(|error| error.to_string())
}

/// Parsing a record's text returns the record, its lines are the events, and it can be replayed.
pub(super) fn round_trips<G: Game>(game: &G, played: &Match<G>, _: &mut StableRng) -> LawResult {
    let record = record(game, played);
    let text = record.to_text();
    let parsed = Record::from_text(&text).map_err(|error| error.to_string())?;
    if parsed != record || parsed.to_text() != text {
        return Err("the record's text is parsed as another record".into());
    }
    for (event, line) in played.events.iter().zip(&parsed.events) {
        let parsed = line.event(game).map_err(|error| error.to_string())?;
        let key = line.key.clone();
        let same = parsed.actor == event.actor
            && parsed.action == event.action
            && parsed.submission == event.submission
            && parsed.announcements == event.announcements
            && key == event.key.map(|key| key.to_string());
        if !same {
            return Err(format!("the line of {event:?} is parsed as {parsed:?}"));
        }
    }
    replay::<G>(&record)
}

/// A record with a start position other than that of its seed is replayed only if it says so.
pub(super) fn given_starts_are_marked<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut StableRng,
) -> LawResult {
    let mut referee = Referee::new(game.clone(), played.seed);
    let count = generator.below(played.events.len() as u64);
    for event in &played.events[..count as usize] {
        referee.replay(event).map_err(|error| error.to_string())?;
    }
    let mut record = record(game, played);
    let derived = record.header.start.clone();
    record.header.start_origin = StartOrigin::Given;
    if replay::<G>(&record).is_ok() {
        return Err("the start of the seed is marked as given".into());
    }
    (record.events, record.outcome) = (Vec::new(), None);
    record.header.start = game.format_position(referee.state());
    if record.header.start != derived {
        replay::<G>(&record)?;
        record.header.start_origin = StartOrigin::Seed;
        if replay::<G>(&record).is_ok() {
            return Err("a given start is not marked".into());
        }
    }
    record.header.start_origin = StartOrigin::Given;
    record.header.start = format!(" {}", game.format_position(referee.state()));
    if replay::<G>(&record).is_ok() {
        return Err("a given start is not in its canonical form".into());
    }
    record.header.start = game.format_position(played.referee.state());
    if replay::<G>(&record).is_ok() {
        return Err("a match starts after its end".into());
    }
    Ok(())
}

/// No number of a record is larger than a reader in JavaScript can hold.
pub(super) fn numbers_are_exact<G: Game>(
    game: &G,
    played: &Match<G>,
    _: &mut StableRng,
) -> LawResult {
    let text = record(game, played).to_text();
    for line in text.lines() {
        let value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        check_numbers(&value).map_err(|number| format!("{number} in {line}"))?;
    }
    Ok(())
}

/// Returns an error with the first number that is too large.
fn check_numbers(value: &Value) -> LawResult {
    let is_exact = |number: &serde_json::Number| {
        let magnitude = number.as_i64().map(i64::unsigned_abs);
        magnitude
            .or(number.as_u64())
            .is_some_and(|it| it <= MAX_EXACT_NUMBER)
    };
    match value {
        Value::Number(number) if !is_exact(number) => Err(number.to_string()),
        Value::Array(values) => values.iter().try_for_each(check_numbers),
        Value::Object(fields) => fields.values().try_for_each(check_numbers),
        _ => Ok(()),
    }
}

/// A record with one altered character or line is rejected by the parser or by the replay.
pub(super) fn alterations_are_detected<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut StableRng,
) -> LawResult {
    let text = record(game, played).to_text();
    let is_detected = |changed: &str| match Record::from_text(changed) {
        Err(_) => true,
        Ok(record) => replay::<G>(&record).is_err(),
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut below = |n: usize| generator.below(n as u64) as usize;
    for _ in 0..(ALTERED_BYTES / text.len()).clamp(4, 100) {
        let at = below(text.len());
        let mut bytes = text.clone().into_bytes();
        let other = b"\n\r \"0a}x9,"[below(10)];
        bytes[at] = if bytes[at] == other { b'~' } else { other };
        let changed = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        if !is_detected(&changed) {
            let was = &text[at..=at];
            return Err(format!(
                "changing byte {at} from {was:?} to {:?} is not detected",
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
            if changed != lines && !is_detected(&changed.concat()) {
                return Err(format!("lines {one} and {other} {what}: not detected"));
            }
        }
    }
    for (what, changed) in [
        ("removing the last newline", text.trim_end().to_owned()),
        ("changing the line endings", text.replace('\n', "\r\n")),
        ("adding an empty line", format!("{text}\n")),
    ] {
        if !is_detected(&changed) {
            return Err(format!("{what} is not detected"));
        }
    }
    Ok(())
}

/// Returns the lines of a record without their chained hashes.
pub(super) fn remove_hash_chain(text: &str) -> Vec<String> {
    let part = |line: &str| {
        let (part, _) = line.rsplit_once(",\"sha256\":\"").unwrap_or((line, ""));
        format!("{part}}}")
    };
    text.lines().map(part).collect()
}

/// Joins arbitrary lines into a text with a valid hash chain.
pub(super) fn add_hash_chain(lines: &[String]) -> String {
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
