//! What a state of a robot phase may still lead to: states without prospects are left out.

use super::RobotPhases;
use super::state::State;
use crate::netzwerk::energy_table::{Energies, SETS, energy_of};
use crate::netzwerk::lattice::Point;
use crate::netzwerk::robots::{after_one_step, before_one_step};
use crate::netzwerk::rules::Rules;
use crate::netzwerk::side::Side;

impl RobotPhases {
    /// Whether the side to move may still win in this robot phase. `true` may be wrong, `false`
    /// never is: every step costs a battery, and a capture one more.
    pub(super) fn can_win(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        self.can_come_home(rules, state, energies) || self.can_capture_all(state, energies)
    }

    /// Whether some turn may leave the opponent no robot to move; `false` is never wrong.
    ///
    /// A battery beside an enemy robot can be moved only with an own robot beside it as well, so
    /// an enemy robot that can make a step now, and that no own robot can come next to, still can
    /// make it after the turn.
    pub(super) fn can_stalemate(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        let enemy = self.side.other();
        let fed = state.robots[enemy.index()].intersection(self.powered);
        let taken = state.robots[0].union(state.robots[1]);
        let free = rules.board.squares().difference(taken).bits();
        let can_step = fed.bits() & before_one_step(free, enemy);
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
        let beside = near | near << 1 | near >> 1;
        let around = beside | beside << 8 | beside >> 8;
        can_step & !around == 0
    }

    /// Whether as many robots as a win needs have the energy to come home together (NW-19): every
    /// set of them must be able to pay for the ranks that it is away.
    fn can_come_home(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
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
        let left = self.energy.left_of_sets(state.spent);
        let mut away = [0u8; SETS];
        // Sets that can, by their number; the set of nobody can.
        let mut can: u64 = 1;
        for robot in 0..self.robots {
            let ranks = ranks_away(robot);
            let finished = state.captured >> robot & 1 == 1 && ranks > 0;
            for set in 0..1usize << robot {
                let both = set + (1 << robot);
                away[both] = away[set] + ranks;
                let pays = ranks == 0 || away[both] <= left[both];
                if can >> set & 1 == 1 && pays && !finished {
                    can |= 1 << both;
                    if both.count_ones() >= needed {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether every enemy has a robot that may reach it (NW-20).
    fn can_capture_all(&self, state: &State, energies: Energies) -> bool {
        let enemies = state.robots[self.side.other().index()];
        let mut free = (0..self.robots).filter(|robot| state.captured >> robot & 1 == 0);
        if (free.clone().count() as u32) < enemies.len() {
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
