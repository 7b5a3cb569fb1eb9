//! Program search: plans are grown by themselves, insured, and tried in worlds that agree with what
//! the seat knows.
//!
//! Stones are drawn for the best plans that they may make; before each stone that is set the whole
//! plan is looked for again, with the same numbers through a round, so that it is kept as long as
//! nothing disturbs it; in the send phase the rest of the round is searched.

mod beam;
mod drawing;
mod meter;
mod sending;
mod setting;
mod world;

use botwerk_engine::droids::{Action, Droids};
use botwerk_engine::{OptionKind, OptionSpec, Options};

pub(super) use self::beam::best_plans;
pub(super) use self::meter::Meter;
use super::objective::Objective;
use super::seat::{AskedSeat, Question};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::limits::time_setting;
use crate::roster::{AgentInfo, Entry};

static SETTINGS: [OptionSpec; 3] = [
    time_setting("DR-8"),
    OptionSpec {
        name: "nodes",
        rule: "DR-8",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "The most orders that are tried for a decision; 0 for no limit.",
    },
    OptionSpec {
        name: "width",
        rule: "DR-11",
        kind: OptionKind::Number {
            min: 1,
            max: 10_000,
        },
        default: "24",
        help: "Programs that are grown on, of each length.",
    },
];

/// Orders of a decision for which no limit is set at all.
const USUAL_NODES: u64 = 40_000;

/// What a player was made with.
#[derive(Debug)]
struct Settings {
    nodes: u64,
    width: usize,
}

/// Searches for programs.
#[derive(Debug)]
struct ProgramSearch {
    settings: Settings,
}

/// The roster entry.
pub(super) const fn entry() -> Entry<Droids> {
    Entry {
        info: AgentInfo {
            name: "program-search",
            about: "grows plans, insures them against disturbance, and searches the rest of a round",
            settings: &SETTINGS,
        },
        make: |settings: &Options| {
            let settings = Settings {
                nodes: settings.number("nodes"),
                width: settings.number("width") as usize,
            };
            Box::new(ProgramSearch { settings })
        },
    }
}

impl Agent<Droids> for ProgramSearch {
    fn decide(
        &mut self,
        request: &Request<'_, Droids>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let seat = AskedSeat::of(request);
        let objective = Objective::new(seat.rules);
        let limit = budget.node_limit(self.settings.nodes, USUAL_NODES);
        let mut meter = Meter::new(budget, limit);
        let mut depth = 0;
        let (action, share) = if seat.legal.len() == 1 {
            (None, 0.0)
        } else {
            match seat.question() {
                Question::Draw => drawing::next_draw(request, &seat, &objective, &mut meter),
                Question::Set => {
                    setting::next_stone(request, &seat, &objective, self.settings.width, &mut meter)
                }
                Question::Send | Question::Lift => {
                    let (action, share, seen) = sending::next_order(&seat, &objective, &mut meter);
                    depth = seen;
                    (action, share)
                }
            }
        };
        let action = action.filter(|action| seat.legal.contains(action));
        let actions = action.or(seat.legal.last().copied());
        let mut choice = Choice::new(actions.into_iter().collect(), meter.nodes.max(1));
        choice.depth = depth;
        // Hundredths of a per cent of the match.
        choice.value = Some((share * 10_000.0).round() as i64);
        choice
    }
}
