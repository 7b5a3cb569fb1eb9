//! Where a match's randomness comes from: one root seed, and a key for every draw.
//!
//! A draw never continues a running stream: its generator is seeded with SHA-256 of the root seed
//! and the draw's key. Two matches with the same seed therefore deal alike even after they have
//! diverged, and a record can be checked draw by draw.

use std::fmt;

use rand::rand_core::{Rng, SeedableRng};
use rand::rngs::ChaCha8Rng;
use sha2::{Digest, Sha256};

use crate::seat::Seat;

/// The 32 bytes that all of a match's randomness comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RootSeed([u8; 32]);

impl RootSeed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed that a person's text stands for: 64 hex digits are the bytes themselves, any
    /// other text (`7`) is hashed with SHA-256.
    pub fn from_text(text: &str) -> Self {
        Self::from_hex(text).unwrap_or_else(|| Self(Sha256::digest(text.as_bytes()).into()))
    }

    /// The seed written as 64 lower-case hex digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let digit = |c: u8| match c {
                b'0'..=b'9' => Some(c - b'0'),
                b'a'..=b'f' => Some(c - b'a' + 10),
                _ => None,
            };
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(bytes))
    }

    /// The 32 bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// 64 lower-case hex digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// The generator of the seed itself, for what is no draw of a match.
    pub fn rng(self) -> StableRng {
        StableRng(ChaCha8Rng::from_seed(self.0))
    }

    /// The generator of one draw.
    pub fn rng_for_chance(self, key: ChanceKey) -> StableRng {
        self.named(&key)
    }

    /// The generator with which an agent on `seat` makes its decision number `turn`.
    pub fn rng_for_agent(self, seat: Seat, turn: u32) -> StableRng {
        self.named(&format_args!("agent/{seat}/{turn}"))
    }

    fn named(self, name: &dyn fmt::Display) -> StableRng {
        let mut text = HashWriter(Sha256::new_with_prefix(self.0));
        fmt::write(&mut text, format_args!("/{name}")).expect("hashing never fails");
        StableRng(ChaCha8Rng::from_seed(text.0.finalize().into()))
    }
}

/// The seed stays secret until the match is over, so it is never printed by accident.
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

/// Lower-case hex digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| DIGITS[nibble as usize] as char)
        .collect()
}

/// The name of one draw: what is drawn, for whom, when, and which of several.
///
/// Written `stone/1/3/2`; parts that do not apply are left out from the right, a seat that does
/// not apply is `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChanceKey {
    /// What is drawn: `start`, `roll`, `stone`, `die`.
    pub kind: &'static str,
    /// The seat that draws, if the draw belongs to one.
    pub seat: Option<Seat>,
    /// The round of the draw.
    pub round: u32,
    /// Which of several draws of the same kind in that round, from 0.
    pub index: u32,
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

/// A stream of random numbers whose values are frozen: `ChaCha8`, with our own reduction to a range.
#[derive(Debug)]
pub struct StableRng(ChaCha8Rng);

impl StableRng {
    /// A seed drawn from this generator: for a part of a search that is to draw the same numbers
    /// again, or more or fewer of them without disturbing the rest.
    pub fn seed(&mut self) -> RootSeed {
        let mut bytes = [0; 32];
        for word in bytes.chunks_mut(8) {
            word.copy_from_slice(&self.next_u64().to_le_bytes());
        }
        RootSeed(bytes)
    }

    /// The index of a weight, each as likely as it is heavy: one number below their sum is taken.
    /// `None`, and no number taken, if they come to nothing.
    pub fn weighted_index(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let all: u64 = weights.clone().sum();
        if all == 0 {
            return None;
        }
        let mut left = self.below(all);
        let mut weights = weights;
        weights.position(|weight| {
            let is_here = left < weight;
            left = left.wrapping_sub(weight);
            is_here
        })
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `n - 1`, every one equally likely (Lemire's method with rejection,
    /// ACM TOMACS 29(1), 2019).
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "nothing can be drawn from an empty range");
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number in the half-open range from 0 to 1, with 53 random bits.
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts `items` into an order drawn uniformly (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let picked = self.below(last as u64 + 1) as usize;
            items.swap(last, picked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(what: &'static str) -> ChanceKey {
        ChanceKey {
            kind: what,
            seat: None,
            round: 1,
            index: 0,
        }
    }

    #[test]
    fn draws_are_frozen() {
        let seed = RootSeed::from_text("7");
        assert_eq!(
            seed.to_hex(),
            "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
        );
        let mut draw = seed.rng_for_chance(key("roll"));
        let values: Vec<u64> = (0..6).map(|_| draw.below(35)).collect();
        assert_eq!(values, GOLDEN_ROLLS);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        seed.rng_for_chance(key("order")).shuffle(&mut order);
        assert_eq!(order, GOLDEN_ORDER);
    }

    const GOLDEN_ROLLS: [u64; 6] = [25, 24, 28, 10, 29, 26];
    const GOLDEN_ORDER: [u8; 8] = [5, 0, 6, 7, 2, 3, 1, 4];

    #[test]
    fn keys_name_independent_draws() {
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
    fn below_reaches_every_number_about_equally() {
        let mut draw = RootSeed::from_text("x").rng_for_chance(key("roll"));
        let mut counts = [0u32; 35];
        for _ in 0..35_000 {
            counts[draw.below(35) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_seed_is_hex_or_hashed_text_and_never_printed() {
        let seed = RootSeed::from_text("a person's seed");
        assert_eq!(RootSeed::from_text(&seed.to_hex()), seed);
        assert_eq!(format!("{seed:?}"), "RootSeed(..)");
    }
}
