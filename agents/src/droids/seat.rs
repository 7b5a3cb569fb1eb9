//! The decision of a seat, and the parts of a choice that several agents share.

use botwerk_engine::Generator;
use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{
    Action, Asked, Colour, Draws, Droids, KindCounts, Phase, Rules, Side, Slot, Stone, Table,
};

use crate::agent::Request;

/// First turn number of the per-round generators, above all turn numbers of decisions.
const FIRST_ROUND_TURN: u32 = 1 << 30;

/// The knowledge of the seat that is to act.
#[derive(Debug)]
pub(super) struct AskedSeat<'a> {
    pub(super) rules: &'a Rules,
    pub(super) table: &'a Table,
    pub(super) side: Side,
    pub(super) hand: KindCounts,
    pub(super) legal: Vec<Action>,
}

/// The kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Draw a stone, or all.
    Draw,
    /// Set a stone or stop.
    Set,
    /// Send a stone.
    Send,
    /// Choose the strip to lift.
    Lift,
}

impl<'a> AskedSeat<'a> {
    /// Creates the context of a request.
    pub(super) fn from_request(request: &'a Request<'_, Droids>) -> Self {
        let view = request.view;
        Self {
            rules: request.game.rules(),
            table: view.table(),
            side: view.side().unwrap_or(Side::South),
            hand: view.hand(),
            legal: request.legal_actions(),
        }
    }

    pub(super) fn decision_kind(&self) -> Question {
        match (self.table.asked(), self.table.phase) {
            (Asked::Lift(_), _) => Question::Lift,
            (_, Phase::Draw) => Question::Draw,
            (_, Phase::Set) => Question::Set,
            (_, Phase::Send | Phase::Over(_)) => Question::Send,
        }
    }

    /// Returns the stones drawn in this round: those in the hand and those set.
    pub(super) fn drawn_stones(&self) -> KindCounts {
        let mut stones = self.hand;
        for (_, stone) in self.table.bank(self.side).stones() {
            stones.add(stone.kind(), 1);
        }
        stones
    }

    /// Returns the table before this seat set its first stone.
    pub(super) fn table_before_set(&self) -> Table {
        let mut table = self.table.clone();
        table.clear(self.side);
        table
    }

    /// Samples a draw, of one colour or of all, by the colour weights.
    pub(super) fn sample_draw(&self, rng: &mut Generator) -> Option<Action> {
        let weight = |action: &Action| match action {
            Action::Draw(colour) => mix(self.rules)[colour.index()],
            Action::DrawAll(draws) => draw_weight(self.rules, *draws),
            _ => 0,
        };
        let index = rng.weighted(self.legal.iter().map(weight));
        self.legal.get(index.unwrap_or(0)).copied()
    }
}

/// Returns the relative usefulness of stones of each colour.
pub(super) const fn mix(rules: &Rules) -> [u64; 4] {
    match rules.goal {
        Goal::LastActive => [4, 1, 2, 2],
        Goal::NoMinesLeft => [4, 1, 3, 1],
        Goal::OwnGardenClosed | Goal::OwnContainerOnOwnPad => [3, 1, 4, 1],
        Goal::MadRobotEnclosed => [3, 1, 4, 0],
    }
}

/// Returns a weight proportional to the probability of drawing these colours one by one.
fn draw_weight(rules: &Rules, draws: Draws) -> u64 {
    let mut weighted_ways = 1;
    let mut count = 0;
    for colour in Colour::ALL {
        let weight = mix(rules)[colour.index()];
        for nth in 1..=u64::from(draws.counts().of(colour)) {
            count += 1;
            // Binomial coefficients, one factor after the other: every division is exact.
            weighted_ways = weighted_ways * count * weight / nth;
        }
    }
    weighted_ways
}

/// Returns the generator of the round: the same for all its decisions, so that a plan is found
/// again.
pub(super) fn round_generator(request: &Request<'_, Droids>) -> Generator {
    let round = u32::from(request.view.table().round);
    request.seed.agent(request.seat, FIRST_ROUND_TURN + round)
}

/// Returns the action that sets a stone.
pub(super) fn set_action(slot: Slot, stone: Stone) -> Action {
    Action::Set {
        kind: stone.kind(),
        arrow: stone.arrow(),
        slot,
    }
}
