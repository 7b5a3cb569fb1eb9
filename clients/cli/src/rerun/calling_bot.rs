//! A bot that calls a server, at a seat of a recorded match.

use std::net::Ipv4Addr;
use std::time::Duration;

use botwerk_agents::DecisionRequest;
use botwerk_client::{Client, proto};
use botwerk_engine::{Game, hex};
use proto::bot_service_server::BotServiceServer;
use proto::catalog_service_server::CatalogServiceServer;
use proto::match_service_server::MatchServiceServer;
use proto::rules_service_server::RulesServiceServer;
use rand::rand_core::TryRng;
use rand::rngs::SysRng;
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::recorded_seat::{BotAnswer, RecordedSeatService};
use crate::bot_program::BotProgram;
use crate::embedded_server::EmbeddedServer;
use crate::forwarded_calls::ForwardedCalls;
use crate::guard;
use crate::stdio::{BotSubmission, Decision, Rejection, read_actions};

/// The name of the match and of its tournament.
const MATCH: &str = "matches/rerun";
const TOURNAMENT: &str = "tournaments/rerun";

/// Time for an answer; as long as a program on standard input and output has.
const DECISION_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum number of submissions that are rejected.
const MAX_REJECTIONS: u32 = 10;

/// A started bot with a server of its own. Dropping it ends both.
pub(super) struct CallingBot {
    // Before the runtime, which its end needs.
    process: Child,
    /// The guard ends the bot when this pipe is closed. Waiting for the process would close it.
    _input: Option<ChildStdin>,
    service: RecordedSeatService,
    answers: UnboundedReceiver<BotAnswer>,
    client: Client,
    setup: proto::GameSetup,
    seat: usize,
    rejections: u32,
    _server: EmbeddedServer,
    runtime: Runtime,
}

impl CallingBot {
    /// Starts a server and the bot.
    ///
    /// # Errors
    /// Returns what went wrong if either cannot be started.
    pub(super) fn start<G: Game>(
        program: &BotProgram,
        game: &G,
        seat: usize,
    ) -> Result<Self, String> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
        let setup = game_setup(game);
        let started = runtime.block_on(async {
            let server = EmbeddedServer::in_memory()
                .await
                .map_err(|error| format!("{error:?}"))?;
            let client = server
                .connect()
                .await
                .map_err(|error| format!("{error:?}"))?;
            let request = proto::DescribeMatchRequest {
                setup: Some(setup.clone()),
            };
            let described = client.rules().describe_match(request).await;
            let rules = described.map_err(message)?.into_inner().rules;
            let (bot_token, seat_token) = (random_token()?, random_token()?);
            let invitation = proto::Invitation {
                r#match: MATCH.into(),
                seat: seat as u32,
                seat_token,
                setup: Some(setup.clone()),
                tournament: TOURNAMENT.into(),
                ..Default::default()
            };
            let joined = proto::Joined {
                r#match: MATCH.into(),
                seat: seat as u32,
                setup: Some(setup.clone()),
                state: proto::MatchState::Running as i32,
                rules,
                ..Default::default()
            };
            let (sender, answers) = unbounded_channel();
            let service = RecordedSeatService::new(bot_token.clone(), invitation, joined, sender);
            let address = serve(service.clone(), client.clone()).await?;
            let process = start_process(program, &address, &bot_token)?;
            Ok::<_, String>((process, service, answers, client, server))
        });
        let (mut process, service, answers, client, server) = started?;
        Ok(Self {
            _input: process.stdin.take(),
            process,
            service,
            answers,
            client,
            setup,
            seat,
            rejections: 0,
            _server: server,
            runtime,
        })
    }

    /// Sends a request to the bot and returns its actions, the first of which is legal.
    ///
    /// # Errors
    /// Returns what the bot has done instead.
    pub(super) fn decide<G: Game>(
        &mut self,
        request: &DecisionRequest<'_, G>,
        decision: &Decision,
        legal: &[G::Action],
    ) -> Result<Vec<G::Action>, String> {
        let message = self.action_request(request, decision)?;
        self.service.open_request(message);
        loop {
            let submission = match self.next_answer()? {
                BotAnswer::Submission(submission) => submission,
                BotAnswer::Resigned => return Err("the bot resigned".into()),
            };
            if (submission.turn, submission.part) != (decision.turn, decision.part) {
                self.reject(
                    &submission,
                    ("WRONG_TURN", "the request is not open".into()),
                )?;
                continue;
            }
            match self.read(request, legal, &submission)? {
                Ok(actions) => {
                    self.service.accept(submission.turn, submission.part);
                    return Ok(actions);
                }
                Err(rejection) => self.reject(&submission, rejection)?,
            }
        }
    }

    fn next_answer(&mut self) -> Result<BotAnswer, String> {
        let (answers, process) = (&mut self.answers, &mut self.process);
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                answer = answers.recv() => answer.ok_or_else(|| "the server has ended".into()),
                status = process.wait() => Err(match status {
                    Ok(status) => format!("the bot {}", guard::exit_text(status)),
                    Err(error) => format!("the bot cannot be observed: {error}"),
                }),
                () = tokio::time::sleep(DECISION_TIMEOUT) => {
                    let secs = DECISION_TIMEOUT.as_secs();
                    Err(format!(
                        "no answer within {secs} s; the bot must accept the invitation of BotService.StreamInvitations \
                         at BOTWERK_SERVER and play with MatchService.Play"
                    ))
                }
            }
        })
    }

    fn reject(
        &mut self,
        submission: &proto::Submission,
        (reason, message): Rejection,
    ) -> Result<(), String> {
        self.rejections += 1;
        if self.rejections > MAX_REJECTIONS {
            return Err(format!(
                "more than {MAX_REJECTIONS} rejected submissions; the last one: {message}"
            ));
        }
        self.service.reject(submission, reason, &message);
        Ok(())
    }

    /// Reads a submission, whose actions are text or messages.
    fn read<G: Game>(
        &self,
        request: &DecisionRequest<'_, G>,
        legal: &[G::Action],
        submission: &proto::Submission,
    ) -> Result<Result<Vec<G::Action>, Rejection>, String> {
        if submission.actions.is_empty() {
            let submission = BotSubmission {
                turn: submission.turn,
                part: submission.part,
                actions: submission.text.clone(),
                effort: submission.effort,
                score: submission.score,
            };
            return Ok(read_actions(request, legal, &submission));
        }
        let mut actions = Vec::new();
        for action in &submission.actions {
            let request = proto::FormatActionRequest {
                setup: Some(self.setup.clone()),
                action: Some(*action),
            };
            match self
                .runtime
                .block_on(self.client.rules().format_action(request))
            {
                Ok(formatted) => {
                    actions.push(formatted.into_inner().action.unwrap_or_default().text);
                }
                Err(status) => return Ok(Err(("ILLEGAL_ACTION", status.message().to_owned()))),
            }
        }
        let parsed = actions.iter().map(|text| request.game.parse_action(text));
        let parsed: Vec<_> = parsed
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        Ok(match parsed.first() {
            Some(first) if legal.contains(first) => Ok(parsed),
            _ => Err((
                "ILLEGAL_ACTION",
                format!("{}: not legal in this position", actions[0]),
            )),
        })
    }

    /// Returns the request for a decision, with everything that a client may ask for.
    fn action_request<G: Game>(
        &self,
        request: &DecisionRequest<'_, G>,
        decision: &Decision,
    ) -> Result<proto::ActionRequest, String> {
        // What the seat does not know is sampled; its view is the same.
        let state = request
            .game
            .sample_hidden(request.view, &mut request.generator());
        let position = request.game.format_position(&state);
        let (setup, seat) = (Some(self.setup.clone()), self.seat as u32);
        let view = proto::ViewRequest {
            setup: setup.clone(),
            position: position.clone(),
            viewer: Some(proto::Viewer {
                kind: Some(proto::viewer::Kind::Seat(seat)),
            }),
            ..Default::default()
        };
        let legal_actions = proto::LegalActionsRequest {
            setup,
            position,
            actor: Some(proto::Actor {
                kind: Some(proto::actor::Kind::Seat(seat)),
            }),
            ..Default::default()
        };
        let (view, legal_actions) = self.runtime.block_on(async {
            let view = self.client.rules().view(view).await.map_err(message)?;
            let legal = self
                .client
                .rules()
                .legal_actions(legal_actions)
                .await
                .map_err(message)?;
            Ok::<_, String>((view.into_inner(), legal.into_inner().actions))
        })?;
        Ok(proto::ActionRequest {
            turn: decision.turn,
            part: decision.part,
            stage: decision.stage.clone(),
            view: Some(proto::View {
                position: view.view,
                text: view.text,
                view_hash: view.view_hash,
                observation: view.observation,
            }),
            legal_actions,
            clocks: Some(proto::Clocks {
                remaining_nanos: decision.remaining_millis.map(|millis| millis * 1_000_000),
                ..Default::default()
            }),
            ..Default::default()
        })
    }
}

fn message(status: tonic::Status) -> String {
    status.message().to_owned()
}

/// Returns the game with all of its options.
fn game_setup<G: Game>(game: &G) -> proto::GameSetup {
    let option = |(name, value): (&str, &str)| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    proto::GameSetup {
        game: G::spec().id.name().into(),
        options: game.options().iter().map(option).collect(),
        seats: game.seats() as u32,
    }
}

fn random_token() -> Result<String, String> {
    let mut bytes = [0; 16];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.map_err(|error| format!("no random numbers from the system: {error}"))?;
    Ok(hex(&bytes))
}

/// Serves the bot on a free port and returns the address. Calls that belong to no match are forwarded.
async fn serve(service: RecordedSeatService, server: Client) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("no port is free: {error}");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let calls = ForwardedCalls::new(server);
    let serving = Server::builder()
        .add_service(BotServiceServer::new(service.clone()))
        .add_service(MatchServiceServer::new(service))
        .add_service(CatalogServiceServer::new(calls.clone()))
        .add_service(RulesServiceServer::new(calls))
        .serve_with_incoming(incoming);
    tokio::spawn(serving);
    Ok(address.to_string())
}

fn start_process(program: &BotProgram, address: &str, bot_token: &str) -> Result<Child, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.executable());
    guard::command(program)
        .map_err(failed)?
        .env("BOTWERK_SERVER", address)
        .env("BOTWERK_BOT_TOKEN", bot_token)
        .env_remove("BOTWERK_ADMIN_TOKEN")
        .stdout(std::process::Stdio::null())
        .spawn()
        .map_err(failed)
}
