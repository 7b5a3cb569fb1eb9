//! An environment of a server, with the requests of a client.

use botwerk_client::{Client, proto};
use botwerk_tests::bearer;
use proto::lane_batch::Kind;
use tonic::Status;

/// An environment of a server.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    pub(crate) client: Client,
    pub(crate) env: proto::Env,
    pub(crate) token: String,
    /// The lanes at the start.
    pub(crate) first: proto::LaneResults,
}

/// Returns the request for an environment with all arrays, whose matches are short.
pub(crate) fn create_request(game: &str, lanes: u32) -> proto::CreateEnvRequest {
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let options = match game {
        "netzwerk" => vec![option("turn_cap", "12")],
        _ => vec![option("round_cap", "2")],
    };
    proto::CreateEnvRequest {
        setup: Some(proto::GameSetup {
            game: game.into(),
            options,
            seats: 2,
        }),
        lanes,
        seed: "7".into(),
        include_observations: true,
        mask_format: proto::MaskFormat::Bytes.into(),
        include_legal_actions: true,
        ..Default::default()
    }
}

/// Returns what samples an action in each lane.
pub(crate) fn random() -> Kind {
    Kind::RandomActions(proto::RandomActions {})
}

/// Returns the given actions.
pub(crate) fn actions(numbers: &[i32]) -> Kind {
    Kind::Actions(proto::LaneActions {
        actions: numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect(),
        efforts: Vec::new(),
    })
}

/// Returns the reset of these lanes.
pub(crate) fn reset(lanes: &[u32], seeds: &[&str]) -> Kind {
    Kind::Reset(proto::LaneReset {
        lanes: lanes.to_vec(),
        seeds: seeds.iter().map(|seed| (*seed).to_owned()).collect(),
    })
}

/// Returns the numbers of an array of 32-bit numbers.
pub(crate) fn numbers(bytes: &[u8]) -> Vec<i32> {
    let (numbers, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    numbers
        .iter()
        .map(|bytes| i32::from_le_bytes(*bytes))
        .collect()
}

impl Environment {
    pub(crate) async fn create(
        client: &Client,
        request: proto::CreateEnvRequest,
    ) -> Result<Self, Status> {
        let created = client.envs().create_env(request).await?.into_inner();
        Ok(Self {
            client: client.clone(),
            env: created.env.unwrap(),
            token: created.env_token,
            first: created.results.unwrap(),
        })
    }

    /// Sends a batch with a number.
    pub(crate) async fn send(&self, step: u64, kind: Kind) -> Result<proto::LaneResults, Status> {
        let request = proto::StepEnvRequest {
            env: self.env.name.clone(),
            batch: Some(proto::LaneBatch {
                step,
                kind: Some(kind),
            }),
        };
        let response = bearer(&self.client, &self.token)
            .envs()
            .step_env(request)
            .await?;
        Ok(response.into_inner().results.unwrap())
    }

    /// Sends the next batch.
    pub(crate) async fn step(&self, kind: Kind) -> Result<proto::LaneResults, Status> {
        self.send(0, kind).await
    }

    pub(crate) async fn save(&self, lanes: &[u32]) -> Result<Vec<String>, Status> {
        let request = proto::SaveLanesRequest {
            env: self.env.name.clone(),
            lanes: lanes.to_vec(),
        };
        let response = bearer(&self.client, &self.token)
            .envs()
            .save_lanes(request)
            .await?;
        Ok(response.into_inner().saved)
    }

    pub(crate) async fn load(
        &self,
        lanes: &[u32],
        saved: Vec<String>,
    ) -> Result<proto::LaneResults, Status> {
        let request = proto::LoadLanesRequest {
            env: self.env.name.clone(),
            lanes: lanes.to_vec(),
            saved,
        };
        let response = bearer(&self.client, &self.token)
            .envs()
            .load_lanes(request)
            .await?;
        Ok(response.into_inner().results.unwrap())
    }

    pub(crate) async fn close(&self) -> Result<(), Status> {
        let request = proto::CloseEnvRequest {
            env: self.env.name.clone(),
        };
        bearer(&self.client, &self.token)
            .envs()
            .close_env(request)
            .await?;
        Ok(())
    }
}
