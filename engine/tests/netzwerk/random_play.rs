//! Random actions and positions for the naive rules.

use botwerk_engine::{RootSeed, Seat, StableRng};

use crate::naive::{Naive, Phase, Point, Rules, Side};

/// Returns a generator seeded with a test's name and a number.
pub(crate) fn seeded(name: &str, number: u32) -> StableRng {
    RootSeed::from_text(name).rng_for_agent(Seat::FIRST, number)
}

/// Returns a random legal action, weighted so that phases end after some actions and captures are
/// frequent.
pub(crate) fn random_action(naive: &Naive, generator: &mut StableRng) -> Option<String> {
    let legal = naive.legal();
    let ends = |action: &&String| matches!(action.as_str(), "/" | ".");
    let captures = |action: &&String| action.contains('x');
    let preferred: Vec<&String> = match generator.below(10) {
        0..4 => legal.iter().filter(ends).collect(),
        4..7 => legal.iter().filter(captures).collect(),
        _ => legal.iter().collect(),
    };
    let from = if preferred.is_empty() {
        legal.iter().collect()
    } else {
        preferred
    };
    if from.is_empty() {
        return None;
    }
    Some(from[generator.below(from.len() as u64) as usize].clone())
}

/// Returns an action of a match without progress: a robot moves sideways and back.
pub(crate) fn idle_action(naive: &Naive, generator: &mut StableRng) -> Option<String> {
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
            random_action(naive, generator)
        } else {
            Some(sideways[generator.below(sideways.len() as u64) as usize].clone())
        }
    })
}

/// Returns the text of a random position: all batteries, robots of both sides anywhere (rarely
/// none), counts near their limits, at the start of a turn or in a battery phase. The match may be
/// over.
pub(crate) fn random_position(rules: &Rules, generator: &mut StableRng) -> String {
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
        let max = rules.width as u64;
        let count = match generator.below(50) {
            0 => 0,
            _ => 1 + generator.below(max) as usize,
        };
        let robots = squares.split_off(squares.len() - count);
        *position.robots_mut(side) = robots.into_iter().collect();
    }
    position.batteries = fields.into_iter().take(position.batteries.len()).collect();
    if generator.below(2) == 0 {
        position.side = position.side.other();
    }
    position.quiet = random_count(rules.quiet_turns, generator);
    if rules.turn_cap > 0 {
        position.turns = random_count(rules.turn_cap, generator);
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

/// Returns a small count, or occasionally one near the limit.
fn random_count(limit: u32, generator: &mut StableRng) -> u32 {
    match generator.below(16) {
        0 => limit.saturating_sub(1),
        1 => limit,
        2 => limit + 1,
        _ => generator.below(4) as u32,
    }
}
