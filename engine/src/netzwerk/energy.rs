//! Energy: what a robot can still spend in this turn (NW-7, NW-8, NW-13).

use super::energy_table::SETS;
use super::lattice::{Fields, Point, Square, Squares};
use super::position::{MAX_ROBOTS, Position, Spender};

/// The squares with at least one, two, three and four batteries beside them.
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

/// The robots of the side to move that can still spend at least one, two, three and four energy,
/// so that the turn stays payable; those that have captured are finished (NW-11) and in no set.
///
/// A turn is payable if every set of robots spends at most as much as there are batteries beside
/// its start squares (NW-13). Only sets of robots that have spent something, together with the one
/// in question, can forbid anything, and only if it shares a battery with them.
pub(super) fn energy_left(position: &Position) -> [Squares; 4] {
    let own = position.robots(position.side);
    let left = energy_at_least(position.batteries).map(|squares| squares.intersection(own));
    let spenders = position.spenders.as_slice();
    match spenders.len() {
        0 => left,
        1 | 2 => Claims::<4>::of(position.batteries, spenders).left_over(own, left),
        3 => Claims::<8>::of(position.batteries, spenders).left_over(own, left),
        4 => Claims::<16>::of(position.batteries, spenders).left_over(own, left),
        5 => Claims::<32>::of(position.batteries, spenders).left_over(own, left),
        _ => Claims::<64>::of(position.batteries, spenders).left_over(own, left),
    }
}

/// For every robot, which sets it belongs to: a byte for each set, by the set's bits.
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

/// What is claimed of the batteries by robots that have spent something.
///
/// All sets of these robots are looked at side by side, a byte for each: there are few, and bytes
/// are counted many at a time. Sets of more robots than there are do no harm: they are as others.
struct Claims<'a, const SETS: usize> {
    batteries: Fields,
    spenders: &'a [Spender],
    /// How many of the batteries beside its start squares each set leaves over.
    left: [u8; SETS],
}

#[expect(
    clippy::inline_always,
    reason = "where robots are known to be few, loops become straight lines: a seventh of all time"
)]
impl<'a, const SETS: usize> Claims<'a, SETS> {
    #[inline(always)]
    fn of(batteries: Fields, spenders: &'a [Spender]) -> Self {
        let mut claims = Self {
            batteries,
            spenders,
            left: [0; SETS],
        };
        for (robot, spender) in spenders.iter().enumerate() {
            // What it adds to those before it.
            let more = claims.unclaimed(spender.start, &spenders[..robot]);
            for set in 0..SETS {
                let adds = more[set].wrapping_sub(spender.spent) & MEMBERS[robot][set];
                claims.left[set] = claims.left[set].wrapping_add(adds);
            }
        }
        claims
    }

    /// For every set of these robots, how many batteries beside a square it does not claim.
    #[inline(always)]
    fn unclaimed(&self, square: Square, robots: &[Spender]) -> [u8; SETS] {
        let mut claimed = [0; SETS];
        for (members, robot) in MEMBERS.iter().zip(robots) {
            let shared = corners(robot.start.fields().intersection(self.batteries), square);
            for set in 0..SETS {
                claimed[set] |= shared & members[set];
            }
        }
        let beside = corners(self.batteries, square);
        for claimed in &mut claimed {
            *claimed = count(beside & !*claimed);
        }
        claimed
    }

    /// Corrects what robots have left that are not alone with their batteries.
    #[inline(always)]
    fn left_over(&self, own: Squares, mut left: [Squares; 4]) -> [Squares; 4] {
        let mut put = |square, energy| {
            let has = Squares::one(square);
            for (least, squares) in (1..).zip(&mut left) {
                let kept = squares.difference(has);
                *squares = if energy >= least {
                    kept.union(has)
                } else {
                    kept
                };
            }
        };
        for square in own.intersection(self.squares()) {
            put(square, self.least_with(square));
        }
        for (robot, spender) in self.spenders.iter().enumerate() {
            // What it leaves over by itself is the most that it may have.
            let is_done = spender.captured || self.left[1 << robot] == 0;
            let energy = if is_done { 0 } else { self.least_of(robot) };
            put(spender.now, energy);
        }
        left
    }

    /// The squares that have a claimed battery beside them.
    #[inline(always)]
    fn squares(&self) -> Squares {
        let starts = self.spenders.iter().map(|spender| spender.start.fields());
        let beside = starts.fold(Fields::EMPTY, Fields::union);
        let claimed = beside.intersection(self.batteries).bits();
        Squares::from_bits(claimed | claimed >> 1 | claimed >> 8 | claimed >> 9)
    }

    /// The least that any set leaves over, the robot on a square being in it, which has spent
    /// nothing yet.
    #[inline(always)]
    fn least_with(&self, square: Square) -> u8 {
        let more = self.unclaimed(square, self.spenders);
        let sets = self.left.iter().zip(more);
        sets.fold(u8::MAX, |least, (left, more)| least.min(left + more))
    }

    /// The least that any set leaves over to which this robot belongs.
    #[inline(always)]
    fn least_of(&self, robot: usize) -> u8 {
        let sets = self.left.iter().zip(&MEMBERS[robot]);
        sets.fold(u8::MAX, |least, (left, member)| least.min(left | !member))
    }
}

/// Which of these fields lie beside a square, as four bits.
#[inline]
fn corners(fields: Fields, square: Square) -> u8 {
    let corners = fields.bits() >> square.bit() & 0x303;
    (corners | corners >> 6) as u8 & 15
}

/// How many of four bits are set.
#[inline]
const fn count(bits: u8) -> u8 {
    let pairs = bits - (bits >> 1 & 5);
    (pairs & 3) + (pairs >> 2)
}

/// Whether the energy that these robots have spent can be paid (NW-13).
pub(super) fn is_payable(batteries: Fields, spenders: &[Spender]) -> bool {
    (1u32..1 << spenders.len()).all(|set| {
        let members = spenders
            .iter()
            .enumerate()
            .filter(|(index, _)| set >> index & 1 == 1);
        let (beside, spent) = members.fold((Fields::EMPTY, 0), |(beside, spent), (_, robot)| {
            (
                beside.union(robot.start.fields()),
                spent + u32::from(robot.spent),
            )
        });
        beside.intersection(batteries).len() >= spent
    })
}

/// One way to pay for what the robots have spent: for each of them, the batteries that it uses up
/// (NW-13). `None` if there is none.
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

/// Gives one more battery to a robot, if need be by giving others theirs anew.
fn pay_one(position: &Position, paid: &mut [Fields], robot: usize, tried: &mut Fields) -> bool {
    let spenders = position.spenders.as_slice();
    let beside = spenders[robot].start.fields();
    let beside = beside
        .intersection(position.batteries)
        .difference(paid[robot]);
    for battery in beside {
        if tried.contains(battery) {
            continue;
        }
        *tried = tried.with(battery);
        let user = paid.iter().position(|used| used.contains(battery));
        let free = match user {
            None => true,
            Some(user) => {
                let gave_way = pay_one(position, paid, user, tried);
                if gave_way {
                    paid[user] = paid[user].without(battery);
                }
                gave_way
            }
        };
        if free {
            paid[robot] = paid[robot].with(battery);
            return true;
        }
    }
    false
}
