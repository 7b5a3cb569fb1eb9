//! Generates messages of any type of the API from their descriptors.

use std::collections::{BTreeMap, VecDeque};

use arbitrary::{Result, Unstructured};
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, ReflectMessage, Value,
};

use super::corpus;

/// Maximum nesting depth.
const MAX_DEPTH: usize = 6;

/// Maximum number of generated list items.
const MAX_ITEMS: usize = 4;

/// Maximum number of server messages kept per type.
const MAX_MESSAGES_PER_TYPE: usize = 48;

/// Maximum number of texts kept per field, and maximum bytes of each.
const MAX_TEXTS_PER_FIELD: usize = 24;
const MAX_TEXT_BYTES: usize = 1 << 16;

/// Generates messages from texts of the games and from what the server has sent.
#[derive(Debug, Default)]
pub(super) struct MessageGenerator {
    /// Texts for every field without better ones.
    pub(super) texts: Vec<String>,
    /// Suitable texts by field name or `Message.field`.
    pub(super) fields: BTreeMap<String, Vec<String>>,
    /// Messages that the server has sent, nested ones included, by type.
    learned_messages: BTreeMap<String, Vec<DynamicMessage>>,
    /// Texts that the server has sent, by the request fields that accept them.
    learned_texts: BTreeMap<String, VecDeque<String>>,
}

impl MessageGenerator {
    /// Keeps a message of the server and all messages nested in it.
    pub(super) fn learn(&mut self, message: &DynamicMessage) {
        let kind = message.descriptor().full_name().to_owned();
        let real = self.learned_messages.entry(kind).or_default();
        if real.len() < MAX_MESSAGES_PER_TYPE && !real.contains(message) {
            real.push(message.clone());
        }
        for (field, value) in message.fields() {
            match value {
                Value::String(text) => self.learn_text(&field, text),
                Value::Message(inner) => self.learn(inner),
                Value::List(items) => {
                    let inner = items.iter().filter_map(Value::as_message);
                    inner.for_each(|inner| self.learn(inner));
                }
                _ => {}
            }
        }
    }

    /// Returns a text that the server has sent for a field, given as its name or as
    /// `Message.field`.
    pub(super) fn learned_text(
        &self,
        field: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<String>> {
        let Some(seen) = self.learned_texts.get(field) else {
            return Ok(None);
        };
        let index = source.choose_index(seen.len())?;
        Ok(seen.get(index).cloned())
    }

    fn learn_text(&mut self, field: &FieldDescriptor, text: &str) {
        if text.is_empty() || text.len() > MAX_TEXT_BYTES {
            return;
        }
        let name = match field.name() {
            "next_page_token" => "page_token",
            "token" => "seat_token",
            "lines" => "record",
            name => name,
        };
        let request = field.parent_message().name().replace("Response", "Request");
        for key in [name.to_owned(), format!("{request}.{name}")] {
            let seen = self.learned_texts.entry(key).or_default();
            if !seen.iter().any(|other| other == text) {
                seen.push_back(text.to_owned());
                if seen.len() > MAX_TEXTS_PER_FIELD {
                    seen.pop_front();
                }
            }
        }
    }

    /// Generates a message whose fields the bytes choose.
    pub(super) fn message(
        &self,
        kind: &MessageDescriptor,
        source: &mut Unstructured<'_>,
    ) -> Result<DynamicMessage> {
        self.nested_message(kind, source, 0)
    }

    fn nested_message(
        &self,
        kind: &MessageDescriptor,
        source: &mut Unstructured<'_>,
        depth: usize,
    ) -> Result<DynamicMessage> {
        if let Some(real) = self.learned_messages.get(kind.full_name())
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
        if depth == MAX_DEPTH {
            return Ok(message);
        }
        let plain_fields = kind
            .fields()
            .filter(|field| field.containing_oneof().is_none());
        // Some messages are nearly full, others nearly empty.
        let present = if source.arbitrary()? { 15 } else { 6 };
        for field in plain_fields {
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
            let key = corpus::text(source, &self.texts)?;
            let item = self.value(&entry.map_entry_value_field(), source, depth)?;
            Value::Map([(MapKey::String(key), item)].into())
        } else if field.is_list() {
            let mut items = Vec::new();
            for _ in 0..source.int_in_range(0..=MAX_ITEMS)? {
                items.push(self.value(field, source, depth)?);
            }
            Value::List(items)
        } else {
            self.value(field, source, depth)?
        };
        // A map with keys of another type stays empty.
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
            Kind::Message(kind) => Value::Message(self.nested_message(&kind, source, depth + 1)?),
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
                if let Some(seen) = self.learned_text(key, source)? {
                    return Ok(seen);
                }
            }
        }
        let suitable = self.fields.get(&full);
        let suitable = suitable.or_else(|| self.fields.get(field.name()));
        match suitable.filter(|suitable| !suitable.is_empty()) {
            Some(suitable) if source.ratio(7, 8)? => Ok(source.choose(suitable)?.clone()),
            Some(suitable) if source.ratio(1, 2)? => corpus::text(source, suitable),
            _ => corpus::text(source, &self.texts),
        }
    }
}

/// Returns a number for an enum field, mostly a defined one.
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

/// Returns a number that is small, at a boundary, or arbitrary.
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
