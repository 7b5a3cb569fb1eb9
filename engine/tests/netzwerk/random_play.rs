//! Matches of the naive rules played at random.

use botwerk_engine::{Generator, RootSeed, Seat};

use crate::naive::Naive;

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
