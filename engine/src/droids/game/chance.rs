//! The chance outcomes of Droids: their keys and their legality.

use super::Droids;
use crate::chance::ChanceKey;
use crate::droids::action::Action;
use crate::droids::legality::ToAct;
use crate::droids::public_state::{Pending, PublicState};
use crate::droids::state::State;
use crate::game::IllegalAction;

impl Droids {
    /// Returns the key of the pending chance outcome.
    pub(super) fn chance_key(&self, table: &PublicState, pending: Pending) -> ChanceKey {
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
    pub(super) fn check_chance(&self, state: &State, action: Action) -> Result<(), IllegalAction> {
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
