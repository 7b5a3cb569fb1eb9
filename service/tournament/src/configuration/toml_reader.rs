//! Reading tables of a TOML file, with all mistakes at once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use botwerk_engine::parse_millis;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::FileError;

/// What reading a file has come to so far.
#[derive(Debug)]
pub(super) struct TomlReader<'a> {
    string: &'a str,
    mistakes: RefCell<Vec<FileError>>,
    /// The lines of all fields that were there.
    lines: RefCell<BTreeMap<String, usize>>,
}

impl<'a> TomlReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            string: text,
            mistakes: RefCell::default(),
            lines: RefCell::default(),
        }
    }

    /// Takes note of a mistake.
    pub(super) fn error(&self, at: Range<usize>, field: &str, message: impl Into<String>) {
        self.mistakes.borrow_mut().push(FileError {
            line: self.line(at),
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// Takes note of a mistake in a field that was read: where it stands, or else where what holds
    /// it stands.
    pub(super) fn wrong_field(&self, field: &str, message: impl Into<String>) {
        let lines = self.lines.borrow();
        let mut known = field;
        let line = loop {
            match (lines.get(known), known.rfind(['.', '['])) {
                (Some(line), _) => break *line,
                (None, Some(end)) => known = &known[..end],
                (None, None) => break 1,
            }
        };
        self.mistakes.borrow_mut().push(FileError {
            line,
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// All mistakes, in the order of their lines.
    pub(super) fn mistakes(self) -> Vec<FileError> {
        let mut mistakes = self.mistakes.into_inner();
        mistakes.sort_by_key(|mistake| mistake.line);
        mistakes
    }

    pub(super) fn is_clean(&self) -> bool {
        self.mistakes.borrow().is_empty()
    }

    fn line(&self, at: Range<usize>) -> usize {
        let before = self.string.get(..at.start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    fn note(&self, field: &str, at: Range<usize>) {
        let line = self.line(at);
        self.lines.borrow_mut().insert(field.to_owned(), line);
    }
}

/// A table whose fields are taken out one by one; what is left is unknown.
#[derive(Debug)]
pub(super) struct TomlTable<'a, 'i> {
    reading: &'a TomlReader<'a>,
    fields: BTreeMap<String, &'a Spanned<DeValue<'i>>>,
    at: Range<usize>,
    /// What its fields are called in messages: empty, or with a dot at the end.
    prefix: String,
    asked: Vec<&'static str>,
}

impl<'a, 'i> TomlTable<'a, 'i> {
    pub(super) fn new(
        reading: &'a TomlReader<'a>,
        table: &'a DeTable<'i>,
        at: Range<usize>,
        name: &str,
    ) -> Self {
        let prefix = match name {
            "" => String::new(),
            name => format!("{name}."),
        };
        let mut fields = BTreeMap::new();
        for (key, value) in table {
            let key = key.get_ref().to_string();
            reading.note(&format!("{prefix}{key}"), value.span());
            fields.insert(key, value);
        }
        Self {
            reading,
            fields,
            at,
            prefix,
            asked: Vec::new(),
        }
    }

    fn take(&mut self, name: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.asked.push(name);
        self.fields.remove(name)
    }

    fn name(&self, field: &str) -> String {
        format!("{}{field}", self.prefix)
    }

    fn expected(&self, name: &str, value: &Spanned<DeValue<'_>>, what: &str) {
        let found = value.get_ref().type_str();
        let message = format!("must be {what}, not {found}");
        self.reading.error(value.span(), &self.name(name), message);
    }

    /// A mistake of the whole table.
    pub(super) fn error(&self, field: &str, message: impl Into<String>) {
        self.reading
            .error(self.at.clone(), &self.name(field), message);
    }

    /// Says that a field is missing.
    pub(super) fn missing(&self, field: &str, example: &str) {
        self.error(field, format!("is missing; for example {example}"));
    }

    /// A text, if there is one.
    pub(super) fn string(&mut self, name: &'static str) -> Option<String> {
        let value = self.take(name)?;
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.expected(name, value, "a text in quotes");
        }
        text
    }

    /// A whole number in a range, if there is one.
    pub(super) fn number(&mut self, name: &'static str, range: Range<u64>) -> Option<u64> {
        let value = self.take(name)?;
        let words = format!("a whole number from {} to {}", range.start, range.end - 1);
        let Some(integer) = value.get_ref().as_integer() else {
            self.expected(name, value, &words);
            return None;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let message = format!("{} given; must be {words}", integer.as_str());
            self.reading.error(value.span(), &self.name(name), message);
        }
        number
    }

    /// A number, if there is one.
    pub(super) fn float(&mut self, name: &'static str) -> Option<f64> {
        let value = self.take(name)?;
        let number = match value.get_ref() {
            DeValue::Integer(integer) => integer.as_str().parse().ok(),
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.expected(name, value, "a number");
        }
        number
    }

    /// Whether, if it says so.
    pub(super) fn bool(&mut self, name: &'static str) -> Option<bool> {
        let value = self.take(name)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.expected(name, value, "true or false");
        }
        flag
    }

    /// A time such as `"200ms"`, in milliseconds, if there is one.
    pub(super) fn time(&mut self, name: &'static str) -> Option<u64> {
        let value = self.take(name)?;
        let time = value.get_ref().as_str().and_then(parse_millis);
        if time.is_none() {
            self.expected(name, value, "a time such as \"200ms\" or \"10s\"");
        }
        time
    }

    /// A list of texts, if there is one.
    pub(super) fn texts(&mut self, name: &'static str) -> Option<Vec<String>> {
        let value = self.take(name)?;
        let texts = value.get_ref().as_array().and_then(|array| {
            let texts = array.iter().map(|text| text.get_ref().as_str());
            texts.map(|text| text.map(str::to_owned)).collect()
        });
        if texts.is_none() {
            self.expected(
                name,
                value,
                "a list of texts such as [\"python3\", \"bot.py\"]",
            );
        }
        texts
    }

    /// A table, if there is one.
    pub(super) fn table(&mut self, name: &'static str) -> Option<Self> {
        let value = self.take(name)?;
        let Some(table) = value.get_ref().as_table() else {
            self.expected(name, value, "a table");
            return None;
        };
        let full = self.name(name);
        Some(Self::new(self.reading, table, value.span(), &full))
    }

    /// A list of tables; none if there is no list.
    pub(super) fn tables(&mut self, name: &'static str) -> Vec<Self> {
        let Some(value) = self.take(name) else {
            return Vec::new();
        };
        let Some(array) = value.get_ref().as_array() else {
            let what = format!("a list of tables, each headed [[{name}]]");
            self.expected(name, value, &what);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for (index, item) in array.iter().enumerate() {
            let full = format!("{}[{index}]", self.name(name));
            self.reading.note(&full, item.span());
            match item.get_ref().as_table() {
                Some(table) => tables.push(Self::new(self.reading, table, item.span(), &full)),
                None => self.expected(name, item, "a table"),
            }
        }
        tables
    }

    /// Every field that is left, as a text; numbers and flags as they are written.
    pub(super) fn rest_as_texts(mut self) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (name, value) in std::mem::take(&mut self.fields) {
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(integer) => integer.as_str().to_owned(),
                DeValue::Boolean(flag) => flag.to_string(),
                _ => {
                    self.expected(&name, value, "a text, a whole number, true or false");
                    continue;
                }
            };
            texts.push((name, text));
        }
        texts
    }

    /// Refuses fields that nobody has asked for.
    pub(super) fn reject_unknown(self) {
        for (name, value) in &self.fields {
            let known = self.asked.join(", ");
            let message = format!("there is no such field; there are {known}");
            self.reading.error(value.span(), &self.name(name), message);
        }
    }
}
