//! A reader of TOML tables that collects all errors.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use botwerk_engine::parse_millis;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{FieldError, FileError, command_text};

/// The errors of a file, and the lines of its fields.
#[derive(Debug, Clone, Default)]
pub(super) struct FileErrors {
    errors: Vec<FileError>,
    /// The lines of all fields of the file, by path.
    lines: BTreeMap<String, usize>,
}

impl FileErrors {
    /// Reports an error in a field at the field's line, or at the line of the innermost enclosing
    /// table if the file does not have the field.
    pub(super) fn report(&mut self, error: FieldError) {
        let FieldError { field, message } = error;
        let mut paths = std::iter::successors(Some(&*field), |path| enclosing_path(path));
        let line = paths.find_map(|path| self.lines.get(path).copied());
        let line = line.unwrap_or(1);
        self.errors.push(FileError {
            file: None,
            line,
            field,
            message,
        });
    }

    /// Reports an error in a line of another file.
    pub(super) fn report_in_file(&mut self, file: &str, line: usize, error: FieldError) {
        self.errors.push(FileError {
            file: Some(file.to_owned()),
            line,
            field: error.field,
            message: error.message,
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns all errors in the order of their lines, those of the tournament file first.
    pub(super) fn into_sorted(self) -> Vec<FileError> {
        let mut errors = self.errors;
        errors.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
        errors
    }
}

/// A file that is being read.
#[derive(Debug)]
pub(super) struct TomlReader<'a> {
    text: &'a str,
    errors: RefCell<FileErrors>,
}

impl<'a> TomlReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            errors: RefCell::default(),
        }
    }

    /// Reports an error at a place of the text.
    pub(super) fn error(&self, at: Range<usize>, field: &str, message: impl Into<String>) {
        let error = FileError {
            file: None,
            line: self.line(at),
            field: field.to_owned(),
            message: message.into(),
        };
        self.errors.borrow_mut().errors.push(error);
    }

    /// Reports an error in a field, which may be missing.
    fn field_error(&self, field: &str, message: impl Into<String>) {
        self.errors.borrow_mut().report(FieldError {
            field: field.to_owned(),
            message: message.into(),
        });
    }

    pub(super) fn into_errors(self) -> FileErrors {
        self.errors.into_inner()
    }

    pub(super) fn has_errors(&self) -> bool {
        !self.errors.borrow().is_empty()
    }

    fn line(&self, at: Range<usize>) -> usize {
        let before = self.text.get(..at.start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    fn has_field(&self, field: &str) -> bool {
        self.errors.borrow().lines.contains_key(field)
    }

    fn record_line(&self, field: &str, at: Range<usize>) {
        let line = self.line(at);
        self.errors
            .borrow_mut()
            .lines
            .insert(field.to_owned(), line);
    }
}

/// Returns the path of the table or list that contains a field, or `None` for a field of the root.
fn enclosing_path(path: &str) -> Option<&str> {
    path.rfind(['.', '[']).map(|end| &path[..end])
}

/// A TOML table whose fields are read one by one. Getters return `None` for a missing field, and
/// report a field with an invalid value.
#[derive(Debug)]
pub(super) struct TomlTable<'a, 'i> {
    reader: &'a TomlReader<'a>,
    /// The fields that have not been read yet.
    fields: BTreeMap<String, &'a Spanned<DeValue<'i>>>,
    /// The path of the table, ending with a dot; empty for the root.
    prefix: String,
    known_fields: Vec<&'static str>,
}

impl<'a, 'i> TomlTable<'a, 'i> {
    pub(super) fn new(reader: &'a TomlReader<'a>, table: &'a DeTable<'i>, name: &str) -> Self {
        let prefix = match name {
            "" => String::new(),
            name => format!("{name}."),
        };
        let mut fields = BTreeMap::new();
        for (key, value) in table {
            let key = key.get_ref().to_string();
            reader.record_line(&format!("{prefix}{key}"), value.span());
            fields.insert(key, value);
        }
        Self {
            reader,
            fields,
            prefix,
            known_fields: Vec::new(),
        }
    }

    fn remove(&mut self, name: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.known_fields.push(name);
        self.fields.remove(name)
    }

    fn path(&self, field: &str) -> String {
        format!("{}{field}", self.prefix)
    }

    fn report_value(&self, name: &str, value: &Spanned<DeValue<'_>>, expected: &str, found: &str) {
        let message = format!("expected {expected}, found {found}");
        self.reader.error(value.span(), &self.path(name), message);
    }

    fn report_type(&self, name: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        self.report_value(name, value, expected, value.get_ref().type_str());
    }

    /// Reports an error in a field, which may be missing.
    pub(super) fn error(&self, field: &str, message: impl Into<String>) {
        self.reader.field_error(&self.path(field), message);
    }

    /// Returns `true` if the file has a field, even with an invalid value.
    pub(super) fn has(&self, field: &str) -> bool {
        self.reader.has_field(&self.path(field))
    }

    /// Returns `true` if a field that has not been read is a table.
    pub(super) fn has_table(&self, field: &str) -> bool {
        let value = self.fields.get(field);
        value.is_some_and(|value| value.get_ref().is_table())
    }

    /// Reports that a field is missing, unless the file has it with a value that was reported.
    pub(super) fn missing(&self, field: &str, example: &str) {
        if !self.has(field) {
            self.error(field, format!("is missing; for example {example}"));
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self, name: &'static str) -> Option<String> {
        let value = self.remove(name)?;
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.report_type(name, value, "a string");
        }
        text
    }

    /// Reads a whole number in a range.
    pub(super) fn integer(&mut self, name: &'static str, range: Range<u64>) -> Option<u64> {
        let value = self.remove(name)?;
        let expected = format!("a whole number from {} to {}", range.start, range.end - 1);
        let Some(integer) = value.get_ref().as_integer() else {
            self.report_type(name, value, &expected);
            return None;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            self.report_value(name, value, &expected, integer.as_str());
        }
        number
    }

    /// Reads a number.
    pub(super) fn float(&mut self, name: &'static str) -> Option<f64> {
        let value = self.remove(name)?;
        let number = match value.get_ref() {
            DeValue::Integer(integer) => integer.as_str().parse().ok(),
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.report_type(name, value, "a number");
        }
        number
    }

    /// Reads the rating of an anchor: `true` stands for 0.
    pub(super) fn rating(&mut self, name: &'static str) -> Option<i32> {
        let value = self.remove(name)?;
        let expected = "true (a rating of 0), false or a rating in whole Elo";
        match value.get_ref() {
            DeValue::Boolean(is_anchor) => is_anchor.then_some(0),
            DeValue::Integer(integer) => {
                let rating = i32::from_str_radix(integer.as_str(), integer.radix()).ok();
                if rating.is_none() {
                    self.report_value(name, value, expected, integer.as_str());
                }
                rating
            }
            _ => {
                self.report_type(name, value, expected);
                None
            }
        }
    }

    /// Reads a truth value.
    pub(super) fn bool(&mut self, name: &'static str) -> Option<bool> {
        let value = self.remove(name)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.report_type(name, value, "true or false");
        }
        flag
    }

    /// Reads a time such as `"200ms"` as milliseconds.
    pub(super) fn time(&mut self, name: &'static str) -> Option<u64> {
        let value = self.remove(name)?;
        let expected = "a time such as \"200ms\" or \"10s\"";
        let Some(text) = value.get_ref().as_str() else {
            self.report_type(name, value, expected);
            return None;
        };
        let time = parse_millis(text);
        if time.is_none() {
            self.report_value(name, value, expected, &format!("{text:?}"));
        }
        time
    }

    /// Reads a list of strings.
    pub(super) fn strings(&mut self, name: &'static str) -> Option<Vec<String>> {
        let value = self.remove(name)?;
        let strings = value.get_ref().as_array().and_then(|array| {
            let strings = array.iter().map(|item| item.get_ref().as_str());
            strings.map(|text| text.map(str::to_owned)).collect()
        });
        if strings.is_none() {
            let expected = "a list of strings such as [\"data\", \"book.txt\"]";
            let mut items = value.get_ref().as_array().into_iter().flatten();
            match items.find(|item| item.get_ref().as_str().is_none()) {
                Some(item) => {
                    let found = format!("a list with {}", item.get_ref().type_str());
                    self.report_value(name, value, expected, &found);
                }
                None => self.report_type(name, value, expected),
            }
        }
        strings
    }

    /// Takes a string, or a list of strings as the text of a command, from a field that is none of the table's. Any other
    /// value stays unread.
    pub(super) fn unknown_words(&mut self, name: &str) -> Option<String> {
        let value = self.fields.get(name)?.get_ref();
        let words = match value.as_array() {
            Some(array) => {
                let words = array.iter().map(|item| item.get_ref().as_str());
                let words: Option<Vec<_>> = words.map(|word| word.map(str::to_owned)).collect();
                command_text(&words?)
            }
            None => value.as_str()?.to_owned(),
        };
        self.fields.remove(name);
        Some(words)
    }

    /// Reads a table.
    pub(super) fn table(&mut self, name: &'static str) -> Option<Self> {
        let value = self.remove(name)?;
        let Some(table) = value.get_ref().as_table() else {
            self.report_type(name, value, "a table");
            return None;
        };
        let path = self.path(name);
        Some(Self::new(self.reader, table, &path))
    }

    /// Reads a list of tables, which is empty if the field is missing.
    pub(super) fn tables(&mut self, name: &'static str) -> Vec<Self> {
        let Some(value) = self.remove(name) else {
            return Vec::new();
        };
        let Some(array) = value.get_ref().as_array() else {
            let expected = format!("a list of tables, each headed [[{name}]]");
            self.report_type(name, value, &expected);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for (index, item) in array.iter().enumerate() {
            let path = format!("{}[{index}]", self.path(name));
            self.reader.record_line(&path, item.span());
            match item.get_ref().as_table() {
                Some(table) => tables.push(Self::new(self.reader, table, &path)),
                None => self.report_type(name, item, "a table"),
            }
        }
        tables
    }

    /// Reads all remaining fields as strings; numbers and truth values as they are written.
    pub(super) fn rest_as_strings(mut self) -> Vec<(String, String)> {
        let mut strings = Vec::new();
        for (name, value) in std::mem::take(&mut self.fields) {
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(integer) => integer.as_str().to_owned(),
                DeValue::Boolean(flag) => flag.to_string(),
                _ => {
                    self.report_type(&name, value, "a string, a whole number, true or false");
                    continue;
                }
            };
            strings.push((name, text));
        }
        strings
    }

    /// Reports all remaining fields as unknown.
    pub(super) fn reject_unknown(self) {
        for (name, value) in &self.fields {
            let known = self.known_fields.join(", ");
            let message = format!("unknown field; expected one of {known}");
            self.reader.error(value.span(), &self.path(name), message);
        }
    }
}
