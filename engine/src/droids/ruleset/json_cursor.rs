//! A cursor over the JSON of a ruleset file that records every error with its location.

use std::cell::RefCell;
use std::fmt;

use serde_json::Value;

use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};

/// An error in a ruleset file, such as
/// `scenarios[2].mines.3[4]: expected a square [x, y] with x and y from 0 to 9`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesetError {
    /// The path of keys and array indices, from 0; empty for the whole file.
    pub location: String,
    /// What is wrong at the location.
    pub message: String,
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { location, message } = self;
        if location.is_empty() {
            f.write_str(message)
        } else {
            write!(f, "{location}: {message}")
        }
    }
}

/// All errors of a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct RulesetErrors(pub Vec<RulesetError>);

impl fmt::Display for RulesetErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors: Vec<_> = self.0.iter().map(RulesetError::to_string).collect();
        f.write_str(&errors.join("; "))
    }
}

/// The errors reported so far.
#[derive(Debug, Default)]
pub(super) struct ErrorCollector(RefCell<Vec<RulesetError>>);

impl ErrorCollector {
    /// Returns the value.
    ///
    /// # Errors
    /// Returns the reported errors if there are any or if the value is `None`.
    pub(super) fn finish<T>(self, value: Option<T>) -> Result<T, RulesetErrors> {
        let errors = self.0.into_inner();
        match value {
            Some(value) if errors.is_empty() => Ok(value),
            _ => Err(RulesetErrors(errors)),
        }
    }
}

/// A value of the file with its location.
#[derive(Debug, Clone)]
pub(super) struct JsonCursor<'a> {
    value: &'a Value,
    location: String,
    errors: &'a ErrorCollector,
}

impl<'a> JsonCursor<'a> {
    /// Creates a cursor at the whole file.
    pub(super) const fn root(value: &'a Value, errors: &'a ErrorCollector) -> Self {
        let location = String::new();
        Self {
            value,
            location,
            errors,
        }
    }

    /// Reports an error at this location.
    pub(super) fn report(&self, message: impl Into<String>) {
        let error = RulesetError {
            location: self.location.clone(),
            message: message.into(),
        };
        let mut errors = self.errors.0.borrow_mut();
        // A list for several numbers of players is checked once for each.
        if !errors.contains(&error) {
            errors.push(error);
        }
    }

    /// Returns `true` if the value is an array without items.
    pub(super) fn is_empty_array(&self) -> bool {
        self.value.as_array().is_some_and(Vec::is_empty)
    }

    fn child(&self, value: &'a Value, location: String) -> Self {
        Self {
            value,
            location,
            errors: self.errors,
        }
    }

    fn location_of(&self, key: &str) -> String {
        if self.location.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.location)
        }
    }

    /// Reports a value that is not an object, and all keys other than these. Returns `true` if the
    /// value is an object.
    pub(super) fn allow_keys(&self, keys: &[&str]) -> bool {
        let Some(object) = self.value.as_object() else {
            self.report("expected an object");
            return false;
        };
        for key in object.keys().filter(|key| !keys.contains(&&***key)) {
            let expected = keys.join(", ");
            self.child(self.value, self.location_of(key))
                .report(format!("unknown key; expected one of {expected}"));
        }
        true
    }

    /// Returns the value of a key, or `None` if the key is missing.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(self.child(value, self.location_of(key)))
    }

    /// Returns the value of a key, or reports that it is missing.
    pub(super) fn require(&self, key: &str) -> Option<Self> {
        let value = self.get(key);
        if value.is_none() && self.value.is_object() {
            self.report(format!("missing key `{key}`"));
        }
        value
    }

    /// Returns the keys and values of an object, or reports another value.
    pub(super) fn entries(&self) -> Vec<(&'a str, Self)> {
        let Some(object) = self.value.as_object() else {
            self.report("expected an object");
            return Vec::new();
        };
        let entry = |(key, value): (&'a String, &'a Value)| {
            (key.as_str(), self.child(value, self.location_of(key)))
        };
        object.iter().map(entry).collect()
    }

    /// Returns the items of an array, or reports another value.
    pub(super) fn items(&self) -> Vec<Self> {
        let Some(array) = self.value.as_array() else {
            self.report("expected an array");
            return Vec::new();
        };
        let items = array.iter().enumerate();
        items
            .map(|(index, value)| self.child(value, format!("{}[{index}]", self.location)))
            .collect()
    }

    /// Returns the items of an array, and reports another number of them.
    pub(super) fn exactly(&self, count: usize, noun: &str) -> Vec<Self> {
        let items = self.items();
        if self.value.is_array() && items.len() != count {
            self.report(format!("expected {count} {noun}, found {}", items.len()));
        }
        items
    }

    /// Returns a string, or reports another value.
    pub(super) fn text(&self) -> Option<&'a str> {
        let text = self.value.as_str();
        if text.is_none() {
            self.report("expected a string");
        }
        text
    }

    /// Returns an integer in a range, or reports another value.
    pub(super) fn number(&self, min: u64, max: u64) -> Option<u64> {
        let number = self.value.as_u64();
        let number = number.filter(|number| (min..=max).contains(number));
        if number.is_none() {
            self.report(format!("expected an integer from {min} to {max}"));
        }
        number
    }

    /// Returns the index of the string among these names, or reports another value.
    pub(super) fn name_index(&self, names: &[&str]) -> Option<usize> {
        let text = self.value.as_str();
        let index = names.iter().position(|name| text == Some(name));
        if index.is_none() {
            self.report(format!("expected one of {}", names.join(", ")));
        }
        index
    }

    /// Returns which of these values of an option this is, or reports another value. Numbers and
    /// booleans are not quoted in JSON.
    pub(super) fn option_value(&self, values: &[&'static str]) -> Option<&'static str> {
        let is_same = |value: &&&str| match (value.parse::<u64>(), value.parse::<bool>()) {
            (Ok(number), _) => self.value.as_u64() == Some(number),
            (_, Ok(flag)) => self.value.as_bool() == Some(flag),
            _ => self.value.as_str() == Some(value),
        };
        let value = values.iter().find(is_same);
        if value.is_none() {
            self.report(format!("expected one of {}", values.join(", ")));
        }
        value.copied()
    }

    /// Reports a value other than the only one that is supported.
    pub(super) fn expect(&self, expected: &Value) {
        if self.value != expected {
            self.report(format!("expected {expected}, which cannot be changed"));
        }
    }

    /// Returns a square, `[x, y]`, or reports another value.
    pub(super) fn square(&self) -> Option<Square> {
        let pair = self.value.as_array().map(Vec::as_slice);
        let square = pair.and_then(|pair| match pair {
            [x, y] => Square::at(x.as_u64()? as usize, y.as_u64()? as usize),
            _ => None,
        });
        if square.is_none() {
            self.report("expected a square [x, y] with x and y from 0 to 9");
        }
        square
    }

    /// Returns the squares of an array, and reports duplicates.
    pub(super) fn squares(&self) -> Squares {
        let mut squares = Squares::EMPTY;
        for item in self.items() {
            if let Some(square) = item.square() {
                if squares.contains(square) {
                    item.report("the square is listed twice");
                }
                squares.insert(square);
            }
        }
        squares
    }

    /// Returns the side with this letter, or reports another value.
    pub(super) fn side(&self) -> Option<Side> {
        let letters = Side::ALL.map(Side::letter);
        Some(Side::ALL[self.name_index(&letters)?])
    }

    /// Returns the sides of an array, and reports duplicates.
    pub(super) fn sides(&self) -> Sides {
        let mut sides = Sides::EMPTY;
        for item in self.items() {
            if let Some(side) = item.side() {
                if sides.contains(side) {
                    item.report("the seat is listed twice");
                }
                sides = sides.with(side);
            }
        }
        sides
    }

    /// Returns the value for each number of players in a bit set: its own, or the one for all.
    pub(super) fn by_players(&self, players: u8) -> [Option<Self>; 5] {
        let mut values = [const { None }; 5];
        let numbers = (1..5).filter(|number| players >> number & 1 == 1);
        if self.value.is_object() {
            let keys: Vec<_> = numbers
                .clone()
                .map(|number: usize| number.to_string())
                .collect();
            let keys: Vec<_> = keys.iter().map(String::as_str).collect();
            self.allow_keys(&keys);
            for number in numbers {
                values[number] = self.require(&number.to_string());
            }
        } else {
            for number in numbers {
                values[number] = Some(self.clone());
            }
        }
        values
    }

    /// Returns the values of an object with one key per side, or `None` if one cannot be read.
    pub(super) fn each_side<T>(&self, read: impl Fn(&Self) -> Option<T>) -> Option<[T; 4]> {
        self.allow_keys(&Side::ALL.map(Side::letter));
        let [south, west, north, east] = Side::ALL.map(|side| {
            let value = self.require(side.letter())?;
            read(&value)
        });
        Some([south?, west?, north?, east?])
    }
}
