//! Fingerprints of what was played, by which repeated matches are found.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::{EventLine, Record};

/// The fingerprint of what was played: the start position, and every action with its actor. It does not cover names,
/// seeds, times or declared nodes, so two matches have the same fingerprint exactly if one repeats the other action by
/// action; others differ almost certainly.
///
/// It consists of the first 8 bytes of a SHA-256 over the start position and, for each event, over a line feed, the actor,
/// a tab and the action. Its text has 16 hex digits.
///
/// ```
/// # use botwerk_engine::netzwerk::Netzwerk;
/// # use botwerk_engine::record::{ClockKind, Header, SeedOrigin};
/// # use botwerk_engine::{GameRules, GameType, Options, RootSeed};
/// # let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
/// use botwerk_engine::record::{Fingerprint, Record};
///
/// let record = |seed| {
///     let (seed, origin) = (RootSeed::from_text(seed), SeedOrigin::Given);
///     let header = Header::new(&game, vec![], seed, origin, ClockKind::Virtual);
///     Record { header, events: vec![], outcome: None }
/// };
/// // Netzwerk starts from the same position whatever the seed is.
/// let fingerprint = Fingerprint::of_record(&record("7"));
/// assert_eq!(fingerprint, Fingerprint::of_record(&record("8")));
/// assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

/// The error of a text that is no fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 16 hex digits")]
pub struct FingerprintError;

/// The running fingerprint of a match in progress.
#[derive(Debug, Clone)]
pub struct RunningFingerprint(Sha256);

impl Fingerprint {
    /// Returns the fingerprint of a record.
    pub fn of_record(record: &Record) -> Self {
        let mut running = RunningFingerprint::new(&record.header.start);
        for line in &record.events {
            running.add(line);
        }
        running.finish()
    }

    /// Returns the fingerprint as a number.
    pub const fn to_number(self) -> u64 {
        self.0
    }
}

impl RunningFingerprint {
    /// Starts with the starting position in the game's notation.
    pub fn new(start: &str) -> Self {
        Self(Sha256::new_with_prefix(start))
    }

    /// Adds an event.
    pub fn add(&mut self, line: &EventLine) {
        self.0.update(b"\n");
        self.0.update(&line.actor);
        self.0.update(b"\t");
        self.0.update(&line.action);
    }

    /// Returns the fingerprint of the events so far.
    pub fn finish(&self) -> Fingerprint {
        let hash = self.0.clone().finalize();
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash[..8]);
        Fingerprint(u64::from_be_bytes(bytes))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hex.then(|| u64::from_str_radix(text, 16).ok());
        number.flatten().map(Self).ok_or(FingerprintError)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(actor: &str, action: &str) -> EventLine {
        let text = format!(r#"{{"seq":1,"actor":"{actor}","action":"{action}"}}"#);
        serde_json::from_str(&text).unwrap()
    }

    /// By `printf 'start\n0\ta1-a2\nchance\tS7' | sha256sum`.
    #[test]
    fn fingerprint_is_the_start_of_a_sha256_over_start_actors_and_actions() {
        let mut running = RunningFingerprint::new("start");
        running.add(&event("0", "a1-a2"));
        running.add(&EventLine {
            elapsed_nanos: Some(7),
            effort: Some(9),
            ..event("chance", "S7")
        });
        assert_eq!(running.finish().to_string(), "40e9bcf4064c5a2c");
    }

    #[test]
    fn other_texts_than_16_hex_digits_are_rejected() {
        for text in [
            "",
            "+123456789abcdef",
            "0123456789abcde",
            "0123456789abcdef0",
        ] {
            assert_eq!(text.parse::<Fingerprint>(), Err(FingerprintError), "{text}");
        }
    }
}
