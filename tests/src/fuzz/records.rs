//! The record reader, on mutated records with a correct hash chain.

use arbitrary::{Result, Unstructured};
use botwerk_agents::{Roster, verify};
use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{GameId, with_game};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::corpus::{self, GameCorpus};

/// Maximum number of mutations of a record.
const MAX_MUTATIONS: usize = 4;

/// Reads, replays and verifies a record that the bytes mutate.
///
/// # Panics
/// Panics if the reader panics, if a record does not format back identically, or if a record
/// verifies but does not replay.
pub fn records(bytes: &[u8]) {
    let mut source = Unstructured::new(bytes);
    let Ok(id) = source.choose(GameId::BUILT_IN) else {
        return;
    };
    let _ = with_game!(*id, G => check_mutated::<G>(&mut source));
}

fn check_mutated<G: Roster>(source: &mut Unstructured<'_>) -> Result<()> {
    let corpus = corpus::for_game(G::ID);
    let record = source.choose(&corpus.records)?;
    if source.ratio(1, 8)? {
        let text = corpus::text(source, &[record.to_text()])?;
        check_text::<G>(&text);
        return Ok(());
    }
    let mut record = record.clone();
    for _ in 0..source.int_in_range(0..=MAX_MUTATIONS)? {
        mutate(&mut record, corpus, source)?;
    }
    // `to_text` computes a correct hash chain over the mutated lines.
    check_text::<G>(&record.to_text());
    check_record::<G>(&record);
    Ok(())
}

fn check_text<G: Roster>(text: &str) {
    match Record::from_text(text) {
        Ok(record) => {
            assert_eq!(record.to_text(), text);
            check_record::<G>(&record);
        }
        Err(error) => assert!(error.line > 0, "{error}"),
    }
}

fn check_record<G: Roster>(record: &Record) {
    let replayed = Replay::<G>::new(record).and_then(Replay::run);
    let verified = verify::<G>(record);
    assert!(verified.is_err() || replayed.is_ok(), "{replayed:?}");
}

/// Mutates one line, or the sequence of lines.
fn mutate(record: &mut Record, corpus: &GameCorpus, source: &mut Unstructured<'_>) -> Result<()> {
    if record.events.is_empty() {
        return Ok(());
    }
    let (index, other) = (
        source.choose_index(record.events.len())?,
        source.choose_index(record.events.len())?,
    );
    match source.int_in_range(0..=9)? {
        0 => drop(record.events.remove(index)),
        1 => record.events.insert(index, record.events[other].clone()),
        2 => record.events.swap(index, other),
        3 => record.events.truncate(index),
        4 => record.outcome = None,
        5 => record.outcome = mutated(&record.outcome, corpus, source)?,
        6 => record.header = mutated(&record.header, corpus, source)?,
        7 => {
            for (seq, line) in (1..).zip(&mut record.events) {
                line.seq = seq;
            }
        }
        _ => record.events[index] = mutated(&record.events[index], corpus, source)?,
    }
    Ok(())
}

/// Returns a copy with one value changed, or an unchanged copy if it would not deserialize.
fn mutated<T: Serialize + DeserializeOwned + Clone>(
    value: &T,
    corpus: &GameCorpus,
    source: &mut Unstructured<'_>,
) -> Result<T> {
    let mut json = serde_json::to_value(value).unwrap();
    let mut node = &mut json;
    while is_container(node) && !source.ratio(1, 8)? {
        let count = children(node).len();
        if count == 0 {
            break;
        }
        let child = source.choose_index(count)?;
        node = children(node).swap_remove(child);
    }
    *node = match source.int_in_range(0..=5)? {
        0 => Value::Null,
        1 => source.arbitrary::<i64>()?.into(),
        2 => source.int_in_range(0..=9)?.into(),
        3 => u64::MAX.into(),
        _ => corpus::text(source, &corpus.texts)?.into(),
    };
    Ok(serde_json::from_value(json).unwrap_or_else(|_| value.clone()))
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
