//! The agents of a race make the same choices in every version.

// Shared functions fail a test by a panic.
#![allow(clippy::unwrap_used)]

use std::hash::Hasher;

use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameNotation, GameType, Options, RootSeed, StableHasher};

/// Plays matches between the agents and returns the hash of all actions, times and results.
fn hash_of_matches(agents: &[&str], options: &[(&str, &str)], seeds: u32) -> u64 {
    let options = Options::resolve(MicroRobots::spec().options, options.iter().copied()).unwrap();
    let game = MicroRobots::new(agents.len(), options).unwrap();
    let specs: Vec<AgentSpec> = agents.iter().map(|text| text.parse().unwrap()).collect();
    let mut hasher = StableHasher::new();
    for seed in 0..seeds {
        let seed = RootSeed::from_text(&seed.to_string());
        let mut players: Vec<_> = specs
            .iter()
            .map(|spec| MicroRobots::agent(spec).unwrap())
            .collect();
        let mut events = Vec::new();
        let played = arena::play(&game, seed, &mut players, &mut events);
        for event in &events {
            let action = game.format_action(event.action);
            hasher.write(format!("{} {action}", event.actor).as_bytes());
            for finish in &event.announcements {
                hasher.write_u64(finish.nanos);
                hasher.write_u64(finish.effort);
            }
            if let Some(answer) = event.submission {
                hasher.write_u64(answer.elapsed_nanos.unwrap_or(u64::MAX));
                hasher.write_u64(answer.effort);
            }
        }
        hasher.write(&played.outcome.places);
    }
    hasher.finish()
}

#[test]
fn agents_of_a_race_keep_their_choices() {
    let agents = ["solver", "first-found", "human", "human:error=60,mean=50ms"];
    let standard = hash_of_matches(&agents, &[("nodes_per_second", "20")], 12);
    assert_eq!(standard, 4_658_618_295_119_069_997);
}

#[test]
fn agents_of_a_race_keep_their_choices_in_the_expert_variant() {
    let agents = [
        "human:distribution=exponential,mean=200ms,error=40",
        "first-found",
        "human:distribution=uniform,mean=100ms",
        "solver",
    ];
    let options = [
        ("expert", "true"),
        ("side", "copper"),
        ("max_announce", "9"),
        ("nodes_per_second", "100"),
    ];
    assert_eq!(
        hash_of_matches(&agents, &options, 12),
        8_567_599_354_447_015_509
    );
}
