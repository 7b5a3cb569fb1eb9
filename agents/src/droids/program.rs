//! Programs: which stones a seat lays where, and what they do if nobody disturbs them.

use super::objective::Objective;
use arrayvec::ArrayVec;
use botwerk_engine::Generator;
use botwerk_engine::droids::{
    Arrow, Bank, Colour, Kind, KindCounts, Pending, Rules, Side, Slot, Stone, Table, Transmitter,
};

/// Stones of a hand.
pub(super) const HAND: usize = botwerk_engine::droids::ruleset::HAND as usize;

/// What a die that another seat must roll is worth, in shares of the match.
const HIT: f64 = 0.02;

/// An order of a program: it is expected to be sent from this slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) slot: Slot,
    pub(super) stone: Stone,
    /// Whose droid a relay stone orders.
    pub(super) target: Option<Side>,
    /// Whether the stone is still to be set.
    pub(super) is_new: bool,
}

/// Orders in the order in which they are expected to be sent.
pub(super) type Program = ArrayVec<Step, HAND>;

/// A seat's orders being played alone: the others do nothing.
#[derive(Debug, Clone)]
pub(super) struct Alone<'a> {
    rules: &'a Rules,
    pub(super) side: Side,
    pub(super) table: Table,
    /// Stones that are not set yet.
    pub(super) hand: KindCounts,
    pub(super) program: Program,
    /// Slots of each transmitter that have been sent from: the next stone lies behind them.
    sent_from: [u8; Transmitter::COUNT],
    /// Dice rolled for each side by these orders.
    pub(super) hits: [u8; 4],
}

/// What a seat can do next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chance {
    pub(super) slot: Slot,
    pub(super) kind: Kind,
    /// Of a stone that lies there already; of a new one any.
    pub(super) stone: Option<Stone>,
}

impl<'a> Alone<'a> {
    pub(super) fn new(rules: &'a Rules, table: &Table, side: Side, hand: KindCounts) -> Self {
        let mut table = table.clone();
        table.pending.clear();
        Self {
            rules,
            side,
            table,
            hand,
            program: Program::new(),
            sent_from: [0; Transmitter::COUNT],
            hits: [0; 4],
        }
    }

    /// Everything that can be sent next: stones that lie in front, and stones of the hand laid
    /// there.
    pub(super) fn chances(&self, chances: &mut Vec<Chance>) {
        let bank = self.table.bank(self.side);
        for transmitter in Transmitter::all() {
            if bank.strips().contains(transmitter) {
                continue;
            }
            if let Some((slot, stone)) = bank.front(transmitter)
                && self.table.fits(self.side, transmitter, stone.kind())
            {
                chances.push(Chance {
                    slot,
                    kind: stone.kind(),
                    stone: Some(stone),
                });
            }
        }
        for (kind, _) in self.hand.kinds() {
            for transmitter in self.receivers(kind) {
                if let Some(slot) = self.next_slot(bank, transmitter) {
                    chances.push(Chance {
                        slot,
                        kind,
                        stone: None,
                    });
                }
            }
        }
    }

    /// The transmitters in whose columns a robot stands that a kind fits.
    pub(super) fn receivers(&self, kind: Kind) -> ArrayVec<Transmitter, 2> {
        let mut receivers = ArrayVec::new();
        if kind.colour() == Colour::Grey {
            for square in self.table.repairers.take(2) {
                let column = self.side.column(square);
                if !receivers.contains(&column) {
                    receivers.push(column);
                }
            }
        } else if let Some(square) = self.table.droid(self.side).square {
            receivers.push(self.side.column(square));
        }
        receivers
    }

    /// The free slot of a transmitter whose stone would be sent next: behind those that were sent
    /// from, before what lies there.
    fn next_slot(&self, bank: &Bank, transmitter: Transmitter) -> Option<Slot> {
        if bank.strips().contains(transmitter) {
            return None;
        }
        let first = usize::from(self.sent_from[transmitter.index()]);
        let last = bank
            .front(transmitter)
            .map_or(Slot::PER_TRANSMITTER, |(slot, _)| slot.number() - 1);
        let index = transmitter.index() * Slot::PER_TRANSMITTER + first;
        (first < last).then(|| Slot::from_index(index)).flatten()
    }

    /// The droids that a kind may order: nobody for one that names nobody.
    pub(super) fn targets(&self, kind: Kind) -> ArrayVec<Option<Side>, 4> {
        let mut targets = ArrayVec::new();
        if kind.is_relay() {
            let droids = self.rules.relay_targets(&self.table, self.side);
            targets.extend(droids.map(Some));
        }
        if targets.is_empty() {
            targets.push(None);
        }
        targets
    }

    /// Sends a stone that can be sent next.
    pub(super) fn send(&mut self, chance: Chance, stone: Stone, target: Option<Side>) {
        let Chance { slot, .. } = chance;
        let transmitter = slot.transmitter();
        let is_new = chance.stone.is_none();
        if is_new {
            self.hand.remove(stone.kind());
        } else {
            self.table.pick_up(self.side, slot);
        }
        self.sent_from[transmitter.index()] = slot.number() as u8;
        self.rules
            .carry_out(&mut self.table, self.side, transmitter, stone, target);
        self.count_hits();
        if self.rules.is_solo() && !self.rules.has_reached_goal(&self.table, self.side) {
            self.rules.answer_of_mad_robot(&mut self.table);
            self.count_hits();
        }
        self.program.push(Step {
            slot,
            stone,
            target,
            is_new,
        });
    }

    /// Notes the dice that an order causes instead of rolling them; a strip is lifted.
    fn count_hits(&mut self) {
        while let Some(pending) = self.table.pending.pop() {
            match pending {
                Pending::Die(side) => self.hits[side.index()] += 1,
                Pending::Lift(owner) => {
                    let strip = { self.table.bank(owner).strips() }.next();
                    if let Some(strip) = strip {
                        self.table.uncover(owner, strip);
                    }
                }
                Pending::Start(..) | Pending::Shift | Pending::Stone(..) | Pending::MadRobot => {}
            }
        }
    }

    /// The front stone of a transmitter, as something that can be sent next.
    pub(super) fn front(&self, transmitter: Transmitter) -> Option<(Chance, Stone)> {
        let (slot, stone) = self.table.bank(self.side).front(transmitter)?;
        let chance = Chance {
            slot,
            kind: stone.kind(),
            stone: Some(stone),
        };
        Some((chance, stone))
    }

    /// What the seat's orders have come to: its share, and what the dice are worth that were not
    /// rolled.
    pub(super) fn value(&self, objective: &Objective<'_>) -> f64 {
        if self.has_won() {
            return 1.0;
        }
        let share = objective.share(&self.table, self.side);
        let hits = Side::ALL.map(|side| f64::from(self.hits[side.index()]));
        let all: f64 = hits.iter().sum();
        let own = hits[self.side.index()];
        share + HIT * (all - own) - HIT * own
    }

    /// Whether the scenario's goal is fulfilled.
    pub(super) fn has_won(&self) -> bool {
        self.rules.has_reached_goal(&self.table, self.side)
    }

    /// Plays a drawn order; `false` if there is none.
    pub(super) fn play_drawn(
        &mut self,
        generator: &mut Generator,
        spare: &mut Vec<Chance>,
    ) -> bool {
        spare.clear();
        self.chances(spare);
        if spare.is_empty() || self.program.is_full() {
            return false;
        }
        let chance = spare[generator.below(spare.len() as u64) as usize];
        let stone = chance.stone.or_else(|| {
            let arrow = chance.kind.arrows()[generator.below(4) as usize];
            Stone::new(chance.kind, arrow)
        });
        let targets = self.targets(chance.kind);
        let target = targets[generator.below(targets.len() as u64) as usize];
        if let Some(stone) = stone {
            self.send(chance, stone, target);
        }
        stone.is_some()
    }
}

/// Arrows of a chance: that of the stone that lies there, or all of its kind.
pub(super) fn stones(chance: Chance) -> ArrayVec<Stone, 4> {
    match chance.stone {
        Some(stone) => std::iter::once(stone).collect(),
        None => {
            let arrows: [Arrow; 4] = chance.kind.arrows();
            let stones = arrows.into_iter();
            stones.filter_map(|a| Stone::new(chance.kind, a)).collect()
        }
    }
}
