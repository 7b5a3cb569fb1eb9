//! Micro Robots as a [`Game`].

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::action::{ACTIONS, Action};
use super::options::{BoardSource, OPTIONS, Settings};
use super::sections::{ARRANGEMENTS, RULESET};
use super::setup::{self, Setup, SetupError};
use super::state::{Phase, State, Table, View, ViewPhase};
use super::{drawing, notation, observation, rules};
use crate::chance::{ChanceKey, Generator, RootSeed};
use crate::diagram::Diagram;
use crate::game::{Actor, Ask, Deadline, Game, GameSpec, IllegalAction, Turn, Viewer};
use crate::games::GameId;
use crate::hash::StableHasher;
use crate::notation::ParseError;
use crate::options::{OptionError, Options};
use crate::race::RaceOptions;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::MicroRobots,
    title: "Micro Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    rules: include_str!("RULES.md"),
    ruleset: RULESET,
    notation: &[
        "start 1P               chance: the first start space",
        "roll 2W [via 3B]       chance: the target, and the intermediate target of the expert variant",
        "say 5                  announce a number of moves",
        "pass                   announce nothing in this round",
        "to 6P                  the next space of the shown route",
        "end                    the shown route ends here",
        "show 1P-6P-6W          a turn: the whole route, from the start space",
        "break                  referee: the round is broken off",
        "late 0                 referee: seat 0 did not show in time",
        "leave 0                referee: seat 0 leaves the match",
    ],
};

/// Micro Robots with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct MicroRobots {
    seats: usize,
    options: Options,
    settings: Settings,
}

impl MicroRobots {
    /// The options of the race.
    pub fn race(&self) -> RaceOptions {
        self.settings.race
    }

    /// Whether the expert variant is played (MR-29).
    pub fn is_expert(&self) -> bool {
        self.settings.expert
    }

    fn draw_set_up(what: &'static str, seed: RootSeed) -> Generator {
        seed.draw(ChanceKey {
            what,
            seat: None,
            round: 0,
            count: 0,
        })
    }
}

impl Game for MicroRobots {
    type State = State;
    type Action = Action;
    type View = View;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        let (least, most) = (SPEC.min_seats, SPEC.max_seats);
        if !(least..=most).contains(&seats) {
            return Err(OptionError::Seats {
                given: seats,
                least,
                most,
            });
        }
        let settings = Settings::read(&options)?;
        Ok(Self {
            seats,
            options,
            settings,
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self, seed: RootSeed) -> State {
        let board = match self.settings.board {
            BoardSource::Given(board) => board,
            BoardSource::Drawn(side) => {
                let arrangement = Self::draw_set_up("board", seed).below(u64::from(ARRANGEMENTS));
                side.board(arrangement as u32)
            }
        };
        let roller = if self.settings.first_roller_drawn {
            Self::draw_set_up("first-roller", seed).below(self.seats as u64) as usize
        } else {
            0
        };
        let table = Table {
            board,
            start: None,
            target: None,
            via: None,
            chips: std::iter::repeat_n(0, self.seats).collect::<ArrayVec<_, MAX_SEATS>>(),
            left: Seats::EMPTY,
            roller: Seat::new(roller).unwrap_or(Seat::FIRST),
            round: 0,
        };
        State {
            table,
            phase: Phase::Start,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(rule) = rules::ended(&self.settings, state) {
            return Turn::Over(rules::outcome(state, rule));
        }
        let round = state.table.round;
        let draw = |what, round| {
            Turn::Chance(ChanceKey {
                what,
                seat: None,
                round,
                count: 0,
            })
        };
        let ask = |stage, simultaneous| {
            Turn::Act(Ask {
                seats: rules::asked(state),
                stage,
                number: round,
                simultaneous,
            })
        };
        match state.phase {
            Phase::Start => draw("start", 0),
            Phase::Roll => draw("roll", round + 1),
            Phase::Race(_) => ask("race", true),
            Phase::Show(_) => ask("show", false),
        }
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        if rules::ended(&self.settings, state).is_none() {
            rules::legal_actions(&self.settings, state, actor, actions);
        }
    }

    fn apply(&self, state: &mut State, actor: Actor, action: Action) -> Result<(), IllegalAction> {
        if let Some(rule) = rules::ended(&self.settings, state) {
            return Err(IllegalAction::new(rule, "the match is over"));
        }
        rules::apply(&self.settings, state, actor, action)
    }

    fn draw(&self, state: &State, generator: &mut Generator) -> Action {
        let start = rules::draw_start(state, generator);
        let drawn = start.or_else(|| rules::draw_roll(&self.settings, state, generator));
        drawn.unwrap_or_else(|| {
            let mut outcomes = Vec::new();
            rules::legal_actions(&self.settings, state, Actor::Chance, &mut outcomes);
            outcomes[generator.below(outcomes.len() as u64) as usize]
        })
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        let race = &self.settings.race;
        match &state.phase {
            Phase::Start | Phase::Roll => None,
            Phase::Race(_) => Some(Deadline {
                milliseconds: race.race_limit,
                action: Action::Break,
                is_gentle: false,
            }),
            Phase::Show(show) => Some(Deadline {
                milliseconds: race.show_limit,
                action: Action::Late(show.seat),
                is_gentle: false,
            }),
        }
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }

    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn silence(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn drops_rest(&self, action: Action) -> bool {
        matches!(action, Action::To(_) | Action::End)
    }

    fn leave(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn shown(&self, _: &State, viewer: Viewer, actor: Actor, action: Action) -> Option<Action> {
        let own = matches!((viewer, actor), (Viewer::Seat(a), Actor::Seat(b)) if a == b);
        (own || action != Action::Pass).then_some(action)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.simplest_state(), Actor::Seat(seat), actions);
        }
    }

    fn sample_hidden(&self, view: &View, generator: &mut Generator) -> State {
        let mut state = view.simplest_state();
        if let Phase::Race(race) = &mut state.phase {
            // Nothing is known of the others' passes; a round in which all have passed is over.
            let playing = view.table.playing();
            let mut sampled = *race;
            for seat in race
                .open(playing)
                .filter(|seat| view.viewer != Viewer::Seat(*seat))
            {
                if generator.below(2) == 0 && sampled.open(playing).len() > 1 {
                    sampled = crate::race::Race::with_passed(sampled.passed().with(seat));
                }
            }
            *race = sampled;
        }
        state
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        let passed = match &state.phase {
            Phase::Race(race) => race.passed().bits(),
            _ => 0,
        };
        let view = View::of(state, Viewer::Spectator);
        absorb(&view, &mut hasher);
        hasher.write_u64(passed);
        hasher.finish()
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(view, &mut hasher);
        hasher.finish()
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(&self.settings, self.seats, text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_view(view)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, view: &View, actions: &[Action]) -> String {
        notation::format_turn(view, actions)
    }

    fn parse_turn(&self, view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        notation::parse_turn(view, text)
    }

    fn action_count(&self) -> u32 {
        ACTIONS as u32
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn numbered_action(&self, number: u32) -> Option<Action> {
        Action::from_number(number)
    }

    fn observation_len(&self) -> usize {
        observation::len(self.seats)
    }

    fn observe(&self, view: &View, bytes: &mut [u8]) {
        observation::write(view, bytes);
    }

    fn diagram(&self, view: &View) -> Diagram {
        drawing::draw(&self.settings, view)
    }
}

/// Feeds everything that a view shows to a hasher, in a frozen order: its observation, and the
/// route being shown, of which the observation has only the end.
fn absorb(view: &View, hasher: &mut StableHasher) {
    const LONGEST: usize = observation::len(MAX_SEATS);
    let mut bytes = [0; LONGEST];
    let bytes = &mut bytes[..observation::len(view.table.chips.len())];
    observation::write(view, bytes);
    hasher.write(bytes);
    for seat in view.table.left {
        hasher.write(&[view.table.chips[seat.index()]]);
    }
    if let ViewPhase::Show(show) = &view.phase {
        for space in show.route.spaces() {
            space.hash(hasher);
        }
    }
}

impl FromSetup for MicroRobots {
    type Setup = Setup;
    type SetupError = SetupError;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(&self.settings, self.seats, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.simplest_state())
    }
}
