//! Reading positions.

use super::check::check;
use super::field::{FIELDS, Field};
use super::write::{format_state, format_view};
use crate::droids::hand::{ColourCounts, KindCounts};
use crate::droids::rules::Rules;
use crate::droids::ruleset::{HAND, MAD};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};
use crate::droids::state::{State, View};
use crate::droids::stone::{Colour, Kind, Stone};
use crate::droids::table::{Object, Pending, Pendings, Phase, Table};
use crate::droids::transmitter::{Slot, Transmitter};
use crate::game::Viewer;
use crate::notation::{ParseError, Scanner};

/// Reads a position of a match with these rules.
pub(in crate::droids) fn parse_state(rules: &Rules, text: &str) -> Result<State, ParseError> {
    let state = read_checked(rules, "position", Sides::from_iter(Side::ALL), text)?;
    let canonical = format_state(rules, &state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Reads what a viewer knows of a position: of other hands the colours.
pub(in crate::droids) fn parse_view(
    rules: &Rules,
    viewer: Viewer,
    text: &str,
) -> Result<View, ParseError> {
    let side = match viewer {
        Viewer::Seat(seat) => rules.side_of(seat),
        Viewer::Spectator => None,
    };
    let State { table, hands } = read_checked(rules, "view", side.into_iter().collect(), text)?;
    let hand = side.map_or_else(KindCounts::default, |side| hands[side.index()]);
    let view = View {
        viewer,
        side,
        table,
        hand,
    };
    let canonical = format_view(rules, &view);
    if canonical != text {
        return Err(ParseError::not_canonical("view", text, &canonical));
    }
    Ok(view)
}

/// Reads a position in which the kinds of these hands stand, and the colours of all others.
fn read_checked(
    rules: &Rules,
    what: &'static str,
    known: Sides,
    text: &str,
) -> Result<State, ParseError> {
    let mut reader = Reader {
        rules,
        known,
        scan: Scanner::new(what, text),
        places: [0; FIELDS],
    };
    let state = reader.read()?;
    check(rules, &state).map_err(|(field, expected)| {
        ParseError::new(what, text, reader.places[field as usize], expected)
    })?;
    Ok(state)
}

struct Reader<'a> {
    rules: &'a Rules,
    /// The sides whose hands stand with their kinds.
    known: Sides,
    scan: Scanner<'a>,
    /// Where each field begins.
    places: [usize; FIELDS],
}

impl Reader<'_> {
    fn read(&mut self) -> Result<State, ParseError> {
        let mut table = self.rules.set_up();
        let mut hands = [KindCounts::default(); 4];
        table.pending.clear();
        self.scenario()?;
        self.seats()?;
        self.begin(Field::Round)?;
        table.round = self.round()?;
        self.begin(Field::Starter)?;
        table.starter = self.side_or_none()?;
        self.begin(Field::Phase)?;
        table.phase = self.phase()?;
        self.begin(Field::Acting)?;
        table.acting = self.side_or_none()?;
        self.begin(Field::Robots)?;
        self.robots(&mut table)?;
        self.begin(Field::Objects)?;
        self.objects(&mut table)?;
        self.begin(Field::Strips)?;
        self.strips(&mut table)?;
        self.begin(Field::Scores)?;
        table.scores = self.numbers(u32::from(u8::MAX))?.1;
        self.begin(Field::Out)?;
        table.out = self.sides()?;
        self.begin(Field::Done)?;
        table.done = self.sides()?;
        self.begin(Field::Sent)?;
        (table.senders, table.sent) = self.numbers(u32::from(HAND))?;
        self.begin(Field::Hands)?;
        self.hands(&mut table, &mut hands)?;
        self.begin(Field::Stones)?;
        self.stones(&mut table)?;
        self.begin(Field::Pending)?;
        self.pending(&mut table)?;
        self.begin(Field::Shift)?;
        table.shift = self.shift()?;
        self.scan.clone().finish()?;
        Ok(State { table, hands })
    }

    /// Moves on to the next field.
    fn begin(&mut self, field: Field) -> Result<(), ParseError> {
        self.scan.expect(" ")?;
        self.places[field as usize] = self.scan.at();
        Ok(())
    }

    fn scenario(&mut self) -> Result<(), ParseError> {
        self.places[Field::Scenario as usize] = self.scan.at();
        let before = self.scan.clone();
        let number = self.rules.scenario;
        if self.scan.number()? != u32::from(number) {
            return Err(before.expected(format!("the scenario {number} that is played")));
        }
        Ok(())
    }

    fn seats(&mut self) -> Result<(), ParseError> {
        self.begin(Field::Seats)?;
        let before = self.scan.clone();
        let seats = self.rules.seats;
        if self.sides()? != seats {
            return Err(before.expected(format!("the seats in play, `{seats}`")));
        }
        Ok(())
    }

    fn round(&mut self) -> Result<u8, ParseError> {
        let (before, cap) = (self.scan.clone(), self.rules.round_cap);
        let round = self.scan.number()?;
        if !(1..=u32::from(cap)).contains(&round) {
            return Err(before.expected(format!("a round from 1 to {cap}")));
        }
        Ok(round as u8)
    }

    /// A seat in play.
    fn side(&mut self) -> Result<Side, ParseError> {
        let before = self.scan.clone();
        let side = Side::read(&mut self.scan)?;
        if self.rules.seats.contains(side) {
            Ok(side)
        } else {
            Err(before.expected(format!("a seat in play, of `{}`", self.rules.seats)))
        }
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

    /// Reads entries until one is followed by something else than a comma; none for `-`.
    fn list(
        &mut self,
        comma: &str,
        mut entry: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        if self.scan.accept("-") {
            return Ok(());
        }
        loop {
            entry(self)?;
            if !self.scan.accept(comma) {
                return Ok(());
            }
        }
    }

    /// A square on which a robot or an object can be.
    fn square(&mut self) -> Result<Square, ParseError> {
        let before = self.scan.clone();
        let square = Square::read(&mut self.scan)?;
        if self.rules.walls.contains(square) {
            return Err(before.expected("a square without a wall"));
        }
        Ok(square)
    }

    fn robots(&mut self, table: &mut Table) -> Result<(), ParseError> {
        table.droids = Default::default();
        table.repairers = Squares::EMPTY;
        table.mad = None;
        self.list(",", |reader| reader.robot(table))
    }

    fn robot(&mut self, table: &mut Table) -> Result<(), ParseError> {
        let before = self.scan.clone();
        let taken = table.robots();
        let square = if self.scan.accept("r") {
            let square = self.square()?;
            table.repairers.insert(square);
            square
        } else if self.scan.accept("M") {
            let square = self.square()?;
            if table.mad.replace(square).is_some() {
                return Err(before.expected("the mad robot once"));
            }
            square
        } else {
            let side = self.side()?;
            let square = self.square()?;
            let droid = &mut table.droids[side.index()];
            if droid.square.replace(square).is_some() {
                return Err(before.expected("every droid once"));
            }
            while self.scan.accept("+") {
                let before = self.scan.clone();
                let object = self.object()?;
                if droid.cargo.try_push(object).is_err() {
                    return Err(before.expected("no more cargo: a droid carries eight at most"));
                }
            }
            square
        };
        if taken.contains(square) {
            return Err(before.expected("one robot a square (DR-20)"));
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

    fn objects(&mut self, table: &mut Table) -> Result<(), ParseError> {
        table.solid = Squares::EMPTY;
        table.mines = Squares::EMPTY;
        table.containers = [None; 4];
        let robots = table.robots();
        self.list(",", |reader| {
            let before = reader.scan.clone();
            let object = reader.object()?;
            let square = reader.square()?;
            if table.object_on(square).is_some() || robots.contains(square) {
                return Err(before.expected("a square on which nothing else is"));
            }
            if let Object::Container(side) = object
                && table.container(side).is_some()
            {
                return Err(before.expected("every container once"));
            }
            table.put_object(square, object);
            Ok(())
        })
    }

    fn strips(&mut self, table: &mut Table) -> Result<(), ParseError> {
        self.list(",", |reader| {
            let side = reader.side()?;
            let transmitter = Transmitter::read(&mut reader.scan)?;
            table.banks[side.index()].strips.lay(transmitter);
            Ok(())
        })
    }

    /// Numbers of seats, `S2,N0`.
    fn numbers(&mut self, most: u32) -> Result<(Sides, [u8; 4]), ParseError> {
        let (mut sides, mut numbers) = (Sides::EMPTY, [0; 4]);
        self.list(",", |reader| {
            let side = reader.side()?;
            let before = reader.scan.clone();
            let number = reader.scan.number()?;
            if number > most {
                return Err(before.expected(format!("a number from 0 to {most}")));
            }
            sides = sides.with(side);
            numbers[side.index()] = number as u8;
            Ok(())
        })?;
        Ok((sides, numbers))
    }

    /// Seats written together, `SWN`.
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

    fn hands(&mut self, table: &mut Table, hands: &mut [KindCounts; 4]) -> Result<(), ParseError> {
        self.list(";", |reader| {
            let side = reader.side()?;
            reader.scan.expect(":")?;
            if reader.known.contains(side) {
                let hand = reader.kinds(hands[side.index()])?;
                hands[side.index()] = hand;
                table.hands[side.index()] = hand.colours();
            } else {
                table.hands[side.index()] = ColourCounts::read(&mut reader.scan)?;
            }
            Ok(())
        })
    }

    /// Stones of a hand beside those that were read before.
    fn kinds(&mut self, before: KindCounts) -> Result<KindCounts, ParseError> {
        let mut hand = before;
        loop {
            let here = self.scan.clone();
            let kind = Kind::read(&mut self.scan)?;
            if hand.total() == HAND {
                return Err(here.expected(format!("at most {HAND} stones in a hand (DR-3)")));
            }
            hand.add(kind, 1);
            if !self.scan.accept(",") {
                return Ok(hand);
            }
        }
    }

    fn stones(&mut self, table: &mut Table) -> Result<(), ParseError> {
        let is_solo = self.rules.is_solo();
        self.list(",", |reader| {
            let is_mad = is_solo && reader.scan.accept(MAD.letter());
            let side = if is_mad { MAD } else { reader.side()? };
            let before = reader.scan.clone();
            let slot = Slot::read(&mut reader.scan)?;
            reader.scan.expect(":")?;
            let stone = Stone::read(&mut reader.scan, is_mad)?;
            let bank = &mut table.banks[side.index()];
            if bank.stone(slot).is_some() {
                return Err(before.expected("one stone a slot"));
            }
            bank.put(slot, stone);
            Ok(())
        })
    }

    fn pending(&mut self, table: &mut Table) -> Result<(), ParseError> {
        if let Phase::Over(winners) = &mut table.phase {
            if self.scan.accept("lost") {
                return Ok(());
            }
            if !self.scan.accept("won:") {
                return Err(self.scan.expected("`lost`, or who has won, `won:S`"));
            }
            let mut won = self.sides()?;
            if won.is_empty() {
                return Err(self.scan.expected("a seat that has won"));
            }
            std::mem::swap(winners, &mut won);
            return Ok(());
        }
        let mut pending = Pendings::new();
        self.list(",", |reader| {
            let before = reader.scan.clone();
            let entry = reader.entry()?;
            let pushed = pending.try_push(entry);
            pushed.map_err(|_| before.expected("no more: an order causes less"))
        })?;
        table.pending = pending;
        Ok(())
    }

    fn entry(&mut self) -> Result<Pending, ParseError> {
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
            return Ok(Pending::Shift);
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
            .expected("what is pending, such as `die:S` or `lift:W`"))
    }

    fn shift(&mut self) -> Result<Option<u8>, ParseError> {
        if self.scan.accept("-") {
            return Ok(None);
        }
        let number = Transmitter::read(&mut self.scan)?.number();
        Ok(Some(number as u8))
    }
}
