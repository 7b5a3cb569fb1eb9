//! Steps, resets and saved lanes.

use botwerk_client::proto;
use botwerk_engine::{GameId, Seat};
use botwerk_lanes::{
    Autoreset, GameSetup, LaneSet, LaneSettings, Masks, Observations, StepActions, StepOutputs,
};
use botwerk_tests::TestServer;

use crate::environment::{Environment, actions, create_request, numbers, random, reset};

/// The lanes of an environment in this process.
struct LocalLanes {
    lanes: Box<dyn LaneSet>,
}

/// The lanes as results of the API.
#[derive(Debug, Default)]
struct LocalResults {
    actions: Vec<i64>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    to_act: Vec<i8>,
    faults: Vec<u8>,
    observations: Vec<u8>,
    final_observations: Vec<u8>,
    masks: Vec<u8>,
}

impl LocalLanes {
    fn new(request: &proto::CreateEnvRequest, settings: LaneSettings) -> Self {
        let setup = request.setup.as_ref().unwrap();
        let options = setup.options.iter();
        let setup = GameSetup {
            game: setup.game.parse().unwrap(),
            seats: setup.seats as usize,
            options: options.map(|o| (o.name.clone(), o.value.clone())).collect(),
        };
        Self {
            lanes: setup.lanes(settings).unwrap(),
        }
    }

    fn step(&mut self) -> LocalResults {
        let count = self.lanes.settings().lanes;
        let observed = count * self.lanes.observation_len();
        let mut results = LocalResults {
            actions: vec![0; count],
            rewards: vec![0.0; count * self.lanes.seats()],
            terminated: vec![false; count],
            truncated: vec![false; count],
            to_act: vec![0; count],
            faults: vec![0; count],
            observations: vec![0; observed],
            final_observations: vec![0; observed],
            masks: vec![0; count * self.lanes.action_count()],
        };
        let outputs = StepOutputs {
            rewards: &mut results.rewards,
            terminated: &mut results.terminated,
            truncated: &mut results.truncated,
            to_act: &mut results.to_act,
            faults: &mut results.faults,
            observations: Some(Observations::Bytes(&mut results.observations)),
            final_observations: Some(Observations::Bytes(&mut results.final_observations)),
            masks: Some(Masks::Bytes(&mut results.masks)),
        };
        let random = StepActions::Random(&mut results.actions);
        self.lanes.step(random, outputs).unwrap();
        results
    }
}

/// Checks the results of the API.
fn assert_equal(found: &proto::LaneResults, expected: &LocalResults) {
    let bytes = |flags: &[bool]| flags.iter().map(|flag| u8::from(*flag)).collect::<Vec<_>>();
    let rewards: Vec<u8> = expected
        .rewards
        .iter()
        .flat_map(|r| r.to_le_bytes())
        .collect();
    assert_eq!(found.rewards, rewards);
    assert_eq!(found.terminated, bytes(&expected.terminated));
    assert_eq!(found.truncated, bytes(&expected.truncated));
    let to_act: Vec<u8> = expected.to_act.iter().map(|seat| *seat as u8).collect();
    assert_eq!(found.to_act, to_act);
    assert_eq!(found.faults, expected.faults);
    assert_eq!(found.observations, expected.observations);
    assert_eq!(found.masks, expected.masks);
    let sampled: Vec<i64> = numbers(&found.actions).into_iter().map(i64::from).collect();
    assert_eq!(sampled, expected.actions);
}

#[tokio::test]
async fn steps_are_those_of_the_same_lanes_in_process() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for game in GameId::BUILT_IN {
        let request = proto::CreateEnvRequest {
            autoreset: proto::Autoreset::SameStep.into(),
            opponents: vec![proto::Opponent {
                seat: 1,
                agent: Some(proto::AgentSpec {
                    name: "random".into(),
                    settings: Vec::new(),
                }),
            }],
            max_steps: 20,
            ..create_request(game.name(), 5)
        };
        let mut local = LocalLanes::new(
            &request,
            LaneSettings {
                autoreset: Autoreset::SameStep,
                opponents: vec![(Seat::new(1).unwrap(), "random".parse().unwrap())],
                max_steps: Some(20),
                ..LaneSettings::new(5, "7")
            },
        );
        let remote = Environment::create(&client, request).await.unwrap();
        assert_eq!(
            remote.env.observation_len as usize,
            local.lanes.observation_len()
        );
        assert_eq!(remote.env.action_count as usize, local.lanes.action_count());
        let mut ended = 0;
        for step in 1..=60 {
            let expected = local.step();
            let found = remote.send(step, random()).await.unwrap();
            assert_eq!(found.step, step);
            assert_equal(&found, &expected);
            for lane in 0..5 {
                let row = lane * local.lanes.observation_len();
                let row = row..row + local.lanes.observation_len();
                if expected.terminated[lane] || expected.truncated[lane] {
                    ended += 1;
                    let last = &expected.final_observations[row.clone()];
                    assert_eq!(&found.final_observations[row], last);
                }
            }
            let (starts, legal) = local.lanes.legal_actions();
            let starts: Vec<i32> = starts.iter().map(|start| *start as i32).collect();
            assert_eq!(numbers(&found.legal_starts), starts);
            let legal: Vec<i32> = legal.iter().map(|number| *number as i32).collect();
            assert_eq!(numbers(&found.legal_actions), legal);
        }
        assert!(ended > 0, "{game}: no episode has ended");
        remote.close().await.unwrap();
    }
}

#[tokio::test]
async fn illegal_action_is_the_fault_of_its_lane_alone() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let remote = Environment::create(&client, create_request("netzwerk", 4))
        .await
        .unwrap();
    let starts = numbers(&remote.first.legal_starts);
    let legal = numbers(&remote.first.legal_actions);
    let first = |lane: usize| legal[starts[lane] as usize];
    let given = [first(0), -1, i32::MAX, first(3)];
    let results = remote.step(actions(&given)).await.unwrap();
    assert_eq!(results.faults.to_vec(), [0, 1, 1, 0]);
    let row = remote.env.observation_len as usize;
    let rows = |results: &proto::LaneResults, lane: usize| {
        results.observations[lane * row..(lane + 1) * row].to_vec()
    };
    for (lane, has_changed) in [(0, true), (1, false), (2, false), (3, true)] {
        assert_eq!(
            rows(&results, lane) != rows(&remote.first, lane),
            has_changed
        );
    }
}

#[tokio::test]
async fn reset_starts_the_given_lanes_from_their_seeds() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let remote = Environment::create(&client, create_request("droids", 3))
        .await
        .unwrap();
    for _ in 0..5 {
        remote.step(random()).await.unwrap();
    }
    let results = remote.step(reset(&[2, 0], &["7/2", "7/0"])).await.unwrap();
    let row = remote.env.observation_len as usize;
    let is_first = |lane: usize| {
        let range = lane * row..(lane + 1) * row;
        results.observations[range.clone()] == remote.first.observations[range]
    };
    assert_eq!([is_first(0), is_first(1), is_first(2)], [true, false, true]);
    let all = remote
        .step(reset(&[], &["7/0", "7/1", "7/2"]))
        .await
        .unwrap();
    assert_eq!(all.observations, remote.first.observations);
}

#[tokio::test]
async fn saved_lanes_continue_in_another_environment() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for game in GameId::BUILT_IN {
        let create = || Environment::create(&client, create_request(game.name(), 3));
        let (first, second) = (create().await.unwrap(), create().await.unwrap());
        let mut latest = first.first.clone();
        for _ in 0..9 {
            latest = first.step(random()).await.unwrap();
        }
        let saved = first.save(&[]).await.unwrap();
        let loaded = second.load(&[0, 1, 2], saved).await.unwrap();
        assert_eq!(loaded.step, 0);
        assert_eq!(loaded.observations, latest.observations);
        for _ in 0..9 {
            let mut expected = first.step(random()).await.unwrap();
            let found = second.step(random()).await.unwrap();
            expected.step = found.step;
            assert_eq!(found, expected, "{game}");
        }
        first.close().await.unwrap();
        second.close().await.unwrap();
    }
}

#[tokio::test]
async fn observations_of_all_seats_hide_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateEnvRequest {
        observes_all: true,
        mask_format: proto::MaskFormat::Bits.into(),
        ..create_request("droids", 1)
    };
    let all = Environment::create(&client, request).await.unwrap();
    let one = Environment::create(&client, create_request("droids", 1))
        .await
        .unwrap();
    assert_eq!(all.env.observation_len, 2 * one.env.observation_len);
    let seat = usize::from(one.first.to_act[0]);
    let views = all
        .first
        .observations
        .chunks(one.env.observation_len as usize);
    assert_eq!(views.collect::<Vec<_>>()[seat], one.first.observations);
    let bits = |index: usize| all.first.masks[index / 8] >> (index % 8) & 1;
    let unpacked: Vec<u8> = (0..all.env.action_count as usize).map(bits).collect();
    assert_eq!(unpacked, one.first.masks);
}
