//! Playouts of the send phase, with all seats' stones on the transmitters.

use botwerk_engine::StableRng;
use botwerk_engine::droids::{
    Action, Kind, Pending, Phase, PublicState, Rules, Side, Sides, ToAct, Transmitter,
};

use super::program::Program;

/// Plays send phases to their end.
#[derive(Debug)]
pub(super) struct Playouts<'a> {
    rules: &'a Rules,
    sends: Vec<Action>,
    /// Maximum number of orders; the playouts end with it.
    max_orders: u64,
    /// Number of orders carried out so far.
    pub(super) orders: u64,
}

impl<'a> Playouts<'a> {
    pub(super) const fn new(rules: &'a Rules, max_orders: u64) -> Self {
        Self {
            rules,
            sends: Vec::new(),
            max_orders,
            orders: 0,
        }
    }

    /// Plays to the end of the round. Every seat prefers a send that puts another seat out, the others only against `side`;
    /// otherwise it sends the first possible order of its program, and a random one if none is possible.
    pub(super) fn play(
        &mut self,
        table: &mut PublicState,
        side: Side,
        programs: &[&Program; 4],
        rng: &mut StableRng,
    ) {
        while table.phase == Phase::Send && self.orders < self.max_orders {
            match table.to_act() {
                ToAct::Turn(sender) => {
                    self.sends.clear();
                    self.rules.list_sends(table, sender, &mut self.sends);
                    let planned = self.blocking_send(table, sender, side).or_else(|| {
                        planned_send(table, sender, programs[sender.index()], &self.sends)
                    });
                    let send = planned
                        .unwrap_or_else(|| self.sends[rng.below(self.sends.len() as u64) as usize]);
                    if let Action::Send {
                        transmitter,
                        target,
                    } = send
                    {
                        self.rules.send(table, sender, transmitter, target);
                    }
                    self.orders += 1;
                }
                ToAct::Lift(owner) => self.lift_default(table, owner),
                ToAct::Chance(Pending::Die(owner)) => {
                    let die = sample_die(self.rules, table, owner, rng);
                    self.rules.roll(table, die);
                }
                ToAct::Chance(_) | ToAct::None => return,
            }
        }
    }

    /// Returns the first send that prevents another seat from sending its first stone, which puts that seat out
    /// (DR-19). Other seats than `side` look only for sends against `side`.
    fn blocking_send(&mut self, table: &PublicState, sender: Side, side: Side) -> Option<Action> {
        let is_exposed = |victim: &Side| {
            let is_target = *victim != sender && (sender == side || *victim == side);
            let is_to_send = table.sent[victim.index()] == 0 && !table.done.contains(*victim);
            is_target && is_to_send && table.can_send(*victim)
        };
        let exposed: Sides = table.active().filter(is_exposed).collect();
        if exposed.is_empty() {
            return None;
        }
        for send in &self.sends {
            let Action::Send {
                transmitter,
                target,
            } = *send
            else {
                continue;
            };
            let Some((slot, stone)) = table.bank(sender).front(transmitter) else {
                continue;
            };
            let moves_no_robot = matches!(stone.kind(), Kind::Fire | Kind::Take | Kind::Grep);
            if moves_no_robot || self.orders >= self.max_orders {
                continue;
            }
            self.orders += 1;
            let mut next = table.clone();
            next.remove_stone(sender, slot);
            self.rules
                .execute(&mut next, sender, transmitter, stone, target);
            if { exposed }.any(|victim| !next.can_send(victim)) {
                return Some(*send);
            }
        }
        None
    }

    /// Lifts the default strip.
    fn lift_default(&self, table: &mut PublicState, owner: Side) {
        if let Some((_, strip)) = table.default_lift() {
            self.rules.lift(table, owner, strip);
        }
    }
}

/// Returns the first order of the program among the legal sends, or `None` if none is possible.
pub(super) fn planned_send(
    table: &PublicState,
    side: Side,
    program: &Program,
    sends: &[Action],
) -> Option<Action> {
    let front = |transmitter| table.bank(side).front(transmitter);
    for step in program {
        let transmitter = step.slot.transmitter();
        let send = Action::Send {
            transmitter,
            target: step.target,
        };
        let is_front = front(transmitter).is_some_and(|(slot, _)| slot == step.slot);
        if is_front && sends.contains(&send) {
            return Some(send);
        }
    }
    None
}

/// Samples a transmitter that the die can show.
pub(super) fn sample_die(
    rules: &Rules,
    table: &PublicState,
    owner: Side,
    rng: &mut StableRng,
) -> Transmitter {
    loop {
        let index = rng.below(Transmitter::COUNT as u64) as usize;
        if let Some(die) = Transmitter::from_index(index)
            && rules.can_be_rolled(table, owner, die)
        {
            return die;
        }
    }
}
