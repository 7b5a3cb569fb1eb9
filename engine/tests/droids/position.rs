//! Positions that tests put together field by field.

use crate::pair::Pair;

/// Fields of a position's text.
pub(crate) const SCENARIO: usize = 0;
pub(crate) const SEATS: usize = 1;
pub(crate) const ROUND: usize = 2;
pub(crate) const STARTER: usize = 3;
pub(crate) const PHASE: usize = 4;
pub(crate) const ACTING: usize = 5;
pub(crate) const ROBOTS: usize = 6;
pub(crate) const OBJECTS: usize = 7;
pub(crate) const STRIPS: usize = 8;
pub(crate) const SCORES: usize = 9;
pub(crate) const OUT: usize = 10;
pub(crate) const DONE: usize = 11;
pub(crate) const SENT: usize = 12;
pub(crate) const HANDS: usize = 13;
pub(crate) const STONES: usize = 14;
pub(crate) const PENDING: usize = 15;
pub(crate) const DIE: usize = 16;

/// Squares far from everything that the cases look at, for repair robots.
const AWAY: [&str; 2] = ["r77", "r89"];

/// A position to be.
#[derive(Debug, Clone)]
pub(crate) struct Position([String; 17]);

impl Position {
    /// The send phase of round 2 of scenario 1, in which S acts. Repair robots that are not among
    /// the robots stand away, and whoever is in has sent a stone.
    pub(crate) fn sending(seats: &str, robots: &str, stones: &str) -> Self {
        let sent: Vec<String> = seats.chars().map(|seat| format!("{seat}1")).collect();
        let mut robots = robots.to_owned();
        if !robots.contains('r') {
            robots = format!("{robots},{}", AWAY.join(","));
        }
        let fields = [
            "1",
            seats,
            "2",
            "S",
            "send",
            "S",
            &robots,
            "-",
            "-",
            "-",
            "-",
            "-",
            &sent.join(","),
            "-",
            stones,
            "-",
            "-",
        ];
        Self(fields.map(str::to_owned))
    }

    /// The draw phase of round 2 with these hands, in which this seat acts.
    pub(crate) fn drawing(seats: &str, hands: &str, acting: &str) -> Self {
        let starts = [("S", "S59"), ("W", "W04"), ("N", "N40"), ("E", "E95")];
        let robots = starts.iter().filter(|(seat, _)| seats.contains(seat));
        let robots: Vec<_> = robots.map(|(_, robot)| *robot).collect();
        Self::sending(seats, &robots.join(","), "-")
            .with(PHASE, "draw")
            .with(SENT, "-")
            .with(HANDS, hands)
            .with(ACTING, acting)
    }

    /// The set phase of round 2 with these hands, in which S acts.
    pub(crate) fn setting(seats: &str, hands: &str) -> Self {
        Self::drawing(seats, hands, "S").with(PHASE, "set")
    }

    /// The same with another field.
    pub(crate) fn with(mut self, field: usize, text: &str) -> Self {
        text.clone_into(&mut self.0[field]);
        self
    }

    /// In scenarios 2 and 4 there are no repair robots; in the others here two.
    pub(crate) fn scenario(mut self, number: &str) -> Self {
        if ["2", "4"].contains(&number) {
            let away = format!(",{}", AWAY.join(","));
            self.0[ROBOTS] = self.0[ROBOTS].replace(&away, "");
        }
        self.with(SCENARIO, number)
    }

    pub(crate) fn text(&self) -> String {
        self.0.join(" ")
    }

    /// The match at this position.
    pub(crate) fn play(&self) -> Pair {
        self.play_with(&[])
    }

    /// The match at this position with options.
    pub(crate) fn play_with(&self, options: &[(&str, &str)]) -> Pair {
        let mut given = vec![("scenario", &*self.0[SCENARIO])];
        given.extend(options);
        Pair::at(self.0[SEATS].len(), &given, &self.text())
    }

    /// The match after S has sent the stone of a transmitter.
    pub(crate) fn sent(&self, transmitter: u32) -> Pair {
        let mut pair = self.play();
        pair.act("S", &format!("send {transmitter}"));
        pair
    }
}

/// The droids after S, or whoever else acts, has sent the only stone of a transmitter.
pub(crate) fn droids_after(seats: &str, robots: &str, stone: &str) -> String {
    let (seat, rest) = stone.split_at(1);
    let transmitter = rest.split('.').next().unwrap();
    let position = Position::sending(seats, robots, stone).with(ACTING, seat);
    let mut pair = position.play();
    pair.act(seat, &format!("send {transmitter}"));
    let robots = pair.field(ROBOTS);
    let droids = robots.split(',').filter(|robot| !AWAY.contains(robot));
    droids.collect::<Vec<_>>().join(",")
}
