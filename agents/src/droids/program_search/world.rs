//! Disturbances: what the others may have in hand and do with it.

use botwerk_engine::droids::{Droids, Rules, Side, Table};
use botwerk_engine::{GameViews, Generator, RootSeed};

use super::meter::Meter;
use crate::agent::Request;
use crate::droids::objective::Objective;
use crate::droids::playout::Playouts;
use crate::droids::program::{Alone, Chance, Program};

/// Orders of which an opponent takes the best, each time that it adds one to its program.
const TRIES: usize = 3;

/// One way in which a round may go on: the others' stones, and the dice.
#[derive(Debug)]
pub(super) struct World {
    table: Table,
    seed: RootSeed,
}

impl World {
    /// A world that agrees with what the seat of a request knows: the others hold what may be in
    /// their hands, and set it as they would if nobody disturbed them.
    pub(super) fn drawn(
        request: &Request<'_, Droids>,
        objective: &Objective<'_>,
        side: Side,
        generator: &mut Generator,
        meter: &mut Meter<'_>,
    ) -> Self {
        let rules = request.game.rules();
        let state = request.game.sample_hidden(request.view, generator);
        let mut table = request.view.table().clone();
        for other in table.active().without(side) {
            if table.done.contains(other) {
                continue;
            }
            let alone = Alone::new(rules, state.table(), other, state.hand(other));
            let program = likely_program(alone, objective, generator, meter);
            for step in program.iter().filter(|step| step.is_new) {
                table.lay_on(other, step.slot, step.stone);
            }
        }
        Self {
            table,
            seed: generator.seed(),
        }
    }

    /// A side's share after the round in this world, if it sets what is new of a program.
    pub(super) fn share(
        &self,
        rules: &Rules,
        objective: &Objective<'_>,
        side: Side,
        program: &Program,
        meter: &mut Meter<'_>,
    ) -> f64 {
        let mut table = self.table.clone();
        for step in program.iter().filter(|step| step.is_new) {
            table.lay_on(side, step.slot, step.stone);
        }
        rules.begin_sends(&mut table);
        let mut playouts = Playouts::new(rules);
        playouts.play(&mut table, side, program, &mut self.seed.generator());
        // A round in which nothing can be sent has a cost too, or a search would never end.
        meter.nodes += playouts.orders.max(1);
        objective.share(&table, side)
    }
}

/// A program that a seat may set: each order is the best of a few drawn ones.
fn likely_program(
    mut alone: Alone<'_>,
    objective: &Objective<'_>,
    generator: &mut Generator,
    meter: &mut Meter<'_>,
) -> Program {
    let mut chances: Vec<Chance> = Vec::new();
    while !alone.program.is_full() && !alone.has_won() {
        let mut best: Option<(f64, Alone<'_>)> = None;
        for _ in 0..TRIES {
            let mut tried = alone.clone();
            if !tried.play_drawn(generator, &mut chances) {
                break;
            }
            meter.nodes += 1;
            let value = tried.value(objective);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, tried));
            }
        }
        match best {
            Some((_, longer)) => alone = longer,
            None => break,
        }
    }
    alone.program
}
