//! Energy: what a robot can still spend in this turn (NW-7, NW-8, NW-13).

use super::lattice::{Fields, Square};
use super::position::{MAX_ROBOTS, Position, Spender};

/// How much more energy the robot on `square` can spend, so that the turn stays payable.
///
/// A turn is payable if every set of robots spends at most as much as there are batteries beside
/// its start squares (NW-13). Only sets of robots that have spent something, together with this
/// one, can forbid anything, and of those only robots that share batteries with it, directly or
/// through others.
pub(super) fn energy_left(position: &Position, square: Square) -> u8 {
    let spenders = position.spenders.as_slice();
    let own = spenders.iter().position(|spender| spender.now == square);
    let (start, spent) = match own {
        Some(index) => (spenders[index].start, spenders[index].spent),
        None => (square, 0),
    };
    let beside = start.fields().intersection(position.batteries);
    let free = beside.len() as u8;
    if free == spent || spenders.len() == usize::from(own.is_some()) {
        return free - spent;
    }
    let shared = Sharing::of(position, beside, own);
    shared.least_left(beside) - spent
}

/// The other spenders whose batteries are connected with a robot's own.
struct Sharing {
    batteries: [Fields; MAX_ROBOTS],
    spent: [u8; MAX_ROBOTS],
    len: usize,
}

impl Sharing {
    fn of(position: &Position, beside: Fields, own: Option<usize>) -> Self {
        let mut sharing = Self {
            batteries: [Fields::EMPTY; MAX_ROBOTS],
            spent: [0; MAX_ROBOTS],
            len: 0,
        };
        let spenders = position.spenders.as_slice();
        let mut reached = beside;
        let mut open: u8 = (1 << spenders.len()) - 1;
        if let Some(own) = own {
            open &= !(1 << own);
        }
        loop {
            let mut grown = false;
            for (index, spender) in spenders.iter().enumerate() {
                let batteries = spender.start.fields().intersection(position.batteries);
                if open >> index & 1 == 1 && !batteries.intersection(reached).is_empty() {
                    open &= !(1 << index);
                    reached = reached.union(batteries);
                    sharing.add(batteries, spender);
                    grown = true;
                }
            }
            if !grown || open == 0 {
                return sharing;
            }
        }
    }

    fn add(&mut self, batteries: Fields, spender: &Spender) {
        self.batteries[self.len] = batteries;
        self.spent[self.len] = spender.spent;
        self.len += 1;
    }

    /// The smallest number, over all sets of these robots, of batteries beside the set or the
    /// robot itself that the set leaves over.
    fn least_left(&self, beside: Fields) -> u8 {
        let mut sets = [(beside, 0u8); 1 << (MAX_ROBOTS - 1)];
        let mut least = beside.len() as u8;
        for robot in 0..self.len.min(MAX_ROBOTS - 1) {
            for set in 0..1 << robot {
                let (batteries, spent) = sets[set];
                let batteries = batteries.union(self.batteries[robot]);
                let spent = spent + self.spent[robot];
                sets[set + (1 << robot)] = (batteries, spent);
                least = least.min(batteries.len() as u8 - spent);
            }
        }
        least
    }
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
