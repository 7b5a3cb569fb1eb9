//! Any one field of any event changed at random: refused, or the same in meaning, and never a
//! panic.

use botwerk_agents::verify;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{EventLine, FinishLine, Record};
use botwerk_engine::{Generator, RootSeed, Seat, Termination};

use crate::played::played;

/// Changes of each match.
const CHANGES: usize = 600;

/// Texts of actions, actors and keys, right ones and wrong ones.
const WORDS: [&str; 22] = [
    "chance",
    "referee",
    "0",
    "1",
    "2",
    "3",
    "64",
    "-1",
    "",
    "say 1",
    "say 5",
    "say 99",
    "pass",
    "to 1P",
    "to 2W",
    "end",
    "break",
    "late 0",
    "leave 1",
    "roll 1P",
    "start 1P",
    "roll/-/1/0",
];

fn pick(generator: &mut Generator, count: usize) -> usize {
    generator.below(count as u64) as usize
}

fn word(generator: &mut Generator) -> String {
    WORDS[pick(generator, WORDS.len())].into()
}

fn termination(generator: &mut Generator) -> Termination {
    Termination::ALL[pick(generator, Termination::ALL.len())]
}

fn number(generator: &mut Generator, old: u64) -> u64 {
    match generator.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => old.wrapping_sub(1),
        3 => old.wrapping_add(1000),
        4 => old / 2,
        5 => generator.below(1000) * 1000,
        6 => old.wrapping_sub(1000),
        _ => old.wrapping_add(1),
    }
}

fn maybe(generator: &mut Generator, old: Option<u64>) -> Option<u64> {
    (generator.below(6) > 0).then(|| number(generator, old.unwrap_or(0)))
}

fn maybe_small(generator: &mut Generator, old: Option<u32>) -> Option<u32> {
    maybe(generator, old.map(u64::from)).map(|number| number as u32)
}

/// Changes one field of an event.
fn change(line: &mut EventLine, generator: &mut Generator) {
    match generator.below(10) {
        0 => line.seq = number(generator, line.seq),
        1 => line.by = word(generator),
        2 => line.action = word(generator),
        3 => line.key = (generator.below(3) > 0).then(|| word(generator)),
        4 => line.turn = maybe_small(generator, line.turn),
        5 => line.act = maybe_small(generator, line.act),
        6 => line.nanos = maybe(generator, line.nanos),
        7 => line.effort = maybe(generator, line.effort),
        8 => line.why = Some(termination(generator)),
        _ => change_race(&mut line.race, generator),
    }
}

fn change_race(race: &mut Vec<FinishLine>, generator: &mut Generator) {
    if race.is_empty() || generator.below(8) == 0 {
        race.push(FinishLine {
            seat: generator.below(5) as u32,
            action: word(generator),
            nanos: number(generator, 5000),
            effort: number(generator, 5),
        });
        return;
    }
    let at = pick(generator, race.len());
    let finish = &mut race[at];
    match generator.below(6) {
        0 => finish.seat = number(generator, u64::from(finish.seat)) as u32,
        1 => finish.action = word(generator),
        2 => finish.nanos = number(generator, finish.nanos),
        3 => finish.effort = number(generator, finish.effort),
        4 => drop(race.remove(at)),
        _ => race.swap(at, 0),
    }
}

/// A line whose meaning does not hang on the order in which announcements arrived.
fn meaning(line: &EventLine) -> EventLine {
    let mut line = line.clone();
    line.race.sort_by_key(|finish| finish.seat);
    line
}

#[test]
fn any_change_of_an_event_is_refused() {
    let tables: [&[&str]; 4] = [
        &["solver", "first-found"],
        &["human", "random", "solver"],
        &["random", "random:think=200s", "random", "random"],
        &["first-found", "human:error=60", "random"],
    ];
    for (number, agents) in tables.iter().enumerate() {
        let expert = ["false", "true"][number % 2];
        let options = [
            ("expert", expert),
            ("round_cap", "10"),
            ("race_limit", "20s"),
        ];
        let honest = played(agents, &options, "mutations");
        let seed = RootSeed::from_text(&format!("mutations {number}"));
        let mut generator = seed.agent(Seat::FIRST, 0);
        for _ in 0..CHANGES {
            let mut forged = honest.clone();
            let at = pick(&mut generator, forged.events.len());
            change(&mut forged.events[at], &mut generator);
            let verified = verify::<MicroRobots>(&forged);
            let same = meaning(&forged.events[at]) == meaning(&honest.events[at]);
            let [was, is] = [&honest, &forged].map(|record| &record.events[at]);
            assert_eq!(
                verified.is_ok(),
                same,
                "{agents:?}: {was:?}\nbecame {is:?}: {verified:?}"
            );
            let read = Record::from_text(&forged.to_text());
            assert!(read.is_err() || read == Ok(forged.clone()), "{is:?}");
        }
    }
}

#[test]
fn records_out_of_order_are_refused_without_a_panic() {
    let honest = played(
        &["random", "human", "solver"],
        &[("round_cap", "10")],
        "order",
    );
    let mut generator = RootSeed::from_text("order").agent(Seat::FIRST, 0);
    for _ in 0..CHANGES {
        let mut forged = honest.clone();
        let [one, other] = [0, 0].map(|_| pick(&mut generator, honest.events.len()));
        match generator.below(3) {
            0 => forged.events.swap(one, other),
            1 => drop(forged.events.remove(one)),
            _ => forged.events.insert(one, honest.events[other].clone()),
        }
        if generator.below(2) == 0 {
            crate::forging::renumber(&mut forged);
        }
        if forged == honest {
            continue;
        }
        // Two seats' passes and a look at the same passes in another order are the same match.
        if let Ok(verified) = verify::<MicroRobots>(&forged) {
            let [a, b] = [one, other].map(|at| &honest.events[at]);
            let passes = a.action == "pass" && b.action == "pass";
            assert!(passes, "{verified:?}: {a:?} and {b:?}");
        }
    }
}
