//! The send phase played to its end, with everybody's stones on the transmitters.

use botwerk_engine::Generator;
use botwerk_engine::droids::{Action, Asked, Pending, Phase, Rules, Side, Table, Transmitter};

use super::program::Program;

/// Plays send phases.
#[derive(Debug)]
pub(super) struct Playouts<'a> {
    rules: &'a Rules,
    sends: Vec<Action>,
    /// Orders carried out so far.
    pub(super) orders: u64,
}

impl<'a> Playouts<'a> {
    pub(super) const fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            sends: Vec::new(),
            orders: 0,
        }
    }

    /// Plays to the end of the round: a side sends what comes first in its program, all others what
    /// is drawn.
    pub(super) fn play(
        &mut self,
        table: &mut Table,
        side: Side,
        program: &Program,
        generator: &mut Generator,
    ) {
        while table.phase == Phase::Send {
            match table.asked() {
                Asked::Turn(acting) => {
                    self.sends.clear();
                    self.rules.list_sends(table, acting, &mut self.sends);
                    let own = if acting == side {
                        planned(table, side, program, &self.sends)
                    } else {
                        None
                    };
                    let send = own.unwrap_or_else(|| {
                        self.sends[generator.below(self.sends.len() as u64) as usize]
                    });
                    if let Action::Send {
                        transmitter,
                        target,
                    } = send
                    {
                        self.rules.send(table, acting, transmitter, target);
                    }
                    self.orders += 1;
                }
                Asked::Lift(owner) => self.lift(table, owner),
                Asked::Chance(Pending::Die(owner)) => {
                    let die = drawn_die(self.rules, table, owner, generator);
                    self.rules.roll(table, die);
                }
                Asked::Chance(_) | Asked::Nobody => return,
            }
        }
    }

    /// The strip goes that goes by default.
    fn lift(&self, table: &mut Table, owner: Side) {
        if let Some((_, strip)) = table.lift_by_default() {
            self.rules.lift(table, owner, strip);
        }
    }
}

/// Of what can be sent, that which comes first in a program; nothing if none of it is in it.
pub(super) fn planned(
    table: &Table,
    side: Side,
    program: &Program,
    sends: &[Action],
) -> Option<Action> {
    let front = |transmitter| table.bank(side).front(transmitter);
    for step in program {
        let transmitter = step.slot.transmitter();
        let sent = Action::Send {
            transmitter,
            target: step.target,
        };
        let is_front = front(transmitter).is_some_and(|(slot, _)| slot == step.slot);
        if is_front && sends.contains(&sent) {
            return Some(sent);
        }
    }
    None
}

/// A transmitter that the die names.
pub(super) fn drawn_die(
    rules: &Rules,
    table: &Table,
    owner: Side,
    generator: &mut Generator,
) -> Transmitter {
    loop {
        let drawn = generator.below(Transmitter::COUNT as u64) as usize;
        if let Some(die) = Transmitter::from_index(drawn)
            && rules.may_be_rolled(table, owner, die)
        {
            return die;
        }
    }
}
