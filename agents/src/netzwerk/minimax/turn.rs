//! A turn as the search represents it.

use arrayvec::ArrayVec;
use botwerk_engine::netzwerk::{
    Action, Field, Fields, Phase, PhaseLimits, Point, Position, RobotActions, RobotPhases, Rules,
    Squares,
};

use super::soon::Soon;

/// Maximum number of battery moves in a turn: each battery moves once.
pub(super) const MAX_BATTERY_MOVES: usize = 14;

/// Maximum number of states of a robot phase that are expanded for the actions of a turn after a stop.
const MAX_LAST_STATES: usize = 4_096;

/// Battery moves in the order of play.
pub(super) type BatteryMoves = ArrayVec<(Field, Field), MAX_BATTERY_MOVES>;

/// A turn, or the rest of one: the board after its robot phase, and its battery moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Turn {
    /// Squares of both sides' robots after the robot phase.
    pub(super) robots: [Squares; 2],
    /// Energy fields with batteries after the turn.
    pub(super) batteries: Fields,
    /// Battery moves of the turn.
    pub(super) moves: BatteryMoves,
}

impl Turn {
    /// Returns the position in the battery phase, before its moves.
    pub(super) fn battery_phase(&self, rules: &Rules, position: &Position) -> Position {
        battery_phase_with(rules, position, self.robots)
    }

    /// Returns the position after this turn, in which the opponent is to move.
    pub(super) fn after(&self, rules: &Rules, position: &Position) -> Position {
        let mut after = self.battery_phase(rules, position);
        for (from, to) in &self.moves {
            rules.play(
                &mut after,
                Action::Battery {
                    from: *from,
                    to: *to,
                },
            );
        }
        rules.play(&mut after, Action::EndTurn);
        after
    }

    /// Returns the atomic actions of the turn, or `None` if no robot phase leads to its board, or none that is
    /// found soon once `should_stop` returns `true`.
    pub(super) fn actions(
        &self,
        rules: &Rules,
        phases: &mut RobotPhases,
        position: &Position,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        if position.phase() == Phase::Robots {
            actions.extend(self.robot_actions(rules, phases, position, should_stop)?);
            if rules.decided_by(self.robots, position.side()).is_some() {
                return Some(actions);
            }
            actions.push(Action::EndRobots);
        }
        let moves = self.moves.iter();
        actions.extend(moves.map(|&(from, to)| Action::Battery { from, to }));
        actions.push(Action::EndTurn);
        Some(actions)
    }

    /// Returns the actions of the robot phase.
    fn robot_actions(
        &self,
        rules: &Rules,
        phases: &mut RobotPhases,
        position: &Position,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<RobotActions> {
        let soon = Soon::new(should_stop);
        let limits = PhaseLimits {
            should_stop: &|| soon.is_over(),
            ..PhaseLimits::NONE
        };
        let fewest = phases.fewest_actions_to(rules, position, self.robots, limits);
        // A turn with more actions is found sooner.
        fewest.or_else(|| {
            let is_cut = soon.is_over();
            let find = || phases.actions_to_within(rules, position, self.robots, MAX_LAST_STATES);
            is_cut.then(find).flatten()
        })
    }

    /// Packs the turn into four words; returns `None` if it has too many battery moves.
    pub(super) fn pack(&self) -> Option<[u64; PACKED]> {
        let mut words = [self.robots[0].bits(), self.robots[1].bits(), 0, 0];
        if self.moves.len() > 2 * MOVES_PER_WORD {
            return None;
        }
        for (index, (from, to)) in self.moves.iter().enumerate() {
            let pair = (u64::from(from.bit()) << 6 | u64::from(to.bit())) + 1;
            words[2 + index / MOVES_PER_WORD] |= pair << (MOVE_BITS * (index % MOVES_PER_WORD));
        }
        Some(words)
    }

    /// Unpacks a turn; returns `None` if it is not legal in this position.
    pub(super) fn unpack(rules: &Rules, position: &Position, words: [u64; PACKED]) -> Option<Self> {
        let robots = [words[0], words[1]].map(Squares::from_bits);
        let mut turn = Self {
            robots,
            batteries: position.batteries(),
            moves: BatteryMoves::new(),
        };
        let mut after = turn.battery_phase(rules, position);
        for index in 0..2 * MOVES_PER_WORD {
            let word = words[2 + index / MOVES_PER_WORD];
            let pair = word >> (MOVE_BITS * (index % MOVES_PER_WORD)) & ((1 << MOVE_BITS) - 1);
            let Some(pair) = pair.checked_sub(1) else {
                break;
            };
            let (from, to) = (
                Field::from_bit((pair >> 6) as u8 & 63),
                Field::from_bit(pair as u8 & 63),
            );
            let action = Action::Battery { from, to };
            rules.check(&after, action).ok()?;
            rules.play(&mut after, action);
            turn.moves.push((from, to));
        }
        turn.batteries = after.batteries();
        Some(turn)
    }
}

/// Returns the position in the battery phase of a turn whose robot phase leads to these squares; a
/// position that is already in the battery phase is returned unchanged.
pub(super) fn battery_phase_with(
    rules: &Rules,
    position: &Position,
    robots: [Squares; 2],
) -> Position {
    match position.phase() {
        Phase::Robots => rules.after_robots(position, robots),
        Phase::Batteries => *position,
    }
}

/// Number of words of a packed turn.
pub(super) const PACKED: usize = 4;

/// Number of battery moves in one word.
const MOVES_PER_WORD: usize = 4;
/// Number of bits of a packed battery move.
const MOVE_BITS: usize = 13;
