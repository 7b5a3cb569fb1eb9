//! Matches of the naive rules played at random.

use botwerk_engine::{Generator, RootSeed, Seat};

use crate::naive::{Naive, Phase, Point, Rules, Side};

/// A generator that a test's name and a number stand for.
pub(crate) fn seeded(name: &str, number: u32) -> Generator {
    RootSeed::from_text(name).agent(Seat::FIRST, number)
}

/// A legal action drawn so that phases end after some actions and captures are frequent.
pub(crate) fn drawn_action(naive: &Naive, generator: &mut Generator) -> Option<String> {
    let legal = naive.legal();
    let ends = |action: &&String| matches!(action.as_str(), "/" | ".");
    let captures = |action: &&String| action.contains('x');
    let wanted: Vec<&String> = match generator.below(10) {
        0..4 => legal.iter().filter(ends).collect(),
        4..7 => legal.iter().filter(captures).collect(),
        _ => legal.iter().collect(),
    };
    let from = if wanted.is_empty() {
        legal.iter().collect()
    } else {
        wanted
    };
    if from.is_empty() {
        return None;
    }
    Some(from[generator.below(from.len() as u64) as usize].clone())
}

/// An action of a match in which nothing happens: a robot goes sideways and back.
pub(crate) fn idle_action(naive: &Naive, generator: &mut Generator) -> Option<String> {
    let legal = naive.legal();
    let back = match &naive.position().phase {
        Phase::Robots(trips) => trips
            .iter()
            .map(|(start, trip)| format!("{}-{start}", trip.now))
            .find(|back| legal.contains(back)),
        Phase::Batteries(_) => None,
    };
    let ends = |action: &&String| matches!(action.as_str(), "/" | ".");
    let end = legal.iter().find(ends).cloned();
    back.or(end).or_else(|| {
        let is_sideways = |action: &&String| {
            let ranks: Vec<&str> = action
                .split('-')
                .filter_map(|point| point.get(1..))
                .collect();
            matches!(ranks[..], [from, to] if from == to)
        };
        let sideways: Vec<&String> = legal.iter().filter(is_sideways).collect();
        if sideways.is_empty() {
            drawn_action(naive, generator)
        } else {
            Some(sideways[generator.below(sideways.len() as u64) as usize].clone())
        }
    })
}

/// The text of a position with as many batteries as there are, robots of both anywhere (rarely
/// none), counts
/// near their limits, at a turn's start or in a battery phase; it may well be decided.
pub(crate) fn drawn_position(rules: &Rules, generator: &mut Generator) -> String {
    let mut position = rules.start();
    let on_board = |point: &Point| rules.has(*point);
    let points = (1..=13).flat_map(|rank| (1..=13).map(move |file| Point::new(file, rank)));
    let (mut squares, mut fields) = (Vec::new(), Vec::new());
    for point in points.filter(on_board) {
        if point.is_square() {
            squares.push(point);
        } else if point.is_field() {
            fields.push(point);
        }
    }
    generator.shuffle(&mut squares);
    generator.shuffle(&mut fields);
    for side in [Side::White, Side::Black] {
        let most = rules.width as u64;
        let count = match generator.below(50) {
            0 => 0,
            _ => 1 + generator.below(most) as usize,
        };
        let robots = squares.split_off(squares.len() - count);
        *position.robots_mut(side) = robots.into_iter().collect();
    }
    position.batteries = fields.into_iter().take(position.batteries.len()).collect();
    if generator.below(2) == 0 {
        position.side = position.side.other();
    }
    position.quiet = near(rules.quiet_turns, generator);
    if rules.turn_cap > 0 {
        position.turns = near(rules.turn_cap, generator);
    }
    if generator.below(4) == 0 {
        let moved = position
            .batteries
            .iter()
            .filter(|_| generator.below(5) == 0);
        position.phase = Phase::Batteries(moved.copied().collect());
    }
    position.text()
}

/// A count that begins, or sometimes one at a limit.
fn near(limit: u32, generator: &mut Generator) -> u32 {
    match generator.below(16) {
        0 => limit.saturating_sub(1),
        1 => limit,
        2 => limit + 1,
        _ => generator.below(4) as u32,
    }
}
