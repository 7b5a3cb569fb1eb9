//! Drawing stones: the colour after which the best plan is expected to be worth most.

use botwerk_engine::Generator;
use botwerk_engine::droids::{Action, Colour, Draws, Droids, KindCounts};

use super::beam::best_plans;
use super::meter::Meter;
use crate::agent::Request;
use crate::droids::objective::Objective;
use crate::droids::program::{Alone, HAND};
use crate::droids::seat::{AskedSeat, mix};

/// Hands that each colour is completed to, at most.
const MOST_HANDS: u64 = 400;

/// Programs that are grown on with a hand, of each length.
const WIDTH: usize = 4;

/// What to draw, and the expected share.
pub(super) fn next_draw(
    request: &Request<'_, Droids>,
    seat: &AskedSeat<'_>,
    objective: &Objective<'_>,
    meter: &mut Meter<'_>,
) -> (Option<Action>, f64) {
    let mut generator = request.generator();
    let pool = seat.rules.unseen(request.view);
    let candidates: Vec<Action> = if seat.legal.len() > Colour::ALL.len() {
        // Of all ways to name seven containers some likely ones are compared.
        (0..8)
            .filter_map(|_| seat.mixed_draw(&mut generator))
            .collect()
    } else {
        seat.legal.clone()
    };
    let mut sums = vec![0.0; candidates.len()];
    let mut hands = 0;
    while hands < MOST_HANDS && !(meter.is_spent() && hands > 0) {
        let seed = generator.seed();
        for (sum, candidate) in sums.iter_mut().zip(&candidates) {
            // The same numbers for each, so that luck tells them apart less.
            let mut generator = seed.generator();
            let hand = completed(seat, pool, *candidate, &mut generator);
            *sum += best_of_some(seat, objective, hand, meter);
        }
        hands += 1;
    }
    let best = (0..candidates.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]));
    match best {
        Some(best) => (Some(candidates[best]), sums[best] / f64::from(hands as u32)),
        None => (None, 0.0),
    }
}

/// A hand of seven after a draw: the rest of it drawn by the mix.
fn completed(
    seat: &AskedSeat<'_>,
    pool: KindCounts,
    draw: Action,
    generator: &mut Generator,
) -> KindCounts {
    let (mut hand, mut pool) = (seat.hand, pool);
    let mut take = |colour, generator: &mut Generator| {
        if let Some(kind) = pool.drawn(colour, generator) {
            pool.remove(kind);
            hand.add(kind, 1);
        }
    };
    match draw {
        Action::Draw(colour) => take(colour, generator),
        Action::DrawAll(draws) => {
            let draws: Draws = draws;
            for colour in Colour::ALL {
                for _ in 0..draws.counts().of(colour) {
                    take(colour, generator);
                }
            }
        }
        _ => {}
    }
    let weights = mix(seat.rules);
    for _ in 0..HAND {
        let drawn = generator.weighted(weights.into_iter());
        if usize::from(hand.total()) < HAND
            && let Some(kind) = drawn.and_then(|at| pool.drawn(Colour::ALL[at], generator))
        {
            pool.remove(kind);
            hand.add(kind, 1);
        }
    }
    hand
}

/// What the best plan comes to, or one that is nearly as good.
fn best_of_some(
    seat: &AskedSeat<'_>,
    objective: &Objective<'_>,
    hand: KindCounts,
    meter: &mut Meter<'_>,
) -> f64 {
    let start = Alone::new(seat.rules, seat.table, seat.side, hand);
    let plans = best_plans(&start, objective, WIDTH, 1, meter);
    plans.first().map_or(0.0, |plan| plan.value)
}
