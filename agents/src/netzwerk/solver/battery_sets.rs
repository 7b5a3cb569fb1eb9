//! All sets of fields on which the batteries may lie, numbered, and the moves between them.

use botwerk_engine::netzwerk::{Field, Fields, Point, Rules};

use super::image::Image;
use super::need::choose;

/// One battery's move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// The number of the set behind it.
    pub(super) target: u32,
    /// The bit of the field that the battery leaves.
    pub(super) from: u8,
    /// The bit of the field that it goes to.
    pub(super) to: u8,
}

/// The sets of so many fields of a board.
#[derive(Debug)]
pub(super) struct BatterySets {
    numbering: Numbering,
    /// By number, in the order of their bits.
    sets: Vec<Fields>,
    /// The numbers of their images, by [`Image::index`].
    images: [Vec<u32>; 4],
    /// The moves of all sets (NW-16), and where those of each begin.
    moves: Vec<Move>,
    begins: Vec<u32>,
}

impl BatterySets {
    /// All sets of `size` fields; there must be less than 2^32 and their moves must be as few.
    pub(super) fn new(rules: &Rules, size: usize) -> Self {
        let board = &rules.board;
        let numbering = Numbering::new(board.fields(), size);
        let mut sets = Vec::new();
        list(board.fields(), size, Fields::EMPTY, &mut sets);
        let images = Image::ALL.map(|image| {
            let number = |set: &Fields| numbering.number(image.of_fields(board, *set)) as u32;
            sets.iter().map(number).collect()
        });
        let mut moves = Vec::new();
        let mut begins = vec![0];
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
            begins.push(moves.len() as u32);
        }
        Self {
            numbering,
            sets,
            images,
            moves,
            begins,
        }
    }

    /// How many sets there are.
    pub(super) const fn len(&self) -> usize {
        self.sets.len()
    }

    /// How many fields each has.
    pub(super) const fn size(&self) -> usize {
        self.numbering.size
    }

    /// All sets by their numbers.
    pub(super) fn as_slice(&self) -> &[Fields] {
        &self.sets
    }

    /// The number of a set; `None` of one with another number of fields.
    pub(super) fn number(&self, set: Fields) -> Option<usize> {
        (set.len() as usize == self.size()).then(|| self.numbering.number(set))
    }

    /// The number of every set's image.
    pub(super) fn images(&self, image: Image) -> &[u32] {
        &self.images[image.index()]
    }

    /// The moves from every set, by the battery that goes.
    pub(super) fn moves(&self, number: usize) -> &[Move] {
        &self.moves[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}

/// Lists the ways to add `missing` fields of `fields` to a set, in the order of the sets' bits.
fn list(fields: Fields, missing: usize, set: Fields, sets: &mut Vec<Fields>) {
    if missing == 0 {
        sets.push(set);
        return;
    }
    // The highest of the missing fields decides, so it rises slowest.
    let mut below = Fields::EMPTY;
    for highest in fields {
        if below.len() as usize + 1 >= missing {
            list(below, missing - 1, set.with(highest), sets);
        }
        below = below.with(highest);
    }
}

/// The combinatorial number system: a set's number is that of sets with lower bits.
#[derive(Debug)]
struct Numbering {
    size: usize,
    /// By a field's bit and how many fields of the set are below it: sets of one more field that
    /// lie below this one.
    below: Vec<[u64; 64]>,
}

impl Numbering {
    fn new(fields: Fields, size: usize) -> Self {
        let mut below = vec![[0; 64]; size];
        for (lower, field) in fields.enumerate() {
            for (ordinal, numbers) in below.iter_mut().enumerate() {
                let sets = choose(lower, ordinal + 1);
                numbers[usize::from(field.bit())] = sets as u64;
            }
        }
        Self { size, below }
    }

    fn number(&self, set: Fields) -> usize {
        let number = |(field, below): (Field, &[u64; 64])| below[usize::from(field.bit())];
        Iterator::zip(set, &self.below).map(number).sum::<u64>() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::netzwerk::{Board, Control};

    #[test]
    fn sets_have_the_numbers_of_their_places() {
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
        for (place, set) in sets.as_slice().iter().enumerate() {
            assert_eq!(sets.number(*set), Some(place));
            for image in Image::ALL {
                let there = sets.images(image)[place] as usize;
                assert_eq!(sets.images(image)[there] as usize, place);
            }
            for step in sets.moves(place) {
                let back = sets.moves(step.target as usize).iter();
                assert_eq!(
                    back.filter(|back| (back.from, back.to) == (step.to, step.from))
                        .count(),
                    1
                );
            }
        }
        assert_eq!(sets.number(Fields::EMPTY), None);
    }
}
