//! Certificates: what a search has visited, in a form that a plain program can compute again.

use serde::Serialize;

use super::search::Search;
use super::space::Space;
use super::visited::Key;

/// The proof that no solution costs less than a number of moves.
///
/// The layer of a cost holds the positions that are reached at this minimum cost and whose cost plus bound is
/// below `at_least`. The bound is `robot`, up to `weak_limit`, and `blocker` from then on: a position is in
/// its layer if its cost plus `robot` is at most `weak_limit`, or if its cost plus `blocker` is below
/// `at_least`. Without a `weak_limit` the bound is always `robot`. None of these positions fulfils the target,
/// and the moves from them lead to no other position within the limits. `docs/ricochet-proofs.md` defines the
/// bounds and the codes of positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// No solution costs less; `None` if there is no solution.
    pub at_least: Option<u32>,
    /// The limit up to which the bound was `robot`, if it was replaced.
    pub weak_limit: Option<u32>,
    /// Number of positions in all layers.
    pub visited: u64,
    /// The layers by their cost.
    pub layers: Vec<LayerDigest>,
}

/// The positions of one cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LayerDigest {
    /// Number of positions.
    pub count: u64,
    /// The sum of the mixed codes of the positions, as 16 hexadecimal digits.
    #[serde(serialize_with = "as_hex")]
    pub digest: u64,
}

fn as_hex<S: serde::Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}

impl Certificate {
    /// Creates the certificate of a search, which has visited all positions below the limit `at_least`.
    pub(super) fn new<S: Space>(search: &Search<S>, at_least: Option<u32>) -> Self {
        let costs = 0..search.costs();
        let mut layers: Vec<LayerDigest> = costs
            .map(|cost| digest(search.proven_layer(cost)))
            .collect();
        while layers.last().is_some_and(|layer| layer.count == 0) {
            layers.pop();
        }
        Self {
            at_least,
            weak_limit: search.weak_limit.map(u32::from),
            visited: layers.iter().map(|layer| layer.count).sum(),
            layers,
        }
    }
}

fn digest<'a, K: Key + 'a>(lists: impl Iterator<Item = &'a [K]>) -> LayerDigest {
    let empty = LayerDigest {
        count: 0,
        digest: 0,
    };
    lists.flatten().fold(empty, |sum, key| LayerDigest {
        count: sum.count + 1,
        digest: sum
            .digest
            .wrapping_add(mix(mix(key.code() as u64) ^ (key.code() >> 64) as u64)),
    })
}

/// Mixes the bits of a number: the finalizer of `SplitMix64`, a public-domain generator.
fn mix(code: u64) -> u64 {
    let code = (code ^ code >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let code = (code ^ code >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    code ^ code >> 31
}
