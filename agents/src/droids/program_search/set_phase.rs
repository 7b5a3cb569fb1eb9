//! The set phase: programs are grown, hedged with the remaining stones, and tried in
//! determinizations.

use arrayvec::ArrayVec;
use botwerk_engine::StableRng;
use botwerk_engine::droids::{Action, Colour, Droids, Side, Slot, Stone, Transmitter};

use super::beam::{Plan, affordable_width, best_plans};
use super::determinization::{Determinization, OtherHands};
use super::exposure::Exposure;
use crate::agent::DecisionRequest;
use crate::droids::objective::ScenarioEvaluation;
use crate::droids::program::{Program, ProgramStep, UnopposedPlay};
use crate::droids::seat::{SeatContext, round_rng, set_action};
use crate::node_meter::NodeMeter;

/// Determinizations per halving: after each set of them the worse half of the candidates is
/// dropped.
const DETERMINIZATIONS_PER_HALVING: usize = 6;

/// Number of candidates at which halving stops.
const FINALISTS: usize = 3;

/// Number of determinizations after which the halving restarts with new candidates.
const MAX_DETERMINIZATIONS: usize = 96;

/// Number of hedges tried for each plan with stones where they allow a first stone in most situations.
const EXPOSURE_HEDGES: usize = 2;

/// Number of hedges tried for each plan with stones on random slots near the droid and the plan.
const RANDOM_HEDGES: usize = 3;

/// Number of plans that are tried.
const PLANS: usize = 10;

/// A candidate program with its results.
#[derive(Debug, Clone)]
struct Candidate {
    program: Program,
    /// Value of the underlying plan without opponents.
    plan_value: f64,
    sum: f64,
    determinizations: usize,
}

impl Candidate {
    fn new(program: Program, plan_value: f64) -> Self {
        Self {
            program,
            plan_value,
            sum: 0.0,
            determinizations: 0,
        }
    }

    fn mean(&self) -> f64 {
        self.sum / self.determinizations.max(1) as f64
    }

    /// Returns the win probability, or `None` if the program was not tried.
    fn win_probability(&self) -> Option<f64> {
        (self.determinizations > 0).then(|| self.mean())
    }
}

/// Returns the stone to set next, and its win probability unless a limit is reached before it is tried.
pub(super) fn next_stone(
    request: &DecisionRequest<'_, Droids>,
    hands: OtherHands<'_>,
    seat: &SeatContext<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    width: usize,
    meter: &mut NodeMeter<'_>,
) -> (Option<Action>, Option<f64>) {
    let mut rng = round_rng(request);
    let start = UnopposedPlay::new(seat.rules, seat.table, seat.side, seat.hand);
    // Half of the nodes are for trying the plans.
    let share = meter.remaining() / 2;
    let width = affordable_width(width, share);
    let plans = meter.within(share, |meter| {
        best_plans(&start, evaluation, width, PLANS, meter)
    });
    let exposure = Exposure::sample(seat, meter, |meter| {
        Determinization::sample(request, hands, evaluation, seat.side, &mut rng, meter)
    });
    let mut halving = SuccessiveHalving {
        request,
        hands,
        seat,
        evaluation,
        determinizations: Vec::new(),
        champion: None,
        exposure,
    };
    loop {
        let candidates = halving.candidates(&plans, &mut rng);
        halving.run(candidates, &mut rng, meter);
        if meter.is_exhausted() || halving.determinizations.len() < MAX_DETERMINIZATIONS {
            break;
        }
        halving.determinizations.clear();
    }
    let Some(winner) = halving.champion else {
        return (None, None);
    };
    // The first orders are set last, when other seats have the fewest stones left to prevent them.
    let next = { winner.program.iter() }.rfind(|step| step.is_new);
    let action = next.map_or(Action::Stop, |step| set_action(step.slot, step.stone));
    (Some(action), winner.win_probability())
}

/// Compares candidate programs in common determinizations and drops the worse half repeatedly.
struct SuccessiveHalving<'a, 'r> {
    request: &'a DecisionRequest<'r, Droids>,
    hands: OtherHands<'a>,
    seat: &'a SeatContext<'a>,
    evaluation: &'a ScenarioEvaluation<'a>,
    determinizations: Vec<Determinization>,
    champion: Option<Candidate>,
    exposure: Exposure,
}

impl SuccessiveHalving<'_, '_> {
    /// Returns the champion so far, and all plans with and without hedges.
    fn candidates(&self, plans: &[Plan], rng: &mut StableRng) -> Vec<Candidate> {
        let champion = self.champion.as_ref();
        let champion = champion.map(|c| Candidate::new(c.program.clone(), c.plan_value));
        let mut candidates: Vec<Candidate> = champion.into_iter().collect();
        for plan in plans {
            candidates.push(Candidate::new(plan.program.clone(), plan.value));
            for _ in 0..EXPOSURE_HEDGES {
                let program = self.exposure.hedged(
                    self.seat.table,
                    self.seat.side,
                    &plan.program,
                    self.seat.hand,
                    rng,
                );
                candidates.push(Candidate::new(program, plan.value));
            }
            for _ in 0..RANDOM_HEDGES {
                let program = self.hedged(&plan.program, rng);
                candidates.push(Candidate::new(program, plan.value));
            }
        }
        candidates
    }

    /// Tries candidates in more and more determinizations, halving them until the finalists remain
    /// or a limit is reached.
    fn run(
        &mut self,
        mut candidates: Vec<Candidate>,
        rng: &mut StableRng,
        meter: &mut NodeMeter<'_>,
    ) {
        let side = self.seat.side;
        while self.determinizations.len() < MAX_DETERMINIZATIONS {
            for _ in 0..DETERMINIZATIONS_PER_HALVING {
                let determinization = Determinization::sample(
                    self.request,
                    self.hands,
                    self.evaluation,
                    side,
                    rng,
                    meter,
                );
                self.play_out(&determinization, &mut candidates, meter);
                self.determinizations.push(determinization);
                if meter.is_exhausted() {
                    break;
                }
            }
            let order = |a: &Candidate, b: &Candidate| {
                let by_mean = b.mean().total_cmp(&a.mean());
                by_mean.then(b.plan_value.total_cmp(&a.plan_value))
            };
            candidates.sort_by(order);
            let remaining = (candidates.len() / 2).max(FINALISTS);
            candidates.truncate(remaining);
            if meter.is_exhausted() {
                break;
            }
        }
        self.champion = candidates.into_iter().next();
    }

    /// Tries all candidates in one more determinization. If a limit is reached before all were tried, the
    /// determinization does not count, and of candidates that none has tried only those of this one remain.
    fn play_out(
        &self,
        determinization: &Determinization,
        candidates: &mut Vec<Candidate>,
        meter: &mut NodeMeter<'_>,
    ) {
        let mut values = Vec::with_capacity(candidates.len());
        for candidate in candidates.iter() {
            if meter.must_end() {
                break;
            }
            values.push(determinization.playout_value(
                self.seat.rules,
                self.evaluation,
                self.seat.side,
                &candidate.program,
                meter,
            ));
        }
        if values.len() < candidates.len() {
            if candidates.iter().any(|tried| tried.determinizations > 0) {
                return;
            }
            candidates.truncate(values.len().max(1));
        }
        for (candidate, value) in candidates.iter_mut().zip(values) {
            candidate.sum += value;
            candidate.determinizations += 1;
        }
    }

    /// Returns a program with remaining stones set where they may be of use: in columns near the
    /// droid, or under a repair robot.
    fn hedged(&self, program: &Program, rng: &mut StableRng) -> Program {
        let seat = self.seat;
        let mut hedged = program.clone();
        let mut hand = seat.hand;
        let mut used_slots: ArrayVec<Slot, { Slot::COUNT }> = ArrayVec::new();
        for step in program.iter().filter(|step| step.is_new) {
            hand.remove(step.stone.kind());
            used_slots.push(step.slot);
        }
        let (droid_columns, repairers) = (self.columns(program), self.repairer_columns());
        for (kind, count) in hand.kinds() {
            for _ in 0..count {
                if hedged.is_full() || rng.below(5) == 0 {
                    continue;
                }
                let columns = match kind.colour() {
                    Colour::Grey => &repairers,
                    Colour::Violet | Colour::Blue | Colour::Red => &droid_columns,
                };
                if columns.is_empty() {
                    continue;
                }
                let transmitter = columns[rng.below(columns.len() as u64) as usize];
                let Some(slot) = self.last_slot(transmitter, &used_slots) else {
                    continue;
                };
                let arrow = kind.arrows()[rng.below(4) as usize];
                let target = self.random_target(kind.is_relay(), rng);
                if let Some(stone) = Stone::new(kind, arrow) {
                    used_slots.push(slot);
                    hedged.push(ProgramStep {
                        slot,
                        stone,
                        target,
                        is_new: true,
                    });
                }
            }
        }
        hedged
    }

    fn random_target(&self, is_relay: bool, rng: &mut StableRng) -> Option<Side> {
        let others: Vec<Side> = self.seat.table.seats.without(self.seat.side).collect();
        if !is_relay || others.is_empty() {
            return None;
        }
        Some(others[rng.below(others.len() as u64) as usize])
    }

    /// Returns the columns within two of the droid's current one, the nearer ones more often, and
    /// those of the program.
    fn columns(&self, program: &Program) -> Vec<Transmitter> {
        let Some(square) = self.seat.table.droid(self.seat.side).square else {
            return Vec::new();
        };
        let current = self.seat.side.column(square).index();
        let nearby = [
            current,
            current,
            current.wrapping_sub(1),
            current + 1,
            current.wrapping_sub(2),
            current + 2,
        ];
        let nearby = nearby.into_iter().filter_map(Transmitter::from_index);
        let planned = program.iter().map(|step| step.slot.transmitter());
        nearby.chain(planned).collect()
    }

    fn repairer_columns(&self) -> Vec<Transmitter> {
        let repairers = self.seat.table.repairers;
        repairers
            .map(|square| self.seat.side.column(square))
            .collect()
    }

    /// Returns the free slot of a transmitter farthest from the field.
    fn last_slot(&self, transmitter: Transmitter, used_slots: &[Slot]) -> Option<Slot> {
        let bank = self.seat.table.bank(self.seat.side);
        if bank.strips().contains(transmitter) {
            return None;
        }
        let slots = Slot::all().filter(|slot| slot.transmitter() == transmitter);
        let free = slots.filter(|slot| bank.stone(*slot).is_none() && !used_slots.contains(slot));
        free.last()
    }
}
