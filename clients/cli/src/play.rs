//! `play`: a match between a person at the terminal and agents.

mod hint;

use std::io::{BufRead, IsTerminal};
use std::str::FromStr;

use botwerk_agents::{AgentSpec, Roster};
use botwerk_client::{
    Client, ClientError, PlayStream, agent_spec_message, game_from_setup, game_setup, proto,
};
use botwerk_engine::{Options, Seat, Viewer, with_game};
use clap::Args;
use hint::Hint;
use proto::play_response::Kind;
use serde_json::json;
use tokio::sync::mpsc;

use super::analyze::AnalysisReport;
use super::connection::{AccessArgs, block_on};
use super::embedded_server::EmbeddedServer;
use super::failure::{Failure, Reason};
use super::output::Output;
use super::setting::GameArgs;
use super::watch::{actor_name, show_end, show_state};

/// The agent that imitates a person, in games that have one.
const HUMAN: &str = "human";

/// Arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Agent to play against; may be repeated [default: `human`, or the strongest one]
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,
    /// Seed for all randomness
    #[arg(long)]
    seed: Option<String>,
    /// Play on this server instead of an embedded one
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Join this match on the server instead of creating one
    #[arg(long, value_name = "MATCH", requires_all = ["server", "token"])]
    r#match: Option<String>,
    /// Token of the seat in that match
    #[arg(long, requires = "match")]
    token: Option<String>,
}

/// Plays one match.
pub(super) fn run(args: &PlayArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => block_on(2, play::<G>(args, output)))
}

async fn play<G: Roster>(args: &PlayArgs, output: &mut Output) -> Result<(), Failure> {
    let (client, host) = match &args.server {
        Some(server) => (args.access.connect(server).await?, None),
        None => {
            let host = EmbeddedServer::in_memory().await?;
            (host.connect().await?, Some(host))
        }
    };
    let (name, token) = match (&args.r#match, &args.token) {
        (Some(name), Some(token)) => (name.clone(), token.clone()),
        _ => create_open_match::<G>(args, &client).await?,
    };
    let rejoin_hint = args.server.as_ref().map(|server| {
        let game = G::spec().id.name();
        let seat = format!("--server {server} --match {name} --token {token}");
        format!("rejoin with `botwerk play --game {game} {seat}`")
    });
    let stream = PlayStream::open(&client).await?;
    stream
        .join(proto::Join {
            r#match: name.clone(),
            seat_token: token.clone(),
            resume_after_seq: 0,
            view_options: Some(proto::ViewOptions {
                include_legal_actions: false,
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        })
        .await?;
    let mut terminal_seat = TerminalSeat::<G> {
        client,
        stream,
        name,
        token,
        game: None,
        seat: 0,
        open_request: None,
        is_awaiting_reply: false,
        allow_hints: false,
        hint: None,
        output,
    };
    let result = terminal_seat.run().await;
    if let Some(host) = host {
        host.stop().await?;
    }
    match (result, rejoin_hint) {
        (
            Err(Failure::Usage {
                reason: Reason::Unreachable,
                message,
            }),
            Some(rejoin_hint),
        ) => {
            let message = format!("{message}; {rejoin_hint}");
            Err(Failure::new(Reason::Unreachable, message))
        }
        (result, _) => result,
    }
}

/// Creates a match whose first seat is open.
async fn create_open_match<G: Roster>(
    args: &PlayArgs,
    client: &Client,
) -> Result<(String, String), Failure> {
    let options = args.game.options::<G>()?;
    let opponents = if args.opponent.is_empty() {
        default_opponents::<G>(&options)
    } else {
        args.opponent.clone()
    };
    let mut seats = vec![proto::SeatSetup {
        name: "you".into(),
        agent: None,
    }];
    for text in &opponents {
        let spec = AgentSpec::from_str(text).map_err(botwerk_agents::AgentError::from)?;
        G::agent(&spec)?;
        let agent = Some(agent_spec_message(&spec));
        seats.push(proto::SeatSetup {
            name: text.clone(),
            agent,
        });
    }
    let game = G::new(seats.len(), options)?;
    let request = proto::CreateMatchRequest {
        setup: Some(game_setup(&game)),
        seats,
        seed: args.seed.clone().unwrap_or_default(),
        allow_hints: true,
        ..Default::default()
    };
    let created = client
        .matches()
        .create_match(request)
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let token = created
        .seat_tokens
        .into_iter()
        .next()
        .map(|token| token.token)
        .unwrap_or_default();
    Ok((created.r#match.unwrap_or_default().name, token))
}

/// Returns the opponents if none are named: the agent `human` or else the strongest one, or no
/// opponent in a solo game.
fn default_opponents<G: Roster>(options: &Options) -> Vec<String> {
    let is_alone = G::new(2, options.clone()).is_err() && G::new(1, options.clone()).is_ok();
    if is_alone {
        return Vec::new();
    }
    let names = G::roster().iter().map(|entry| entry.info.name);
    let human = { names }.find(|name| *name == HUMAN);
    vec![human.map_or_else(|| G::strongest().name, str::to_owned)]
}

/// The seat of a person at the terminal.
struct TerminalSeat<'a, G: Roster> {
    client: Client,
    stream: PlayStream,
    name: String,
    token: String,
    game: Option<G>,
    seat: u32,
    /// The action request that is not answered yet.
    open_request: Option<proto::ActionRequest>,
    /// Whether a submission awaits its answer.
    is_awaiting_reply: bool,
    /// Whether the match allows hints.
    allow_hints: bool,
    /// The running search for a hint.
    hint: Option<Hint>,
    output: &'a mut Output,
}

impl<G: Roster> TerminalSeat<'_, G> {
    async fn run(&mut self) -> Result<(), Failure> {
        let mut lines = read_lines();
        let mut is_reading = true;
        // A person may type at any time; input from a file is read only when the seat must act.
        let is_terminal = std::io::stdin().is_terminal();
        loop {
            let must_act =
                self.open_request.is_some() && !self.is_awaiting_reply && self.hint.is_none();
            tokio::select! {
                frame = self.stream.next() => match frame? {
                    Some(Kind::MatchOver(over)) => {
                        show_end(&over, self.output)?;
                        return self.output.flush();
                    }
                    Some(frame) => self.show(frame)?,
                    None => {
                        let message = "the server ended the stream; rejoin with --match";
                        return Err(Failure::new(Reason::Unreachable, message));
                    }
                },
                found = Hint::result(self.hint.as_mut()), if self.hint.is_some() => {
                    self.hint = None;
                    self.show_hint(found)?;
                }
                line = lines.recv(), if is_reading && (is_terminal || must_act) => match line {
                    Some(line) => self.handle_line(line.trim()).await?,
                    // The input has ended: resign, and wait for the end.
                    None => {
                        is_reading = false;
                        self.resign().await?;
                    }
                },
            }
            self.output.flush()?;
        }
    }

    fn show(&mut self, frame: Kind) -> Result<(), Failure> {
        match frame {
            Kind::Joined(joined) => self.on_joined(&joined),
            Kind::ActionRequest(request) => self.on_request(request),
            Kind::Update(update) => {
                for event in &update.events {
                    self.show_event(event)?;
                }
                Ok(())
            }
            Kind::Rejected(rejected) => {
                self.is_awaiting_reply = false;
                let error = rejected.error.unwrap_or_default();
                self.show_rejection(&error.reason, &error.message)
            }
            Kind::Accepted(_) => {
                self.open_request = None;
                self.is_awaiting_reply = false;
                self.hint = None;
                Ok(())
            }
            Kind::MatchStateChanged(changed) => show_state(&changed, self.output),
            Kind::MatchOver(_) => Ok(()),
        }
    }

    fn on_joined(&mut self, joined: &proto::Joined) -> Result<(), Failure> {
        let setup = joined.setup.clone().unwrap_or_default();
        self.game = Some(game_from_setup(&setup)?);
        self.seat = joined.seat;
        self.allow_hints = joined.allow_hints;
        if self.output.is_json() {
            return self
                .output
                .json(&json!({"match": joined.r#match, "seat": joined.seat}));
        }
        let seat = joined.seat;
        self.output.line(format!(
            "{}: you play seat {seat}; type `help` or `quit`",
            self.name
        ))
    }

    fn show_event(&mut self, event: &proto::VisibleEvent) -> Result<(), Failure> {
        let actor = actor_name(event.actor);
        if self.output.is_json() {
            return self
                .output
                .json(&json!({"actor": actor, "action": event.text}));
        }
        let actor = if actor == format!("seat {}", self.seat) {
            "you".into()
        } else {
            actor
        };
        self.output.line(format!("  {actor}: {}", event.text))
    }

    fn on_request(&mut self, request: proto::ActionRequest) -> Result<(), Failure> {
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        if self.output.is_json() {
            let (turn, stage) = (request.turn, &request.stage);
            self.output
                .json(&json!({"turn": turn, "stage": stage, "position": text}))?;
        } else if let Some(game) = &self.game {
            let seat = Seat::new(self.seat as usize);
            let view = game
                .parse_view(seat.map_or(Viewer::Spectator, Viewer::Seat), text)
                .map_err(|error| Failure::position(&error))?;
            self.output.line("")?;
            self.output.diagram(&game.diagram(&view))?;
            let remaining = request
                .clocks
                .as_ref()
                .and_then(|clocks| clocks.remaining_nanos);
            let remaining = remaining.map_or_else(String::new, |nanos| {
                format!(" ({} s left)", nanos / 1_000_000_000)
            });
            self.output
                .line(format!("your {}{remaining}:", request.stage))?;
        }
        self.open_request = Some(request);
        self.is_awaiting_reply = false;
        Ok(())
    }

    /// Handles a typed line.
    async fn handle_line(&mut self, line: &str) -> Result<(), Failure> {
        match (line, &self.open_request) {
            ("", _) => Ok(()),
            ("quit", _) => self.resign().await,
            ("help", _) => self.help(),
            ("hint" | "?", Some(_)) => {
                // A search that is already running is kept.
                let start = || Hint::start(&self.client, &self.name, &self.token);
                self.hint.get_or_insert_with(start);
                Ok(())
            }
            (_, None) => self.output.line("  you need not act now"),
            (text, Some(request)) => {
                let submission = proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text: text.to_owned(),
                    ..Default::default()
                };
                self.is_awaiting_reply = true;
                Ok(self.stream.submit(submission).await?)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        for line in G::spec().notation {
            self.output.line(format!("  {line}"))?;
        }
        if self.allow_hints {
            self.output
                .line("  hint or ?              what a strong agent would do")?;
        }
        self.output.line("  quit                   leave the match")
    }

    fn show_hint(&mut self, found: Result<AnalysisReport, ClientError>) -> Result<(), Failure> {
        match found {
            Ok(report) if self.output.is_json() => {
                self.output.json(&json!({"hint": report.json()}))
            }
            Ok(report) => {
                let suggested = report.suggested().unwrap_or("nothing");
                self.output.line(format!("  hint: {suggested}"))?;
                self.output.line(format!("        {}", report.text()))
            }
            Err(ClientError::Rejected { reason, message }) => {
                self.show_rejection(&reason, &message)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn show_rejection(&mut self, reason: &str, message: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            let error = json!({"error": {"reason": reason, "message": message}});
            return self.output.json(&error);
        }
        self.output.line(format!("  {message}"))
    }

    async fn resign(&mut self) -> Result<(), Failure> {
        let request = proto::ResignRequest {
            r#match: self.name.clone(),
            seat_token: self.token.clone(),
        };
        match self
            .client
            .matches()
            .resign(request)
            .await
            .map_err(ClientError::from)
        {
            Ok(_) => Ok(()),
            // The match ended in the meantime.
            Err(ClientError::Rejected { reason, .. }) if reason == "MATCH_OVER" => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Starts a thread that reads typed lines, because a terminal cannot be read asynchronously.
fn read_lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        // The sender is dropped at the end of the input, which ends the match.
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
