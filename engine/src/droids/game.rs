//! Droids as a [`Game`](crate::Game).

use std::hash::Hasher;
use std::sync::Arc;

use super::action::Action;
use super::hand::KindCounts;
use super::legality::ToAct;
use super::observation;
use super::options::{self};
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset::{Goal, HAND_SIZE};
use super::setup::{self, Setup, SetupError, SetupPart};
use super::side::Side;
use super::state::{Pending, Phase, PublicState, State, View};
use super::stone::Kind;
use super::transmitter::Transmitter;
use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::game::{
    Actor, Deadline, Decision, GameRace, GameRules, GameType, GameViews, IllegalAction, Turn,
    Viewer,
};
use crate::game_id::GameId;
use crate::hash::StableHasher;
use crate::options::Options;
use crate::seat::{Seat, Seats};
use crate::setup::FromSetup;

/// Droids with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct Droids {
    pub(super) options: Options,
    /// The text of the printed game's ruleset, the current or a former one.
    pub(super) ruleset: &'static str,
    pub(super) rules: Arc<Rules>,
    pub(super) lift_limit: u64,
}

impl Droids {
    /// Returns the rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the time limit for choosing the strip to lift, in milliseconds (DR-27).
    pub const fn lift_limit(&self) -> u64 {
        self.lift_limit
    }

    /// Returns `true` if the option `garden` chooses the prepared layout (DR-36).
    pub fn has_prepared_garden(&self) -> bool {
        self.rules.goal == Goal::OwnGardenClosed && options::has_prepared_garden(&self.options)
    }
}

impl GameRace for Droids {}

impl FromSetup for Droids {
    type Setup = Setup;
    type SetupPart = SetupPart;

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

impl GameRules for Droids {
    type State = State;
    type Action = Action;

    fn id(&self) -> GameId {
        Self::ID
    }

    fn seats(&self) -> usize {
        self.rules.seats.len()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn initial_state(&self, _seed: RootSeed) -> State {
        State {
            table: self.rules.initial_public_state(),
            hands: Default::default(),
        }
    }

    fn turn(&self, state: &State) -> Turn {
        let table = &state.table;
        if let Some(outcome) = self.rules.outcome(table) {
            return Turn::Over(outcome);
        }
        let decision = |side, stage, number| {
            Turn::Decision(Decision {
                seats: Seats::one(self.rules.seat_of(side)),
                stage,
                number,
                simultaneous: false,
            })
        };
        let sent = || table.sent.iter().map(|sent| u32::from(*sent)).sum();
        match (table.to_act(), table.phase) {
            (ToAct::Chance(pending), _) => Turn::Chance(self.chance_key(table, pending)),
            (ToAct::Lift(owner), _) => decision(owner, "lift", sent()),
            (ToAct::Turn(side), Phase::Draw) => {
                decision(side, "draw", table.hands[side.index()].total().into())
            }
            (ToAct::Turn(side), Phase::Set) => decision(side, "set", table.bank(side).len() as u32),
            (ToAct::Turn(side), Phase::Send) => decision(side, "send", sent()),
            (ToAct::Turn(_) | ToAct::None, _) => {
                unreachable!("a seat or chance is to act until the match is over")
            }
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        let stones = u64::from(HAND_SIZE);
        // Each is drawn, set and sent, and the last of these may be a repair after which a strip is lifted (DR-27).
        let (draw, set, send, lift) = (stones, stones + 1, stones, stones);
        let rounds = u64::from(self.rules.last_round());
        Some(rounds * self.seats() as u64 * (draw + set + send + lift))
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        match actor {
            Actor::Seat(seat) => self.append_actions(&state.table, &state.hands, seat, actions),
            Actor::Chance => self.rules.list_outcomes(state, actions),
            Actor::Referee => {
                let lift = state.table.default_lift();
                actions.extend(lift.map(|(_, strip)| Action::Lift(strip)));
                actions.extend(state.table.seats_that_can_leave().map(Action::Leave));
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
        self.apply_unchecked(state, actor, action);
        Ok(())
    }

    fn apply_unchecked(&self, state: &mut State, actor: Actor, action: Action) {
        let rules = &*self.rules;
        match (actor, action) {
            (Actor::Seat(seat), _) => {
                if let Some(side) = rules.side_of(seat) {
                    rules.apply_side_action(state, side, action);
                }
            }
            (Actor::Chance, _) => rules.apply_chance_outcome(state, action),
            (Actor::Referee, Action::Leave(side)) => rules.leave(state, side),
            (Actor::Referee, _) => {
                if let Some((owner, strip)) = state.table.default_lift() {
                    rules.lift(&mut state.table, owner, strip);
                }
            }
        }
    }

    fn outcome_weight(&self, state: &State, outcome: Action) -> u32 {
        match outcome {
            Action::Stone(kind) => self.rules.remaining(state, kind).into(),
            _ => 1,
        }
    }

    fn sample_outcome(&self, state: &State, rng: &mut StableRng) -> Action {
        match state.table.to_act() {
            ToAct::Chance(Pending::Start(seats, _)) => {
                let index = rng.below(Roll::count(seats) as u64) as usize;
                let roll = Roll::nth(seats, index);
                Action::Start(roll.expect("the index is below the count"))
            }
            ToAct::Chance(Pending::Stone(_, colour)) => {
                let kind = self.rules.sample_stone(state, colour, rng);
                Action::Stone(kind.unwrap_or(Kind::V1))
            }
            _ => {
                let mut outcomes = Vec::with_capacity(Transmitter::COUNT);
                self.rules.list_outcomes(state, &mut outcomes);
                outcomes[rng.below(outcomes.len() as u64) as usize]
            }
        }
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        let (_, strip) = state.table.default_lift()?;
        Some(Deadline {
            milliseconds: self.lift_limit,
            action: Action::Lift(strip),
            replaces_flagging: true,
        })
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(self.rules.side_of(seat).unwrap_or(Side::South))
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(
            &self.rules,
            &self.view(state, Viewer::Spectator),
            &mut hasher,
        );
        for hand in state.hands {
            for kind in Kind::ALL {
                hasher.write_u8(hand.count(kind));
            }
        }
        hasher.finish()
    }
}

impl Droids {
    /// Returns the side that the actor controls, or `None` if it is not a seat of the match.
    fn side_of(&self, actor: Actor) -> Option<Side> {
        match actor {
            Actor::Seat(seat) => self.rules.side_of(seat),
            Actor::Chance | Actor::Referee => None,
        }
    }

    /// Appends the legal actions of a seat.
    fn append_actions(
        &self,
        table: &PublicState,
        hands: &[KindCounts; 4],
        seat: Seat,
        actions: &mut Vec<Action>,
    ) {
        if let Some(side) = self.rules.side_of(seat) {
            self.rules
                .list_actions(table, hands[side.index()], side, actions);
        }
    }

    /// Checks an action of the referee.
    fn check_referee(table: &PublicState, action: Action) -> Result<(), IllegalAction> {
        let reject = |rule, message: String| Err(IllegalAction::new(rule, message));
        match action {
            Action::Leave(side) if table.seats_that_can_leave().contains(side) => Ok(()),
            Action::Leave(side) => reject("DR-41", format!("{side} is not in the match")),
            Action::Lift(strip) => match table.default_lift() {
                Some((_, default)) if default == strip => Ok(()),
                Some((_, default)) => reject(
                    "DR-27",
                    format!(
                        "the default is to lift the strip of transmitter {default}: `lift {default}`"
                    ),
                ),
                None => reject("DR-27", "no repair is pending".into()),
            },
            _ => reject(
                "DR-41",
                "the referee can only remove a seat or lift its default strip".into(),
            ),
        }
    }
}

impl Droids {
    /// Returns the key of the pending chance outcome.
    fn chance_key(&self, table: &PublicState, pending: Pending) -> ChanceKey {
        let kind = match pending {
            Pending::Start(..) => "start",
            Pending::SoloDie => "shift",
            Pending::Stone(_, colour) => colour.draw_key(),
            Pending::Die(_) | Pending::Lift(_) | Pending::MadRobot => "die",
        };
        let (side, index) = match pending {
            Pending::Start(_, number) => (None, u32::from(number) - 1),
            Pending::Stone(side, colour) => {
                let held = table.hands[side.index()].count(colour);
                (Some(side), u32::from(held))
            }
            Pending::Die(side) => (Some(side), order_number(table)),
            Pending::SoloDie | Pending::Lift(_) | Pending::MadRobot => (None, 0),
        };
        ChanceKey {
            kind,
            seat: side.map(|side| self.rules.seat_of(side)),
            round: u32::from(table.round),
            index,
        }
    }

    /// Checks that an action is an outcome of the pending chance node.
    fn check_chance(&self, state: &State, action: Action) -> Result<(), IllegalAction> {
        let reject = |rule, why: &'static str| Err(IllegalAction::new(rule, why));
        let ToAct::Chance(pending) = state.table.to_act() else {
            return reject("DR-40", "no chance outcome is pending");
        };
        let is_outcome = match (pending, action) {
            (Pending::Start(seats, _), Action::Start(roll)) => roll.seats() == seats,
            (Pending::Stone(_, colour), Action::Stone(kind)) => {
                kind.colour() == colour && self.rules.remaining(state, kind) > 0
            }
            (Pending::SoloDie, Action::Die(_)) => true,
            (Pending::Die(side), Action::Die(die)) => {
                self.rules.can_be_rolled(&state.table, side, die)
            }
            _ => false,
        };
        if is_outcome {
            return Ok(());
        }
        reject("DR-40", "not an outcome of what is pending")
    }
}

/// Returns a number that no other die of the seat has in this round, from the number of orders sent
/// and the entries that are pending.
fn order_number(table: &PublicState) -> u32 {
    let sent: u32 = table.sent.iter().map(|sent| u32::from(*sent)).sum();
    let has_acted = table.pending.last() != Some(&Pending::MadRobot);
    (2 * sent + u32::from(has_acted)) * 16 + table.pending.len() as u32
}
