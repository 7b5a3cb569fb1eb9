//! Programs: the stones that a seat sets, their slots, and their effect without opponents.

use arrayvec::ArrayVec;
use botwerk_engine::StableRng;
use botwerk_engine::droids::{
    Arrow, Colour, Kind, KindCounts, Pending, PublicState, Rules, Side, Slot, Stone, Transmitter,
    TransmitterBank,
};

use super::objective::ScenarioEvaluation;

/// Number of stones in a hand.
pub(super) const HAND: usize = botwerk_engine::droids::ruleset::HAND_SIZE as usize;

/// Value of a die that another seat must roll, as a win probability.
const HIT_VALUE: f64 = 0.02;

/// One order of a program, and the slot from which it is to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProgramStep {
    pub(super) slot: Slot,
    pub(super) stone: Stone,
    /// Side of the droid that a relay stone orders.
    pub(super) target: Option<Side>,
    /// `true` if the stone is not set yet.
    pub(super) is_new: bool,
}

/// A program: orders in the expected order of sending.
pub(super) type Program = ArrayVec<ProgramStep, HAND>;

/// Plays a seat's orders while all other seats do nothing.
#[derive(Debug, Clone)]
pub(super) struct UnopposedPlay<'a> {
    rules: &'a Rules,
    pub(super) side: Side,
    pub(super) table: PublicState,
    /// Stones that are not set yet.
    pub(super) hand: KindCounts,
    pub(super) program: Program,
    /// Number of slots of each transmitter already sent from; the next stone is after them.
    sent_from: [u8; Transmitter::COUNT],
    /// Number of dice rolled for each side because of these orders.
    pub(super) hits: [u8; 4],
}

/// A stone that a seat can send next.
#[derive(Debug, Clone, Copy)]
pub(super) struct SendOption {
    pub(super) slot: Slot,
    pub(super) kind: Kind,
    /// The stone, if it is already set; `None` for any new stone of the kind.
    pub(super) stone: Option<Stone>,
}

impl<'a> UnopposedPlay<'a> {
    pub(super) fn new(rules: &'a Rules, table: &PublicState, side: Side, hand: KindCounts) -> Self {
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

    /// Collects everything that can be sent next: front stones, and stones of the hand that would
    /// be in front.
    pub(super) fn send_options(&self, options: &mut Vec<SendOption>) {
        let bank = self.table.bank(self.side);
        for transmitter in Transmitter::all() {
            if bank.strips().contains(transmitter) {
                continue;
            }
            if let Some((slot, stone)) = bank.front(transmitter)
                && self.table.fits(self.side, transmitter, stone.kind())
            {
                options.push(SendOption {
                    slot,
                    kind: stone.kind(),
                    stone: Some(stone),
                });
            }
        }
        for (kind, _) in self.hand.kinds() {
            for transmitter in self.receivers(kind) {
                if let Some(slot) = self.next_slot(bank, transmitter) {
                    options.push(SendOption {
                        slot,
                        kind,
                        stone: None,
                    });
                }
            }
        }
    }

    /// Returns the transmitters of the columns that contain a robot which accepts this kind.
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

    /// Returns the free slot of a transmitter whose stone would be sent next: after the slots
    /// already sent from and before the front stone.
    fn next_slot(&self, bank: &TransmitterBank, transmitter: Transmitter) -> Option<Slot> {
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

    /// Returns the droids that a kind can order: `None` alone for a kind without a target.
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
    pub(super) fn send(&mut self, option: SendOption, stone: Stone, target: Option<Side>) {
        let SendOption { slot, .. } = option;
        let transmitter = slot.transmitter();
        let is_new = option.stone.is_none();
        if is_new {
            self.hand.remove(stone.kind());
        } else {
            self.table.remove_stone(self.side, slot);
        }
        self.sent_from[transmitter.index()] = slot.number() as u8;
        self.rules
            .execute(&mut self.table, self.side, transmitter, stone, target);
        self.count_hits();
        if self.rules.is_solo() && !self.rules.has_reached_goal(&self.table, self.side) {
            self.rules.run_mad_robot(&mut self.table);
            self.count_hits();
        }
        self.program.push(ProgramStep {
            slot,
            stone,
            target,
            is_new,
        });
    }

    /// Counts the dice that an order causes instead of rolling them, and lifts the first strip.
    fn count_hits(&mut self) {
        while let Some(pending) = self.table.pending.pop() {
            match pending {
                Pending::Die(side) => self.hits[side.index()] += 1,
                Pending::Lift(owner) => {
                    let strip = { self.table.bank(owner).strips() }.next();
                    if let Some(strip) = strip {
                        self.table.lift_strip(owner, strip);
                    }
                }
                Pending::Start(..) | Pending::SoloDie | Pending::Stone(..) | Pending::MadRobot => {}
            }
        }
    }

    /// Returns the front stone of a transmitter as a stone that can be sent next.
    pub(super) fn front(&self, transmitter: Transmitter) -> Option<(SendOption, Stone)> {
        let (slot, stone) = self.table.bank(self.side).front(transmitter)?;
        let option = SendOption {
            slot,
            kind: stone.kind(),
            stone: Some(stone),
        };
        Some((option, stone))
    }

    /// Returns the value of the orders played: the win probability, adjusted for the dice that were
    /// counted instead of rolled. A seat that sends no stone in a round is out (DR-19).
    pub(super) fn value(&self, evaluation: &ScenarioEvaluation<'_>) -> f64 {
        if self.has_won() {
            return 1.0;
        }
        if self.program.is_empty() {
            return 0.0;
        }
        let probability = evaluation.win_probability(&self.table, self.side);
        let hits = Side::ALL.map(|side| f64::from(self.hits[side.index()]));
        let total: f64 = hits.iter().sum();
        let own_hits = hits[self.side.index()];
        probability + HIT_VALUE * (total - own_hits) - HIT_VALUE * own_hits
    }

    /// Returns `true` if the scenario's goal is reached.
    pub(super) fn has_won(&self) -> bool {
        self.rules.has_reached_goal(&self.table, self.side)
    }

    /// Plays a random order; returns `false` if no order can be sent.
    pub(super) fn play_random(
        &mut self,
        rng: &mut StableRng,
        options: &mut Vec<SendOption>,
    ) -> bool {
        options.clear();
        self.send_options(options);
        if options.is_empty() || self.program.is_full() {
            return false;
        }
        let option = options[rng.below(options.len() as u64) as usize];
        let stone = option.stone.or_else(|| {
            let arrow = option.kind.arrows()[rng.below(4) as usize];
            Stone::new(option.kind, arrow)
        });
        let targets = self.targets(option.kind);
        let target = targets[rng.below(targets.len() as u64) as usize];
        if let Some(stone) = stone {
            self.send(option, stone, target);
        }
        stone.is_some()
    }
}

/// Returns the stone of an option that is already set, or all stones of its kind.
pub(super) fn possible_stones(option: SendOption) -> ArrayVec<Stone, 4> {
    match option.stone {
        Some(stone) => std::iter::once(stone).collect(),
        None => {
            let arrows: [Arrow; 4] = option.kind.arrows();
            let stones = arrows.into_iter();
            stones.filter_map(|a| Stone::new(option.kind, a)).collect()
        }
    }
}
