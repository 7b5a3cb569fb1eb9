//! Every request of the contract, sent to a server that must answer it and live on.

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

use super::caller::Caller;
use super::known::{self, Place};
use super::messages::Parts;
use super::mutation::damaged;
use super::scene::Scene;
use super::session::Session;
use super::tally::Tally;
use super::valid::Valid;
use super::words::{self, GameWords};
use crate::{Made, TestServer, finish, in_memory, make, micro_robots, remote};

/// Methods that are called so much more often than others, since they lead furthest.
const FAVOURITES: [&str; 3] = ["CreateMatch", "SubmitAction", "Play"];
const FAVOUR: usize = 5;

/// Requests after which the matches are looked after.
const ROUND: u64 = 8;

/// Requests of each method that are remembered because they were taken.
const TAKEN: usize = 24;

/// Panics of this process, whichever thread they are in.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A server, what is known of it, and everything that may be asked of it.
#[derive(Debug)]
pub struct Requests {
    runtime: Runtime,
    running: Option<Running>,
    parts: Parts,
    /// Requests that were taken, by method.
    taken: BTreeMap<String, Vec<DynamicMessage>>,
    tally: Tally,
    sent: u64,
}

/// A server with its matches.
#[derive(Debug)]
struct Running {
    server: TestServer,
    client: Client,
    caller: Caller,
    places: Vec<Place>,
    scene: Scene,
    /// A match of which the requests know the name alone.
    honest: Made,
}

impl Requests {
    /// Starts a server.
    ///
    /// # Panics
    /// If it does not start.
    pub fn new() -> Self {
        count_panics();
        let runtime = Runtime::new().unwrap();
        let running = Some(runtime.block_on(Running::start()));
        let mut requests = Self {
            runtime,
            running,
            parts: Parts::default(),
            taken: BTreeMap::new(),
            tally: Tally::default(),
            sent: 0,
        };
        requests.take_words();
        requests
    }

    /// Sends what the bytes make: one request, or a stream of them. Most begin as what a server
    /// takes, and many are changed before they are sent.
    ///
    /// # Panics
    /// If anything in this process panicked, if there is no answer, or if a refusal gives no
    /// reason.
    pub fn send(&mut self, bytes: &[u8]) {
        let mut source = Unstructured::new(bytes);
        // Bytes that end too early ask for nothing.
        let _ = self.try_send(&mut source);
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "something panicked");
        self.sent += 1;
        if self.sent.is_multiple_of(ROUND) {
            let running = self.running.as_mut().unwrap();
            self.runtime.block_on(running.scene.keep_up());
            self.take_words();
        }
    }

    /// Lets two players bring the match to its end of which only the name was known.
    ///
    /// # Panics
    /// If they do not succeed, or anything panicked.
    pub fn finish_honest_match(&mut self) {
        let running = self.running.as_mut().unwrap();
        self.runtime.block_on(async {
            finish(&running.client, &running.honest).await;
            running.honest = open_match(&running.client).await;
        });
        self.take_words();
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "something panicked");
    }

    /// Stops the server and goes on with a new one.
    ///
    /// # Panics
    /// If it does not stop or start.
    pub fn restart(&mut self) {
        let running = self.running.take().unwrap();
        self.runtime.block_on(running.server.stop());
        self.running = Some(self.runtime.block_on(Running::start()));
        self.taken.clear();
        self.take_words();
    }

    /// Requests that were sent; a stream counts once.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// What became of them.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Every method of the contract.
    ///
    /// # Panics
    /// If the server is gone.
    pub fn methods(&self) -> Vec<String> {
        let methods = self.running.as_ref().unwrap().caller.methods().iter();
        methods.map(|method| method.name().to_owned()).collect()
    }

    fn try_send(&mut self, source: &mut Unstructured<'_>) -> Result<()> {
        let running = self.running.as_mut().unwrap();
        let method = choose_method(running.caller.methods(), source)?;
        let valid = Valid {
            scene: &running.scene,
            places: &running.places,
            parts: &self.parts,
        };
        if method.name() == "Play" {
            let played = Session::play(&running.caller, &valid, source);
            for (kind, outcome) in self.runtime.block_on(played)? {
                match outcome {
                    Ok(()) => self.tally.take(kind),
                    Err(reason) => self.tally.refuse(kind, &reason),
                }
            }
            return Ok(());
        }
        let taken = self.taken.entry(method.name().to_owned()).or_default();
        let request = request(&method, &valid, taken, &self.runtime, source)?;
        let bytes = damaged(request.encode_to_vec(), source)?;
        let asked = running.caller.ask(&method, bytes.clone());
        match self.runtime.block_on(asked) {
            Ok(answers) => {
                self.tally.take(method.name());
                if let Ok(request) = DynamicMessage::decode(method.input(), &bytes[..]) {
                    taken.push(request);
                    let forgotten = taken.len().saturating_sub(TAKEN);
                    taken.drain(..forgotten);
                }
                for answer in answers {
                    self.parts.keep(&answer);
                    if method.output().name() == "CreateMatchResponse" {
                        let made = answer.transcode_to().expect("it is of this type");
                        self.runtime.block_on(running.scene.adopt(made));
                    }
                }
            }
            Err(reason) => {
                let reason = reason.as_deref().unwrap_or("no message");
                self.tally.refuse(method.name(), reason);
            }
        }
        Ok(())
    }

    /// Takes texts from the games and from the matches that there are now.
    fn take_words(&mut self) {
        let running = self.running.as_ref().unwrap();
        let games = words::games();
        let all = |part: fn(&GameWords) -> &[String]| -> Vec<String> {
            games.iter().flat_map(part).cloned().collect()
        };
        let records = games.iter().flat_map(|game| &game.records);
        let [mut names, tokens, owners] = running.scene.words();
        names.push(running.honest.name.clone());
        let fields = [
            (
                "game",
                games.iter().map(|game| game.id.name().into()).collect(),
            ),
            ("match", names.clone()),
            ("GetMatchRequest.name", names),
            ("seat_token", tokens),
            ("owner_token", owners),
            ("position", all(|game| &game.positions)),
            ("earlier", all(|game| &game.positions)),
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
        if self.parts.texts.is_empty() {
            self.parts.texts = all(|game| &game.texts);
        }
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
        if let Some(running) = self.running.take()
            && !std::thread::panicking()
        {
            self.runtime.block_on(running.server.stop());
        }
    }
}

impl Running {
    async fn start() -> Self {
        // Time changes nothing about matches that nobody plays for a while: bytes decide here.
        let server = TestServer::with(Config {
            join_limit_secs: 3600,
            offline_limit_secs: 3600,
            // An answer that must come is not waited for for ever.
            search_limit_secs: 1,
            search_limit_nodes: 2_000,
            ..in_memory()
        });
        let server = server.await;
        let client = server.client().await;
        Self {
            caller: Caller::connect(&server.address()).await,
            places: known::places(&client).await,
            scene: Scene::open(client.clone()).await,
            honest: open_match(&client).await,
            client,
            server,
        }
    }
}

fn choose_method(
    methods: &[MethodDescriptor],
    source: &mut Unstructured<'_>,
) -> Result<MethodDescriptor> {
    let times = |method: &&MethodDescriptor| {
        let is_favourite = FAVOURITES.contains(&method.name());
        if is_favourite { FAVOUR } else { 1 }
    };
    let weighted: Vec<_> = methods
        .iter()
        .flat_map(|method| std::iter::repeat_n(method, times(&method)))
        .collect();
    Ok((*source.choose(&weighted)?).clone())
}

/// A request: what a server takes, that with something changed, or anything.
fn request(
    method: &MethodDescriptor,
    valid: &Valid<'_>,
    taken: &[DynamicMessage],
    runtime: &Runtime,
    source: &mut Unstructured<'_>,
) -> Result<DynamicMessage> {
    let way = source.int_in_range(0..=15)?;
    if way == 15 {
        return valid.parts.message(&method.input(), source);
    }
    let mut message = if way % 5 == 4 && !taken.is_empty() {
        source.choose(taken)?.clone()
    } else {
        match runtime.block_on(valid.request(method.name(), source))? {
            Some(bytes) => {
                let message = DynamicMessage::decode(method.input(), &bytes[..]);
                message.expect("the contract describes its messages")
            }
            None => valid.parts.message(&method.input(), source)?,
        }
    };
    if way >= 8 {
        valid.parts.mutate(&mut message, source)?;
    }
    Ok(message)
}

async fn open_match(client: &Client) -> Made {
    let request = proto::CreateMatchRequest {
        virtual_time: true,
        ..micro_robots(vec![remote(), remote()], &[("chips_to_win", "2")])
    };
    make(client, request).await
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
