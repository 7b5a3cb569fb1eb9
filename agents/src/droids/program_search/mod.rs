//! Program search: plans are grown in a beam, hedged, and tried in determinizations.
//!
//! Draws maximise the value of the plans that the hand allows, times the probability that one of its stones can be
//! sent at all. Before each stone is set, the whole
//! plan is searched again with the same random numbers as before in the round, so that it is kept
//! unless another seat interferes. In the send phase, the rest of the round is searched.

mod beam;
mod determinization;
mod draw_phase;
mod exposure;
mod send_phase;
mod set_phase;
mod skill;

use botwerk_engine::droids::{Action, Droids};
use botwerk_engine::{OptionKind, OptionSpec, Options};

pub(super) use self::beam::best_plans;
use self::skill::{SKILLS, Skill};
use super::objective::{ScenarioEvaluation, SurvivalWeights};
use super::seat::{DecisionKind, SeatContext};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::level::{level, level_setting};
use crate::limits::time_setting;
use crate::misjudgement::Misjudgement;
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 4] = [
    time_setting("DR-8"),
    level_setting("DR-8"),
    OptionSpec {
        name: "nodes",
        rule: "DR-8",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "Maximum number of orders tried per decision; 0 for no limit",
    },
    OptionSpec {
        name: "width",
        rule: "DR-11",
        kind: OptionKind::Number {
            min: 1,
            max: 10_000,
        },
        default: "24",
        help: "Beam width: number of programs of each length that are extended",
    },
];

/// Order limit of a decision without any other limit.
const DEFAULT_NODES: u64 = 40_000;

/// The settings of the agent.
#[derive(Debug)]
struct Settings {
    skill: Option<Skill>,
    nodes: u64,
    width: usize,
}

/// An agent that searches for programs.
#[derive(Debug)]
struct ProgramSearch {
    settings: Settings,
}

/// Returns the roster entry.
pub(super) const fn entry() -> AgentEntry<Droids> {
    AgentEntry {
        info: AgentInfo {
            name: "program-search",
            version: 3,
            description: "grows plans in a beam, hedges them against interference and searches the rest of a round",
            value_unit: "of 10000 for a certain win",
            settings: &SETTINGS,
        },
        make: |settings: &Options| {
            let settings = Settings {
                skill: level(settings, &SKILLS),
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
        request: &DecisionRequest<'_, Droids>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let seat = SeatContext::from_request(request);
        let Settings {
            skill,
            nodes,
            width,
        } = self.settings;
        let error = skill.map_or(0, |skill| skill.error);
        let misjudgement = Misjudgement::of_seat(request, error);
        let evaluation = ScenarioEvaluation::with_survival(seat.rules, SurvivalWeights::SEARCHED)
            .with_misjudgement(misjudgement);
        let limit = budget.node_limit(nodes, DEFAULT_NODES);
        let limit = skill.map_or(limit, |skill| limit.min(skill.nodes));
        let mut meter = NodeMeter::new(budget, limit);
        let mut depth = 0;
        // A forced action is not searched, and has no value of its own.
        let (action, win_probability) = if seat.legal.len() == 1 {
            (None, None)
        } else {
            match seat.decision_kind() {
                DecisionKind::Draw => {
                    draw_phase::next_draw(request, &seat, &evaluation, &mut meter)
                }
                DecisionKind::Set => {
                    set_phase::next_stone(request, &seat, &evaluation, width, &mut meter)
                }
                DecisionKind::Send | DecisionKind::Lift => {
                    let (action, win_probability, reached) =
                        send_phase::next_order(&seat, &evaluation, &mut meter);
                    depth = reached;
                    (action, win_probability)
                }
            }
        };
        let action = action.filter(|action| seat.legal.contains(action));
        let actions = action.or(seat.legal.last().copied());
        let mut choice = Choice::new(actions.into_iter().collect(), meter.nodes().max(1));
        choice.depth = depth;
        // In units of 0.01 %.
        choice.value = win_probability.map(|value| (value * 10_000.0).round() as i64);
        choice
    }
}
