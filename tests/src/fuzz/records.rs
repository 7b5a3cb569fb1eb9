//! The reader of records, on real ones that were changed and sealed again.

use arbitrary::{Result, Unstructured};
use botwerk_agents::{Roster, verify};
use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{GameId, with_game};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::words::{self, GameWords};

/// Changes of a record at most.
const CHANGES: usize = 4;

/// Reads, replays and verifies a record that the bytes have changed.
///
/// # Panics
/// If reading does, if a record is read that would be written differently, or if one agrees when
/// it is verified but not when it is replayed.
pub fn records(bytes: &[u8]) {
    let mut source = Unstructured::new(bytes);
    let Ok(id) = source.choose(GameId::ALL) else {
        return;
    };
    let _ = with_game!(*id, G => changed::<G>(&mut source));
}

fn changed<G: Roster>(source: &mut Unstructured<'_>) -> Result<()> {
    let words = words::of(G::spec().id);
    let record = source.choose(&words.records)?;
    if source.ratio(1, 8)? {
        let text = words::text(source, &[record.to_text()])?;
        read::<G>(&text);
        return Ok(());
    }
    let mut record = record.clone();
    for _ in 0..source.int_in_range(0..=CHANGES)? {
        change(&mut record, words, source)?;
    }
    // The running hash is right, whatever it runs over.
    read::<G>(&record.to_text());
    play::<G>(&record);
    Ok(())
}

fn read<G: Roster>(text: &str) {
    match Record::from_text(text) {
        Ok(record) => {
            assert_eq!(record.to_text(), text);
            play::<G>(&record);
        }
        Err(error) => assert!(error.line > 0, "{error}"),
    }
}

fn play<G: Roster>(record: &Record) {
    let replayed = Replay::<G>::new(record).and_then(Replay::run);
    let verified = verify::<G>(record);
    assert!(verified.is_err() || replayed.is_ok(), "{replayed:?}");
}

/// Changes one line, or which lines there are.
fn change(record: &mut Record, words: &GameWords, source: &mut Unstructured<'_>) -> Result<()> {
    if record.events.is_empty() {
        return Ok(());
    }
    let (at, other) = (
        source.choose_index(record.events.len())?,
        source.choose_index(record.events.len())?,
    );
    match source.int_in_range(0..=9)? {
        0 => drop(record.events.remove(at)),
        1 => record.events.insert(at, record.events[other].clone()),
        2 => record.events.swap(at, other),
        3 => record.events.truncate(at),
        4 => record.outcome = None,
        5 => record.outcome = edited(&record.outcome, words, source)?,
        6 => record.header = edited(&record.header, words, source)?,
        7 => {
            for (seq, line) in (1..).zip(&mut record.events) {
                line.seq = seq;
            }
        }
        _ => record.events[at] = edited(&record.events[at], words, source)?,
    }
    Ok(())
}

/// A part with one of its values changed, if it is still such a part.
fn edited<T: Serialize + DeserializeOwned + Clone>(
    part: &T,
    words: &GameWords,
    source: &mut Unstructured<'_>,
) -> Result<T> {
    let mut value = serde_json::to_value(part).unwrap();
    let mut at = &mut value;
    while is_container(at) && !source.ratio(1, 8)? {
        let count = children(at).len();
        if count == 0 {
            break;
        }
        let which = source.choose_index(count)?;
        at = children(at).swap_remove(which);
    }
    *at = match source.int_in_range(0..=5)? {
        0 => Value::Null,
        1 => source.arbitrary::<i64>()?.into(),
        2 => source.int_in_range(0..=9)?.into(),
        3 => u64::MAX.into(),
        _ => words::text(source, &words.texts)?.into(),
    };
    Ok(serde_json::from_value(value).unwrap_or_else(|_| part.clone()))
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

fn children(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    }
}
