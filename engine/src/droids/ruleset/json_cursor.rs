//! Reading a ruleset file: a cursor over its JSON that notes every mistake with its place.

use std::cell::RefCell;
use std::fmt;

use serde_json::Value;

use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};

/// What is wrong in a ruleset file, and where: `scenarios[2].mines.3[4]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesetError {
    /// The way through keys and list entries (from 0) to what is wrong; empty for the whole file.
    pub place: String,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, why } = self;
        if place.is_empty() {
            f.write_str(why)
        } else {
            write!(f, "{place}: {why}")
        }
    }
}

/// All mistakes of a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct RulesetErrors(pub Vec<RulesetError>);

impl fmt::Display for RulesetErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.0.iter().map(RulesetError::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(super) struct ErrorCollector(RefCell<Vec<RulesetError>>);

impl ErrorCollector {
    /// What was read, if nothing was wrong.
    pub(super) fn result<T>(self, read: Option<T>) -> Result<T, RulesetErrors> {
        let mistakes = self.0.into_inner();
        match read {
            Some(read) if mistakes.is_empty() => Ok(read),
            _ => Err(RulesetErrors(mistakes)),
        }
    }
}

/// A value in the file, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct JsonCursor<'a> {
    value: &'a Value,
    place: String,
    found: &'a ErrorCollector,
}

impl<'a> JsonCursor<'a> {
    /// The whole file.
    pub(super) fn root(value: &'a Value, found: &'a ErrorCollector) -> Self {
        let place = String::new();
        Self {
            value,
            place,
            found,
        }
    }

    /// Notes a mistake here.
    pub(super) fn report(&self, why: impl Into<String>) {
        let mistake = RulesetError {
            place: self.place.clone(),
            why: why.into(),
        };
        let mut found = self.found.0.borrow_mut();
        // A list that serves several numbers of players is looked at for each.
        if !found.contains(&mistake) {
            found.push(mistake);
        }
    }

    /// The value as it stands.
    pub(super) const fn value(&self) -> &'a Value {
        self.value
    }

    fn inner(&self, value: &'a Value, place: String) -> Self {
        Self {
            value,
            place,
            found: self.found,
        }
    }

    fn within(&self, key: &str) -> String {
        if self.place.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.place)
        }
    }

    /// Notes what is no object, and keys that are none of these.
    pub(super) fn allow_keys(&self, known: &[&str]) -> bool {
        let Some(object) = self.value.as_object() else {
            self.report("expected an object");
            return false;
        };
        for key in object.keys().filter(|key| !known.contains(&&***key)) {
            let place = self.within(key);
            let known = known.join(", ");
            self.inner(self.value, place)
                .report(format!("there is no such key; there are {known}"));
        }
        true
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(self.inner(value, self.within(key)))
    }

    /// The value of a key that must be there.
    pub(super) fn require(&self, key: &str) -> Option<Self> {
        let node = self.get(key);
        if node.is_none() && self.value.is_object() {
            self.report(format!("the key {key} is missing"));
        }
        node
    }

    /// Keys and values of an object.
    pub(super) fn entries(&self) -> Vec<(&'a str, Self)> {
        let Some(object) = self.value.as_object() else {
            self.report("expected an object");
            return Vec::new();
        };
        let entries = object.iter();
        let node = |(key, value): (&'a String, &'a Value)| {
            (key.as_str(), self.inner(value, self.within(key)))
        };
        entries.map(node).collect()
    }

    /// The entries of a list.
    pub(super) fn items(&self) -> Vec<Self> {
        let Some(list) = self.value.as_array() else {
            self.report("expected a list");
            return Vec::new();
        };
        let items = list.iter().enumerate();
        items
            .map(|(at, value)| self.inner(value, format!("{}[{at}]", self.place)))
            .collect()
    }

    /// A text.
    pub(super) fn text(&self) -> Option<&'a str> {
        let text = self.value.as_str();
        if text.is_none() {
            self.report("expected a text");
        }
        text
    }

    /// A number in a range.
    pub(super) fn number(&self, least: u64, most: u64) -> Option<u64> {
        let number = self.value.as_u64();
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.report(format!("expected a number from {least} to {most}"));
        }
        number
    }

    /// One of these words, by its place among them.
    pub(super) fn word(&self, words: &[&str]) -> Option<usize> {
        let word = self.value.as_str();
        let at = words.iter().position(|known| word == Some(known));
        if at.is_none() {
            self.report(format!("expected one of {}", words.join(", ")));
        }
        at
    }

    /// Notes a value that is not the one there is.
    pub(super) fn expect(&self, expected: &Value) {
        if self.value != expected {
            self.report(format!("expected {expected}: no other is known"));
        }
    }

    /// A square, `[x, y]`.
    pub(super) fn square(&self) -> Option<Square> {
        let pair = self.value.as_array().map(Vec::as_slice);
        let square = pair.and_then(|pair| match pair {
            [x, y] => Square::at(x.as_u64()? as usize, y.as_u64()? as usize),
            _ => None,
        });
        if square.is_none() {
            self.report("expected a square: [x, y], both from 0 to 9");
        }
        square
    }

    /// A list of different squares.
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

    /// A side's letter.
    pub(super) fn side(&self) -> Option<Side> {
        let letters = Side::ALL.map(Side::letter);
        Some(Side::ALL[self.word(&letters)?])
    }

    /// A list of different sides.
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

    /// Something for each side.
    pub(super) fn each_side<T>(&self, read: impl Fn(&Self) -> Option<T>) -> Option<[T; 4]> {
        self.allow_keys(&Side::ALL.map(Side::letter));
        let [south, west, north, east] = Side::ALL.map(|side| {
            let node = self.require(side.letter())?;
            read(&node)
        });
        Some([south?, west?, north?, east?])
    }
}
