//! Messages of any type of the contract, made by its description.

use arbitrary::{Result, Unstructured};
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, Value};

use super::words;

/// Messages within messages at most.
const DEPTH: usize = 6;

/// Items of a list at most.
const ITEMS: usize = 4;

/// A message whose fields the bytes choose; texts are made of `words`.
pub(super) fn message(
    kind: &MessageDescriptor,
    source: &mut Unstructured<'_>,
    words: &[String],
) -> Result<DynamicMessage> {
    within(kind, source, words, 0)
}

fn within(
    kind: &MessageDescriptor,
    source: &mut Unstructured<'_>,
    words: &[String],
    depth: usize,
) -> Result<DynamicMessage> {
    let mut message = DynamicMessage::new(kind.clone());
    if depth == DEPTH {
        return Ok(message);
    }
    let alone = kind
        .fields()
        .filter(|field| field.containing_oneof().is_none());
    for field in alone {
        if source.ratio(3, 4)? {
            set(&mut message, &field, source, words, depth)?;
        }
    }
    for oneof in kind.oneofs() {
        let fields: Vec<_> = oneof.fields().collect();
        if source.ratio(7, 8)? {
            let field = source.choose(&fields)?;
            set(&mut message, field, source, words, depth)?;
        }
    }
    Ok(message)
}

fn set(
    message: &mut DynamicMessage,
    field: &FieldDescriptor,
    source: &mut Unstructured<'_>,
    words: &[String],
    depth: usize,
) -> Result<()> {
    let set = if let Kind::Message(entry) = field.kind()
        && field.is_map()
    {
        let key = words::text(source, words)?;
        let item = value(&entry.map_entry_value_field(), source, words, depth)?;
        Value::Map([(MapKey::String(key), item)].into())
    } else if field.is_list() {
        let mut items = Vec::new();
        for _ in 0..source.int_in_range(0..=ITEMS)? {
            items.push(value(field, source, words, depth)?);
        }
        Value::List(items)
    } else {
        value(field, source, words, depth)?
    };
    // A map with other keys stays empty.
    let _ = message.try_set_field(field, set);
    Ok(())
}

fn value(
    field: &FieldDescriptor,
    source: &mut Unstructured<'_>,
    words: &[String],
    depth: usize,
) -> Result<Value> {
    Ok(match field.kind() {
        Kind::Message(kind) => Value::Message(within(&kind, source, words, depth + 1)?),
        Kind::Enum(kind) => {
            let values: Vec<_> = kind.values().map(|value| value.number()).collect();
            Value::EnumNumber(if source.ratio(7, 8)? {
                *source.choose(&values)?
            } else {
                source.arbitrary()?
            })
        }
        Kind::String => Value::String(words::text(source, words)?),
        Kind::Bytes => Value::Bytes(source.arbitrary::<Vec<u8>>()?.into()),
        Kind::Bool => Value::Bool(source.arbitrary()?),
        Kind::Double => Value::F64(source.arbitrary()?),
        Kind::Float => Value::F32(source.arbitrary()?),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number(source)? as i32),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number(source)? as i64),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(number(source)? as u32),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(number(source)?),
    })
}

/// A number: small, at an edge, or any.
fn number(source: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match source.int_in_range(0..=7)? {
        0..=3 => source.int_in_range(0..=8)?,
        4 => *source.choose(&[
            u64::MAX,
            1 << 63,
            (1 << 63) - 1,
            1 << 32,
            (1 << 32) - 1,
            1 << 31,
        ])?,
        5 => source.int_in_range(0..=100_000)?,
        _ => source.arbitrary()?,
    })
}
