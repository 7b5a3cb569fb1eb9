//! Legal actions, and the reasons for which others are rejected.

use super::action::{Action, Draws};
use super::hand::KindCounts;
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset::{DrawMode, RepeatHit};
use super::side::Side;
use super::state::{Pending, Phase, PublicState, State};
use super::stone::{Colour, Kind};
use super::transmitter::{Slot, Transmitter};
use crate::game::IllegalAction;

/// The actor that must act next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToAct {
    /// Chance, for the pending entry.
    Chance(Pending),
    /// A seat must lift a strip.
    Lift(Side),
    /// A seat must draw, set or send.
    Turn(Side),
    /// No actor: the match is over.
    None,
}

impl PublicState {
    /// Returns the actor that must act next.
    #[inline]
    pub fn to_act(&self) -> ToAct {
        match self.pending.first() {
            Some(Pending::Lift(side)) => ToAct::Lift(*side),
            Some(pending) => ToAct::Chance(*pending),
            None => self.acting.map_or(ToAct::None, ToAct::Turn),
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
            ToAct::Turn(_) | ToAct::Lift(_) | ToAct::Chance(_) | ToAct::None => {}
        }
    }

    /// Returns the number of legal actions of a side with this hand.
    pub(super) fn count_actions(&self, table: &PublicState, hand: KindCounts, side: Side) -> usize {
        match (table.to_act(), table.phase) {
            (ToAct::Turn(acting), Phase::Set) if acting == side => {
                hand.kinds().count() * 4 * table.bank(side).open_slots().len() + 1
            }
            _ => {
                let mut actions = Vec::new();
                self.list_actions(table, hand, side, &mut actions);
                actions.len()
            }
        }
    }

    /// Returns the number of stones in a container during the draw phase. The colours of hands are
    /// public (DR-3).
    pub(super) fn container_count(&self, table: &PublicState, colour: Colour) -> u8 {
        let held: u8 = table.hands.iter().map(|hand| hand.count(colour)).sum();
        self.stones_of(colour).saturating_sub(held)
    }

    fn list_draws(&self, table: &PublicState, actions: &mut Vec<Action>) {
        let remaining = Colour::ALL.map(|colour| self.container_count(table, colour));
        match self.values.draw_mode {
            DrawMode::Sequential => {
                let drawable = Colour::ALL.into_iter().filter(|c| remaining[c.index()] > 0);
                actions.extend(drawable.map(Action::Draw));
            }
            DrawMode::Commit => {
                let fits = |draws: &Draws| {
                    let counts = draws.counts();
                    Colour::ALL
                        .iter()
                        .all(|c| counts.count(*c) <= remaining[c.index()])
                };
                actions.extend(Draws::all().filter(fits).map(Action::DrawAll));
            }
        }
    }

    /// Appends the legal send actions of a side, in order.
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

    /// Appends the possible outcomes of the pending entry, in order.
    pub(super) fn list_outcomes(&self, state: &State, actions: &mut Vec<Action>) {
        let table = &state.table;
        match table.to_act() {
            ToAct::Chance(Pending::Start(seats, _)) => {
                let rolls = (0..Roll::count(seats)).filter_map(|index| Roll::nth(seats, index));
                actions.extend(rolls.map(Action::Start));
            }
            ToAct::Chance(Pending::Stone(_, colour)) => {
                let kinds = Kind::ALL.into_iter();
                let is_available =
                    |kind: &Kind| kind.colour() == colour && self.remaining(state, *kind) > 0;
                actions.extend(kinds.filter(is_available).map(Action::Stone));
            }
            ToAct::Chance(Pending::SoloDie) => actions.extend(Transmitter::all().map(Action::Die)),
            ToAct::Chance(Pending::Die(side)) => {
                let is_possible = |t: &Transmitter| self.can_be_rolled(table, side, *t);
                actions.extend(Transmitter::all().filter(is_possible).map(Action::Die));
            }
            // The mad robot acts without a chance outcome.
            ToAct::Chance(Pending::MadRobot | Pending::Lift(_))
            | ToAct::Lift(_)
            | ToAct::Turn(_)
            | ToAct::None => {}
        }
    }

    /// Returns the number of stones of a kind in their container during the draw phase.
    pub(super) fn remaining(&self, state: &State, kind: Kind) -> u8 {
        self.stones.count(kind).saturating_sub(state.held(kind))
    }

    /// Returns `true` if the die can select a transmitter of a side (DR-25).
    pub fn can_be_rolled(&self, table: &PublicState, side: Side, transmitter: Transmitter) -> bool {
        match self.values.repeat_hit {
            RepeatHit::NoEffect => true,
            RepeatHit::Reroll => !table.bank(side).strips.contains(transmitter),
        }
    }

    /// Checks an action of a side with this hand.
    ///
    /// # Errors
    /// Returns the broken rule if the action is illegal.
    pub(super) fn check(
        &self,
        table: &PublicState,
        hand: KindCounts,
        side: Side,
        action: Action,
    ) -> Result<(), IllegalAction> {
        let reject = |rule, message: &'static str| Err(IllegalAction::new(rule, message));
        let phase = match table.to_act() {
            ToAct::Turn(acting) if acting == side => table.phase,
            ToAct::Lift(owner) if owner == side => {
                return match action {
                    Action::Lift(strip) if table.bank(side).strips.contains(strip) => Ok(()),
                    Action::Lift(_) => reject("DR-27", "no strip covers that transmitter"),
                    _ => reject("DR-27", "the seat must lift a strip first: `lift`"),
                };
            }
            ToAct::Turn(_) | ToAct::Lift(_) | ToAct::Chance(_) | ToAct::None => {
                return reject("DR-8", "it is another seat's turn");
            }
        };
        match (phase, action) {
            (Phase::Draw, Action::Draw(colour)) => self.check_draw(table, colour),
            (Phase::Draw, Action::DrawAll(draws)) => self.check_draws(table, draws),
            (Phase::Draw, _) => reject("DR-10", "this is the draw phase: `draw`"),
            (Phase::Set, Action::Set { kind, slot, .. }) => {
                check_set(table, hand, side, kind, slot)
            }
            (Phase::Set, Action::Stop) => Ok(()),
            (Phase::Set, _) => reject("DR-11", "this is the set phase: `set` or `stop`"),
            (
                Phase::Send,
                Action::Send {
                    transmitter,
                    target,
                },
            ) => self.check_send(table, side, transmitter, target),
            (Phase::Send, Action::Stop) => reject(
                "DR-18",
                "a stone can be sent, so the seat must send: `send`",
            ),
            (Phase::Send, _) => reject("DR-14", "this is the send phase: `send`"),
            (Phase::Over(_), _) => reject("DR-30", "the match is over"),
        }
    }

    fn check_draw(&self, table: &PublicState, colour: Colour) -> Result<(), IllegalAction> {
        if self.values.draw_mode == DrawMode::Commit {
            let message =
                "draw_mode is commit: name all seven containers, as in `draw v2,b1,r3,g1`";
            return Err(IllegalAction::new("DR-10", message));
        }
        self.check_container(table, colour, 1)
    }

    fn check_draws(&self, table: &PublicState, draws: Draws) -> Result<(), IllegalAction> {
        if self.values.draw_mode == DrawMode::Sequential {
            let message = "draw_mode is sequential: name one container, as in `draw violet`";
            return Err(IllegalAction::new("DR-10", message));
        }
        let counts = draws.counts();
        Colour::ALL
            .into_iter()
            .try_for_each(|colour| self.check_container(table, colour, counts.count(colour)))
    }

    fn check_container(
        &self,
        table: &PublicState,
        colour: Colour,
        wanted: u8,
    ) -> Result<(), IllegalAction> {
        let remaining = self.container_count(table, colour);
        if wanted <= remaining {
            return Ok(());
        }
        let message = if self.stones_of(colour) == 0 {
            format!("{colour} stones are out of play in this scenario")
        } else if remaining == 0 {
            format!("the {colour} container is empty")
        } else {
            format!("the {colour} container has {remaining} stones left, fewer than {wanted}")
        };
        Err(IllegalAction::new("DR-10", message))
    }

    fn check_send(
        &self,
        table: &PublicState,
        side: Side,
        transmitter: Transmitter,
        target: Option<Side>,
    ) -> Result<(), IllegalAction> {
        let bank = table.bank(side);
        let reject = |rule, message: String| Err(IllegalAction::new(rule, message));
        let Some((_, stone)) = bank.front(transmitter) else {
            return reject("DR-14", format!("transmitter {transmitter} has no stone"));
        };
        let kind = stone.kind();
        if bank.strips.contains(transmitter) {
            let message = format!("a damage strip covers transmitter {transmitter}");
            return reject("DR-26", message);
        }
        if !table.fits(side, transmitter, kind) {
            let robot = match kind.colour() {
                Colour::Grey => "a repair robot",
                Colour::Violet | Colour::Blue | Colour::Red => "the seat's droid",
            };
            let message = format!(
                "the front stone {stone} is for {robot}, which is not in column {transmitter}"
            );
            return reject("DR-14", message);
        }
        let targets = self.relay_targets(table, side);
        match target {
            None if !kind.is_relay() || targets.is_empty() => Ok(()),
            None => {
                let example = { targets }.next().map_or("N", Side::letter);
                let message = format!(
                    "a relay stone needs a droid of {targets}: `send {transmitter} >{example}`"
                );
                reject("DR-22", message)
            }
            Some(_) if !kind.is_relay() => {
                let message =
                    format!("the front stone {stone} is not a relay stone: `send {transmitter}`");
                reject("DR-22", message)
            }
            Some(target) if targets.contains(target) => Ok(()),
            Some(target) => reject(
                "DR-22",
                format!("the droid of {target} cannot be ordered; expected one of {targets}"),
            ),
        }
    }
}

fn list_sets(table: &PublicState, hand: KindCounts, side: Side, actions: &mut Vec<Action>) {
    let open = table.bank(side).open_slots();
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
    let (rule, message) = if hand.count(kind) == 0 {
        ("DR-11", format!("the seat's hand has no {kind}"))
    } else if bank.strips.contains(transmitter) {
        let message = format!("a damage strip covers transmitter {transmitter}");
        ("DR-26", message)
    } else if bank.stone(slot).is_some() {
        ("DR-11", format!("slot {slot} already has a stone"))
    } else {
        return Ok(());
    };
    Err(IllegalAction::new(rule, message))
}
