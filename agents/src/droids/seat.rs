//! The decision of a seat, and the parts of a choice that several agents share.

use botwerk_engine::StableRng;
use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{
    Action, Colour, Draws, Droids, KindCounts, Phase, PublicState, Rules, Side, Slot, Stone, ToAct,
};

use crate::agent::DecisionRequest;

/// First turn number of the per-round generators, above all turn numbers of decisions.
const FIRST_ROUND_TURN: u32 = 1 << 30;

/// The knowledge of the seat that is to act.
#[derive(Debug)]
pub(super) struct SeatContext<'a> {
    pub(super) rules: &'a Rules,
    pub(super) table: &'a PublicState,
    pub(super) side: Side,
    pub(super) hand: KindCounts,
    pub(super) legal: Vec<Action>,
}

/// The kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecisionKind {
    /// Draw a stone, or all.
    Draw,
    /// Set a stone or stop.
    Set,
    /// Send a stone.
    Send,
    /// Choose the strip to lift.
    Lift,
}

impl<'a> SeatContext<'a> {
    /// Creates the context of a request.
    pub(super) fn from_request(request: &'a DecisionRequest<'_, Droids>) -> Self {
        let view = request.view;
        Self {
            rules: request.game.rules(),
            table: view.table(),
            side: view.side().unwrap_or(Side::South),
            hand: view.hand(),
            legal: request.legal_actions(),
        }
    }

    pub(super) fn decision_kind(&self) -> DecisionKind {
        match (self.table.to_act(), self.table.phase) {
            (ToAct::Lift(_), _) => DecisionKind::Lift,
            (_, Phase::Draw) => DecisionKind::Draw,
            (_, Phase::Set) => DecisionKind::Set,
            (_, Phase::Send | Phase::Over(_)) => DecisionKind::Send,
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
    pub(super) fn table_before_set(&self) -> PublicState {
        let mut table = self.table.clone();
        table.clear_stones(self.side);
        table
    }

    /// Samples a draw, of one colour or of all, by the colour weights.
    pub(super) fn sample_draw(&self, rng: &mut StableRng) -> Option<Action> {
        let weight = |action: &Action| match action {
            Action::Draw(colour) => colour_weights(self.rules)[colour.index()],
            Action::DrawAll(draws) => draw_weight(self.rules, *draws),
            _ => 0,
        };
        let index = rng.weighted_index(self.legal.iter().map(weight));
        self.legal.get(index.unwrap_or(0)).copied()
    }
}

/// Returns the relative usefulness of stones of each colour.
pub(super) const fn colour_weights(rules: &Rules) -> [u64; 4] {
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
        let weight = colour_weights(rules)[colour.index()];
        for nth in 1..=u64::from(draws.counts().count(colour)) {
            count += 1;
            // Binomial coefficients, one factor after the other: every division is exact.
            weighted_ways = weighted_ways * count * weight / nth;
        }
    }
    weighted_ways
}

/// Returns the generator of the round: the same for all its decisions, so that a plan is found
/// again.
pub(super) fn round_rng(request: &DecisionRequest<'_, Droids>) -> StableRng {
    let round = u32::from(request.view.table().round);
    request
        .seed
        .rng_for_agent(request.seat, FIRST_ROUND_TURN + round)
}

/// Returns the active seats that send before a side, in order.
pub(super) fn earlier_senders(table: &PublicState, side: Side) -> Vec<Side> {
    let Some(starter) = table.starter else {
        return Vec::new();
    };
    let order = std::iter::once(starter).chain(starter.clockwise().take(3));
    order
        .take_while(|other| *other != side)
        .filter(|other| table.is_active(*other))
        .collect()
}

/// Returns the action that sets a stone.
pub(super) fn set_action(slot: Slot, stone: Stone) -> Action {
    Action::Set {
        kind: stone.kind(),
        arrow: stone.arrow(),
        slot,
    }
}
