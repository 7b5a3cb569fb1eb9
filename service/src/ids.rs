//! The ids of matches, tournaments and environments, and their names in the API.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::{NoContext, Timestamp, Uuid};

use crate::error::{Error, Reason};

macro_rules! resource_id {
    ($(#[doc = $doc:literal])+ $id:ident, $prefix:literal, $kind:literal) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(from = "String", into = "String")]
        pub(crate) struct $id(Arc<str>);

        impl $id {
            /// Returns a new id, greater than all earlier ones.
            pub(crate) fn new() -> Self {
                Uuid::now_v7().simple().to_string().into()
            }

            /// Reads the id from a name in the API.
            ///
            /// # Errors
            /// Returns an error if the name has another form.
            pub(crate) fn from_name(name: &str) -> Result<Self, Error> {
                let id = name.strip_prefix($prefix).filter(|id| !id.is_empty());
                id.map(Into::into).ok_or_else(|| {
                    let message =
                        concat!("expected `", $prefix, "` and the id of a ", $kind).to_owned();
                    Error::new(Reason::NotFound, format!("name: {message}, found `{name}`"))
                })
            }

            /// Returns the name in the API.
            pub(crate) fn name(&self) -> String {
                format!(concat!($prefix, "{}"), self.0)
            }

            /// Returns the id as text.
            pub(crate) fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $id {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<String> for $id {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }

        impl From<$id> for String {
            fn from(id: $id) -> Self {
                id.as_str().to_owned()
            }
        }

        impl Borrow<str> for $id {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

resource_id! {
    /// The id of a match. Ids sort by the time of creation.
    MatchId, "matches/", "match"
}

impl MatchId {
    /// Returns a new id of a match that was created at a time in microseconds since 1970.
    pub(crate) fn created_at(micros: i64) -> Self {
        let micros = u64::try_from(micros).unwrap_or(0);
        let nanos = (micros % 1_000_000) as u32 * 1000;
        let time = Timestamp::from_unix(NoContext, micros / 1_000_000, nanos);
        Uuid::new_v7(time).simple().to_string().into()
    }

    /// Returns the id below which no match has one that was created at a time, in nanoseconds since 1970.
    pub(crate) fn first_at(nanos: i64) -> Self {
        format!("{:012x}", u64::try_from(nanos).unwrap_or(0) / 1_000_000).into()
    }
}

resource_id! {
    /// The id of a tournament. Ids sort by the time of creation.
    TournamentId, "tournaments/", "tournament"
}

resource_id! {
    /// The id of an environment. Ids sort by the time of creation.
    EnvId, "envs/", "environment"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_read_from_its_own_name_only() {
        let id = MatchId::new();
        assert_eq!(MatchId::from_name(&id.name()).unwrap(), id);
        assert_eq!(id.name(), format!("matches/{id}"));
        for name in ["", "matches/", "tournaments/1", "1", "Matches/1"] {
            let error = MatchId::from_name(name).unwrap_err();
            assert_eq!(error.reason, Reason::NotFound, "{name}");
        }
        assert!(TournamentId::from_name("tournaments/1").is_ok());
    }

    #[test]
    fn ids_sort_by_the_time_of_creation() {
        let ids: Vec<_> = (0..100).map(|_| TournamentId::new()).collect();
        assert!(ids.is_sorted());
    }
}
