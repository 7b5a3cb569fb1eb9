//! Generates valid set-ups of games and matches.

use arbitrary::{Result, Unstructured};
use botwerk_agents::Roster;
use botwerk_client::proto;
use botwerk_engine::{GameId, OptionKind, OptionSpec, RootSeed, with_game};
use proto::time_control::Kind as Limit;

use super::corpus;
use crate::BOARD;

/// Maximum number of generated options.
const MAX_OPTIONS: usize = 3;

/// Usual maximum of seats above the game's minimum.
const MAX_EXTRA_SEATS: usize = 3;

/// Times in nanoseconds, from instant to practically unlimited.
const NANOS: [u64; 5] = [
    1_000_000,
    20_000_000,
    1_000_000_000,
    60_000_000_000,
    86_400_000_000_000,
];

/// Generates a match of any game, with built-in agents and open seats.
pub(super) fn create_match_request(
    source: &mut Unstructured<'_>,
) -> Result<proto::CreateMatchRequest> {
    let game = *source.choose(GameId::BUILT_IN)?;
    let spec = game.spec();
    let max_seats = if source.ratio(1, 16)? {
        spec.max_seats
    } else {
        spec.max_seats.min(spec.min_seats + MAX_EXTRA_SEATS)
    };
    let count = source.int_in_range(spec.min_seats..=max_seats)?;
    let mut seats = Vec::new();
    for _ in 0..count {
        seats.push(seat(game, source)?);
    }
    Ok(proto::CreateMatchRequest {
        request_id: if source.ratio(1, 4)? {
            source.int_in_range(0..=99)?.to_string()
        } else {
            String::new()
        },
        setup: Some(proto::GameSetup {
            game: game.name().to_owned(),
            options: options(spec.options, source)?,
            seats: *source.choose(&[0, count as u32])?,
        }),
        seats,
        seed: seed(source)?,
        time_control: time_control(source)?,
        uses_virtual_time: source.arbitrary()?,
        allows_hints: source.ratio(1, 2)?,
        public_comments: source.arbitrary()?,
    })
}

/// Generates a set-up of a game with options.
pub(super) fn game_setup(game: GameId, source: &mut Unstructured<'_>) -> Result<proto::GameSetup> {
    let spec = game.spec();
    Ok(proto::GameSetup {
        game: game.name().to_owned(),
        options: options(spec.options, source)?,
        seats: if source.ratio(1, 4)? {
            source.int_in_range(spec.min_seats..=spec.max_seats)? as u32
        } else {
            0
        },
    })
}

/// Generates a seed: empty (chosen by the server), a text, or raw bytes.
pub(super) fn seed(source: &mut Unstructured<'_>) -> Result<String> {
    Ok(match source.int_in_range(0..=2)? {
        0 => String::new(),
        1 => source.int_in_range(0..=999)?.to_string(),
        _ => RootSeed::new(source.arbitrary()?).to_hex(),
    })
}

fn seat(game: GameId, source: &mut Unstructured<'_>) -> Result<proto::SeatSetup> {
    let name = if source.ratio(1, 4)? {
        "Ada".to_owned()
    } else {
        String::new()
    };
    let agent = source.ratio(1, 3)?.then(|| agent(game, source));
    let agent = agent.transpose()?;
    Ok(proto::SeatSetup { name, agent })
}

/// Generates a built-in agent with settings.
pub(super) fn agent(game: GameId, source: &mut Unstructured<'_>) -> Result<proto::AgentSpec> {
    let players: Vec<_> = with_game!(game, G => {
        <G as Roster>::roster().iter().map(|player| player.info).collect()
    });
    let player = source.choose(&players)?;
    let mut settings = Vec::new();
    for spec in player.settings {
        if source.ratio(1, 3)? {
            let (name, value) = (spec.name.to_owned(), value(spec, source)?);
            settings.push(proto::AgentSetting { name, value });
        }
    }
    Ok(proto::AgentSpec {
        name: player.name.to_owned(),
        settings,
    })
}

fn options(specs: &[OptionSpec], source: &mut Unstructured<'_>) -> Result<Vec<proto::GameOption>> {
    let mut options: Vec<proto::GameOption> = Vec::new();
    for _ in 0..source.int_in_range(0..=MAX_OPTIONS)? {
        let spec = source.choose(specs)?;
        if options.iter().all(|option| option.name != spec.name) {
            let (name, value) = (spec.name.to_owned(), value(spec, source)?);
            options.push(proto::GameOption { name, value });
        }
    }
    Ok(options)
}

/// Generates a valid value of an option or setting: the default, a boundary, or one between.
fn value(spec: &OptionSpec, source: &mut Unstructured<'_>) -> Result<String> {
    let mut between = |min: u64, max: u64| {
        Ok(match source.int_in_range(0..=7)? {
            0 => max,
            1 => min,
            2 => source.int_in_range(min..=max)?,
            _ => source.int_in_range(min..=max.min(min + 20))?,
        })
    };
    Ok(match spec.kind {
        OptionKind::Bool => (*source.choose(&["true", "false"])?).to_owned(),
        OptionKind::Choice(choices) => (*source.choose(choices)?).to_owned(),
        OptionKind::Number { min, max } => between(min, max)?.to_string(),
        OptionKind::WordOrNumber { word, min, max } => {
            let number = between(min, max)?.to_string();
            (*source.choose(&[word, &*number])?).to_owned()
        }
        OptionKind::Time { min, max } => format!("{}ms", between(min, max)?),
        OptionKind::Text(_) => {
            // Only the game knows valid texts; a valid board is available here.
            let texts = [spec.default, BOARD];
            let candidates = texts.iter().take(if spec.name == "board" { 2 } else { 1 });
            (*source.choose(&candidates.collect::<Vec<_>>())?).to_string()
        }
    })
}

fn time_control(source: &mut Unstructured<'_>) -> Result<Option<proto::TimeControl>> {
    let mut nanos = || source.choose(&NANOS).copied();
    let (first, second) = (nanos()?, nanos()?);
    let kind = match source.int_in_range(0..=5)? {
        0 => return Ok(None),
        1 => None,
        2 => Some(Limit::TurnNanos(first)),
        3 => Some(Limit::RoundNanos(first)),
        4 => Some(Limit::Bank(proto::Bank {
            base_nanos: first,
            increment_nanos: second,
        })),
        _ => Some(Limit::BudgetNodes(first)),
    };
    let lag_cap_nanos = *source.choose(&[None, Some(0), Some(100_000_000)])?;
    Ok(Some(proto::TimeControl {
        kind,
        lag_cap_nanos,
    }))
}

/// Returns the name of a game.
pub(super) fn game_name(source: &mut Unstructured<'_>) -> Result<String> {
    Ok(source.choose(corpus::games())?.id.name().to_owned())
}
