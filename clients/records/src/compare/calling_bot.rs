//! A bot that calls a server, at a seat of a recorded match.

use std::net::Ipv4Addr;

use botwerk_agents::DecisionRequest;
use botwerk_client::{Client, game_setup, proto};
use botwerk_command::embedded_server::{EmbeddedServer, ServerPurpose, StartServer, random_token};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::{AnyAction, AnyGame, GameEncoding, GameViews};
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::forwarded_calls::ForwardedCalls;
use botwerk_launch::guard;
use botwerk_launch::stdio::{DECISION_TIMEOUT, Decision, Rejection, check_actions, read_actions};
use botwerk_wire::{Wire, action_info};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::recorded_seat::{BotAnswer, RecordedSeatService};

/// The name of the match and of its tournament.
const MATCH: &str = "matches/rerun";
const TOURNAMENT: &str = "tournaments/rerun";

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
    rejections: u32,
    _server: EmbeddedServer,
    runtime: Runtime,
}

impl CallingBot {
    /// Starts a server and the bot.
    ///
    /// # Errors
    /// Returns what went wrong if either cannot be started.
    pub(super) fn start(
        program: &BotProgram,
        game: &AnyGame,
        seat: usize,
        start: StartServer,
    ) -> Result<Self, Failure> {
        let failed = |message: String| Failure::new(Reason::BotFailed, message);
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| failed(format!("cannot start threads: {error}")))?;
        let setup = game_setup(game);
        let started = runtime.block_on(async {
            let server = start(ServerPurpose::default()).await?;
            let client = server.connect().await?;
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
                seat: Some(seat as u32),
                setup: Some(setup),
                state: proto::MatchState::Running as i32,
                rules: game.rules_message(),
                ..Default::default()
            };
            let (sender, answers) = unbounded_channel();
            let service = RecordedSeatService::new(bot_token.clone(), invitation, joined, sender);
            let address = serve(service.clone(), client).await.map_err(failed)?;
            let process = start_process(program, &address, &bot_token).map_err(failed)?;
            Ok::<_, Failure>((process, service, answers, server))
        });
        let (mut process, service, answers, server) = started?;
        Ok(Self {
            _input: process.stdin.take(),
            process,
            service,
            answers,
            rejections: 0,
            _server: server,
            runtime,
        })
    }

    /// Sends a request to the bot and returns its actions, the first of which is legal.
    ///
    /// # Errors
    /// Returns what the bot has done instead.
    pub(super) fn decide(
        &mut self,
        request: &DecisionRequest<'_, AnyGame>,
        decision: &Decision,
        legal: &[AnyAction],
    ) -> Result<Vec<AnyAction>, String> {
        self.service
            .open_request(action_request(request, decision, legal));
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
            match read_submission(request, legal, &submission) {
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
        let reason = proto::ErrorReason::from_name(reason).unwrap_or_default();
        self.service.reject(submission, reason, &message);
        Ok(())
    }
}

/// Reads a submission, whose actions are text or messages.
fn read_submission(
    request: &DecisionRequest<'_, AnyGame>,
    legal: &[AnyAction],
    submission: &proto::Submission,
) -> Result<Vec<AnyAction>, Rejection> {
    if submission.actions.is_empty() {
        return read_actions(
            request,
            legal,
            &submission.text,
            submission.require_canonical_text,
        );
    }
    let actions = request.game.actions(&submission.actions);
    let actions = actions.map_err(|error| ("ILLEGAL_ACTION", error.message))?;
    check_actions(request, legal, actions)
}

/// Returns the request for a decision, with everything that a client may ask for.
fn action_request(
    request: &DecisionRequest<'_, AnyGame>,
    decision: &Decision,
    legal: &[AnyAction],
) -> proto::ActionRequest {
    let DecisionRequest { game, view, .. } = *request;
    let mut observation = vec![0; game.observation_len()];
    game.write_observation(view, &mut observation);
    proto::ActionRequest {
        turn: decision.turn,
        part: decision.part,
        stage: decision.stage.clone(),
        view: Some(proto::View {
            position: Some(game.view_message(view)),
            text: decision.view.clone(),
            view_hash: game.view_hash(view),
            observation,
        }),
        legal_actions: legal.iter().map(|it| action_info(game, *it)).collect(),
        clocks: Some(proto::Clocks {
            remaining_nanos: decision.remaining_millis.map(|millis| millis * 1_000_000),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Serves the bot on a free port and returns the address. Calls that belong to no match are forwarded.
async fn serve(service: RecordedSeatService, server: Client) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("no port is free: {error}");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let serving = ForwardedCalls::new(server)
        .with_seat_services(Server::builder(), service)
        .serve_with_incoming(incoming);
    tokio::spawn(serving);
    Ok(address.to_string())
}

fn start_process(program: &BotProgram, address: &str, bot_token: &str) -> Result<Child, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.executable());
    guard::command(program, address, bot_token)
        .map_err(failed)?
        .stdout(std::process::Stdio::null())
        .spawn()
        .map_err(failed)
}
