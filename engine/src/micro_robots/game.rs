//! Micro Robots as a [`PlainGame`].

use std::hash::Hasher;

use super::action::Action;
use super::options::{BoardSource, OPTIONS, RACE_RULES, Settings};
use super::sections::{ARRANGEMENTS, RULESET};
use super::setup::{self, Setup, SetupError, SetupPart};
use super::state::{Phase, Position, PublicState, State, View};
use super::{drawing, guide, notation, observation, rules};
use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::drawing::{Diagram, Picture};
use crate::game::{Actor, Deadline, IllegalAction, Viewer};
use crate::game_spec::GameSpec;
use crate::hash::StableHasher;
use crate::notation::ParseError;
use crate::options::{OptionError, Options};
use crate::plain::{Next, Plain, PlainGame, PlainState};
use crate::race::RaceOptions;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::setup::FromSetup;

// In one place, however many crates refer to it.
static SPEC: GameSpec = GameSpec {
    name: "micro-robots",
    title: "Micro Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    race_rules: Some(&RACE_RULES),
    score_unit: None,
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    observation_version: 1,
    hash_version: 1,
    ruleset: RULESET,
    former_rulesets: &[],
    notation: guide::NOTATION,
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

/// Micro Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, GameType, Options};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("expert", "true")]).unwrap();
/// let game = MicroRobots::new(3, options).unwrap();
/// assert!(game.is_expert());
/// assert_eq!(game.seats(), 3);
/// ```
pub type MicroRobots = Plain<Rules>;

/// The rules of Micro Robots with their options.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) seats: usize,
    pub(super) settings: Settings,
}

impl MicroRobots {
    /// Returns the options of the race.
    pub const fn race(&self) -> RaceOptions {
        self.game().settings.race
    }

    /// Returns `true` if the expert variant is played (MR-29).
    pub const fn is_expert(&self) -> bool {
        self.game().settings.expert
    }
}

impl Rules {
    /// Returns the position before the first roll; `sample` returns a number below a limit for a named part of the set-up.
    fn position_before_the_first_roll(
        &self,
        mut sample: impl FnMut(&'static str, u64) -> u64,
    ) -> Position {
        let board = match self.settings.board {
            BoardSource::Given(board) => board,
            BoardSource::Sampled(side) => {
                side.board(sample("board", u64::from(ARRANGEMENTS)) as u32)
            }
        };
        let roller = if self.settings.has_random_first_roller {
            sample("first-roller", self.seats as u64) as usize
        } else {
            0
        };
        let table = PublicState {
            board,
            start: None,
            target: None,
            intermediate: None,
            chips: std::iter::repeat_n(0, self.seats).collect(),
            departed: Seats::EMPTY,
            roller: Seat::new(roller).unwrap_or(Seat::FIRST),
            round: 0,
        };
        Position {
            table,
            phase: Phase::Start,
        }
    }
}

impl PlainGame for Rules {
    type State = Position;
    type Action = Action;

    const NAME: &'static str = "micro-robots";
    const TITLE: &'static str = "Micro Robots";
    const SEATS: (usize, usize) = (2, MAX_SEATS);
    const LISTS_IN_ORDER: bool = true;
    const CHOOSES_TOGETHER: bool = false;
    const SPEC: Option<&'static GameSpec> = Some(&SPEC);

    fn new(seats: usize, options: &Options) -> Result<Self, OptionError> {
        let settings = Settings::read(options)?;
        Ok(Self { seats, settings })
    }

    fn start(&self, rng: &mut StableRng) -> Position {
        self.position_before_the_first_roll(|_, limit| rng.below(limit))
    }

    fn start_from_seed(&self, seed: RootSeed) -> Position {
        self.position_before_the_first_roll(|part, limit| {
            seed.rng_for_chance(ChanceKey::setup(part)).below(limit)
        })
    }

    fn actions(&self) -> Vec<Action> {
        Action::all()
    }

    fn next(&self, position: &Position) -> Next {
        if let Some(rule) = rules::ending_rule(&self.settings, position) {
            return Next::Over(position.outcome(rule));
        }
        match &position.phase {
            Phase::Start | Phase::Target => Next::Chance,
            Phase::Race(race) => Next::Race(race.open_seats(position.table.playing())),
            Phase::Show(show) => Next::seat(show.seat),
        }
    }

    fn legal_actions(&self, position: &Position, actor: Actor, actions: &mut Vec<Action>) {
        rules::legal_actions(&self.settings, position, actor, actions);
    }

    fn apply(&self, position: &mut Position, actor: Actor, action: Action) {
        let applied = rules::apply(&self.settings, position, actor, action);
        debug_assert!(applied.is_ok(), "a listed action is legal: {applied:?}");
    }

    fn max_length(&self) -> Option<u64> {
        let race = self.seats as u64;
        let show = u64::from(self.settings.race.max_announce);
        Some(u64::from(self.settings.round_cap) * (race + show))
    }

    /// Removes the passes of others (MR-23).
    fn hide(&self, position: &mut Position, viewer: Viewer) {
        position.hide_passes(viewer);
    }

    fn seen(&self, _: &Position, _: Viewer, _: Actor, action: Action) -> Option<Action> {
        (action != Action::Pass).then_some(action)
    }

    fn sample_hidden(&self, position: &mut Position, viewer: Viewer, rng: &mut StableRng) {
        position.sample_passes(viewer, rng);
    }

    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }

    fn observe(&self, position: &Position, viewer: Viewer, bytes: &mut [u8]) {
        observation::write(position, viewer, bytes);
    }

    fn ending(&self, rule: &str, places: &[u8]) -> Option<String> {
        let winner = Seat::all(places.len()).find(|seat| places[seat.index()] == 1)?;
        guide::ending(&self.settings, rule, &self.seat_name(winner))
    }

    fn numbering(&self, position: &Position) -> Option<(&'static str, u32)> {
        let round = position.table.round;
        Some(match position.phase {
            Phase::Start => ("start", 0),
            Phase::Target => ("roll", round.saturating_add(1)),
            Phase::Race(_) => ("race", round),
            Phase::Show(_) => ("show", round),
        })
    }

    fn leave(&self, seat: Seat) -> Option<Action> {
        Some(Action::Leave(seat))
    }

    fn referee_actions(&self, position: &Position, actions: &mut Vec<Action>) {
        rules::legal_actions(&self.settings, position, Actor::Referee, actions);
    }

    fn deadline(&self, position: &Position) -> Option<Deadline<Action>> {
        position.deadline(&self.settings.race, Action::Break, Action::Late)
    }

    fn announces(&self, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass(&self) -> Option<Action> {
        Some(Action::Pass)
    }

    fn ignores_trailing(&self, action: Action) -> bool {
        matches!(action, Action::To(_) | Action::End)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }

    fn try_apply(
        &self,
        position: &mut Position,
        actor: Actor,
        action: Action,
    ) -> Result<(), IllegalAction> {
        if let Some(rule) = rules::ending_rule(&self.settings, position) {
            return Err(IllegalAction::new(rule, "the match is over"));
        }
        rules::apply(&self.settings, position, actor, action)
    }

    fn sample_outcome(&self, position: &Position, rng: &mut StableRng) -> Option<Action> {
        let start = rules::sample_start(position, rng);
        start.or_else(|| rules::sample_roll(&self.settings, position, rng))
    }

    fn action_number(&self, action: Action) -> Option<u32> {
        Some(action.number())
    }

    fn hash(&self, state: &State, viewer: Option<Viewer>) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(state, viewer.unwrap_or(Viewer::Spectator), &mut hasher);
        if viewer.is_none() {
            hasher.write_u64(state.passed().bits());
        }
        hasher.finish()
    }

    fn position_text(&self, state: &State) -> String {
        notation::format_position(state)
    }

    fn read_position(&self, text: &str) -> Result<State, ParseError> {
        let position = notation::parse_position(&self.settings, self.seats, text)?;
        Ok(PlainState::new(position, self.seats))
    }

    fn seats_of_text(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn read_action(&self, text: &str) -> Result<Option<Action>, ParseError> {
        text.parse().map(Some)
    }

    fn turn_text(&self, position: &Position, actions: &[Action]) -> Option<String> {
        notation::format_show(position, actions)
    }

    fn read_turn(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<Option<Vec<Action>>, ParseError> {
        notation::parse_turn(position, text).map(Some)
    }

    fn route_hints(&self, turns: &[Vec<Action>]) -> Option<Vec<String>> {
        guide::route_hints(turns)
    }

    fn diagram(&self, position: &Position, viewer: Viewer) -> Diagram {
        drawing::diagram(&self.settings, position, viewer)
    }

    fn picture(&self, position: &Position, viewer: Viewer) -> Picture {
        drawing::picture(&self.settings, position, viewer)
    }
}

impl FromSetup for MicroRobots {
    type Setup = Setup;
    type SetupPart = SetupPart;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        let rules = self.game();
        let position = setup::validate(&rules.settings, rules.seats, setup)?;
        Ok(PlainState::new(position, rules.seats))
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_position(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_position(view.state())
    }
}
