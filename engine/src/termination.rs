//! Reasons for which a seat leaves a match before its end.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::notation::ParseError;

/// The reason for which a seat left a match before its end. Records, the API and statistics use the
/// same names.
///
/// ```
/// use botwerk_engine::Termination;
///
/// assert_eq!("NO_SHOW".parse(), Ok(Termination::NoShow));
/// assert_eq!(Termination::Flagged.to_string(), "FLAGGED");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Termination {
    /// The seat resigned.
    Resigned,
    /// The seat's clock reached zero.
    Flagged,
    /// The seat made too many illegal submissions.
    Illegal,
    /// The seat was disconnected for too long.
    Disconnected,
    /// The seat was not joined in time.
    NoShow,
    /// The built-in agent or the program of the seat failed.
    Crashed,
    /// The server restarted and the seat was not joined again; not attributable to the seat.
    Infra,
}

impl Termination {
    /// All terminations, in the order of their numbers in the API.
    pub const ALL: [Self; 7] = [
        Self::Resigned,
        Self::Flagged,
        Self::Illegal,
        Self::Disconnected,
        Self::NoShow,
        Self::Crashed,
        Self::Infra,
    ];

    /// Returns the name, such as `NO_SHOW`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resigned => "RESIGNED",
            Self::Flagged => "FLAGGED",
            Self::Illegal => "ILLEGAL",
            Self::Disconnected => "DISCONNECTED",
            Self::NoShow => "NO_SHOW",
            Self::Crashed => "CRASHED",
            Self::Infra => "INFRA",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Termination {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|it| it.name() == text);
        found.ok_or_else(|| {
            let expected = Self::ALL.map(Self::name).join(", ");
            ParseError::new("termination", text, 0, expected)
        })
    }
}

/// A list of terminations by seat, as JSON: the empty string for a seat that played to the end.
pub(crate) mod by_seat {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use super::Termination;

    pub(crate) fn serialize<S: Serializer>(
        seats: &[Option<Termination>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seats.iter().map(|seat| seat.map_or("", Termination::name)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Option<Termination>>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let seat = |name: String| match name.as_str() {
            "" => Ok(None),
            name => name.parse().map(Some).map_err(D::Error::custom),
        };
        names.into_iter().map(seat).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn termination_has_one_name_in_text_and_json() {
        for termination in Termination::ALL {
            let name = termination.name();
            assert_eq!(name.parse(), Ok(termination));
            assert_eq!(
                serde_json::to_string(&termination).unwrap(),
                format!("{name:?}")
            );
            assert_eq!(
                serde_json::from_str::<Termination>(&format!("{name:?}")).unwrap(),
                termination
            );
        }
    }

    #[test]
    fn termination_that_is_unknown_is_rejected_with_the_valid_names() {
        let error = "GONE".parse::<Termination>().unwrap_err().to_string();
        assert!(
            error.contains("GONE") && error.contains("NO_SHOW"),
            "{error}"
        );
        assert!("".parse::<Termination>().is_err());
    }
}
