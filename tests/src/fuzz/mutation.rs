//! Mutates valid messages.

use arbitrary::{Result, Unstructured};
use prost_reflect::{DynamicMessage, FieldDescriptor, ReflectMessage, Value};

use super::corpus;
use super::messages::{MessageGenerator, any_enum_number, number};

/// Number of changes to a message, and number of copies of a list item.
const CHANGES: [usize; 5] = [1, 1, 1, 2, 3];
const COPIES: [usize; 5] = [1, 1, 1, 2, 70];

/// Maximum length of a text that is repeated. A server rejects messages of more than 4 MiB before it reads
/// them.
const MAX_REPEATED_BYTES: usize = 1 << 21;

/// Maximum number of damaged bytes of a message.
const MAX_DAMAGES: usize = 4;

impl MessageGenerator {
    /// Changes one or a few fields of a message.
    pub(super) fn mutate(
        &self,
        message: &mut DynamicMessage,
        source: &mut Unstructured<'_>,
    ) -> Result<()> {
        for _ in 0..*source.choose(&CHANGES)? {
            self.change(message, source)?;
        }
        Ok(())
    }

    fn change(&self, message: &mut DynamicMessage, source: &mut Unstructured<'_>) -> Result<()> {
        let all: Vec<_> = message.descriptor().fields().collect();
        if all.is_empty() {
            return Ok(());
        }
        let present = all.iter().filter(|field| message.has_field(field));
        let present: Vec<_> = present.cloned().collect();
        let variant = source.int_in_range(0..=11)?;
        if present.is_empty() || variant == 11 {
            // Setting a field of a oneof clears the others.
            return self.set(message, source.choose(&all)?, source, 0);
        }
        let field = source.choose(&present)?;
        if variant == 10 {
            message.clear_field(field);
            return Ok(());
        }
        self.change_value(field, message.get_field_mut(field), source)
    }

    fn change_value(
        &self,
        field: &FieldDescriptor,
        value: &mut Value,
        source: &mut Unstructured<'_>,
    ) -> Result<()> {
        match value {
            Value::Message(inner) => self.change(inner, source)?,
            Value::List(items) => self.change_list(field, items, source)?,
            Value::String(text) => *text = self.changed_text(field, text, source)?,
            Value::EnumNumber(number) => *number = any_enum_number(field, source)?,
            Value::Bool(flag) => *flag = !*flag,
            Value::I32(number) => *number = changed_number(*number as u64, source)? as i32,
            Value::I64(number) => *number = changed_number(*number as u64, source)? as i64,
            Value::U32(number) => *number = changed_number(u64::from(*number), source)? as u32,
            Value::U64(number) => *number = changed_number(*number, source)?,
            Value::F32(_) | Value::F64(_) | Value::Bytes(_) | Value::Map(_) => {
                *value = self.value(field, source, 0)?;
            }
        }
        Ok(())
    }

    fn change_list(
        &self,
        field: &FieldDescriptor,
        items: &mut Vec<Value>,
        source: &mut Unstructured<'_>,
    ) -> Result<()> {
        let (index, other) = (
            source.choose_index(items.len())?,
            source.choose_index(items.len())?,
        );
        match source.int_in_range(0..=6)? {
            0 => drop(items.remove(index)),
            1 => {
                let copies = *source.choose(&COPIES)?;
                let item = items[index].clone();
                items.extend(std::iter::repeat_n(item, copies));
            }
            2 => items.swap(index, other),
            _ => self.change_value(field, &mut items[index], source)?,
        }
        Ok(())
    }

    fn changed_text(
        &self,
        field: &FieldDescriptor,
        text: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<String> {
        Ok(match source.int_in_range(0..=5)? {
            0..=2 => self.text(field, source)?,
            3 => String::new(),
            4 => {
                let max_copies = MAX_REPEATED_BYTES / text.len().max(1);
                text.repeat((*source.choose(&COPIES)? + 1).min(max_copies.max(1)))
            }
            _ => corpus::text(source, &[text.to_owned()])?,
        })
    }
}

/// Returns a number close to `before`, or an unrelated one.
fn changed_number(before: u64, source: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match source.int_in_range(0..=5)? {
        0 | 1 => before.wrapping_add(source.int_in_range(1..=2)?),
        2 | 3 => before.wrapping_sub(source.int_in_range(1..=2)?),
        _ => number(source)?,
    })
}

/// Occasionally damages a few of the bytes.
pub(super) fn damage(mut bytes: Vec<u8>, source: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if source.int_in_range(0..=15)? < 15 {
        return Ok(bytes);
    }
    for _ in 0..source.int_in_range(1..=MAX_DAMAGES)? {
        let at = source.int_in_range(0..=bytes.len())?;
        match source.int_in_range(0..=2)? {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, source.arbitrary()?),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = source.arbitrary()?;
                }
            }
        }
    }
    Ok(bytes)
}
