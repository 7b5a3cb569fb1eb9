//! Every request of the contract, sent to a server that must answer it and live on.

use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};
use botwerk_engine::record::Record;
use botwerk_proto::DESCRIPTORS;
use botwerk_service::Reason;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor};
use proto::play_response::Kind;
use tokio::runtime::Runtime;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;

use super::messages::Parts;
use super::words::{self, GameWords};
use crate::{Bytes, Made, TestServer, finish, make, micro_robots, reason_of, refusal, remote};

/// Requests of one stream at most.
const REQUESTS: usize = 4;

/// Answers of one stream that are read at most, and how long one is waited for.
const ANSWERS: usize = 16;
const PATIENCE: Duration = Duration::from_millis(10);

/// How long a server may take for an answer that must come.
const LIMIT: Duration = Duration::from_secs(20);

/// Requests after which the match that they may spoil is replaced if it has ended.
const SPOILED: u64 = 64;

/// Panics of this process, whichever thread they are in.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A server, what is known of it, and everything that may be asked of it.
#[derive(Debug)]
pub struct Requests {
    runtime: Runtime,
    server: Option<TestServer>,
    client: Client,
    channel: Channel,
    methods: Vec<MethodDescriptor>,
    parts: Parts,
    /// A match of which the requests know the name alone.
    honest: Made,
    /// One of which they know the tokens.
    spoiled: Made,
    sent: u64,
}

impl Requests {
    /// Starts a server.
    ///
    /// # Panics
    /// If it does not start.
    pub fn new() -> Self {
        count_panics();
        let runtime = Runtime::new().unwrap();
        let methods = methods();
        let (server, client, channel, honest, spoiled) = runtime.block_on(async {
            let server = TestServer::in_memory().await;
            let client = server.client().await;
            let url = format!("http://{}", server.address());
            let channel = Endpoint::from_shared(url).unwrap().connect().await.unwrap();
            let honest = open_match(&client).await;
            let spoiled = open_match(&client).await;
            (server, client, channel, honest, spoiled)
        });
        let mut requests = Self {
            parts: Parts::default(),
            runtime,
            server: Some(server),
            client,
            channel,
            methods,
            honest,
            spoiled,
            sent: 0,
        };
        requests.take_words();
        requests.keep_positions();
        requests
    }

    /// Sends what the bytes make: requests of one method, whole or with bytes changed.
    ///
    /// # Panics
    /// If anything in this process panicked, if there is no answer, or if a refusal gives no
    /// reason.
    pub fn send(&mut self, bytes: &[u8]) {
        let mut source = Unstructured::new(bytes);
        let _ = self.try_send(&mut source);
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "something panicked");
        self.sent += 1;
        if self.sent.is_multiple_of(SPOILED) {
            self.replace_spoiled();
        }
    }

    /// Lets two players bring the match to its end of which only the name was known.
    ///
    /// # Panics
    /// If they do not succeed.
    pub fn finish_honest_match(&mut self) {
        self.runtime.block_on(async {
            finish(&self.client, &self.honest).await;
            self.honest = open_match(&self.client).await;
        });
        self.take_words();
    }

    /// Requests that were sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    fn try_send(&mut self, source: &mut Unstructured<'_>) -> Result<()> {
        let method = source.choose(&self.methods)?.clone();
        let most = if method.is_client_streaming() {
            REQUESTS
        } else {
            1
        };
        let mut requests = Vec::new();
        let mut whole = true;
        for _ in 0..source.int_in_range(1..=most)? {
            let made = self.parts.message(&method.input(), source)?;
            let mut bytes = made.encode_to_vec();
            if source.ratio(1, 8)? {
                change(&mut bytes, source)?;
                whole &= is_whole(&method, &bytes);
            }
            requests.push(bytes);
        }
        let answers = self.runtime.block_on(self.call(&method, requests));
        for answer in check(&method, whole, answers) {
            self.parts.keep(&answer);
        }
        Ok(())
    }

    /// Calls a method, and reads its answers as long as they come.
    async fn call(
        &self,
        method: &MethodDescriptor,
        requests: Vec<Vec<u8>>,
    ) -> std::result::Result<Vec<Vec<u8>>, Status> {
        let mut grpc = tonic::client::Grpc::new(self.channel.clone());
        grpc.ready().await.expect("the server is there");
        let (service, name) = (method.parent_service(), method.name());
        let path = format!("/{}/{name}", service.full_name()).parse().unwrap();
        let requests = Request::new(tokio_stream::iter(requests));
        let called = grpc.streaming(requests, path, Bytes);
        // The headers of a stream may come with its first answer only.
        let limit = if method.is_server_streaming() {
            PATIENCE
        } else {
            LIMIT
        };
        let called = tokio::time::timeout(limit, called).await;
        if called.is_err() && method.is_server_streaming() {
            return Ok(Vec::new());
        }
        let called = called.unwrap_or_else(|_| panic!("{name} gives no answer"));
        let mut stream = called?.into_inner();
        let mut answers = Vec::new();
        while answers.len() < ANSWERS {
            match tokio::time::timeout(limit, stream.message()).await {
                Ok(Ok(Some(answer))) => answers.push(answer),
                Ok(Ok(None)) => break,
                Ok(Err(status)) => return Err(status),
                Err(_) => {
                    assert!(method.is_server_streaming(), "{name} gives no answer");
                    break;
                }
            }
        }
        Ok(answers)
    }

    /// Takes texts from the games and from the matches that there are now.
    fn take_words(&mut self) {
        let Made {
            name,
            tokens,
            owner,
        } = self.spoiled.clone();
        let games = words::games();
        let all = |part: fn(&GameWords) -> &[String]| -> Vec<String> {
            games.iter().flat_map(part).cloned().collect()
        };
        let records = games.iter().flat_map(|game| &game.records);
        let names = vec![name.clone(), name, self.honest.name.clone()];
        let fields = [
            (
                "game",
                games.iter().map(|game| game.id.name().into()).collect(),
            ),
            ("match", names.clone()),
            ("name", names),
            ("seat_token", tokens),
            ("owner_token", vec![owner]),
            ("position", all(|game| &game.positions)),
            (
                "text",
                [all(|game| &game.positions), all(|game| &game.actions)].concat(),
            ),
            ("Act.text", all(|game| &game.actions)),
            ("SubmitActionRequest.text", all(|game| &game.actions)),
            ("GameOption.name", all(|game| &game.options)),
            ("GameOption.value", all(|game| &game.values)),
            ("AgentSpec.name", all(|game| &game.players)),
            ("record", records.map(Record::to_text).collect()),
            ("page_token", vec![String::new()]),
        ];
        self.parts.fields = fields
            .map(|(field, texts)| (field.to_owned(), texts))
            .into();
        self.parts.texts = all(|game| &game.texts);
    }

    /// Has the server read real positions, for messages that hold one.
    fn keep_positions(&mut self) {
        let pool = self.methods[0].parent_pool().clone();
        for game in words::games() {
            for text in game.positions.iter().step_by(5) {
                let request = proto::ParsePositionRequest {
                    setup: Some(proto::GameSetup {
                        game: game.id.name().into(),
                        ..Default::default()
                    }),
                    text: text.clone(),
                };
                let parsed = self
                    .runtime
                    .block_on(self.client.rules().parse_position(request));
                let bytes = parsed.unwrap().into_inner().encode_to_vec();
                let kind = pool.get_message_by_name("botwerk.v1.ParsePositionResponse");
                let answer = DynamicMessage::decode(kind.unwrap(), &bytes[..]);
                self.parts.keep(&answer.unwrap());
            }
        }
    }

    fn replace_spoiled(&mut self) {
        let request = proto::GetMatchRequest {
            name: self.spoiled.name.clone(),
        };
        self.runtime.block_on(async {
            let found = self.client.matches().get_match(request).await.unwrap();
            let state = found.into_inner().r#match.unwrap().state();
            if matches!(state, proto::MatchState::Over | proto::MatchState::Aborted) {
                self.spoiled = open_match(&self.client).await;
            }
        });
        self.take_words();
    }
}

impl Default for Requests {
    fn default() -> Self {
        Self::new()
    }
}

/// Stops the server.
impl Drop for Requests {
    fn drop(&mut self) {
        if let Some(server) = self.server.take()
            && !std::thread::panicking()
        {
            self.runtime.block_on(server.stop());
        }
    }
}

fn methods() -> Vec<MethodDescriptor> {
    let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
    let services: Vec<_> = pool.services().collect();
    services
        .iter()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
        .collect()
}

async fn open_match(client: &Client) -> Made {
    let request = proto::CreateMatchRequest {
        virtual_time: true,
        ..micro_robots(vec![remote(), remote()], &[("chips_to_win", "2")])
    };
    make(client, request).await
}

fn change(bytes: &mut Vec<u8>, source: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..source.int_in_range(1..=4)? {
        let at = source.int_in_range(0..=bytes.len())?;
        match source.int_in_range(0..=2)? {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, source.arbitrary()?),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = source.arbitrary()?;
                }
            }
        }
    }
    Ok(())
}

/// Whether bytes are a message after all.
fn is_whole(method: &MethodDescriptor, bytes: &[u8]) -> bool {
    DynamicMessage::decode(method.input(), bytes).is_ok()
}

/// Whoever is refused is told why, by the contract's own reasons. The answers, if there are any.
fn check(
    method: &MethodDescriptor,
    whole: bool,
    answers: std::result::Result<Vec<Vec<u8>>, Status>,
) -> Vec<DynamicMessage> {
    let name = method.name();
    let mut read = Vec::new();
    match answers {
        Ok(answers) => {
            for answer in answers {
                let decoded = DynamicMessage::decode(method.output(), &answer[..]);
                read.push(decoded.expect("an answer is whole"));
                if method.output().name() == "PlayResponse"
                    && let Ok(frame) = proto::PlayResponse::decode(&answer[..])
                    && let Some(Kind::Rejected(rejected)) = frame.kind
                {
                    assert_is_known(name, refusal(&rejected));
                }
            }
        }
        Err(status) if whole => {
            assert!(
                status.get_details_error_info().is_some(),
                "{name} gives no reason: {status:?}"
            );
            assert_is_known(name, &reason_of(&status));
        }
        // The transport's own words about bytes that are no message.
        Err(status) => assert_ne!(status.code(), Code::Unknown, "{name}: {status:?}"),
    }
    read
}

fn assert_is_known(method: &str, reason: &str) {
    let known = Reason::ALL.iter().any(|known| known.name() == reason);
    assert!(known, "{method} refuses for {reason}");
}

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            before(info);
        }));
    });
}
