//! Matches between bundled agents, and their records.

use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{Record, SeatHeader, SeedOrigin};
use botwerk_engine::{GameRules, Options, RootSeed};

/// The record of a match between these agents.
pub(crate) fn played(agents: &[&str], options: &[(&str, &str)], seed: &str) -> Record {
    let options = Options::resolve(MicroRobots::spec().options, options.iter().copied()).unwrap();
    let game = MicroRobots::new(agents.len(), options).unwrap();
    let seed = RootSeed::from_text(seed);
    let specs: Vec<AgentSpec> = agents.iter().map(|text| text.parse().unwrap()).collect();
    let mut players: Vec<_> = specs
        .iter()
        .map(|spec| MicroRobots::agent(spec).unwrap())
        .collect();
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut players, &mut events);
    let seats = specs.iter().map(|spec| SeatHeader {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
    });
    played.record(&game, seats.collect(), seed, SeedOrigin::Given, &events)
}

/// The answers in a record: acts that were carried out, and announcements.
pub(crate) fn answers(record: &Record) -> u64 {
    let mut latest = None;
    let mut answers = 0;
    for line in &record.events {
        let act = line.turn.map(|turn| (&line.by, turn, line.act));
        if line.race.is_empty() {
            answers += u64::from(act.is_some() && act != latest);
        }
        answers += line.race.len() as u64;
        latest = act;
    }
    answers
}
