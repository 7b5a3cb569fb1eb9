//! The draw phase: chooses the colour with the best expected plan.

use botwerk_engine::StableRng;
use botwerk_engine::droids::{Action, Colour, Draws, Droids, KindCounts};

use super::beam::{affordable_width, best_plans};
use super::determinization::{Determinization, OtherHands, completed_hand};
use super::exposure::Exposure;
use crate::agent::DecisionRequest;
use crate::droids::objective::ScenarioEvaluation;
use crate::droids::program::UnopposedPlay;
use crate::droids::seat::SeatContext;
use crate::node_meter::NodeMeter;

/// Maximum number of hands to which each colour is completed.
const MAX_HANDS: u64 = 400;

/// Beam width for the plans of one hand: more hands are worth more than better plans, which other seats prevent.
const BEAM_WIDTH: usize = 1;

/// Beam width for the plans of one hand if no other seat can prevent them.
const SOLO_BEAM_WIDTH: usize = 4;

/// Returns the draw, and its expected value unless a limit is reached before one hand was tried with every candidate.
pub(super) fn next_draw(
    request: &DecisionRequest<'_, Droids>,
    hands: OtherHands<'_>,
    seat: &SeatContext<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    meter: &mut NodeMeter<'_>,
) -> (Option<Action>, Option<f64>) {
    let mut rng = request.generator();
    let pool = seat.rules.unseen(request.view);
    let candidates: Vec<Action> = if seat.legal.len() > Colour::ALL.len() {
        // There are too many ways to draw seven stones at once, so some likely ones are compared.
        (0..8).filter_map(|_| seat.sample_draw(&mut rng)).collect()
    } else {
        seat.legal.clone()
    };
    let mut sums = vec![0.0; candidates.len()];
    let exposure = Exposure::sample(seat, meter, |meter| {
        Determinization::sample_before_draws(request, hands, evaluation, seat, &mut rng, meter)
    });
    let width = if seat.rules.is_solo() {
        SOLO_BEAM_WIDTH
    } else {
        BEAM_WIDTH
    };
    let (mut tried_hands, mut nodes_per_hand) = (0, 0);
    let can_go_on = |tried_hands, nodes_per_hand, meter: &NodeMeter<'_>| {
        tried_hands == 0 || !meter.is_exhausted() && meter.remaining() >= nodes_per_hand
    };
    while tried_hands < MAX_HANDS && can_go_on(tried_hands, nodes_per_hand, meter) {
        let (seed, before) = (rng.seed(), meter.nodes());
        let mut values = Vec::with_capacity(candidates.len());
        for (tried, candidate) in candidates.iter().enumerate() {
            // The same random numbers for each candidate reduce the variance of the difference.
            let mut rng = seed.rng();
            let hand = complete_hand(seat, pool, *candidate, &mut rng);
            let share = meter.remaining() / (candidates.len() - tried) as u64;
            values.push(meter.within(share, |meter| {
                let width = affordable_width(width, share);
                best_plan_value(seat, evaluation, &exposure, hand, width, &mut rng, meter)
            }));
        }
        if meter.should_stop() {
            // The candidates were not tried alike.
            if tried_hands == 0 {
                return (seat.sample_draw(&mut rng), None);
            }
            break;
        }
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
        tried_hands += 1;
        nodes_per_hand = meter.nodes() - before;
    }
    let best = (0..candidates.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]));
    match best {
        Some(best) => {
            let value = sums[best] / f64::from(tried_hands as u32);
            (Some(candidates[best]), Some(value))
        }
        None => (None, None),
    }
}

/// Completes a hand of seven after a draw, by the colour weights.
fn complete_hand(
    seat: &SeatContext<'_>,
    pool: KindCounts,
    draw: Action,
    rng: &mut StableRng,
) -> KindCounts {
    let (mut hand, mut pool) = (seat.hand, pool);
    let mut draw_stone = |colour, rng: &mut StableRng| {
        if let Some(kind) = pool.sample(colour, rng) {
            pool.remove(kind);
            hand.add(kind, 1);
        }
    };
    match draw {
        Action::Draw(colour) => draw_stone(colour, rng),
        Action::DrawAll(draws) => {
            let draws: Draws = draws;
            for colour in Colour::ALL {
                for _ in 0..draws.counts().count(colour) {
                    draw_stone(colour, rng);
                }
            }
        }
        _ => {}
    }
    completed_hand(seat.rules, hand, &mut pool, rng)
}

/// Returns the value of the best plan found by a narrow beam, times the fraction of situations in which a stone of the
/// hand can be sent.
fn best_plan_value(
    seat: &SeatContext<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    exposure: &Exposure,
    hand: KindCounts,
    width: usize,
    rng: &mut StableRng,
    meter: &mut NodeMeter<'_>,
) -> f64 {
    let start = UnopposedPlay::new(seat.rules, seat.table, seat.side, hand);
    let plans = best_plans(&start, evaluation, width, 1, meter);
    plans.first().map_or(0.0, |plan| {
        let program = exposure.hedged(seat.table, seat.side, &plan.program, hand, rng);
        plan.value * exposure.survival(seat.table, seat.side, &program)
    })
}
