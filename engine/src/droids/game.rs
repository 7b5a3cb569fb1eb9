//! Droids as a [`Game`].

use std::hash::Hasher;
use std::sync::Arc;

use super::action::{ACTIONS, Action};
use super::legality::Asked;
use super::options::{self, OPTIONS};
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset;
use super::setup::{self, Setup, SetupError};
use super::side::Side;
use super::state::{State, View};
use super::stone::Kind;
use super::table::{Pending, Phase, Table};
use super::transmitter::Transmitter;
use super::{drawing, map_drawing, notation, observation};
use crate::chance::{ChanceKey, Generator, RootSeed};
use crate::diagram::Diagram;
use crate::game::{Actor, Ask, Deadline, Game, GameSpec, IllegalAction, Turn, Viewer};
use crate::games::GameId;
use crate::hash::StableHasher;
use crate::notation::ParseError;
use crate::options::{OptionError, Options};
use crate::seat::{Seat, Seats};
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::Droids,
    title: "Droids",
    min_seats: 1,
    max_seats: 4,
    options: &OPTIONS,
    rules: include_str!("RULES.md"),
    ruleset: ruleset::STANDARD,
    notation: &[
        "draw violet            a stone is drawn from a container: violet, blue, red, grey",
        "draw v2,b1,r3,g1       all seven are named at once, where the ruleset says so",
        "set V2 S 5.1           a stone of the hand is set: kind, arrow, transmitter and slot",
        "stop                   the seat sets no more",
        "send 5                 the front stone of a transmitter is sent",
        "send 5 >N              a relay stone is sent for the droid of N",
        "lift 7                 the strip over a transmitter is lifted",
        "set V1 E 5.1 ; stop    a turn: its actions in order",
        "start S4,N9            chance: the start roll",
        "stone V2               chance: the stone that is drawn",
        "die 7                  chance: the die names a transmitter, or the solo shift",
        "leave S                referee: a seat leaves the match",
    ],
};

/// Droids with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct Droids {
    options: Options,
    rules: Arc<Rules>,
    lift_limit: u64,
}

impl Droids {
    /// The rules of the match, for those that search.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side of a seat that is asked now or acts with this.
    fn side_of(&self, actor: Actor) -> Option<Side> {
        match actor {
            Actor::Seat(seat) => self.rules.side_of(seat),
            Actor::Chance | Actor::Referee => None,
        }
    }

    /// The draw that is pending, with its name.
    fn key(&self, table: &Table, pending: Pending) -> ChanceKey {
        let what = match pending {
            Pending::Start(..) => "start",
            Pending::Shift => "shift",
            Pending::Stone(_, colour) => colour.draw(),
            Pending::Die(_) | Pending::Lift(_) | Pending::MadRobot => "die",
        };
        let (side, count) = match pending {
            Pending::Start(_, number) => (None, u32::from(number) - 1),
            Pending::Stone(side, colour) => {
                let drawn = table.hands[side.index()].of(colour);
                (Some(side), u32::from(drawn))
            }
            Pending::Die(side) => (Some(side), order_number(table)),
            Pending::Shift | Pending::Lift(_) | Pending::MadRobot => (None, 0),
        };
        ChanceKey {
            what,
            seat: side.map(|side| self.rules.seat_of(side)),
            round: u32::from(table.round),
            count,
        }
    }

    fn check_referee(table: &Table, action: Action) -> Result<(), IllegalAction> {
        let refuse = |rule, why: String| Err(IllegalAction::new(rule, why));
        match action {
            Action::Leave(side) if table.leavers().contains(side) => Ok(()),
            Action::Leave(side) => refuse("DR-41", format!("{side} is not in the match")),
            Action::Lift(strip) => match table.lift_by_default() {
                Some((_, default)) if default == strip => Ok(()),
                Some((_, default)) => refuse(
                    "DR-27",
                    format!("without an answer the strip over transmitter {default} is lifted"),
                ),
                None => refuse("DR-27", "no strip is to be lifted now".into()),
            },
            _ => refuse(
                "DR-41",
                "the referee lets a seat leave, or lifts a strip in its place".into(),
            ),
        }
    }

    fn check_chance(&self, state: &State, action: Action) -> Result<(), IllegalAction> {
        let refuse = |rule, why: &'static str| Err(IllegalAction::new(rule, why));
        let Asked::Chance(pending) = state.table.asked() else {
            return refuse("DR-40", "nothing is drawn or rolled now");
        };
        let fits = match (pending, action) {
            (Pending::Start(seats, _), Action::Start(roll)) => roll.seats() == seats,
            (Pending::Stone(_, colour), Action::Stone(kind)) => {
                kind.colour() == colour && self.rules.left(state, kind) > 0
            }
            (Pending::Shift, Action::Die(_)) => true,
            (Pending::Die(side), Action::Die(die)) => {
                self.rules.may_be_rolled(&state.table, side, die)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        refuse("DR-40", "chance cannot give this now")
    }

    /// The actions of a seat: those of its side with what it holds.
    fn list(
        &self,
        table: &Table,
        hands: &[super::hand::KindCounts; 4],
        seat: Seat,
        actions: &mut Vec<Action>,
    ) {
        if let Some(side) = self.rules.side_of(seat) {
            self.rules
                .list_actions(table, hands[side.index()], side, actions);
        }
    }
}

/// A number that no other die of a seat has in the round: of the order that causes it, and of what
/// is open behind it.
fn order_number(table: &Table) -> u32 {
    let sent: u32 = table.sent.iter().map(|sent| u32::from(*sent)).sum();
    let answered = table.pending.last() != Some(&Pending::MadRobot);
    (2 * sent + u32::from(answered)) * 16 + table.pending.len() as u32
}

impl Game for Droids {
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
        let ruleset = options::ruleset(&options)?;
        let rules = Arc::new(options::read(&options, &ruleset, seats)?);
        let lift_limit = options.milliseconds("lift_limit");
        Ok(Self {
            options,
            rules,
            lift_limit,
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn seats(&self) -> usize {
        self.rules.seats.len()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn maps(&self) -> Vec<(String, Diagram)> {
        // Its mistakes were told when the game was made.
        let Ok(ruleset) = options::ruleset(&self.options) else {
            return Vec::new();
        };
        let maps = ruleset.maps.iter();
        maps.map(|map| (map.name.clone(), map_drawing::draw(map)))
            .collect()
    }

    fn start(&self, _seed: RootSeed) -> State {
        State {
            table: self.rules.set_up(),
            hands: Default::default(),
        }
    }

    fn turn(&self, state: &State) -> Turn {
        let table = &state.table;
        if let Some(outcome) = self.rules.outcome(table) {
            return Turn::Over(outcome);
        }
        let ask = |side, stage, number| {
            Turn::Act(Ask {
                seats: Seats::one(self.rules.seat_of(side)),
                stage,
                number,
                simultaneous: false,
            })
        };
        let sent = || table.sent.iter().map(|sent| u32::from(*sent)).sum();
        match (table.asked(), table.phase) {
            (Asked::Chance(pending), _) => Turn::Chance(self.key(table, pending)),
            (Asked::Lift(owner), _) => ask(owner, "lift", sent()),
            (Asked::Turn(side), Phase::Draw) => {
                ask(side, "draw", table.hands[side.index()].total().into())
            }
            (Asked::Turn(side), Phase::Set) => ask(side, "set", table.bank(side).len() as u32),
            (Asked::Turn(side), Phase::Send) => ask(side, "send", sent()),
            (Asked::Turn(_) | Asked::Nobody, _) => {
                unreachable!("somebody acts as long as a match is not over")
            }
        }
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        match actor {
            Actor::Seat(seat) => self.list(&state.table, &state.hands, seat, actions),
            Actor::Chance => self.rules.list_outcomes(state, actions),
            Actor::Referee => {
                let lift = state.table.lift_by_default();
                actions.extend(lift.map(|(_, strip)| Action::Lift(strip)));
                actions.extend(state.table.leavers().map(Action::Leave));
            }
        }
    }

    fn count_actions(&self, state: &State, actor: Actor) -> usize {
        if let Some(side) = self.side_of(actor) {
            let hand = state.hands[side.index()];
            return self.rules.count_actions(&state.table, hand, side);
        }
        let mut actions = Vec::new();
        self.legal_actions(state, actor, &mut actions);
        actions.len()
    }

    fn apply(&self, state: &mut State, actor: Actor, action: Action) -> Result<(), IllegalAction> {
        let table = &state.table;
        if table.is_over() {
            return Err(IllegalAction::new("DR-30", "the match is over"));
        }
        match actor {
            Actor::Seat(seat) => {
                let side = self.rules.side_of(seat);
                let side = side.ok_or_else(|| IllegalAction::new("DR-4", "no such seat"))?;
                let hand = state.hands[side.index()];
                self.rules.check(table, hand, side, action)?;
            }
            Actor::Chance => self.check_chance(state, action)?,
            Actor::Referee => Self::check_referee(table, action)?,
        }
        self.play(state, actor, action);
        Ok(())
    }

    fn play(&self, state: &mut State, actor: Actor, action: Action) {
        let rules = &*self.rules;
        match (actor, action) {
            (Actor::Seat(seat), _) => {
                if let Some(side) = rules.side_of(seat) {
                    rules.play_of_side(state, side, action);
                }
            }
            (Actor::Chance, _) => rules.play_of_chance(state, action),
            (Actor::Referee, Action::Leave(side)) => rules.leave(state, side),
            (Actor::Referee, _) => {
                if let Some((owner, strip)) = state.table.lift_by_default() {
                    rules.lift(&mut state.table, owner, strip);
                }
            }
        }
    }

    fn weight(&self, state: &State, outcome: Action) -> u32 {
        match outcome {
            Action::Stone(kind) => self.rules.left(state, kind).into(),
            _ => 1,
        }
    }

    fn draw(&self, state: &State, generator: &mut Generator) -> Action {
        match state.table.asked() {
            Asked::Chance(Pending::Start(seats, _)) => {
                let picked = generator.below(Roll::count(seats) as u64) as usize;
                let roll = Roll::nth(seats, picked);
                Action::Start(roll.expect("a number below their count names a roll"))
            }
            Asked::Chance(Pending::Stone(_, colour)) => {
                let kind = self.rules.draw_stone(state, colour, generator);
                Action::Stone(kind.unwrap_or(Kind::V1))
            }
            _ => {
                let mut outcomes = Vec::with_capacity(Transmitter::COUNT);
                self.rules.list_outcomes(state, &mut outcomes);
                outcomes[generator.below(outcomes.len() as u64) as usize]
            }
        }
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        let (_, strip) = state.table.lift_by_default()?;
        Some(Deadline {
            milliseconds: self.lift_limit,
            action: Action::Lift(strip),
            is_gentle: true,
        })
    }

    fn leave(&self, seat: Seat) -> Action {
        Action::Leave(self.rules.side_of(seat).unwrap_or(Side::South))
    }

    fn shown(
        &self,
        state: &State,
        viewer: Viewer,
        _actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let Action::Stone(_) = action else {
            return Some(action);
        };
        // What is drawn is seen by whoever draws it.
        let drawing = match state.table.pending.first() {
            Some(Pending::Stone(side, _)) => Some(self.rules.seat_of(*side)),
            _ => None,
        };
        let own = matches!(viewer, Viewer::Seat(seat) if drawing == Some(seat));
        own.then_some(action)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let side = match viewer {
            Viewer::Seat(seat) => self.rules.side_of(seat),
            Viewer::Spectator => None,
        };
        View {
            viewer,
            side,
            table: state.table.clone(),
            hand: side.map_or_else(Default::default, |side| state.hands[side.index()]),
        }
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Some(side) = view.side {
            self.rules
                .list_actions(&view.table, view.hand, side, actions);
        }
    }

    fn sample_hidden(&self, view: &View, generator: &mut Generator) -> State {
        self.rules.sample(view, generator)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(
            &self.rules,
            &self.view(state, Viewer::Spectator),
            &mut hasher,
        );
        for hand in state.hands {
            for kind in Kind::ALL {
                hasher.write_u8(hand.of(kind));
            }
        }
        hasher.finish()
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(&self.rules, view, &mut hasher);
        hasher.finish()
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(&self.rules, state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(&self.rules, text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_view(&self.rules, view)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<View, ParseError> {
        notation::parse_view(&self.rules, viewer, text)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, _view: &View, actions: &[Action]) -> String {
        notation::format_turn(actions)
    }

    fn parse_turn(&self, _view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        notation::parse_turn(text)
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
        observation::LEN
    }

    fn observe(&self, view: &View, bytes: &mut [u8]) {
        observation::write(&self.rules, view, bytes);
    }

    fn diagram(&self, view: &View) -> Diagram {
        drawing::draw(&self.rules, view)
    }
}

/// Feeds everything that a view shows to a hasher, in a frozen order: its observation.
fn absorb(rules: &Rules, view: &View, hasher: &mut StableHasher) {
    let mut bytes = [0; observation::LEN];
    observation::write(rules, view, &mut bytes);
    hasher.write(&bytes);
}

impl FromSetup for Droids {
    type Setup = Setup;
    type SetupError = SetupError;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::position(&self.rules, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(&self.rules, state)
    }

    fn view_from_setup(&self, viewer: Viewer, setup: &Setup) -> Result<View, SetupError> {
        setup::view(&self.rules, viewer, setup)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_view(&self.rules, view)
    }
}
