//! What may be done: lists of legal actions, and why others are refused.

use super::action::Action;
use super::draws::Draws;
use super::hand::KindCounts;
use super::public_state::{Pending, Phase, PublicState};
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset::{DrawMode, RepeatHit};
use super::side::Side;
use super::state::State;
use super::stone::{Colour, Kind};
use super::transmitter::{Slot, Transmitter};
use crate::game::IllegalAction;

/// Who is to answer at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToAct {
    /// Chance, with what is pending.
    Chance(Pending),
    /// A seat lifts a strip.
    Lift(Side),
    /// A seat draws, sets or sends.
    Turn(Side),
    /// Nobody: the match is over.
    Nobody,
}

impl PublicState {
    /// Who is to answer.
    #[inline]
    pub fn to_act(&self) -> ToAct {
        match self.pending.first() {
            Some(Pending::Lift(side)) => ToAct::Lift(*side),
            Some(pending) => ToAct::Chance(*pending),
            None => self.acting.map_or(ToAct::Nobody, ToAct::Turn),
        }
    }
}

impl Rules {
    /// Appends the legal actions of a side with this hand, in order.
    pub(super) fn list_actions(
        &self,
        table: &PublicState,
        hand: KindCounts,
        side: Side,
        actions: &mut Vec<Action>,
    ) {
        match table.to_act() {
            ToAct::Turn(acting) if acting == side => match table.phase {
                Phase::Draw => self.list_draws(table, actions),
                Phase::Set => list_sets(table, hand, side, actions),
                Phase::Send => self.list_sends(table, side, actions),
                Phase::Over(_) => {}
            },
            ToAct::Lift(owner) if owner == side => {
                actions.extend(table.bank(side).strips.map(Action::Lift));
            }
            ToAct::Turn(_) | ToAct::Lift(_) | ToAct::Chance(_) | ToAct::Nobody => {}
        }
    }

    /// How many legal actions a side with this hand has.
    pub(super) fn count_actions(&self, table: &PublicState, hand: KindCounts, side: Side) -> usize {
        match (table.to_act(), table.phase) {
            (ToAct::Turn(acting), Phase::Set) if acting == side => {
                hand.kinds().count() * 4 * table.bank(side).open().len() + 1
            }
            _ => {
                let mut actions = Vec::new();
                self.list_actions(table, hand, side, &mut actions);
                actions.len()
            }
        }
    }

    /// Stones left in a container during the draw phase. The colours of hands are public (DR-3).
    pub(super) fn left_in_container(&self, table: &PublicState, colour: Colour) -> u8 {
        let drawn: u8 = table.hands.iter().map(|hand| hand.of(colour)).sum();
        self.stones_of(colour).saturating_sub(drawn)
    }

    fn list_draws(&self, table: &PublicState, actions: &mut Vec<Action>) {
        let left = Colour::ALL.map(|colour| self.left_in_container(table, colour));
        match self.values.draw_mode {
            DrawMode::Sequential => {
                let drawable = Colour::ALL.into_iter().filter(|c| left[c.index()] > 0);
                actions.extend(drawable.map(Action::Draw));
            }
            DrawMode::Commit => {
                let fits = |draws: &Draws| {
                    let counts = draws.counts();
                    Colour::ALL.iter().all(|c| counts.of(*c) <= left[c.index()])
                };
                actions.extend(Draws::all().filter(fits).map(Action::DrawAll));
            }
        }
    }

    /// Appends what a side may send now, in order.
    pub fn list_sends(&self, table: &PublicState, side: Side, actions: &mut Vec<Action>) {
        for transmitter in Transmitter::all() {
            if !table.is_sendable(side, transmitter) {
                continue;
            }
            let front = table.bank(side).front(transmitter);
            let targets = front.filter(|(_, stone)| stone.kind().is_relay());
            let targets = targets.map(|_| self.relay_targets(table, side));
            let send = |target| Action::Send {
                transmitter,
                target,
            };
            match targets {
                Some(targets) if !targets.is_empty() => {
                    actions.extend(targets.map(|target| send(Some(target))));
                }
                _ => actions.push(send(None)),
            }
        }
    }

    /// Appends the possible outcomes of what is pending, in order.
    pub(super) fn list_outcomes(&self, state: &State, actions: &mut Vec<Action>) {
        let table = &state.table;
        match table.to_act() {
            ToAct::Chance(Pending::Start(seats, _)) => {
                let rolls = (0..Roll::count(seats)).filter_map(|at| Roll::nth(seats, at));
                actions.extend(rolls.map(Action::Start));
            }
            ToAct::Chance(Pending::Stone(_, colour)) => {
                let kinds = Kind::ALL.into_iter();
                let left =
                    |kind: &Kind| kind.colour() == colour && self.remaining(state, *kind) > 0;
                actions.extend(kinds.filter(left).map(Action::Stone));
            }
            ToAct::Chance(Pending::SoloDie) => actions.extend(Transmitter::all().map(Action::Die)),
            ToAct::Chance(Pending::Die(side)) => {
                let open = |t: &Transmitter| self.can_be_rolled(table, side, *t);
                actions.extend(Transmitter::all().filter(open).map(Action::Die));
            }
            // The mad robot answers by itself.
            ToAct::Chance(Pending::MadRobot | Pending::Lift(_))
            | ToAct::Lift(_)
            | ToAct::Turn(_)
            | ToAct::Nobody => {}
        }
    }

    /// Stones of a kind left in their container during the draw phase.
    pub(super) fn remaining(&self, state: &State, kind: Kind) -> u8 {
        self.stones.of(kind).saturating_sub(state.held(kind))
    }

    /// Whether the die can name a transmitter of a side (DR-25).
    pub fn can_be_rolled(&self, table: &PublicState, side: Side, transmitter: Transmitter) -> bool {
        match self.values.repeat_hit {
            RepeatHit::NoEffect => true,
            RepeatHit::Reroll => !table.bank(side).strips.contains(transmitter),
        }
    }

    /// Says why a side with this hand may not do something.
    ///
    /// # Errors
    /// If it may not.
    pub(super) fn check(
        &self,
        table: &PublicState,
        hand: KindCounts,
        side: Side,
        action: Action,
    ) -> Result<(), IllegalAction> {
        let refuse = |rule, why: &'static str| Err(IllegalAction::new(rule, why));
        let phase = match table.to_act() {
            ToAct::Turn(acting) if acting == side => table.phase,
            ToAct::Lift(owner) if owner == side => {
                return match action {
                    Action::Lift(strip) if table.bank(side).strips.contains(strip) => Ok(()),
                    Action::Lift(_) => refuse("DR-27", "no strip lies on that transmitter"),
                    _ => refuse(
                        "DR-27",
                        "the seat lifts a strip before anything else: `lift`",
                    ),
                };
            }
            ToAct::Turn(_) | ToAct::Lift(_) | ToAct::Chance(_) | ToAct::Nobody => {
                return refuse("DR-8", "it is another seat's turn");
            }
        };
        match (phase, action) {
            (Phase::Draw, Action::Draw(colour)) => self.check_draw(table, colour),
            (Phase::Draw, Action::DrawAll(draws)) => self.check_draws(table, draws),
            (Phase::Draw, _) => refuse("DR-10", "stones are drawn now: `draw`"),
            (Phase::Set, Action::Set { kind, slot, .. }) => {
                check_set(table, hand, side, kind, slot)
            }
            (Phase::Set, Action::Stop) => Ok(()),
            (Phase::Set, _) => refuse("DR-11", "stones are set now: `set` or `stop`"),
            (
                Phase::Send,
                Action::Send {
                    transmitter,
                    target,
                },
            ) => self.check_send(table, side, transmitter, target),
            (Phase::Send, Action::Stop) => refuse(
                "DR-18",
                "a stone can be sent, so one must be: there is no stopping",
            ),
            (Phase::Send, _) => refuse("DR-14", "stones are sent now: `send`"),
            (Phase::Over(_), _) => refuse("DR-30", "the match is over"),
        }
    }

    fn check_draw(&self, table: &PublicState, colour: Colour) -> Result<(), IllegalAction> {
        if self.values.draw_mode == DrawMode::Commit {
            let why = "all seven containers are named at once, as in `draw v2,b1,r3,g1`";
            return Err(IllegalAction::new("DR-10", why));
        }
        self.check_container(table, colour, 1)
    }

    fn check_draws(&self, table: &PublicState, draws: Draws) -> Result<(), IllegalAction> {
        if self.values.draw_mode == DrawMode::Sequential {
            let why = "one container after the other is named, as in `draw violet`";
            return Err(IllegalAction::new("DR-10", why));
        }
        let counts = draws.counts();
        Colour::ALL
            .into_iter()
            .try_for_each(|colour| self.check_container(table, colour, counts.of(colour)))
    }

    fn check_container(
        &self,
        table: &PublicState,
        colour: Colour,
        wanted: u8,
    ) -> Result<(), IllegalAction> {
        let left = self.left_in_container(table, colour);
        if wanted <= left {
            return Ok(());
        }
        let why = if self.stones_of(colour) == 0 {
            format!("{colour} stones are out of play in this scenario")
        } else if left == 0 {
            format!("the {colour} container is empty")
        } else {
            format!("the {colour} container has {left} stones left, not {wanted}")
        };
        Err(IllegalAction::new("DR-10", why))
    }

    fn check_send(
        &self,
        table: &PublicState,
        side: Side,
        transmitter: Transmitter,
        target: Option<Side>,
    ) -> Result<(), IllegalAction> {
        let bank = table.bank(side);
        let refuse = |rule, why: String| Err(IllegalAction::new(rule, why));
        let Some((_, stone)) = bank.front(transmitter) else {
            return refuse(
                "DR-14",
                format!("no stone lies on transmitter {transmitter}"),
            );
        };
        let kind = stone.kind();
        if bank.strips.contains(transmitter) {
            let why = format!("a damage strip covers transmitter {transmitter} and its stones");
            return refuse("DR-26", why);
        }
        if !table.fits(side, transmitter, kind) {
            let robot = match kind.colour() {
                Colour::Grey => "a repair robot",
                Colour::Violet | Colour::Blue | Colour::Red => "the own droid",
            };
            let why = format!(
                "the front stone {stone} is for {robot}, which does not stand in column {transmitter}"
            );
            return refuse("DR-14", why);
        }
        let targets = self.relay_targets(table, side);
        match target {
            None if !kind.is_relay() || targets.is_empty() => Ok(()),
            None => {
                let one = { targets }.next().map_or("N", Side::letter);
                let why = format!(
                    "a relay stone names whose droid it orders, of {targets}: `send {transmitter} >{one}`"
                );
                refuse("DR-22", why)
            }
            Some(_) if !kind.is_relay() => {
                let why = format!("the front stone {stone} is no relay stone and names nobody");
                refuse("DR-22", why)
            }
            Some(target) if targets.contains(target) => Ok(()),
            Some(target) => refuse(
                "DR-22",
                format!("the droid of {target} cannot be ordered now"),
            ),
        }
    }
}

fn list_sets(table: &PublicState, hand: KindCounts, side: Side, actions: &mut Vec<Action>) {
    let open = table.bank(side).open();
    for (kind, _) in hand.kinds() {
        for arrow in kind.arrows() {
            actions.extend({ open }.map(|slot| Action::Set { kind, arrow, slot }));
        }
    }
    actions.push(Action::Stop);
}

fn check_set(
    table: &PublicState,
    hand: KindCounts,
    side: Side,
    kind: Kind,
    slot: Slot,
) -> Result<(), IllegalAction> {
    let bank = table.bank(side);
    let transmitter = slot.transmitter();
    let (rule, why) = if hand.of(kind) == 0 {
        ("DR-11", format!("there is no {kind} in the seat's hand"))
    } else if bank.strips.contains(transmitter) {
        let why = format!("a damage strip covers transmitter {transmitter}");
        ("DR-26", why)
    } else if bank.stone(slot).is_some() {
        ("DR-11", format!("a stone lies on slot {slot} already"))
    } else {
        return Ok(());
    };
    Err(IllegalAction::new(rule, why))
}
