//! Determinizations: the stones that the other seats may hold, and what they do with them.

use botwerk_engine::droids::{Colour, Droids, KindCounts, PublicState, Rules, Side, State};
use botwerk_engine::{GameViews, RootSeed, StableRng};

use crate::agent::DecisionRequest;
use crate::droids::objective::ScenarioEvaluation;
use crate::droids::playout::Playouts;
use crate::droids::program::{HAND, Program, SendOption, UnopposedPlay};
use crate::droids::seat::{SeatContext, colour_weights, earlier_senders};
use crate::node_meter::NodeMeter;

/// Number of sampled orders from which an opponent takes the best, for each order of its program.
const SAMPLES_PER_ORDER: usize = 3;

/// How the hands of the other seats are known.
#[derive(Debug, Clone, Copy)]
pub(super) enum OtherHands<'a> {
    /// Sampled from what the seat sees.
    Sampled,
    /// Those of this position.
    Known(&'a State),
}

impl OtherHands<'_> {
    /// Returns a position that agrees with the view of the request.
    fn position(self, request: &DecisionRequest<'_, Droids>, rng: &mut StableRng) -> State {
        match self {
            Self::Sampled => request.game.sample_hidden(request.view, rng),
            Self::Known(state) => state.clone(),
        }
    }
}

/// One possible course of a round: the other seats' stones, and the dice.
#[derive(Debug)]
pub(super) struct Determinization {
    pub(super) table: PublicState,
    /// What the other seats send, by side.
    pub(super) programs: [Program; 4],
    pub(super) seed: RootSeed,
}

impl Determinization {
    /// Samples a determinization that agrees with the view of the request. The other seats set
    /// sampled hands as if no seat interfered.
    pub(super) fn sample(
        request: &DecisionRequest<'_, Droids>,
        hands: OtherHands<'_>,
        evaluation: &ScenarioEvaluation<'_>,
        side: Side,
        rng: &mut StableRng,
        meter: &mut NodeMeter<'_>,
    ) -> Self {
        let rules = request.game.rules();
        let state = hands.position(request, rng);
        let mut table = request.view.table().clone();
        let mut programs: [Program; 4] = Default::default();
        for other in table.active().without(side) {
            if table.done.contains(other) {
                continue;
            }
            let alone = UnopposedPlay::new(rules, state.table(), other, state.hand(other));
            let program = likely_program(alone, evaluation, rng, meter);
            for step in program.iter().filter(|step| step.is_new) {
                table.put_stone(other, step.slot, step.stone);
            }
            programs[other.index()] = program;
        }
        Self {
            table,
            programs,
            seed: rng.seed(),
        }
    }

    /// Samples a determinization for a seat that is drawing: hands of other seats are completed by the colour weights.
    pub(super) fn sample_before_draws(
        request: &DecisionRequest<'_, Droids>,
        hands: OtherHands<'_>,
        evaluation: &ScenarioEvaluation<'_>,
        seat: &SeatContext<'_>,
        rng: &mut StableRng,
        meter: &mut NodeMeter<'_>,
    ) -> Self {
        let rules = seat.rules;
        let state = hands.position(request, rng);
        let mut table = seat.table.clone();
        let mut programs: [Program; 4] = Default::default();
        let mut pool = rules.unseen(request.view);
        for other in table.seats.without(seat.side) {
            for (kind, count) in state.hand(other).kinds() {
                for _ in 0..count {
                    pool.remove(kind);
                }
            }
        }
        for other in earlier_senders(&table, seat.side) {
            let hand = completed_hand(rules, state.hand(other), &mut pool, rng);
            let alone = UnopposedPlay::new(rules, seat.table, other, hand);
            let program = likely_program(alone, evaluation, rng, meter);
            for step in &program {
                table.put_stone(other, step.slot, step.stone);
            }
            programs[other.index()] = program;
        }
        Self {
            table,
            programs,
            seed: rng.seed(),
        }
    }

    /// Plays the round out after the new stones of a program are set; returns the side's
    /// win probability.
    pub(super) fn playout_value(
        &self,
        rules: &Rules,
        evaluation: &ScenarioEvaluation<'_>,
        side: Side,
        program: &Program,
        meter: &mut NodeMeter<'_>,
    ) -> f64 {
        let mut table = self.table.clone();
        for step in program.iter().filter(|step| step.is_new) {
            table.put_stone(side, step.slot, step.stone);
        }
        rules.skip_to_send_phase(&mut table);
        let mut playouts = Playouts::new(rules, meter.remaining());
        let mut programs = self.programs.each_ref();
        programs[side.index()] = program;
        playouts.play(&mut table, side, &programs, &mut self.seed.rng());
        // A round in which nothing can be sent costs a node, or the search would never end.
        meter.take(playouts.orders.max(1));
        evaluation.win_probability(&table, side)
    }
}

/// Completes a hand with stones of the pool by the colour weights.
pub(super) fn completed_hand(
    rules: &Rules,
    mut hand: KindCounts,
    pool: &mut KindCounts,
    rng: &mut StableRng,
) -> KindCounts {
    let weights = colour_weights(rules);
    for _ in 0..HAND {
        let index = rng.weighted_index(weights.into_iter());
        if usize::from(hand.total()) < HAND
            && let Some(kind) = index.and_then(|colour| pool.sample(Colour::ALL[colour], rng))
        {
            pool.remove(kind);
            hand.add(kind, 1);
        }
    }
    hand
}

/// Samples a program that a seat may set: each order is the best of a few random ones.
fn likely_program(
    mut alone: UnopposedPlay<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    rng: &mut StableRng,
    meter: &mut NodeMeter<'_>,
) -> Program {
    let mut options: Vec<SendOption> = Vec::new();
    while !alone.program.is_full() && !alone.has_won() {
        let mut best: Option<(f64, UnopposedPlay<'_>)> = None;
        for _ in 0..SAMPLES_PER_ORDER {
            if meter.remaining() == 0 {
                return alone.program;
            }
            let mut extended = alone.clone();
            if !extended.play_random(rng, &mut options) {
                break;
            }
            meter.take_one();
            let value = extended.value(evaluation);
            if best
                .as_ref()
                .is_none_or(|(best_value, _)| value > *best_value)
            {
                best = Some((value, extended));
            }
        }
        match best {
            Some((_, extended)) => alone = extended,
            None => break,
        }
    }
    alone.program
}
