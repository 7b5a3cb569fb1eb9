//! The environments on a fuzzed server, with their tokens.

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use prost::Message;
use proto::lane_batch::Kind;

use crate::bearer;

use super::set_ups::{agent, game_setup, seed};

/// Maximum number of environments that are kept.
const MAX_ENVS: usize = 6;

/// Maximum number of lanes of an environment.
const MAX_LANES: u32 = 4;

/// The environments of a server.
#[derive(Debug)]
pub(super) struct FuzzEnvs {
    client: Client,
    known: Vec<KnownEnv>,
}

/// An environment with its token and its lanes as they were at the start.
#[derive(Debug, Clone)]
struct KnownEnv {
    env: proto::Env,
    token: String,
    saved: Vec<String>,
}

impl FuzzEnvs {
    /// Creates an environment of each game.
    pub(super) async fn open(client: Client) -> Self {
        let mut envs = Self {
            client,
            known: Vec::new(),
        };
        envs.refresh().await;
        envs
    }

    /// Replaces the environments that were closed.
    pub(super) async fn refresh(&mut self) {
        for known in std::mem::take(&mut self.known) {
            let request = proto::SaveLanesRequest {
                env: known.env.name.clone(),
                lanes: Vec::new(),
            };
            let client = bearer(&self.client, &known.token);
            if client.envs().save_lanes(request).await.is_ok() {
                self.known.push(known);
            }
        }
        for game in GameId::BUILT_IN {
            let is_of_game = |known: &KnownEnv| {
                let setup = known.env.setup.as_ref();
                setup.is_some_and(|setup| setup.game == game.name())
            };
            if !self.known.iter().any(is_of_game) {
                let request = proto::CreateEnvRequest {
                    setup: Some(proto::GameSetup {
                        game: game.name().to_owned(),
                        ..Default::default()
                    }),
                    lanes: 2,
                    ..Default::default()
                };
                let created = self.client.envs().create_env(request).await;
                self.adopt(created.expect("the request is valid").into_inner())
                    .await;
            }
        }
    }

    /// Adds an environment that a request has created, and closes the oldest one beyond the limit.
    pub(super) async fn adopt(&mut self, response: proto::CreateEnvResponse) {
        let env = response.env.unwrap_or_default();
        let request = proto::SaveLanesRequest {
            env: env.name.clone(),
            lanes: Vec::new(),
        };
        let client = bearer(&self.client, &response.env_token);
        // Agents of an environment may take too long for its first lanes.
        let saved = client.envs().save_lanes(request).await;
        self.known.push(KnownEnv {
            env,
            token: response.env_token,
            saved: saved.map_or_else(|_| Vec::new(), |saved| saved.into_inner().saved),
        });
        if self.known.len() > MAX_ENVS {
            let oldest = self.known.remove(0);
            let request = proto::CloseEnvRequest {
                env: oldest.env.name,
            };
            let client = bearer(&self.client, &oldest.token);
            // It may be closed already.
            let _ = client.envs().close_env(request).await;
        }
    }

    /// Returns the token of an environment, if it is known.
    pub(super) fn token(&self, name: &str) -> Option<String> {
        let known = self.known.iter().find(|known| known.env.name == name);
        known.map(|known| known.token.clone())
    }

    /// Generates an encoded request of a method, or returns `None` if the method is unknown here.
    pub(super) fn request(
        &self,
        method: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<Vec<u8>>> {
        let known = source.choose(&self.known)?;
        let (env, env_token) = (known.env.name.clone(), known.token.clone());
        let lanes: Vec<u32> = match source.int_in_range(0..=2)? {
            0 => Vec::new(),
            _ => vec![source.int_in_range(0..=known.env.lanes.saturating_sub(1))?],
        };
        let bytes = match method {
            "CreateEnv" => create(source)?.encode_to_vec(),
            "StepEnv" => proto::StepEnvRequest {
                env,
                batch: Some(batch(known, lanes, source)?),
            }
            .encode_to_vec(),
            "StreamSteps" => proto::StreamStepsRequest {
                env,
                env_token,
                batch: Some(batch(known, lanes, source)?),
            }
            .encode_to_vec(),
            "SaveLanes" => proto::SaveLanesRequest { env, lanes }.encode_to_vec(),
            "LoadLanes" => {
                let is_chosen = |lane: &u32| lanes.is_empty() || lanes.contains(lane);
                let chosen = (0..).zip(&known.saved).filter(|(lane, _)| is_chosen(lane));
                proto::LoadLanesRequest {
                    env,
                    saved: chosen.map(|(_, saved)| saved.clone()).collect(),
                    lanes,
                }
                .encode_to_vec()
            }
            "CloseEnv" => proto::CloseEnvRequest { env }.encode_to_vec(),
            _ => return Ok(None),
        };
        Ok(Some(bytes))
    }
}

fn create(source: &mut Unstructured<'_>) -> Result<proto::CreateEnvRequest> {
    let game = *source.choose(GameId::BUILT_IN)?;
    let mut opponents = Vec::new();
    if source.ratio(1, 4)? {
        opponents.push(proto::Opponent {
            seat: source.int_in_range(0..=1)?,
            agent: Some(agent(game, source)?),
        });
    }
    Ok(proto::CreateEnvRequest {
        setup: Some(game_setup(game, source)?),
        lanes: source.int_in_range(0..=MAX_LANES)?,
        seed: seed(source)?,
        autoreset: source.int_in_range(0..=3)?,
        max_steps: *source.choose(&[0, 1, 20])?,
        opponents,
        observes_all: source.arbitrary()?,
        include_observations: source.arbitrary()?,
        mask_format: source.int_in_range(0..=2)?,
        include_legal_actions: source.arbitrary()?,
        request_id: if source.ratio(1, 4)? {
            source.int_in_range(0..=9)?.to_string()
        } else {
            String::new()
        },
    })
}

fn batch(
    known: &KnownEnv,
    lanes: Vec<u32>,
    source: &mut Unstructured<'_>,
) -> Result<proto::LaneBatch> {
    let kind = match source.int_in_range(0..=3)? {
        0 => {
            let mut actions = Vec::new();
            for _ in 0..known.env.lanes {
                let last = known.env.action_count.saturating_sub(1);
                actions.extend(source.int_in_range(0..=last)?.to_le_bytes());
            }
            let efforts = if source.arbitrary()? {
                vec![source.arbitrary()?; 8 * known.env.lanes as usize]
            } else {
                Vec::new()
            };
            Kind::Actions(proto::LaneActions { actions, efforts })
        }
        1 => {
            let mut seeds = Vec::new();
            if source.arbitrary()? {
                for _ in 0..if lanes.is_empty() { known.env.lanes } else { 1 } {
                    seeds.push(seed(source)?);
                }
            }
            Kind::Reset(proto::LaneReset { lanes, seeds })
        }
        _ => Kind::RandomActions(proto::RandomActions {}),
    };
    Ok(proto::LaneBatch {
        step: source.int_in_range(0..=3)?,
        kind: Some(kind),
    })
}
