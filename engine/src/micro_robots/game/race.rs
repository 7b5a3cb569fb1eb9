//! The race of Micro Robots as [`GameRace`].

use super::MicroRobots;
use crate::game::GameRace;
use crate::micro_robots::action::Action;
use crate::micro_robots::options::RACE_RULES;
use crate::micro_robots::state::{Phase, State};
use crate::race::RaceRuleIds;

impl GameRace for MicroRobots {
    fn race_rules() -> Option<&'static RaceRuleIds> {
        Some(&RACE_RULES)
    }

    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass_action(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn ignores_trailing(&self, action: Action) -> bool {
        matches!(action, Action::To(_) | Action::End)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }
}
