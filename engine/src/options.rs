//! Options of a game: what may be set, and the values of one match.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// One thing that may be set when a match is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, the same in the contract, files, records and the program: `max_announce`.
    pub name: &'static str,
    /// The rule that it belongs to: `MR-13`.
    pub rule: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// The value if none is given.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// The values an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number in this range.
    Number {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A time such as `30s` or `500ms`, in this range of milliseconds.
    Time {
        /// Shortest time in milliseconds.
        min: u64,
        /// Longest time in milliseconds.
        max: u64,
    },
    /// Text that the game itself reads; the string says what it holds.
    Text(&'static str),
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Self::Time { min, max } => {
                write!(
                    f,
                    "a time from {} to {}",
                    format_millis(*min),
                    format_millis(*max)
                )
            }
            Self::Text(what) => f.write_str(what),
        }
    }
}

impl OptionKind {
    fn accepts(&self, value: &str) -> bool {
        match self {
            Self::Bool => matches!(value, "true" | "false"),
            Self::Number { min, max } => {
                plain_number(value).is_some_and(|number| (*min..=*max).contains(&number))
            }
            Self::Choice(words) => words.contains(&value),
            Self::Time { min, max } => {
                parse_millis(value).is_some_and(|time| (*min..=*max).contains(&time))
            }
            Self::Text(_) => true,
        }
    }
}

/// A decimal number without sign or leading zeros.
fn plain_number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| canonical)
}

/// Milliseconds of a time such as `30s` or `500ms`.
pub fn parse_millis(text: &str) -> Option<u64> {
    match text.strip_suffix("ms") {
        Some(number) => plain_number(number),
        None => plain_number(text.strip_suffix('s')?)?.checked_mul(1000),
    }
}

/// The text of a time in milliseconds: `30s`, or `500ms` where seconds do not fit.
pub fn format_millis(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1000) {
        format!("{}s", milliseconds / 1000)
    } else {
        format!("{milliseconds}ms")
    }
}

/// Why options are refused: which one, and what it would take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The game has no option of this name.
    #[error("option {name}: there is none of that name; there are {known}")]
    UnknownOption {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value is not one that the option takes.
    #[error("option {name}: {why}")]
    InvalidValue {
        /// The option's name.
        name: String,
        /// What is wrong with the value.
        why: String,
    },
    /// An option is given twice.
    #[error("option {name}: given twice")]
    Duplicate {
        /// The option's name.
        name: String,
    },
    /// The game is not played by so many.
    #[error("seats: {given} given, {least} to {most} can play")]
    SeatCount {
        /// The number given.
        given: usize,
        /// Fewest seats.
        least: usize,
        /// Most seats.
        most: usize,
    },
}

/// The value of every option of a game, defaults included. Clones share the values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options(Arc<BTreeMap<&'static str, Cow<'static, str>>>);

impl Options {
    /// Checks the given names and values and adds the defaults.
    ///
    /// # Errors
    /// An unknown name, a name given twice, or a value that the option does not take.
    pub fn resolve<N: AsRef<str>, V: AsRef<str>>(
        specs: &'static [OptionSpec],
        given: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, OptionError> {
        let mut values = BTreeMap::new();
        for (name, value) in given {
            let (name, value) = (name.as_ref(), value.as_ref());
            let spec = specs.iter().find(|spec| spec.name == name).ok_or_else(|| {
                let known: Vec<_> = specs.iter().map(|spec| spec.name).collect();
                OptionError::UnknownOption {
                    name: name.into(),
                    known: known.join(", "),
                }
            })?;
            if !spec.kind.accepts(value) {
                let why = format!("takes {}, not `{value}`", spec.kind);
                return Err(OptionError::InvalidValue {
                    name: name.into(),
                    why,
                });
            }
            if values
                .insert(spec.name, Cow::Owned(value.to_owned()))
                .is_some()
            {
                return Err(OptionError::Duplicate { name: name.into() });
            }
        }
        for spec in specs {
            values
                .entry(spec.name)
                .or_insert(Cow::Borrowed(spec.default));
        }
        Ok(Self(Arc::new(values)))
    }

    /// Names and values in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, &**value))
    }

    /// The value of an option that the game has.
    ///
    /// # Panics
    /// If the game has no option of that name: a game asks only for its own.
    pub fn text(&self, name: &str) -> &str {
        self.0
            .get(name)
            .unwrap_or_else(|| panic!("the game declares no option {name}"))
    }

    /// The value of a [`OptionKind::Bool`].
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// The value of a [`OptionKind::Number`].
    pub fn number(&self, name: &str) -> u64 {
        plain_number(self.text(name)).expect("resolve checked the number")
    }

    /// The value of a [`OptionKind::Time`] in milliseconds.
    pub fn millis(&self, name: &str) -> u64 {
        parse_millis(self.text(name)).expect("resolve checked the time")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: [OptionSpec; 3] = [
        OptionSpec {
            name: "expert",
            rule: "MR-29",
            kind: OptionKind::Bool,
            default: "false",
            help: "",
        },
        OptionSpec {
            name: "cap",
            rule: "MR-28",
            kind: OptionKind::Number { min: 1, max: 9 },
            default: "5",
            help: "",
        },
        OptionSpec {
            name: "limit",
            rule: "MR-18",
            kind: OptionKind::Time {
                min: 1,
                max: 60_000,
            },
            default: "30s",
            help: "",
        },
    ];

    #[test]
    fn given_values_stand_beside_defaults() {
        let options = Options::resolve(&SPECS, [("cap", "7"), ("limit", "250ms")]).unwrap();
        assert_eq!(options.number("cap"), 7);
        assert_eq!(options.millis("limit"), 250);
        assert!(!options.flag("expert"));
    }

    #[test]
    fn every_mistake_is_named() {
        let wrong = |given: &[(&str, &str)]| {
            Options::resolve(&SPECS, given.iter().copied())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            wrong(&[("kap", "7")]),
            "option kap: there is none of that name; there are expert, cap, limit"
        );
        assert_eq!(
            wrong(&[("cap", "07")]),
            "option cap: takes a number from 1 to 9, not `07`"
        );
        assert_eq!(
            wrong(&[("cap", "10")]),
            "option cap: takes a number from 1 to 9, not `10`"
        );
        assert_eq!(
            wrong(&[("limit", "61s")]),
            "option limit: takes a time from 1ms to 60s, not `61s`"
        );
        assert_eq!(
            wrong(&[("cap", "1"), ("cap", "2")]),
            "option cap: given twice"
        );
    }
}
