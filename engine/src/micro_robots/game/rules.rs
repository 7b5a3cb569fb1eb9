//! The rules of Micro Robots as [`GameRules`].

use std::hash::Hasher;

use arrayvec::ArrayVec;

use super::views::absorb;
use super::{MicroRobots, SPEC};
use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::game::{Actor, Deadline, Decision, GameRules, GameSpec, IllegalAction, Turn, Viewer};
use crate::hash::StableHasher;
use crate::micro_robots::action::Action;
use crate::micro_robots::options::{BoardSource, Settings};
use crate::micro_robots::rules;
use crate::micro_robots::sections::ARRANGEMENTS;
use crate::micro_robots::state::{Phase, PublicState, State, View};
use crate::options::{OptionError, Options};
use crate::seat::{MAX_SEATS, Seat, Seats};

impl GameRules for MicroRobots {
    type State = State;
    type Action = Action;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        let (min, max) = (SPEC.min_seats, SPEC.max_seats);
        if !(min..=max).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min,
                max,
            });
        }
        let settings = Settings::read(&options)?;
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
        let board = match self.settings.board {
            BoardSource::Given(board) => board,
            BoardSource::Sampled(side) => {
                let arrangement = seed
                    .rng_for_chance(ChanceKey::setup("board"))
                    .below(u64::from(ARRANGEMENTS));
                side.board(arrangement as u32)
            }
        };
        let roller = if self.settings.has_random_first_roller {
            seed.rng_for_chance(ChanceKey::setup("first-roller"))
                .below(self.seats as u64) as usize
        } else {
            0
        };
        let table = PublicState {
            board,
            start: None,
            target: None,
            intermediate: None,
            chips: std::iter::repeat_n(0, self.seats).collect::<ArrayVec<_, MAX_SEATS>>(),
            departed: Seats::EMPTY,
            roller: Seat::new(roller).unwrap_or(Seat::FIRST),
            round: 0,
        };
        State {
            table,
            phase: Phase::Start,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(rule) = rules::ending_rule(&self.settings, state) {
            return Turn::Over(rules::outcome(state, rule));
        }
        let round = state.table.round;
        let chance = |kind, round| {
            Turn::Chance(ChanceKey {
                kind,
                seat: None,
                round,
                index: 0,
            })
        };
        let decision = |stage, simultaneous| {
            Turn::Decision(Decision {
                seats: rules::seats_to_act(state),
                stage,
                number: round,
                simultaneous,
            })
        };
        match state.phase {
            Phase::Start => chance("start", 0),
            Phase::Roll => chance("roll", round + 1),
            Phase::Race(_) => decision("race", true),
            Phase::Show(_) => decision("show", false),
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        let race = self.seats as u64;
        let show = u64::from(self.settings.race.max_announce);
        Some(u64::from(self.settings.round_cap) * (race + show))
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

    fn sample_outcome(&self, state: &State, generator: &mut StableRng) -> Action {
        let start = rules::sample_start(state, generator);
        let sampled = start.or_else(|| rules::sample_roll(&self.settings, state, generator));
        sampled.unwrap_or_else(|| {
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
                replaces_flagging: false,
            }),
            Phase::Show(show) => Some(Deadline {
                milliseconds: race.show_limit,
                action: Action::Late(show.seat),
                replaces_flagging: false,
            }),
        }
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        let passed = match &state.phase {
            Phase::Race(race) => race.passed().bits(),
            _ => 0,
        };
        let view = View::new(state, Viewer::Spectator);
        absorb(&view, &mut hasher);
        hasher.write_u64(passed);
        hasher.finish()
    }
}
