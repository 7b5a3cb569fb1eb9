//! What a player of a seat is asked, and the parts of an answer that all players share.

use botwerk_engine::Generator;
use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{
    Action, Asked, Colour, Draws, Droids, KindCounts, Phase, Rules, Side, Slot, Stone, Table,
};

use crate::agent::Request;

/// Where the numbers of the generators of rounds begin: above those of all requests.
const ROUNDS: u32 = 1 << 30;

/// A seat that is asked.
#[derive(Debug)]
pub(super) struct AskedSeat<'a> {
    pub(super) rules: &'a Rules,
    pub(super) table: &'a Table,
    pub(super) side: Side,
    pub(super) hand: KindCounts,
    pub(super) legal: Vec<Action>,
}

/// What it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// To draw a stone, or all.
    Draw,
    /// To set a stone or stop.
    Set,
    /// To send a stone.
    Send,
    /// To say which strip is lifted.
    Lift,
}

impl<'a> AskedSeat<'a> {
    /// The seat of a request.
    pub(super) fn of(request: &'a Request<'_, Droids>) -> Self {
        let view = request.view;
        Self {
            rules: request.game.rules(),
            table: view.table(),
            side: view.side().unwrap_or(Side::South),
            hand: view.hand(),
            legal: request.legal_actions(),
        }
    }

    pub(super) fn question(&self) -> Question {
        match (self.table.asked(), self.table.phase) {
            (Asked::Lift(_), _) => Question::Lift,
            (_, Phase::Draw) => Question::Draw,
            (_, Phase::Set) => Question::Set,
            (_, Phase::Send | Phase::Over(_)) => Question::Send,
        }
    }

    /// The stones that were drawn in this round: those in hand and those set.
    pub(super) fn drawn(&self) -> KindCounts {
        let mut drawn = self.hand;
        for (_, stone) in self.table.bank(self.side).stones() {
            drawn.add(stone.kind(), 1);
        }
        drawn
    }

    /// The table as it stood before this seat set its first stone.
    pub(super) fn before_setting(&self) -> Table {
        let mut table = self.table.clone();
        table.clear(self.side);
        table
    }

    /// A drawn choice of what to draw: one colour, or all.
    pub(super) fn mixed_draw(&self, generator: &mut Generator) -> Option<Action> {
        let weight = |action: &Action| match action {
            Action::Draw(colour) => mix(self.rules)[colour.index()],
            Action::DrawAll(draws) => likelihood(self.rules, *draws),
            _ => 0,
        };
        let drawn = generator.weighted(self.legal.iter().map(weight));
        self.legal.get(drawn.unwrap_or(0)).copied()
    }
}

/// How often stones of each colour are of use, compared with each other.
pub(super) const fn mix(rules: &Rules) -> [u64; 4] {
    match rules.goal {
        Goal::LastActive => [4, 1, 2, 2],
        Goal::NoMinesLeft => [4, 1, 3, 1],
        Goal::OwnGardenClosed | Goal::OwnContainerOnOwnPad => [3, 1, 4, 1],
        Goal::MadRobotEnclosed => [3, 1, 4, 0],
    }
}

/// How likely it is to draw these colours one by one by the mix, but for a factor.
fn likelihood(rules: &Rules, draws: Draws) -> u64 {
    let mut ways = 1;
    let mut drawn = 0;
    for colour in Colour::ALL {
        let weight = mix(rules)[colour.index()];
        for nth in 1..=u64::from(draws.counts().of(colour)) {
            drawn += 1;
            // Binomial coefficients, one factor after the other: the division leaves no rest.
            ways = ways * drawn * weight / nth;
        }
    }
    ways
}

/// The generator of a round: the same for all questions of it, so that a plan is found again.
pub(super) fn round_generator(request: &Request<'_, Droids>) -> Generator {
    let round = u32::from(request.view.table().round);
    request.seed.agent(request.seat, ROUNDS + round)
}

/// The action that lays a stone.
pub(super) fn set(slot: Slot, stone: Stone) -> Action {
    Action::Set {
        kind: stone.kind(),
        arrow: stone.arrow(),
        slot,
    }
}
