//! Messages of any type of the contract, made by its description.

use std::collections::{BTreeMap, VecDeque};

use arbitrary::{Result, Unstructured};
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, ReflectMessage, Value,
};

use super::words;

/// Messages within messages at most.
const DEPTH: usize = 6;

/// Items of a list at most.
const ITEMS: usize = 4;

/// Real messages that are kept of each type at most.
const REAL: usize = 48;

/// Texts that are kept for each field at most, and bytes of one.
const SEEN: usize = 24;
const SEEN_BYTES: usize = 1 << 16;

/// What messages are made of.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Texts for every field.
    pub(super) texts: Vec<String>,
    /// Better ones by the field's name, or by `Message.field`; a field without is none the worse.
    pub(super) fields: BTreeMap<String, Vec<String>>,
    /// Messages that the server has sent, and those within them, by their type.
    real: BTreeMap<String, Vec<DynamicMessage>>,
    /// Texts that the server has sent, by the fields that ask with them.
    seen: BTreeMap<String, VecDeque<String>>,
}

impl Parts {
    /// Keeps a real message and all messages in it.
    pub(super) fn keep(&mut self, message: &DynamicMessage) {
        let kind = message.descriptor().full_name().to_owned();
        let real = self.real.entry(kind).or_default();
        if real.len() < REAL && !real.contains(message) {
            real.push(message.clone());
        }
        for (field, value) in message.fields() {
            match value {
                Value::String(text) => self.keep_text(&field, text),
                Value::Message(inner) => self.keep(inner),
                Value::List(items) => {
                    let inner = items.iter().filter_map(Value::as_message);
                    inner.for_each(|inner| self.keep(inner));
                }
                _ => {}
            }
        }
    }

    /// A text that the server has sent for a field, by the field's name or by `Message.field`.
    pub(super) fn seen(
        &self,
        field: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<String>> {
        let Some(seen) = self.seen.get(field) else {
            return Ok(None);
        };
        let at = source.choose_index(seen.len())?;
        Ok(seen.get(at).cloned())
    }

    fn keep_text(&mut self, field: &FieldDescriptor, text: &str) {
        if text.is_empty() || text.len() > SEEN_BYTES {
            return;
        }
        let name = match field.name() {
            "next_page_token" => "page_token",
            "token" => "seat_token",
            "lines" => "record",
            name => name,
        };
        let asks = field.parent_message().name().replace("Response", "Request");
        for key in [name.to_owned(), format!("{asks}.{name}")] {
            let seen = self.seen.entry(key).or_default();
            if !seen.iter().any(|other| other == text) {
                seen.push_back(text.to_owned());
                if seen.len() > SEEN {
                    seen.pop_front();
                }
            }
        }
    }

    /// A message whose fields the bytes choose.
    pub(super) fn message(
        &self,
        kind: &MessageDescriptor,
        source: &mut Unstructured<'_>,
    ) -> Result<DynamicMessage> {
        self.within(kind, source, 0)
    }

    fn within(
        &self,
        kind: &MessageDescriptor,
        source: &mut Unstructured<'_>,
        depth: usize,
    ) -> Result<DynamicMessage> {
        if let Some(real) = self.real.get(kind.full_name())
            && source.ratio(1, 2)?
        {
            let mut message = source.choose(real)?.clone();
            if source.ratio(1, 4)? {
                let fields: Vec<_> = kind.fields().collect();
                if !fields.is_empty() {
                    self.set(&mut message, source.choose(&fields)?, source, depth)?;
                }
            }
            return Ok(message);
        }
        let mut message = DynamicMessage::new(kind.clone());
        if depth == DEPTH {
            return Ok(message);
        }
        let alone = kind
            .fields()
            .filter(|field| field.containing_oneof().is_none());
        // Some messages are nearly full, some nearly empty.
        let present = if source.arbitrary()? { 15 } else { 6 };
        for field in alone {
            if source.ratio(present, 16)? {
                self.set(&mut message, &field, source, depth)?;
            }
        }
        for oneof in kind.oneofs() {
            let fields: Vec<_> = oneof.fields().collect();
            if source.ratio(present, 16)? {
                self.set(&mut message, source.choose(&fields)?, source, depth)?;
            }
        }
        Ok(message)
    }

    pub(super) fn set(
        &self,
        message: &mut DynamicMessage,
        field: &FieldDescriptor,
        source: &mut Unstructured<'_>,
        depth: usize,
    ) -> Result<()> {
        let set = if let Kind::Message(entry) = field.kind()
            && field.is_map()
        {
            let key = words::text(source, &self.texts)?;
            let item = self.value(&entry.map_entry_value_field(), source, depth)?;
            Value::Map([(MapKey::String(key), item)].into())
        } else if field.is_list() {
            let mut items = Vec::new();
            for _ in 0..source.int_in_range(0..=ITEMS)? {
                items.push(self.value(field, source, depth)?);
            }
            Value::List(items)
        } else {
            self.value(field, source, depth)?
        };
        // A map with other keys stays empty.
        let _ = message.try_set_field(field, set);
        Ok(())
    }

    pub(super) fn value(
        &self,
        field: &FieldDescriptor,
        source: &mut Unstructured<'_>,
        depth: usize,
    ) -> Result<Value> {
        Ok(match field.kind() {
            Kind::Message(kind) => Value::Message(self.within(&kind, source, depth + 1)?),
            Kind::Enum(_) => Value::EnumNumber(any_enum_number(field, source)?),
            Kind::String => Value::String(self.text(field, source)?),
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

    pub(super) fn text(
        &self,
        field: &FieldDescriptor,
        source: &mut Unstructured<'_>,
    ) -> Result<String> {
        let full = format!("{}.{}", field.parent_message().name(), field.name());
        if source.ratio(1, 4)? {
            for key in [full.as_str(), field.name()] {
                if let Some(seen) = self.seen(key, source)? {
                    return Ok(seen);
                }
            }
        }
        let fitting = self.fields.get(&full);
        let fitting = fitting.or_else(|| self.fields.get(field.name()));
        match fitting.filter(|fitting| !fitting.is_empty()) {
            Some(fitting) if source.ratio(7, 8)? => Ok(source.choose(fitting)?.clone()),
            Some(fitting) if source.ratio(1, 2)? => words::text(source, fitting),
            _ => words::text(source, &self.texts),
        }
    }
}

/// A number of an enumeration, mostly one that it has.
pub(super) fn any_enum_number(
    field: &FieldDescriptor,
    source: &mut Unstructured<'_>,
) -> Result<i32> {
    match field.kind() {
        Kind::Enum(kind) if source.ratio(15, 16)? => {
            let numbers: Vec<_> = kind.values().map(|value| value.number()).collect();
            Ok(*source.choose(&numbers)?)
        }
        _ => source.arbitrary(),
    }
}

/// A number: small, at an edge, or any.
pub(super) fn number(source: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match source.int_in_range(0..=7)? {
        0..=4 => source.int_in_range(0..=4)?,
        5 => *source.choose(&[
            u64::MAX,
            1 << 63,
            (1 << 63) - 1,
            1 << 32,
            (1 << 32) - 1,
            1 << 31,
        ])?,
        6 => source.int_in_range(0..=100_000)?,
        _ => source.arbitrary()?,
    })
}
