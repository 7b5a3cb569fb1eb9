//! Exposure: where a seat's robots can stand when it must send its first stone of a round.

use botwerk_engine::StableRng;
use botwerk_engine::droids::{
    Action, Colour, Kind, KindCounts, Pending, PublicState, Rules, Side, Slot, Stone, Transmitter,
};

use super::determinization::Determinization;
use crate::droids::program::{Program, ProgramStep};
use crate::droids::seat::{SeatContext, earlier_senders};
use crate::node_meter::NodeMeter;

/// Number of sampled courses before the first stone if several seats send before it.
const SAMPLED_COURSES: usize = 3;

/// Number of determinizations whose situations are collected.
const DETERMINIZATIONS: usize = 8;

/// Number of nodes of a choice for each node that its exposure may take.
const NODES_PER_EXPOSURE_NODE: u64 = 10;

/// One situation in which a seat must send its first stone.
#[derive(Debug, Clone, Copy)]
struct Situation {
    /// Transmitters of the droid's column, as bits.
    droid: u16,
    /// Transmitters of the repair robots' columns, as bits.
    repairers: u16,
    /// Covered transmitters, as bits.
    covered: u16,
}

impl Situation {
    fn new(table: &PublicState, side: Side, hits: u16) -> Self {
        let bit = |square| 1 << side.column(square).index();
        Self {
            droid: table.droid(side).square.map_or(0, bit),
            repairers: { table.repairers }.fold(0, |bits, square| bits | bit(square)),
            covered: table.bank(side).strips().bits() | hits,
        }
    }

    /// Returns `true` if one of these front stones can be sent.
    const fn allows(self, fronts: FrontStones) -> bool {
        (self.droid & fronts.droid | self.repairers & fronts.grey) & !self.covered != 0
    }
}

/// Transmitters whose front stone is for the droid or for repair robots, as bits.
#[derive(Debug, Clone, Copy, Default)]
struct FrontStones {
    droid: u16,
    grey: u16,
}

/// The stones of a seat by slot.
#[derive(Debug, Clone)]
struct Placement {
    stones: [Option<Colour>; Slot::COUNT],
}

impl Placement {
    fn new(table: &PublicState, side: Side, program: &Program) -> Self {
        let mut stones = [None; Slot::COUNT];
        for (slot, stone) in table.bank(side).stones() {
            stones[slot.index()] = Some(stone.kind().colour());
        }
        for step in program.iter().filter(|step| step.is_new) {
            stones[step.slot.index()] = Some(step.stone.kind().colour());
        }
        Self { stones }
    }

    fn fronts(&self) -> FrontStones {
        let mut fronts = FrontStones::default();
        for transmitter in Transmitter::all() {
            let first = transmitter.index() * Slot::PER_TRANSMITTER;
            let mut slots = self.stones[first..first + Slot::PER_TRANSMITTER].iter();
            match slots.find_map(|stone| *stone) {
                Some(Colour::Grey) => fronts.grey |= 1 << transmitter.index(),
                Some(_) => fronts.droid |= 1 << transmitter.index(),
                None => {}
            }
        }
        fronts
    }

    /// Returns the free slot of a transmitter that is farthest from the field.
    fn last_free(&self, transmitter: Transmitter) -> Option<Slot> {
        let first = transmitter.index() * Slot::PER_TRANSMITTER;
        let mut slots = (first..first + Slot::PER_TRANSMITTER).rev();
        slots
            .find(|slot| self.stones[*slot].is_none())
            .and_then(Slot::from_index)
    }
}

/// The situations of several determinizations.
#[derive(Debug, Default)]
pub(super) struct Exposure {
    situations: Vec<Situation>,
}

impl Exposure {
    /// Collects the situations of sampled determinizations, for a part of the nodes that remain.
    pub(super) fn sample(
        seat: &SeatContext<'_>,
        meter: &mut NodeMeter<'_>,
        mut sample: impl FnMut(&mut NodeMeter<'_>) -> Determinization,
    ) -> Self {
        let mut exposure = Self::default();
        let (rules, side) = (seat.rules, seat.side);
        // A seat that sends first does so in the present situation.
        let count = if earlier_senders(seat.table, side).is_empty() {
            1
        } else {
            DETERMINIZATIONS
        };
        meter.within(meter.remaining() / NODES_PER_EXPOSURE_NODE, |meter| {
            for _ in 0..count {
                let determinization = sample(meter);
                exposure.add(rules, &determinization, side, meter);
                if meter.is_exhausted() {
                    break;
                }
            }
        });
        exposure
    }

    /// Adds the situations of one determinization, in which all other stones are set.
    fn add(
        &mut self,
        rules: &Rules,
        determinization: &Determinization,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) {
        let (table, rng) = (&determinization.table, &mut determinization.seed.rng());
        let earlier = earlier_senders(table, side);
        if !earlier.is_empty() {
            // Earlier seats may move repair robots by stones that were not sampled.
            let now = Situation::new(table, side, 0);
            let columns = { table.repairers }.map(|square| 1 << side.column(square).index());
            let moved = columns.map(|column: u16| now.repairers & !column);
            let moved = moved.chain((!table.repairers.is_empty()).then_some(0));
            let situations = moved.map(|repairers| Situation { repairers, ..now });
            self.situations.extend(situations);
        }
        match earlier[..] {
            [] => self.situations.push(Situation::new(table, side, 0)),
            [only] => {
                let mut sends = Vec::new();
                rules.list_sends(table, only, &mut sends);
                if sends.is_empty() {
                    self.situations.push(Situation::new(table, side, 0));
                }
                for send in sends {
                    if !meter.take_one() {
                        return;
                    }
                    let mut next = table.clone();
                    let hits = apply_send(rules, &mut next, only, send, side, rng);
                    self.situations.push(Situation::new(&next, side, hits));
                }
            }
            _ => {
                for _ in 0..SAMPLED_COURSES {
                    let mut next = table.clone();
                    let mut hits = 0;
                    for sender in &earlier {
                        let mut sends = Vec::new();
                        rules.list_sends(&next, *sender, &mut sends);
                        if sends.is_empty() {
                            continue;
                        }
                        if !meter.take_one() {
                            return;
                        }
                        let send = sends[rng.below(sends.len() as u64) as usize];
                        hits |= apply_send(rules, &mut next, *sender, send, side, rng);
                    }
                    self.situations.push(Situation::new(&next, side, hits));
                }
            }
        }
    }

    fn count_survived(&self, placement: &Placement) -> usize {
        let fronts = placement.fronts();
        let allowing = self.situations.iter().filter(|s| s.allows(fronts));
        allowing.count()
    }

    /// Returns the fraction of the situations in which a seat with these stones set can send one; 1 without situations.
    pub(super) fn survival(&self, table: &PublicState, side: Side, program: &Program) -> f64 {
        if self.situations.is_empty() {
            return 1.0;
        }
        let survived = self.count_survived(&Placement::new(table, side, program));
        survived as f64 / self.situations.len() as f64
    }

    /// Returns a program with stones of the hand added where they allow a first stone in most situations.
    pub(super) fn hedged(
        &self,
        table: &PublicState,
        side: Side,
        program: &Program,
        mut hand: KindCounts,
        rng: &mut StableRng,
    ) -> Program {
        let mut hedged = program.clone();
        for step in program.iter().filter(|step| step.is_new) {
            hand.remove(step.stone.kind());
        }
        let mut placement = Placement::new(table, side, program);
        while !hedged.is_full() && !hand.is_empty() {
            let current = self.count_survived(&placement);
            let mut best: Option<(usize, u64, bool, Slot)> = None;
            for is_grey in [false, true] {
                let mut kinds = hand.kinds();
                if !kinds.any(|(kind, _)| is_grey == (kind.colour() == Colour::Grey)) {
                    continue;
                }
                for transmitter in Transmitter::all() {
                    if table.bank(side).strips().contains(transmitter) {
                        continue;
                    }
                    let Some(slot) = placement.last_free(transmitter) else {
                        continue;
                    };
                    let colour = if is_grey { Colour::Grey } else { Colour::Red };
                    placement.stones[slot.index()] = Some(colour);
                    let survived = self.count_survived(&placement);
                    placement.stones[slot.index()] = None;
                    let tie = rng.below(1 << 20);
                    if survived > current && best.is_none_or(|(s, t, ..)| (survived, tie) > (s, t))
                    {
                        best = Some((survived, tie, is_grey, slot));
                    }
                }
            }
            let Some((_, _, is_grey, slot)) = best else {
                break;
            };
            let fitting = |(kind, _): &(Kind, u8)| is_grey == (kind.colour() == Colour::Grey);
            let kinds: Vec<Kind> = hand.kinds().filter(fitting).map(|(kind, _)| kind).collect();
            let kind = kinds[rng.below(kinds.len() as u64) as usize];
            let arrow = kind.arrows()[rng.below(4) as usize];
            let Some(stone) = Stone::new(kind, arrow) else {
                break;
            };
            placement.stones[slot.index()] = Some(kind.colour());
            hand.remove(kind);
            hedged.push(ProgramStep {
                slot,
                stone,
                target: None,
                is_new: true,
            });
        }
        hedged
    }
}

/// Executes the front stone of a transmitter; returns the transmitters of `victim` that dice cover, as bits.
fn apply_send(
    rules: &Rules,
    table: &mut PublicState,
    sender: Side,
    send: Action,
    victim: Side,
    rng: &mut StableRng,
) -> u16 {
    let Action::Send {
        transmitter,
        target,
    } = send
    else {
        return 0;
    };
    let Some((slot, stone)) = table.bank(sender).front(transmitter) else {
        return 0;
    };
    table.remove_stone(sender, slot);
    rules.execute(table, sender, transmitter, stone, target);
    let mut hits = 0;
    while let Some(pending) = table.pending.pop() {
        if pending == Pending::Die(victim) {
            hits |= 1 << rng.below(Transmitter::COUNT as u64);
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use botwerk_engine::droids::{Droids, State};
    use botwerk_engine::{GameNotation, GameType, Options, RootSeed, Seat};

    use super::*;
    use crate::agent::Budget;

    /// A position in which N sends before S, with these stones set.
    fn position(stones: &str) -> (Droids, State) {
        let options = Options::resolve(Droids::spec().options, [("scenario", "2")]).unwrap();
        let game = Droids::new(2, options).unwrap();
        let drawn = if stones.starts_with('S') {
            "VD"
        } else {
            "VD,VD"
        };
        let hands = format!("S:{drawn},FIRE,TAKE,TAKE,TAKE,RM;N:V2,VM,B1,B1,FIRE,TAKE");
        let text = format!("2 SN 5 N set S S39,N01 - - - - N - {hands} {stones} - -");
        let state = game
            .parse_position(&text)
            .unwrap_or_else(|error| panic!("{error}"));
        (game, state)
    }

    /// Returns the exposure of S, and its survival without and with hedges.
    fn survivals(stones: &str) -> (f64, f64) {
        let (game, state) = position(stones);
        let (rules, table, side) = (game.rules(), state.table(), Side::South);
        let mut rng = RootSeed::from_text("exposure").rng_for_agent(Seat::FIRST, 1);
        let mut meter = NodeMeter::new(&Budget::UNLIMITED, u64::MAX);
        let determinization = Determinization {
            table: table.clone(),
            programs: Default::default(),
            seed: rng.seed(),
        };
        let mut exposure = Exposure::default();
        exposure.add(rules, &determinization, side, &mut meter);
        let none = Program::new();
        let hedged = exposure.hedged(table, side, &none, state.hand(side), &mut rng);
        (
            exposure.survival(table, side, &none),
            exposure.survival(table, side, &hedged),
        )
    }

    #[test]
    fn hedges_cover_the_columns_to_which_earlier_seats_move_the_droid() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let (without, with) = survivals("N10.1:RME");
        assert!(close(without, 0.0) && close(with, 1.0), "{without} {with}");
    }

    #[test]
    fn stone_in_the_present_column_is_lost_if_the_droid_is_moved() {
        // N can send nothing but the relay stone, which moves S from column 4 to column 10.
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let (without, _) = survivals("S4.1:VDNE,N10.1:RME");
        assert!(close(without, 0.0), "{without}");
        let (unmoved, _) = survivals("S4.1:VDNE,N10.1:TAKEE");
        assert!(close(unmoved, 1.0), "{unmoved}");
    }
}
