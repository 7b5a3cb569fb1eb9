//! Pruning of the states of a robot phase from which a search goal is out of reach.

use super::RobotPhases;
use super::state::State;
use crate::netzwerk::energy::{Energies, SETS, energy_of};
use crate::netzwerk::lattice::Point;
use crate::netzwerk::position::MAX_ROBOTS;
use crate::netzwerk::robots::{after_one_step, before_one_step};
use crate::netzwerk::rules::Rules;
use crate::netzwerk::side::Side;

/// More energy than a robot can have.
const UNREACHABLE: u8 = 16;

impl RobotPhases {
    /// Returns `true` if the side to move may still win in this robot phase; `false` is always
    /// correct, since every step costs a battery and a capture one more.
    pub(super) fn can_win(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        self.can_reach_home(rules, state, energies) || self.can_capture_all(state, energies)
    }

    /// Returns `true` if the turn may leave the opponent no robot to move; `false` is always correct.
    ///
    /// A battery next to an enemy robot can be moved only if a robot of the side to move is next to
    /// it too. An enemy robot that can step now, and that no robot of the side to move can get near,
    /// can therefore still step after the turn.
    pub(super) fn can_stalemate(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        let enemy = self.side.other();
        let powered = state.robots[enemy.index()].intersection(self.powered);
        let occupied = state.robots[0].union(state.robots[1]);
        let free = rules.board.squares().difference(occupied).bits();
        let can_step = powered.bits() & before_one_step(free, enemy);
        let mut near = 0;
        for robot in 0..self.robots {
            let mut reached = 1 << state.square(robot).bit();
            let finished = state.captured >> robot & 1 == 1;
            let energy = if finished {
                0
            } else {
                energy_of(energies, robot)
            };
            for _ in 0..energy {
                reached |= after_one_step(reached, self.side);
            }
            near |= reached;
        }
        let columns = near | near << 1 | near >> 1;
        let around = columns | columns << 8 | columns >> 8;
        can_step & !around == 0
    }

    /// Returns `true` if as many robots as a win needs have the energy to reach home in this turn
    /// (NW-19): every set of them must be able to pay for its ways.
    fn can_reach_home(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        let needed = self.robots.div_ceil(2) as u32;
        let costs: [u8; MAX_ROBOTS] = std::array::from_fn(|robot| {
            if robot < self.robots {
                self.cost_to_home(rules, state, robot, energy_of(energies, robot))
            } else {
                UNREACHABLE
            }
        });
        let alone = costs.iter().filter(|cost| **cost != UNREACHABLE);
        if (alone.count() as u32) < needed {
            return false;
        }
        let remaining = self.energy.remaining_of_sets(state.spent);
        let mut away = [0u8; SETS];
        // The sets that can reach home, one bit each; the empty set can.
        let mut capable: u64 = 1;
        for (robot, cost) in costs.into_iter().enumerate().take(self.robots) {
            if cost == UNREACHABLE {
                continue;
            }
            for set in 0..1usize << robot {
                let both = set + (1 << robot);
                away[both] = away[set] + cost;
                let pays = cost == 0 || away[both] <= remaining[both];
                if capable >> set & 1 == 1 && pays {
                    capable |= 1 << both;
                    if both.count_ones() >= needed {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns the least energy with which a robot may reach home, or [`UNREACHABLE`] if that is more than it has.
    ///
    /// Own robots may move out of its way. The square of an enemy costs one more: by the capture with which the robot ends
    /// its turn at home, or by a jump over another robot that has captured there.
    fn cost_to_home(&self, rules: &Rules, state: &State, robot: usize, energy: u8) -> u8 {
        let home = rules.board.home(self.side).bits();
        let enemies = state.robots[self.side.other().index()].bits();
        let start = 1 << state.square(robot).bit();
        if start & home != 0 {
            return 0;
        }
        if state.captured >> robot & 1 == 1 {
            return UNREACHABLE;
        }
        let (mut before, mut reached) = (0, start);
        for cost in 1..=energy {
            let next = after_one_step(reached, self.side) & !enemies
                | after_one_step(before, self.side) & enemies;
            (before, reached) = (reached, reached | next & rules.board.squares().bits());
            if reached & home != 0 {
                return cost;
            }
        }
        UNREACHABLE
    }

    /// Returns `true` if every enemy may be reached by a robot (NW-20).
    fn can_capture_all(&self, state: &State, energies: Energies) -> bool {
        let enemies = state.robots[self.side.other().index()];
        let mut free = (0..self.robots).filter(|robot| state.captured >> robot & 1 == 0);
        if free.clone().count() < enemies.len() {
            return false;
        }
        let mut enemies = enemies;
        enemies.all(|enemy| {
            free.clone().any(|robot| {
                let own = state.square(robot);
                let ahead = match self.side {
                    Side::White => enemy.rank().checked_sub(own.rank()),
                    Side::Black => own.rank().checked_sub(enemy.rank()),
                };
                ahead.is_some_and(|ahead| {
                    let steps = ahead + own.file().abs_diff(enemy.file());
                    steps < usize::from(energy_of(energies, robot))
                })
            })
        }) && free.next().is_some()
    }
}
