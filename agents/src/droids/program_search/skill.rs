//! What the agent can do at a level.

use botwerk_engine::droids::{Action, Droids};

use crate::agent::DecisionRequest;
use crate::droids::program::UnopposedPlay;
use crate::droids::seat::{DecisionKind, SeatContext, set_action};
use crate::level::LEVELS;

/// The limits of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill {
    /// Maximum number of orders tried per decision.
    pub(super) nodes: u64,
    /// How often the player does not think, in percent of its decisions.
    lapses: u64,
}

/// The skills of all levels, the lowest first: docs/strength.md has their ratings.
pub(super) static SKILLS: [Skill; LEVELS] = [
    skill(2_000, 100),
    skill(2_000, 91),
    skill(2_000, 82),
    skill(2_000, 74),
    skill(2_000, 66),
    skill(2_000, 58),
    skill(2_000, 50),
    skill(2_000, 40),
    skill(2_000, 20),
    skill(40_000, 0),
];

const fn skill(nodes: u64, lapses: u64) -> Skill {
    Skill { nodes, lapses }
}

impl Skill {
    /// Returns an action that takes no thought, if the player does not think about this decision: one that is possible,
    /// as if no seat interfered.
    pub(super) fn lapse(
        self,
        request: &DecisionRequest<'_, Droids>,
        seat: &SeatContext<'_>,
    ) -> Option<Action> {
        let mut rng = request.generator();
        if rng.below(100) >= self.lapses {
            return None;
        }
        match seat.decision_kind() {
            DecisionKind::Draw => seat.sample_draw(&mut rng),
            DecisionKind::Set => {
                let mut alone = UnopposedPlay::new(seat.rules, seat.table, seat.side, seat.hand);
                let mut options = Vec::new();
                while alone.play_random(&mut rng, &mut options) {}
                let next = alone.program.iter().find(|step| step.is_new);
                Some(next.map_or(Action::Stop, |step| set_action(step.slot, step.stone)))
            }
            DecisionKind::Send | DecisionKind::Lift => {
                let index = rng.below(seat.legal.len() as u64) as usize;
                seat.legal.get(index).copied()
            }
        }
    }
}
