//! What all decisions of a Parquet file have in common.

use arrow_schema::{DataType, Field};
use botwerk_engine::{GameId, ObservationField, observation_fields};
use botwerk_lanes::RecordedDecisions;
use serde_json::{Value, json};

/// The game and the lengths of its arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DecisionsShape {
    game: GameId,
    seats: usize,
    observation_len: usize,
    observation_fields: &'static [ObservationField],
    action_count: usize,
}

impl DecisionsShape {
    pub(super) fn new(game: GameId, decisions: &RecordedDecisions) -> Self {
        Self {
            game,
            seats: decisions.seats,
            observation_len: decisions.observation_len,
            observation_fields: decisions.observation_fields,
            action_count: decisions.action_count,
        }
    }

    pub(super) const fn observation_len(&self) -> usize {
        self.observation_len
    }

    /// Returns the columns: names, types and whether a cell can be empty.
    pub(super) fn fields(&self) -> Vec<Field> {
        let element = Field::new_list_field(DataType::UInt32, false);
        [
            ("record", DataType::Utf8),
            ("match", DataType::UInt64),
            ("seq", DataType::UInt64),
            ("player", DataType::UInt8),
            ("turn", DataType::UInt32),
            ("action", DataType::UInt32),
            ("effort", DataType::UInt64),
            ("return", DataType::Float32),
            (
                "observation",
                DataType::FixedSizeBinary(self.observation_len as i32),
            ),
            ("legal_actions", DataType::List(element.into())),
        ]
        .map(|(name, kind)| Field::new(name, kind, false))
        .into()
    }

    /// Returns the metadata of the file, whose values are JSON.
    pub(super) fn metadata(&self) -> [(String, String); 5] {
        let fields = observation_fields(self.observation_fields, self.seats);
        let fields: Vec<Value> = fields
            .map(|(range, field)| {
                let shape = field
                    .shape
                    .iter()
                    .map(|dimension| dimension.len(self.seats));
                json!({
                    "name": field.name,
                    "start": range.start,
                    "end": range.end,
                    "shape": shape.collect::<Vec<_>>(),
                    "type": field.number.name(),
                })
            })
            .collect();
        [
            ("botwerk.game", json!(self.game.name())),
            ("botwerk.players", json!(self.seats)),
            ("botwerk.actions", json!(self.action_count)),
            ("botwerk.observation_length", json!(self.observation_len)),
            ("botwerk.observation_fields", json!(fields)),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_string()))
    }
}

impl std::fmt::Display for DecisionsShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            game,
            seats,
            observation_len,
            action_count,
            ..
        } = self;
        write!(
            f,
            "{game} with {seats} players, {action_count} actions and observations of {observation_len} bytes"
        )
    }
}
