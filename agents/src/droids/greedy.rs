//! An agent that tries sampled programs and sets the best one.

use botwerk_engine::droids::{Action, Droids, Slot};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use super::objective::ScenarioEvaluation;
use super::program::{Program, UnopposedPlay};
use super::seat::{DecisionKind, SeatContext, round_rng, set_action};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::limits::time_setting;
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 2] = [
    OptionSpec {
        name: "programs",
        rule: "DR-11",
        kind: OptionKind::Number {
            min: 1,
            max: 1_000_000_000,
        },
        default: "60",
        help: "Maximum number of sampled programs per decision",
    },
    time_setting("DR-11"),
];

/// Number of programs tried between two checks whether to stop.
const PROGRAMS_PER_CHECK: u64 = 16;

/// Number of successive programs that took no node, after which sampling ends: no order can be sent, or each of
/// them wins.
const IDLE_PROGRAMS: u32 = 1_000;

/// Samples programs, plays each one as if no seat interfered, and sets the best one.
#[derive(Debug)]
struct Greedy {
    programs: u64,
}

/// Returns the roster entry.
pub(super) const fn entry() -> AgentEntry<Droids> {
    AgentEntry {
        info: AgentInfo {
            name: "greedy",
            version: 2,
            description: "samples programs, plays each without opponents and sets the best one",
            value_unit: "",
            settings: &SETTINGS,
        },
        make: |settings: &Options| {
            Box::new(Greedy {
                programs: settings.number("programs"),
            })
        },
    }
}

impl Agent<Droids> for Greedy {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, Droids>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let seat = SeatContext::from_request(request);
        let evaluation = ScenarioEvaluation::new(seat.rules);
        let mut meter = NodeMeter::new(budget, budget.nodes.unwrap_or(u64::MAX));
        let action = match seat.decision_kind() {
            DecisionKind::Draw => seat.sample_draw(&mut request.generator()),
            DecisionKind::Lift => seat.legal.first().copied(),
            DecisionKind::Set => self.next_stone(request, &seat, &evaluation, &mut meter),
            DecisionKind::Send => best_order(request, &seat, &evaluation, &mut meter),
        };
        let fallback = seat.legal.last().copied();
        let actions = action.or(fallback).into_iter().collect();
        Choice::new(actions, meter.nodes().max(1))
    }
}

impl Greedy {
    /// Returns the next stone of the best program; each order that is tried takes a node.
    fn next_stone(
        &self,
        request: &DecisionRequest<'_, Droids>,
        seat: &SeatContext<'_>,
        evaluation: &ScenarioEvaluation<'_>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Action> {
        let mut rng = round_rng(request);
        let start = UnopposedPlay::new(
            seat.rules,
            &seat.table_before_set(),
            seat.side,
            seat.drawn_stones(),
        );
        let mut options = Vec::new();
        let mut best: Option<(f64, Program)> = None;
        let mut idle = 0;
        for tried in 0..self.programs {
            let is_check = tried % PROGRAMS_PER_CHECK == 0;
            let has_ended = meter.remaining() == 0 || is_check && meter.is_exhausted();
            if tried > 0 && has_ended || idle >= IDLE_PROGRAMS {
                break;
            }
            let before = meter.nodes();
            let mut alone = start.clone();
            while meter.remaining() > 0
                && alone.play_random(&mut rng, &mut options)
                && !alone.has_won()
            {
                meter.take_one();
            }
            idle = if meter.nodes() == before { idle + 1 } else { 0 };
            let value = alone.value(evaluation);
            if best
                .as_ref()
                .is_none_or(|(best_value, _)| value > *best_value)
            {
                best = Some((value, alone.program));
            }
        }
        let bank = seat.table.bank(seat.side);
        let is_set = |slot: Slot| bank.stone(slot).is_some();
        let program = best.map(|(_, program)| program).unwrap_or_default();
        let next = program.iter().find(|step| !is_set(step.slot));
        let next = next.map_or(Action::Stop, |step| set_action(step.slot, step.stone));
        Some(next).filter(|next| seat.legal.contains(next))
    }
}

/// Returns the order with the best resulting value; each legal action takes a node.
fn best_order(
    request: &DecisionRequest<'_, Droids>,
    seat: &SeatContext<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    meter: &mut NodeMeter<'_>,
) -> Option<Action> {
    let mut rng = request.generator();
    let mut best: Option<(f64, Action)> = None;
    let mut ties = 0;
    for order in &seat.legal {
        if !meter.take_one() {
            break;
        }
        let Action::Send {
            transmitter,
            target,
        } = *order
        else {
            continue;
        };
        let mut alone = UnopposedPlay::new(seat.rules, seat.table, seat.side, seat.hand);
        if let Some(front) = alone.front(transmitter) {
            alone.send(front.0, front.1, target);
        }
        let value = alone.value(evaluation);
        let gain = best.map_or(1.0, |(best_value, _)| value - best_value);
        ties = if gain > 0.0 {
            1
        } else {
            ties + u64::from(gain >= 0.0)
        };
        if gain > 0.0 || gain >= 0.0 && rng.below(ties) == 0 {
            best = Some((value, *order));
        }
    }
    best.map(|(_, order)| order)
}
