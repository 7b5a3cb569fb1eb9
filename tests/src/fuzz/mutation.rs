//! Messages that were right until something in them was changed.

use arbitrary::{Result, Unstructured};
use prost_reflect::{DynamicMessage, FieldDescriptor, ReflectMessage, Value};

use super::messages::{Parts, any_enum_number, number};
use super::words;

/// How many changes a message gets, and how many copies of an item a list; mostly one.
const CHANGES: [usize; 5] = [1, 1, 1, 2, 3];
const COPIES: [usize; 5] = [1, 1, 1, 2, 70];

/// Bytes of a message that are changed at most.
const DAMAGES: usize = 4;

impl Parts {
    /// Changes one field of a message, or a few.
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
        let rare = source.int_in_range(0..=11)?;
        if present.is_empty() || rare == 11 {
            // In a oneof it takes another's place.
            return self.set(message, source.choose(&all)?, source, 0);
        }
        let field = source.choose(&present)?;
        if rare == 10 {
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
            Value::I32(number) => *number = changed(*number as u64, source)? as i32,
            Value::I64(number) => *number = changed(*number as u64, source)? as i64,
            Value::U32(number) => *number = changed(u64::from(*number), source)? as u32,
            Value::U64(number) => *number = changed(*number, source)?,
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
        let (at, other) = (
            source.choose_index(items.len())?,
            source.choose_index(items.len())?,
        );
        match source.int_in_range(0..=6)? {
            0 => drop(items.remove(at)),
            1 => {
                let copies = *source.choose(&COPIES)?;
                let item = items[at].clone();
                items.extend(std::iter::repeat_n(item, copies));
            }
            2 => items.swap(at, other),
            _ => self.change_value(field, &mut items[at], source)?,
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
            4 => text.repeat(*source.choose(&COPIES)? + 1),
            _ => words::text(source, &[text.to_owned()])?,
        })
    }
}

/// A number that is a little more or less, or quite another.
fn changed(before: u64, source: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match source.int_in_range(0..=5)? {
        0 | 1 => before.wrapping_add(source.int_in_range(1..=2)?),
        2 | 3 => before.wrapping_sub(source.int_in_range(1..=2)?),
        _ => number(source)?,
    })
}

/// Bytes of which some are changed now and then.
pub(super) fn damaged(mut bytes: Vec<u8>, source: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if source.int_in_range(0..=15)? < 15 {
        return Ok(bytes);
    }
    for _ in 0..source.int_in_range(1..=DAMAGES)? {
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
