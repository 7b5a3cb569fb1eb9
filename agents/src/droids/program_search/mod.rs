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

use botwerk_engine::droids::{Action, Droids, State};
use botwerk_engine::{OptionKind, OptionSpec, Options};

pub(super) use self::beam::best_plans;
use self::determinization::OtherHands;
use self::skill::{SKILLS, Skill};
use super::objective::{EvaluationWeights, ScenarioEvaluation};
use super::seat::{DecisionKind, SeatContext};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::level::{level, level_setting};
use crate::limits::time_setting;
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

/// Beam width by default.
const DEFAULT_WIDTH: usize = 24;

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
    weights: EvaluationWeights,
}

/// Returns the choice of the agent with this number of nodes if it knew the hands of all seats, which are those of
/// `state`: how much it would gain by them. The choice is `None` where the seat has one action.
///
/// ```
/// use botwerk_agents::DecisionRequest;
/// use botwerk_agents::droids::choice_with_known_hands;
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::{GameNotation, GameRules, GameType, GameViews, Options, RootSeed, Seat, Viewer};
///
/// let options = Options::resolve(Droids::spec().options, [("scenario", "2")]).unwrap();
/// let game = Droids::new(2, options).unwrap();
/// let hands = "S:VD,VD,FIRE,TAKE,TAKE,TAKE,RM;N:V2,VM,B1,B1,FIRE,TAKE,TAKE";
/// let state = game.parse_position(&format!("2 SN 5 N set S S39,N01 - - - - - - {hands} - - -")).unwrap();
/// let request = DecisionRequest {
///     game: &game,
///     view: &game.view(&state, Viewer::Seat(Seat::FIRST)),
///     earlier_views: &[],
///     seat: Seat::FIRST,
///     turn: 1,
///     seed: RootSeed::from_text("7"),
/// };
/// assert_eq!(choice_with_known_hands(&request, &state, 500).actions.len(), 1);
/// ```
pub fn choice_with_known_hands(
    request: &DecisionRequest<'_, Droids>,
    state: &State,
    nodes: u64,
) -> Choice<Action> {
    let agent = ProgramSearch::unlimited(EvaluationWeights::SEARCHED, nodes);
    agent.choose(request, OtherHands::Known(state), &Budget::UNLIMITED)
}

/// Returns the agent with other weights and this number of nodes per decision, for tuning.
///
/// ```
/// use botwerk_agents::arena;
/// use botwerk_agents::droids::{EvaluationWeights, search_with_weights};
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(Droids::spec().options, [("scenario", "2")]).unwrap();
/// let game = Droids::new(2, options).unwrap();
/// let careful = EvaluationWeights { stranded: 6.0, ..EvaluationWeights::SEARCHED };
/// let mut agents = [careful, EvaluationWeights::SEARCHED].map(|weights| search_with_weights(weights, 50));
/// let finished = arena::play(&game, RootSeed::from_text("7"), &mut agents, &mut Vec::new());
/// assert_eq!(finished.outcome.places.len(), 2);
/// ```
pub fn search_with_weights(weights: EvaluationWeights, nodes: u64) -> Box<dyn Agent<Droids>> {
    Box::new(ProgramSearch::unlimited(weights, nodes))
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
            let weights = EvaluationWeights::SEARCHED;
            Box::new(ProgramSearch { settings, weights })
        },
    }
}

impl ProgramSearch {
    /// Creates the agent of full strength with this number of nodes.
    const fn unlimited(weights: EvaluationWeights, nodes: u64) -> Self {
        let settings = Settings {
            skill: None,
            nodes,
            width: DEFAULT_WIDTH,
        };
        Self { settings, weights }
    }

    /// Returns the choice of a seat that knows other hands in this way.
    fn choose(
        &self,
        request: &DecisionRequest<'_, Droids>,
        hands: OtherHands<'_>,
        budget: &Budget<'_>,
    ) -> Choice<Action> {
        let seat = SeatContext::from_request(request);
        let Settings {
            skill,
            nodes,
            width,
        } = self.settings;
        let evaluation = ScenarioEvaluation::with_weights(seat.rules, self.weights);
        let limit = budget.node_limit(nodes, DEFAULT_NODES);
        let limit = skill.map_or(limit, |skill| limit.min(skill.nodes));
        let mut meter = NodeMeter::new(budget, limit);
        let mut depth = 0;
        let lapse = skill.and_then(|skill| skill.lapse(request, &seat));
        // A forced action is not searched, and has no value of its own.
        let (action, win_probability) = if seat.legal.len() == 1 || lapse.is_some() {
            (lapse, None)
        } else {
            match seat.decision_kind() {
                DecisionKind::Draw => {
                    draw_phase::next_draw(request, hands, &seat, &evaluation, &mut meter)
                }
                DecisionKind::Set => {
                    set_phase::next_stone(request, hands, &seat, &evaluation, width, &mut meter)
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

impl Agent<Droids> for ProgramSearch {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, Droids>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        self.choose(request, OtherHands::Sampled, budget)
    }
}
