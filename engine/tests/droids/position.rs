//! Builder for positions, field by field.

use crate::pair::Pair;

/// Field indices of a position's text.
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

/// Squares for repair robots that do not interfere with the cases.
const AWAY: [&str; 2] = ["r77", "r89"];

/// The fields of a position's text.
#[derive(Debug, Clone)]
pub(crate) struct Position([String; 17]);

impl Position {
    /// Returns a position in the send phase of round 2 of scenario 1, with S to act. Unless
    /// `robots` contains repair robots, they are placed out of the way; every seat has sent one
    /// stone.
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

    /// Returns a position in the draw phase of round 2 with the given hands and seat to act.
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

    /// Returns a position in the set phase of round 2 with the given hands, with S to act.
    pub(crate) fn setting(seats: &str, hands: &str) -> Self {
        Self::drawing(seats, hands, "S").with(PHASE, "set")
    }

    /// Replaces a field.
    pub(crate) fn with(mut self, field: usize, text: &str) -> Self {
        text.clone_into(&mut self.0[field]);
        self
    }

    /// Sets the scenario and removes the repair robots in scenario 2.
    pub(crate) fn scenario(mut self, number: &str) -> Self {
        if number == "2" {
            let away = format!(",{}", AWAY.join(","));
            self.0[ROBOTS] = self.0[ROBOTS].replace(&away, "");
        }
        self.with(SCENARIO, number)
    }

    pub(crate) fn text(&self) -> String {
        self.0.join(" ")
    }

    /// Returns a match at this position.
    pub(crate) fn play(&self) -> Pair {
        self.play_with(&[])
    }

    /// Returns a match at this position with options.
    pub(crate) fn play_with(&self, options: &[(&str, &str)]) -> Pair {
        let mut option_values = vec![("scenario", &*self.0[SCENARIO])];
        option_values.extend(options);
        if self.0[SEATS] == "SW" {
            option_values.push(("sides", "neighbours"));
        }
        Pair::at(self.0[SEATS].len(), &option_values, &self.text())
    }

    /// Returns the match after S has sent the stone of a transmitter.
    pub(crate) fn after_sending(&self, transmitter: u32) -> Pair {
        let mut pair = self.play();
        pair.act("S", &format!("send {transmitter}"));
        pair
    }
}

/// Returns the droids after a seat has sent the only stone of a transmitter.
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
