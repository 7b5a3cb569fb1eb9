//! Records of which one field was changed and the hash chain computed again.

use arbitrary::{Result, Unstructured};
use botwerk_agents::{Roster, verify};
use botwerk_engine::record::{ClockKind, EventLine, Record};
use botwerk_engine::{GameId, Termination, with_game};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::corpus;
use super::genuine_records::genuine_records;

/// Changes one field of a genuine record. If the record still verifies, the field must be one of those
/// that no record can prove.
///
/// # Panics
/// Panics if the change of a field is accepted that can be proved.
pub fn forgeries(bytes: &[u8]) {
    let mut source = Unstructured::new(bytes);
    let Ok(id) = source.choose(GameId::BUILT_IN) else {
        return;
    };
    let _ = with_game!(*id, G => check_forgery::<G>(&mut source));
}

fn check_forgery<G: Roster>(source: &mut Unstructured<'_>) -> Result<()> {
    let genuine = source.choose(genuine_records(G::ID))?;
    let mut forged = genuine.clone();
    let Some(field) = forge(&mut forged, source)? else {
        return Ok(());
    };
    let read = Record::from_text(&forged.to_text());
    if forged == *genuine || read.is_err() {
        return Ok(());
    }
    if let Ok(verified) = verify::<G>(&forged) {
        assert!(
            !verified.is_complete() || !is_provable(&field, genuine),
            "{}: another `{}` is accepted: {verified:?}\n{}",
            G::ID,
            field.name,
            first_difference(genuine, &forged),
        );
    }
    Ok(())
}

/// Returns the first line that differs, in both records.
fn first_difference(genuine: &Record, forged: &Record) -> String {
    let texts = [genuine, forged].map(Record::to_text);
    let mut lines = texts[0].lines().zip(texts[1].lines());
    let (before, after) = lines.find(|(a, b)| a != b).unwrap_or_default();
    let shorten = |line: &str| line.chars().take(600).collect::<String>();
    let (before, after) = (shorten(before), shorten(after));
    format!("genuine: {before}\nforged: {after}")
}

/// The field of a record that is changed.
struct ForgedField {
    /// The path in the JSON of a line, without the numbers of seats, such as `header.seats.name`.
    name: String,
    /// The seat that it belongs to, if it is a field of a submission or of a removal.
    seat: Option<usize>,
    /// Whether the event says that a seat was flagged, before or after the change.
    is_flag: bool,
}

/// Returns whether a record proves the value of a field. What it cannot prove is:
///
/// - names, the origin of the seed, the salt of its commitment
/// - options, the time control and the seed as far as nothing in the match depends on them
/// - that an agent played a seat: a seat without an agent is not checked, and says so
/// - measured times, and effort and scores that a client declared
/// - why a client left, unless its clock had reached zero
/// - into how many submissions a client split the actions of a turn
fn is_provable(field: &ForgedField, genuine: &Record) -> bool {
    let is_virtual = genuine.header.clock == ClockKind::Virtual;
    let seats = &genuine.header.seats;
    let has_agent = field.seat.is_some_and(|seat| seats[seat].agent.is_some());
    match field.name.as_str() {
        "header.seats.name"
        | "header.seats.agent"
        | "header.seed_origin"
        | "header.seed_salt"
        | "header.time_control" => false,
        // Other limits may lead to the same end.
        name if name.starts_with("header.adjudication") => false,
        "header.seed" => genuine.events.iter().any(|line| line.actor == "chance"),
        // Without effort, times of wall time are zero as well.
        "header.clock" => has_effort_without_pauses(genuine),
        "event.elapsed_nanos"
        | "event.charged_nanos"
        | "event.stalled_nanos"
        | "event.announcements.elapsed_nanos" => is_virtual,
        "event.effort" | "event.announcements.effort" => is_virtual || has_agent,
        "event.termination" => has_agent || field.is_flag,
        // Scores of clients count only if they end an adjudicated match or prevent its end.
        "event.part" | "event.score" => has_agent,
        name => !name.starts_with("header.options."),
    }
}

fn has_effort_without_pauses(genuine: &Record) -> bool {
    let submissions = || genuine.events.iter().filter(|line| line.turn.is_some());
    let is_computed = |time: u64, effort: u64| time == effort * 1000;
    submissions().any(|line| line.effort.is_some())
        && submissions().all(|line| {
            let effort = line.effort.unwrap_or(0);
            line.elapsed_nanos
                .is_some_and(|time| is_computed(time, effort))
        })
}

/// Changes one field, or returns `None` if the line would not deserialize.
fn forge(record: &mut Record, source: &mut Unstructured<'_>) -> Result<Option<ForgedField>> {
    let Record {
        header,
        events,
        outcome,
    } = record;
    let mut is_flag = false;
    let (kind, pointer, seat) = match source.int_in_range(0..=7)? {
        0 | 1 => ("header", changed(header, source)?, None),
        2 => match outcome {
            Some(outcome) => ("outcome", changed(outcome, source)?, None),
            None => return Ok(None),
        },
        _ if events.is_empty() => return Ok(None),
        _ => {
            let index = source.choose_index(events.len())?;
            let line = &mut events[index];
            let genuine = line.clone();
            let pointer = changed(line, source)?;
            let terminations = [genuine.termination, line.termination];
            is_flag = terminations.contains(&Some(Termination::Flagged));
            let seat = pointer.as_ref().and_then(|it| seat_of_field(&genuine, it));
            ("event", pointer, seat)
        }
    };
    Ok(pointer.map(|pointer| {
        let is_number = |part: &str| part.parse::<usize>().is_ok();
        let parts = pointer.split('/').skip(1).filter(|part| !is_number(part));
        let name: Vec<&str> = [kind].into_iter().chain(parts).collect();
        let name = name.join(".");
        ForgedField {
            name,
            seat,
            is_flag,
        }
    }))
}

/// Returns the seat that a field of an event belongs to.
fn seat_of_field(line: &EventLine, pointer: &str) -> Option<usize> {
    let mut parts = pointer.split('/').skip(1);
    if parts.next() == Some("announcements") {
        let index: usize = parts.next()?.parse().ok()?;
        return Some(line.announcements.get(index)?.seat as usize);
    }
    let seat = match line.actor.as_str() {
        "referee" => line.action.rsplit(' ').next()?,
        actor => actor,
    };
    seat.parse().ok()
}

/// Changes one value of a line and returns its pointer, or `None` if the line would not deserialize.
fn changed<T: Serialize + DeserializeOwned>(
    line: &mut T,
    source: &mut Unstructured<'_>,
) -> Result<Option<String>> {
    let mut json = serde_json::to_value(&*line).unwrap();
    let mut leaves = Vec::new();
    collect_leaves(&json, String::new(), &mut leaves);
    let pointer = source.choose(&leaves)?.clone();
    let value = json.pointer(&pointer).cloned().unwrap_or_default();
    let new = changed_value(&value, source)?;
    set(&mut json, &pointer, new);
    let Ok(new) = serde_json::from_value(json) else {
        return Ok(None);
    };
    *line = new;
    Ok(Some(pointer))
}

/// Collects the pointers of all values that contain no others, and of optional fields that are missing.
fn collect_leaves(value: &Value, pointer: String, leaves: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect_leaves(value, format!("{pointer}/{name}"), leaves);
            }
            if pointer.is_empty() {
                for name in [
                    "stalled_nanos",
                    "charged_nanos",
                    "termination",
                    "effort",
                    "score",
                    "key",
                ] {
                    if fields.contains_key("seq") && !fields.contains_key(name) {
                        leaves.push(format!("/{name}"));
                    }
                }
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                collect_leaves(value, format!("{pointer}/{index}"), leaves);
            }
        }
        _ => leaves.push(pointer),
    }
}

/// Sets or removes the value at a pointer.
fn set(json: &mut Value, pointer: &str, value: Option<Value>) {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        return;
    };
    match (json.pointer_mut(parent), value) {
        (Some(Value::Object(fields)), Some(value)) => drop(fields.insert(name.to_owned(), value)),
        (Some(Value::Object(fields)), None) => drop(fields.remove(name)),
        (Some(Value::Array(items)), Some(value)) => {
            if let Some(item) = name.parse().ok().and_then(|at: usize| items.get_mut(at)) {
                *item = value;
            }
        }
        _ => {}
    }
}

/// Returns another value, or `None` to remove the field.
fn changed_value(value: &Value, source: &mut Unstructured<'_>) -> Result<Option<Value>> {
    if source.ratio(1, 6)? {
        return Ok(None);
    }
    let terminations = || Termination::ALL.map(Termination::name);
    Ok(Some(match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let near = [
                0,
                1,
                number.wrapping_add(1),
                number.wrapping_sub(1),
                number / 2,
            ];
            (*source.choose(&near)?).into()
        }
        Value::String(text) if text == "virtual" => "wall".into(),
        Value::String(text) if text == "wall" => "virtual".into(),
        Value::String(text) if terminations().contains(&text.as_str()) => {
            (*source.choose(&terminations())?).into()
        }
        Value::String(text) if source.ratio(1, 2)? => {
            corpus::text(source, std::slice::from_ref(text))?.into()
        }
        Value::String(_) => {
            let texts = [
                "0",
                "1",
                "2",
                "chance",
                "referee",
                "turn 1s",
                "budget 50 nodes",
            ];
            (*source.choose(&texts)?).into()
        }
        // A field that is missing.
        Value::Null => {
            let values: [Value; 4] = [
                1.into(),
                1_000_000.into(),
                "RESIGNED".into(),
                "FLAGGED".into(),
            ];
            source.choose(&values)?.clone()
        }
        other => other.clone(),
    }))
}
