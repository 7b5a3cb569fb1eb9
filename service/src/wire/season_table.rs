//! Final tables of seasons as they are stored. They do not change with the API: every field is copied.

use botwerk_proto::v1 as proto;
use prost::Message;

use crate::error::{Error, Reason};

/// A field of a stored message.
trait Stored {
    /// The field in the API.
    type Field;
    fn of(field: Self::Field) -> Self;
    fn field(self) -> Self::Field;
}

impl<T: Stored> Stored for Option<T> {
    type Field = Option<T::Field>;

    fn of(field: Self::Field) -> Self {
        field.map(T::of)
    }

    fn field(self) -> Self::Field {
        self.map(T::field)
    }
}

impl<T: Stored> Stored for Vec<T> {
    type Field = Vec<T::Field>;

    fn of(field: Self::Field) -> Self {
        field.into_iter().map(T::of).collect()
    }

    fn field(self) -> Self::Field {
        self.into_iter().map(T::field).collect()
    }
}

macro_rules! stored_values {
    ($($value:ty),*) => {
        $(impl Stored for $value {
            type Field = Self;

            fn of(field: Self) -> Self {
                field
            }

            fn field(self) -> Self {
                self
            }
        })*
    };
}

stored_values!(bool, f64, i32, String, u32, u64);

/// Declares a stored message, whose fields have the names of those in the API. Tags are never used for another field.
macro_rules! stored_message {
    ($name:ident, $api:ident { $(#[$tag:meta] $field:ident: $type:ty,)* }) => {
        #[derive(Clone, PartialEq, Message)]
        #[allow(clippy::struct_field_names)]
        struct $name {
            $(#[$tag] $field: $type,)*
        }

        impl Stored for $name {
            type Field = proto::$api;

            fn of(message: proto::$api) -> Self {
                Self { $($field: Stored::of(message.$field),)* }
            }

            fn field(self) -> proto::$api {
                let mut message = proto::$api::default();
                $(message.$field = self.$field.field();)*
                message
            }
        }
    };
}

stored_message!(SeasonTable, GetStandingsResponse {
    #[prost(message, optional, tag = "1")]
    tournament: Option<StoredMatchCounts>,
    #[prost(message, repeated, tag = "2")]
    standings: Vec<StoredStanding>,
    #[prost(message, repeated, tag = "4")]
    head_to_head: Vec<StoredHeadToHead>,
    #[prost(uint64, tag = "5")]
    counted_blocks: u64,
    #[prost(uint64, tag = "6")]
    uncounted_matches: u64,
    #[prost(message, optional, tag = "10")]
    result_counts: Option<StoredResultCounts>,
    #[prost(uint32, tag = "8")]
    final_season: u32,
});

// The numbers of matches at the end of the season.
stored_message!(
    StoredMatchCounts,
    Tournament {
        #[prost(uint64, tag = "7")]
        match_count: u64,
        #[prost(uint64, tag = "8")]
        result_count: u64,
        #[prost(uint64, tag = "15")]
        expected_match_count: u64,
    }
);

stored_message!(StoredHeadToHead, HeadToHead {
    #[prost(string, tag = "1")]
    entrant: String,
    #[prost(string, tag = "2")]
    opponent: String,
    #[prost(uint64, repeated, tag = "3")]
    pentanomial: Vec<u64>,
});

stored_message!(
    StoredResultCounts,
    ResultCounts {
        #[prost(uint64, tag = "1")]
        rated: u64,
        #[prost(uint64, tag = "2")]
        repeated: u64,
        #[prost(uint64, tag = "3")]
        unrated: u64,
        #[prost(uint64, tag = "4")]
        open: u64,
        #[prost(uint64, tag = "5")]
        after_verdict: u64,
        #[prost(uint64, tag = "6")]
        annulled: u64,
        #[prost(uint64, tag = "7")]
        voided: u64,
    }
);

stored_message!(StoredStanding, Standing {
    #[prost(uint32, tag = "1")]
    place: u32,
    #[prost(string, tag = "2")]
    entrant: String,
    #[prost(uint64, tag = "3")]
    matches: u64,
    #[prost(double, tag = "4")]
    points: f64,
    #[prost(double, optional, tag = "5")]
    score_rate: Option<f64>,
    #[prost(uint32, tag = "6")]
    byes: u32,
    #[prost(uint64, tag = "7")]
    wins: u64,
    #[prost(uint64, tag = "8")]
    draws: u64,
    #[prost(uint64, tag = "9")]
    losses: u64,
    #[prost(uint64, repeated, tag = "10")]
    pentanomial: Vec<u64>,
    #[prost(message, optional, tag = "11")]
    elo: Option<StoredEstimate>,
    #[prost(message, optional, tag = "12")]
    normalised_elo: Option<StoredEstimate>,
    #[prost(double, optional, tag = "13")]
    los: Option<f64>,
    #[prost(message, repeated, tag = "14")]
    seats: Vec<StoredSeatScore>,
    #[prost(message, repeated, tag = "15")]
    terminations: Vec<StoredTerminationCount>,
    #[prost(uint64, tag = "16")]
    illegal_submissions: u64,
    #[prost(uint64, tag = "17")]
    turns: u64,
    #[prost(uint64, tag = "18")]
    think_nanos: u64,
    #[prost(bool, tag = "19")]
    is_withdrawn: bool,
    #[prost(message, optional, tag = "20")]
    turn_times: Option<StoredTurnTimes>,
    #[prost(message, optional, tag = "21")]
    tie_breaks: Option<StoredTieBreaks>,
    #[prost(uint64, tag = "22")]
    adjudicated: u64,
    #[prost(bool, tag = "23")]
    is_anchor: bool,
    #[prost(bool, tag = "24")]
    is_former_version: bool,
    #[prost(message, optional, tag = "25")]
    measured_elo: Option<StoredEstimate>,
    #[prost(uint64, tag = "26")]
    regular_matches: u64,
    #[prost(double, optional, tag = "27")]
    regular_score_rate: Option<f64>,
});

stored_message!(
    StoredTurnTimes,
    TurnTimes {
        #[prost(uint64, tag = "1")]
        median_nanos: u64,
        #[prost(uint64, tag = "2")]
        p90_nanos: u64,
        #[prost(uint64, tag = "3")]
        p99_nanos: u64,
        #[prost(uint64, tag = "4")]
        max_nanos: u64,
    }
);

stored_message!(StoredTieBreaks, TieBreaks {
    #[prost(double, tag = "1")]
    buchholz: f64,
    #[prost(double, tag = "2")]
    sonneborn_berger: f64,
    #[prost(double, optional, tag = "3")]
    direct_encounter: Option<f64>,
});

stored_message!(StoredEstimate, Estimate {
    #[prost(double, tag = "1")]
    value: f64,
    #[prost(double, optional, tag = "2")]
    low: Option<f64>,
    #[prost(double, optional, tag = "3")]
    high: Option<f64>,
});

stored_message!(
    StoredSeatScore,
    SeatScore {
        #[prost(double, tag = "1")]
        points: f64,
        #[prost(uint64, tag = "2")]
        opponents: u64,
    }
);

stored_message!(
    StoredTerminationCount,
    TerminationCount {
        #[prost(int32, tag = "1")]
        termination: i32,
        #[prost(uint64, tag = "2")]
        count: u64,
    }
);

/// Returns the final table of a season as bytes. They are stored, so that nothing changes the table afterwards, be
/// it a result or another version of the statistics.
pub(super) fn encode_season_table(standings: proto::GetStandingsResponse) -> Vec<u8> {
    SeasonTable::of(standings).encode_to_vec()
}

/// Reads the final table of a season.
///
/// # Errors
/// Returns an error if the table is corrupt.
pub(super) fn decode_season_table(table: &[u8]) -> Result<proto::GetStandingsResponse, Error> {
    let table = SeasonTable::decode(table).map_err(|error| {
        let message = format!("the stored table of the season is corrupt: {error}");
        Error::new(Reason::StoreUnavailable, message)
    })?;
    Ok(table.field())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table as a former version has stored it, with the tournament in it.
    const STORED: &[u8] = b"\x0a\x09\x0a\x01t8\x0c@\x0cx\x18\x12\x2f\x08\x01\x12\x01a\x18\x06!\0\0\0\0\0\0\x12@8\x04H\x01R\x05\0\0\x01\x02\0\
        Z\x09\x09\0\0\0\0\0\0Y@z\x04\x08\x02\x10\x01\xb8\x01\x01\"\x0d\x0a\x01a\x12\x01b\x1a\x05\0\0\x01\x02\0(\x03@\x02";

    #[test]
    fn table_of_a_former_version_is_read() {
        let table = decode_season_table(STORED).unwrap();
        let leader = proto::Standing {
            place: 1,
            entrant: "a".into(),
            matches: 6,
            points: 4.5,
            wins: 4,
            losses: 1,
            pentanomial: vec![0, 0, 1, 2, 0],
            elo: Some(proto::Estimate {
                value: 100.0,
                ..Default::default()
            }),
            terminations: vec![proto::TerminationCount {
                termination: proto::Termination::Flagged.into(),
                count: 1,
            }],
            is_anchor: true,
            ..Default::default()
        };
        let expected = proto::GetStandingsResponse {
            tournament: Some(proto::Tournament {
                match_count: 12,
                result_count: 12,
                expected_match_count: 24,
                ..Default::default()
            }),
            standings: vec![leader],
            head_to_head: vec![proto::HeadToHead {
                entrant: "a".into(),
                opponent: "b".into(),
                pentanomial: vec![0, 0, 1, 2, 0],
            }],
            counted_blocks: 3,
            final_season: 2,
            ..Default::default()
        };
        assert_eq!(table, expected);
        // The name of the tournament, of three bytes, is not stored any more.
        let stored = [b"\x0a\x06", &STORED[5..]].concat();
        assert_eq!(encode_season_table(expected), stored);
    }
}
