//! The rules of Ricochet Robots as [`GameRules`].

use std::hash::Hasher;

use super::{Ricochet, SPEC};
use crate::chance::{ChanceKey, RootSeed};
use crate::game::{Actor, Deadline, Decision, GameRules, GameSpec, IllegalAction, Turn, Viewer};
use crate::hash::StableHasher;
use crate::options::{OptionError, Options};
use crate::ricochet::action::Action;
use crate::ricochet::layout::Layout;
use crate::ricochet::options::{BoardSource, Settings};
use crate::ricochet::robot::Robots;
use crate::ricochet::rules;
use crate::ricochet::sections::Arrangement;
use crate::ricochet::slide::EndlessRule;
use crate::ricochet::state::{Phase, PublicState, State, Targets, View};
use crate::seat::{MAX_SEATS, Seat, Seats};

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
            return Turn::Over(rules::outcome(state, rule));
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
                seats: rules::seats_to_act(state),
                stage,
                number,
                simultaneous,
            })
        };
        match &state.phase {
            Phase::Start => chance("start", 0, state.table.robots.len() as u32),
            Phase::Draw => chance("draw", round.saturating_add(1), 0),
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
        let shows = self.settings.overtime.map_or(1, |_| race);
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
        let race = &self.settings.race;
        let (milliseconds, action) = match &state.phase {
            Phase::Race(race_state) if race_state.announced.is_empty() => {
                (race.race_limit, Action::Break)
            }
            Phase::Show(show) => (race.show_limit, Action::Late(show.seat)),
            Phase::Start | Phase::Draw | Phase::Race(_) => return None,
        };
        Some(Deadline {
            milliseconds,
            action,
            replaces_flagging: false,
        })
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        let passed = match &state.phase {
            Phase::Race(race) => race.race.passed().bits(),
            _ => 0,
        };
        self.absorb(&View::new(state, Viewer::Spectator), &mut hasher);
        hasher.write_u64(passed);
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
