//! Setting stones: programs are grown, insured with the stones that are left, and tried in worlds.

use arrayvec::ArrayVec;
use botwerk_engine::Generator;
use botwerk_engine::droids::{Action, Colour, Droids, Side, Slot, Stone, Transmitter};

use super::beam::{Plan, best_plans};
use super::meter::Meter;
use super::world::World;
use crate::agent::Request;
use crate::droids::objective::Objective;
use crate::droids::program::{Alone, Program, Step};
use crate::droids::seat::{AskedSeat, round_generator, set};

/// Worlds in which contenders are tried before the worse half of them is dropped.
const WORLDS: usize = 6;

/// Contenders that are not dropped any more.
const FINALISTS: usize = 3;

/// Worlds after which new contenders come in.
const MOST_WORLDS: usize = 96;

/// Ways to insure each plan that are tried.
const INSURANCES: usize = 5;

/// Plans that are tried.
const PLANS: usize = 10;

/// A program that is tried.
#[derive(Debug, Clone)]
struct Contender {
    program: Program,
    /// What it comes to if nobody disturbs it.
    plan_value: f64,
    sum: f64,
    worlds: usize,
}

impl Contender {
    fn new(program: Program, plan_value: f64) -> Self {
        Self {
            program,
            plan_value,
            sum: 0.0,
            worlds: 0,
        }
    }

    fn mean(&self) -> f64 {
        self.sum / self.worlds.max(1) as f64
    }
}

/// What to set next, and the expected share.
pub(super) fn next_stone(
    request: &Request<'_, Droids>,
    seat: &AskedSeat<'_>,
    objective: &Objective<'_>,
    width: usize,
    meter: &mut Meter<'_>,
) -> (Option<Action>, f64) {
    let mut generator = round_generator(request);
    let start = Alone::new(seat.rules, seat.table, seat.side, seat.hand);
    let plans = best_plans(&start, objective, width, PLANS, meter);
    let mut contest = Contest {
        request,
        seat,
        objective,
        worlds: Vec::new(),
        champion: None,
    };
    loop {
        let contenders = contest.contenders(&plans, &mut generator);
        contest.decide(contenders, &mut generator, meter);
        if meter.is_spent() || contest.worlds.len() < MOST_WORLDS {
            break;
        }
        contest.worlds.clear();
    }
    let Some(champion) = contest.champion else {
        return (None, 0.0);
    };
    let next = champion.program.iter().find(|step| step.is_new);
    let action = next.map_or(Action::Stop, |step| set(step.slot, step.stone));
    (Some(action), champion.mean())
}

struct Contest<'a, 'r> {
    request: &'a Request<'r, Droids>,
    seat: &'a AskedSeat<'a>,
    objective: &'a Objective<'a>,
    worlds: Vec<World>,
    champion: Option<Contender>,
}

impl Contest<'_, '_> {
    /// The champion so far, and plans with and without insurance.
    fn contenders(&self, plans: &[Plan], generator: &mut Generator) -> Vec<Contender> {
        let champion = self.champion.as_ref();
        let champion = champion.map(|c| Contender::new(c.program.clone(), c.plan_value));
        let mut contenders: Vec<Contender> = champion.into_iter().collect();
        for plan in plans {
            contenders.push(Contender::new(plan.program.clone(), plan.value));
            for _ in 0..INSURANCES {
                let program = self.insured(&plan.program, generator);
                contenders.push(Contender::new(program, plan.value));
            }
        }
        contenders
    }

    /// Tries contenders in more and more worlds until one is left, or the decision must end.
    fn decide(
        &mut self,
        mut contenders: Vec<Contender>,
        generator: &mut Generator,
        meter: &mut Meter<'_>,
    ) {
        let side = self.seat.side;
        while self.worlds.len() < MOST_WORLDS {
            for _ in 0..WORLDS {
                let world = World::drawn(self.request, self.objective, side, generator, meter);
                for contender in &mut contenders {
                    let program = &contender.program;
                    contender.sum +=
                        world.share(self.seat.rules, self.objective, side, program, meter);
                    contender.worlds += 1;
                }
                self.worlds.push(world);
                if meter.is_spent() {
                    break;
                }
            }
            let order = |a: &Contender, b: &Contender| {
                let by_mean = b.mean().total_cmp(&a.mean());
                by_mean.then(b.plan_value.total_cmp(&a.plan_value))
            };
            contenders.sort_by(order);
            let left = (contenders.len() / 2).max(FINALISTS);
            contenders.truncate(left);
            if meter.is_spent() {
                break;
            }
        }
        self.champion = contenders.into_iter().next();
    }

    /// A program with stones that are left laid where they may be of use: in columns beside the
    /// droid, or under a repair robot.
    fn insured(&self, program: &Program, generator: &mut Generator) -> Program {
        let seat = self.seat;
        let mut insured = program.clone();
        let mut hand = seat.hand;
        let mut taken: ArrayVec<Slot, { Slot::COUNT }> = ArrayVec::new();
        for step in program.iter().filter(|step| step.is_new) {
            hand.remove(step.stone.kind());
            taken.push(step.slot);
        }
        let (own, repairers) = (self.columns(program), self.repairer_columns());
        for (kind, count) in hand.kinds() {
            for _ in 0..count {
                if insured.is_full() || generator.below(5) == 0 {
                    continue;
                }
                let near = match kind.colour() {
                    Colour::Grey => &repairers,
                    Colour::Violet | Colour::Blue | Colour::Red => &own,
                };
                if near.is_empty() {
                    continue;
                }
                let transmitter = near[generator.below(near.len() as u64) as usize];
                let Some(slot) = self.last_slot(transmitter, &taken) else {
                    continue;
                };
                let arrow = kind.arrows()[generator.below(4) as usize];
                let target = self.any_target(kind.is_relay(), generator);
                if let Some(stone) = Stone::new(kind, arrow) {
                    taken.push(slot);
                    insured.push(Step {
                        slot,
                        stone,
                        target,
                        is_new: true,
                    });
                }
            }
        }
        insured
    }

    fn any_target(&self, is_relay: bool, generator: &mut Generator) -> Option<Side> {
        let others: Vec<Side> = self.seat.table.seats.without(self.seat.side).collect();
        if !is_relay || others.is_empty() {
            return None;
        }
        Some(others[generator.below(others.len() as u64) as usize])
    }

    /// Columns at most two beside the droid's present one, the near ones more often, and those of
    /// the program.
    fn columns(&self, program: &Program) -> Vec<Transmitter> {
        let Some(square) = self.seat.table.droid(self.seat.side).square else {
            return Vec::new();
        };
        let own = self.seat.side.column(square).index();
        let beside = [
            own,
            own,
            own.wrapping_sub(1),
            own + 1,
            own.wrapping_sub(2),
            own + 2,
        ];
        let beside = beside.into_iter().filter_map(Transmitter::from_index);
        let planned = program.iter().map(|step| step.slot.transmitter());
        beside.chain(planned).collect()
    }

    fn repairer_columns(&self) -> Vec<Transmitter> {
        let repairers = self.seat.table.repairers;
        repairers
            .map(|square| self.seat.side.column(square))
            .collect()
    }

    /// The free slot of a transmitter farthest from the field.
    fn last_slot(&self, transmitter: Transmitter, taken: &[Slot]) -> Option<Slot> {
        let bank = self.seat.table.bank(self.seat.side);
        if bank.strips().contains(transmitter) {
            return None;
        }
        let slots = Slot::all().filter(|slot| slot.transmitter() == transmitter);
        let free = slots.filter(|slot| bank.stone(*slot).is_none() && !taken.contains(slot));
        free.last()
    }
}
