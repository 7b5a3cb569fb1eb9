//! The seat of a person at the terminal: prints frames and handles typed lines.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use botwerk_agents::GameAgents;
use botwerk_client::{Client, ClientError, PlayStream, game_from_setup, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::resignation::resign;
use botwerk_engine::{AnyGame, GameDrawing, GameId, GameNotation, Seat, Viewer};
use botwerk_games::position::AnalysisReport;
use proto::ErrorReason;
use proto::play_response::Kind;
use serde_json::json;
use tokio::sync::mpsc;

use super::action_list;
use super::board_printer::BoardPrinter;
use super::hint::{GradedHints, Hint};
use super::typed_line::{COMMANDS, HINT, TypedLine};
use crate::match_text::{SeatLabels, TurnLines, ending_lines, has_won};
use crate::rules_text;
use crate::spectator_view::current_view;
use crate::turn_draft::{DraftStep, TurnDraft};
use crate::watch::{end_json, show_state};

/// Time without frames after which an unfinished line is printed.
const LINE_DELAY: Duration = Duration::from_millis(300);

/// Reasons of rejections after which the request is no longer open.
const CLOSING_REASONS: [ErrorReason; 3] = [
    ErrorReason::WrongTurn,
    ErrorReason::Flagged,
    ErrorReason::MatchOver,
];

/// The seat of a person at the terminal.
pub(super) struct TerminalSeat<'a> {
    game: GameId,
    client: Client,
    stream: PlayStream,
    name: String,
    token: String,
    /// The match, once it is joined.
    joined: Option<JoinedMatch>,
    /// The action request that is not answered yet, with the turn that the person composes.
    open_request: Option<OpenRequest>,
    /// Whether a submission awaits its answer.
    is_awaiting_reply: bool,
    /// The running search for a hint.
    hint: Option<Hint>,
    board: BoardPrinter,
    /// What a winner reads of the next level, if there is one.
    pub(super) next_level: Option<String>,
    output: &'a mut Output,
}

struct JoinedMatch {
    game: AnyGame,
    seat: Seat,
    allow_hints: bool,
    lines: TurnLines,
}

struct OpenRequest {
    request: proto::ActionRequest,
    draft: TurnDraft,
    /// The hints that were found for the decision.
    hints: GradedHints,
}

impl<'a> TerminalSeat<'a> {
    /// Creates the seat of a token on a stream that has requested to join.
    pub(super) fn new(
        game: GameId,
        client: Client,
        stream: PlayStream,
        name: String,
        token: String,
        output: &'a mut Output,
    ) -> Self {
        Self {
            game,
            client,
            stream,
            name,
            token,
            joined: None,
            open_request: None,
            is_awaiting_reply: false,
            hint: None,
            board: BoardPrinter::default(),
            next_level: None,
            output,
        }
    }

    /// Plays until the match is over.
    pub(super) async fn run(&mut self) -> Result<(), Failure> {
        let mut lines = read_lines();
        let mut is_reading = true;
        // A person may type at any time; input from a file is read only when the seat must act.
        let is_terminal = std::io::stdin().is_terminal();
        loop {
            let must_act =
                self.open_request.is_some() && !self.is_awaiting_reply && self.hint.is_none();
            let is_line_open = self
                .joined
                .as_ref()
                .is_some_and(|joined| joined.lines.is_open());
            tokio::select! {
                frame = self.stream.next() => match frame? {
                    Some(Kind::MatchOver(over)) => return self.show_end(&over).await,
                    Some(frame) => self.show(frame).await?,
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
                    Some(line) => self.handle_line(&line).await?,
                    // The input has ended: resign, and wait for the end.
                    None => {
                        is_reading = false;
                        self.resign().await?;
                    }
                },
                () = tokio::time::sleep(LINE_DELAY), if is_line_open => self.finish_line()?,
            }
            self.output.flush()?;
        }
    }

    /// Returns the turn that was typed but not sent, or an empty text.
    pub(super) fn unsent_turn(&self) -> String {
        let open = self
            .open_request
            .as_ref()
            .filter(|_| !self.is_awaiting_reply);
        open.map_or_else(String::new, |open| open.draft.text())
    }

    async fn show(&mut self, frame: Kind) -> Result<(), Failure> {
        match frame {
            Kind::Joined(joined) => self.on_joined(&joined).await,
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
                if self.joined.is_none() {
                    return Err(ClientError::from(error).into());
                }
                if CLOSING_REASONS.contains(&error.reason()) {
                    self.open_request = None;
                }
                self.show_error(error.reason().name(), &error.message)?;
                self.restart_draft()
            }
            Kind::Accepted(_) => {
                self.open_request = None;
                self.is_awaiting_reply = false;
                self.hint = None;
                Ok(())
            }
            Kind::MatchStateChanged(changed) => {
                self.finish_line()?;
                show_state(&changed, self.output)
            }
            Kind::MatchOver(_) => Ok(()),
        }
    }

    async fn on_joined(&mut self, joined: &proto::Joined) -> Result<(), Failure> {
        let setup = joined.setup.clone().unwrap_or_default();
        let game = game_from_setup(&setup)?;
        let seat = Seat::new(joined.seat() as usize).unwrap_or(Seat::FIRST);
        let labels =
            SeatLabels::request(&self.client, &game, &self.name, Some(seat.index())).await?;
        let board_name = game.seat_name(seat);
        self.joined = Some(JoinedMatch {
            lines: TurnLines::new(game.clone(), labels),
            game,
            seat,
            allow_hints: joined.allows_hints,
        });
        if self.output.is_json() {
            return self
                .output
                .json(&json!({"match": joined.r#match, "seat": joined.seat}));
        }
        let title = self.game.spec().title;
        self.output.line(format!(
            "{title}: you play {board_name}; type `help`, `rules` or `legend`, and `quit` to resign"
        ))
    }

    fn show_event(&mut self, event: &proto::VisibleEvent) -> Result<(), Failure> {
        if self.output.is_json() {
            let actor = crate::watch::actor_name(event.actor);
            return self
                .output
                .json(&json!({"actor": actor, "action": event.text}));
        }
        let line = self
            .joined
            .as_mut()
            .and_then(|joined| joined.lines.add(event));
        line.map_or(Ok(()), |line| self.output.line(format!("  {line}")))
    }

    /// Prints the line of the turn in progress.
    fn finish_line(&mut self) -> Result<(), Failure> {
        let line = self.joined.as_mut().and_then(|joined| joined.lines.take());
        line.map_or(Ok(()), |line| self.output.line(format!("  {line}")))
    }

    fn on_request(&mut self, request: proto::ActionRequest) -> Result<(), Failure> {
        self.finish_line()?;
        self.is_awaiting_reply = false;
        if let Some(open) = &mut self.open_request
            && (open.request.turn, open.request.part) == (request.turn, request.part)
            && open.request.view == request.view
        {
            // Re-sent after a suspension: the turn in progress is kept.
            open.request = request;
            return self.show_position();
        }
        let Some(joined) = &mut self.joined else {
            let message = "ActionRequest: sent before Joined".to_owned();
            return Err(ClientError::Protocol(message).into());
        };
        let text = request.view.as_ref().map_or("", |view| view.text.as_str());
        let view = joined
            .game
            .parse_view(Viewer::Seat(joined.seat), text)
            .map_err(|error| Failure::position(&error))?;
        let draft = TurnDraft::new(&joined.game, joined.seat, &view);
        // A search for the decision before is of no use.
        self.hint = None;
        joined.lines.set_view(view);
        self.open_request = Some(OpenRequest {
            request,
            draft,
            hints: GradedHints::default(),
        });
        self.show_position()
    }

    /// Prints the position after the lines of the turn so far, and what is to be done.
    fn show_position(&mut self) -> Result<(), Failure> {
        let (Some(joined), Some(OpenRequest { request, draft, .. })) =
            (&self.joined, &self.open_request)
        else {
            return Ok(());
        };
        let view = draft.view();
        let (turn, stage) = (request.turn, &request.stage);
        if self.output.is_json() {
            let text = joined.game.format_view(&view);
            return self
                .output
                .json(&json!({"turn": turn, "stage": stage, "position": text}));
        }
        self.board.print(joined.game.diagram(&view), self.output)?;
        let clocks = request.clocks.as_ref();
        let remaining = clocks.and_then(|clocks| clocks.remaining_nanos);
        let remaining = remaining.map_or_else(String::new, |nanos| {
            format!(" ({} s left)", nanos / 1_000_000_000)
        });
        self.output.line(format!("your {stage}{remaining}:"))
    }

    /// Handles a typed line.
    async fn handle_line(&mut self, line: &str) -> Result<(), Failure> {
        let typed = TypedLine::parse(line);
        if typed != TypedLine::Empty {
            self.finish_line()?;
        }
        match typed {
            TypedLine::Empty => Ok(()),
            TypedLine::Help => self.help(),
            TypedLine::Rules(topic) => self.show_rules(topic),
            TypedLine::Legend => {
                let lines = self
                    .game
                    .spec()
                    .legend
                    .iter()
                    .map(|line| (*line).to_owned());
                self.show_lines("legend", &lines.collect::<Vec<_>>())
            }
            TypedLine::Quit => self.resign().await,
            TypedLine::Board => {
                self.board.forget();
                if self.open_request.is_some() {
                    self.show_position()
                } else {
                    self.show_current_board().await
                }
            }
            _ if self.open_request.is_none() || self.is_awaiting_reply => {
                self.show_error("WRONG_TURN", "it is not your turn; wait for the others")
            }
            TypedLine::Legal => self.show_legal_actions(),
            TypedLine::Undo => self.undo(),
            TypedLine::Hint => self.hint(),
            TypedLine::Actions(text) => self.add_actions(text).await,
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let allow_hints = self
            .joined
            .as_ref()
            .is_some_and(|joined| joined.allow_hints);
        let commands = COMMANDS
            .iter()
            .filter(|(command, _)| *command != HINT || allow_hints);
        let mut lines: Vec<_> = commands
            .map(|(command, meaning)| format!("{command:<22} {meaning}"))
            .collect();
        // What only chance and the referee do cannot be typed.
        let is_typed = |line: &&&str| !line.contains("chance: ") && !line.contains("referee: ");
        let notation = self.game.spec().notation.iter().filter(is_typed);
        lines.extend(notation.map(|line| (*line).to_owned()));
        self.show_lines("help", &lines)
    }

    fn show_rules(&mut self, topic: &str) -> Result<(), Failure> {
        match rules_text::lines(self.game.spec(), topic) {
            Some(lines) => self.show_lines("rules", &lines),
            None => self.show_error(
                "BAD_ARGUMENT",
                &format!("rules: no rule `{topic}`; `rules all` prints them all"),
            ),
        }
    }

    fn show_legal_actions(&mut self) -> Result<(), Failure> {
        let Some(open) = &self.open_request else {
            return Ok(());
        };
        let actions = open.draft.legal_actions();
        if self.output.is_json() {
            return self.output.json(&json!({"legal": actions}));
        }
        self.show_lines("legal", &action_list::lines(&actions))
    }

    /// Prints the next hint, or searches for hints if the open request has none yet.
    fn hint(&mut self) -> Result<(), Failure> {
        let open = self.open_request.as_mut();
        if let Some(line) = open.and_then(|open| open.hints.next_line()) {
            return self.output.line(format!("  {line}"));
        }
        // A search that is already running is kept.
        if self.hint.is_none() {
            self.hint = Some(Hint::start(&self.client, &self.name, &self.token)?);
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let is_undone = self
            .open_request
            .as_mut()
            .is_some_and(|open| open.draft.undo());
        if is_undone {
            return self.show_position();
        }
        let message = "nothing to take back: a turn is final once it is complete";
        self.show_error("BAD_ARGUMENT", message)
    }

    /// Adds a line of actions to the turn, and submits the turn once it is complete.
    async fn add_actions(&mut self, text: &str) -> Result<(), Failure> {
        let Some(OpenRequest { request, draft, .. }) = &mut self.open_request else {
            return Ok(());
        };
        match draft.add(text) {
            Err(message) => {
                let message = format!("{message}; `legal` lists what you can do");
                self.show_error("ILLEGAL_ACTION", &message)
            }
            Ok(DraftStep::Open) => self.show_position(),
            Ok(DraftStep::Complete(text)) => {
                let submission = proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text,
                    ..Default::default()
                };
                self.is_awaiting_reply = true;
                Ok(self.stream.submit(submission).await?)
            }
        }
    }

    /// Drops the lines of a turn that the server has rejected.
    fn restart_draft(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open_request else {
            return Ok(());
        };
        while open.draft.undo() {}
        self.show_position()
    }

    /// Prints what spectators see: between turns, and after the match.
    async fn show_current_board(&mut self) -> Result<(), Failure> {
        let Some(joined) = &self.joined else {
            return Ok(());
        };
        let view = current_view(&self.client, &joined.game, &self.name).await?;
        if self.output.is_json() {
            let position = joined.game.format_view(&view);
            return self.output.json(&json!({"position": position}));
        }
        self.board.print(joined.game.diagram(&view), self.output)
    }

    async fn show_end(&mut self, over: &proto::MatchOver) -> Result<(), Failure> {
        self.finish_line()?;
        let Some(joined) = &self.joined else {
            return Ok(());
        };
        let lines = ending_lines(&joined.game, joined.lines.labels(), over);
        let has_won = has_won(joined.lines.labels(), over);
        if self.output.is_json() {
            self.output.json(&end_json(over, &lines))?;
            return self.output.flush();
        }
        self.board.forget();
        self.show_current_board().await?;
        for line in lines {
            self.output.line(line)?;
        }
        if let Some(next_level) = self.next_level.as_ref().filter(|_| has_won) {
            self.output.line(next_level)?;
        }
        self.output.flush()
    }

    fn show_hint(&mut self, found: Result<AnalysisReport, ClientError>) -> Result<(), Failure> {
        match found {
            Ok(report) if self.output.is_json() => {
                // The strongest agent searches for hints.
                let roster = self.game.roster();
                let unit = roster.first().map_or("", |info| info.value_unit);
                self.output.json(&json!({"hint": report.json(unit)}))
            }
            Ok(report) => {
                let mut hints = GradedHints::new(report.hints);
                let line = hints.next_line();
                if let Some(open) = &mut self.open_request {
                    open.hints = hints;
                }
                let line = line.unwrap_or_else(|| "hint: nothing".into());
                self.output.line(format!("  {line}"))
            }
            Err(ClientError::Rejected {
                reason, message, ..
            }) => self.show_error(reason.name(), &message),
            Err(error) => Err(error.into()),
        }
    }

    /// Prints lines of text, in JSON as one value of this name.
    fn show_lines(&mut self, name: &str, lines: &[String]) -> Result<(), Failure> {
        if self.output.is_json() {
            return self.output.json(&json!({name: lines}));
        }
        let mut lines = lines.iter();
        lines.try_for_each(|line| self.output.line(format!("  {line}").trim_end()))
    }

    fn show_error(&mut self, reason: &str, message: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            let error = json!({"error": {"reason": reason, "message": message}});
            return self.output.json(&error);
        }
        self.output.line(format!("  {message}"))
    }

    async fn resign(&mut self) -> Result<(), Failure> {
        Ok(resign(&self.client, &self.name, &self.token).await?)
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
