//! Positions and their codes.

use super::board::Instance;

/// A position: the robots in the order of the instance, how far those have turned that may fulfil the target
/// (0 not moved, 1 horizontal, 2 vertical, 3 turned), and the last move under the ricochet rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) cells: Vec<usize>,
    pub(crate) turnings: Vec<u8>,
    pub(crate) last: Option<(usize, usize)>,
}

/// Returns the robots in the order of the code, and the number of those that are not interchangeable.
fn order(instance: &Instance) -> (Vec<usize>, usize) {
    let rank = |robot: usize| {
        if instance.target_robot == Some(robot) {
            0
        } else if instance.transparent == Some(robot) {
            1
        } else if instance.owns_diagonal(robot) {
            2
        } else {
            3
        }
    };
    let mut robots: Vec<usize> = (0..instance.robots.len()).collect();
    robots.sort_by_key(|robot| rank(*robot));
    let distinct = robots.iter().filter(|robot| rank(**robot) < 3).count();
    (robots, distinct)
}

/// Returns the code of a position.
pub(crate) fn code(instance: &Instance, position: &Position) -> u128 {
    let (mut robots, distinct) = order(instance);
    robots[distinct..].sort_by_key(|robot| position.cells[*robot]);
    // The bits of a cell; those without a robot are set.
    let bits = if instance.side == 16 { 8 } else { 10 };
    let mut code = u128::from(u64::MAX >> (bits * robots.len()) << (bits * robots.len()));
    for (slot, robot) in robots.iter().enumerate() {
        code |= (position.cells[*robot] as u128) << (bits * slot);
    }
    for (slot, robot) in robots.iter().enumerate() {
        code |= u128::from(position.turnings[*robot]) << (64 + 2 * slot);
        if let Some((last, arrival)) = position.last.filter(|last| last.0 == *robot) {
            assert_eq!(last, *robot);
            code |= (1 + 4 * slot as u128 + arrival as u128) << 80;
        }
    }
    code
}

/// Returns the number that a position adds to the digest of its layer.
pub(crate) fn digest(code: u128) -> u64 {
    let mix = |number: u64| {
        let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    };
    mix(mix(code as u64) ^ (code >> 64) as u64)
}
