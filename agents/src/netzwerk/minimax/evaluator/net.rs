//! A small neural net as evaluator.
//!
//! One hidden layer for each side's point of view, whose sums are kept and changed by what differs from the last
//! position, and one output for each pair of numbers of robots that wins need. `clients/python/examples/netzwerk_net.py`
//! trains it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use botwerk_engine::netzwerk::{Fields, Position, Side, Squares};
use sha2::{Digest, Sha256};

use super::evaluation::Evaluator;
use super::features::{FEATURES, battery, robot};

/// Units of the hidden layer of one side.
const HIDDEN: usize = 64;

/// Outputs: by the number of robots that a win needs (NW-19), one to three, of the side to move and of the other.
const BUCKETS: usize = 9;

/// One as a sum of the hidden layer.
const ONE: i16 = 64;

/// One as a weight of the output.
const OUTPUT_ONE: i32 = 128;

/// Value at which winning is e times as likely as losing.
const SCALE: i64 = 150;

/// The first bytes of a file.
const MAGIC: &[u8; 16] = b"botwerk-netzwerk";

/// Bytes of the checksum at the end of a file.
const CHECKSUM: usize = 32;

/// Bytes of a file.
const SIZE: usize =
    MAGIC.len() + FEATURES * HIDDEN + 2 * HIDDEN * (1 + 2 * BUCKETS) + 4 * BUCKETS + CHECKSUM;

type Hidden = [i16; HIDDEN];

/// The weights of a net.
///
/// ```
/// use botwerk_agents::netzwerk::minimax::Net;
///
/// assert!(Net::from_bytes(include_bytes!("netzwerk.net")).is_ok());
/// let error = Net::from_bytes(b"no net").unwrap_err().to_string();
/// assert!(error.starts_with("expected a net of "), "{error}");
/// ```
pub struct Net {
    features: Vec<Hidden>,
    bias: Hidden,
    output: [[Hidden; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").finish_non_exhaustive()
    }
}

/// Why bytes are not a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Another number of bytes, or other first bytes.
    #[error(
        "expected a net of {SIZE} bytes that starts with `botwerk-netzwerk`, found {found} bytes"
    )]
    Format {
        /// The number of bytes.
        found: usize,
    },
    /// Bytes were changed.
    #[error("the checksum of the net is wrong")]
    Checksum,
}

impl Net {
    /// Returns the net that is part of the agent.
    ///
    /// # Panics
    /// Panics if the embedded file is invalid, which a test rules out.
    pub fn standard() -> &'static Arc<Self> {
        static STANDARD: OnceLock<Arc<Net>> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let net = Self::from_bytes(include_bytes!("netzwerk.net"));
            Arc::new(net.expect("the embedded net is valid"))
        })
    }

    /// Returns the value of a position at the start of a turn on the printed board, in about hundredths of a robot.
    pub fn value(&self, position: &Position) -> i32 {
        NetEvaluator::new(self).evaluate(position)
    }

    /// Reads a net from the bytes of its file, little-endian: `botwerk-netzwerk`, the weights of each feature in a byte
    /// each, in two bytes each the bias of the hidden layer and the weights of each output, in four bytes each the biases
    /// of the outputs, and the SHA-256 of all this.
    ///
    /// # Errors
    /// Returns an error if the bytes are no net, or were changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.len() != SIZE || !bytes.starts_with(MAGIC) {
            let found = bytes.len();
            return Err(NetError::Format { found });
        }
        let (content, checksum) = bytes.split_at(SIZE - CHECKSUM);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(NetError::Checksum);
        }
        let (features, rest) = content[MAGIC.len()..].split_at(FEATURES * HIDDEN);
        let (hidden, output_bias) = rest.split_at(2 * HIDDEN * (1 + 2 * BUCKETS));
        let hidden_layer = |index: usize| -> Hidden {
            let words = &hidden[2 * HIDDEN * index..];
            std::array::from_fn(|unit| i16::from_le_bytes([words[2 * unit], words[2 * unit + 1]]))
        };
        let features = features.chunks_exact(HIDDEN);
        Ok(Self {
            features: features
                .map(|row| std::array::from_fn(|unit| i16::from(row[unit] as i8)))
                .collect(),
            bias: hidden_layer(0),
            output: std::array::from_fn(|bucket| {
                [1, 2].map(|side| hidden_layer(2 * bucket + side))
            }),
            output_bias: std::array::from_fn(|bucket| {
                let word = &output_bias[4 * bucket..];
                i32::from_le_bytes([word[0], word[1], word[2], word[3]])
            }),
        })
    }
}

/// Evaluates by a net.
#[derive(Debug)]
pub(super) struct NetEvaluator<'a> {
    net: &'a Net,
    /// The robots and batteries of the sums.
    robots: [Squares; 2],
    batteries: Fields,
    /// Sums of the hidden layer, as each side sees the position.
    sums: [Hidden; 2],
}

impl<'a> NetEvaluator<'a> {
    pub(super) fn new(net: &'a Net) -> Self {
        Self {
            net,
            robots: [Squares::EMPTY; 2],
            batteries: Fields::EMPTY,
            sums: [net.bias; 2],
        }
    }

    /// Changes the sums to those of another position.
    fn update(&mut self, robots: [Squares; 2], batteries: Fields) {
        let moved = self.batteries.bits() ^ batteries.bits();
        // The squares with a battery on a corner that was moved there or away.
        let near = moved | moved >> 1 | moved >> 8 | moved >> 9;
        for side in Side::ALL {
            let old = self.robots[side.index()].bits();
            let new = robots[side.index()].bits();
            for square in Squares::from_bits(old & (!new | near)) {
                self.change(
                    Side::ALL.map(|viewer| robot(viewer, side, square, self.batteries)),
                    false,
                );
            }
            for square in Squares::from_bits(new & (!old | near)) {
                self.change(
                    Side::ALL.map(|viewer| robot(viewer, side, square, batteries)),
                    true,
                );
            }
        }
        for field in Fields::from_bits(moved) {
            self.change(
                Side::ALL.map(|viewer| battery(viewer, field)),
                batteries.contains(field),
            );
        }
        (self.robots, self.batteries) = (robots, batteries);
    }

    /// Adds a feature, as each side sees it, to the sums, or removes it.
    fn change(&mut self, features: [usize; 2], is_new: bool) {
        for (sums, feature) in self.sums.iter_mut().zip(features) {
            let weights = self.net.features[feature].iter();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                // Sums of at most 26 weights of a byte do not overflow.
                let change = if is_new { *weight } else { -*weight };
                *sum = sum.wrapping_add(change);
            }
        }
    }
}

/// Returns what the hidden layer of one side adds to an output.
fn weigh(sums: &Hidden, weights: &Hidden) -> i32 {
    let units = sums.iter().zip(weights).map(|(sum, weight)| {
        let unit = (*sum).clamp(0, ONE);
        // Below 2^15, as weights of the output are below four.
        i32::from(unit) * i32::from(unit.wrapping_mul(*weight))
    });
    units.sum()
}

impl Evaluator for NetEvaluator<'_> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.update(position.robots_of_both(), position.batteries());
        let (side, other) = (position.side(), position.side().other());
        let needed = |side| position.robots(side).len().div_ceil(2).clamp(1, 3) - 1;
        let bucket = 3 * needed(side) + needed(other);
        let [own_weights, other_weights] = &self.net.output[bucket];
        let output = weigh(&self.sums[side.index()], own_weights)
            + weigh(&self.sums[other.index()], other_weights)
            + self.net.output_bias[bucket];
        let one = i64::from(ONE) * i64::from(ONE) * i64::from(OUTPUT_ONE);
        (i64::from(output) * SCALE / one) as i32
    }
}
