//! Creates matches, plays them to their end and verifies their records.

use std::time::Duration;

use botwerk_agents::{AgentSpec, Roster, Verified, verify};
use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::GameId;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;

use crate::polling::poll_for;
use crate::robots::BOARD;

/// Maximum duration of a match, generous enough for a slow machine.
const MATCH_TIMEOUT: Duration = Duration::from_secs(120);

/// Returns the set-up of a seat that any client with its token may join.
pub fn open_seat() -> proto::SeatSetup {
    proto::SeatSetup::default()
}

/// Returns the set-up of a seat for a built-in agent such as `human:mean=1s`.
///
/// # Panics
/// Panics if `spec` is not a valid agent specification.
pub fn agent_seat(spec: &str) -> proto::SeatSetup {
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

/// Returns a request for a match of a game, with a fixed seed.
pub fn match_request(
    game: GameId,
    seats: Vec<proto::SeatSetup>,
    options: &[(&str, &str)],
) -> proto::CreateMatchRequest {
    let option = |(name, value): &(&str, &str)| proto::GameOption {
        name: (*name).into(),
        value: (*value).into(),
    };
    proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: game.name().into(),
            options: options.iter().map(option).collect(),
            ..Default::default()
        }),
        seats,
        seed: "7".into(),
        ..Default::default()
    }
}

/// Returns a request for a match of Micro Robots on the printed example's board, with a fixed seed.
pub fn micro_robots(
    seats: Vec<proto::SeatSetup>,
    options: &[(&str, &str)],
) -> proto::CreateMatchRequest {
    let options = [&[("board", BOARD)][..], options].concat();
    match_request(GameId::MICRO_ROBOTS, seats, &options)
}

/// A match that exists on the server, with its secrets.
#[derive(Debug, Clone)]
pub struct CreatedMatch {
    /// Resource name of the match.
    pub name: String,
    /// Token of each seat; empty for a built-in agent.
    pub tokens: Vec<String>,
    /// Token that authorises the owner to abort the match.
    pub owner: String,
}

/// Returns a client that presents a token, or the client itself for an empty one.
///
/// # Panics
/// Panics if the token has characters that no token has.
pub fn bearer(client: &Client, token: &str) -> Client {
    if token.is_empty() {
        return client.clone();
    }
    client
        .with_token(token)
        .expect("the token can be sent in a header")
}

/// Creates a match.
///
/// # Panics
/// Panics if the server rejects the request.
pub async fn create_match(client: &Client, request: proto::CreateMatchRequest) -> CreatedMatch {
    let mut tokens = vec![String::new(); request.seats.len()];
    let created = client.matches().create_match(request).await.unwrap();
    let created = created.into_inner();
    for token in created.seat_tokens {
        tokens[token.seat as usize] = token.token;
    }
    CreatedMatch {
        name: created.r#match.unwrap().name,
        tokens,
        owner: created.owner_token,
    }
}

/// Plays all open seats with solvers until the match is over, and verifies the record. Earlier
/// rejected requests have then caused no damage.
///
/// # Panics
/// Panics if the match does not end by the rules.
pub async fn finish_match(client: &Client, created: &CreatedMatch) -> proto::MatchOver {
    let (over, _, _) = play_match::<MicroRobots>(client, created, "solver").await;
    over
}

/// Plays all open seats with an agent until the match is over, and verifies the record.
///
/// # Panics
/// Panics if the match does not end by the rules.
pub async fn play_match<G: Roster>(
    client: &Client,
    created: &CreatedMatch,
    agent: &str,
) -> (proto::MatchOver, Record, Verified) {
    let mut tasks = Vec::new();
    for token in created.tokens.iter().filter(|token| !token.is_empty()) {
        let (client, name, token) = (client.clone(), created.name.clone(), token.clone());
        let player = AgentPlayer::new(G::ID, agent).unwrap();
        tasks.push(tokio::spawn(async move {
            play_seat(&client, &name, &token, player).await
        }));
    }
    let mut over: Option<proto::MatchOver> = None;
    for task in tasks {
        let seat_over = tokio::time::timeout(MATCH_TIMEOUT, task).await;
        let seat_over = seat_over.expect("the match ends in time");
        let seat_over = seat_over.unwrap().unwrap();
        if let Some(over) = &over {
            assert_eq!(over.outcome, seat_over.outcome);
        }
        over = Some(seat_over);
    }
    let over = over.unwrap();
    assert_eq!(over.state(), proto::MatchState::Over);
    let (record, verified) = verify_record_of::<G>(client, &created.name).await;
    (over, record, verified)
}

/// Waits until a match has at least this number of events, and returns their number.
///
/// # Panics
/// Panics if it has not within two minutes.
pub async fn wait_for_events(client: &Client, name: &str, count: u64) -> u64 {
    let grown = async || {
        let request = proto::GetMatchRequest { name: name.into() };
        // Right after a restart the client may have to reconnect.
        let found = client.matches().get_match(request).await.ok()?;
        let events = found.into_inner().r#match?.event_count;
        (events >= count).then_some(events)
    };
    poll_for("the match has more events", grown).await
}

/// Fetches and verifies the record of a match of Micro Robots.
///
/// # Panics
/// Panics if the record contradicts the rules or its seed.
pub async fn verify_record(client: &Client, name: &str) -> (Record, Verified) {
    verify_record_of::<MicroRobots>(client, name).await
}

/// Fetches and verifies the record of a match of any game.
///
/// # Panics
/// Panics if the record contradicts the rules or its seed.
pub async fn verify_record_of<G: Roster>(client: &Client, name: &str) -> (Record, Verified) {
    let record = Record::from_text(&client.record(name).await.unwrap()).unwrap();
    let verified = verify::<G>(&record).unwrap();
    (record, verified)
}
