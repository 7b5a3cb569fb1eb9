//! A hint and a verification behind many searches of a stranger.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, PlayStream, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use botwerk_tests::bearer;
use proto::play_response::Kind;
use tokio::time::{sleep, timeout};

use super::attack::{Attack, AttackContext, at_most};
use super::raw_call::RawCall;
use crate::bench::flood::Flood;
use crate::bench::load::{create, join};
use crate::bench::reopen::play_matches;
use crate::bench::server::block_on_this_thread;

/// Searches of a stranger that are open at the same time.
const SEARCHES: u64 = 400;

/// Nodes of the hint.
const HINT_NODES: u64 = 100;

/// Time for all searches to be open.
const OPENING_TIME: Duration = Duration::from_secs(2);

pub(super) const ATTACK: Attack = Attack {
    name: "hints",
    about: "A hint of 100 nodes and a verification while a stranger has 400 open calls of Analyze: the longer wait",
    figures: &[
        at_most("hints-wait", "s", 1.0),
        at_most("hints-verification", "s", 1.0),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = context.start_server(&folder.path().join("strangers.db"), &[])?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let ended = play_matches(&client, 1).await?;
        let record = client.record(&ended[0]).await?;
        let mut seat = HintedSeat::join(&client).await?;
        let searches = context.scaled(SEARCHES, 4) as usize;
        let _flood = start_searches(server.address(), searches)?;
        sleep(OPENING_TIME.min(context.duration / 4)).await;
        let limit = context.duration;
        let (hint, verification) = tokio::join!(
            seconds(limit, seat.hint(&client)),
            seconds(limit, verify(&client, record))
        );
        Ok(vec![hint, verification])
    })
}

/// Starts searches of a stranger, each of which is repeated when it has ended.
pub(super) fn start_searches(address: &str, count: usize) -> Result<Flood, Failure> {
    let request = proto::AnalyzePositionRequest {
        setup: Some(game()),
        agent: Some(agent("minimax")),
        ..Default::default()
    };
    let search = RawCall::new("/botwerk.v1.AnalysisService/AnalyzePosition", &request);
    let to = address.to_owned();
    Flood::start(count, move || search.clone().repeat(to.clone()))
}

fn game() -> proto::GameSetup {
    proto::GameSetup {
        game: GameId::NETZWERK.name().into(),
        ..Default::default()
    }
}

fn agent(name: &str) -> proto::AgentSpec {
    proto::AgentSpec {
        name: name.into(),
        settings: Vec::new(),
    }
}

/// Returns the seconds of a call: infinite if it is not answered within the limit, or rejected.
async fn seconds(limit: Duration, call: impl Future<Output = Result<(), Failure>>) -> f64 {
    let started = Instant::now();
    match timeout(limit, call).await {
        Ok(Ok(())) => started.elapsed().as_secs_f64(),
        Ok(Err(_)) | Err(_) => f64::INFINITY,
    }
}

async fn verify(client: &Client, record: String) -> Result<(), Failure> {
    let verified = client
        .rules()
        .verify_record(proto::VerifyRecordRequest { record })
        .await;
    Ok(verified.map(drop).map_err(ClientError::from)?)
}

/// A seat that is to act in a match with hints.
struct HintedSeat {
    name: String,
    token: String,
    /// Keeps the seat online.
    _stream: PlayStream,
}

impl HintedSeat {
    async fn join(client: &Client) -> Result<Self, Failure> {
        let opponent = proto::SeatSetup {
            agent: Some(agent("random")),
            ..Default::default()
        };
        let request = proto::CreateMatchRequest {
            setup: Some(game()),
            seats: vec![proto::SeatSetup::default(), opponent],
            allows_hints: true,
            ..Default::default()
        };
        let (name, mut tokens) = create(client, request).await?;
        let token = tokens.pop().unwrap_or_default();
        let mut stream = PlayStream::open(client).await?;
        stream.join(join(&name, token.clone())).await?;
        while !matches!(stream.next().await?, Some(Kind::ActionRequest(_)) | None) {}
        Ok(Self {
            name,
            token,
            _stream: stream,
        })
    }

    async fn hint(&mut self, client: &Client) -> Result<(), Failure> {
        let request = proto::GetHintRequest {
            r#match: self.name.clone(),
            agent: Some(agent("minimax")),
            limits: Some(proto::SearchLimits {
                nodes: HINT_NODES,
                ..Default::default()
            }),
        };
        let hints = bearer(client, &self.token)
            .analysis()
            .get_hint(request)
            .await;
        let mut hints = hints.map_err(ClientError::from)?.into_inner();
        while hints.message().await.map_err(ClientError::from)?.is_some() {}
        Ok(())
    }
}
