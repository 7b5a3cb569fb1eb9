//! Messages of environments.

use botwerk_agents::AgentSpec;
use botwerk_engine::Seat;
use botwerk_lanes::{Autoreset, LaneSettings, lanes};
use botwerk_proto::v1 as proto;
use botwerk_wire::GameDescription;

use super::text_limits::check_options;
use super::{agent_spec, game_setup_message, setup};
use crate::envs::{
    Batch, BatchKind, Environment, LaneArrays, MaskFormat, OptionalArrays, lanes_error,
};
use crate::error::{Error, Reason};

/// Maximum length of a seed text, in bytes.
const MAX_SEED_BYTES: usize = 128;

/// An environment that a request wants.
#[derive(Debug)]
pub(crate) struct EnvSetup {
    setup: proto::GameSetup,
    pub(crate) settings: LaneSettings,
    optional: OptionalArrays,
}

impl EnvSetup {
    /// Returns the agents of the lanes.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &AgentSpec> {
        self.settings.opponents.iter().map(|(_, agent)| agent)
    }

    /// Creates the environment.
    ///
    /// # Errors
    /// Returns an error if an option or a setting is invalid.
    pub(crate) fn create(self) -> Result<Environment, Error> {
        let game = setup(&self.setup, None)?;
        let description = GameDescription::new(&game);
        let lanes = lanes(game, self.settings).map_err(lanes_error)?;
        Environment::new(lanes, description, self.optional)
    }
}

/// Reads the request to create an environment. `random_seed` is its seed if it names none.
///
/// # Errors
/// Returns an error if a field is missing or out of range.
pub(crate) fn env_setup(
    request: proto::CreateEnvRequest,
    random_seed: impl FnOnce() -> Result<String, Error>,
) -> Result<EnvSetup, Error> {
    let autoreset = autoreset(request.autoreset)?;
    let masks = mask_format(request.mask_format)?;
    let setup = request
        .setup
        .ok_or_else(|| bad("setup: required, but not set"))?;
    check_options(&setup)?;
    let seed = match request.seed {
        seed if seed.is_empty() => random_seed()?,
        seed => seed_text("seed", seed)?,
    };
    let opponents: Result<Vec<_>, Error> = request.opponents.iter().map(opponent).collect();
    Ok(EnvSetup {
        setup,
        settings: LaneSettings {
            autoreset,
            max_steps: Some(request.max_steps).filter(|max| *max > 0),
            opponents: opponents?,
            observes_all: request.observes_all,
            ..LaneSettings::new(request.lanes.max(1) as usize, seed)
        },
        optional: OptionalArrays {
            observations: request.include_observations,
            masks,
            legal_actions: request.include_legal_actions,
        },
    })
}

/// Returns the message of an environment.
pub(crate) fn env_message(name: String, environment: &Environment) -> proto::Env {
    let settings = environment.settings();
    proto::Env {
        name,
        setup: Some(game_setup_message(environment.game().clone())),
        lanes: settings.lanes as u32,
        action_count: environment.action_count() as u32,
        observation_len: environment.observation_len() as u32,
        seed: settings.seed.clone(),
    }
}

/// Reads what all lanes do.
///
/// # Errors
/// Returns an error if a field is missing, or the bytes are not an array.
pub(crate) fn lane_batch(message: Option<proto::LaneBatch>) -> Result<Batch, Error> {
    use proto::lane_batch::Kind;
    let proto::LaneBatch { step, kind } = message.ok_or_else(|| bad("batch: required"))?;
    let kind = match kind {
        Some(Kind::Actions(given)) => BatchKind::Actions {
            actions: numbers("batch.actions.actions", &given.actions, |bytes| {
                i32::from_le_bytes(bytes).into()
            })?,
            efforts: numbers("batch.actions.efforts", &given.efforts, u64::from_le_bytes)?,
        },
        Some(Kind::RandomActions(_)) => BatchKind::Random,
        Some(Kind::Reset(reset)) => {
            let seeds = reset.seeds.into_iter();
            let seeds: Result<_, _> = seeds
                .map(|seed| seed_text("batch.reset.seeds", seed))
                .collect();
            BatchKind::Reset {
                lanes: lane_numbers(&reset.lanes),
                seeds: seeds?,
            }
        }
        None => {
            let message = "batch: expected actions, random_actions or reset, found none of them";
            return Err(bad(message));
        }
    };
    Ok(Batch { step, kind })
}

/// Returns the numbers of lanes.
pub(crate) fn lane_numbers(lanes: &[u32]) -> Vec<usize> {
    lanes.iter().map(|lane| *lane as usize).collect()
}

/// Returns the message of results.
pub(crate) fn lane_results(arrays: LaneArrays) -> proto::LaneResults {
    proto::LaneResults {
        step: arrays.step,
        rewards: arrays.rewards,
        terminated: arrays.terminated,
        truncated: arrays.truncated,
        to_act: arrays.to_act,
        faults: arrays.faults,
        actions: arrays.actions,
        observations: arrays.observations,
        final_observations: arrays.final_observations,
        masks: arrays.masks,
        legal_starts: arrays.legal_starts,
        legal_actions: arrays.legal_actions,
    }
}

fn autoreset(value: i32) -> Result<Autoreset, Error> {
    use proto::Autoreset as Message;
    match Message::try_from(value) {
        Ok(Message::Unspecified | Message::NextStep) => Ok(Autoreset::NextStep),
        Ok(Message::SameStep) => Ok(Autoreset::SameStep),
        Ok(Message::Disabled) => Ok(Autoreset::Disabled),
        Err(_) => Err(bad(format!(
            "autoreset: expected an `Autoreset`, found {value}"
        ))),
    }
}

fn mask_format(value: i32) -> Result<MaskFormat, Error> {
    use proto::MaskFormat as Message;
    match Message::try_from(value) {
        Ok(Message::Unspecified | Message::None) => Ok(MaskFormat::None),
        Ok(Message::Bytes) => Ok(MaskFormat::Bytes),
        Ok(Message::Bits) => Ok(MaskFormat::Bits),
        Err(_) => Err(bad(format!(
            "mask_format: expected a `MaskFormat`, found {value}"
        ))),
    }
}

fn opponent(message: &proto::Opponent) -> Result<(Seat, AgentSpec), Error> {
    let seat = Seat::new(message.seat as usize);
    let seat =
        seat.ok_or_else(|| bad(format!("opponents: no game has a seat {}", message.seat)))?;
    let agent = message.agent.as_ref().map(agent_spec);
    let agent = agent.ok_or_else(|| bad(format!("opponents: seat {seat} has no agent")))?;
    Ok((seat, agent))
}

fn seed_text(field: &str, seed: String) -> Result<String, Error> {
    if seed.len() <= MAX_SEED_BYTES {
        return Ok(seed);
    }
    let found = seed.len();
    let message = format!("{field}: expected at most {MAX_SEED_BYTES} bytes, found {found}");
    Err(bad(message))
}

/// Reads an array of numbers of `N` bytes each.
fn numbers<const N: usize, T>(
    field: &str,
    bytes: &[u8],
    number: fn([u8; N]) -> T,
) -> Result<Vec<T>, Error> {
    let (numbers, rest) = bytes.as_chunks::<N>();
    if rest.is_empty() {
        return Ok(numbers.iter().map(|bytes| number(*bytes)).collect());
    }
    let found = bytes.len();
    let message = format!("{field}: expected numbers of {N} bytes, found {found} bytes");
    Err(bad(message))
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(Reason::BadRequest, message)
}
