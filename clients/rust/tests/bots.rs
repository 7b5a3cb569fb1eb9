//! Bots in Rust, as their authors run them.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use botwerk_client::{
    Bot, BotError, Choice, Client, ClientError, Match, Options, View, play_seat, proto, run,
};
use botwerk_engine::GameId;
use botwerk_tests::{
    TestServer, agent_seat, create_match, eventually, match_request, micro_robots, open_seat,
};
use proto::ErrorReason;

/// Returns the program `botwerk`, and the example, next to which Cargo has built it.
fn programs(example: &str) -> (PathBuf, PathBuf) {
    let test = env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let botwerk = env::var_os("BOTWERK").map_or_else(|| folder.join("botwerk"), PathBuf::from);
    let programs = (botwerk, folder.join("examples").join(example));
    for program in [&programs.0, &programs.1] {
        let name = program.display();
        assert!(
            program.exists(),
            "{name} is missing; run `cargo build --examples`"
        );
    }
    programs
}

#[test]
fn first_bot_passes_bot_check_in_every_game() {
    let (botwerk, bot) = programs("first_bot");
    let check = |game: GameId| {
        let mut command = Command::new(&botwerk);
        command.args(["bot", "check", "--client", "--game", game.name()]);
        let bot = format!("grpc:{}", bot.display());
        let output = command.arg(bot).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_right = output.status.success() && printed.contains("passed   exception");
        assert!(is_right, "{game}: {printed}\n{output:?}");
    };
    thread::scope(|scope| {
        for game in GameId::all() {
            scope.spawn(move || check(game));
        }
    });
}

#[test]
fn readme_has_the_first_bot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let example = fs::read_to_string(folder.join("examples/first_bot.rs")).unwrap();
    assert!(readme.contains(&format!("```rust,no_run\n{example}```\n")));
    assert!(example.lines().count() <= 20);
}

/// What the bots of one test have experienced.
#[derive(Default)]
struct Experiences {
    started: BTreeSet<String>,
    /// The match whose bot fails.
    broken: String,
    has_failed: bool,
    ended: BTreeSet<String>,
}

/// Fails in its second match at the first turn, while the first match is in progress.
struct FailingBot {
    panics: bool,
    shared: Arc<(Mutex<Experiences>, Condvar)>,
}

impl Bot for FailingBot {
    fn started(&mut self, joined: &Match) -> Result<(), BotError> {
        let mut experiences = self.shared.0.lock().unwrap();
        experiences.started.insert(joined.name().into());
        if experiences.started.len() == 2 && experiences.broken.is_empty() {
            experiences.broken = joined.name().into();
        }
        Ok(())
    }

    fn choose(&mut self, view: &View, legal: &[String]) -> Result<Choice, BotError> {
        let (experiences, changed) = &*self.shared;
        let mut experiences = experiences.lock().unwrap();
        if experiences.broken == view.r#match.name() {
            experiences.has_failed = true;
            changed.notify_all();
            drop(experiences);
            assert!(!self.panics, "no idea");
            return Err("no idea".into());
        }
        let is_waiting = |experiences: &mut Experiences| !experiences.has_failed;
        let limit = Duration::from_secs(60);
        let (experiences, waited) = changed
            .wait_timeout_while(experiences, limit, is_waiting)
            .unwrap();
        drop(experiences);
        assert!(!waited.timed_out(), "the matches are not played together");
        Ok(legal[0].as_str().into())
    }

    fn ended(&mut self, joined: &Match, _over: &proto::MatchOver) {
        let mut experiences = self.shared.0.lock().unwrap();
        experiences.ended.insert(joined.name().into());
    }
}

/// Registers a bot and creates a tournament for it, against the agent `random`. Returns the token of the bot.
async fn create_tournament(client: &Client, name: &str, cycles: u32) -> String {
    use proto::entrant::Player;
    let request = proto::RegisterBotRequest {
        name: name.into(),
        max_concurrent_matches: 2,
        ..Default::default()
    };
    let registered = client.bots().register_bot(request).await.unwrap();
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles };
    let setup = proto::TournamentSetup {
        name: name.into(),
        format: Some(proto::TournamentFormat {
            kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
        }),
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            seats: 2,
            ..Default::default()
        }),
        entrants: vec![
            entrant("bot", Player::Bot(name.into())),
            entrant(
                "random",
                Player::Agent(proto::AgentSpec::new("random", &[])),
            ),
        ],
        ..Default::default()
    };
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    client.organizer().create_tournament(request).await.unwrap();
    registered.into_inner().bot_token
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn error_or_panic_of_a_bot_ends_run_after_its_other_matches() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for (name, panics, message) in [("error", false, "no idea"), ("panic", true, "it panicked")] {
        let options = Options {
            server: Some(server.address()),
            token: Some(create_tournament(&client, name, 2).await),
            max_concurrent_matches: 2,
            ..Options::default()
        };
        let shared = Arc::<(Mutex<Experiences>, Condvar)>::default();
        let bots = Arc::clone(&shared);
        let create = move || FailingBot {
            panics,
            shared: Arc::clone(&bots),
        };
        let played = tokio::task::spawn_blocking(move || run(create, options));
        let error = eventually(played).await.unwrap().unwrap_err();
        assert!(
            matches!(&error, ClientError::Player(text) if text == message),
            "{error}"
        );
        let experiences = shared.0.lock().unwrap();
        assert!(!experiences.ended.is_empty(), "{name}");
        assert!(!experiences.ended.contains(&experiences.broken), "{name}");
    }
}

/// Thinks until its answer does not count any more.
struct Thinker {
    thinks: tokio::sync::mpsc::UnboundedSender<()>,
    has_ended: Arc<Mutex<bool>>,
}

impl Bot for Thinker {
    fn choose(&mut self, view: &View, _legal: &[String]) -> Result<Choice, BotError> {
        self.thinks.send(())?;
        let start = Instant::now();
        while view.is_open() {
            assert!(start.elapsed().as_secs() < 60, "the request is still open");
            thread::sleep(Duration::from_millis(1));
        }
        Err("the answer does not count".into())
    }

    fn ended(&mut self, _joined: &Match, over: &proto::MatchOver) {
        *self.has_ended.lock().unwrap() = over.state() == proto::MatchState::Aborted;
    }
}

#[tokio::test]
async fn thinking_bot_learns_that_its_match_is_over() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(); 2], &[])).await;
    let (thinks, mut thinking) = tokio::sync::mpsc::unbounded_channel();
    let has_ended = Arc::new(Mutex::new(false));
    let mut seats = Vec::new();
    for token in created.tokens.clone() {
        let (client, name) = (client.clone(), created.name.clone());
        let (thinks, has_ended) = (thinks.clone(), Arc::clone(&has_ended));
        let bot = Thinker { thinks, has_ended };
        seats.push(tokio::spawn(async move {
            play_seat(&client, &name, &token, bot).await
        }));
    }
    for _ in 0..seats.len() {
        eventually(thinking.recv()).await.unwrap();
    }
    let request = proto::AbortMatchRequest {
        r#match: created.name.clone(),
    };
    let owner = client.with_token(&created.owner).unwrap();
    owner.matches().abort_match(request).await.unwrap();
    for seat in seats {
        let over = eventually(seat).await.unwrap().unwrap();
        assert_eq!(over.state(), proto::MatchState::Aborted);
    }
    assert!(*has_ended.lock().unwrap());
}

/// Takes no legal action first, and one that is legal after the rejection.
struct Learner {
    rejections: Arc<Mutex<Vec<ErrorReason>>>,
}

impl Bot for Learner {
    fn choose(&mut self, view: &View, legal: &[String]) -> Result<Choice, BotError> {
        assert_eq!((view.game(), view.player()), ("netzwerk", 0));
        let is_first = self.rejections.lock().unwrap().is_empty();
        Ok(if is_first { "a1-a1" } else { &*legal[0] }.into())
    }

    fn rejected(&mut self, _view: &View, error: &ClientError) {
        if let ClientError::Rejected { reason, .. } = error {
            self.rejections.lock().unwrap().push(*reason);
        }
    }
}

#[tokio::test]
async fn rejected_choice_is_passed_to_the_bot_which_chooses_again() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), agent_seat("random")];
    let request = match_request(GameId::NETZWERK, seats, &[("turn_cap", "20")]);
    let created = create_match(&client, request).await;
    let rejections = Arc::<Mutex<Vec<ErrorReason>>>::default();
    let bot = Learner {
        rejections: Arc::clone(&rejections),
    };
    let played = play_seat(&client, &created.name, &created.tokens[0], bot);
    let over = eventually(played).await.unwrap();
    assert_eq!(over.state(), proto::MatchState::Over);
    assert_eq!(*rejections.lock().unwrap(), [ErrorReason::IllegalAction]);
}
