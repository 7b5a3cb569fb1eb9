//! Unchecked setups of Droids, and the checks that make a position or a view of one.

mod consistency;
mod fields;
mod part;

pub(super) use consistency::{position, view};
pub(super) use part::SetupToken;
pub use part::{SetupField, SetupPart};

use super::hand::{ColourCounts, KindCounts};
use super::rules::Rules;
use super::side::{Side, Sides};
use super::square::{Square, Squares};
use super::state::{Droid, Object, PendingQueue, Phase, PublicState};
use super::state::{State, View};
use super::stone::Stone;
use super::transmitter::{Slot, Strips, Transmitter};

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position or a view. Arrays are in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The scenario's number.
    pub scenario: u32,
    /// The seats in play.
    pub seats: Sides,
    /// The round, from 1.
    pub round: u32,
    /// The seat that started the round; `None` before the start roll.
    pub starter: Option<Side>,
    /// The phase, with the winners after the end.
    pub phase: Phase,
    /// The seat that acts; `None` before the start roll and after the end.
    pub acting: Option<Side>,
    /// The droids.
    pub droids: [Droid; 4],
    /// The squares of the repair robots.
    pub repairers: Squares,
    /// The mad robot's square, in the solo scenario (DR-37).
    pub mad_robot: Option<Square>,
    /// The squares of the obstacles, without those of containers.
    pub obstacles: Squares,
    /// The squares of the mines.
    pub mines: Squares,
    /// The squares of the containers; `None` for one that is carried or that does not exist.
    pub containers: [Option<Square>; 4],
    /// The damage strips of each side.
    pub strips: [Strips; 4],
    /// The mines banked by each seat, in scenarios that bank them (DR-35); `None` means 0.
    pub scores: [Option<u32>; 4],
    /// The seats that are out.
    pub out: Sides,
    /// The seats that have stopped setting or finished sending.
    pub done: Sides,
    /// The stones sent by each seat that was in when the send phase began; `None` for the others.
    pub sent: [Option<u32>; 4],
    /// The stones in each hand.
    pub hands: [SetupHand; 4],
    /// The stones on the transmitters of each side.
    pub stones: [[Option<Stone>; Slot::COUNT]; 4],
    /// The pending entries, the next one first.
    pub pending: PendingQueue,
    /// The round's solo die (DR-37).
    pub solo_die: Option<Transmitter>,
}

/// The known stones of a hand (DR-39).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupHand {
    /// The kinds are known, as in a position and for a viewer's own hand.
    Kinds(KindCounts),
    /// Only the colours are known, as for the hands of other seats.
    Colours(ColourCounts),
}

impl SetupHand {
    fn colours(self) -> ColourCounts {
        match self {
            Self::Kinds(kinds) => kinds.colours(),
            Self::Colours(colours) => colours,
        }
    }
}

impl Setup {
    /// Returns the setup of a position.
    pub(super) fn from_state(rules: &Rules, state: &State) -> Self {
        Self::from_public_state(rules, &state.table, |side| {
            SetupHand::Kinds(state.hands[side.index()])
        })
    }

    /// Returns the setup of a view.
    pub(super) fn from_view(rules: &Rules, view: &View) -> Self {
        Self::from_public_state(rules, &view.table, |side| {
            if view.side == Some(side) {
                SetupHand::Kinds(view.hand)
            } else {
                SetupHand::Colours(view.table.hands[side.index()])
            }
        })
    }

    fn from_public_state(
        rules: &Rules,
        table: &PublicState,
        hand: impl Fn(Side) -> SetupHand,
    ) -> Self {
        let containers = table.containers.into_iter().flatten().collect();
        let mut stones = [[None; Slot::COUNT]; 4];
        for side in Side::ALL {
            for (slot, stone) in table.bank(side).stones() {
                stones[side.index()][slot.index()] = Some(stone);
            }
        }
        let sent = |side: Side| u32::from(table.sent[side.index()]);
        let score = |side: Side| u32::from(table.scores[side.index()]);
        let scored = if rules.banks_mines {
            table.seats
        } else {
            Sides::EMPTY
        };
        Self {
            scenario: rules.scenario.into(),
            seats: table.seats,
            round: table.round.into(),
            starter: table.starter,
            phase: table.phase,
            acting: table.acting,
            droids: table.droids.clone(),
            repairers: table.repairers,
            mad_robot: table.mad_robot,
            obstacles: table.obstacles.difference(containers),
            mines: table.mines,
            containers: table.containers,
            strips: table.banks.each_ref().map(|bank| bank.strips),
            scores: Side::ALL.map(|side| scored.contains(side).then(|| score(side))),
            out: table.out,
            done: table.done,
            sent: Side::ALL.map(|side| table.senders.contains(side).then(|| sent(side))),
            hands: Side::ALL.map(hand),
            stones,
            pending: table.pending.clone(),
            solo_die: table
                .solo_die
                .and_then(|die| Transmitter::from_index(usize::from(die).checked_sub(1)?)),
        }
    }

    /// Converts the setup to a position; all fields must have been checked.
    fn to_state(&self, known: Sides) -> State {
        let is_sender = |side: &Side| self.sent[side.index()].is_some();
        let mut table = PublicState {
            round: self.round as u16,
            starter: self.starter,
            phase: self.phase,
            acting: self.acting,
            droids: self.droids.clone(),
            repairers: self.repairers,
            mad_robot: self.mad_robot,
            obstacles: self.obstacles,
            mines: self.mines,
            containers: [None; 4],
            banks: Default::default(),
            scores: self.scores.map(|score| score.unwrap_or(0) as u8),
            seats: self.seats,
            out: self.out,
            done: self.done,
            senders: Side::ALL.into_iter().filter(is_sender).collect(),
            sent: self.sent.map(|sent| sent.unwrap_or(0) as u8),
            hands: self.hands.map(SetupHand::colours),
            pending: self.pending.clone(),
            solo_die: self.solo_die.map(|die| die.number() as u8),
        };
        for side in Side::ALL {
            if let Some(square) = self.containers[side.index()] {
                table.put_object(square, Object::Container(side));
            }
            let bank = &mut table.banks[side.index()];
            bank.strips = self.strips[side.index()];
            for (slot, stone) in Slot::all().zip(self.stones[side.index()]) {
                if let Some(stone) = stone {
                    bank.put(slot, stone);
                }
            }
        }
        let hand = |side: Side| match self.hands[side.index()] {
            SetupHand::Kinds(kinds) if known.contains(side) => kinds,
            SetupHand::Kinds(_) | SetupHand::Colours(_) => KindCounts::default(),
        };
        State {
            table,
            hands: Side::ALL.map(hand),
        }
    }
}
