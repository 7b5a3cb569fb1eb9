//! Ricochet Robots as a [`Game`](crate::Game).

use std::hash::Hasher;

use super::action::Action;
use super::attempt::Task;
use super::layout::Layout;
use super::options::{BoardSource, OPTIONS, RACE_RULES, Settings};
use super::robot::{Robot, Robots};
use super::sections::{Arrangement, RULESET};
use super::setup::{self, Setup, SetupError, SetupPart};
use super::slide::{EndlessRule, SlideRules};
use super::state::{Phase, PublicState, State, Targets, View};
use super::{guide, observation, rules};
use crate::chance::{ChanceKey, RootSeed};
use crate::game::{
    Actor, Deadline, Decision, GameRace, GameRules, GameSpec, IllegalAction, Turn, Viewer,
};
use crate::game_id::GameId;
use crate::hash::StableHasher;
use crate::options::{OptionError, Options};
use crate::race::{Overtime, RaceOptions, RaceRuleIds};
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::Ricochet,
    title: "Ricochet Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    ruleset: RULESET,
    former_rulesets: &[include_str!("former_rulesets/1.json")],
    notation: &[
        "start r:c12            chance: the start cell of the red robot",
        "draw r:e2              chance: the next target; *:h5 is the vortex",
        "say 5                  announce a number of moves",
        "pass                   announce nothing more in this round",
        "rN                     the next move of the shown solution: robot and direction",
        "tE-+                   the same of the transparent robot: + goes through, - stops or is turned",
        "end                    the shown solution ends here",
        "show rN gE tE-+        a turn: the whole solution",
        "break                  referee: the round is abandoned",
        "close                  referee: the overtime of the race is over",
        "late 0                 referee: seat 0 did not show in time",
        "leave 0                referee: seat 0 leaves the match",
    ],
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

/// Ricochet Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::ricochet::{Ricochet, Robot};
/// use botwerk_engine::{GameRules, Options};
///
/// let options = Options::resolve(Ricochet::spec().options, [("transparent", "true")]).unwrap();
/// let game = Ricochet::new(3, options).unwrap();
/// assert_eq!(game.robots().len(), 5);
/// assert!(game.robots().contains(&Robot::Transparent));
/// ```
#[derive(Debug, Clone)]
pub struct Ricochet {
    pub(super) seats: usize,
    options: Options,
    pub(super) settings: Settings,
}

impl Ricochet {
    /// Returns the options of the race.
    pub fn race(&self) -> RaceOptions {
        self.settings.race
    }

    /// Returns the robots that take part, in order (RR-2).
    pub fn robots(&self) -> &[Robot] {
        &self.settings.robots
    }

    /// Returns how robots slide (RR-5, RR-14).
    pub fn slide_rules(&self) -> SlideRules {
        self.settings.slide_rules
    }

    /// Returns `true` if the robot that fulfils the target must have turned (RR-6).
    pub fn has_ricochet_rule(&self) -> bool {
        self.settings.ricochet_rule
    }

    /// Returns `true` if the first announcement of a race decides it (RR-7).
    pub fn is_decided_by_first(&self) -> bool {
        self.settings.race.overtime.is_none()
    }

    /// Returns the task of the open round, or `None` if no target is open.
    pub fn task<'a>(&self, table: &'a PublicState) -> Option<Task<'a>> {
        super::rules::task(&self.settings, table)
    }
}

impl GameRace for Ricochet {
    fn race_rules() -> Option<&'static RaceRuleIds> {
        Some(&RACE_RULES)
    }

    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass_action(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn overtime(&self, state: &State) -> Option<Overtime<Action>> {
        let milliseconds = self.settings.race.overtime?;
        let close = Action::Close;
        match &state.phase {
            Phase::Race(race) if !race.announced.is_empty() => Some(Overtime {
                milliseconds,
                close,
            }),
            _ => None,
        }
    }

    fn ignores_trailing(&self, action: Action) -> bool {
        matches!(action, Action::Step(_) | Action::End)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }
}

impl FromSetup for Ricochet {
    type Setup = Setup;
    type SetupPart = SetupPart;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(&self.settings, self.seats, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.minimal_state())
    }
}

/// Decisions of one round have numbers below the next multiple of this one.
const NUMBERS_PER_ROUND: u32 = MAX_SEATS as u32;

impl GameRules for Ricochet {
    type State = State;
    type Action = Action;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        Self::with_ruleset(seats, options, SPEC.ruleset)
    }

    fn with_ruleset(
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        let (min, max) = (SPEC.min_seats, SPEC.max_seats);
        if !(min..=max).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min,
                max,
            });
        }
        let endless = if ruleset == SPEC.ruleset {
            EndlessRule::AfterLastPlus
        } else {
            EndlessRule::SecondVisit
        };
        let settings = Settings::read(seats, &options, endless)?;
        Ok(Self {
            seats,
            options,
            settings,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn initial_state(&self, seed: RootSeed) -> State {
        let layout = match &self.settings.board {
            BoardSource::Given(layout) => layout.clone(),
            BoardSource::Sampled(sides) => sample_layout(sides, seed),
        };
        let table = PublicState {
            robots: Robots::EMPTY,
            target: None,
            undrawn: layout.targets().iter().copied().collect(),
            under: Targets::new(),
            won: std::iter::repeat_n(0, self.seats).collect(),
            departed: Seats::EMPTY,
            round: 0,
            layout,
        };
        State {
            table,
            phase: Phase::Start,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(rule) = rules::ending_rule(&self.settings, state) {
            return Turn::Over(state.outcome(rule));
        }
        let round = state.table.round;
        let chance = |kind, round, index| {
            Turn::Chance(ChanceKey {
                kind,
                seat: None,
                round,
                index,
            })
        };
        let decision = |stage, number, simultaneous| {
            Turn::Decision(Decision {
                seats: state.seats_to_act(),
                stage,
                number,
                simultaneous,
            })
        };
        match &state.phase {
            Phase::Start => chance("start", 0, state.table.robots.len() as u32),
            Phase::Target => chance("draw", round.saturating_add(1), 0),
            Phase::Race(_) => decision("race", round, true),
            Phase::Show(show) => {
                // Every show of a round leaves fewer announced numbers.
                let remaining = show.remaining.as_slice().len() as u32;
                let first = round.wrapping_mul(NUMBERS_PER_ROUND);
                decision("show", first.wrapping_add(remaining), false)
            }
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        let race = self.seats as u64;
        // In overtime the announcements are shown one after another until one is correct (RR-7).
        let shows = self.settings.race.overtime.map_or(1, |_| race);
        let show = u64::from(self.settings.race.max_announce);
        Some(u64::from(self.settings.round_cap) * (race + shows * show))
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        if rules::ending_rule(&self.settings, state).is_none() {
            rules::legal_actions(&self.settings, state, actor, actions);
        }
    }

    fn apply(&self, state: &mut State, actor: Actor, action: Action) -> Result<(), IllegalAction> {
        if let Some(rule) = rules::ending_rule(&self.settings, state) {
            return Err(IllegalAction::new(rule, "the match is over"));
        }
        rules::apply(&self.settings, state, actor, action)
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        state.deadline(&self.settings.race, Action::Break, Action::Late)
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(
            &self.settings,
            &View::new(state, Viewer::Spectator),
            &mut hasher,
        );
        hasher.write_u64(state.passed().bits());
        hasher.finish()
    }
}

/// Samples an arrangement of printed sections with these sides (RR-1).
fn sample_layout(sides: &str, seed: RootSeed) -> Layout {
    let count = Arrangement::count(sides) as u64;
    let index = seed.rng_for_chance(ChanceKey::setup("board")).below(count) as usize;
    let arrangement = Arrangement::from_index(sides, index);
    arrangement
        .expect("an index below the number of arrangements")
        .into()
}
