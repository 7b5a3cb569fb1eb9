//! Pruning of the states of a robot phase from which a search goal is out of reach.

use super::RobotPhases;
use super::state::State;
use crate::netzwerk::energy::{Energies, SETS, energy_of};
use crate::netzwerk::lattice::Point;
use crate::netzwerk::robots::{after_one_step, before_one_step};
use crate::netzwerk::rules::Rules;
use crate::netzwerk::side::Side;

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
    /// (NW-19): every set of them must be able to pay for its distance in ranks.
    fn can_reach_home(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        let home = match self.side {
            Side::White => rules.board.ranks() - 1,
            Side::Black => 0,
        };
        let needed = self.robots.div_ceil(2) as u32;
        let ranks_away = |robot: usize| state.square(robot).rank().abs_diff(home) as u8;
        let alone = (0..self.robots).filter(|robot| {
            let ranks = ranks_away(*robot);
            let finished = state.captured >> *robot & 1 == 1;
            ranks == 0 || (!finished && ranks <= energy_of(energies, *robot))
        });
        if (alone.count() as u32) < needed {
            return false;
        }
        let remaining = self.energy.remaining_of_sets(state.spent);
        let mut away = [0u8; SETS];
        // The sets that can reach home, one bit each; the empty set can.
        let mut capable: u64 = 1;
        for robot in 0..self.robots {
            let ranks = ranks_away(robot);
            let finished = state.captured >> robot & 1 == 1 && ranks > 0;
            for set in 0..1usize << robot {
                let both = set + (1 << robot);
                away[both] = away[set] + ranks;
                let pays = ranks == 0 || away[both] <= remaining[both];
                if capable >> set & 1 == 1 && pays && !finished {
                    capable |= 1 << both;
                    if both.count_ones() >= needed {
                        return true;
                    }
                }
            }
        }
        false
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
