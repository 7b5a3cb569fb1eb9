//! Benches of environments: steps of many lanes over a loopback connection.

use std::path::Path;
use std::time::Duration;

use botwerk_client::{AuthorizedChannel, Client, ClientError, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use botwerk_service::IN_MEMORY;
use proto::env_service_client::EnvServiceClient;
use proto::lane_batch::Kind;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::server::{client, config, start_real};

/// Number of lanes of the environment.
const LANES: u32 = 256;

/// Number of requests that are sent before their responses are read, in a stream.
const IN_FLIGHT: usize = 2;

/// Number of warm-up steps.
const WARM_UP: usize = 20;

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "env-steps",
    about: "EnvService, 256 lanes of Netzwerk with random legal actions, over loopback",
    figures: &[
        rate("env-step-batch", Some(1.2)),
        rate("env-step-batch-observations", None),
        rate("env-step-stream", None),
        rate("env-step-stream-observations", None),
    ],
    measure: Measure::Timed(|stopwatch| client(rates(stopwatch.limit()))),
}];

const fn rate(name: &'static str, target: Option<f64>) -> Figure {
    Figure {
        name,
        unit: "million steps/s",
        target,
        better: BetterWhen::Higher,
    }
}

async fn rates(limit: Duration) -> Result<Vec<f64>, Failure> {
    let client = Client::connect(&start_real(config(Path::new(IN_MEMORY)))?).await?;
    let envs = client.envs();
    Ok(vec![
        unary(envs.clone(), false, limit).await?,
        unary(envs.clone(), true, limit).await?,
        stream(envs.clone(), false, limit).await?,
        stream(envs, true, limit).await?,
    ])
}

type EnvClient = EnvServiceClient<AuthorizedChannel>;

async fn create(
    envs: &mut EnvClient,
    observations: bool,
) -> Result<proto::CreateEnvResponse, Failure> {
    let request = proto::CreateEnvRequest {
        setup: Some(proto::GameSetup {
            game: GameId::NETZWERK.name().to_owned(),
            ..Default::default()
        }),
        lanes: LANES,
        seed: "7".into(),
        autoreset: proto::Autoreset::SameStep.into(),
        include_observations: observations,
        ..Default::default()
    };
    let created = envs.create_env(request).await.map_err(ClientError::from)?;
    Ok(created.into_inner())
}

fn batch() -> proto::LaneBatch {
    proto::LaneBatch {
        step: 0,
        kind: Some(Kind::RandomActions(proto::RandomActions {})),
    }
}

/// Returns millions of steps a second.
fn per_second(batches: usize, time: Duration) -> f64 {
    batches as f64 * f64::from(LANES) / time.as_secs_f64() / 1e6
}

/// Measures calls one after another.
async fn unary(mut envs: EnvClient, observations: bool, limit: Duration) -> Result<f64, Failure> {
    let created = create(&mut envs, observations).await?;
    let request = proto::StepEnvRequest {
        env: created.env.unwrap_or_default().name,
        batch: Some(batch()),
    };
    for _ in 0..WARM_UP {
        let stepped = envs.step_env(request.clone()).await;
        stepped.map_err(ClientError::from)?;
    }
    let (started, mut batches) = (Instant::now(), 0);
    while started.elapsed() < limit {
        let stepped = envs.step_env(request.clone()).await;
        stepped.map_err(ClientError::from)?;
        batches += 1;
    }
    Ok(per_second(batches, started.elapsed()))
}

/// Measures messages of a stream, of which some are on their way at any time.
async fn stream(mut envs: EnvClient, observations: bool, limit: Duration) -> Result<f64, Failure> {
    let created = create(&mut envs, observations).await?;
    let (requests, receiver) = mpsc::channel(IN_FLIGHT);
    let first = proto::StreamStepsRequest {
        env: created.env.unwrap_or_default().name,
        env_token: created.env_token,
        batch: Some(batch()),
    };
    let next = proto::StreamStepsRequest {
        batch: Some(batch()),
        ..Default::default()
    };
    // The stream has room for these.
    let _ = requests.send(first).await;
    for _ in 1..IN_FLIGHT {
        let _ = requests.send(next.clone()).await;
    }
    let responses = envs.stream_steps(ReceiverStream::new(receiver)).await;
    let mut responses = responses.map_err(ClientError::from)?.into_inner();
    let (mut started, mut batches) = (Instant::now(), 0);
    while started.elapsed() < limit {
        responses.message().await.map_err(ClientError::from)?;
        // It fails only if the server has ended the stream, which the next message reports.
        let _ = requests.send(next.clone()).await;
        batches += 1;
        if batches == WARM_UP {
            (started, batches) = (Instant::now(), WARM_UP);
        }
    }
    Ok(per_second(batches - WARM_UP, started.elapsed()))
}
