//! All sets of fields that the batteries can occupy, indexed, and the moves between them.

use botwerk_engine::netzwerk::{Field, Fields, Point, Rules};

use super::estimate::binomial;
use super::symmetry::BoardSymmetry;

/// A move of one battery.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// Index of the set after the move.
    pub(super) target: u32,
    /// Bit of the field that the battery leaves.
    pub(super) from: u8,
    /// Bit of the field that the battery reaches.
    pub(super) to: u8,
}

/// The sets of a fixed number of fields of a board.
#[derive(Debug)]
pub(super) struct BatterySets {
    numbering: Numbering,
    /// All sets by index, in the order of their bits.
    sets: Vec<Fields>,
    /// Indices of the sets' images, by [`BoardSymmetry::index`].
    images: [Vec<u32>; 4],
    /// Moves of all sets (NW-16), grouped by set, and the first index of each group.
    moves: Vec<Move>,
    offsets: Vec<u32>,
}

impl BatterySets {
    /// Lists all sets of `size` fields; the numbers of sets and of moves must be less than 2^32.
    pub(super) fn new(rules: &Rules, size: usize) -> Self {
        let board = &rules.board;
        let numbering = Numbering::new(board.fields(), size);
        let mut sets = Vec::new();
        list_sets(board.fields(), size, Fields::EMPTY, &mut sets);
        let images = BoardSymmetry::ALL.map(|image| {
            let index_of = |set: &Fields| numbering.number(image.map_fields(board, *set)) as u32;
            sets.iter().map(index_of).collect()
        });
        let mut moves = Vec::new();
        let mut offsets = vec![0];
        for set in &sets {
            for from in *set {
                for to in rules.battery_targets(*set, from) {
                    let target = numbering.number(set.without(from).with(to)) as u32;
                    moves.push(Move {
                        target,
                        from: from.bit(),
                        to: to.bit(),
                    });
                }
            }
            offsets.push(moves.len() as u32);
        }
        Self {
            numbering,
            sets,
            images,
            moves,
            offsets,
        }
    }

    /// Returns the number of sets.
    pub(super) const fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the number of fields in each set.
    pub(super) const fn size(&self) -> usize {
        self.numbering.size
    }

    /// Returns all sets by index.
    pub(super) fn as_slice(&self) -> &[Fields] {
        &self.sets
    }

    /// Returns the index of a set, or `None` if it has another number of fields.
    pub(super) fn number(&self, set: Fields) -> Option<usize> {
        (set.len() == self.size()).then(|| self.numbering.number(set))
    }

    /// Returns the index of every set's image.
    pub(super) fn images(&self, image: BoardSymmetry) -> &[u32] {
        &self.images[image.index()]
    }

    /// Returns the moves from a set, by the moving battery.
    pub(super) fn moves(&self, number: usize) -> &[Move] {
        &self.moves[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }
}

/// Appends the ways to add `missing` fields of `fields` to a set, in the order of the sets' bits.
fn list_sets(fields: Fields, missing: usize, set: Fields, sets: &mut Vec<Fields>) {
    if missing == 0 {
        sets.push(set);
        return;
    }
    // The highest field is the most significant, so it varies slowest.
    let mut below = Fields::EMPTY;
    for highest in fields {
        if below.len() + 1 >= missing {
            list_sets(below, missing - 1, set.with(highest), sets);
        }
        below = below.with(highest);
    }
}

/// The combinatorial number system: the index of a set is the number of sets with lower bits.
#[derive(Debug)]
struct Numbering {
    size: usize,
    /// By the number of the set's fields below a field and by the field's bit: the number of sets
    /// of one more field that are all below that field.
    below: Vec<[u64; 64]>,
}

impl Numbering {
    fn new(fields: Fields, size: usize) -> Self {
        let mut below = vec![[0; 64]; size];
        for (lower, field) in fields.enumerate() {
            for (ordinal, numbers) in below.iter_mut().enumerate() {
                let sets = binomial(lower, ordinal + 1);
                numbers[usize::from(field.bit())] = sets as u64;
            }
        }
        Self { size, below }
    }

    fn number(&self, set: Fields) -> usize {
        let term = |(field, below): (Field, &[u64; 64])| below[usize::from(field.bit())];
        Iterator::zip(set, &self.below).map(term).sum::<u64>() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::netzwerk::{Board, Control};

    #[test]
    fn set_indices_match_their_order() {
        let rules = Rules {
            board: Board::new(2, 3).unwrap(),
            control: Control::AtLeast,
            forced_capture: false,
            repetition: 0,
            quiet_turns: 0,
            turn_cap: 0,
        };
        let sets = BatterySets::new(&rules, 6);
        assert_eq!(sets.len(), 924);
        assert!(sets.as_slice().is_sorted());
        for (index, set) in sets.as_slice().iter().enumerate() {
            assert_eq!(sets.number(*set), Some(index));
            for image in BoardSymmetry::ALL {
                let image_index = sets.images(image)[index] as usize;
                assert_eq!(sets.images(image)[image_index] as usize, index);
            }
            for step in sets.moves(index) {
                let reverse = sets.moves(step.target as usize).iter();
                assert_eq!(
                    reverse
                        .filter(|reverse| (reverse.from, reverse.to) == (step.to, step.from))
                        .count(),
                    1
                );
            }
        }
        assert_eq!(sets.number(Fields::EMPTY), None);
    }
}
