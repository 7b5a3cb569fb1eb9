//! An exhaustive search for a turn that leaves the opponent no win in one turn.

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Action, Fields, Phase, PhaseLimits, Position, RobotPhases, Rules};

/// Number of states of battery phases after which a position is left undecided.
const MAX_STATES: usize = 2_000_000;

/// Looks for defences. Tries every board after the robot phase, and on each of them every battery phase that differs in the
/// batteries around the opponent's robots: no others can matter for its next robot phase (NW-13).
///
/// It uses the rules and nothing of the agents.
pub(super) struct DefenceSearch<'a> {
    rules: &'a Rules,
    boards: RobotPhases,
    wins: RobotPhases,
    states: usize,
}

impl<'a> DefenceSearch<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            boards: RobotPhases::new(),
            wins: RobotPhases::new(),
            states: 0,
        }
    }

    /// Returns `true` if the side to move can win by its robots in this turn (NW-19, NW-20).
    pub(super) fn can_win(&mut self, position: &Position) -> bool {
        let limits = PhaseLimits::NONE;
        self.wins.has_win_within(self.rules, position, limits)
    }

    /// Returns `true` if the opponent could win in its next turn if the side to move ended its turn at once.
    pub(super) fn is_threatened(&mut self, position: &Position) -> bool {
        let (robots, batteries) = (position.robots_of_both(), position.batteries());
        let passed = Position::at_start_of_turn(robots, batteries, position.side().other());
        self.rules.end(&passed, false).is_none() && self.can_win(&passed)
    }

    /// Returns `true` if the side to move has a turn that wins, or after which its opponent cannot win in one turn, and
    /// `None` if that takes too long to find out.
    pub(super) fn has_defence(&mut self, position: &Position) -> Option<bool> {
        if self.can_win(position) {
            return Some(true);
        }
        self.states = 0;
        let rules = self.rules;
        let boards = self.boards.all(rules, position).to_vec();
        for board in boards.iter().filter(|board| board.end.is_none()) {
            let phase = rules.after_robots(position, board.robots);
            if self.defends_on(&phase)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns `true` if some battery phase from here leaves the opponent no win.
    fn defends_on(&mut self, phase: &Position) -> Option<bool> {
        let near = near_robots(phase);
        let mut tried: HashSet<Fields> = HashSet::new();
        let mut seen = HashSet::from([(phase.batteries(), phase.moved())]);
        let mut open = vec![*phase];
        let mut actions = Vec::new();
        if !self.rules.forced_capture && self.loses_without_movable(phase, near) {
            return Some(false);
        }
        while let Some(state) = open.pop() {
            self.states += 1;
            if self.states > MAX_STATES {
                return None;
            }
            if tried.insert(state.batteries().intersection(near)) && self.is_safe_to_end(&state) {
                return Some(true);
            }
            actions.clear();
            self.rules.list_actions(&state, &mut actions);
            for action in &actions {
                let mut next = state;
                self.rules.play(&mut next, *action);
                let is_same_phase = matches!(action, Action::Battery { .. });
                if is_same_phase && seen.insert((next.batteries(), next.moved())) {
                    open.push(next);
                }
            }
        }
        Some(false)
    }

    /// Returns `true` if the opponent wins even if every battery that can be moved leaves its robots: more energy never
    /// hurts unless captures are forced (NW-28).
    fn loses_without_movable(&mut self, phase: &Position, near: Fields) -> bool {
        let movable = self.rules.controlled(phase, phase.side());
        let gone = phase.batteries().difference(phase.moved());
        let gone = gone.intersection(movable).intersection(near);
        let batteries = phase.batteries().difference(gone);
        let robots = phase.robots_of_both();
        let opponent = phase.side().other();
        let after = Position::at_start_of_turn(robots, batteries, opponent);
        self.rules.end(&after, false).is_none() && self.can_win(&after)
    }

    fn is_safe_to_end(&mut self, state: &Position) -> bool {
        let mut after = *state;
        self.rules.play(&mut after, Action::EndTurn);
        match self.rules.end(&after, false) {
            Some(end) => end.winner != Some(after.side()),
            None => !self.can_win(&after),
        }
    }
}

/// Returns the energy fields at the corners of the opponent's robots.
fn near_robots(phase: &Position) -> Fields {
    debug_assert_eq!(phase.phase(), Phase::Batteries);
    let bits = phase.robots(phase.side().other()).bits();
    Fields::from_bits(bits | bits << 1 | bits << 8 | bits << 9)
}
