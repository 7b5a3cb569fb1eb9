//! Matches between built-in agents, and their records.

use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameType, Options, RootSeed};

/// Plays a match between these agents and returns its record.
pub(crate) fn play_match(agents: &[&str], options: &[(&str, &str)], seed: &str) -> Record {
    let options = Options::resolve(MicroRobots::spec().options, options.iter().copied()).unwrap();
    let game = MicroRobots::new(agents.len(), options).unwrap();
    let seed = RootSeed::from_text(seed);
    let specs: Vec<AgentSpec> = agents.iter().map(|text| text.parse().unwrap()).collect();
    let mut built: Vec<_> = specs
        .iter()
        .map(|spec| MicroRobots::agent(spec).unwrap())
        .collect();
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut built, &mut events);
    let seats = specs.iter().map(|spec| RecordedSeat {
        name: spec.name.clone(),
        agent: Some(MicroRobots::recorded_agent(spec).unwrap().to_string()),
    });
    played.record(&game, seats.collect(), seed, SeedOrigin::Given, &events)
}

/// Returns the number of submissions in a record, including announcements.
pub(crate) fn submission_count(record: &Record) -> u64 {
    let mut latest = None;
    let mut submission_count = 0;
    for line in &record.events {
        let submission = line.turn.map(|turn| (&line.actor, turn, line.part));
        if line.announcements.is_empty() {
            submission_count += u64::from(submission.is_some() && submission != latest);
        }
        submission_count += line.announcements.len() as u64;
        latest = submission;
    }
    submission_count
}
