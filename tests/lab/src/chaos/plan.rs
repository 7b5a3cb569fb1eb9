//! The matches that are played: a mix of clocks, seats and transports, sampled from the seed.

use botwerk_agents::{AgentSpec, GameAgents};
use botwerk_client::{agent_spec_message, proto};
use botwerk_engine::{GameId, RootSeed, Seat, StableRng};
use proto::time_control::Kind;

use super::strategy::MAX_NODES;
use super::transport::TransportKind;

/// A race limit that no race reaches.
const LONG_RACE: &str = "60s";

/// The player of a seat.
#[derive(Debug, Clone)]
pub(super) enum SeatOccupant {
    /// A built-in agent on the server.
    Agent(String),
    /// A remote seat whose moves a built-in agent chooses.
    Remote {
        transport: TransportKind,
        agent: String,
    },
}

/// A match to create.
#[derive(Debug, Clone)]
pub(super) struct ChaosMatch {
    pub(super) game: GameId,
    pub(super) occupants: Vec<SeatOccupant>,
    pub(super) request: proto::CreateMatchRequest,
    /// Whether only a restart can interrupt a race.
    pub(super) is_long_race: bool,
    /// Seed for the randomness of its seats.
    pub(super) seed: String,
}

impl ChaosMatch {
    /// Samples the match with the given number.
    pub(super) fn new(seed: &str, number: u64) -> Self {
        let seed = format!("{seed}/{number}");
        let mut rng = rng_for(&seed, "plan");
        let game = GameId::BUILT_IN[rng.below(GameId::BUILT_IN.len() as u64) as usize];
        Self::sample(game, seed, number, &mut rng)
    }

    fn sample(game: GameId, seed: String, number: u64, rng: &mut StableRng) -> Self {
        let occupants = occupants(game, number, rng);
        let is_virtual = rng.below(2) == 0;
        let is_long_race = is_virtual || rng.below(2) == 0;
        let limit = if is_long_race { LONG_RACE } else { "250ms" };
        let rounds = (12 + rng.below(50)).to_string();
        let chips = (3 + rng.below(8)).to_string();
        let values = [
            ("race_limit", limit),
            ("overtime", "250ms"),
            ("round_cap", rounds.as_str()),
            ("chips_to_win", chips.as_str()),
        ];
        let has = |name: &str| game.spec().options.iter().any(|option| option.name == name);
        let options = values.iter().filter(|(name, _)| has(name));
        let option = |(name, value): &(&str, &str)| proto::GameOption {
            name: (*name).into(),
            value: (*value).into(),
        };
        let setup = proto::GameSetup {
            game: game.name().into(),
            options: options.map(option).collect(),
            seats: occupants.len() as u32,
        };
        let request = proto::CreateMatchRequest {
            request_id: seed.clone(),
            setup: Some(setup),
            seats: occupants.iter().map(seat_setup).collect(),
            seed: seed.clone(),
            time_control: time_control(is_virtual, rng),
            uses_virtual_time: is_virtual,
            allows_hints: false,
            public_comments: false,
        };
        Self {
            game,
            occupants,
            request,
            is_long_race,
            seed,
        }
    }
}

/// Returns the generator for one purpose.
pub(super) fn rng_for(seed: &str, purpose: &str) -> StableRng {
    RootSeed::from_text(&format!("{seed}/{purpose}")).rng_for_agent(Seat::FIRST, 0)
}

fn occupants(game: GameId, number: u64, rng: &mut StableRng) -> Vec<SeatOccupant> {
    let agent = |rng: &mut StableRng| SeatOccupant::Agent(agent_spec(game, rng));
    let remote = |rng: &mut StableRng, transport| SeatOccupant::Remote {
        transport,
        agent: agent_spec(game, rng),
    };
    let transport = |rng: &mut StableRng| {
        [
            TransportKind::Shared,
            TransportKind::Shared,
            TransportKind::Own,
        ][rng.below(3) as usize]
    };
    let any_remote = |rng: &mut StableRng| {
        let transport = transport(rng);
        remote(rng, transport)
    };
    let occupants = match number % 6 {
        0 => vec![any_remote(rng), any_remote(rng)],
        1 => vec![any_remote(rng), agent(rng)],
        2 => vec![any_remote(rng), any_remote(rng), any_remote(rng)],
        3 => vec![agent(rng), agent(rng)],
        4 => vec![any_remote(rng), agent(rng), any_remote(rng)],
        _ => vec![remote(rng, TransportKind::Watch), any_remote(rng)],
    };
    let spec = game.spec();
    occupants.into_iter().take(spec.max_seats).collect()
}

/// Samples a built-in agent that searches for a short time.
fn agent_spec(game: GameId, rng: &mut StableRng) -> String {
    let roster = game.roster();
    let entry = &roster[rng.below(roster.len() as u64) as usize];
    let has = |name: &str| entry.settings.iter().any(|setting| setting.name == name);
    let settings = [
        ("mean", "20ms"),
        ("think", "40ms"),
        ("distribution", "uniform"),
        ("error", "30"),
        ("nodes", "400"),
    ];
    let settings: Vec<_> = settings
        .iter()
        .filter(|(name, _)| has(name))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if settings.is_empty() {
        return entry.name.to_owned();
    }
    format!("{}:{}", entry.name, settings.join(","))
}

fn seat_setup(occupant: &SeatOccupant) -> proto::SeatSetup {
    let agent = match occupant {
        SeatOccupant::Remote { .. } => None,
        SeatOccupant::Agent(spec) => spec
            .parse::<AgentSpec>()
            .ok()
            .map(|spec| agent_spec_message(&spec)),
    };
    proto::SeatSetup {
        name: String::new(),
        agent,
    }
}

/// Samples a time control. Its limits suffice on a busy machine in most matches, but not in all.
fn time_control(is_virtual: bool, rng: &mut StableRng) -> Option<proto::TimeControl> {
    let bank = |base_nanos| {
        Kind::Bank(proto::Bank {
            base_nanos,
            increment_nanos: 50_000_000,
        })
    };
    let kind = match rng.below(6) {
        0 | 1 => return None,
        2 => Kind::TurnNanos(10_000_000_000),
        3 => bank(20_000_000_000),
        4 if is_virtual => Kind::BudgetNodes(MAX_NODES),
        4 => Kind::TurnNanos(100_000_000),
        _ => bank(200_000_000),
    };
    Some(proto::TimeControl {
        kind: Some(kind),
        lag_cap_nanos: (rng.below(2) == 0).then_some(20_000_000),
    })
}
