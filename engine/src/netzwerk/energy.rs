//! The energy that a robot can still spend in this turn (NW-7, NW-8, NW-13).

use super::lattice::{Fields, Point, Square, Squares};
use super::position::{MAX_ROBOTS, Position, Spender};

/// Returns the squares with at least one, two, three and four batteries next to them.
///
/// ```
/// use botwerk_engine::netzwerk::{Board, Point, Side, Square, energy_at_least};
///
/// let levels = energy_at_least(Board::PRINTED.start_fields());
/// let b2 = Square::at(0, 0).unwrap();
/// let energy = levels.iter().filter(|squares| squares.contains(b2)).count();
/// assert_eq!(energy, 2);
/// ```
pub fn energy_at_least(batteries: Fields) -> [Squares; 4] {
    let fields = batteries.bits();
    let corners = [fields, fields >> 1, fields >> 8, fields >> 9];
    let [a, b, c, d] = corners;
    let (both_low, any_low) = (a & b, a | b);
    let (both_high, any_high) = (c & d, c | d);
    [
        any_low | any_high,
        both_low | both_high | (any_low & any_high),
        (both_low & any_high) | (any_low & both_high),
        both_low & both_high,
    ]
    .map(Squares::from_bits)
}

/// Returns the robots of the side to move that can still spend at least one, two, three and four
/// energy without making the turn unpayable. Robots that have captured are finished (NW-11) and in
/// no set.
///
/// A turn is payable if every set of robots spends at most as much energy as there are batteries
/// next to its start squares (NW-13). For a given robot only the robots that have spent energy and
/// share a battery with it matter.
pub(super) fn energy_left(position: &Position) -> [Squares; 4] {
    let own = position.robots(position.side);
    let remaining = energy_at_least(position.batteries).map(|squares| squares.intersection(own));
    let spenders = position.spenders.as_slice();
    match spenders.len() {
        0 => remaining,
        1 | 2 => Claims::<4>::new(position.batteries, spenders).correct_remaining(own, remaining),
        3 => Claims::<8>::new(position.batteries, spenders).correct_remaining(own, remaining),
        4 => Claims::<16>::new(position.batteries, spenders).correct_remaining(own, remaining),
        5 => Claims::<32>::new(position.batteries, spenders).correct_remaining(own, remaining),
        _ => Claims::<64>::new(position.batteries, spenders).correct_remaining(own, remaining),
    }
}

/// For every robot and set of robots, by the set's bits: 255 if the robot is in the set, else 0.
static MEMBERS: [[u8; SETS]; MAX_ROBOTS] = members();

const fn members() -> [[u8; SETS]; MAX_ROBOTS] {
    let mut members = [[0; SETS]; MAX_ROBOTS];
    let mut robot = 0;
    while robot < MAX_ROBOTS {
        let mut set = 0;
        while set < SETS {
            members[robot][set] = if set >> robot & 1 == 1 { u8::MAX } else { 0 };
            set += 1;
        }
        robot += 1;
    }
    members
}

/// The batteries that are claimed by robots that have spent energy.
///
/// All sets of these robots are evaluated in parallel, one byte each, so that the compiler can use
/// SIMD instructions. Sets with absent robots equal the set without them and change no minimum.
struct Claims<'a, const SETS: usize> {
    batteries: Fields,
    spenders: &'a [Spender],
    /// Number of batteries next to its start squares that each set has not used.
    unused: [u8; SETS],
}

#[expect(
    clippy::inline_always,
    reason = "with a constant number of robots the loops unroll, which saves a seventh of the time"
)]
impl<'a, const SETS: usize> Claims<'a, SETS> {
    #[inline(always)]
    fn new(batteries: Fields, spenders: &'a [Spender]) -> Self {
        let mut claims = Self {
            batteries,
            spenders,
            unused: [0; SETS],
        };
        for (robot, spender) in spenders.iter().enumerate() {
            // The batteries that it adds to those of the robots before it.
            let added = claims.unclaimed(spender.start, &spenders[..robot]);
            for set in 0..SETS {
                let change = added[set].wrapping_sub(spender.spent) & MEMBERS[robot][set];
                claims.unused[set] = claims.unused[set].wrapping_add(change);
            }
        }
        claims
    }

    /// Returns, for every set of the robots, the number of batteries next to a square that the set
    /// does not claim.
    #[inline(always)]
    fn unclaimed(&self, square: Square, robots: &[Spender]) -> [u8; SETS] {
        let mut claimed = [0; SETS];
        for (members, robot) in MEMBERS.iter().zip(robots) {
            let shared = corners(robot.start.fields().intersection(self.batteries), square);
            for set in 0..SETS {
                claimed[set] |= shared & members[set];
            }
        }
        let adjacent = corners(self.batteries, square);
        for claimed in &mut claimed {
            *claimed = count(adjacent & !*claimed);
        }
        claimed
    }

    /// Corrects the remaining energy of the robots that share batteries with others.
    #[inline(always)]
    fn correct_remaining(&self, own: Squares, mut remaining: [Squares; 4]) -> [Squares; 4] {
        let mut set_energy = |square, energy| {
            for (level, squares) in (1..).zip(&mut remaining) {
                let others = squares.without(square);
                *squares = if energy >= level {
                    others.with(square)
                } else {
                    others
                };
            }
        };
        for square in own.intersection(self.squares()) {
            set_energy(square, self.min_with(square));
        }
        for (robot, spender) in self.spenders.iter().enumerate() {
            // The energy that it leaves unused alone is an upper bound.
            let is_finished = spender.captured || self.unused[1 << robot] == 0;
            let energy = if is_finished { 0 } else { self.min_of(robot) };
            set_energy(spender.now, energy);
        }
        remaining
    }

    /// Returns the squares that have a claimed battery next to them.
    #[inline(always)]
    fn squares(&self) -> Squares {
        let starts = self.spenders.iter().map(|spender| spender.start.fields());
        let adjacent = starts.fold(Fields::EMPTY, Fields::union);
        let claimed = adjacent.intersection(self.batteries).bits();
        Squares::from_bits(claimed | claimed >> 1 | claimed >> 8 | claimed >> 9)
    }

    /// Returns the minimum energy left unused by any set to which the robot on a square is added,
    /// which has spent nothing yet.
    #[inline(always)]
    fn min_with(&self, square: Square) -> u8 {
        let added = self.unclaimed(square, self.spenders);
        let sets = self.unused.iter().zip(added);
        sets.fold(u8::MAX, |min, (unused, added)| min.min(unused + added))
    }

    /// Returns the minimum energy left unused by any set with this robot.
    #[inline(always)]
    fn min_of(&self, robot: usize) -> u8 {
        let sets = self.unused.iter().zip(&MEMBERS[robot]);
        sets.fold(u8::MAX, |min, (unused, member)| min.min(unused | !member))
    }
}

/// Returns the fields next to a square, as four bits.
#[inline]
fn corners(fields: Fields, square: Square) -> u8 {
    let corners = fields.bits() >> square.bit() & 0x303;
    (corners | corners >> 6) as u8 & 15
}

/// Returns the number of set bits among the lowest four.
#[inline]
const fn count(bits: u8) -> u8 {
    let pairs = bits - (bits >> 1 & 5);
    (pairs & 3) + (pairs >> 2)
}

/// Returns `true` if the energy that these robots have spent can be paid (NW-13).
pub(super) fn is_payable(batteries: Fields, spenders: &[Spender]) -> bool {
    (1u32..1 << spenders.len()).all(|set| {
        let members = spenders
            .iter()
            .enumerate()
            .filter(|(index, _)| set >> index & 1 == 1);
        let (fields, spent) = members.fold((Fields::EMPTY, 0), |(fields, spent), (_, robot)| {
            (
                fields.union(robot.start.fields()),
                spent + usize::from(robot.spent),
            )
        });
        fields.intersection(batteries).len() >= spent
    })
}

/// Returns one valid payment of the energy spent in this turn: the robots, each with the batteries
/// that it uses (NW-13). Returns `None` if the energy cannot be paid.
pub fn payment(position: &Position) -> Option<Vec<(Spender, Fields)>> {
    let spenders = position.spenders.as_slice();
    let mut paid = vec![Fields::EMPTY; spenders.len()];
    for (index, spender) in spenders.iter().enumerate() {
        for _ in 0..spender.spent {
            let mut tried = Fields::EMPTY;
            if !pay_one(position, &mut paid, index, &mut tried) {
                return None;
            }
        }
    }
    Some(spenders.iter().copied().zip(paid).collect())
}

/// Assigns one more battery to a robot, if necessary by reassigning those of other robots. Returns
/// `false` if that is impossible.
fn pay_one(position: &Position, paid: &mut [Fields], robot: usize, tried: &mut Fields) -> bool {
    let spenders = position.spenders.as_slice();
    let fields = spenders[robot].start.fields();
    let available = fields
        .intersection(position.batteries)
        .difference(paid[robot]);
    for battery in available {
        if tried.contains(battery) {
            continue;
        }
        *tried = tried.with(battery);
        let user = paid.iter().position(|used| used.contains(battery));
        let is_free = match user {
            None => true,
            Some(user) => {
                let is_replaced = pay_one(position, paid, user, tried);
                if is_replaced {
                    paid[user] = paid[user].without(battery);
                }
                is_replaced
            }
        };
        if is_free {
            paid[robot] = paid[robot].with(battery);
            return true;
        }
    }
    false
}

/// Energy of up to six robots, four bits each, the first robot lowest.
pub(super) type Energies = u32;

/// Returns the energy of one robot.
pub(super) const fn energy_of(energies: Energies, robot: usize) -> u8 {
    (energies >> (4 * robot)) as u8 & 15
}

/// Returns the given energy for one robot, and 0 for the others.
pub(super) const fn energy_for(robot: usize, energy: u8) -> Energies {
    (energy as Energies) << (4 * robot)
}

/// Returns `true` if no robot has more energy than in `other`: the subtraction then borrows from none
/// of the marker bits.
pub(super) const fn none_exceeds(energies: Energies, other: Energies) -> bool {
    const MARKS: Energies = 0x0088_8888;
    ((other | MARKS) - energies) & MARKS == MARKS
}

/// Number of sets of robots.
pub(super) const SETS: usize = 1 << MAX_ROBOTS;

/// Number of combinations of spent energy: 0 to 4 for each robot.
const COMBINATIONS: usize = 5usize.pow(MAX_ROBOTS as u32);

/// The energy that the robots of one turn can spend, for all combinations of spent energy.
///
/// Batteries and start squares do not change during a robot phase, so the remaining energy depends only on how much each
/// robot has spent: at most 5^6 combinations, of which an enumeration visits a few hundred, most of them repeatedly.
#[derive(Debug, Clone)]
pub(super) struct EnergyTable {
    robots: usize,
    /// Number of batteries next to the start squares of each set of robots.
    adjacent: [u8; SETS],
    /// Remaining energy of each combination, with the generation of the entry in the high bits.
    remaining: Vec<u32>,
    generation: u32,
}

/// Offset of the generation, which occupies the eight bits above the energies.
const GENERATION_SHIFT: u32 = 24;

impl EnergyTable {
    pub(super) fn new() -> Self {
        Self {
            robots: 0,
            adjacent: [0; SETS],
            remaining: vec![0; COMBINATIONS],
            generation: 0,
        }
    }

    /// Prepares the table for a turn of at most six robots with these start squares.
    pub(super) fn prepare(&mut self, batteries: Fields, starts: &[Square]) {
        self.generation = (self.generation + 1) % (1 << (32 - GENERATION_SHIFT));
        if self.generation == 0 {
            self.remaining.fill(0);
            self.generation = 1;
        }
        self.robots = starts.len();
        self.adjacent = [0; SETS];
        let mut fields = [Fields::EMPTY; SETS];
        for (robot, start) in starts.iter().enumerate() {
            let own = start.fields().intersection(batteries);
            for set in 0..1 << robot {
                let union = fields[set].union(own);
                fields[set + (1 << robot)] = union;
                self.adjacent[set + (1 << robot)] = union.len() as u8;
            }
        }
    }

    /// Returns the energy that every robot can still spend, given the energy spent.
    #[inline]
    pub(super) fn remaining(&mut self, spent: Energies) -> Energies {
        let index = (0..MAX_ROBOTS).rev().fold(0, |index, robot| {
            5 * index + usize::from(energy_of(spent, robot))
        });
        let entry = self.remaining[index];
        if entry >> GENERATION_SHIFT == self.generation {
            return entry & ((1 << GENERATION_SHIFT) - 1);
        }
        let remaining = self.compute(spent);
        self.remaining[index] = remaining | self.generation << GENERATION_SHIFT;
        remaining
    }

    /// Returns the number of batteries that each set of robots, by its bits, has left after paying
    /// for the energy spent.
    #[inline]
    pub(super) fn remaining_of_sets(&self, spent: Energies) -> [u8; SETS] {
        let mut remaining = self.adjacent;
        for robot in 0..self.robots {
            let own = energy_of(spent, robot);
            if own == 0 {
                continue;
            }
            for (set, remaining) in remaining.iter_mut().enumerate().take(1 << self.robots) {
                *remaining -= if set >> robot & 1 == 1 { own } else { 0 };
            }
        }
        remaining
    }

    /// Computes the remaining energy of each robot: the minimum over all sets that contain it.
    fn compute(&self, spent: Energies) -> Energies {
        let remaining = self.remaining_of_sets(spent);
        let mut energies = 0;
        for robot in 0..self.robots {
            let mut min = u8::MAX;
            for (set, remaining) in remaining.iter().enumerate().take(1 << self.robots) {
                let is_member = set >> robot & 1 == 1;
                min = min.min(if is_member { *remaining } else { u8::MAX });
            }
            energies |= energy_for(robot, min);
        }
        energies
    }
}
