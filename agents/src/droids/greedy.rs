//! The player that tries some programs and takes the best.

use botwerk_engine::droids::{Action, Droids, Slot};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use super::objective::Objective;
use super::program::{Alone, Program};
use super::seat::{AskedSeat, Question, round_generator, set};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::limits::time_setting;
use crate::roster::{AgentInfo, Entry};

static SETTINGS: [OptionSpec; 2] = [
    OptionSpec {
        name: "programs",
        rule: "DR-11",
        kind: OptionKind::Number {
            min: 1,
            max: 1_000_000_000,
        },
        default: "60",
        help: "How many drawn programs are tried for a hand, if no time ends it before.",
    },
    time_setting("DR-11"),
];

/// Programs that are tried between two questions whether to stop.
const PROGRAMS_AT_ONCE: u64 = 16;

/// Draws programs, plays each by itself as if nobody disturbed it, and sets the best one.
#[derive(Debug)]
struct Greedy {
    programs: u64,
}

/// The roster entry.
pub(super) const fn entry() -> Entry<Droids> {
    Entry {
        info: AgentInfo {
            name: "greedy",
            about: "tries some drawn programs by themselves and sets the best one",
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
        request: &Request<'_, Droids>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let seat = AskedSeat::of(request);
        let objective = Objective::new(seat.rules);
        let (action, orders) = match seat.question() {
            Question::Draw => (seat.mixed_draw(&mut request.generator()), 1),
            Question::Lift => (seat.legal.first().copied(), 1),
            Question::Set => self.next_of_best(request, &seat, &objective, budget),
            Question::Send => best_send(request, &seat, &objective),
        };
        let fallback = seat.legal.last().copied();
        let actions = action.or(fallback).into_iter().collect();
        Choice::new(actions, orders.max(1))
    }
}

impl Greedy {
    /// The next stone of the best program, and the orders that were tried.
    fn next_of_best(
        &self,
        request: &Request<'_, Droids>,
        seat: &AskedSeat<'_>,
        objective: &Objective<'_>,
        budget: &Budget<'_>,
    ) -> (Option<Action>, u64) {
        let mut generator = round_generator(request);
        let start = Alone::new(seat.rules, &seat.before_setting(), seat.side, seat.drawn());
        let (mut orders, mut spare) = (0, Vec::new());
        let mut best: Option<(f64, Program)> = None;
        for number in 0..self.programs {
            if number % PROGRAMS_AT_ONCE == 0 && number > 0 && budget.is_spent(orders) {
                break;
            }
            let mut alone = start.clone();
            while alone.play_drawn(&mut generator, &mut spare) && !alone.has_won() {
                orders += 1;
            }
            let value = alone.value(objective);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, alone.program));
            }
        }
        let bank = seat.table.bank(seat.side);
        let is_set = |slot: Slot| bank.stone(slot).is_some();
        let program = best.map(|(_, program)| program).unwrap_or_default();
        let next = program.iter().find(|step| !is_set(step.slot));
        let next = next.map_or(Action::Stop, |step| set(step.slot, step.stone));
        (Some(next).filter(|next| seat.legal.contains(next)), orders)
    }
}

/// The order after which the seat stands best, and how many there are.
fn best_send(
    request: &Request<'_, Droids>,
    seat: &AskedSeat<'_>,
    objective: &Objective<'_>,
) -> (Option<Action>, u64) {
    let mut generator = request.generator();
    let mut best: Option<(f64, Action)> = None;
    let mut equals = 0;
    for send in &seat.legal {
        let Action::Send {
            transmitter,
            target,
        } = *send
        else {
            continue;
        };
        let mut alone = Alone::new(seat.rules, seat.table, seat.side, seat.hand);
        if let Some(front) = alone.front(transmitter) {
            alone.send(front.0, front.1, target);
        }
        let value = alone.value(objective);
        let gained = best.map_or(1.0, |(most, _)| value - most);
        equals = if gained > 0.0 {
            1
        } else {
            equals + u64::from(gained >= 0.0)
        };
        if gained > 0.0 || gained >= 0.0 && generator.below(equals) == 0 {
            best = Some((value, *send));
        }
    }
    (best.map(|(_, send)| send), seat.legal.len() as u64)
}
