//! Reading records from files or standard input.

use std::io::{self, Read};
use std::{fs, str};

use botwerk_engine::GameId;
use botwerk_engine::record::Record;

use super::failure::{Failure, Reason};

/// Reads a record and says which game it is of; `-` is standard input.
pub(super) fn read(name: &str) -> Result<(Record, GameId), Failure> {
    let bytes = bytes(name).map_err(|error| Failure::file(name, &error))?;
    let broken = |why: String| {
        let message = format!("{name}: {why}; take a record as it was written");
        Failure::new(Reason::BadRecord, message)
    };
    let text = str::from_utf8(&bytes).map_err(|error| broken(error.to_string()))?;
    let record = Record::from_text(text).map_err(|error| broken(error.to_string()))?;
    let game = record.header.game_id();
    let game = game.ok_or_else(|| broken("header: names no game".into()))?;
    Ok((record, game))
}

fn bytes(name: &str) -> io::Result<Vec<u8>> {
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(name)
}
