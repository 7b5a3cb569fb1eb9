//! The battery phase: which batteries a side can move, and where to (NW-14 to NW-17, NW-29).

use std::cmp::Ordering;

use super::action::Action;
use super::lattice::{Field, Fields, MAX_SIDE, Point};
use super::position::Position;
use super::rules::{Control, Rules};
use super::side::Side;

/// The fields of each line from a field, by direction and the field's bit: to rank 1, to file a, to
/// the last file, to the last rank. The targets of a battery are in this order.
static RAYS: [[Fields; 64]; 4] = [rays(-8), rays(-1), rays(1), rays(8)];

const fn rays(step: i32) -> [Fields; 64] {
    let mut rays = [Fields::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut bits = 0u64;
        let mut at = from as i32 + step;
        // Column 7 and row 7 are outside of every board and end each line.
        while at >= 0 && at % 8 <= MAX_SIDE as i32 && at < 56 {
            bits |= 1 << at;
            at += step;
        }
        rays[from] = Fields::from_bits(bits);
        from += 1;
    }
    rays
}

impl Rules {
    /// Returns the fields on which a side controls a battery (NW-14, NW-15, NW-29).
    pub fn controlled(&self, position: &Position, side: Side) -> Fields {
        let own = Counts::next_to(position.robots(side).bits());
        let other = Counts::next_to(position.robots(side.other()).bits());
        let bits = match self.control {
            Control::AtLeast => !other.greater_than(own),
            Control::Present => !other.greater_than(own) & own.non_zero(),
            Control::Majority => own.greater_than(other),
        };
        Fields::from_bits(bits).intersection(self.board.fields())
    }

    /// Returns `true` if a side controls a battery on this field.
    pub(super) fn controls(&self, position: &Position, side: Side, field: Field) -> bool {
        let squares = field.squares();
        let count = |side| position.robots(side).intersection(squares).len();
        let (own, other) = (count(side), count(side.other()));
        match self.control {
            Control::AtLeast => own >= other,
            Control::Present => own >= other && own > 0,
            Control::Majority => own > other,
        }
    }

    /// Returns the batteries that can still be moved in this battery phase.
    pub fn movable(&self, position: &Position) -> Fields {
        let unmoved = position.batteries.difference(position.moved);
        unmoved.intersection(self.controlled(position, position.side))
    }

    /// Returns the fields to which a battery on `from` can move, at most one in each direction
    /// (NW-16).
    #[inline]
    pub fn battery_targets(&self, batteries: Fields, from: Field) -> Fields {
        let empty = self.board.fields().difference(batteries);
        let targets = targets_in_directions(empty, from);
        targets.into_iter().fold(Fields::EMPTY, Fields::union)
    }

    /// Appends the moves of the batteries that can be moved, in order.
    pub(super) fn list_battery_moves(&self, position: &Position, actions: &mut Vec<Action>) {
        let empty = self.board.fields().difference(position.batteries);
        // A direction without a target is written and then overwritten, since a branch would be
        // mispredicted too often. Fourteen batteries have at most 56 moves.
        let mut list = [Action::EndTurn; 64];
        let mut count = 0;
        for from in self.movable(position) {
            for target in targets_in_directions(empty, from) {
                let to = target.first().unwrap_or(from);
                list[count % 64] = Action::Battery { from, to };
                count += usize::from(!target.is_empty());
            }
        }
        actions.extend_from_slice(&list[..count.min(64)]);
    }

    /// Returns `true` if a battery on `from` can move to `to` (NW-16).
    #[inline]
    pub(super) fn battery_reaches(&self, batteries: Fields, from: Field, to: Field) -> bool {
        let empty = self.board.fields().difference(batteries);
        let line = |direction: usize| RAYS[direction][usize::from(from.bit())].intersection(empty);
        let target = match (from.rank().cmp(&to.rank()), from.file().cmp(&to.file())) {
            (Ordering::Greater, Ordering::Equal) => line(0).last(),
            (Ordering::Equal, Ordering::Greater) => line(1).last(),
            (Ordering::Equal, Ordering::Less) => line(2).first(),
            (Ordering::Less, Ordering::Equal) => line(3).first(),
            _ => None,
        };
        target == Some(to)
    }

    /// Returns the fields of a battery's four lines, each starting next to the battery.
    pub(super) fn battery_lines(&self, from: Field) -> [impl Iterator<Item = Field>; 4] {
        let fields = self.board.fields();
        [0, 1, 2, 3].map(|direction| {
            let mut line = RAYS[direction][usize::from(from.bit())].intersection(fields);
            std::iter::from_fn(move || {
                let next = if direction < 2 {
                    line.last()
                } else {
                    line.first()
                };
                line = next.map_or(line, |field| line.without(field));
                next
            })
        })
    }

    /// Returns the total number of moves of the batteries in `movable`.
    ///
    /// A battery can move in a direction if any field of its line is empty, at any distance, so all
    /// batteries are counted at once.
    pub(super) fn count_battery_moves(&self, batteries: Fields, movable: Fields) -> u32 {
        let empty = self.board.fields().difference(batteries).bits();
        let movable = movable.bits();
        let count = |fields: u64| (fields & movable).count_ones();
        count(before_in_row(empty))
            + count(after_in_row(empty))
            + count(before_in_file(empty))
            + count(after_in_file(empty))
    }
}

/// Returns the first empty field of a battery's line in each direction, as a set that is empty if
/// there is no such field (NW-16).
#[inline]
fn targets_in_directions(empty: Fields, from: Field) -> [Fields; 4] {
    let line = |direction: usize| RAYS[direction][usize::from(from.bit())].intersection(empty);
    let [down, left, right, up] = [0, 1, 2, 3].map(line);
    [
        down.only_last(),
        left.only_last(),
        right.only_first(),
        up.only_first(),
    ]
}

/// Returns the fields that have one of `fields` to their right in the same row.
const fn before_in_row(fields: u64) -> u64 {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_LAST_TWO: u64 = 0x3f3f_3f3f_3f3f_3f3f;
    const NOT_LAST_FOUR: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let mut before = fields >> 1 & NOT_LAST;
    before |= before >> 1 & NOT_LAST;
    before |= before >> 2 & NOT_LAST_TWO;
    before | before >> 4 & NOT_LAST_FOUR
}

/// Returns the fields that have one of `fields` to their left in the same row.
const fn after_in_row(fields: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_FIRST_TWO: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const NOT_FIRST_FOUR: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    let mut after = fields << 1 & NOT_FIRST;
    after |= after << 1 & NOT_FIRST;
    after |= after << 2 & NOT_FIRST_TWO;
    after | after << 4 & NOT_FIRST_FOUR
}

/// Returns the fields that have one of `fields` above them in the same file.
const fn before_in_file(fields: u64) -> u64 {
    let mut before = fields >> 8;
    before |= before >> 8;
    before |= before >> 16;
    before | before >> 32
}

/// Returns the fields that have one of `fields` below them in the same file.
const fn after_in_file(fields: u64) -> u64 {
    let mut after = fields << 8;
    after |= after << 8;
    after |= after << 16;
    after | after << 32
}

/// The number of robots next to every field, as three bit planes.
#[derive(Clone, Copy)]
struct Counts {
    ones: u64,
    twos: u64,
    fours: u64,
}

impl Counts {
    fn next_to(robots: u64) -> Self {
        let [a, b, c, d] = [robots, robots << 1, robots << 8, robots << 9];
        let (low, low_carry) = (a ^ b, a & b);
        let (high, high_carry) = (c ^ d, c & d);
        let carry = low & high;
        let twos = low_carry ^ high_carry ^ carry;
        let fours = (low_carry & high_carry) | (carry & (low_carry ^ high_carry));
        Self {
            ones: low ^ high,
            twos,
            fours,
        }
    }

    fn non_zero(self) -> u64 {
        self.ones | self.twos | self.fours
    }

    /// Returns the fields for which this count is greater than the other.
    fn greater_than(self, other: Self) -> u64 {
        let same_fours = !(self.fours ^ other.fours);
        let same_twos = !(self.twos ^ other.twos);
        (self.fours & !other.fours)
            | same_fours & (self.twos & !other.twos)
            | same_fours & same_twos & (self.ones & !other.ones)
    }
}
