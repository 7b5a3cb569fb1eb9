//! Plain data as bytes: its numbers in order, from which hashes and observations are made.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, SerializeMap, SerializeSeq};

/// Returns the numbers of a value: one byte for small types, variants and flags, little-endian bytes for larger numbers;
/// the length before a list, and 1 before a value that may be absent, which is 0.
pub(super) fn bytes(value: &impl Serialize) -> Vec<u8> {
    let mut flat = Flat(Vec::new());
    // Nothing of plain data is rejected.
    let _ = value.serialize(&mut flat);
    flat.0
}

struct Flat(Vec<u8>);

/// The error of data that has no bytes, which does not occur.
#[derive(Debug)]
struct NoBytes;

impl fmt::Display for NoBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no bytes")
    }
}

impl std::error::Error for NoBytes {}

impl ser::Error for NoBytes {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}

/// Serializers of numbers, which write their bytes.
macro_rules! numbers {
    ($($function:ident: $number:ty),+) => {
        $(fn $function(self, value: $number) -> Result<(), NoBytes> {
            self.0.extend(value.to_le_bytes());
            Ok(())
        })+
    };
}

impl Flat {
    fn len(&mut self, len: usize) {
        self.0.extend((len as u16).to_le_bytes());
    }
}

impl ser::Serializer for &mut Flat {
    type Ok = ();
    type Error = NoBytes;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64
    }

    fn serialize_bool(self, value: bool) -> Result<(), NoBytes> {
        self.serialize_u8(value.into())
    }

    fn serialize_char(self, value: char) -> Result<(), NoBytes> {
        self.serialize_u32(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<(), NoBytes> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), NoBytes> {
        self.len(value.len());
        self.0.extend(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), NoBytes> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), NoBytes> {
        self.serialize_bool(true)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NoBytes> {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), NoBytes> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
    ) -> Result<(), NoBytes> {
        self.serialize_u8(index as u8)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), NoBytes> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        value: &T,
    ) -> Result<(), NoBytes> {
        self.serialize_u8(index as u8)?;
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self, NoBytes> {
        self.len(len.unwrap_or(0));
        Ok(self)
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self, NoBytes> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Self, NoBytes> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self, NoBytes> {
        self.0.push(index as u8);
        Ok(self)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self, NoBytes> {
        self.serialize_seq(len)
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self, NoBytes> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self, NoBytes> {
        self.serialize_tuple_variant(name, index, variant, len)
    }
}

impl SerializeSeq for &mut Flat {
    type Ok = ();
    type Error = NoBytes;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoBytes> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), NoBytes> {
        Ok(())
    }
}

impl SerializeMap for &mut Flat {
    type Ok = ();
    type Error = NoBytes;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NoBytes> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoBytes> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), NoBytes> {
        Ok(())
    }
}

/// The other composite values: their parts one after another.
macro_rules! parts {
    ($($part:ident: $function:ident($($name:ident)?)),+) => {
        $(impl ser::$part for &mut Flat {
            type Ok = ();
            type Error = NoBytes;

            fn $function<T: ?Sized + Serialize>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), NoBytes> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), NoBytes> {
                Ok(())
            }
        })+
    };
}

parts! {
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(_name),
    SerializeStructVariant: serialize_field(_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_one_another() {
        #[derive(Serialize)]
        enum Stone {
            Red,
            Blue(u8),
        }
        let value = (
            [1_u8, 2],
            0x304_u16,
            vec![Stone::Red, Stone::Blue(9)],
            Some(true),
        );
        assert_eq!(bytes(&value), [1, 2, 4, 3, 2, 0, 0, 1, 9, 1, 1]);
        assert_eq!(bytes(&None::<u8>), [0]);
        assert_eq!(bytes(&"ab"), [2, 0, b'a', b'b']);
    }
}
