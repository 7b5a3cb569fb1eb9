//! Tests that any random change of one field of an event is rejected or does not change the
//! meaning, and never causes a panic.

use botwerk_agents::verify;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{AnnouncementLine, EventLine, Record};
use botwerk_engine::{RootSeed, Seat, StableRng, Termination};

use crate::matches::play_match;

/// Number of changes per match.
const CHANGES: usize = 600;

/// Valid and invalid texts of actions, actors and keys.
const TEXTS: [&str; 22] = [
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

fn pick_index(rng: &mut StableRng, count: usize) -> usize {
    rng.below(count as u64) as usize
}

fn random_text(rng: &mut StableRng) -> String {
    TEXTS[pick_index(rng, TEXTS.len())].into()
}

fn changed_number(rng: &mut StableRng, old: u64) -> u64 {
    match rng.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => old.wrapping_sub(1),
        3 => old.wrapping_add(1000),
        4 => old / 2,
        5 => rng.below(1000) * 1000,
        6 => old.wrapping_sub(1000),
        _ => old.wrapping_add(1),
    }
}

fn changed_optional(rng: &mut StableRng, old: Option<u64>) -> Option<u64> {
    (rng.below(6) > 0).then(|| changed_number(rng, old.unwrap_or(0)))
}

fn changed_small(rng: &mut StableRng, old: Option<u32>) -> Option<u32> {
    changed_optional(rng, old.map(u64::from)).map(|number| number as u32)
}

/// Changes one field of an event.
fn change(line: &mut EventLine, rng: &mut StableRng) {
    match rng.below(10) {
        0 => line.seq = changed_number(rng, line.seq),
        1 => line.actor = random_text(rng),
        2 => line.action = random_text(rng),
        3 => line.key = (rng.below(3) > 0).then(|| random_text(rng)),
        4 => line.turn = changed_small(rng, line.turn),
        5 => line.part = changed_small(rng, line.part),
        6 => line.elapsed_nanos = changed_optional(rng, line.elapsed_nanos),
        7 => line.effort = changed_optional(rng, line.effort),
        8 => line.termination = Some(random_termination(rng)),
        _ => change_race(&mut line.announcements, rng),
    }
}

fn random_termination(rng: &mut StableRng) -> Termination {
    Termination::ALL[pick_index(rng, Termination::ALL.len())]
}

fn change_race(race: &mut Vec<AnnouncementLine>, rng: &mut StableRng) {
    if race.is_empty() || rng.below(8) == 0 {
        race.push(AnnouncementLine {
            seat: rng.below(5) as u32,
            action: random_text(rng),
            elapsed_nanos: changed_number(rng, 5000),
            effort: changed_number(rng, 5),
        });
        return;
    }
    let at = pick_index(rng, race.len());
    let announcement = &mut race[at];
    match rng.below(6) {
        0 => announcement.seat = changed_number(rng, u64::from(announcement.seat)) as u32,
        1 => announcement.action = random_text(rng),
        2 => announcement.elapsed_nanos = changed_number(rng, announcement.elapsed_nanos),
        3 => announcement.effort = changed_number(rng, announcement.effort),
        4 => drop(race.remove(at)),
        _ => race.swap(at, 0),
    }
}

/// Returns a line in which the order of the announcements and the former form of a missing time are
/// normalised.
fn normalised(line: &EventLine) -> EventLine {
    let mut line = line.clone();
    if line.turn.is_some() {
        line.elapsed_nanos = line.elapsed_nanos.filter(|nanos| *nanos != u64::MAX);
    }
    line.announcements
        .sort_by_key(|announcement| announcement.seat);
    line
}

#[test]
fn any_change_of_an_event_is_rejected() {
    let matches: [&[&str]; 4] = [
        &["solver", "first-found"],
        &["human", "random", "solver"],
        &["random", "random:think=200s", "random", "random"],
        &["first-found", "human:error=60", "random"],
    ];
    for (index, agents) in matches.iter().enumerate() {
        let expert = ["false", "true"][index % 2];
        let options = [
            ("expert", expert),
            ("round_cap", "10"),
            ("race_limit", "20s"),
        ];
        let genuine = play_match(agents, &options, "mutations");
        let mut rejected = 0;
        let seed = RootSeed::from_text(&format!("mutations {index}"));
        let mut rng = seed.rng_for_agent(Seat::FIRST, 0);
        for _ in 0..CHANGES {
            let mut forged = genuine.clone();
            let at = pick_index(&mut rng, forged.events.len());
            change(&mut forged.events[at], &mut rng);
            let verified = verify::<MicroRobots>(&forged);
            let is_equivalent = normalised(&forged.events[at]) == normalised(&genuine.events[at]);
            let [before, after] = [&genuine, &forged].map(|record| &record.events[at]);
            assert_eq!(
                verified.is_ok(),
                is_equivalent,
                "{agents:?}: {before:?}\nbecame {after:?}: {verified:?}"
            );
            let read = Record::from_text(&forged.to_text());
            assert!(read.is_err() || read == Ok(forged.clone()), "{after:?}");
            rejected += usize::from(!is_equivalent);
        }
        assert!(rejected > CHANGES / 2, "{agents:?}: {rejected} rejected");
    }
}

#[test]
fn reordered_record_is_rejected_without_a_panic() {
    let genuine = play_match(
        &["random", "human", "solver"],
        &[("round_cap", "10")],
        "order",
    );
    let mut rng = RootSeed::from_text("order").rng_for_agent(Seat::FIRST, 0);
    let mut rejected = 0;
    for _ in 0..CHANGES {
        let mut forged = genuine.clone();
        let [first, second] = [0, 0].map(|_| pick_index(&mut rng, genuine.events.len()));
        match rng.below(3) {
            0 => forged.events.swap(first, second),
            1 => drop(forged.events.remove(first)),
            _ => forged.events.insert(first, genuine.events[second].clone()),
        }
        if rng.below(2) == 0 {
            crate::forging::renumber(&mut forged);
        }
        if forged == genuine {
            continue;
        }
        match verify::<MicroRobots>(&forged) {
            Err(_) => rejected += 1,
            // Passes of two seats in another order are the same match.
            Ok(verified) => {
                let [a, b] = [first, second].map(|at| &genuine.events[at]);
                let are_passes = a.action == "pass" && b.action == "pass";
                assert!(are_passes, "{verified:?}: {a:?} and {b:?}");
            }
        }
    }
    assert!(rejected > CHANGES / 2, "{rejected} rejected");
}
