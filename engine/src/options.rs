//! Options of games: their specifications, and the values of one match.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The specification of an option, which can be set when a match is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, as used in the API, files, records and the command line: `max_announce`.
    pub name: &'static str,
    /// The id of the rule that defines the option: `MR-13`.
    pub rule: &'static str,
    /// The valid values.
    pub kind: OptionKind,
    /// The default value.
    pub default: &'static str,
    /// One-line description.
    pub help: &'static str,
}

/// The valid values of an option.
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
    /// A word, or a whole number in this range.
    WordOrNumber {
        /// The word.
        word: &'static str,
        /// Smallest number.
        min: u64,
        /// Largest number.
        max: u64,
    },
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A time such as `30s` or `500ms`, in this range of milliseconds.
    Time {
        /// Shortest time in milliseconds.
        min: u64,
        /// Longest time in milliseconds.
        max: u64,
    },
    /// Text that the game parses; the string describes the valid values.
    Text(&'static str),
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Self::WordOrNumber { word, min, max } => {
                write!(f, "{word}, or a number from {min} to {max}")
            }
            Self::Choice(names) => write!(f, "one of {}", names.join(", ")),
            Self::Time { min, max } => {
                write!(
                    f,
                    "a time from {} to {}",
                    format_millis(*min),
                    format_millis(*max)
                )
            }
            Self::Text(description) => f.write_str(description),
        }
    }
}

impl OptionKind {
    fn accepts(&self, value: &str) -> bool {
        match self {
            Self::Bool => matches!(value, "true" | "false"),
            Self::Number { min, max } => is_number_within(value, *min, *max),
            Self::WordOrNumber { word, min, max } => {
                value == *word || is_number_within(value, *min, *max)
            }
            Self::Choice(names) => names.contains(&value),
            Self::Time { min, max } => {
                parse_millis(value).is_some_and(|time| (*min..=*max).contains(&time))
            }
            Self::Text(_) => true,
        }
    }
}

fn is_number_within(text: &str, min: u64, max: u64) -> bool {
    plain_number(text).is_some_and(|number| (min..=max).contains(&number))
}

/// Parses a decimal number without sign or leading zeros.
fn plain_number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| canonical)
}

/// Parses a time such as `30s` or `500ms` into milliseconds, or returns `None` if it is malformed.
///
/// ```
/// use botwerk_engine::parse_millis;
///
/// assert_eq!(parse_millis("30s"), Some(30_000));
/// assert_eq!(parse_millis("1.5s"), None);
/// ```
pub fn parse_millis(text: &str) -> Option<u64> {
    match text.strip_suffix("ms") {
        Some(number) => plain_number(number),
        None => plain_number(text.strip_suffix('s')?)?.checked_mul(1000),
    }
}

/// Formats a time in milliseconds: `30s` if it is a whole number of seconds, otherwise `500ms`.
///
/// ```
/// use botwerk_engine::format_millis;
///
/// assert_eq!(format_millis(30_000), "30s");
/// assert_eq!(format_millis(1_500), "1500ms");
/// ```
pub fn format_millis(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1000) {
        format!("{}s", milliseconds / 1000)
    } else {
        format!("{milliseconds}ms")
    }
}

fn expected_options(known: &str) -> String {
    if known.is_empty() {
        "the game has no options".into()
    } else {
        format!("expected one of {known}")
    }
}

/// The error of an invalid option or number of seats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The game has no option of this name.
    #[error("unknown option `{name}`; {}", expected_options(known))]
    UnknownOption {
        /// The unknown name.
        name: String,
        /// The names of all options, separated by commas.
        known: String,
    },
    /// The value is invalid.
    #[error("option {name}: {message}")]
    InvalidValue {
        /// The option's name.
        name: String,
        /// What is wrong with the value, as human-readable text.
        message: String,
    },
    /// The value is a text with several mistakes.
    #[error("option {name}: {}", mistakes.join("; "))]
    Mistakes {
        /// The option's name.
        name: String,
        /// What is wrong, each with its place in the text.
        mistakes: Vec<String>,
    },
    /// An option is set more than once.
    #[error("option {name}: set twice; set it once")]
    Duplicate {
        /// The option's name.
        name: String,
    },
    /// The game cannot be played with this number of seats.
    #[error("seats: expected {}, found {found}", range_text(*min, *max))]
    SeatCount {
        /// The invalid number of seats.
        found: usize,
        /// Minimum number of seats.
        min: usize,
        /// Maximum number of seats.
        max: usize,
    },
}

fn range_text(min: usize, max: usize) -> String {
    if min == max {
        min.to_string()
    } else {
        format!("{min} to {max}")
    }
}

/// The values of all options of a game, including defaults. Clones share the values.
///
/// ```
/// use botwerk_engine::{GameId, Options};
///
/// let specs = GameId::NETZWERK.spec().options;
/// let options = Options::resolve(specs, [("width", "4")]).unwrap();
/// assert_eq!(options.number("width"), 4);
/// assert_eq!(options.number("ranks"), 6);
///
/// let error = Options::resolve(specs, [("width", "9")]).unwrap_err();
/// assert_eq!(error.to_string(), "option width: expected a number from 2 to 6, found `9`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options(Arc<BTreeMap<&'static str, Cow<'static, str>>>);

impl Options {
    /// Checks names and values, and adds the defaults of all other options.
    ///
    /// # Errors
    /// Returns an error if a name is unknown or set twice, or if a value is invalid.
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
                let message = format!("expected {}, found `{value}`", spec.kind);
                return Err(OptionError::InvalidValue {
                    name: name.into(),
                    message,
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

    /// Returns the options with another value of one that has a text.
    pub(crate) fn with_text(mut self, name: &'static str, value: String) -> Self {
        Arc::make_mut(&mut self.0).insert(name, Cow::Owned(value));
        self
    }

    /// Returns names and values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, &**value))
    }

    /// Returns the value of an option as text.
    ///
    /// # Panics
    /// Panics if the game has no option of that name.
    pub fn text(&self, name: &str) -> &str {
        self.0
            .get(name)
            .unwrap_or_else(|| panic!("the game declares no option {name}"))
    }

    /// Returns the value of an [`OptionKind::Bool`].
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Returns the value of an [`OptionKind::Number`].
    pub fn number(&self, name: &str) -> u64 {
        plain_number(self.text(name)).expect("resolve checked the number")
    }

    /// Returns the number of an [`OptionKind::WordOrNumber`], or `None` if its value is the word.
    pub fn optional_number(&self, name: &str) -> Option<u64> {
        plain_number(self.text(name))
    }

    /// Returns the value of an [`OptionKind::Time`], in milliseconds.
    pub fn millis(&self, name: &str) -> u64 {
        parse_millis(self.text(name)).expect("resolve checked the time")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: [OptionSpec; 4] = [
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
        OptionSpec {
            name: "rounds",
            rule: "DR-32",
            kind: OptionKind::WordOrNumber {
                word: "ruleset",
                min: 0,
                max: 200,
            },
            default: "ruleset",
            help: "",
        },
    ];

    #[test]
    fn options_have_the_set_values_and_defaults() {
        let options = Options::resolve(&SPECS, [("cap", "7"), ("limit", "250ms")]).unwrap();
        assert_eq!(options.number("cap"), 7);
        assert_eq!(options.millis("limit"), 250);
        assert!(!options.flag("expert"));
        assert_eq!(options.optional_number("rounds"), None);
        let options = Options::resolve(&SPECS, [("rounds", "0")]).unwrap();
        assert_eq!(options.optional_number("rounds"), Some(0));
    }

    #[test]
    fn invalid_option_is_rejected_with_the_valid_values() {
        let error = |options: &[(&str, &str)]| {
            Options::resolve(&SPECS, options.iter().copied())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(&[("kap", "7")]),
            "unknown option `kap`; expected one of expert, cap, limit, rounds"
        );
        assert_eq!(
            error(&[("cap", "07")]),
            "option cap: expected a number from 1 to 9, found `07`"
        );
        assert_eq!(
            error(&[("cap", "10")]),
            "option cap: expected a number from 1 to 9, found `10`"
        );
        assert_eq!(
            error(&[("limit", "61s")]),
            "option limit: expected a time from 1ms to 60s, found `61s`"
        );
        assert_eq!(
            error(&[("rounds", "none")]),
            "option rounds: expected ruleset, or a number from 0 to 200, found `none`"
        );
        assert_eq!(
            error(&[("cap", "1"), ("cap", "2")]),
            "option cap: set twice; set it once"
        );
    }
}
