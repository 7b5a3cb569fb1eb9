//! The errors of setups.

use std::borrow::Cow;

use super::part::SetupPart;
use crate::droids::ruleset::HAND_SIZE;
use crate::droids::side::{Side, Sides};
use crate::droids::stone::{Colour, Kind};

/// The reason for which a setup is not a valid position or view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {}", self.part(), self.expected())]
pub enum SetupError {
    /// The scenario is not that of the match.
    Scenario {
        /// The scenario of the match.
        scenario: u8,
    },
    /// The seats are not those of the match.
    Seats {
        /// The seats of the match.
        seats: Sides,
    },
    /// The round is out of range.
    Round {
        /// The last round.
        max: u16,
    },
    /// A part names a side that is not in play.
    UnknownSide {
        /// The part.
        part: SetupPart,
        /// The side.
        side: Side,
        /// The seats of the match.
        seats: Sides,
    },
    /// A robot or an object is on a wall.
    Wall(SetupPart),
    /// Two robots are on a square.
    SharedSquare(SetupPart),
    /// An object lies on the square of a robot or of another object.
    OccupiedSquare(SetupPart),
    /// A number is out of range.
    Number {
        /// The part.
        part: SetupPart,
        /// The maximum.
        max: u8,
    },
    /// The kinds of a hand that must be known are missing.
    HiddenHand(Side),
    /// A hand has too many stones.
    HandSize(Side),
    /// An order of the mad robot lies on a transmitter of a seat.
    MadStone(SetupPart),
    /// Something is pending after the end.
    PendingAfterEnd,
    /// The droids are not those of the seats.
    Droids {
        /// The seats of the match.
        seats: Sides,
    },
    /// The number of repair robots is not that of the scenario.
    Repairers {
        /// The number in the scenario.
        count: usize,
    },
    /// The mad robot is missing, or the scenario has none.
    MadRobot,
    /// A droid carries too much.
    CargoSize {
        /// The droid's side.
        side: Side,
        /// The maximum.
        max: u8,
    },
    /// There are too many obstacles.
    ObstacleCount,
    /// There are too many mines.
    MineCount,
    /// A droid carries a mine in a scenario that banks them.
    MineCargo(Side),
    /// The container of a side is missing, repeated, or must not exist.
    Container {
        /// The side.
        side: Side,
        /// `true` if the match has this container.
        is_played: bool,
    },
    /// An object lies in the river.
    River,
    /// There are scores in a scenario without scores.
    Scored,
    /// Too few players or teams are still in.
    TooFewPlayers,
    /// The seat that started the round is missing, or is given before the start roll.
    Starter,
    /// The seat that acts is missing, or is given before the start roll.
    Acting,
    /// The seat that acts is out or has stopped.
    ActingStopped,
    /// The seats that send are not those that were in when sending started.
    Senders,
    /// There are sent stones before the send phase.
    SentEarly,
    /// A seat that is out has a hand.
    OutHand(Side),
    /// A seat that is out has stones on its transmitters.
    OutStones(Side),
    /// A seat has too many stones in hand, set and sent.
    StoneCount,
    /// There are too many stones of a kind.
    KindCount {
        /// The kind.
        kind: Kind,
        /// The number of such stones.
        max: u8,
    },
    /// There are too many stones of a colour.
    ColourCount {
        /// The colour.
        colour: Colour,
        /// The number of such stones.
        max: u8,
    },
    /// The mad robot has orders before the solo die.
    OrdersBeforeDie,
    /// The mad robot's orders are not those of the solo die.
    Programme,
    /// There is a solo die in another scenario than the solo scenario.
    DieOutsideSolo,
    /// The solo die of the round is missing.
    DieMissing,
    /// An entry other than the solo die is pending before it.
    DieNotPending,
    /// There is a hand before the solo die.
    HandBeforeDie,
    /// There is a stone of the player before the solo die.
    StoneBeforeDie,
    /// A seat has stopped in the draw phase.
    DoneInDraw,
    /// There are stones on transmitters before the set phase.
    StonesInDraw,
    /// Another seat is to draw.
    DrawOrder,
    /// A seat that draws later has a hand.
    LaterHand,
    /// The start roll is not that of the seats that are in.
    StartRoll,
    /// There is a hand before the start roll.
    HandBeforeStart,
    /// An entry other than a stone is pending in the draw phase.
    DrawPending,
    /// Stones of another seat are pending.
    DrawSeat,
    /// The colours that are pending are not sorted.
    ColourOrder,
    /// There is no stone left of a colour that is pending.
    ColourEmpty,
    /// The number of pending stones is wrong.
    DrawCount,
    /// Something is pending in the set phase.
    SetPending,
    /// A seat does not have all of its stones in the set phase.
    SetCount(Side),
    /// A seat that cannot set any more has not stopped.
    MustStop(Side),
    /// There are hands in the send phase.
    SendHand,
    /// A seat that has finished has stones left.
    FinishedStones,
    /// The seat that acts cannot send a stone.
    CannotSend,
    /// Something is pending, but the seat that acts has sent nothing.
    NothingSent,
    /// Something is pending, but the seat that acts is not sending.
    NotSending,
    /// The mad robot's answer is pending without a mad robot.
    MadRobotPending,
    /// No order can cause the pending entries.
    Causes,
    /// A seat acts after the end.
    ActingAfterEnd,
    /// The winners are missing.
    Winners,
}

impl SetupError {
    /// Returns the part that is wrong.
    pub fn part(&self) -> SetupPart {
        self.describe().0
    }

    /// Returns the id of the rule that is broken, or `None` if the fields contradict each other.
    pub fn rule(&self) -> Option<&'static str> {
        let rule = self.describe().1;
        (!rule.is_empty()).then_some(rule)
    }

    /// Returns what the part must be instead, human-readable.
    pub fn expected(&self) -> Cow<'static, str> {
        self.describe().2
    }

    #[rustfmt::skip] // One reason a line reads as a table.
    fn describe(&self) -> (SetupPart, &'static str, Cow<'static, str>) {
        use SetupPart as P;
        let fixed = |part, rule, expected: &'static str| (part, rule, Cow::Borrowed(expected));
        let built = |part, rule, expected: String| (part, rule, Cow::Owned(expected));
        match *self {
            Self::Scenario { scenario } => built(P::Scenario, "", format!("the scenario {scenario} that is played")),
            Self::Seats { seats } => built(P::Seats, "DR-4", format!("the seats in play, `{seats}`")),
            Self::Round { max } => built(P::Round, "", format!("a round from 1 to {max}")),
            Self::UnknownSide { part, seats, .. } => built(part, "DR-4", format!("a seat in play, of `{seats}`")),
            Self::Wall(part) => fixed(part, "DR-20", "a square without a wall"),
            Self::SharedSquare(part) => fixed(part, "DR-20", "at most one robot per square (DR-20)"),
            Self::OccupiedSquare(part) => fixed(part, "DR-29", "a square without another piece"),
            Self::Number { part, max } => built(part, "", format!("a number from 0 to {max}")),
            Self::HiddenHand(side) => fixed(P::Hand(side), "DR-39", "the kinds of the stones: with their colours alone it is a view, not a position (DR-39)"),
            Self::HandSize(side) => built(P::Hand(side), "DR-3", format!("at most {HAND_SIZE} stones in a hand (DR-3)")),
            Self::MadStone(part) => fixed(part, "DR-37", "a kind of stone such as `V1`, `FIRE` or `GREP`"),
            Self::PendingAfterEnd => fixed(P::Pending, "", "nothing after the end"),
            Self::Droids { seats } => built(P::Droids, "DR-4", format!("the droids of `{seats}`")),
            Self::Repairers { count } => built(P::Repairers, "", format!("{count} repair robots")),
            Self::MadRobot => fixed(P::MadRobot, "DR-37", "the mad robot in the solo scenario, and only there"),
            Self::CargoSize { side, max } => built(P::Cargo(side), "DR-29", format!("at most {max} in a droid's cargo")),
            Self::ObstacleCount => fixed(P::Objects, "DR-1", "at most 25 obstacles (DR-1)"),
            Self::MineCount => fixed(P::Objects, "DR-1", "at most 24 mines (DR-1)"),
            Self::MineCargo(side) => fixed(P::Cargo(side), "DR-35", "no mine as cargo: they are banked (DR-35)"),
            Self::Container { side, is_played: false } => built(P::Container(side), "DR-38", format!("no container of {side}")),
            Self::Container { side, is_played: true } => built(P::Container(side), "DR-38", format!("the container of {side} once, on the field or as cargo")),
            Self::River => fixed(P::Objects, "DR-29", "no object in the river (DR-29)"),
            Self::Scored => fixed(P::Scores, "DR-35", "`-`: the scenario has no scores"),
            Self::TooFewPlayers => fixed(P::Out, "DR-31", "at least two active players or teams (DR-31)"),
            Self::Starter => fixed(P::Starter, "", "the seat that started the round"),
            Self::Acting => fixed(P::Acting, "", "the seat to act"),
            Self::ActingStopped => fixed(P::Acting, "", "an active seat that has not stopped"),
            Self::Senders => fixed(P::Sent, "", "the seats that were active at the start of the send phase"),
            Self::SentEarly => fixed(P::Sent, "", "`-` before the send phase"),
            Self::OutHand(side) => fixed(P::Hand(side), "", "no hand of a seat that is out"),
            Self::OutStones(_) => fixed(P::Stones, "", "no stone of a seat that is out"),
            Self::StoneCount => built(P::Stones, "DR-3", format!("at most {HAND_SIZE} stones of a seat, in hand, set and sent")),
            Self::KindCount { kind, max } => built(P::Hands, "DR-2", format!("at most {max} {kind} stones in all (DR-2)")),
            Self::ColourCount { colour, max } => built(P::Hands, "DR-2", format!("at most {max} {colour} stones in all (DR-2)")),
            Self::OrdersBeforeDie => fixed(P::Stones, "DR-37", "no orders before the solo die"),
            Self::Programme => fixed(P::Stones, "DR-37", "the mad robot's orders as the solo die loads them (DR-37)"),
            Self::DieOutsideSolo => fixed(P::SoloDie, "DR-37", "`-`: only the solo scenario has a solo die"),
            Self::DieMissing => fixed(P::SoloDie, "DR-37", "the solo die of the round"),
            Self::DieNotPending => fixed(P::Pending, "DR-37", "`die:M` alone, or the solo die"),
            Self::HandBeforeDie => fixed(P::Hands, "DR-37", "no hand before the solo die"),
            Self::StoneBeforeDie => fixed(P::Stones, "DR-37", "no stone before the solo die"),
            Self::DoneInDraw => fixed(P::Done, "", "`-` in the draw phase"),
            Self::StonesInDraw => fixed(P::Stones, "", "no stones before the set phase"),
            Self::DrawOrder => fixed(P::Acting, "DR-10", "the first seat in the round's order that is to draw"),
            Self::LaterHand => fixed(P::Hands, "DR-10", "no hand of seats that draw later (DR-10)"),
            Self::StartRoll => fixed(P::Pending, "DR-7", "the start roll of active seats, in round 1"),
            Self::HandBeforeStart => fixed(P::Hands, "DR-7", "no hand before the start roll"),
            Self::DrawPending => fixed(P::Pending, "DR-10", "stones to draw"),
            Self::DrawSeat => fixed(P::Pending, "DR-10", "stones of the seat that draws"),
            Self::ColourOrder => fixed(P::Pending, "DR-10", "colours in the order v b r g"),
            Self::ColourEmpty => fixed(P::Pending, "DR-2", "a colour of which a stone is left"),
            Self::DrawCount => fixed(P::Pending, "DR-10", "one stone, or all seven if draw_mode is commit (DR-10)"),
            Self::SetPending => fixed(P::Pending, "", "`-` in the set phase"),
            Self::SetCount(side) => built(P::Hands, "DR-3", format!("{HAND_SIZE} stones of {side} in hand and set")),
            Self::MustStop(side) => built(P::Done, "DR-13", format!("{side} among those that have stopped (DR-13)")),
            Self::SendHand => fixed(P::Hands, "DR-13", "no hands in the send phase (DR-13)"),
            Self::FinishedStones => fixed(P::Stones, "DR-18", "no stones of a seat that has finished (DR-18)"),
            Self::CannotSend => fixed(P::Acting, "DR-18", "a seat that can send a stone (DR-18)"),
            Self::NothingSent => fixed(P::Sent, "", "the order that causes the pending entries"),
            Self::NotSending => fixed(P::Acting, "", "the seat that sent the order"),
            Self::MadRobotPending => fixed(P::Pending, "DR-37", "no mad robot here"),
            Self::Causes => fixed(P::Pending, "", "dice or a lift of active seats, then `send:M`"),
            Self::ActingAfterEnd => fixed(P::Acting, "", "`-` after the end"),
            Self::Winners => fixed(P::Winners, "", "the winners such as `won:S`"),
        }
    }
}
