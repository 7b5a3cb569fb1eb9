//! Making matches and bringing them to a proper end.

use botwerk_agents::{AgentSpec, Verified, verify};
use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;

use crate::robots::BOARD;
use crate::stream::eventually;

/// A seat for whoever joins with its token.
pub fn remote() -> proto::SeatSetup {
    proto::SeatSetup::default()
}

/// A seat for a bundled player such as `human:mean=1s`.
///
/// # Panics
/// If the text is no player.
pub fn bundled(spec: &str) -> proto::SeatSetup {
    let spec: AgentSpec = spec.parse().unwrap();
    let setting = |(name, value)| proto::AgentSetting { name, value };
    let agent = proto::AgentSpec {
        name: spec.name,
        settings: spec.settings.into_iter().map(setting).collect(),
    };
    proto::SeatSetup {
        agent: Some(agent),
        ..Default::default()
    }
}

/// A match of Micro Robots on the printed example's board, with a fixed seed.
pub fn micro_robots(
    seats: Vec<proto::SeatSetup>,
    options: &[(&str, &str)],
) -> proto::CreateMatchRequest {
    let option = |(name, value): &(&str, &str)| proto::GameOption {
        name: (*name).into(),
        value: (*value).into(),
    };
    proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            options: [("board", BOARD)]
                .iter()
                .chain(options)
                .map(option)
                .collect(),
            ..Default::default()
        }),
        seats,
        seed: "7".into(),
        ..Default::default()
    }
}

/// A match that was made, with its secrets.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its name.
    pub name: String,
    /// The token of each seat, empty for a bundled player.
    pub tokens: Vec<String>,
    /// The token that calls it off.
    pub owner: String,
}

/// Makes a match.
///
/// # Panics
/// If the server refuses.
pub async fn make(client: &Client, request: proto::CreateMatchRequest) -> Made {
    let mut tokens = vec![String::new(); request.seats.len()];
    let made = client.matches().create_match(request).await.unwrap();
    let made = made.into_inner();
    for token in made.seat_tokens {
        tokens[token.seat as usize] = token.token;
    }
    Made {
        name: made.r#match.unwrap().name,
        tokens,
        owner: made.owner_token,
    }
}

/// Lets solvers take over all seats that anybody may join, until the match is over and its record
/// verified. Whatever was refused before has then done no harm.
///
/// # Panics
/// If the match does not come to a proper end.
pub async fn finish(client: &Client, made: &Made) -> proto::MatchOver {
    let mut tasks = Vec::new();
    for token in made.tokens.iter().filter(|token| !token.is_empty()) {
        let (client, name, token) = (client.clone(), made.name.clone(), token.clone());
        tasks.push(tokio::spawn(async move {
            let mut player = AgentPlayer::<MicroRobots>::new("solver").unwrap();
            play_seat(&client, &name, &token, &mut player).await
        }));
    }
    let mut over = None;
    for task in tasks {
        over = Some(eventually(task).await.unwrap().unwrap());
    }
    let over = over.unwrap();
    assert_eq!(over.state(), proto::MatchState::Over);
    verified(client, &made.name).await;
    over
}

/// Verifies the record of a match.
///
/// # Panics
/// If the record does not agree with rules and seed.
pub async fn verified(client: &Client, name: &str) -> (Record, Verified) {
    let record = Record::from_text(&client.record(name).await.unwrap()).unwrap();
    let verified = verify::<MicroRobots>(&record).unwrap();
    (record, verified)
}
