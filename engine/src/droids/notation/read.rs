//! The parser of positions and views.

use super::offsets::{Field, FieldOffsets};
use super::write::{format_state, format_view};
use crate::droids::hand::{ColourCounts, KindCounts};
use crate::droids::rules::Rules;
use crate::droids::ruleset::MAD_ROBOT_SIDE;
use crate::droids::setup::{self, Setup, SetupError, SetupHand};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};
use crate::droids::state::{Object, Pending, PendingQueue, Phase, State, View};
use crate::droids::stone::{Colour, Kind, Stone};
use crate::droids::transmitter::{Slot, Strips, Transmitter};
use crate::game::Viewer;
use crate::notation::{ParseError, Scanner};

/// Parses a position of a match with these rules.
pub(in crate::droids) fn parse_state(rules: &Rules, text: &str) -> Result<State, ParseError> {
    let known = Sides::from_iter(Side::ALL);
    let state = read_checked(rules, "position", known, text, |setup| {
        setup::position(rules, setup)
    })?;
    let canonical = format_state(rules, &state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Parses a viewer's view: of other hands only the colours are known.
pub(in crate::droids) fn parse_view(
    rules: &Rules,
    viewer: Viewer,
    text: &str,
) -> Result<View, ParseError> {
    let side = match viewer {
        Viewer::Seat(seat) => rules.side_of(seat),
        Viewer::Spectator => None,
    };
    let known = side.into_iter().collect();
    let view = read_checked(rules, "view", known, text, |setup| {
        setup::view(rules, viewer, setup)
    })?;
    let canonical = format_view(rules, &view);
    if canonical != text {
        return Err(ParseError::not_canonical("view", text, &canonical));
    }
    Ok(view)
}

/// Reads a setup in which these hands are written with kinds and all others with colours, and
/// converts it.
fn read_checked<T>(
    rules: &Rules,
    kind: &'static str,
    known: Sides,
    text: &str,
    convert: impl FnOnce(&Setup) -> Result<T, SetupError>,
) -> Result<T, ParseError> {
    let mut reader = SetupReader {
        is_solo: rules.is_solo(),
        known,
        scan: Scanner::new(kind, text),
        offsets: FieldOffsets::default(),
    };
    let setup = reader.read()?;
    convert(&setup).map_err(|error| {
        let offset = reader.offsets.part_offset(text, error.part);
        ParseError::new(kind, text, offset, error.expected)
    })
}

struct SetupReader<'a> {
    /// Whether the text can contain orders of the mad robot.
    is_solo: bool,
    /// The sides whose hands are written with kinds.
    known: Sides,
    scan: Scanner<'a>,
    offsets: FieldOffsets,
}

impl SetupReader<'_> {
    /// Reads the text without checking the rules.
    fn read(&mut self) -> Result<Setup, ParseError> {
        self.offsets.set(Field::Scenario, self.scan.offset());
        let scenario = self.scan.number()?;
        self.start_field(Field::Seats)?;
        let seats = self.sides()?;
        self.start_field(Field::Round)?;
        let round = self.scan.number()?;
        self.start_field(Field::Starter)?;
        let starter = self.side_or_none()?;
        self.start_field(Field::Phase)?;
        let phase = self.phase()?;
        self.start_field(Field::Acting)?;
        let acting = self.side_or_none()?;
        let mut setup = Setup {
            scenario,
            seats,
            round,
            starter,
            phase,
            acting,
            droids: Default::default(),
            repairers: Squares::EMPTY,
            mad_robot: None,
            obstacles: Squares::EMPTY,
            mines: Squares::EMPTY,
            containers: [None; 4],
            strips: [Strips::default(); 4],
            scores: [None; 4],
            out: Sides::EMPTY,
            done: Sides::EMPTY,
            sent: [None; 4],
            hands: [SetupHand::Kinds(KindCounts::default()); 4],
            stones: [[None; Slot::COUNT]; 4],
            pending: PendingQueue::new(),
            solo_die: None,
        };
        self.start_field(Field::Robots)?;
        self.list(",", |reader| reader.robot(&mut setup))?;
        self.start_field(Field::Objects)?;
        self.list(",", |reader| reader.placed_object(&mut setup))?;
        self.start_field(Field::Strips)?;
        self.strips(&mut setup)?;
        self.start_field(Field::Scores)?;
        setup.scores = self.numbers()?;
        self.start_field(Field::Out)?;
        setup.out = self.sides()?;
        self.start_field(Field::Done)?;
        setup.done = self.sides()?;
        self.start_field(Field::Sent)?;
        setup.sent = self.numbers()?;
        self.start_field(Field::Hands)?;
        self.hands(&mut setup)?;
        self.start_field(Field::Stones)?;
        self.stones(&mut setup)?;
        self.start_field(Field::Pending)?;
        self.pending(&mut setup)?;
        self.start_field(Field::Shift)?;
        setup.solo_die = self.solo_die()?;
        self.scan.clone().finish()?;
        Ok(setup)
    }

    /// Advances to the next field.
    fn start_field(&mut self, field: Field) -> Result<(), ParseError> {
        self.scan.expect(" ")?;
        self.offsets.set(field, self.scan.offset());
        Ok(())
    }

    fn side(&mut self) -> Result<Side, ParseError> {
        Side::read(&mut self.scan)
    }

    fn side_or_none(&mut self) -> Result<Option<Side>, ParseError> {
        if self.scan.accept("-") {
            Ok(None)
        } else {
            self.side().map(Some)
        }
    }

    fn phase(&mut self) -> Result<Phase, ParseError> {
        let phases = [
            ("draw", Phase::Draw),
            ("set", Phase::Set),
            ("send", Phase::Send),
            ("over", Phase::Over(Sides::EMPTY)),
        ];
        let phase = phases.into_iter().find(|(name, _)| self.scan.accept(name));
        let phase = phase.map(|(_, phase)| phase);
        phase.ok_or_else(|| self.scan.expected("`draw`, `set`, `send` or `over`"))
    }

    /// Reads entries until no separator follows; `-` is an empty list.
    fn list(
        &mut self,
        separator: &str,
        mut entry: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        if self.scan.accept("-") {
            return Ok(());
        }
        loop {
            entry(self)?;
            if !self.scan.accept(separator) {
                return Ok(());
            }
        }
    }

    fn robot(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        let before = self.scan.clone();
        if self.scan.accept("r") {
            let square = Square::read(&mut self.scan)?;
            if setup.repairers.contains(square) {
                return Err(before.expected("at most one robot per square (DR-20)"));
            }
            setup.repairers.insert(square);
        } else if self.scan.accept("M") {
            let square = Square::read(&mut self.scan)?;
            if setup.mad_robot.replace(square).is_some() {
                return Err(before.expected("the mad robot only once"));
            }
        } else {
            let side = self.side()?;
            let square = Square::read(&mut self.scan)?;
            let droid = &mut setup.droids[side.index()];
            if droid.square.replace(square).is_some() {
                return Err(before.expected("every droid only once"));
            }
            while self.scan.accept("+") {
                let before = self.scan.clone();
                let object = self.object()?;
                if droid.cargo.try_push(object).is_err() {
                    return Err(before.expected("at most eight objects in a droid's cargo"));
                }
            }
        }
        Ok(())
    }

    fn object(&mut self) -> Result<Object, ParseError> {
        if self.scan.accept("o") {
            Ok(Object::Obstacle)
        } else if self.scan.accept("m") {
            Ok(Object::Mine)
        } else if self.scan.accept("c") {
            self.side().map(Object::Container)
        } else {
            Err(self.scan.expected("`o`, `m` or a container such as `cS`"))
        }
    }

    fn placed_object(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        let before = self.scan.clone();
        let object = self.object()?;
        let square = Square::read(&mut self.scan)?;
        let objects = match object {
            Object::Obstacle => &mut setup.obstacles,
            Object::Mine => &mut setup.mines,
            Object::Container(side) => {
                let container = &mut setup.containers[side.index()];
                if container.replace(square).is_some() {
                    return Err(before.expected("every container only once"));
                }
                return Ok(());
            }
        };
        if objects.contains(square) {
            return Err(before.expected("a square without another piece"));
        }
        objects.insert(square);
        Ok(())
    }

    fn strips(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        self.list(",", |reader| {
            let side = reader.side()?;
            let transmitter = Transmitter::read(&mut reader.scan)?;
            setup.strips[side.index()].cover(transmitter);
            Ok(())
        })
    }

    /// Reads numbers of seats, `S2,N0`.
    fn numbers(&mut self) -> Result<[Option<u32>; 4], ParseError> {
        let mut numbers = [None; 4];
        self.list(",", |reader| {
            let side = reader.side()?;
            numbers[side.index()] = Some(reader.scan.number()?);
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Reads seats without separators, `SWN`.
    fn sides(&mut self) -> Result<Sides, ParseError> {
        let mut sides = Sides::EMPTY;
        if self.scan.accept("-") {
            return Ok(sides);
        }
        while sides.is_empty() || Side::read(&mut self.scan.clone()).is_ok() {
            sides = sides.with(self.side()?);
        }
        Ok(sides)
    }

    fn hands(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        for side in Side::ALL {
            if !self.known.contains(side) {
                setup.hands[side.index()] = SetupHand::Colours(ColourCounts::default());
            }
        }
        self.list(";", |reader| {
            let side = reader.side()?;
            reader.scan.expect(":")?;
            match &mut setup.hands[side.index()] {
                SetupHand::Kinds(hand) => reader.kinds(hand),
                SetupHand::Colours(hand) => {
                    *hand = ColourCounts::read(&mut reader.scan)?;
                    Ok(())
                }
            }
        })
    }

    /// Reads stones into a hand.
    fn kinds(&mut self, hand: &mut KindCounts) -> Result<(), ParseError> {
        loop {
            hand.add(Kind::read(&mut self.scan)?, 1);
            if !self.scan.accept(",") {
                return Ok(());
            }
        }
    }

    fn stones(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        self.list(",", |reader| {
            let is_mad = reader.is_solo && reader.scan.accept(MAD_ROBOT_SIDE.letter());
            let side = if is_mad {
                MAD_ROBOT_SIDE
            } else {
                reader.side()?
            };
            let before = reader.scan.clone();
            let slot = Slot::read(&mut reader.scan)?;
            reader.scan.expect(":")?;
            let stone = Stone::read(&mut reader.scan, is_mad)?;
            let entry = &mut setup.stones[side.index()][slot.index()];
            if entry.replace(stone).is_some() {
                return Err(before.expected("at most one stone per slot"));
            }
            Ok(())
        })
    }

    fn pending(&mut self, setup: &mut Setup) -> Result<(), ParseError> {
        if let Phase::Over(winners) = &mut setup.phase {
            if self.scan.accept("lost") {
                return Ok(());
            }
            if !self.scan.accept("won:") {
                return Err(self.scan.expected("`lost`, or the winners such as `won:S`"));
            }
            *winners = self.sides()?;
            if winners.is_empty() {
                return Err(self.scan.expected("a winning seat"));
            }
            return Ok(());
        }
        self.list(",", |reader| {
            let before = reader.scan.clone();
            let entry = reader.pending_entry()?;
            let pushed = setup.pending.try_push(entry);
            pushed.map_err(|_| before.expected("fewer pending entries: no order causes as many"))
        })
    }

    fn pending_entry(&mut self) -> Result<Pending, ParseError> {
        if self.scan.accept("start:") {
            let seats = self.sides()?;
            if !self.scan.accept(":") {
                return Ok(Pending::Start(seats, 1));
            }
            let before = self.scan.clone();
            let number = self.scan.number()?;
            return match u8::try_from(number) {
                Ok(number @ 2..) => Ok(Pending::Start(seats, number)),
                _ => Err(before.expected("the number of the roll, from 2 to 255")),
            };
        }
        if self.scan.accept("die:M") {
            return Ok(Pending::SoloDie);
        }
        if self.scan.accept("die:") {
            return self.side().map(Pending::Die);
        }
        if self.scan.accept("lift:") {
            return self.side().map(Pending::Lift);
        }
        if self.scan.accept("send:M") {
            return Ok(Pending::MadRobot);
        }
        if self.scan.accept("stone:") {
            let side = self.side()?;
            self.scan.expect(":")?;
            let mut colours = Colour::ALL.into_iter();
            let colour = colours.find(|colour| self.scan.accept(colour.name()));
            let colour = colour.ok_or_else(|| self.scan.expected("a colour of stones"))?;
            return Ok(Pending::Stone(side, colour));
        }
        Err(self
            .scan
            .expected("a pending entry such as `die:S` or `lift:W`"))
    }

    fn solo_die(&mut self) -> Result<Option<Transmitter>, ParseError> {
        if self.scan.accept("-") {
            Ok(None)
        } else {
            Transmitter::read(&mut self.scan).map(Some)
        }
    }
}
