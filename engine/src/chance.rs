//! The randomness of a match: one root seed, and a key for every chance outcome.
//!
//! Each chance outcome has its own generator, seeded with SHA-256 of the root seed and the outcome's
//! key. Two matches with the same seed therefore have the same outcomes for the same keys even after
//! they have diverged, and every outcome of a record can be verified separately.

use std::fmt;

use rand::rand_core::{Rng, SeedableRng};
use rand::rngs::ChaCha8Rng;
use sha2::{Digest, Sha256};

use crate::seat::Seat;

/// The seed of all randomness of a match, 32 bytes.
///
/// ```
/// use botwerk_engine::{ChanceKey, RootSeed};
///
/// let seed = RootSeed::from_text("7");
/// let key = ChanceKey { kind: "roll", seat: None, round: 1, index: 0 };
/// assert_eq!(seed.rng_for_chance(key).below(35), seed.rng_for_chance(key).below(35));
/// assert_eq!(RootSeed::from_hex(&seed.to_hex()), Some(seed));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RootSeed([u8; 32]);

impl RootSeed {
    /// Creates a seed from its bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the seed for a text: 64 lower-case hex digits are the bytes themselves; any other text,
    /// such as `7`, is hashed with SHA-256.
    pub fn from_text(text: &str) -> Self {
        Self::from_hex(text).unwrap_or_else(|| Self(Sha256::digest(text.as_bytes()).into()))
    }

    /// Parses 64 lower-case hex digits, or returns `None` if the text is anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the 32 bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the seed as 64 lower-case hex digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Returns the generator of the seed itself, for randomness outside of matches.
    pub fn rng(self) -> StableRng {
        StableRng(ChaCha8Rng::from_seed(self.0))
    }

    /// Returns the generator of one chance outcome.
    pub fn rng_for_chance(self, key: ChanceKey) -> StableRng {
        self.rng_for_name(&key)
    }

    /// Returns the generator for the choice of an agent on `seat` in its turn number `turn`.
    pub fn rng_for_agent(self, seat: Seat, turn: u32) -> StableRng {
        self.rng_for_name(&format_args!("agent/{seat}/{turn}"))
    }

    fn rng_for_name(self, name: &dyn fmt::Display) -> StableRng {
        let mut text = HashWriter(Sha256::new_with_prefix(self.0));
        fmt::write(&mut text, format_args!("/{name}")).expect("hashing never fails");
        StableRng(ChaCha8Rng::from_seed(text.0.finalize().into()))
    }
}

/// Hides the seed, which is secret until the match is over.
impl fmt::Debug for RootSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RootSeed(..)")
    }
}

struct HashWriter(Sha256);

impl fmt::Write for HashWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// Parses `2 * N` lower-case hex digits, or returns `None` if the text is anything else.
///
/// ```
/// assert_eq!(botwerk_engine::parse_hex("00ff12"), Some([0, 255, 18]));
/// assert_eq!(botwerk_engine::parse_hex::<3>("00FF12"), None);
/// ```
pub fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        let digit = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// Formats bytes as lower-case hex digits.
///
/// ```
/// assert_eq!(botwerk_engine::hex(&[0, 255, 18]), "00ff12");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| DIGITS[nibble as usize] as char)
        .collect()
}

/// The name of one chance outcome, written `kind/seat/round/index` with `-` for no seat.
///
/// ```
/// use botwerk_engine::{ChanceKey, Seat};
///
/// let key = ChanceKey { kind: "stone", seat: Seat::new(1), round: 3, index: 2 };
/// assert_eq!(key.to_string(), "stone/1/3/2");
/// assert_eq!(ChanceKey { seat: None, ..key }.to_string(), "stone/-/3/2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChanceKey {
    /// The kind of outcome: `start`, `roll`, `stone`, `die`.
    pub kind: &'static str,
    /// The seat that the outcome belongs to, if any.
    pub seat: Option<Seat>,
    /// The round of the outcome.
    pub round: u32,
    /// Zero-based index among the outcomes of the same kind in that round.
    pub index: u32,
}

impl ChanceKey {
    /// Returns the key of a part of the set-up, before the first round.
    pub(crate) const fn setup(kind: &'static str) -> Self {
        Self {
            kind,
            seat: None,
            round: 0,
            index: 0,
        }
    }
}

impl fmt::Display for ChanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind)?;
        match self.seat {
            Some(seat) => write!(f, "/{seat}")?,
            None => f.write_str("/-")?,
        }
        write!(f, "/{}/{}", self.round, self.index)
    }
}

/// A random number generator whose values never change: `ChaCha8` with a fixed method of sampling
/// from ranges.
///
/// ```
/// use botwerk_engine::RootSeed;
///
/// let mut rng = RootSeed::from_text("7").rng();
/// assert!(rng.below(6) < 6);
/// assert!((0.0..1.0).contains(&rng.next_f64()));
/// // Weights of 0 are never selected.
/// assert_eq!(rng.weighted_index([0, 3, 0].into_iter()), Some(1));
/// ```
#[derive(Debug)]
pub struct StableRng(ChaCha8Rng);

impl StableRng {
    /// Samples a seed, for a part of a search that must be repeatable or use any amount of random
    /// numbers without affecting the rest.
    pub fn seed(&mut self) -> RootSeed {
        let mut bytes = [0; 32];
        for word in bytes.chunks_mut(8) {
            word.copy_from_slice(&self.next_u64().to_le_bytes());
        }
        RootSeed(bytes)
    }

    /// Samples an index with a probability proportional to its weight, from one number below the sum
    /// of the weights. Returns `None` without using a number if the sum is 0.
    pub fn weighted_index(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().sum();
        if total == 0 {
            return None;
        }
        let mut remaining = self.below(total);
        let mut weights = weights;
        weights.position(|weight| {
            let is_selected = remaining < weight;
            remaining = remaining.wrapping_sub(weight);
            is_selected
        })
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Samples a number below `n` uniformly (Lemire's method with rejection, ACM TOMACS 29(1), 2019).
    ///
    /// # Panics
    /// Panics if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "cannot sample from an empty range");
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// Samples a number in the half-open range from 0 to 1, with 53 random bits.
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles `items` uniformly (Fisher-Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let selected = self.below(last as u64 + 1) as usize;
            items.swap(last, selected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(kind: &'static str) -> ChanceKey {
        ChanceKey {
            kind,
            seat: None,
            round: 1,
            index: 0,
        }
    }

    #[test]
    fn random_values_never_change() {
        let seed = RootSeed::from_text("7");
        assert_eq!(
            seed.to_hex(),
            "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
        );
        let mut rng = seed.rng_for_chance(key("roll"));
        let values: Vec<u64> = (0..6).map(|_| rng.below(35)).collect();
        assert_eq!(values, GOLDEN_ROLLS);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        seed.rng_for_chance(key("order")).shuffle(&mut order);
        assert_eq!(order, GOLDEN_ORDER);
    }

    const GOLDEN_ROLLS: [u64; 6] = [25, 24, 28, 10, 29, 26];
    const GOLDEN_ORDER: [u8; 8] = [5, 0, 6, 7, 2, 3, 1, 4];

    #[test]
    fn different_keys_have_independent_values() {
        let seed = RootSeed::from_text("7");
        let first = |key: ChanceKey| seed.rng_for_chance(key).next_u64();
        assert_eq!(first(key("roll")), first(key("roll")));
        assert_ne!(
            first(key("roll")),
            first(ChanceKey {
                round: 2,
                ..key("roll")
            })
        );
        assert_ne!(
            first(key("roll")),
            first(ChanceKey {
                seat: Seat::new(0),
                ..key("roll")
            })
        );
        assert_eq!(
            ChanceKey {
                seat: Seat::new(1),
                round: 3,
                index: 2,
                kind: "stone"
            }
            .to_string(),
            "stone/1/3/2"
        );
    }

    #[test]
    fn below_is_approximately_uniform() {
        let mut rng = RootSeed::from_text("x").rng_for_chance(key("roll"));
        let mut counts = [0u32; 35];
        for _ in 0..35_000 {
            counts[rng.below(35) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn seed_is_hex_or_hashed_text_and_hidden_by_debug() {
        let seed = RootSeed::from_text("a person's seed");
        assert_eq!(RootSeed::from_text(&seed.to_hex()), seed);
        assert_eq!(format!("{seed:?}"), "RootSeed(..)");
    }
}
