//! Which matches are played: a mix of clocks, seats and ways to play, drawn from the seed.

use botwerk_agents::{AgentSpec, Roster};
use botwerk_client::{agent_spec_message, proto};
use botwerk_engine::{GameId, RootSeed, Seat, StableRng, with_game};
use proto::time_control::Kind;

use super::strategy::MOST_NODES;
use super::transport::TransportKind;

/// A limit of races that none reaches by itself.
const LONG_RACE: &str = "60s";

/// Who sits on a seat.
#[derive(Debug, Clone)]
pub(super) enum SeatOccupant {
    /// A bundled player on the server.
    Bundled(String),
    /// A witness, who decides as a bundled player does.
    Remote { way: TransportKind, player: String },
}

/// A match that is to be made.
#[derive(Debug, Clone)]
pub(super) struct ChaosMatch {
    pub(super) game: GameId,
    pub(super) chairs: Vec<SeatOccupant>,
    pub(super) request: proto::CreateMatchRequest,
    /// Whether a race is broken off by nothing but a restart.
    pub(super) long_race: bool,
    /// What the randomness of its seats comes from.
    pub(super) seed: String,
}

impl ChaosMatch {
    /// The match of this number.
    pub(super) fn new(seed: &str, number: u64) -> Self {
        let seed = format!("{seed}/{number}");
        let mut dice = rng_for(&seed, "plan");
        let game = GameId::ALL[dice.below(GameId::ALL.len() as u64) as usize];
        with_game!(game, G => Self::of::<G>(seed, number, &mut dice))
    }

    fn of<G: Roster>(seed: String, number: u64, dice: &mut StableRng) -> Self {
        let chairs = chairs::<G>(number, dice);
        let is_virtual = dice.below(2) == 0;
        let long_race = is_virtual || dice.below(2) == 0;
        let limit = if long_race { LONG_RACE } else { "250ms" };
        let rounds = (12 + dice.below(50)).to_string();
        let chips = (3 + dice.below(8)).to_string();
        let wanted = [
            ("race_limit", limit),
            ("round_cap", rounds.as_str()),
            ("chips_to_win", chips.as_str()),
        ];
        let has = |name: &str| G::spec().options.iter().any(|option| option.name == name);
        let options = wanted.iter().filter(|(name, _)| has(name));
        let option = |(name, value): &(&str, &str)| proto::GameOption {
            name: (*name).into(),
            value: (*value).into(),
        };
        let setup = proto::GameSetup {
            game: G::spec().id.name().into(),
            options: options.map(option).collect(),
            seats: chairs.len() as u32,
        };
        let request = proto::CreateMatchRequest {
            request_id: seed.clone(),
            setup: Some(setup),
            seats: chairs.iter().map(seat_setup).collect(),
            seed: seed.clone(),
            time_control: time_control(is_virtual, dice),
            virtual_time: is_virtual,
            allow_hints: false,
        };
        Self {
            game: G::spec().id,
            chairs,
            request,
            long_race,
            seed,
        }
    }
}

/// A generator for one purpose.
pub(super) fn rng_for(seed: &str, purpose: &str) -> StableRng {
    RootSeed::from_text(&format!("{seed}/{purpose}")).rng_for_agent(Seat::FIRST, 0)
}

fn chairs<G: Roster>(number: u64, dice: &mut StableRng) -> Vec<SeatOccupant> {
    let bundled = |dice: &mut StableRng| SeatOccupant::Bundled(player::<G>(dice));
    let remote = |dice: &mut StableRng, way| SeatOccupant::Remote {
        way,
        player: player::<G>(dice),
    };
    let way = |dice: &mut StableRng| {
        [
            TransportKind::Shared,
            TransportKind::Shared,
            TransportKind::Own,
        ][dice.below(3) as usize]
    };
    let drawn = |dice: &mut StableRng| {
        let way = way(dice);
        remote(dice, way)
    };
    let chairs = match number % 6 {
        0 => vec![drawn(dice), drawn(dice)],
        1 => vec![drawn(dice), bundled(dice)],
        2 => vec![drawn(dice), drawn(dice), drawn(dice)],
        3 => vec![bundled(dice), bundled(dice)],
        4 => vec![drawn(dice), bundled(dice), drawn(dice)],
        _ => vec![remote(dice, TransportKind::Watch), drawn(dice)],
    };
    let spec = G::spec();
    chairs.into_iter().take(spec.max_seats).collect()
}

/// A bundled player that does not think for too long.
fn player<G: Roster>(dice: &mut StableRng) -> String {
    let roster = G::roster();
    let entry = &roster[dice.below(roster.len() as u64) as usize].info;
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

fn seat_setup(chair: &SeatOccupant) -> proto::SeatSetup {
    let agent = match chair {
        SeatOccupant::Remote { .. } => None,
        SeatOccupant::Bundled(spec) => spec
            .parse::<AgentSpec>()
            .ok()
            .map(|spec| agent_spec_message(&spec)),
    };
    proto::SeatSetup {
        name: String::new(),
        agent,
    }
}

/// A clock. Its limits are wide enough for a busy machine, and now and then just too narrow.
fn time_control(is_virtual: bool, dice: &mut StableRng) -> Option<proto::TimeControl> {
    let bank = |base_millis| {
        Kind::Bank(proto::Bank {
            base_millis,
            increment_millis: 50,
        })
    };
    let kind = match dice.below(6) {
        0 | 1 => return None,
        2 => Kind::TurnMillis(10_000),
        3 => bank(20_000),
        4 if is_virtual => Kind::BudgetNodes(MOST_NODES),
        4 => Kind::TurnMillis(100),
        _ => bank(200),
    };
    Some(proto::TimeControl {
        kind: Some(kind),
        lag_cap_millis: (dice.below(2) == 0).then_some(20),
    })
}
