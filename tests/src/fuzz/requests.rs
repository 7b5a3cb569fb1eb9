//! Sends requests of every method to a server, which must answer and keep running.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};
use botwerk_engine::record::Record;
use botwerk_service::Config;
use prost::Message;
use prost_reflect::{DynamicMessage, MethodDescriptor};
use tokio::runtime::Runtime;

use super::accounts::FuzzAccounts;
use super::caller::Caller;
use super::corpus::{self, GameCorpus};
use super::envs::FuzzEnvs;
use super::matches::FuzzMatches;
use super::messages::MessageGenerator;
use super::mutation::damage;
use super::positions::{self, KnownPosition};
use super::session::Session;
use super::stats::RequestStats;
use super::tournaments::FuzzTournaments;
use super::valid::ValidRequests;
use crate::{
    CreatedMatch, TestServer, create_match, finish_match, in_memory, micro_robots, open_seat,
};

/// Methods that are called more often because they reach deeper, and their weight.
const FREQUENT_METHODS: [&str; 3] = ["CreateMatch", "SubmitActions", "Play"];
const FREQUENT_WEIGHT: usize = 5;

/// Number of requests after which the matches are refreshed.
const REFRESH_INTERVAL: u64 = 8;

/// Number of requests after which the accounts are replaced.
const ACCOUNT_INTERVAL: u64 = 32;

/// Maximum number of accepted requests kept per method.
const MAX_ACCEPTED_PER_METHOD: usize = 24;

/// Number of panics in this process, in any thread.
static PANIC_COUNT: AtomicUsize = AtomicUsize::new(0);

/// A server with everything needed to generate requests for it.
#[derive(Debug)]
pub struct RequestFuzzer {
    runtime: Runtime,
    running: Option<FuzzServer>,
    generator: MessageGenerator,
    /// Accepted requests by method.
    accepted: BTreeMap<String, Vec<DynamicMessage>>,
    stats: RequestStats,
    sent: u64,
}

/// A running server with its matches.
#[derive(Debug)]
struct FuzzServer {
    server: TestServer,
    client: Client,
    caller: Caller,
    positions: Vec<KnownPosition>,
    matches: FuzzMatches,
    envs: FuzzEnvs,
    tournaments: FuzzTournaments,
    accounts: FuzzAccounts,
    /// A match of which the fuzzed requests know only the name.
    untouched: CreatedMatch,
}

impl RequestFuzzer {
    /// Starts a server.
    ///
    /// # Panics
    /// Panics if the server does not start.
    pub fn new() -> Self {
        count_panics();
        let runtime = Runtime::new().unwrap();
        let running = Some(runtime.block_on(FuzzServer::start()));
        let mut requests = Self {
            runtime,
            running,
            generator: MessageGenerator::default(),
            accepted: BTreeMap::new(),
            stats: RequestStats::default(),
            sent: 0,
        };
        requests.refresh_corpus();
        requests
    }

    /// Sends the request or the stream of requests that the bytes generate. Most start as a valid
    /// request, and many are mutated before they are sent.
    ///
    /// # Panics
    /// Panics if any thread panicked, if an answer is missing, or if a rejection has no reason.
    pub fn send(&mut self, bytes: &[u8]) {
        let mut source = Unstructured::new(bytes);
        // Input that ends too early sends nothing.
        let _ = self.try_send(&mut source);
        assert_eq!(PANIC_COUNT.load(Ordering::SeqCst), 0, "a thread panicked");
        self.sent += 1;
        if self.sent.is_multiple_of(REFRESH_INTERVAL) {
            let running = self.running.as_mut().unwrap();
            self.runtime.block_on(running.matches.refresh());
            self.runtime.block_on(running.envs.refresh());
            self.runtime.block_on(running.tournaments.refresh());
            self.refresh_corpus();
        }
        if self.sent.is_multiple_of(ACCOUNT_INTERVAL) {
            let running = self.running.as_mut().unwrap();
            self.runtime.block_on(running.accounts.replace());
        }
    }

    /// Plays the untouched match to its end with two agents and creates another one.
    ///
    /// # Panics
    /// Panics if the match does not end properly or any thread panicked.
    pub fn finish_untouched_match(&mut self) {
        let running = self.running.as_mut().unwrap();
        self.runtime.block_on(async {
            finish_match(&running.client, &running.untouched).await;
            running.untouched = open_match(&running.client).await;
        });
        self.refresh_corpus();
        assert_eq!(PANIC_COUNT.load(Ordering::SeqCst), 0, "a thread panicked");
    }

    /// Stops the server and starts a new one.
    ///
    /// # Panics
    /// Panics if the server does not stop or start.
    pub fn restart(&mut self) {
        let running = self.running.take().unwrap();
        self.runtime.block_on(running.server.stop());
        self.running = Some(self.runtime.block_on(FuzzServer::start()));
        self.accepted.clear();
        self.refresh_corpus();
    }

    /// Returns the number of sent requests; a stream counts once.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Returns the counts of accepted and rejected requests.
    pub fn stats(&self) -> &RequestStats {
        &self.stats
    }

    /// Returns the name of every method of the API.
    ///
    /// # Panics
    /// Panics if the server is not running.
    pub fn methods(&self) -> Vec<String> {
        let methods = self.running.as_ref().unwrap().caller.methods().iter();
        methods.map(|method| method.name().to_owned()).collect()
    }

    fn try_send(&mut self, source: &mut Unstructured<'_>) -> Result<()> {
        let running = self.running.as_mut().unwrap();
        let method = choose_method(running.caller.methods(), source)?;
        let valid = ValidRequests {
            matches: &running.matches,
            envs: &running.envs,
            tournaments: &running.tournaments,
            accounts: &running.accounts,
            positions: &running.positions,
            generator: &self.generator,
            acting_seat: RefCell::default(),
        };
        if method.name() == "Play" {
            let played = Session::play(&running.caller, &valid, source);
            for (kind, outcome) in self.runtime.block_on(played)? {
                match outcome {
                    Ok(()) => self.stats.count_accepted(kind),
                    Err(reason) => self.stats.count_rejected(kind, &reason),
                }
            }
            return Ok(());
        }
        let accepted = self.accepted.entry(method.name().to_owned()).or_default();
        let request = request(&method, &valid, accepted, &self.runtime, source)?;
        let token = valid.token(&request, source)?;
        let bytes = damage(request.encode_to_vec(), source)?;
        let call = running.caller.call(&method, bytes.clone(), &token);
        match self.runtime.block_on(call) {
            Ok(answers) => {
                self.stats.count_accepted(method.name());
                if let Ok(request) = DynamicMessage::decode(method.input(), &bytes[..]) {
                    accepted.push(request);
                    let excess = accepted.len().saturating_sub(MAX_ACCEPTED_PER_METHOD);
                    accepted.drain(..excess);
                }
                for answer in answers {
                    self.generator.learn(&answer);
                    if method.output().name() == "CreateMatchResponse" {
                        let created = answer.transcode_to().expect("the message has this type");
                        self.runtime.block_on(running.matches.adopt(created));
                    }
                    if method.output().name() == "CreateEnvResponse" {
                        let created = answer.transcode_to().expect("the message has this type");
                        self.runtime.block_on(running.envs.adopt(created));
                    }
                }
            }
            Err(reason) => {
                let reason = reason.as_deref().unwrap_or("no message");
                self.stats.count_rejected(method.name(), reason);
            }
        }
        Ok(())
    }

    /// Refreshes the texts of all fields from the games and the present matches.
    fn refresh_corpus(&mut self) {
        let running = self.running.as_ref().unwrap();
        let games = corpus::games();
        let all = |field: fn(&GameCorpus) -> &[String]| -> Vec<String> {
            games.iter().flat_map(field).cloned().collect()
        };
        let records = games.iter().flat_map(|game| &game.records);
        let [mut names, tokens] = running.matches.names_and_tokens();
        names.push(running.untouched.name.clone());
        let fields = [
            (
                "game",
                games.iter().map(|game| game.id.name().into()).collect(),
            ),
            ("match", names.clone()),
            ("GetMatchRequest.name", names),
            ("seat_token", tokens),
            ("position", all(|game| &game.positions)),
            ("earlier_positions", all(|game| &game.positions)),
            (
                "text",
                [all(|game| &game.positions), all(|game| &game.actions)].concat(),
            ),
            ("Submission.text", all(|game| &game.actions)),
            ("GameOption.name", all(|game| &game.options)),
            ("GameOption.value", all(|game| &game.values)),
            ("AgentSpec.name", all(|game| &game.agents)),
            ("record", records.map(Record::to_text).collect()),
            ("page_token", vec![String::new()]),
        ];
        self.generator.fields = fields
            .map(|(field, texts)| (field.to_owned(), texts))
            .into();
        if self.generator.texts.is_empty() {
            self.generator.texts = all(|game| &game.texts);
        }
    }
}

impl Default for RequestFuzzer {
    fn default() -> Self {
        Self::new()
    }
}

/// Stops the server.
impl Drop for RequestFuzzer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take()
            && !std::thread::panicking()
        {
            self.runtime.block_on(running.server.stop());
        }
    }
}

impl FuzzServer {
    async fn start() -> Self {
        // Idle matches must not end by time: only the bytes decide what happens.
        let server = TestServer::start(Config {
            join_limit_secs: 3600,
            offline_limit_secs: 3600,
            // Searches end within the timeout for answers.
            search_limit_secs: 1.try_into().unwrap(),
            search_limit_nodes: 300.try_into().unwrap(),
            // The matches in progress have no hints.
            allow_player_searches: true,
            max_env_lanes: 64.try_into().unwrap(),
            ..in_memory()
        });
        let server = server.await;
        let client = server.client().await;
        Self {
            caller: Caller::connect(&server.address()).await,
            positions: positions::fetch_positions(&client).await,
            matches: FuzzMatches::open(client.clone()).await,
            envs: FuzzEnvs::open(client.clone()).await,
            tournaments: FuzzTournaments::create(client.clone()).await,
            accounts: FuzzAccounts::create(client.clone()).await,
            untouched: open_match(&client).await,
            client,
            server,
        }
    }
}

fn choose_method(
    methods: &[MethodDescriptor],
    source: &mut Unstructured<'_>,
) -> Result<MethodDescriptor> {
    let weight = |method: &&MethodDescriptor| {
        let is_frequent = FREQUENT_METHODS.contains(&method.name());
        if is_frequent { FREQUENT_WEIGHT } else { 1 }
    };
    let weighted: Vec<_> = methods
        .iter()
        .flat_map(|method| std::iter::repeat_n(method, weight(&method)))
        .collect();
    Ok((*source.choose(&weighted)?).clone())
}

/// Generates a request: a valid one, a mutated one, or an arbitrary one.
fn request(
    method: &MethodDescriptor,
    valid: &ValidRequests<'_>,
    accepted: &[DynamicMessage],
    runtime: &Runtime,
    source: &mut Unstructured<'_>,
) -> Result<DynamicMessage> {
    let variant = source.int_in_range(0..=15)?;
    if variant == 15 {
        return valid.generator.message(&method.input(), source);
    }
    let mut message = if variant % 5 == 4 && !accepted.is_empty() {
        source.choose(accepted)?.clone()
    } else {
        match runtime.block_on(valid.request(method.name(), source))? {
            Some(bytes) => {
                let message = DynamicMessage::decode(method.input(), &bytes[..]);
                message.expect("the descriptors contain every message")
            }
            None => valid.generator.message(&method.input(), source)?,
        }
    };
    if variant >= 8 {
        valid.generator.mutate(&mut message, source)?;
    }
    Ok(message)
}

async fn open_match(client: &Client) -> CreatedMatch {
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "2")])
    };
    create_match(client, request).await
}

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANIC_COUNT.fetch_add(1, Ordering::SeqCst);
            previous_hook(info);
        }));
    });
}
